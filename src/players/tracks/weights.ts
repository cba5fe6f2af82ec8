/** Weights of an entry that is mixed out. */
import { workAt } from '../../world/commands'
import { MODE, MODE_WEIGHT, MODE_WORDS, WORK_ALPHA, WORK_HOLD } from '../../world/playback'
import type { AnimationState } from '../../world/state'

/**
 * Writes the weights of timelines that fade and of those that are held to the command of an entry that is mixed out.
 *
 * @param row the entry; the `fraction` of the entry that replaces it, and of all newer ones, is known.
 * @param bases as 4.3 does: an interrupted mix goes on, and held timelines make up for the new entry's own alpha.
 */
export function weighEntry(state: AnimationState, row: number, bases: boolean): void {
  const { arena, playback } = state
  const { commands, entries, trackEntries } = playback
  const { f64: work } = arena
  const at = workAt(commands, row)
  const to = entries.newer[row]
  const mix = trackEntries.fraction[to]
  if (!bases) {
    work[at + WORK_HOLD] = entries.alpha[row] * trackEntries.interruptAlpha[to]
    work[at + WORK_ALPHA] = work[at + WORK_HOLD] * (1 - mix)
    return
  }
  const full = entries.older[row] >= 0 ? entries.alpha[row] * trackEntries.fraction[row] : entries.alpha[row]
  const rest = 1 - mix * entries.alpha[to]
  work[at + WORK_ALPHA] = full * (1 - mix)
  work[at + WORK_HOLD] = rest > 0 ? work[at + WORK_ALPHA] / rest : full
}

/**
 * Writes the weights of timelines that are held until a newer entry is mixed in, and sums up all of the entry's
 * weights: an entry that weighs nothing leaves the chain. The weights of its command are known.
 *
 * @param bases as for `weighEntry`.
 */
export function sumWeights({ arena, playback }: AnimationState, row: number, bases: boolean): void {
  const { commands, entries, trackEntries } = playback
  const { f64: work } = arena
  const at = workAt(commands, row)
  const hold = work[at + WORK_HOLD]
  let total =
    (trackEntries.fading[row] - trackEntries.skipped[row]) * work[at + WORK_ALPHA] +
    trackEntries.holding[row] * hold
  if (trackEntries.mixing[row] > 0) {
    const first = entries.modes[row]
    const end = first + entries.modeCount[row] * MODE_WORDS
    for (let own = first; own < end; own += MODE_WORDS) {
      const mode = arena.i32[own]
      if ((mode & MODE.own) === 0) continue
      const newer = mode >> MODE.bits
      const weight = hold * (1 - trackEntries.fraction[newer])
      arena.f32[own + MODE_WEIGHT] = weight
      // Up to 4.2 a mix of no length that has not advanced yet is 0 / 0: no weight, and yet no sum of 0.
      const isUnknown = !bases && trackEntries.mixDuration[newer] === 0 && trackEntries.mixTime[newer] === 0
      total += isUnknown ? 1 : weight
    }
  }
  trackEntries.totalAlpha[row] = total
}
