/** Slot colours as vertices carry them (spine-pose §11.1, premultiplied). */
import { LANES, SLOT_ATTACHMENT, SLOT_VERTEX } from '../memory/lanes'
import { BLEND } from '../model/skeleton'
import type { Chunk } from '../world/blocks'
import { colorStep, colorWord, darkWord } from '../world/colors'
import { seatBase } from '../world/seats'
import type { AnimationState } from '../world/state'
import { LOOK } from '../world/streams'
import { MOST_SLOT_NOTES, noteLooks } from './changes'
import { slotRows } from './shown'

/**
 * Four bytes in the order r, g, b, a of memory.
 *
 * @param channels 0…1; what is outside is cut off. An array, since fractions that are handed from function
 *   to function are garbage.
 */
export function packColor(channels: Float64Array): number {
  let packed = 0
  for (let i = 0; i < 4; i++) {
    const value = channels[i]
    if (value >= 1) packed |= 255 << (8 * i)
    else if (value > 0) packed |= Math.floor(value * 255 + 0.5) << (8 * i)
  }
  return packed
}

/**
 * Light colour of a slot: skeleton · slot · attachment, premultiplied. Additive slots have an alpha of 0,
 * so that they blend like normal ones.
 */
export function lightColor(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
  attachment: number,
): number {
  const { arena, skeletons, streams } = state
  const { channels } = streams.pools
  const { f32 } = arena
  const { slots, attachments } = chunk.rig.rig
  const { color } = attachments
  const word = colorWord(state, eid, chunk, base, slot)
  const step = colorStep(chunk, slot)
  const own = 4 * attachment
  const alpha = skeletons.alpha[eid] * f32[word + 3 * step] * color[own + 3]
  channels[0] = skeletons.red[eid] * f32[word] * color[own] * alpha
  channels[1] = skeletons.green[eid] * f32[word + step] * color[own + 1] * alpha
  channels[2] = skeletons.blue[eid] * f32[word + 2 * step] * color[own + 2] * alpha
  channels[3] = slots.blend[slot] === BLEND.additive ? 0 : alpha
  return packColor(channels)
}

/** Dark colour of a slot, premultiplied by the full alpha; 0 for slots with one colour. */
export function darkColor(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
  attachment: number,
): number {
  const { slots, attachments } = chunk.rig.rig
  if (slots.dark[slot] === 0) return 0
  const { arena, skeletons, streams } = state
  const { channels } = streams.pools
  const { f32 } = arena
  const word = darkWord(state, eid, chunk, base, slot)
  const step = colorStep(chunk, slot)
  const slotAlpha = f32[colorWord(state, eid, chunk, base, slot) + 3 * step]
  const alpha = skeletons.alpha[eid] * slotAlpha * attachments.color[4 * attachment + 3]
  for (let i = 0; i < 3; i++) channels[i] = f32[word + i * step] * alpha
  channels[3] = 0
  return packColor(channels)
}

/**
 * Compares the colours that animations key with those of last time, on slots that are drawn, and keeps them for
 * the next time.
 *
 * @param notes whether those that differ are noted.
 */
export function compareColors(state: AnimationState, eid: number, chunk: Chunk, notes: boolean): void {
  const { arena, skeletons } = state
  const { i32 } = arena
  const { keyedColors } = chunk.rig.rig.rows
  const base = seatBase(chunk, skeletons.seat[eid])
  let changed = 0
  let noted = 0
  for (let i = 0; i < keyedColors.length; i++) {
    const slot = keyedColors[i]
    const rows = slotRows(chunk, base, slot)
    if (i32[rows + SLOT_VERTEX * LANES] < 0) continue
    const attachment = i32[rows + SLOT_ATTACHMENT * LANES]
    const light = lightColor(state, eid, chunk, base, slot, attachment)
    const dark = darkColor(state, eid, chunk, base, slot, attachment)
    const shade = base + chunk.layout.shades + 2 * i * LANES
    const parts = (light !== i32[shade] ? LOOK.light : 0) | (dark !== i32[shade + LANES] ? LOOK.dark : 0)
    if (parts === 0) continue
    i32[shade] = light
    i32[shade + LANES] = dark
    changed |= parts
    if (notes && ++noted <= MOST_SLOT_NOTES) noteLooks(state, eid, parts, slot)
  }
  if (noted > MOST_SLOT_NOTES) noteLooks(state, eid, changed)
}
