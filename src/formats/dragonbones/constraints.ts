/** Reads IK constraints and their keys. */
import type { AimTimeline, TimelineModel } from '../../base/model/animation'
import { CURVE } from '../../base/model/animation'
import { BYTES_OF_A_KEY } from '../shared/limits'
import { type ObjectPlace, spend, warnAt } from '../shared/place'
import { shown } from '../shared/source-file'
import { eachItem } from '../shared/values'
import { type Context, unsupported } from './context'
import { readGuides } from './paths'
import { tweenOf } from './timelines/easing'
import { clockOf, framesOf, type Timing, timesOf } from './timelines/tracks'
import { looseFlag, looseInteger, looseList, looseNumber, looseText } from './values'

/** Reads constraints in the order of their first bones, which is the order in which they are solved. */
export function readConstraints(context: Context, armature: ObjectPlace): void {
  const { model, bones, constraints, surfaces } = context
  for (const [key, what] of [
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
    const chain = looseInteger(at, 'chain', 0) > 0 && parent >= 0 ? [parent, bone] : [bone]
    if (chain.some((one) => surfaces.has(one))) unsupported(at, 'bone', 'a surface that IK turns')
    model.constraints.push({
      type: 'aim',
      name,
      skinRequired: false,
      bones: chain,
      target,
      weight: looseNumber(at, 'weight', 1),
      bend: looseFlag(at, 'bendPositive', true) ? 1 : -1,
    })
  })
  model.constraints.push(...readGuides(context, armature), ...surfaces.values())
  const rootOf = (index: number) => {
    const constraint = model.constraints[index]
    if (constraint.type === 'surface') return constraint.bone
    return constraint.type === 'aim' || constraint.type === 'guide' ? constraint.bones[0] : 0
  }
  const order = [...model.constraints.keys()].sort((a, b) => rootOf(a) - rootOf(b) || a - b)
  model.constraints = order.map((index) => model.constraints[index])
  model.constraints.forEach(({ name, type }, index) => {
    if (type === 'aim' && !constraints.has(name)) constraints.set(name, index)
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

/**
 * Reads a constraint. @param weightKey the key of the weight. The direction of bending is next to it, under `x` or
 * `bendPositive`.
 */
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
 * Makes the keys step. A key that does not tween keeps the values of the last one that did, which start at weight 0 and
 * bend -1, as in the official runtime.
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
  const { clock } = clockOf(at, timing, { positions })
  return { type: 'aim', constraint, channels: 1, times, values, curves, handles: null, bend, clock }
}
