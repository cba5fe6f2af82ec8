/**
 * The ranging step: skeletons that show something else than before get ranges that fit, and what does not
 * change with the pose is written there. The only place of `skinning` where the arena may grow.
 */
import { LANES, SLOT_SEQUENCE, SLOT_VERTEX } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import { chunkAt, seatBase } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { growStreams, RUN_WORDS } from './memory'
import { fitsRange, giveRange, rangeRoom, takeRange } from './ranges'
import { frameOf, markClips, pageOf, shownAttachment, slotRows } from './shown'
import { writeIndices, writeRuns, writeTextures } from './write'

const { shape, order, frame, clipping } = SKELETON_FLAG

/** Leaves the flags `shape`, `color` and `frame` set for `finishStreams`. */
export function rangeStreams(state: AnimationState): void {
  const { alive, arena, streams } = state
  const { ids, count } = alive
  let any = false
  for (let i = 0; i < count; i++) {
    const flags = state.skeletons.flags[ids[i]]
    if ((flags & (shape | order | frame)) === 0) continue
    measure(state, ids[i])
    any = true
  }
  if (!any) return
  growStreams(arena, streams)
  // Columns lie in the arena: they may be new.
  for (let i = 0; i < count; i++) {
    const flags = state.skeletons.flags[ids[i]]
    if ((flags & (shape | order | frame)) !== 0) write(state, ids[i], flags)
  }
}

/** Finds out what the skeleton shows, and gives it ranges. Allocates nothing in the arena. */
function measure(state: AnimationState, eid: number): void {
  const { arena, skeletons, streams } = state
  const { pools } = streams
  const { i32 } = arena
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const slots = chunk.rig.rig.slots.count
  if (pools.clippedBy.length < slots) pools.clippedBy = new Int32Array(2 * slots)
  if (pools.draft.length < RUN_WORDS * slots) pools.draft = new Int32Array(2 * RUN_WORDS * slots)

  let flags = skeletons.flags[eid]
  const clips = markClips(i32, chunk, base, pools.clippedBy)
  const clipped = clips || (flags & clipping) !== 0
  if ((flags & frame) !== 0 && pageChanged(state, eid, chunk, base)) flags |= order
  // Which slots are clipped depends on their order.
  if ((flags & order) !== 0 && clipped) flags |= shape
  if (clipped) pools.tailStale = true
  if ((flags & shape) !== 0) {
    flags = clips ? flags | clipping : flags & ~clipping
    placeVertices(state, eid, chunk, base)
  }
  if ((flags & (shape | order)) !== 0) {
    const runs = writeRuns(i32, chunk, base, pools.clippedBy, pools.draft, 0)
    if (!fitsRange(skeletons.runRoom[eid], runs)) {
      giveRange(pools.runs, skeletons.runStart[eid], skeletons.runRoom[eid])
      skeletons.runStart[eid] = takeRange(pools.runs, runs)
      skeletons.runRoom[eid] = rangeRoom(runs)
    }
    skeletons.runCount[eid] = runs
  }
  skeletons.flags[eid] = flags
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
    const row = slotRows(chunk, base, slot) + SLOT_VERTEX * LANES
    i32[row] = -1
    if (attachment < 0 || pools.clippedBy[slot] >= 0) continue
    i32[row] = vertices
    vertices += attachments.vertices[attachment]
    indices += attachments.indices[attachment]
  }
  if (!fitsRange(skeletons.vertexRoom[eid], vertices)) {
    giveRange(pools.vertices, skeletons.vertexStart[eid], skeletons.vertexRoom[eid])
    skeletons.vertexStart[eid] = takeRange(pools.vertices, vertices)
    skeletons.vertexRoom[eid] = rangeRoom(vertices)
  }
  if (!fitsRange(skeletons.indexRoom[eid], indices)) {
    giveRange(pools.indices, skeletons.indexStart[eid], skeletons.indexRoom[eid])
    skeletons.indexStart[eid] = takeRange(pools.indices, indices)
    skeletons.indexRoom[eid] = rangeRoom(indices)
  }
  skeletons.vertexCount[eid] = vertices
  skeletons.indexCount[eid] = indices
}

/** Whether a sequence went over to another page: then the runs are others too. */
function pageChanged(state: AnimationState, eid: number, chunk: Chunk, base: number): boolean {
  const { arena, skeletons, streams } = state
  const { i32 } = arena
  const { slots, attachments } = chunk.rig.rig
  if (skeletons.vertexRoom[eid] === 0) return false
  for (let slot = 0; slot < slots.count; slot++) {
    const rows = slotRows(chunk, base, slot)
    const attachment = shownAttachment(i32, chunk, base, slot)
    if (attachment < 0 || attachments.frames[attachment] < 2) continue
    const vertex = i32[rows + SLOT_VERTEX * LANES]
    if (vertex < 0 || attachments.vertices[attachment] === 0) continue
    const present = i32[streams.pools.words.info + skeletons.vertexStart[eid] + vertex] & 0xffff
    const shown = frameOf(attachments, attachment, i32[rows + SLOT_SEQUENCE * LANES])
    if (pageOf(chunk, attachment, shown) !== present) return true
  }
  return false
}

function write(state: AnimationState, eid: number, flags: number): void {
  const { arena, skeletons, streams } = state
  const { pools } = streams
  const { i32 } = arena
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  if ((flags & (shape | frame)) !== 0) writeTextures(state, eid, chunk, base, (flags & shape) !== 0)
  if ((flags & (shape | order)) === 0) return
  if ((flags & clipping) !== 0) markClips(i32, chunk, base, pools.clippedBy)
  else pools.clippedBy.fill(-1, 0, chunk.rig.rig.slots.count)
  const { words } = pools
  writeRuns(i32, chunk, base, pools.clippedBy, i32, words.runs + skeletons.runStart[eid] * RUN_WORDS)
  writeIndices(i32, chunk, base, skeletons.vertexStart[eid], words.indices + skeletons.indexStart[eid])
  pools.frameStale = true
}
