/**
 * The ranging step: skeletons that show something else than before get ranges that fit. The only place of
 * `skinning` where the arena may grow.
 */
import { LANES, SLOT_ATTACHMENT, SLOT_CLIPPED, SLOT_VERTEX } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import { chunkAt, seatBase } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { growLookLog } from './changes'
import { growStreams } from './memory'
import { fitsRange, giveRange, rangeRoom, takeRange } from './ranges'
import { markClips, pageOf, shownAttachment, slotRows } from './shown'
import { noteStale } from './stale'

const { shape, filled, order, frame, clipping } = SKELETON_FLAG

/** Leaves the flags set for `finishStreams`. */
export function rangeStreams(state: AnimationState): void {
  const { awake, arena, skeletons, streams } = state
  const { flags } = skeletons
  let any = false
  for (let i = 0; i < awake.count; i++) {
    if ((flags[awake.ids[i]] & (shape | order | frame)) === 0) continue
    measure(state, awake.ids[i])
    any = true
  }
  if (!any) return
  growStreams(arena, streams)
  growLookLog(state)
}

/** Finds out what the skeleton shows, and gives it a range. Allocates nothing in the arena. */
function measure(state: AnimationState, eid: number): void {
  const { arena, skeletons, streams } = state
  const { pools } = streams
  const { i32 } = arena
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const slots = chunk.rig.rig.slots.count
  if (pools.clippedBy.length < slots) pools.clippedBy = new Int32Array(2 * slots)

  let flags = skeletons.flags[eid]
  if ((flags & filled) !== 0 && !isTrimFor(i32, chunk, base)) chunk.trim = 0
  const clips = markClips(i32, chunk, base, pools.clippedBy)
  const clipped = clips || (flags & clipping) !== 0
  // Which slots are clipped depends on their order.
  if ((flags & order) !== 0 && clipped) flags |= shape
  if (clipped) pools.tailStale = true
  // The tail is made when all chunks are done.
  if (clips) chunk.rig.keepsWorld = true
  if ((flags & shape) !== 0) {
    flags = (clips ? flags | clipping : flags & ~clipping) & ~filled
    if (!clips) skeletons.tailRuns[eid] = skeletons.tailIndices[eid] = skeletons.splices[eid] = 0
    placeVertices(state, eid, chunk, base)
  }
  skeletons.flags[eid] = flags
  if ((flags & (shape | order)) !== 0 || turnsPages(i32, chunk, base)) noteStale(state, eid, true)
}

/** Whether the chunk's program has what hangs on the slots that the skeleton fills. */
function isTrimFor(i32: Int32Array, chunk: Chunk, base: number): boolean {
  const { rig, trims } = chunk.program
  for (const { slots, words } of trims) {
    if (words !== chunk.trim) continue
    for (let slot = 0; slot < rig.rig.slots.count; slot++)
      if ((slots[slot >> 5] & (1 << (slot & 31))) === 0)
        if (i32[slotRows(chunk, base, slot) + SLOT_ATTACHMENT * LANES] >= 0) return false
  }
  return true
}

/** Numbers the vertices of what is drawn and not clipped, slot by slot, so that the order moves none. */
function placeVertices(state: AnimationState, eid: number, chunk: Chunk, base: number): void {
  const { skeletons, streams } = state
  const { pools } = streams
  const { i32 } = state.arena
  const { slots, attachments } = chunk.rig.rig
  let vertices = 0
  let indices = 0
  for (let slot = 0; slot < slots.count; slot++) {
    const attachment = shownAttachment(i32, chunk, base, slot)
    const rows = slotRows(chunk, base, slot)
    if (chunk.program.stale[attachment] === 1) chunk.rig.keepsWorld = true
    const clipped = attachment >= 0 && pools.clippedBy[slot] >= 0
    i32[rows + SLOT_VERTEX * LANES] = clipped ? SLOT_CLIPPED : -1
    if (attachment < 0 || clipped) continue
    i32[rows + SLOT_VERTEX * LANES] = vertices
    vertices += attachments.vertices[attachment]
    indices += attachments.indices[attachment]
  }
  if (!fitsRange(skeletons.vertexRoom[eid], vertices)) {
    giveRange(pools.vertices, skeletons.vertexStart[eid], skeletons.vertexRoom[eid])
    skeletons.vertexStart[eid] = takeRange(pools.vertices, vertices)
    skeletons.vertexRoom[eid] = rangeRoom(vertices)
  }
  skeletons.vertexCount[eid] = vertices
  skeletons.indexCount[eid] = indices
}

/** Whether a sequence is shown that lies on several pages: with its frame, the runs may change. */
function turnsPages(i32: Int32Array, chunk: Chunk, base: number): boolean {
  const { slots, attachments } = chunk.rig.rig
  const { frames } = attachments
  for (let slot = 0; slot < slots.count; slot++) {
    const attachment = shownAttachment(i32, chunk, base, slot)
    if (attachment < 0 || frames[attachment] < 2) continue
    if (i32[slotRows(chunk, base, slot) + SLOT_VERTEX * LANES] < 0) continue
    for (let frame = 1; frame < frames[attachment]; frame++)
      if (pageOf(chunk, attachment, frame) !== pageOf(chunk, attachment, 0)) return true
  }
  return false
}
