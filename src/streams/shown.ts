/**
 * Finds which attachments of a skeleton are shown, with frames of sequences and pages, and which slots a clipping
 * attachment clips.
 */
import { LANES, SLOT, slotRow } from '../base/memory/lanes'
import { BLEND } from '../base/model/skeleton'
import { ATTACHMENT_KIND, type AttachmentTable } from '../rig/attachments/table'
import type { Chunk } from '../world/chunks/blocks'
import { orderBase, slotAt } from '../world/chunks/shown-order'

/** Word index of a slot's first row. @param base word index of the lane's row 0 in its block. */
export function slotRows(chunk: Chunk, base: number, slot: number): number {
  return slotRow(base + chunk.layout.shownSlots, slot)
}

/** Number of the shown region or mesh of a slot; -1 = it has none, or its bone is inactive. */
export function shownAttachment(i32: Int32Array, chunk: Chunk, base: number, slot: number): number {
  const attachment = i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  if (attachment < 0) return -1
  const { attachments } = chunk.rig.source
  return attachments.kind[attachment] <= ATTACHMENT_KIND.mesh && isSlotActive(chunk, slot) ? attachment : -1
}

export function isSlotActive(chunk: Chunk, slot: number): boolean {
  return chunk.program.program.activeBones[chunk.rig.source.slots.bone[slot]] !== 0
}

/** The shown frame of a sequence. -1 means the setup frame; numbers past the end mean the last frame. */
export function shownFrame(table: AttachmentTable, attachment: number, sequence: number): number {
  return sequence < 0 ? table.setupFrame[attachment] : Math.min(sequence, table.frames[attachment] - 1)
}

/** The world's page number of a frame of an attachment's sequence. */
export function pageOf(chunk: Chunk, attachment: number, frame: number): number {
  const { page, pageStart } = chunk.rig.source.attachments
  return chunk.rig.pages[page[pageStart[attachment] + frame]]
}

/** With premultiplied colours, additive blending is normal blending with an alpha of 0. */
export function blendState(blend: number): number {
  return blend === BLEND.additive ? BLEND.normal : blend
}

/**
 * Walks the draw order, and notes for each slot the slot whose clipping attachment clips it, or -1. Only drawn slots
 * count. Clips do not nest. The end slot itself is clipped.
 *
 * @returns whether any clip starts.
 */
export function markClips(i32: Int32Array, chunk: Chunk, base: number, clippedBy: Int32Array): boolean {
  const { slots, attachments, maths } = chunk.rig.source
  const { kind, clipEnd } = attachments
  const order = orderBase(chunk, base)
  let clip = -1
  let end = -1
  let any = false
  for (let place = 0; place < slots.count; place++) {
    const slot = slotAt(i32, order, place)
    const attachment = i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
    const isClip =
      attachment >= 0 && kind[attachment] === ATTACHMENT_KIND.clipping && isSlotActive(chunk, slot)
    if (isClip) {
      // Before 4.3 a slot that holds a clip does not end the one that is on.
      if (slot === end && maths.clipsEndClips) clip = -1
      if (clip < 0) {
        clip = slot
        end = clipEnd[attachment]
        any = true
      }
      // For objects that the slot holds: they are drawn once the clip is in force.
      clippedBy[slot] = clip
      continue
    }
    clippedBy[slot] = clip
    if (clip >= 0 && slot === end) clip = -1
  }
  return any
}
