/** IK constraints and their keys (dragonbones §3.6, §4.5, §12). */
import type { AimTimeline, TimelineModel } from '../../model/animation'
import { CURVE } from '../../model/animation'
import { type ObjectPlace, spend, warnAt } from '../spine/json/place'
import { eachItem } from '../spine/json/values'
import { BYTES_OF_A_KEY } from '../spine/shared/limits'
import { shown } from '../spine/shared/source-file'
import { type Context, unsupported } from './context'
import { tweenOf } from './timelines/easing'
import { framesOf, type Timing, timesOf } from './timelines/tracks'
import { looseFlag, looseInteger, looseList, looseNumber, looseText } from './values'

/** Constraints, in the order of the bones that they begin with: so are bones posed. */
export function readConstraints({ model, bones, constraints }: Context, armature: ObjectPlace): void {
  for (const [key, what] of [
    ['path', 'a path constraint'],
    ['physics', 'a physics constraint'],
    ['transform', 'a transform constraint'],
  ]) {
    const list = looseList(armature, key)
    if (list.value.length > 0) unsupported(list, undefined, what)
  }
  eachItem(looseList(armature, 'ik'), (at) => {
    const name = looseText(at, 'name', '')
    const bone = bones.get(looseText(at, 'bone', ''))
    const target = bones.get(looseText(at, 'target', ''))
    if (bone === undefined || target === undefined) {
      warnAt(
        at,
        undefined,
        'ignored-key',
        `IK constraint ${shown(name)} lacks its bone or its target: it is left out`,
      )
      return
    }
    const { parent } = model.bones[bone]
    model.constraints.push({
      type: 'aim',
      name,
      skinRequired: false,
      bones: looseInteger(at, 'chain', 0) > 0 && parent >= 0 ? [parent, bone] : [bone],
      target,
      weight: looseNumber(at, 'weight', 1),
      bend: looseFlag(at, 'bendPositive', true) ? 1 : -1,
    })
  })
  const rootOf = (index: number) => {
    const constraint = model.constraints[index]
    return constraint.type === 'aim' ? constraint.bones[0] : 0
  }
  const order = [...model.constraints.keys()].sort((a, b) => rootOf(a) - rootOf(b) || a - b)
  model.constraints = order.map((index) => model.constraints[index])
  model.constraints.forEach(({ name }, index) => {
    if (!constraints.has(name)) constraints.set(name, index)
  })
}

export function readConstraintKeys(
  context: Context,
  animation: ObjectPlace,
  timing: Timing,
  timelines: TimelineModel[],
): void {
  eachItem(looseList(animation, 'ik'), (entry) => readAim(context, entry, timing, timelines, 'weight'))
}

/** @param weightKey where keys have their weight; beside it, under `x` or `bendPositive`, stands which way they bend. */
export function readAim(
  context: Context,
  entry: ObjectPlace,
  timing: Timing,
  timelines: TimelineModel[],
  weightKey: 'weight' | 'y',
): void {
  const constraint = context.constraints.get(looseText(entry, 'name', ''))
  if (constraint === undefined) return
  const keys = framesOf(looseList(entry, 'frame'), timing.frames)
  if (keys.length === 0) return
  timelines.push(
    aimTimeline(
      entry,
      constraint,
      keys.map(({ position }) => position),
      keys.map(({ at, length }) => keys.length > 1 && tweenOf(context.easings, at, length) !== 'step'),
      keys.map(({ at }) => looseNumber(at, weightKey, 1)),
      keys.map(({ at }) =>
        weightKey === 'y' ? looseNumber(at, 'x', 1) > 0 : looseFlag(at, 'bendPositive', true),
      ),
      timing,
    ),
  )
}

/**
 * Values step at keys that tween; others leave what the last of those set, at first weight 0 and bend -1: so does the
 * reference (dragonbones §12.3).
 */
export function aimTimeline(
  at: ObjectPlace,
  constraint: number,
  positions: readonly number[],
  tweened: readonly boolean[],
  weights: readonly number[],
  bends: readonly boolean[],
  timing: Timing,
): AimTimeline {
  const { times, keys } = timesOf(at, positions, timing, false)
  spend(at, times.length * (BYTES_OF_A_KEY + 9))
  const values = new Float64Array(times.length)
  const bend = new Int8Array(times.length)
  let set = -1
  keys.forEach((key, i) => {
    if (tweened[key]) set = key
    values[i] = set < 0 ? 0 : Math.floor(100 * weights[set] + 0.5) / 100
    bend[i] = set >= 0 && bends[set] ? 1 : -1
  })
  const curves = new Uint8Array(times.length).fill(CURVE.stepped)
  return { type: 'aim', constraint, channels: 1, times, values, curves, handles: null, bend }
}
