/**
 * Gives skeletons whose shown attachments changed a range that fits. This is the only place in `skinning` where the
 * arena may grow.
 */
import { LANES, SLOT, SLOT_CLIPPED } from '../../base/memory/lanes'
import { ATTACHMENT_KIND } from '../../rig/attachments/table'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { dropEmptied, filledWords, lowestSlot, noteFilled } from '../../world/chunks/filled'
import { dropPlan } from '../../world/chunks/plans'
import { SKELETON_FLAG } from '../../world/flags/bits'
import type { AnimationState } from '../../world/state'
import { growLookLog } from '../changes'
import { growStreams } from '../memory'
import { isSlotActive, markClips, pageOf, shownAttachment, slotRows } from '../shown'
import { noteStale } from '../stale'
import { fitsRange, giveRange, rangeRoom, takeRange, withSpare } from './ranges'

const { shape, unkeyed, filled, order, frame, clipping, strays, gone, hidden } = SKELETON_FLAG
const CHANGES = shape | order | frame
/**
 * Their vertices need kept world rows: clipped ones are made after all chunks, and strays read leftovers of earlier
 * rows.
 */
const WANTS_WORLD = clipping | strays

/** Keeps the flags for `finishStreams`, and notes the chunks that must keep world rows. */
export function rangeStreams(state: AnimationState): void {
  const { awake, arena, joins, skeletons, streams } = state
  const { chunk } = skeletons
  const { flags } = state.pool.columns
  let any = false
  let cuts = false
  dropEmptied(state)
  const { count, ids } = awake
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if ((flags[eid] & (CHANGES | WANTS_WORLD)) === 0 || chunk[eid] < 0) continue
    if ((flags[eid] & CHANGES) !== 0) {
      measure(state, eid)
      any = true
    }
    if ((flags[eid] & WANTS_WORLD) === 0) continue
    wantWorld(state, eid)
    if ((flags[eid] & clipping) !== 0) cuts = true
  }
  const { carry } = joins
  if (carry?.noteCuts()) any = true
  if (cuts || streams.pools.tailStale || carry?.isInTail()) wantClipped(state)
  if (any) growStreams(arena, streams)
  growLookLog(state)
}

/** Returns whether `rangeStreams` has anything to do for a skeleton of a chunk. */
export function needsRanges({ arena, pool }: AnimationState, { owners, used }: Chunk): boolean {
  const { flags } = pool.columns
  for (let seat = 0; seat < used; seat++)
    if ((flags[arena.i32[owners + seat]] & (CHANGES | WANTS_WORLD)) !== 0) return true
  return false
}

function wantWorld({ blocks, skeletons, tick }: AnimationState, eid: number): void {
  chunkAt(blocks, skeletons.chunk[eid]).wanted = tick.number
}

/** The tail is made as a whole: if one skeleton's clips are cut again, all are. */
function wantClipped(state: AnimationState): void {
  const { ids, count } = state.alive
  const { flags } = state.pool.columns
  for (let i = 0; i < count; i++)
    if ((flags[ids[i]] & (clipping | gone | hidden)) === clipping) wantWorld(state, ids[i])
}

/** Numbers a skeleton's vertices, and gives it a range. The arena does not grow. */
export function measure(state: AnimationState, eid: number): void {
  const { arena, skeletons, streams } = state
  const { pools } = streams
  const { i32 } = arena
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const slots = chunk.rig.source.slots.count
  if (pools.clippedBy.length < slots) pools.clippedBy = new Int32Array(2 * slots)

  let flags = state.pool.columns.flags[eid]
  if ((flags & filled) !== 0) noteFilled(i32, chunk, base)
  const { clips: mayClip } = chunk.rig.source.attachments
  const { carry } = state.joins
  const carried = skeletons.carried[eid]
  // A clip of what carries it clips all of it.
  const isCut = carried !== 0 && carry !== null && carry.isCut(carried)
  const clips = isCut || (mayClip && showsClip(i32, chunk, base))
  if (isCut) pools.clippedBy.fill(0, 0, slots)
  else if (clips) markClips(i32, chunk, base, pools.clippedBy)
  if (mayClip && skeletons.carries[eid] !== 0) carry?.clipsChanged()
  const clipped = clips || (flags & clipping) !== 0
  // The draw order decides which slots are clipped.
  if ((flags & order) !== 0 && clipped) flags |= shape
  if (clipped) pools.tailStale = true
  const renumbers = clipped || (flags & unkeyed) !== 0
  dropPlan(i32, chunk, skeletons.seat[eid], !renumbers && (flags & (order | frame)) === 0)
  if ((flags & shape) !== 0) {
    flags = (clips ? flags | clipping : flags & ~clipping) & ~filled
    if (renumbers && !clips) skeletons.tailRuns[eid] = skeletons.tailIndices[eid] = skeletons.splices[eid] = 0
    if (placeVertices(state, eid, chunk, base, clips, renumbers)) flags |= strays
    else if (renumbers) flags &= ~strays
  }
  state.pool.columns.flags[eid] = flags
  if ((flags & (shape | order)) !== 0 || turnsPages(i32, chunk, base)) noteStale(state, eid, true)
}

/** Whether a clipping attachment is shown. Then `markClips` finds the clipped slots. */
function showsClip(i32: Int32Array, chunk: Chunk, base: number): boolean {
  const { kind } = chunk.rig.source.attachments
  const words = filledWords(chunk.rig)
  for (let word = 0; word < words; word++)
    for (let bits = i32[chunk.filled + word]; bits !== 0; bits &= bits - 1) {
      const slot = lowestSlot(word, bits)
      const attachment = i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
      if (attachment >= 0 && kind[attachment] === ATTACHMENT_KIND.clipping && isSlotActive(chunk, slot))
        return true
    }
  return false
}

/**
 * Numbers the vertices of drawn slots that are not clipped, slot by slot, so that the draw order moves none. Slots that
 * are not filled lost their numbers when they were emptied.
 *
 * @param clips whether `pools.clippedBy` holds the clipped slots.
 * @param all false: slots without keyed attachments keep their numbers, which come first.
 * @returns whether one of the numbered attachments hangs on bones that are not active.
 */
function placeVertices(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  clips: boolean,
  all: boolean,
): boolean {
  const { skeletons, streams } = state
  const { pools } = streams
  const { clippedBy } = pools
  const { i32 } = state.arena
  const { slots, attachments } = chunk.rig.source
  const { indices: indicesOf, kind, vertices: verticesOf } = attachments
  const { bone: boneOf, count, unkeyedCount, vertexOrder } = slots
  const { program, stale } = chunk.program
  const { activeBones } = program
  const first = all ? 0 : unkeyedCount
  let vertices = all ? 0 : skeletons.unkeyedVertices[eid]
  let indices = all ? 0 : skeletons.unkeyedIndices[eid]
  let hangs = false
  for (let turn = first; ; turn++) {
    // Also reached if no slot is keyed: then this is the last turn.
    if (turn === unkeyedCount) {
      skeletons.unkeyedVertices[eid] = vertices
      skeletons.unkeyedIndices[eid] = indices
    }
    if (turn === count) break
    const slot = vertexOrder[turn]
    if ((i32[chunk.filled + (slot >> 5)] & (1 << (slot & 31))) === 0) continue
    const row = slotRows(chunk, base, slot)
    // `shownAttachment` inlined, with its look-ups moved out of the loop.
    const attachment = i32[row + SLOT.ATTACHMENT * LANES]
    let vertex = -1
    if (attachment >= 0 && kind[attachment] <= ATTACHMENT_KIND.mesh && activeBones[boneOf[slot]] !== 0) {
      if (stale.length > 0 && stale[attachment] === 1) hangs = true
      if (clips && clippedBy[slot] >= 0) vertex = SLOT_CLIPPED
      else {
        vertex = vertices
        vertices = (vertices + verticesOf[attachment]) | 0
        indices = (indices + indicesOf[attachment]) | 0
      }
    }
    i32[row + SLOT.VERTEX * LANES] = vertex
  }
  if (!fitsRange(skeletons.vertexRoom[eid], vertices)) {
    giveRange(pools.vertices, skeletons.vertexStart[eid], skeletons.vertexRoom[eid])
    const wanted = withSpare(vertices)
    skeletons.vertexStart[eid] = takeRange(pools.vertices, wanted)
    skeletons.vertexRoom[eid] = rangeRoom(wanted)
  }
  skeletons.vertexCount[eid] = vertices
  skeletons.indexCount[eid] = indices
  return hangs
}

/** Whether a sequence with several pages is shown: with its frame, the page of its run may change. */
function turnsPages(i32: Int32Array, chunk: Chunk, base: number): boolean {
  const { frames } = chunk.rig.source.attachments
  const words = filledWords(chunk.rig)
  for (let word = 0; word < words; word++)
    for (let bits = i32[chunk.filled + word]; bits !== 0; bits &= bits - 1) {
      const slot = lowestSlot(word, bits)
      const attachment = shownAttachment(i32, chunk, base, slot)
      if (attachment < 0 || frames[attachment] < 2) continue
      if (i32[slotRows(chunk, base, slot) + SLOT.VERTEX * LANES] < 0) continue
      for (let frame = 1; frame < frames[attachment]; frame++)
        if (pageOf(chunk, attachment, frame) !== pageOf(chunk, attachment, 0)) return true
    }
  return false
}
