/** Reads the animations of a binary file. */
import type { TimelineModel } from '../../base/model/animation'
import type { SurfaceModel } from '../../base/model/constraint'
import { BYTES_OF_A_PLACE } from '../shared/draw-order'
import { BYTES_OF_A_KEY, BYTES_OF_AN_ARRAY } from '../shared/limits'
import { child, fail, missing, type ObjectPlace, spend, warnAt } from '../shared/place'
import { asObject, eachItem, entriesOf } from '../shared/values'
import { part } from './binary-geometry'
import type { Blocks } from './blocks'
import { aimTimeline } from './constraints'
import { type Context, type MeshOf, unsupported } from './context'
import { clampDisplay } from './skins'
import { surfaceTimeline } from './surfaces'
import { addBlend, drivenBy } from './timelines/blend-trees'
import { deformTimelines, shapeOf } from './timelines/deforms'
import { ordersOf, sortedOrder } from './timelines/draw-order'
import { EASINGS, eased, type Tween } from './timelines/easing'
import { addActions, type EventAt, eventTimeline } from './timelines/events'
import { lookOf } from './timelines/keyed-looks'
import { lookTimeline } from './timelines/looks'
import { type Opened, openAnimation } from './timelines/open-animation'
import { boneTimelines, colorTimeline, displayTimeline, turnedTrack } from './timelines/timelines'
import { clockedBy, clockOf, type Timing, type Track, timesOf } from './timelines/tracks'
import { looseInteger, looseList, looseText } from './values'

/** Types of timelines. */
const BONE_ALL = 10
const BONE_TRANSLATE = 11
const BONE_ROTATE = 12
const BONE_SCALE = 13
const SLOT_DISPLAY = 20
const SLOT_COLOR = 21
const SLOT_DEFORM = 22
const IK = 30
const SURFACE = 50

const NO_TWEEN = 0
const LINEAR = 1
const CURVE = 2

/** An animation whose timelines are being read, with its sections of the arrays. */
interface Reading {
  readonly context: Context
  readonly blocks: Blocks
  readonly at: ObjectPlace
  readonly timing: Timing
  readonly frameInts: number
  readonly frameFloats: number
  readonly frames: number
}

/** The words of a timeline. */
interface Timeline {
  readonly timing: Timing
  readonly positions: readonly number[]
  readonly tweens: readonly Tween[]
  /** Positions of its keys in the array of frames. */
  readonly keys: readonly number[]
  /** Number of values per key, or the position of a deform record. */
  readonly width: number
  readonly values: number
}

export function binaryAnimation(
  context: Context,
  blocks: Blocks,
  at: ObjectPlace,
  name: string,
  loops: boolean,
): Opened {
  const opened = openAnimation(context, at, name, loops)
  const { animation, timing } = opened
  const offsets = looseList(at, 'offset')
  const [frameInts, frameFloats, frames] = [0, 1, 2].map((i) => looseInteger(offsets, i, 0) & 0xffff)
  const reading = { context, blocks, at, timing, frameInts, frameFloats, frames }
  const { timelines } = animation
  const bones: TimelineModel[] = []
  eachPair(at, 'bone', context.bones, (bone, type, index) => {
    opened.bones.add(bone)
    bones.push(...boneOf(reading, bone, type, index))
  })
  const deforms: TimelineModel[] = []
  eachPair(at, 'slot', context.slots, (slot, type, index) => {
    for (const found of slotOf(reading, slot, type, index))
      (found.type === 'deform' ? deforms : timelines).push(found)
  })
  eachPair(at, 'constraint', context.constraints, (constraint, type, index) => {
    bones.push(aimOf(reading, constraint, type, index))
  })
  eachItem(looseList(at, 'timeline'), (entry) => {
    for (const found of genericOf(reading, opened, entry)) {
      if ('bone' in found) opened.bones.add(found.bone)
      const list = found.type === 'deform' ? deforms : 'slot' in found ? timelines : bones
      list.push(found)
    }
  })
  timelines.push(...bones, ...deforms)
  if (!missing(at.value.zOrder)) timelines.push(orderOf(reading, looseInteger(at, 'zOrder', 0)))
  if (!missing(at.value.action)) timelines.push(...eventsOf(reading, looseInteger(at, 'action', 0)))
  return opened
}

/** Reads timelines of bones, slots, surfaces and constraints. Adds alphas, depths and driven animations to `opened`. */
function genericOf(reading: Reading, opened: Opened, entry: ObjectPlace): TimelineModel[] {
  const { context } = reading
  const type = looseInteger(entry, 'type', -1)
  const index = looseInteger(entry, 'offset', 0)
  const owner = ownerOf(type)
  if (owner === null) unsupported(entry, 'type', `a generic timeline of type ${type}`)
  const target = owner === 'animation' ? 0 : context[owner].get(looseText(entry, 'name', ''))
  const surface = context.surfaces.get(type === SURFACE ? (target ?? -1) : -1)
  if (target === undefined || (type === SURFACE && !surface)) {
    warnAt(entry, 'name', 'ignored-timeline', 'there is nothing of that name')
    return []
  }
  if (surface) return [surfaceOf(reading, surface, index)]
  if (type === IK) return [aimOf(reading, target, type, index)]
  const look = lookOf(type)
  if (look || owner === 'animation') readParts(reading, opened, entry, target)
  else if (owner === 'slots') return slotOf(reading, target, type, index)
  else return boneOf(reading, target, type, index)
  return []
}

/** Returns what a generic timeline's type acts on; `null` if the type is unknown. */
function ownerOf(type: number): 'bones' | 'slots' | 'constraints' | 'animation' | null {
  if (drivenBy(type)) return 'animation'
  if (type === IK) return 'constraints'
  if ([BONE_ALL, BONE_TRANSLATE, BONE_ROTATE, BONE_SCALE, SURFACE].includes(type)) return 'bones'
  if ([SLOT_DISPLAY, SLOT_COLOR, SLOT_DEFORM].includes(type)) return 'slots'
  const look = lookOf(type)
  return look ? (look === 'boneAlpha' ? 'bones' : 'slots') : null
}

/** Reads keys of an alpha, a depth or a driven animation: whole numbers that stand for fractions of one. */
function readParts(reading: Reading, { children, looks }: Opened, entry: ObjectPlace, target: number): void {
  const { context, blocks, at, frameInts } = reading
  const type = looseInteger(entry, 'type', -1)
  const driven = drivenBy(type)
  const look = lookOf(type)
  const { keys, positions, timing, tweens, values } = timelineAt(
    reading,
    looseInteger(entry, 'offset', 0),
    true,
  )
  const channels = driven === 'parameter' ? 2 : 1
  const parts = driven ? 10_000 : look === 'depth' ? 1 : 100
  const whole = part(at, blocks.frameInts, frameInts + values, channels * keys.length)
  const track = { positions, tweens, values: Array.from(whole, (value) => value / parts), channels }
  if (driven) addBlend(children, entry, driven, track, timing, context.animationPlaces)
  else if (look) looks.push(lookTimeline(entry, look, target, track, timing))
}

/** Calls `one` for each timeline of each name, with its type and position. */
function eachPair(
  at: ObjectPlace,
  key: string,
  names: ReadonlyMap<string, number>,
  one: (index: number, type: number, timeline: number) => void,
): void {
  for (const entry of entriesOf(child(at, key, at.value[key]))) {
    const name = entry.key
    const index = names.get(name)
    if (index === undefined) {
      warnAt(entry, undefined, 'ignored-timeline', 'there is nothing of that name')
      continue
    }
    const list = looseList({ ...at, value: { [name]: entry.value } }, name)
    for (let i = 0; i + 1 < list.value.length; i += 2)
      one(index, looseInteger(list, i, 0), looseInteger(list, i + 1, 0))
  }
}

const HEAD = 5

function timelineAt(reading: Reading, index: number, tweened: boolean): Timeline {
  const { context, blocks, at, frames } = reading
  const [scale, offset, count, width, values] = part(at, blocks.timelines, index, HEAD)
  spend(at, count * BYTES_OF_A_KEY)
  const keys = Array.from(part(at, blocks.timelines, index + HEAD, count), (place) => frames + place)
  if (keys.length === 0) fail(at, 'offset', 'bad-count', 'a timeline has no keys')
  const positions = keys.map((key) => part(at, blocks.frames, key, 1)[0])
  if (positions.some((position, i) => position < 0 || (i > 0 && position < positions[i - 1])))
    fail(at, 'offset', 'bad-time', 'the keys of a timeline are not in order')
  const timing = clockedBy(at, reading.timing, scale, offset)
  const single = keys.length === 1
  const tweens = keys.map((key): Tween => (tweened && !single ? tweenAt(context, blocks, at, key) : 'step'))
  return { timing, positions, tweens, keys, width, values }
}

function tweenAt({ easings }: Context, { frames }: Blocks, at: ObjectPlace, key: number): Tween {
  const [type] = part(at, frames, key + 1, 1)
  if (type === NO_TWEEN) return 'step'
  if (type === LINEAR) return 'linear'
  const [value] = part(at, frames, key + 2, 1)
  if (type === CURVE) {
    const samples = part(at, frames, key + 3, value)
    spend(at, 8 * value)
    return Float32Array.from({ length: 2 * value }, (_, i) =>
      i & 1 ? samples[i >> 1] / 10_000 : ((i >> 1) + 1) / (value + 1),
    )
  }
  const easing = (Object.keys(EASINGS) as (keyof typeof EASINGS)[]).find((name) => EASINGS[name] === type)
  if (!easing) return fail(at, 'offset', 'bad-curve', `a key has a tween of type ${type}`)
  return eased(easings, easing, value / 100)
}

/** Reads the float values of a timeline's keys. */
function floatsOf(
  { blocks, at, frameFloats }: Reading,
  { values, keys }: Timeline,
  width: number,
): Float32Array {
  return part(at, blocks.frameFloats, frameFloats + values, width * keys.length)
}

function boneOf(reading: Reading, bone: number, type: number, index: number): TimelineModel[] {
  const { context, at } = reading
  const timeline = timelineAt(reading, index, true)
  const { positions, tweens, timing } = timeline
  const track = (values: ArrayLike<number>): Track => ({ positions, tweens, values, channels: 2 })
  const none = { translate: null, rotate: null, scale: null }
  const make = (tracks: typeof none | { [key in keyof typeof none]: Track | null }) =>
    boneTimelines(context, at, bone, tracks, timing)
  if (type === BONE_ALL) {
    const six = floatsOf(reading, timeline, 6)
    const pair = (first: number) =>
      track(positions.flatMap((_, k) => [six[6 * k + first], six[6 * k + first + 1]]))
    return make({ translate: pair(0), rotate: pair(2), scale: pair(4) })
  }
  const values = () => track(floatsOf(reading, timeline, 2))
  if (type === BONE_TRANSLATE) return make({ ...none, translate: values() })
  if (type === BONE_ROTATE) return make({ ...none, rotate: turnedTrack(values()) })
  if (type === BONE_SCALE) return make({ ...none, scale: values() })
  return unsupported(at, 'bone', `a bone timeline of type ${type}`)
}

function slotOf(reading: Reading, slot: number, type: number, index: number): TimelineModel[] {
  const { context, blocks, at } = reading
  if (type === SLOT_DISPLAY) {
    const { positions, keys, timing } = timelineAt(reading, index, false)
    const names = keys.map((key) => clampDisplay(context, at, slot, part(at, blocks.frames, key + 1, 1)[0]))
    return [displayTimeline(at, slot, positions, names, timing)]
  }
  if (type === SLOT_COLOR) return [colorsOf(reading, slot, index)]
  if (type === SLOT_DEFORM) return deformOf(reading, slot, index)
  return unsupported(at, 'slot', `a slot timeline of type ${type}`)
}

const COLOR_WORDS = 8

function colorsOf(reading: Reading, slot: number, index: number): TimelineModel {
  const { context, blocks, at, frameInts } = reading
  const { positions, tweens, timing, values } = timelineAt(reading, index, true)
  const places = part(at, blocks.frameInts, frameInts + values, positions.length)
  const channels = Array.from(places, (place) => {
    const words = part(at, blocks.colors, place < 0 ? place + 0x10000 : place, COLOR_WORDS)
    const [a, r, g, b, addedA, ...added] = words
    const parts = [r, g, b, a].map((percent) => percent / 100)
    return [...parts, ...[...added, addedA].map((value) => value / 255)]
  })
  return colorTimeline(context, at, slot, { positions, tweens, values: channels.flat(), channels: 8 }, timing)
}

const RECORD = 5

function aimOf(reading: Reading, constraint: number, type: number, index: number): TimelineModel {
  const { blocks, at, frameInts } = reading
  if (type !== IK) unsupported(at, 'constraint', `a constraint timeline of type ${type}`)
  const { positions, tweens, timing, values } = timelineAt(reading, index, true)
  const words = part(at, blocks.frameInts, frameInts + values, 2 * positions.length)
  const tweened = tweens.map((tween) => tween !== 'step')
  const weights = positions.map((_, key) => words[2 * key + 1] / 100)
  const bends = positions.map((_, key) => words[2 * key] > 0)
  return aimTimeline(at, constraint, positions, tweened, weights, bends, timing)
}

/** Reads a deform. The record names the geometry of the mesh. */
function deformOf(reading: Reading, slot: number, index: number): TimelineModel[] {
  const { context, at } = reading
  const timeline = timelineAt(reading, index, true)
  const { geometry, deltas } = recordOf(reading, timeline)
  const of = context.meshes.find((one) => one.slot === slot && one.geometry === (geometry & 0xffff))
  if (!of) {
    warnAt(at, 'slot', 'ignored-timeline', 'deform keys of a mesh that is not there are left out')
    return []
  }
  const { positions, tweens, timing } = timeline
  const shapesOf = (one: MeshOf) => deltas.map((list) => shapeOf(at, one, list, 0, context.scale))
  return deformTimelines(at, of, { positions, tweens, values: [], channels: 0 }, shapesOf, timing)
}

function surfaceOf(reading: Reading, surface: SurfaceModel, index: number): TimelineModel {
  const { context, at } = reading
  const timeline = timelineAt(reading, index, true)
  const { deltas } = recordOf(reading, timeline)
  const { positions, tweens, timing } = timeline
  const channels = surface.vertices.length
  if (deltas.some(({ length }) => length !== channels))
    fail(at, 'timeline', 'bad-count', `keys of ${deltas[0].length} numbers, of ${channels} of a surface`)
  const values = new Float64Array(channels * deltas.length)
  deltas.forEach((list, key) => {
    values.set(list, key * channels)
  })
  return surfaceTimeline(context, at, surface, { positions, tweens, values, channels }, timing)
}

/**
 * Reads the geometry that a deform record names, and the deltas of each key; constant deltas are the same in all keys.
 */
function recordOf(
  { blocks, at, frameInts, frameFloats }: Reading,
  { positions, values, width }: Timeline,
): { geometry: number; deltas: Float32Array[] } {
  const [geometry, total, stored, leading, constants] = part(at, blocks.frameInts, frameInts + width, RECORD)
  if (total < 0 || stored < 0 || leading < 0 || leading + stored > total)
    fail(at, 'offset', 'bad-count', 'a deform timeline has more values than its mesh')
  const fixed = part(at, blocks.frameFloats, frameFloats + (constants & 0xffff), total - stored)
  const own = part(at, blocks.frameFloats, frameFloats + values, stored * positions.length)
  spend(at, positions.length * (4 * total + BYTES_OF_AN_ARRAY))
  const deltas = positions.map((_, key) => {
    const list = new Float32Array(total)
    list.set(fixed.subarray(0, leading))
    list.set(own.subarray(key * stored, (key + 1) * stored), leading)
    list.set(fixed.subarray(leading), leading + stored)
    return list
  })
  return { geometry, deltas }
}

function orderOf(reading: Reading, index: number): TimelineModel {
  const { context, blocks, at } = reading
  const { positions, keys, timing } = timelineAt(reading, index, false)
  const count = context.slots.size
  const places = keys.map((key) => {
    const [many] = part(at, blocks.frames, key + 1, 1)
    if (many === 0) return null
    spend(at, count * BYTES_OF_A_PLACE + BYTES_OF_AN_ARRAY)
    const list = Int32Array.from(part(at, blocks.frames, key + 2, Math.min(many, count)))
    if (many !== count || new Set(list).size !== count || list.some((slot) => slot < 0 || slot >= count))
      warnAt(
        at,
        'zOrder',
        'draw-order',
        `a key does not have each of ${count} slots once; the others stay where they are`,
      )
    return list
  })
  const orders = ordersOf(places, count).map((order) => sortedOrder(context, order))
  const placed = timesOf(at, positions, timing, false)
  const shown = Array.from(placed.keys, (key) => orders[key])
  return { type: 'drawOrder', times: placed.times, orders: shown, ...clockOf(at, timing, { positions }) }
}

function eventsOf(reading: Reading, index: number): TimelineModel[] {
  const { context, blocks, at, timing } = reading
  const { positions, keys } = timelineAt(reading, index, false)
  const actions = looseList(asObject(child(at, 'armature', at.parent?.parent?.value)), 'actions')
  const found: EventAt[] = []
  keys.forEach((key, i) => {
    const [count] = part(at, blocks.frames, key + 1, 1)
    for (const number of part(at, blocks.frames, key + 2, count)) {
      const action = actions.value[number]
      if (missing(action)) fail(at, 'action', 'unknown-event', `there is no action ${number}`)
      addActions(context, found, positions[i], asObject(child(actions, number, action)))
    }
  })
  const timelines: TimelineModel[] = []
  eventTimeline(found, timing, timelines)
  return timelines
}
