import { VISIBILITY } from 'osteon/components'
import type { Crowd } from '../crowd'

/** Ticks in which everybody who is far away has a turn once. A power of two. */
export const ROUND = 8

/** Pixels of a unit below which nobody sees that steps of a whole round are taken at once. */
const DISTANT = 0.03

/**
 * Lists the live characters, and those that act in this tick: live ones, and those in sight, in every tick; others in turns, for a whole
 * round at once. @param zoom pixels of a unit.
 */
export function takeTurns(crowd: Crowd, zoom: number): void {
  const { acting, ids, live, turn, turns, world } = crowd
  const { Baked, Visibility } = world.components
  const isDistant = zoom < DISTANT
  let liveCount = 0
  let count = 0
  for (let i = 0; i < ids.length; i++) {
    const eid = ids[i]
    const isLive = Baked.table[eid] === 0
    if (isLive) live[liveCount++] = eid
    const always = isLive || (!isDistant && Visibility.level[eid] === VISIBILITY.full)
    if (!always && ((i + turn) & (ROUND - 1)) !== 0) continue
    turns[eid] = always ? 1 : ROUND
    acting[count++] = eid
  }
  crowd.liveCount = liveCount
  crowd.actingCount = count
}
