/** The limits of an entry's timelines: its mask, its clock, and the end of their keys. */
import type { Mask } from '../../../rig/animation/mask'
import { isKeyed } from '../../../tracks/entries/modes/keyed'
import type { Chunk } from '../../../world/chunks/blocks'
import { maskAt } from '../../../world/chunks/registry'
import type { AnimationState } from '../../../world/state'
import { type KeyedTargets, LAYER_FLAG } from './sampling/layers'

const { looped, overBefore, ranBefore } = LAYER_FLAG

/**
 * Returns whether timelines of an entry still act: with one key until its clock has run, with several until the entry
 * is over. Bone timelines always act.
 */
export function stillActs({ playback }: AnimationState, row: number, several: boolean): boolean {
  return (playback.layerEntries.flags[row] & (several ? overBefore : ranBefore)) === 0
}

/**
 * Returns the key in force, by the times of keys as float32s: a clock that reaches a frame has exactly that time
 * (`roundToKey`).
 */
export function keyReached(times: Float32Array | Float64Array, clock: Float64Array, at: number): number {
  let key = 0
  let last = times.length - 1
  while (key < last) {
    const middle = (key + last + 1) >> 1
    if (Math.fround(times[middle]) <= clock[at]) key = middle
    else last = middle - 1
  }
  return key
}

/** Returns whether a key came into force since the entry last stepped. A new loop reaches the same key again. */
export function reachesKey(
  { playback }: AnimationState,
  row: number,
  times: Float32Array | Float64Array,
  key: number,
): boolean {
  const { stepped, flags } = playback.layerEntries
  if (stepped[row] < 0 || ((flags[row] & looped) !== 0 && times.length > 1)) return true
  return keyReached(times, stepped, row) !== key
}

/** Returns whether an entry reads a timeline: the mask includes it, and it uses the entry's clock. */
export function isRead(
  state: AnimationState,
  row: number,
  { clock }: KeyedTargets,
  timeline: number,
): boolean {
  return clock[timeline] === state.playback.layerEntries.clock[row] && isKeyed(state, row, timeline)
}

/** Returns the mask of an entry; null if it has none. */
export function maskOf(state: AnimationState, chunk: Chunk, row: number): Mask | null {
  const { animation, mask } = state.playback.entries
  return maskAt(chunk.rig, mask[row], animation[row])
}
