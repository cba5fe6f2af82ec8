/** Computes slot colours in the form that vertices have (premultiplied), and compares them with the last tick. */
import { LANES, SLOT, SLOT_FIELDS } from '../base/memory/lanes'
import { BLEND } from '../base/model/skeleton'
import { DARK_KIND } from '../rig/tables'
import { seatBase } from '../world/chunks/addresses'
import type { Chunk } from '../world/chunks/blocks'
import { colorStep, colorWord, darkWord, readFlash, readTint } from '../world/colors'
import { SKELETON_FLAG } from '../world/flags/bits'
import type { AnimationState } from '../world/state'
import { LOOK } from '../world/streams'
import { MOST_SLOT_NOTES, noteLooks } from './changes'
import { OFFSET_DARK, OFFSET_INFO, OFFSET_LIGHT, offsetWords } from './offsets'

/**
 * Packs a colour into four bytes, in the order r, g, b, a of memory.
 *
 * @param channels clamped to 0…1. An array, since fractions passed as arguments become garbage.
 */
export function packColor(channels: Float64Array): number {
  // Written out: a loop with variable shifts is slower.
  return (
    byteOf(channels, 0) |
    (byteOf(channels, 1) << 8) |
    (byteOf(channels, 2) << 16) |
    (byteOf(channels, 3) << 24)
  )
}

function byteOf(channels: Float64Array, channel: number): number {
  return (Math.min(Math.max(channels[channel], 0), 1) * 255 + 0.5) | 0
}

/**
 * Light colour of a slot: skeleton · slot · attachment, then the flash, premultiplied. Additive slots get an alpha of
 * 0, so that they blend like normal ones.
 */
export function lightColor(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
  attachment: number,
): number {
  const { arena, streams } = state
  const { channels, flash } = streams.pools
  const { f32 } = arena
  const { slots, attachments } = chunk.rig.source
  if (slots.dark[slot] === DARK_KIND.offset)
    return offsetWords(state, eid, chunk, base, slot, attachment)[OFFSET_LIGHT]
  const { color } = attachments
  const word = colorWord(state, eid, chunk, base, slot)
  const step = colorStep(chunk, slot)
  const own = 4 * attachment
  readTint(state, eid, channels)
  readFlash(state, eid, flash)
  const alpha = channels[3] * f32[word + 3 * step] * color[own + 3]
  channels[0] = (channels[0] * f32[word] * color[own] * flash[3] + flash[0]) * alpha
  channels[1] = (channels[1] * f32[word + step] * color[own + 1] * flash[3] + flash[1]) * alpha
  channels[2] = (channels[2] * f32[word + 2 * step] * color[own + 2] * flash[3] + flash[2]) * alpha
  channels[3] = slots.blend[slot] === BLEND.additive ? 0 : alpha
  return packColor(channels)
}

/**
 * Dark colour of a slot, then the flash, premultiplied by the full alpha; 0 for slots with one colour and no flash.
 * Additive slots have their alpha in the fourth byte: it is what they add to the alpha of a target.
 */
export function darkColor(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
  attachment: number,
): number {
  const { slots, attachments } = chunk.rig.source
  const kind = slots.dark[slot]
  const isAdditive = slots.blend[slot] === BLEND.additive
  if (kind === DARK_KIND.none && !isAdditive && state.skeletons.flash[eid] === 0) return 0
  if (kind === DARK_KIND.offset) return offsetWords(state, eid, chunk, base, slot, attachment)[OFFSET_DARK]
  const { arena, streams } = state
  const { channels, flash } = streams.pools
  const { f32 } = arena
  const word = darkWord(state, eid, chunk, base, slot)
  const step = colorStep(chunk, slot)
  const slotAlpha = f32[colorWord(state, eid, chunk, base, slot) + 3 * step]
  readTint(state, eid, channels)
  readFlash(state, eid, flash)
  const alpha = channels[3] * slotAlpha * attachments.color[4 * attachment + 3]
  for (let i = 0; i < 3; i++) {
    const dark = kind === DARK_KIND.none ? 0 : f32[word + i * step]
    channels[i] = (dark * flash[3] + flash[i]) * alpha
  }
  channels[3] = isAdditive ? alpha : 0
  return packColor(channels)
}

/** The upper half of `info`, beside the page: colour mode and signs. */
export function colorInfo(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
  attachment: number,
): number {
  if (chunk.rig.source.slots.dark[slot] !== DARK_KIND.offset) return 0
  return offsetWords(state, eid, chunk, base, slot, attachment)[OFFSET_INFO]
}

/** Compares the words of a slot with colour offsets with the noted ones, and notes them. @returns the changed parts. */
function compareOffsets(noted: Int32Array, at: number, words: Int32Array): number {
  let parts = 0
  for (let i = 0; i < 3; i++) {
    if (words[i] !== noted[at + i * LANES]) parts |= OFFSET_PARTS[i]
    noted[at + i * LANES] = words[i]
  }
  return parts
}

const OFFSET_PARTS = [LOOK.light, LOOK.dark, LOOK.textures] as const

const { shape, color, keyedColor } = SKELETON_FLAG

/**
 * Runs `compareColors` for the skeletons of a chunk in which nothing but keyed colours changed, while their rows are in
 * cache. `finishStreams` passes over them.
 */
export function compareChunkColors(state: AnimationState, chunk: Chunk): void {
  if (chunk.rig.source.rows.keyedColors.length > 0) compareColors(state, chunk, 0, chunk.used, true)
}

/**
 * Compares the keyed colours of drawn slots with the noted colours of the last tick, and notes the new ones.
 *
 * @param notes true: only seats from `first` to `end` in which nothing but colours may have changed; changes go to the
 *   look log. false: all these seats; the log stays as it is.
 */
export function compareColors(
  state: AnimationState,
  chunk: Chunk,
  first: number,
  end: number,
  notes: boolean,
): void {
  const { arena, streams } = state
  // All columns and fractions in locals, and `lightColor` written out: this runs for each keyed colour in each tick.
  const { f32, i32 } = arena
  const { flags } = state.pool.columns
  const { channels: tint, flash } = streams.pools
  const { attachments, rows, slots } = chunk.rig.source
  const { color: rowOf, keyedColors } = rows
  const { color: tints } = attachments
  const { blend, dark: darkOf } = slots
  const { owners } = chunk
  const { local, notedColors, slots: slotsAt } = chunk.layout
  const { length: keyed } = keyedColors
  if (keyed === 0) return
  for (let seat = first; seat < end; seat++) {
    const eid = i32[owners + seat]
    if (notes && (flags[eid] & (shape | color | keyedColor)) !== keyedColor) continue
    const base = seatBase(chunk, seat)
    readTint(state, eid, tint)
    const tintRed = tint[0]
    const tintGreen = tint[1]
    const tintBlue = tint[2]
    const tintAlpha = tint[3]
    readFlash(state, eid, flash)
    const flashRed = flash[0]
    const flashGreen = flash[1]
    const flashBlue = flash[2]
    const left = flash[3]
    let changed = 0
    let noted = 0
    let next = (base + notedColors) | 0
    for (let i = 0; i < keyed; i++) {
      const slot = keyedColors[i]
      const shade = next
      const dark = darkOf[slot]
      next = (next + (1 + dark) * LANES) | 0
      const row = (base + slotsAt + slot * SLOT_FIELDS * LANES) | 0
      if (i32[row + SLOT.VERTEX * LANES] < 0) continue
      const attachment = i32[row + SLOT.ATTACHMENT * LANES]
      if (dark === DARK_KIND.offset) {
        const parts = compareOffsets(i32, shade, offsetWords(state, eid, chunk, base, slot, attachment))
        changed |= parts
        if (parts !== 0 && notes && ++noted <= MOST_SLOT_NOTES) noteLooks(state, eid, parts, slot)
        continue
      }
      const own = (4 * attachment) | 0
      const word = (base + local + rowOf[slot] * LANES) | 0
      const full = tintAlpha * f32[(word + 3 * LANES) | 0] * tints[(own + 3) | 0]
      const r = (tintRed * f32[word] * tints[own] * left + flashRed) * full
      const g = (tintGreen * f32[(word + LANES) | 0] * tints[(own + 1) | 0] * left + flashGreen) * full
      const b = (tintBlue * f32[(word + 2 * LANES) | 0] * tints[(own + 2) | 0] * left + flashBlue) * full
      // The alpha of additive slots goes with their dark colour, as all alphas do in a flash.
      const darkens = left !== 1 || blend[slot] === BLEND.additive
      const light =
        (Math.min(Math.max(r, 0), 1) * 255 + 0.5) |
        (((Math.min(Math.max(g, 0), 1) * 255 + 0.5) | 0) << 8) |
        (((Math.min(Math.max(b, 0), 1) * 255 + 0.5) | 0) << 16) |
        (((Math.min(Math.max(full, 0), 1) * 255 + 0.5) | 0) << 24)
      let parts = light === i32[shade] ? 0 : darkens ? LOOK.light | LOOK.dark : LOOK.light
      i32[shade] = light
      if (dark !== DARK_KIND.none) {
        const shaded = darkColor(state, eid, chunk, base, slot, attachment)
        if (shaded !== i32[shade + LANES]) parts |= LOOK.dark
        i32[shade + LANES] = shaded
      }
      if (parts === 0) continue
      changed |= parts
      if (notes && ++noted <= MOST_SLOT_NOTES) noteLooks(state, eid, parts, slot)
    }
    if (noted > MOST_SLOT_NOTES) noteLooks(state, eid, changed)
    if (notes) flags[eid] &= ~keyedColor
  }
}
