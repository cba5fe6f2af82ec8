/** Writes and reads arguments of calls: plain values, and rigs, atlases and tables by their number in the replay. */
import { OsteonError } from '../../base/errors'
import { createMask, type Mask } from '../../rig/animation/mask'
import type { Rig } from '../../rig/rig'
import type { AtlasPages } from '../../world/atlas-pages'
import { loadedRig } from '../../world/chunks/wardrobe'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import type { BakedTable } from '../crowd/table/table'
import { hashOf } from '../save/bytes/envelope'
import { recordAt } from '../save/bytes/shape'
import { rigPrint } from '../save/rig-print'
import type { SpriteSheet } from '../sprites/state'

/** What a game makes of files, and a replay only names. */
export type Thing = Rig | AtlasPages | BakedTable
/** How bytes name a thing. */
export interface ThingPrint {
  readonly kind: 'rig' | 'atlas' | 'table'
  readonly name: string
  readonly print: number
}

/** The key that marks a record as something other than a plain object. */
const MARK = '#'

function isRig(value: object): value is Rig {
  return 'animationIndex' in value && 'maths' in value
}

function isAtlas(value: object): value is AtlasPages {
  return 'model' in value && 'pages' in value
}

function isSheet(value: object): value is SpriteSheet {
  return 'atlas' in value && 'regions' in value
}

function isTable(value: object): value is BakedTable {
  return 'parts' in value && 'print' in value
}

function isMask(value: object): value is Mask {
  return 'rig' in value && 'bones' in value && 'slots' in value
}

/** Returns what bytes say of a thing. */
export function printOf(thing: Thing): ThingPrint {
  if (isRig(thing)) {
    const { format, name, version } = thing
    const told = [rigPrint(thing), format, version, [...thing.image().words]]
    return { kind: 'rig', name, print: hashOf(JSON.stringify(told)) }
  }
  if (isAtlas(thing)) {
    const { name, regions } = thing.model
    const told = regions.map(({ height, name: region, page, width }) => [region, page, width, height])
    return { kind: 'atlas', name, print: hashOf(JSON.stringify(told)) }
  }
  const { animations, motion, print, rig, skins } = thing
  const clips = animations.map(({ duration, name, times }) => [name, duration, [...times]])
  const told = [print, skins, clips, ...(motion.bone < 0 ? [] : [motion])]
  return { kind: 'table', name: rig, print: hashOf(JSON.stringify(told)) }
}

/** The things that a recording names, by number. */
export interface Things {
  /** The world's state: additions make another object of a rig. */
  readonly state: AnimationState
  readonly numbers: Map<Thing, number>
  readonly prints: ThingPrint[]
}

export function numberOf({ numbers, prints, state }: Things, given: Thing): number {
  const known = numbers.get(given)
  if (known !== undefined) return known
  const registered = state.rigs.find((rig) => rig?.source === given)
  const thing = registered ? loadedRig(registered) : given
  const number = numbers.get(thing) ?? prints.push(printOf(thing)) - 1
  numbers.set(thing, number)
  return number
}

/**
 * Returns what `writeValue` writes instead of an argument, or of what is in it. @throws RangeError if it can't be
 * written.
 */
export function packed(things: Things, value: unknown): unknown {
  if (value === undefined) return NONE
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Array.isArray(value))
    return value
  if (isRig(value) || isAtlas(value) || isTable(value))
    return { [MARK]: 'thing', number: numberOf(things, value) }
  if (isSheet(value)) return { [MARK]: 'sheet', number: numberOf(things, value.atlas) }
  if (isMask(value)) return packedMask(things, value)
  if (value instanceof Map || value instanceof Set)
    throw new RangeError('no list of this kind can be written')
  return value
}

const NONE = /* @__PURE__ */ Object.freeze({ [MARK]: 'none' })

function packedMask(things: Things, { bones, rig, slots }: Mask): object {
  const named = ({ names }: { names: readonly string[] }, bits: ArrayLike<number>) =>
    names.filter((_, i) => bits[i] === 1)
  return {
    [MARK]: 'mask',
    number: numberOf(things, rig),
    bones: named(rig.bones, bones),
    slots: named(rig.slots, slots),
  }
}

/** What arguments are read with. */
export interface Unpacker {
  readonly things: readonly Thing[]
  /** Returns the sheet of an atlas in the world. */
  readonly sheetOf: (world: AnimationWorld, atlas: AtlasPages) => SpriteSheet
}

/** Returns the argument that `packed` was given. @throws OsteonError `damaged`. */
export function unpacked(by: Unpacker, world: AnimationWorld, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => unpacked(by, world, item))
  if (!(value instanceof Map)) return value
  const mark: unknown = value.get(MARK)
  if (mark === undefined)
    return Object.fromEntries(Array.from(value, ([name, field]) => [name, unpacked(by, world, field)]))
  if (mark === 'none') return undefined
  const thing = thingAt(by, recordAt(value, 'argument').get('number'))
  if (mark === 'thing') return thing
  if (mark === 'sheet' && isAtlas(thing)) return by.sheetOf(world, thing)
  const [bones, slots] = [value.get('bones'), value.get('slots')]
  if (mark === 'mask' && isRig(thing) && isTexts(bones) && isTexts(slots))
    return createMask(world.animation.rigsByRig.get(thing)?.source ?? thing, { bones, slots })
  throw new OsteonError('damaged', 'openReplay', 'argument', `no argument is a ${JSON.stringify(mark)}`)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function thingAt({ things }: Unpacker, number: unknown): Thing {
  const thing = typeof number === 'number' ? things[number] : undefined
  if (thing) return thing
  throw new OsteonError(
    'damaged',
    'openReplay',
    'argument',
    `there is no rig, atlas or table ${String(number)}`,
  )
}
