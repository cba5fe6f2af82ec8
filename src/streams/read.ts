/**
 * Reads geometry of skeletons for hit tests, bounds and other renderers. It is computed on demand from the world rows
 * of the last `worldTransform`, so it does not depend on `skinning`.
 */
import { type Box, EMPTY_BOX, widenBox } from '../base/math/box'
import { arctangent, cosine, sine } from '../base/math/circular'
import { LANES, SLOT, WORLD, WORLD_RECORD } from '../base/memory/lanes'
import { seatBase, worldBase } from '../world/chunks/addresses'
import type { Chunk } from '../world/chunks/blocks'
import { chunkAt } from '../world/chunks/blocks'
import { orderBase, slotAt } from '../world/chunks/shown-order'
import type { AnimationState } from '../world/state'
import type { ClippedTail } from '../world/streams'
import { createTail } from './memory'
import { isSlotActive, markClips, pageOf, shownAttachment, shownFrame, slotRows } from './shown'
import { clipSlot, skinSlot, takePolygon } from './vertices/clipping'
import { createCuts } from './vertices/cuts'

/**
 * World vertices of the slot's region, mesh, bounding box, path or clipping attachment, deform included:
 * x, y pairs in the file's order (regions: bottom left, top left, top right, bottom right).
 *
 * @param out filled and returned if it has exactly the right length; else a new array is made.
 * @returns `null` for empty slots, points, and slots of inactive bones.
 */
export function worldVertices(
  state: AnimationState,
  eid: number,
  slot: number,
  out?: Float32Array,
): Float32Array | null {
  const { chunk, base } = placeOf(state, eid)
  const attachment = state.arena.i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  const { attachments } = chunk.rig.source
  if (attachment < 0 || attachments.skin[attachment] < 0 || !isSlotActive(chunk, slot)) return null
  const size = 2 * attachments.vertices[attachment]
  const vertices = out?.length === size ? out : new Float32Array(size)
  writeVertices(state, chunk, base, slot, vertices)
  return vertices
}

/**
 * World vertices of the shown attachment of a slot, in the file's order. `out` must have room for them.
 *
 * @returns number of vertices; 0 for an empty slot or a point.
 */
export function writeVertices(
  state: AnimationState,
  chunk: Chunk,
  base: number,
  slot: number,
  out: Float32Array,
): number {
  const count = skinSlot(state, chunk, base, slot)
  if (count === 0) return 0
  const { points } = state.streams.pools
  const attachment = state.arena.i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  const order = chunk.rig.source.attachments.order[attachment]
  for (let i = 0; i < count; i++) {
    const vertex = order ? order[i] : i
    out[2 * vertex] = points[2 * i]
    out[2 * vertex + 1] = points[2 * i + 1]
  }
  return count
}

/**
 * Box around all shown regions and meshes.
 *
 * @param out filled with x, y of the lower left corner, width, height.
 * @param clip `widenByCuts`: only what clips leave of them counts. @default their vertices as if nothing clipped them
 * @returns `out`, or `null` if nothing is shown.
 */
export function bounds(
  state: AnimationState,
  eid: number,
  out: Float64Array = new Float64Array(4),
  clip?: typeof widenByCuts,
): Float64Array | null {
  const { chunk, base } = placeOf(state, eid)
  BOX.set(EMPTY_BOX)
  const cut = clip?.(state, eid, BOX)
  for (let slot = 0; slot < chunk.rig.source.slots.count; slot++) {
    if (cut?.has(slot) || shownAttachment(state.arena.i32, chunk, base, slot) < 0) continue
    const count = skinSlot(state, chunk, base, slot)
    widenBox(BOX, state.streams.pools.points, 0, 2 * count)
  }
  if (!(BOX[0] <= BOX[2])) return null
  out[0] = BOX[0]
  out[1] = BOX[1]
  out[2] = BOX[2] - BOX[0]
  out[3] = BOX[3] - BOX[1]
  return out
}

/**
 * Widens a box by what clips leave, those of holders too: their world rows must be kept.
 *
 * @returns the slots that they cut.
 */
export function widenByCuts(state: AnimationState, eid: number, box: Box): ReadonlySet<number> {
  const cut = new Set<number>()
  cutSlots(state, eid, (slot, { positions, vertexCount }) => {
    cut.add(slot)
    widenBox(box, positions, 0, 2 * vertexCount)
  })
  return cut
}
const BOX = /* @__PURE__ */ new Float64Array(4)

/**
 * Place and direction of the point attachment that a slot shows.
 *
 * @param out filled with world x, y and rotation in radians, counter-clockwise.
 * @returns `out`, or `null` if the slot shows no point or its bone is inactive.
 */
export function pointOf(
  state: AnimationState,
  eid: number,
  slot: number,
  out: Float64Array = new Float64Array(3),
): Float64Array | null {
  const { chunk, base } = placeOf(state, eid)
  const { f32, i32 } = state.arena
  const { attachments, slots } = chunk.rig.source
  const attachment = i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  const point = attachment < 0 ? null : attachments.models[attachment]
  if (point?.type !== 'point' || !isSlotActive(chunk, slot)) return null
  const row = worldBase(chunk, base) + slots.bone[slot] * WORLD_RECORD
  const a = f32[row + WORLD.A * LANES]
  const b = f32[row + WORLD.B * LANES]
  const c = f32[row + WORLD.C * LANES]
  const d = f32[row + WORLD.D * LANES]
  const cos = cosine(point.rotation)
  const sin = sine(point.rotation)
  out[0] = a * point.x + b * point.y + f32[row + WORLD.X * LANES]
  out[1] = c * point.x + d * point.y + f32[row + WORLD.Y * LANES]
  out[2] = arctangent(c * cos + d * sin, a * cos + b * sin)
  return out
}

/** The parts of one region or mesh that clipping leaves. */
export interface ClippedSlot {
  slot: number
  /** World x, y pairs; empty if nothing is left. */
  vertices: Float32Array
  /** Page coordinates u, v, v down. */
  uvs: Float32Array
  /** Three vertices a triangle. */
  triangles: Uint32Array
  /** Page number of the world. */
  page: number
}

/**
 * All regions and meshes that are drawn under a clipping attachment, back to front: of a skeleton in a slot, also those
 * that clips of its holders cut. World rows of the holders must be kept.
 */
export function clippedTriangles(state: AnimationState, eid: number): ClippedSlot[] {
  const { chunk, base } = placeOf(state, eid)
  const { i32 } = state.arena
  const { attachments } = chunk.rig.source
  const found: ClippedSlot[] = []
  cutSlots(state, eid, (slot, tail, attachment) => {
    const sequence = i32[slotRows(chunk, base, slot) + SLOT.SEQUENCE * LANES]
    found.push({
      slot,
      vertices: tail.positions.slice(0, 2 * tail.vertexCount),
      uvs: tail.uvs.slice(0, 2 * tail.vertexCount),
      triangles: tail.indices.slice(0, tail.indexCount),
      page: pageOf(chunk, attachment, shownFrame(attachments, attachment, sequence)),
    })
  })
  return found
}

/** Calls `visit` with what clips leave of each slot that they cut, back to front. */
function cutSlots(
  state: AnimationState,
  eid: number,
  visit: (slot: number, tail: ClippedTail, attachment: number) => void,
): void {
  const { chunk, base } = placeOf(state, eid)
  const { i32 } = state.arena
  const { slots } = chunk.rig.source
  const clippedBy = new Int32Array(slots.count)
  const cuts = createCuts()
  state.joins.carry?.takeCuts(state.skeletons.carried[eid], cuts)
  if (!markClips(i32, chunk, base, clippedBy) && cuts.count === 0) return
  const order = orderBase(chunk, base)
  let clip = -1
  for (let place = 0; place < slots.count; place++) {
    const slot = slotAt(i32, order, place)
    const attachment = shownAttachment(i32, chunk, base, slot)
    const own = clippedBy[slot] >= 0
    if (attachment < 0 || (!own && cuts.count === 0)) continue
    if (own && clip !== clippedBy[slot]) {
      clip = clippedBy[slot]
      takePolygon(state, chunk, base, clip)
    }
    const tail = createTail()
    clipSlot(state, chunk, base, slot, own, cuts, tail)
    visit(slot, tail, attachment)
  }
}

function placeOf(state: AnimationState, eid: number): { chunk: Chunk; base: number } {
  const { blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  return { chunk, base: seatBase(chunk, skeletons.seat[eid]) }
}
