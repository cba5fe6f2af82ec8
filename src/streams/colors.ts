/** Slot colours as the streams hold them (spine-pose §11.1, premultiplied). */
import { LANES, SLOT_ATTACHMENT, SLOT_DARK, SLOT_LIGHT, SLOT_VERTEX } from '../memory/lanes'
import { BLEND } from '../model/skeleton'
import type { Chunk } from '../world/blocks'
import { seatBase } from '../world/seats'
import type { AnimationState } from '../world/state'
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
  const { slots, rows, attachments } = chunk.rig.rig
  const { color } = attachments
  const row = base + chunk.layout.local + rows.color[slot] * LANES
  const own = 4 * attachment
  const alpha = skeletons.alpha[eid] * f32[row + 3 * LANES] * color[own + 3]
  channels[0] = skeletons.red[eid] * f32[row] * color[own] * alpha
  channels[1] = skeletons.green[eid] * f32[row + LANES] * color[own + 1] * alpha
  channels[2] = skeletons.blue[eid] * f32[row + 2 * LANES] * color[own + 2] * alpha
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
  const { rows, attachments } = chunk.rig.rig
  if (rows.dark[slot] < 0) return 0
  const { arena, skeletons, streams } = state
  const { channels } = streams.pools
  const { f32 } = arena
  const local = base + chunk.layout.local
  const row = local + rows.dark[slot] * LANES
  const slotAlpha = f32[local + (rows.color[slot] + 3) * LANES]
  const alpha = skeletons.alpha[eid] * slotAlpha * attachments.color[4 * attachment + 3]
  for (let i = 0; i < 3; i++) channels[i] = f32[row + i * LANES] * alpha
  channels[3] = 0
  return packColor(channels)
}

/** Writes the colours of a skeleton's retained vertices: of all slots, or of those whose colours changed. */
export function writeColors(state: AnimationState, eid: number, chunk: Chunk, all: boolean): void {
  const { arena, skeletons, streams } = state
  const { i32 } = arena
  const { changes, pools } = streams
  const { slots, attachments } = chunk.rig.rig
  const base = seatBase(chunk, skeletons.seat[eid])
  const start = skeletons.vertexStart[eid]
  for (let slot = 0; slot < slots.count; slot++) {
    const rows = slotRows(chunk, base, slot)
    const vertex = i32[rows + SLOT_VERTEX * LANES]
    if (vertex < 0) continue
    const attachment = i32[rows + SLOT_ATTACHMENT * LANES]
    const light = lightColor(state, eid, chunk, base, slot, attachment)
    const dark = darkColor(state, eid, chunk, base, slot, attachment)
    if (!all && light === i32[rows + SLOT_LIGHT * LANES] && dark === i32[rows + SLOT_DARK * LANES]) continue
    i32[rows + SLOT_LIGHT * LANES] = light
    i32[rows + SLOT_DARK * LANES] = dark
    const from = start + vertex
    const to = from + attachments.vertices[attachment]
    i32.fill(light, pools.words.light + from, pools.words.light + to)
    i32.fill(dark, pools.words.dark + from, pools.words.dark + to)
    changes.colorsFrom = Math.min(changes.colorsFrom, from)
    changes.colorsTo = Math.max(changes.colorsTo, to)
  }
}
