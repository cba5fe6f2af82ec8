/** Gives a class the components of Phaser's game objects: functions, values, and accessors as objects of `get` and `set`. */
import * as Phaser from 'phaser'

/** In Phaser 4 every game object has masks and effects of its own. */
const NAMES = [
  'AlphaSingle',
  'BlendMode',
  'Depth',
  'GetBounds',
  'ScrollFactor',
  'Transform',
  'Visible',
] as const
const NAMES_3 = ['PostPipeline', 'Mask'] as const

/** Types know the components as interfaces only. */
type Components = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** @param names @default those that all objects have */
export function addComponents(prototype: object, names?: readonly string[]): void {
  const components = Phaser.GameObjects.Components as unknown as Components
  for (const name of names ?? [...NAMES, ...(components.PostPipeline ? NAMES_3 : [])])
    for (const [key, value] of Object.entries(components[name] ?? {}))
      Object.defineProperty(prototype, key, propertyOf(value))
}

/** Phaser 3 keeps an object's effects in lists that its constructor has to make. */
export function startComponents(figure: object): void {
  if ('initPostPipeline' in figure) (figure as { initPostPipeline(): void }).initPostPipeline()
}

function propertyOf(value: unknown): PropertyDescriptor {
  const isAccessor = typeof value === 'object' && value !== null && ('get' in value || 'set' in value)
  if (!isAccessor) return { value, writable: true, configurable: true, enumerable: true }
  const { get, set } = value as PropertyDescriptor
  return { get, set, configurable: true, enumerable: true }
}
