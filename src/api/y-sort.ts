/** Sorts drawables by their y. */

import { OsteonError, refuseUnknown } from '../base/errors'
import { heardCall, isHeard } from '../world/calls'
import { stateOf } from '../world/state-of'
import type { AnimationWorld, SortKeyColumns, TransformColumns } from '../world/world-type'

/** How `sortByY` sorts. */
export interface SortOptions {
  /** Multiplies −y; a negative value reverses the order. @default 1 */
  scale?: number
}

// A literal as the default would make an object in every tick.
const ABSENT: SortOptions = {}
const OPTIONS = ['scale']
/** A fraction as an argument could become garbage. */
const SCALE = new Float64Array(1)

/**
 * Sorts all drawables by their places: `SortKey.value` = `SortKey.bias` − y, so that lower ones on the screen are drawn
 * over higher ones. Call it in each tick, before `timelineSampling` or `runPipeline`. It writes the column of every
 * drawable, with or without the component. Without it the value is 0 again when the drawable is removed.
 *
 * A key from another source stays: `set(SortKey, { value })`, `sortKey` of a spawning function, the
 * host's key that a follower takes, or a value in the column that differs from the last one written by this function.
 * To have such an entity sorted again, remove the component, or write `SortKey.sorted[eid] = SortKey.value[eid]`. The
 * key also stays if y is NaN.
 *
 * @throws OsteonError `not-finite`, `bad-option`; everything stays as it was.
 */
export function sortByY(world: AnimationWorld, options: SortOptions = ABSENT): void {
  if (isHeard(world)) return void heardCall('sortByY', sortByY, world, options)
  const { alive, joins, tick } = stateOf(world)
  refuseUnknown(options, OPTIONS, 'sortByY')
  const { scale = 1 } = options
  if (!Number.isFinite(scale))
    throw new OsteonError('not-finite', 'sortByY', 'scale', `expected a finite number, got ${scale}`)
  const { SortKey, Transform } = world.components
  for (let i = 0; i < alive.count; i++) sortEntity(SortKey, Transform, alive.ids[i], scale)
  // Iterating a set would create an iterator, which is garbage.
  if (tick.pending.size > 0) for (const eid of tick.pending) sortEntity(SortKey, Transform, eid, scale)
  SCALE[0] = scale
  for (const sortJoined of joins.sortByY) sortJoined(SCALE)
}

export function sortEntity(
  { bias, sorted, value }: SortKeyColumns,
  { y }: TransformColumns,
  eid: number,
  scale: number,
): void {
  if (value[eid] !== sorted[eid] || Number.isNaN(y[eid])) return
  value[eid] = bias[eid] - scale * y[eid]
  sorted[eid] = value[eid]
}
