/** The exact test: finds the slots of one skeleton that a probe meets, front to back. */

import { meetsPolygon, meetsTriangle, type Probe } from '../../base/math/probe'
import { LANES, SLOT } from '../../base/memory/lanes'
import { isSlotActive, markClips, slotRows } from '../../streams/shown'
import { clipSlot, skinPolygon, skinSlot, takePolygon } from '../../streams/vertices/clipping'
import type { SolvedLane } from '../../tick/doors/find-world'
import { orderBase, slotAt } from '../../world/chunks/shown-order'
import type { HitState } from '../../world/extents'
import type { AnimationState } from '../../world/state'
import type { Cuts } from '../../world/streams'
import { type HitKind, isKind } from './extents'

/** What a skeleton is tested for. */
export interface LaneTest {
  readonly probe: Probe
  readonly kind: HitKind
  /** Those of the skeleton's holders. */
  readonly cuts: Cuts
  readonly hits: HitState
}

/**
 * Calls `found` for every slot with an attachment that the probe meets, until it returns `false`.
 *
 * @param inSlot is called for each slot before its attachment is tested, because children in a slot are drawn over it;
 *   `false` ends the test. If it changes the world rows in scratch memory, it must restore them.
 */
export function testLane(
  state: AnimationState,
  lane: SolvedLane,
  test: LaneTest,
  found: (slot: number, attachment: number) => boolean,
  inSlot: (slot: number) => boolean = () => true,
): boolean {
  const { chunk, base } = lane
  const { cuts, kind, probe } = test
  const { i32 } = state.arena
  const { attachments, slots } = chunk.rig.source
  const clippedBy = clipsOf(state, lane, kind)
  const order = orderBase(chunk, base)
  for (let place = slots.count - 1; place >= 0; place--) {
    const slot = slotAt(i32, order, place)
    if (!inSlot(slot)) return false
    const attachment = i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
    if (attachment < 0 || !isKind(attachments.kind[attachment], kind) || !isSlotActive(chunk, slot)) continue
    let meets: boolean
    if (kind === 'boxes') meets = meetsOutline(state, lane, slot, probe)
    else if (cuts.count > 0 || (clippedBy !== null && clippedBy[slot] >= 0))
      meets = meetsClipped(state, lane, slot, clippedBy?.[slot] ?? -1, test)
    else meets = meetsDrawn(state, lane, slot, attachment, probe)
    if (meets && !found(slot, attachment)) return false
  }
  return true
}

/** Returns, for each slot, the slot whose attachment clips it, or -1. `null` if nothing is clipped. */
function clipsOf(state: AnimationState, { chunk, base }: SolvedLane, kind: HitKind): Int32Array | null {
  const { attachments, slots } = chunk.rig.source
  if (kind === 'boxes' || !attachments.clips) return null
  const clippedBy = new Int32Array(slots.count)
  return markClips(state.arena.i32, chunk, base, clippedBy) ? clippedBy : null
}

function meetsOutline(
  state: AnimationState,
  { chunk, base, world }: SolvedLane,
  slot: number,
  probe: Probe,
): boolean {
  const count = skinPolygon(state, chunk, base, slot, world)
  return meetsPolygon(probe, state.streams.pools.polygonPoints, count)
}

function meetsDrawn(
  state: AnimationState,
  { chunk, base, world }: SolvedLane,
  slot: number,
  attachment: number,
  probe: Probe,
): boolean {
  const { attachments } = chunk.rig.source
  skinSlot(state, chunk, base, slot, world)
  const first = chunk.rig.image + attachments.triangles[attachment]
  const { u32 } = state.arena
  return meetsTriangles(probe, state.streams.pools.points, u32, first, attachments.indices[attachment])
}

function meetsClipped(
  state: AnimationState,
  { chunk, base, world }: SolvedLane,
  slot: number,
  clip: number,
  { cuts, hits: { tail }, probe }: LaneTest,
): boolean {
  tail.vertexCount = 0
  tail.indexCount = 0
  if (clip >= 0) takePolygon(state, chunk, base, clip, world)
  clipSlot(state, chunk, base, slot, clip >= 0, cuts, tail, world)
  return meetsTriangles(probe, tail.positions, tail.indices, 0, tail.indexCount)
}

function meetsTriangles(
  probe: Probe,
  points: Float32Array,
  indices: Uint32Array,
  first: number,
  count: number,
): boolean {
  const corners = new Float64Array(6)
  for (let at = first; at < first + count; at += 3)
    if (meetsTriangle(probe, corners, points, indices[at], indices[at + 1], indices[at + 2])) return true
  return false
}
