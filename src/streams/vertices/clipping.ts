/** Cuts slots to the polygon of a clipping attachment. */
import { clipTriangles } from '../../base/math/clip'
import { takeHull } from '../../base/math/convex-hull'
import { decompose, type PolygonScratch } from '../../base/math/polygon'
import { DEFORM_STATE, LANES, SLOT } from '../../base/memory/lanes'
import { keyStride } from '../../rig/animation/image'
import { CLIP_SHAPE } from '../../rig/attachments/table'
import { worldBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { laneVertices } from '../../world/chunks/scratch'
import type { AnimationState } from '../../world/state'
import type { ClippedTail, Cuts, StreamPools } from '../../world/streams'
import { growTail } from '../memory'
import { shownFrame, slotRows } from '../shown'
import { cutLeft, cutTriangles, emptied } from './cuts'

/**
 * Splits the clipping attachment in `slot` into convex parts.
 *
 * @param world as of `skinSlot`. @param out @default `pools.polygon`
 */
export function takePolygon(
  state: AnimationState,
  chunk: Chunk,
  base: number,
  slot: number,
  world?: number,
  out: PolygonScratch = state.streams.pools.polygon,
): void {
  const { pools } = state.streams
  const count = skinPolygon(state, chunk, base, slot, world)
  const attachment = state.arena.i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  splitPolygon(pools, count, chunk.rig.source.attachments.clipShape[attachment], out)
}

/** Splits the polygon of `pools.polygonPoints` into convex parts. @param shape value of CLIP_SHAPE. */
export function splitPolygon(
  { polygonPoints }: StreamPools,
  count: number,
  shape: number,
  out: PolygonScratch,
): void {
  if (shape === CLIP_SHAPE.polygon) decompose(polygonPoints, count, out)
  else takeHull(polygonPoints, count, shape === CLIP_SHAPE.outside, out)
}

/**
 * World vertices of a slot's vertex attachment in the file's order, into `pools.polygonPoints`.
 *
 * @param world as of `skinSlot`. @returns number of vertices.
 */
export function skinPolygon(
  state: AnimationState,
  chunk: Chunk,
  base: number,
  slot: number,
  world?: number,
): number {
  const { pools } = state.streams
  const attachment = state.arena.i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
  const count = skinSlot(state, chunk, base, slot, world)
  if (pools.polygonPoints.length < 2 * count) pools.polygonPoints = new Float64Array(4 * count)
  const { points, polygonPoints } = pools
  const order = chunk.rig.source.attachments.order[attachment]
  for (let i = 0; i < count; i++) {
    const vertex = order ? order[i] : i
    polygonPoints[2 * vertex] = points[2 * i]
    polygonPoints[2 * vertex + 1] = points[2 * i + 1]
  }
  return count
}

/**
 * Appends the parts of the region or mesh in `slot` that its clips leave.
 *
 * @param own whether it lies in `pools.polygon`, the clip of its own skeleton. @param cuts those of the holders, which
 *   cut what is left.
 * @param world as of `skinSlot`.
 */
export function clipSlot(
  state: AnimationState,
  chunk: Chunk,
  base: number,
  slot: number,
  own: boolean,
  cuts: Cuts,
  tail: ClippedTail,
  world?: number,
): void {
  const { arena, streams } = state
  const { f32, i32, u32 } = arena
  const { pools } = streams
  const { attachments, maths } = chunk.rig.source
  const rows = slotRows(chunk, base, slot)
  const attachment = i32[rows + SLOT.ATTACHMENT * LANES]
  const frame = shownFrame(attachments, attachment, i32[rows + SLOT.SEQUENCE * LANES])
  const vertices = skinSlot(state, chunk, base, slot, world)
  const { list } = pools.clip
  list.positions = pools.points
  list.vertexCount = vertices
  list.uvs = f32
  list.uvsAt = chunk.rig.image + attachments.uvs[attachment] + frame * vertices * 2
  list.indices = u32
  list.indicesAt = chunk.rig.image + attachments.triangles[attachment]
  list.indexCount = attachments.indices[attachment]
  if (!own) {
    cutTriangles(pools, cuts, list, tail)
    return
  }
  const left = cuts.count === 0 ? tail : emptied(cuts, 0)
  const { parts } = pools.polygon
  clipTriangles(list, parts, maths.clipping, pools.clip, left, growTail)
  if (left !== tail) cutLeft(pools, cuts, 0, tail)
}

/**
 * World vertices of a slot's vertex attachment of any kind, in sorted order, into `pools.points`. They depend on world
 * and deform rows alone, not on whether the slot is drawn.
 *
 * @param world word index of the lane's first world row. @returns number of vertices; 0 for an empty slot or a point.
 */
export function skinSlot(
  state: AnimationState,
  chunk: Chunk,
  base: number,
  slot: number,
  world = worldBase(chunk, base),
): number {
  const { arena, kernels, streams } = state
  const { f32, i32 } = arena
  const { pools } = streams
  const { attachments } = chunk.rig.source
  const rows = slotRows(chunk, base, slot)
  const attachment = i32[rows + SLOT.ATTACHMENT * LANES]
  if (attachment < 0 || attachments.skin[attachment] < 0) return 0
  const count = attachments.vertices[attachment]
  if (pools.points.length < 2 * count) pools.points = new Float32Array(4 * count)
  const stride = attachments.skinStride[attachment]
  const frame = stride === 0 ? 0 : shownFrame(attachments, attachment, i32[rows + SLOT.SEQUENCE * LANES])
  const data = chunk.rig.image + attachments.skin[attachment] + frame * stride
  const deformed = i32[rows + SLOT.DEFORMED * LANES]
  const { deformOf, deformSize, keyedOf } = chunk.rig.source.rows
  const size = deformed === DEFORM_STATE.empty ? 0 : attachments.deform[attachment]
  // A deform of another size belongs to another attachment.
  const moves = size !== 0 && size <= deformSize[slot]
  const deform = base + chunk.layout.shownDeform
  const own = moves && deformed !== DEFORM_STATE.keyed ? deform + deformOf[slot] * LANES : -1
  const keys = moves && deformed !== DEFORM_STATE.offsets ? deform + keyedOf[slot] * LANES : -1
  if (chunk.rig.source.bent?.bendSlot(state, chunk, base, slot, world)) return count
  const room = laneVertices(chunk.rig)
  kernels.run.skinLane(data, world, own, keys, keyStride(size), room, 2 * count)
  const { points } = pools
  for (let i = 0; i < 2 * count; i++) points[i] = f32[room + i]
  return count
}
