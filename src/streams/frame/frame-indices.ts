/** Writes one skeleton's indices into the frame: its rig's triangles in draw order. */
import { LANES, SLOT, SLOT_CLIPPED, SLOT_FIELDS } from '../../base/memory/lanes'
import { seatBase } from '../../world/chunks/addresses'
import { chunkAt } from '../../world/chunks/blocks'
import { orderBase, slotAt } from '../../world/chunks/shown-order'
import type { AnimationState } from '../../world/state'
import type { Frame } from '../../world/streams'
import { TAIL_BLEND, TAIL_COUNT, TAIL_PAGE, TAIL_RUN_WORDS, TAIL_SPLICE, TAIL_START } from '../memory'
import { blendState, pageOf, shownFrame } from '../shown'

/** Page and blend state packed into one number: the blend state in the lowest bits. */
export const BLEND_BITS = 3
export const BLEND_MASK = 7

/**
 * Writes a skeleton's indices from `start` on. `frameRun` gets their page and blend state; -1 if they have several.
 *
 * @param opens whether to add their runs to the frame. @returns the index after the last one.
 */
export function writeSkeletonIndices(
  state: AnimationState,
  eid: number,
  start: number,
  opens: boolean,
): number {
  const { arena, skeletons, streams } = state
  const { i32 } = arena
  const { indices } = streams.frame
  const carry = skeletons.carries[eid] === 0 ? null : state.joins.carry
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const { source: rig, image } = chunk.rig
  const { count: slots, blend: blends } = rig.slots
  const { attachments } = rig
  const { triangles, indices: counts } = attachments
  const order = orderBase(chunk, base)
  const rows = base + chunk.layout.shownSlots
  const first = skeletons.vertexStart[eid]
  const { hosts } = streams.pools
  let at = start
  let present = -2
  let splice = -1
  let open = false
  skeletons.frameRun[eid] = -2
  for (let place = 0; place < slots; place++) {
    const slot = slotAt(i32, order, place)
    if (carry !== null && place > 0 && carry.holds(eid, slotAt(i32, order, place - 1))) {
      at = carry.writeSlot(eid, slotAt(i32, order, place - 1), at)
      present = -2
      open = false
    }
    if (place > 0 && hosts?.note(eid, slotAt(i32, order, place - 1), place, at - start)) open = false
    const row = rows + slot * (SLOT_FIELDS * LANES)
    const vertex = i32[row + SLOT.VERTEX * LANES]
    if (vertex === -1) continue
    if (vertex === SLOT_CLIPPED) {
      if (!open) {
        const end = writeSplice(state, eid, ++splice, at, opens)
        skeletons.spliceStart[eid] = at - start
        if (skeletons.splices[eid] === 1) at += skeletons.spliceRoom[eid]
        else at = end
        fillRoom(state, eid, end, at)
      }
      open = true
      present = -2
      continue
    }
    open = false
    const attachment = i32[row + SLOT.ATTACHMENT * LANES]
    const count = counts[attachment]
    if (count === 0) continue
    const sequence = shownFrame(attachments, attachment, i32[row + SLOT.SEQUENCE * LANES])
    const run = (pageOf(chunk, attachment, sequence) << BLEND_BITS) | blendState(blends[slot])
    if (run !== present) {
      present = run
      noteRun(state, eid, run, at, opens)
    }
    const shift = (first + vertex) | 0
    const end = (at + count) | 0
    for (
      let to = at, from = (image + triangles[attachment]) | 0;
      to < end;
      to = (to + 1) | 0, from = (from + 1) | 0
    )
      indices[to] = (i32[from] + shift) | 0
    at = end
  }
  if (slots > 0) hosts?.note(eid, slotAt(i32, order, slots - 1), slots, at - start)
  if (carry === null) return at
  at = carry.writeSlot(eid, slotAt(i32, order, slots - 1), at)
  // Entities in its slots may leave before the next frame, so these indices must not be copied then.
  skeletons.frameRun[eid] = -1
  return at
}

/**
 * Rewrites only the clipped triangles of a skeleton whose clips lie in one place of the draw order.
 *
 * @returns whether they fit, and have the page and blend state of the skeleton.
 */
export function rewriteSplice(state: AnimationState, eid: number): boolean {
  const { skeletons } = state
  const { frameRoom, frameRun, frameStart, spliceRoom, spliceStart, vertexRoom } = skeletons
  const run = frameRun[eid]
  if (skeletons.splices[eid] !== 1 || run < 0 || skeletons.tailIndices[eid] > spliceRoom[eid]) return false
  const first = frameStart[eid] + spliceStart[eid]
  const end = writeSplice(state, eid, 0, first, false)
  if (frameRun[eid] !== run) return false
  const rest = vertexRoom[eid] > 0 ? first + spliceRoom[eid] : frameStart[eid] + frameRoom[eid]
  fillRoom(state, eid, end, rest)
  return true
}

/** Writes the clipped triangles of one splice: neighbouring clipped slots. @returns the index after the last one. */
function writeSplice(
  state: AnimationState,
  eid: number,
  splice: number,
  start: number,
  opens: boolean,
): number {
  const { skeletons, streams } = state
  const { indices } = streams.frame
  const { tail, tailRuns } = streams.pools
  const firstRun = skeletons.tailStart[eid]
  const end = (firstRun + skeletons.tailRuns[eid]) * TAIL_RUN_WORDS
  let at = start
  for (let run = firstRun * TAIL_RUN_WORDS; run < end; run += TAIL_RUN_WORDS) {
    if (tailRuns[run + TAIL_SPLICE] !== splice) continue
    noteRun(state, eid, (tailRuns[run + TAIL_PAGE] << BLEND_BITS) | tailRuns[run + TAIL_BLEND], at, opens)
    const from = tailRuns[run + TAIL_START]
    const count = tailRuns[run + TAIL_COUNT]
    for (let i = 0; i < count; i++) indices[at + i] = tail.indices[from + i] + streams.capacity
    at += count
  }
  return at
}

function noteRun(
  { skeletons, streams }: AnimationState,
  eid: number,
  run: number,
  at: number,
  opens: boolean,
) {
  const known = skeletons.frameRun[eid]
  skeletons.frameRun[eid] = known === -2 || known === run ? run : -1
  if (opens) openRun(streams.frame, run >> BLEND_BITS, run & BLEND_MASK, at)
}

/**
 * Fills indices `from` … `to` with triangles without area, at the skeleton's first vertex. A skeleton with vertices in
 * the tail only repeats the index before `from`. Tail vertices change in every tick, so code that writes tail indices
 * fills again.
 */
export function fillRoom(
  { skeletons, streams }: AnimationState,
  eid: number,
  from: number,
  to: number,
): void {
  if (from >= to) return
  const { indices } = streams.frame
  let vertex = 0
  if (skeletons.vertexRoom[eid] > 0) vertex = skeletons.vertexStart[eid]
  else if (from > skeletons.frameStart[eid]) vertex = indices[from - 1]
  indices.fill(vertex, from, to)
}

/** Starts a run at index `at`, unless the last run has the same page and blend state. */
export function openRun(frame: Frame, page: number, blend: number, at: number): void {
  const last = frame.runCount - 1
  if (last >= 0 && frame.runPage[last] === page && frame.runBlend[last] === blend) return
  if (frame.runCount === frame.runStart.length) growRuns(frame)
  const run = frame.runCount++
  frame.runPage[run] = page
  frame.runBlend[run] = blend
  frame.runStart[run] = at
}

function growRuns(frame: Frame): void {
  const { runStart, runPage, runBlend } = frame
  const room = 2 * runStart.length
  frame.runStart = new Uint32Array(room)
  frame.runStart.set(runStart)
  frame.runPage = new Uint16Array(room)
  frame.runPage.set(runPage)
  frame.runBlend = new Uint8Array(room)
  frame.runBlend.set(runBlend)
}
