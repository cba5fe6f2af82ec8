/**
 * Finds bones that may move so far, or become so large, that their numbers overflow. Only these are limited in a tick.
 *
 * Bounds hold for all poses that a file allows: setup, keys and curves, mixed with weights of 0…1. A bone without a
 * known bound counts as boundless, as do its descendants and the bones that follow it.
 */
import { hypotenuse } from '../base/math/circular'
import { type BoneProperty, CURVE, type CurveKeys } from '../base/model/animation'
import type { SkeletonModel } from '../base/model/skeleton'
import { timelinesOf } from './animation/timelines-of'
import { isConstraintTimeline } from './constraints'
import type { Magnitudes } from './constraints/kind'
import { MOST_WORLD } from './program/ops'
import type { ConstraintTable } from './tables'

/** Constraints times bones beyond which bounds are not computed. */
const MOST_WORK = 1 << 22

type Bounds = Pick<Magnitudes, 'size' | 'inverse' | 'reach'>
type KindsOf = Pick<ConstraintTable, 'count' | 'kinds' | 'models'>

interface Own extends Bounds {
  /** Distance from its parent's origin. */
  readonly reach: Float64Array
}

/** 1 for each bone that has no bound of MOST_WORLD. */
export function boundlessBones(model: SkeletonModel, constraints: KindsOf): Uint8Array {
  const { bones } = model
  if (constraints.count * bones.length > MOST_WORK) return new Uint8Array(bones.length).fill(1)
  const own = ownBounds(model)
  const bounds: Bounds = {
    size: new Float64Array(bones.length),
    inverse: new Float64Array(bones.length),
    reach: new Float64Array(bones.length),
  }
  followChains(model, own, bounds)
  const greatest = greatestRows(model, constraints)
  constraints.kinds.forEach((kind, index) => {
    kind.magnify(constraints.models[index], { skeleton: model, values: greatest[index], ...bounds })
    followChains(model, own, bounds)
  })
  return Uint8Array.from(bones, (_, bone) => (isBounded(bounds, bone) ? 0 : 1))
}

function isBounded({ size, reach }: Bounds, bone: number): boolean {
  return size[bone] <= MOST_WORLD && reach[bone] <= MOST_WORLD
}

/** Bounds of each bone under its parent. */
function ownBounds(model: SkeletonModel): Own {
  const { bones } = model
  const [x, y, scaleX, scaleY, shearX, shearY] = keyedRanges(model)
  const inherits = timelinesOf(model, 'inherit').map(({ bone }) => bone)
  const keyedModes = new Set(inherits)
  const own: Own = {
    size: new Float64Array(bones.length),
    inverse: new Float64Array(bones.length),
    reach: new Float64Array(bones.length),
  }
  bones.forEach((bone, i) => {
    const [leastX, mostX] = factors(bone.scaleX, scaleX, i)
    const [leastY, mostY] = factors(bone.scaleY, scaleY, i)
    const sheared = bone.shearX !== 0 || bone.shearY !== 0 || isKeyed(shearX, i) || isKeyed(shearY, i)
    const plain = (bone.parent < 0 || bone.inherit === 'normal') && !keyedModes.has(i)
    own.size[i] = sheared ? hypotenuse(mostX, mostY) : Math.max(mostX, mostY)
    own.inverse[i] = plain && !sheared ? 1 / Math.min(leastX, leastY) : Number.POSITIVE_INFINITY
    own.reach[i] = hypotenuse(added(bone.x, x, i), added(bone.y, y, i))
  })
  return own
}

/**
 * Two numbers for each bone: least and greatest key. Without keys, the least is Infinity and the greatest -Infinity.
 */
type Ranges = Float64Array

function isKeyed(ranges: Ranges, bone: number): boolean {
  return ranges[2 * bone] <= ranges[2 * bone + 1]
}

/** Least and greatest magnitude of a setup value multiplied by keys. */
function factors(setup: number, ranges: Ranges, bone: number): readonly [least: number, most: number] {
  const least = Math.min(1, ranges[2 * bone])
  const most = Math.max(1, ranges[2 * bone + 1])
  const through = least <= 0 ? 0 : least
  return [Math.abs(setup) * through, Math.abs(setup) * Math.max(-least, most)]
}

/** Greatest magnitude of a setup value with keys added. */
function added(setup: number, ranges: Ranges, bone: number): number {
  return Math.abs(setup) + Math.max(-ranges[2 * bone], ranges[2 * bone + 1], 0)
}

type Field = 'x' | 'y' | 'scaleX' | 'scaleY' | 'shearX' | 'shearY'

/** Fields that the channels of a timeline key. */
const FIELDS: { readonly [property in BoneProperty]: readonly Field[] } = {
  rotate: [],
  translate: ['x', 'y'],
  translateX: ['x'],
  translateY: ['y'],
  scale: ['scaleX', 'scaleY'],
  scaleX: ['scaleX'],
  scaleY: ['scaleY'],
  shear: ['shearX', 'shearY'],
  shearX: ['shearX'],
  shearY: ['shearY'],
}

/**
 * Ranges of the keys of each bone, curves included: two numbers for each bone, by field in the order x, y, scaleX,
 * scaleY, shearX, shearY.
 */
function keyedRanges(model: SkeletonModel): Ranges[] {
  const none = (): Ranges => {
    const ranges = new Float64Array(2 * model.bones.length).fill(Number.NEGATIVE_INFINITY)
    for (let i = 0; i < ranges.length; i += 2) ranges[i] = Number.POSITIVE_INFINITY
    return ranges
  }
  const found = { x: none(), y: none(), scaleX: none(), scaleY: none(), shearX: none(), shearY: none() }
  for (const timeline of timelinesOf(model, 'bone')) {
    const fields = FIELDS[timeline.property]
    for (let channel = 0; channel < fields.length; channel++)
      widen(found[fields[channel]], 2 * timeline.bone, timeline, timeline.channels, channel)
  }
  return [found.x, found.y, found.scaleX, found.scaleY, found.shearX, found.shearY]
}

/** Widens the range at `at` to a channel's curve, which stays between its keys and its handles. */
function widen(ranges: Float64Array, at: number, keys: CurveKeys, channels: number, channel: number): void {
  const { values, curves, handles, samples = [] } = keys
  let low = ranges[at]
  let high = ranges[at + 1]
  for (let i = channel; i < values.length; i += channels) {
    low = Math.min(low, values[i])
    high = Math.max(high, values[i])
  }
  if (handles)
    for (let key = 0; key < curves.length; key++) {
      if (curves[key] !== CURVE.bezier) continue
      const first = (key * channels + channel) * 4
      low = Math.min(low, handles[first + 1], handles[first + 3])
      high = Math.max(high, handles[first + 1], handles[first + 3])
    }
  samples.forEach((pairs, key) => {
    const value = key * channels + channel
    const from = values[value]
    const change = values[value + channels] - from
    for (let i = 1; pairs && i < pairs.length; i += 2) {
      low = Math.min(low, from + pairs[i] * change)
      high = Math.max(high, from + pairs[i] * change)
    }
  })
  ranges[at] = low
  ranges[at + 1] = high
}

/** Raises the bounds of all bones by their parents' bounds. */
function followChains({ bones }: SkeletonModel, own: Own, { size, inverse, reach }: Bounds): void {
  bones.forEach(({ parent, inherit }, i) => {
    const above = parent < 0 ? 1 : size[parent]
    // Other inherit modes remove the parent's scale, wholly or in part.
    const handed = inherit === 'normal' ? above : Math.max(1, above)
    size[i] = Math.max(size[i], own.size[i] * handed)
    inverse[i] = Math.max(inverse[i], own.inverse[i] * (parent < 0 ? 1 : inverse[parent]))
    reach[i] = Math.max(reach[i], parent < 0 ? own.reach[i] : reach[parent] + above * own.reach[i])
    if (Number.isNaN(size[i])) size[i] = Number.POSITIVE_INFINITY
    if (Number.isNaN(reach[i])) reach[i] = Number.POSITIVE_INFINITY
    if (Number.isNaN(inverse[i])) inverse[i] = Number.POSITIVE_INFINITY
  })
}

/** Greatest magnitude of each row of each constraint: setup and keys, curves included. */
function greatestRows(model: SkeletonModel, { kinds, models }: KindsOf): number[][] {
  const found = kinds.map((kind, index) => kind.setup(models[index]).map(Math.abs))
  const range = new Float64Array(2)
  for (const { timelines } of model.animations)
    for (const timeline of timelines) {
      if (!isConstraintTimeline(timeline) || timeline.constraint < 0) continue
      const { constraint, channels } = timeline
      const rows = found[constraint]
      for (const { field, channel, steps } of kinds[constraint].keys(timeline, models[constraint])) {
        if (steps !== null) {
          for (let key = 0; key < steps.length; key++)
            rows[field] = Math.max(rows[field], Math.abs(steps[key]))
          continue
        }
        range[0] = -rows[field]
        range[1] = rows[field]
        widen(range, 0, timeline, channels, channel)
        rows[field] = Math.max(-range[0], range[1])
      }
    }
  return found
}
