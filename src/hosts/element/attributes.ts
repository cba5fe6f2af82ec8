/** The attributes of `<osteon-figure>`, and the properties with their names. */
import { badOption, type OsteonError } from '../../base/errors'

const TEXTS = ['src', 'atlas', 'armature', 'animation', 'skin', 'alt']
/** With their defaults. */
const NUMBERS: Readonly<Record<string, number>> = { speed: 1, still: 0 }
const FLAGS = ['paused', 'controls']
const FITS = ['contain', 'cover']

export const ATTRIBUTES: readonly string[] = [...TEXTS, ...Object.keys(NUMBERS), ...FLAGS, 'fit', 'loop']

/** Finds what is wrong with the value of an attribute. It counts as left out then. */
export function problemOf(element: Element, name: string): OsteonError | null {
  const value = element.getAttribute(name)
  if (value === null) return null
  const refuse = (expected: string) =>
    badOption('osteon-figure', name, `expected ${expected}, got ${JSON.stringify(value)}`)
  if (name in NUMBERS && numberIn(value) === null) return refuse('a finite number')
  if (name === 'still' && Number(value) < 0) return refuse('seconds from 0 on')
  if (name === 'fit' && !FITS.includes(value)) return refuse('"contain" or "cover"')
  if (name === 'loop' && !['', 'loop', 'true', 'false'].includes(value)) return refuse('"true" or "false"')
  return null
}

function numberIn(value: string): number | null {
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null
}

/** Gives elements a property for each attribute. */
export function reflectAttributes(prototype: HTMLElement): void {
  const define = (
    name: string,
    get: (element: Element) => unknown,
    write: (value: unknown) => string | null,
  ) =>
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return get(this)
      },
      set(this: Element, value: unknown) {
        const text = value === null || value === undefined ? null : write(value)
        if (text === null) this.removeAttribute(name)
        else this.setAttribute(name, text)
      },
    })
  for (const name of TEXTS) define(name, (element) => element.getAttribute(name) ?? '', String)
  for (const name of FLAGS)
    define(
      name,
      (element) => element.hasAttribute(name),
      (value) => (value ? '' : null),
    )
  for (const [name, otherwise] of Object.entries(NUMBERS))
    define(
      name,
      (element) => (problemOf(element, name) ? otherwise : Number(element.getAttribute(name) ?? otherwise)),
      String,
    )
  define('fit', (element) => (element.getAttribute('fit') === 'cover' ? 'cover' : 'contain'), String)
  define(
    'loop',
    (element) => element.getAttribute('loop') !== 'false',
    // React 19 writes the attribute's text to the property.
    (value) => (value && value !== 'false' ? null : 'false'),
  )
}

/** Sets properties again that were set before the element was defined. */
export function adoptProperties(element: HTMLElement): void {
  for (const name of ATTRIBUTES) {
    if (!Object.hasOwn(element, name)) continue
    const value: unknown = Reflect.get(element, name)
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, value)
  }
}

/** Returns the names in a list with commas; null if there are none. */
export function namesIn(list: string): string[] | null {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length > 0 ? names : null
}
