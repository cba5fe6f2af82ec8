import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { stateOf } from '../world/state-of'

/** How `sortByY` sorts. */
export interface SortOptions {
  /** Multiplies −y; negative sorts the other way round. @default 1 */
  scale?: number
}

// In every tick: a literal as the default would be an object a call.
const ABSENT: SortOptions = {}

/**
 * Sorts everything that is drawn by where it stands: `SortKey.value` = −y, so that what is lower on the
 * screen is drawn over what is higher. Call it in each tick, before `timelineSampling` or `runPipeline`. It
 * writes the column of every skeleton and sprite, with or without the component. Without it the value is 0 again when the
 * skeleton or sprite is removed.
 *
 * @throws OsteonError `not-finite`; nothing has changed then.
 */
export function sortByY(world: AnimationWorld, options: SortOptions = ABSENT): void {
  const { scale = 1 } = options
  if (!Number.isFinite(scale))
    throw new OsteonError('not-finite', 'sortByY', 'scale', `expected a finite number, got ${scale}`)
  const { alive, sprites, tick } = stateOf(world)
  const { value } = world.components.SortKey
  const { y } = world.components.Transform
  for (let i = 0; i < alive.count; i++) value[alive.ids[i]] = -scale * y[alive.ids[i]]
  // Going through a set makes an iterator, that is, garbage.
  if (tick.pending.size > 0) for (const eid of tick.pending) value[eid] = -scale * y[eid]
  const { entity } = sprites.rows
  for (let i = 0; i < sprites.alive.count; i++) {
    const eid = entity[sprites.alive.ids[i]]
    if (eid !== 0) value[eid] = -scale * y[eid]
  }
  if (sprites.pending.size > 0) for (const eid of sprites.pending) value[eid] = -scale * y[eid]
}
