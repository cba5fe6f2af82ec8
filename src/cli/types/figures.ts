/** Finds the skeletons of files, and the names that they have. */
import type { Warn } from '../../base/errors'
import type { SkeletonModel } from '../../base/model/skeleton'
import { Failure } from '../failure'
import { READERS, readInput } from '../files'

/** A skeleton as a type: the type's name, its file, and names by kind, sorted, each once. */
export interface Figure {
  readonly type: string
  readonly file: string
  readonly animations: readonly string[]
  readonly skins: readonly string[]
  readonly slots: readonly string[]
  readonly bones: readonly string[]
  readonly events: readonly string[]
  readonly constraints: Readonly<Record<(typeof CONSTRAINTS)[number], readonly string[]>>
}

/** Constraints that functions set by name. Spine 4.3's transform constraints are a kind of their own. */
const CONSTRAINTS = ['ik', 'transform', 'path', 'physics', 'slider'] as const

/** A file, and the type's name if the user gives one. */
export interface Source {
  readonly file: string
  readonly type: string | null
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u

/** Returns a source. @param given `Hero=art/hero.json`, or only a path. */
export function sourceOf(given: string): Source {
  const at = given.indexOf('=')
  const type = given.slice(0, Math.max(at, 0))
  return IDENTIFIER.test(type) ? { type, file: given.slice(at + 1) } : { type: null, file: given }
}

/**
 * Returns the figures of all files, sorted by type.
 *
 * @param tell receives notes: files that hold no skeleton, skeletons that are left out.
 * @throws OsteonError for a skeleton that cannot be read; Failure if two files would have the same type.
 */
export function readFigures(sources: readonly Source[], tell: (note: string) => void): Figure[] {
  const figures = new Map<string, Figure>()
  const nested: Figure[] = []
  for (const source of sources) {
    const [own, ...others] = figuresOf(source)
    if (!own) {
      tell(`${source.file}: no skeleton, left out`)
      continue
    }
    const present = figures.get(own.type)
    if (present)
      throw new Failure(
        `${present.file} and ${own.file} would both be the type ${own.type}; give one a name: Other=${own.file}`,
      )
    figures.set(own.type, own)
    nested.push(...others)
  }
  for (const one of nested)
    if (figures.has(one.type)) tell(`${one.file}: an armature is left out, there is a type ${one.type}`)
    else figures.set(one.type, one)
  return [...figures.values()].sort((a, b) => order(a.type, b.type))
}

/** Returns the file's main skeleton, then the others; empty if it holds no skeleton. */
function figuresOf({ file, type }: Source): Figure[] {
  const { bytes, name } = readInput(file)
  const reader = READERS.find((it) => it.detect(bytes))
  if (!reader) return []
  const warn: Warn = () => {}
  const main = reader.readSkeleton(bytes, { source: name, warn })
  const all = reader.readSkeletons?.(bytes, { source: name, warn }) ?? []
  const own = type ?? typeName(name.replace(/\.[^.]*$/, ''))
  const others = all.filter(({ armature }) => armature !== undefined && armature !== main.armature)
  return [
    figureOf(main, own, file),
    ...others.map((model) => figureOf(model, own + typeName(model.armature ?? ''), file)),
  ]
}

function figureOf(model: SkeletonModel, type: string, file: string): Figure {
  const constraints = Object.fromEntries(CONSTRAINTS.map((kind) => [kind, [] as string[]]))
  for (const { type: kind, name } of model.constraints)
    constraints[kind === 'map' ? 'transform' : kind]?.push(name)
  const [ik, transform, path, physics, slider] = CONSTRAINTS.map((kind) => sorted(constraints[kind]))
  return {
    type,
    file,
    animations: namesOf(model.animations),
    skins: namesOf(model.skins),
    slots: namesOf(model.slots),
    bones: namesOf(model.bones),
    events: namesOf(model.events),
    constraints: { ik, transform, path, physics, slider },
  }
}

function namesOf(list: readonly { name: string }[]): string[] {
  return sorted(list.map(({ name }) => name))
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort(order)
}

/** Sorts by code units, which gives the same order on every machine and in every language. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns `HeroPro` for `hero-pro`: words of letters that a name may have, each with a capital. */
export function typeName(text: string): string {
  const words = text.split(/[^\p{ID_Continue}]+|_+/u).filter((word) => word !== '')
  const name = words.map((word) => word.replace(/^./u, (first) => first.toUpperCase())).join('')
  return IDENTIFIER.test(name) ? name : `Figure${name}`
}
