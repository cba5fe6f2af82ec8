/** What limits an entry: its mask, and that it was heard already. */
import { keyInForce } from '../apply/frames'
import type { Mask } from '../rig/animation/mask'
import { isKeyed } from '../tracks/modes/keyed'
import type { Chunk } from '../world/chunks/blocks'
import { LAYER_FLAG, type LayerPlan } from '../world/layers'
import type { AnimationState } from '../world/state'

const { looped, overBefore, ranBefore } = LAYER_FLAG

/**
 * Whether a timeline that does more than bones' do is still heard: with one key until the clock has run, with several until
 * it is over.
 */
export function isActive({ playback }: AnimationState, row: number, several: boolean): boolean {
  return (playback.entries.flags[row] & (several ? overBefore : ranBefore)) === 0
}

/** Whether a key was not in force when the entry stepped last. In another loop the same one is reached anew. */
export function reachesKey(
  { playback }: AnimationState,
  row: number,
  times: Float32Array | Float64Array,
  key: number,
): boolean {
  const { animationLast: stepped, flags } = playback.entries
  if (stepped[row] < 0 || ((flags[row] & looped) !== 0 && times.length > 1)) return true
  return keyInForce(times, stepped, row) !== key
}

/** Whether an entry reads a timeline: its mask lets it through, and it goes by that clock. */
export function isRead(state: AnimationState, row: number, { clock }: LayerPlan, timeline: number): boolean {
  return clock[timeline] === state.playback.entries.clock[row] && isKeyed(state, row, timeline)
}

/** The mask that an entry is limited to. */
export function maskOf(state: AnimationState, chunk: Chunk, row: number): Mask | null {
  const { animation, mask: words } = state.playback.entries
  if (words[row] === 0) return null
  for (const { mask, words: byAnimation } of chunk.rig.masks.values())
    if (byAnimation[animation[row]] === words[row]) return mask
  return null
}
