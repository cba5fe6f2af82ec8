/** Slot colours of DragonBones, which multiply and then add, with signs: three words per vertex. */

import { BLEND } from '../base/model/skeleton'
import type { Chunk } from '../world/chunks/blocks'
import { colorStep, colorWord, darkWord, readFlash, readTint } from '../world/colors'
import type { AnimationState } from '../world/state'

/**
 * Bits of the mode in `info`: such colours; alpha is drawn as 0; from the third bit on, the number of times that
 * factors are halved.
 */
const OFFSETS = 1
const ADDITIVE = 2
const HALVED = 4
/** Factors from here on are halved seven times, the most that the bits can hold. */
const MOST_FACTOR = 128

/** Indices of the words of `offsetWords`. */
export const OFFSET_LIGHT = 0
export const OFFSET_DARK = 1
/** The upper half of `info`: mode and signs. */
export const OFFSET_INFO = 2

/**
 * The words of a slot's vertices: factors, not premultiplied; magnitudes of the offsets; mode and signs.
 *
 * @returns an array that each call overwrites.
 */
export function offsetWords(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
  attachment: number,
): Int32Array {
  const { arena, streams } = state
  const { f32 } = arena
  const { channels, flash, offsets } = streams.pools
  const { slots, attachments } = chunk.rig.source
  const word = colorWord(state, eid, chunk, base, slot)
  const added = darkWord(state, eid, chunk, base, slot)
  const step = colorStep(chunk, slot)
  readTint(state, eid, channels)
  readFlash(state, eid, flash)
  let most = 1
  for (let i = 0; i < 4; i++) {
    const factor = channels[i] * f32[word + i * step] * attachments.color[4 * attachment + i]
    most = Math.max(most, Math.abs(factor))
  }
  const halved = 32 - Math.clz32(Math.ceil(Math.min(most, MOST_FACTOR)) - 1)
  let mode = OFFSETS | (slots.blend[slot] === BLEND.additive ? ADDITIVE : 0) | (HALVED * halved)
  let light = 0
  let dark = 0
  for (let i = 0; i < 4; i++) {
    const tint = channels[i]
    const left = i < 3 ? flash[3] : 1
    const factor =
      (left * tint * f32[word + i * step] * attachments.color[4 * attachment + i]) / (1 << halved)
    const addend = left * tint * f32[added + i * step] + (i < 3 ? flash[i] : 0)
    light |= byteOf(factor) << (8 * i)
    dark |= byteOf(addend) << (8 * i)
    if (addend < 0) mode |= 1 << (8 + i)
    if (factor < 0) mode |= 1 << (12 + i)
  }
  offsets[OFFSET_LIGHT] = light
  offsets[OFFSET_DARK] = dark
  offsets[OFFSET_INFO] = mode << 16
  return offsets
}

/** The byte of a magnitude, clamped to 1. */
function byteOf(value: number): number {
  return (Math.min(Math.abs(value), 1) * 255 + 0.5) | 0
}
