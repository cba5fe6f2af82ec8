/** Notices writes to columns that were replaced when they grew: such writes are lost. */
import type { AnimationState } from '../world/state'

/** Ticks for which a replaced column is watched. */
const WATCHED_TICKS = 64
/** All columns are compared, so this is not done in every tick. */
const TICKS_BETWEEN_LOOKS = 8

/** Warns of columns that were written to after they were replaced, and forgets the others after some time. */
export function warnOfReplaced({ replaced, tick, warn }: AnimationState): void {
  if (tick.number % TICKS_BETWEEN_LOOKS !== 0) return
  for (let i = replaced.length - 1; i >= 0; i--) {
    const { name, column, copy, tick: since } = replaced[i]
    let same = 0
    while (same < copy.length && Object.is(column[same], copy[same])) same++
    if (same < copy.length) {
      const message = `entity ${same} was written to a column that growth has replaced`
      warn({
        code: 'stale-column',
        source: 'world',
        path: name,
        message,
      })
    }
    if (same < copy.length || tick.number - since > WATCHED_TICKS) replaced.splice(i, 1)
  }
}
