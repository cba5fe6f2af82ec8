/** Colours of slots that multiply and then add, with signs (DragonBones): three words a vertex. */

import { BLEND } from '../model/skeleton'
import type { Chunk } from '../world/chunks/blocks'
import { colorStep, colorWord, darkWord, readTint } from '../world/colors'
import type { AnimationState } from '../world/state'

/** Bits of the mode in `info`: colours are of this kind; alpha is drawn as 0; from the third on, how often factors are halved. */
const OFFSETS = 1
const ADDITIVE = 2
const HALVED = 4
/** Factors from here on are halved seven times, which is the most that the bits hold. */
const MOST_FACTOR = 128

/** Where `offsetWords` puts its words. */
export const OFFSET_LIGHT = 0
export const OFFSET_DARK = 1
/** The upper half of `info`: mode and signs. */
export const OFFSET_INFO = 2

/**
 * The words of a slot's vertices: factors, not premultiplied; magnitudes of what is added; mode and signs.
 *
 * @returns an array that is written anew by each call.
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
  const { channels, offsets } = streams.pools
  const { slots, attachments } = chunk.rig.rig
  const word = colorWord(state, eid, chunk, base, slot)
  const added = darkWord(state, eid, chunk, base, slot)
  const step = colorStep(chunk, slot)
  readTint(state, eid, channels)
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
    const factor = (tint * f32[word + i * step] * attachments.color[4 * attachment + i]) / (1 << halved)
    const addend = tint * f32[added + i * step]
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

/** Of a magnitude; what is above 1 is cut off. */
function byteOf(value: number): number {
  return (Math.min(Math.abs(value), 1) * 255 + 0.5) | 0
}
