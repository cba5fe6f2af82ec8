/**
 * Moves long sleepers into blocks of their own. A block costs nearly the same with one skeleton as with four. So a
 * scene in which every other skeleton sleeps would cost nearly as much as one that is fully awake.
 */
import { chunkAt } from '../../world/chunks/blocks'
import { moveToSleepers, sitsAmongSleepers } from '../../world/chunks/seats'
import type { AnimationState } from '../../world/state'

/** A skeleton that was not mixed, solved or skinned for more ticks than this counts as a long sleeper. */
const IDLE_TICKS = 30
/** Share of all skeletons that a tick examines. */
const SHARE = 1 / 16
/** Most skeletons that change seats in a tick, each way: an exchange of two lanes copies a few kilobytes. */
export const MOST_MOVES = 128

/**
 * Examines the next few skeletons and moves the long sleepers among them. Call it when a tick opens, before lanes are
 * marked. No result depends on seats.
 */
export function separateSleepers(state: AnimationState): void {
  const { alive, blocks, skeletons, tick } = state
  const { chunk, seat, lastMarked } = skeletons
  const tries = Math.ceil(alive.count * SHARE)
  let moves = 0
  for (let i = 0; i < tries && moves < MOST_MOVES; i++) {
    if (blocks.cursor >= alive.count) blocks.cursor = 0
    const eid = alive.ids[blocks.cursor++]
    if (tick.number - lastMarked[eid] <= IDLE_TICKS) continue
    if (sitsAmongSleepers(chunkAt(blocks, chunk[eid]), seat[eid])) continue
    moveToSleepers(state, eid)
    moves++
  }
}
