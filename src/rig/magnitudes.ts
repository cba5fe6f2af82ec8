/**
 * Which bones may get so far, or become so large, that their numbers overflow: found out once, so that other bones need
 * not be looked at in a tick.
 *
 * Bounds hold for all poses that a file can lead to: setup, keys and curves, mixed with weights of 0…1. Where none is
 * known a bone counts as boundless, and so does whatever hangs on it or follows it.
 */
import { CURVE, type CurveKeys } from '../model/animation'
import type { SkeletonModel } from '../model/skeleton'
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

/** Of each bone under its parent. */
function ownBounds(model: SkeletonModel): Own {
  const { bones } = model
  const x = keyed(model, ['translate', 'translateX'], 0)
  const y = keyed(model, ['translate', 'translateY'], 1)
  const scaleX = keyed(model, ['scale', 'scaleX'], 0)
  const scaleY = keyed(model, ['scale', 'scaleY'], 1)
  const shearX = keyed(model, ['shear', 'shearX'], 0)
  const shearY = keyed(model, ['shear', 'shearY'], 1)
  const keyedModes = new Set(timelinesOf(model, 'inherit').map(({ bone }) => bone))
  const own: Own = {
    size: new Float64Array(bones.length),
    inverse: new Float64Array(bones.length),
    reach: new Float64Array(bones.length),
  }
  bones.forEach((bone, i) => {
    const [leastX, mostX] = factors(bone.scaleX, scaleX.get(i))
    const [leastY, mostY] = factors(bone.scaleY, scaleY.get(i))
    const sheared = bone.shearX !== 0 || bone.shearY !== 0 || shearX.has(i) || shearY.has(i)
    const plain = (bone.parent < 0 || bone.inherit === 'normal') && !keyedModes.has(i)
    own.size[i] = sheared ? Math.hypot(mostX, mostY) : Math.max(mostX, mostY)
    own.inverse[i] = plain && !sheared ? 1 / Math.min(leastX, leastY) : Number.POSITIVE_INFINITY
    own.reach[i] = Math.hypot(added(bone.x, x.get(i)), added(bone.y, y.get(i)))
  })
  return own
}

type Interval = readonly [least: number, most: number]

/** Least and greatest magnitude of a setup value that is multiplied by keys. */
function factors(setup: number, keys: Interval = [1, 1]): Interval {
  const least = Math.min(1, keys[0])
  const most = Math.max(1, keys[1])
  const through = least <= 0 ? 0 : least
  return [Math.abs(setup) * through, Math.abs(setup) * Math.max(-least, most)]
}

/** Greatest magnitude of a setup value that keys are added to. */
function added(setup: number, keys: Interval = [0, 0]): number {
  return Math.abs(setup) + Math.max(-keys[0], keys[1], 0)
}

/** What timelines of these names key, curves included, by bone. @param channel of a timeline of two. */
function keyed(model: SkeletonModel, names: readonly string[], channel: number): Map<number, Interval> {
  const found = new Map<number, Interval>()
  for (const timeline of timelinesOf(model, 'bone')) {
    if (!names.includes(timeline.property)) continue
    const { channels, bone } = timeline
    const known = found.get(bone) ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    found.set(bone, widened(known, timeline, channels, channels === 1 ? 0 : channel))
  }
  return found
}

/** A curve stays between its keys and its handles. */
function widened([least, most]: Interval, keys: CurveKeys, channels: number, channel: number): Interval {
  const { values, curves, handles, samples = [] } = keys
  let low = least
  let high = most
  for (let i = channel; i < values.length; i += channels) {
    low = Math.min(low, values[i])
    high = Math.max(high, values[i])
  }
  if (handles)
    for (let key = 0; key < curves.length; key++) {
      if (curves[key] !== CURVE.bezier) continue
      const at = (key * channels + channel) * 4
      low = Math.min(low, handles[at + 1], handles[at + 3])
      high = Math.max(high, handles[at + 1], handles[at + 3])
    }
  samples.forEach((pairs, key) => {
    const at = key * channels + channel
    const from = values[at]
    const change = values[at + channels] - from
    for (let i = 1; pairs && i < pairs.length; i += 2) {
      low = Math.min(low, from + pairs[i] * change)
      high = Math.max(high, from + pairs[i] * change)
    }
  })
  return [low, high]
}

/** Raises the bounds of all bones to what their parents' lead to. */
function followChains({ bones }: SkeletonModel, own: Own, { size, inverse, reach }: Bounds): void {
  bones.forEach(({ parent, inherit }, i) => {
    const above = parent < 0 ? 1 : size[parent]
    // Other modes take some of the parent's scale away, or all.
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
        const [low, high] = widened([-rows[field], rows[field]], timeline, channels, channel)
        rows[field] = Math.max(-low, high)
      }
    }
  return found
}
