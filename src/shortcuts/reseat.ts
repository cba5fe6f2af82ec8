/**
 * Long sleepers get blocks of their own: a block costs nearly the same whatever its occupancy, so a crowd in
 * which every other skeleton sleeps, anywhere, would cost all but as much as one that is awake.
 */
import { chunkAt, moveToSleepers, sitsAmongSleepers } from '../world/seats'
import type { AnimationState } from '../world/state'

/** Ticks without a pose after which a skeleton counts as a long sleeper. */
const IDLE_TICKS = 30
/** A search for them looks at this share of the living. */
const SHARE = 1 / 16
/** Most that change places in a tick, each way: two lanes are exchanged, a few kilobytes. */
export const MOST_MOVES = 128

/**
 * Looks at the next few of the living, and moves those who have not been posed for long. To be called when a
 * tick opens, before lanes are marked. What anybody computes does not depend on seats.
 */
export function separateSleepers(state: AnimationState): void {
  const { alive, blocks, skeletons, tick } = state
  const { chunk, seat, lastActive } = skeletons
  const looks = Math.ceil(alive.count * SHARE)
  let moves = 0
  for (let look = 0; look < looks && moves < MOST_MOVES; look++) {
    if (blocks.cursor >= alive.count) blocks.cursor = 0
    const eid = alive.ids[blocks.cursor++]
    if (tick.number - lastActive[eid] <= IDLE_TICKS) continue
    if (sitsAmongSleepers(chunkAt(blocks, chunk[eid]), seat[eid])) continue
    moveToSleepers(state, eid)
    moves++
  }
}
