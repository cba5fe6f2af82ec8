/**
 * Compares the models of two exports of one skeleton, field by field. JSON is rounded, so numbers may differ by as
 * much; lists whose order means nothing are compared by name.
 */
import { CURVE, type TimelineModel } from '../../../src/base/model/animation'
import type { SkeletonModel, SkinModel } from '../../../src/base/model/skeleton'

/** How far numbers may be apart: lengths and factors, angles in degrees, times in seconds. */
export interface Rounding {
  value: number
  degrees: number
  time: number
  /** Of keyed colours; colours of the setup pose are bytes in both. */
  color: number
}

/** Official examples have two decimals, and four of times. */
export const TWO_DECIMALS: Rounding = { value: 0.00501, degrees: 0.00501, time: 0.0000501, color: 0 }
/** Generated ones have six. */
export const SIX_DECIMALS: Rounding = { value: 5.01e-7, degrees: 5.01e-7, time: 5.01e-7, color: 0 }

/** Single precision, of numbers that arithmetic has been done with. */
const RELATIVE = 4 * 2 ** -24

const ANGLES = /^(rotation|shear[XY]|offsetRotation|offsetShearY)$/

/** One line a difference: `bones.hip.x: 1 is not 2`. */
export function modelDifferences(json: SkeletonModel, binary: SkeletonModel, rounding: Rounding): string[] {
  const found: string[] = []
  compare(comparable(json), comparable(binary), '', rounding.value, found)
  return found

  function compare(a: unknown, b: unknown, path: string, tolerance: number, out: string[]): void {
    if (typeof a === 'number' && typeof b === 'number') {
      const near = tolerance + RELATIVE * Math.max(Math.abs(a), Math.abs(b))
      if (!(Math.abs(a - b) <= near)) out.push(`${path}: ${a} is not ${b}`)
    } else if (a instanceof Map && b instanceof Map) {
      for (const key of new Set([...a.keys(), ...b.keys()]))
        if (a.has(key) && b.has(key)) compare(a.get(key), b.get(key), `${path}.${key}`, tolerance, out)
        else out.push(`${path}.${key}: only in ${a.has(key) ? 'JSON' : 'the binary'}`)
    } else if (isTimeline(a) && isTimeline(b)) compareTimelines(a, b, path, out)
    else if (isObject(a) && isObject(b)) {
      if (a.constructor !== b.constructor)
        out.push(`${path}: ${a.constructor.name} is not ${b.constructor.name}`)
      const keys = new Set([...Object.keys(a), ...Object.keys(b)])
      for (const key of keys)
        compare(a[key], b[key], `${path}.${key}`, ANGLES.test(key) ? radians() : tolerance, out)
    } else if (!Object.is(a, b)) out.push(`${path}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`)
  }

  function radians(): number {
    return (rounding.degrees * Math.PI) / 180
  }

  function compareTimelines(a: TimelineModel, b: TimelineModel, path: string, out: string[]): void {
    const { times, ...rest } = a
    const { times: otherTimes, ...otherRest } = b
    compare(times, otherTimes, `${path}.times`, rounding.time, out)
    const turns = a.type === 'bone' && /rotate|shear/.test(a.property)
    const tolerance = a.type === 'color' ? rounding.color : turns ? radians() : rounding.value
    if ('handles' in rest && 'handles' in otherRest) {
      const { handles, curves, ...plain } = rest
      const { handles: otherHandles, curves: otherCurves, ...otherPlain } = otherRest
      compare(plain, otherPlain, path, tolerance, out)
      // The curve behind the last key leads nowhere.
      compare(curves.subarray(0, -1), otherCurves.subarray(0, -1), `${path}.curves`, 0, out)
      compareHandles(a as Curved, b as Curved, path, tolerance, out)
    } else compare(rest, otherRest, path, tolerance, out)
  }

  /** Handles of 3.x came as shares of the way, which are rounded too; elsewhere they are times and values. */
  function compareHandles(a: Curved, b: Curved, path: string, tolerance: number, out: string[]): void {
    const { channels, curves, handles, times, values } = a
    if (!handles || !b.handles) return
    for (let i = 0; i < handles.length; i++) {
      const key = Math.floor(i / 4 / channels)
      if (curves[key] !== CURVE.bezier || b.curves[key] !== CURVE.bezier || key === times.length - 1) continue
      const at = key * channels + (Math.floor(i / 4) % channels)
      const span = i % 2 === 0 ? times[key + 1] - times[key] : way(values, at, channels)
      const share = json.version.startsWith('3') ? 2 * rounding.value * Math.abs(span) : 0
      const own =
        i % 2 === 0
          ? Math.max(rounding.time, share > 0 ? 0 : rounding.value)
          : a.type === 'color'
            ? rounding.value
            : tolerance
      compare(handles[i], b.handles[i], `${path}.handles[${i}]`, own + share + rounding.value / 100, out)
    }
  }
}

type Curved = Extract<TimelineModel, { handles: unknown }>

/** From a key to the next, as radians at most half a turn more than the file says. */
function way(values: Float64Array, at: number, channels: number): number {
  return values.length === 0 ? 1 : values[at + channels] - values[at]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const TYPES = new Set<unknown>([
  ...['bone', 'color', 'ik', 'transform', 'map', 'path', 'physics', 'slider', 'physicsReset', 'inherit'],
  ...['attachment', 'deform', 'sequence', 'drawOrder', 'drawOrderFolder', 'event'],
])

function isTimeline(value: unknown): value is TimelineModel {
  return isObject(value) && 'times' in value && TYPES.has(value.type)
}

/** A model whose unordered lists are maps, and whose deforms are complete. */
function comparable({ skins, events, animations, bones, slots, ...rest }: SkeletonModel): unknown {
  return {
    ...rest,
    bones: byName(bones),
    slots: byName(slots),
    skins: byName(skins.map((skin) => skinOf(skin))),
    events: byName(events),
    animations: byName(
      animations.map(({ name, timelines }) => ({
        name,
        timelines: new Map(timelines.map((one) => [subjectOf(one), spread(one)])),
      })),
    ),
  }
}

function byName<Item extends { name: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.name, item]))
}

function skinOf({ name, bones, constraints, entries }: SkinModel) {
  return {
    name,
    bones: [...bones].sort((a, b) => a - b),
    constraints: [...constraints].sort((a, b) => a - b),
    entries: new Map(entries.map(({ slot, key, attachment }) => [`${slot}.${key}`, attachment])),
  }
}

function subjectOf(timeline: TimelineModel): string {
  const { type } = timeline
  if ('bone' in timeline) return `${type}.${timeline.bone}.${'property' in timeline ? timeline.property : ''}`
  if ('constraint' in timeline)
    return `${type}.${timeline.constraint}.${'property' in timeline ? timeline.property : ''}`
  if ('slots' in timeline) return `${type}.${timeline.slots.join('.')}`
  if ('skin' in timeline) return `${type}.${timeline.skin}.${timeline.slot}.${timeline.key}`
  return `${type}.${'slot' in timeline ? timeline.slot : ''}.${'property' in timeline ? timeline.property : ''}`
}

/** Where zeros at both ends of a deform are cut off is an exporter's choice. */
function spread(timeline: TimelineModel): TimelineModel {
  if (timeline.type !== 'deform') return timeline
  const { offsets, deltas, size } = timeline
  const whole = deltas.map((some, i) => {
    const all = new Float32Array(size)
    all.set(some, offsets[i])
    return all
  })
  return { ...timeline, offsets: new Uint32Array(deltas.length), deltas: whole }
}
