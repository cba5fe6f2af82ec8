/** Computes the weights of an entry that is mixed out. */
import { workAt } from '../../world/commands'
import { MODE, MODE_WEIGHT, MODE_WORDS, WORK } from '../../world/playback'
import type { AnimationState } from '../../world/state'

/**
 * Writes two weights to the command of an entry that is mixed out: of fading and of held timelines.
 *
 * @param row the entry. The `fraction` of all newer entries is already known.
 * @param bases the rules of 4.3: an interrupted mix goes on, and held timelines compensate for the new entry's own
 *   alpha.
 */
export function weighEntry(state: AnimationState, row: number, bases: boolean): void {
  const { arena, playback } = state
  const { commands, entries, trackEntries } = playback
  const { f64: work } = arena
  const at = workAt(commands, row)
  const to = entries.newer[row]
  const mix = trackEntries.fraction[to]
  if (!bases) {
    work[at + WORK.HOLD] = entries.alpha[row] * trackEntries.interruptAlpha[to]
    work[at + WORK.ALPHA] = work[at + WORK.HOLD] * (1 - mix)
    return
  }
  const full = entries.older[row] >= 0 ? entries.alpha[row] * trackEntries.fraction[row] : entries.alpha[row]
  const rest = 1 - mix * entries.alpha[to]
  work[at + WORK.ALPHA] = full * (1 - mix)
  work[at + WORK.HOLD] = rest > 0 ? work[at + WORK.ALPHA] / rest : full
}

/**
 * Writes the weights of timelines that are held until a newer entry is mixed in, and adds up all weights of the entry.
 * An entry with a sum of 0 leaves the chain. The weights of its command are already known.
 *
 * @param bases as for `weighEntry`.
 */
export function sumWeights({ arena, playback }: AnimationState, row: number, bases: boolean): void {
  const { commands, entries, trackEntries } = playback
  const { f64: work } = arena
  const at = workAt(commands, row)
  const hold = work[at + WORK.HOLD]
  let total =
    (trackEntries.fading[row] - trackEntries.skipped[row]) * work[at + WORK.ALPHA] +
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
      // Up to 4.2 a mix without length that has not advanced, or went back, is divided by 0: its weight is 0, but the
      // sum must not be.
      const isUnknown = !bases && trackEntries.mixDuration[newer] === 0 && trackEntries.mixTime[newer] <= 0
      total += isUnknown ? 1 : weight
    }
  }
  trackEntries.totalAlpha[row] = total
}
