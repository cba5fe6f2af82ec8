/** Slots under a clipping attachment: cut to its polygon and put into the per-frame tail (spine-pose §10). */
import { skinLane, skinLaneDeformed } from '../kernels/skin'
import { type ClipRule, clipTriangles } from '../math/clip'
import { decompose } from '../math/polygon'
import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, SLOT_SEQUENCE } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import { chunkAt, seatBase } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import type { ClippedTail, StreamPools } from '../world/streams'
import { darkColor, lightColor } from './colors'
import { growTail, RUN_BLEND, RUN_COUNT, RUN_PAGE, RUN_START, RUN_WORDS, SPLICE } from './memory'
import { frameOf, markClips, pageOf, shownAttachment, slotRows } from './shown'
import { blendState } from './write'

/**
 * Makes the tail anew: all skeletons that show a clip, in ascending serial. Those that did not run this
 * tick are cut again too, since the tail is not kept.
 */
export function makeTail(state: AnimationState): void {
  const { alive, streams } = state
  const { pools } = streams
  pools.tail.vertexCount = 0
  pools.tail.indexCount = 0
  pools.tailRunCount = 0
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    if ((state.skeletons.flags[eid] & SKELETON_FLAG.clipping) !== 0) clipSkeleton(state, eid)
  }
  pools.tailStale = false
  pools.frameStale = true
}

/** Appends one skeleton's clipped slots to the tail and fills its splices in. */
function clipSkeleton(state: AnimationState, eid: number): void {
  const { arena, skeletons, streams } = state
  const { pools } = streams
  const { i32 } = arena
  const chunk = chunkAt(state.blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const { slots, attachments } = chunk.rig.rig
  markClips(i32, chunk, base, pools.clippedBy)
  let run = pools.words.runs + (skeletons.runStart[eid] - 1) * RUN_WORDS
  const end = run + skeletons.runCount[eid] * RUN_WORDS
  let open = false
  let clip = -1
  for (let place = 0; place < slots.count; place++) {
    const slot = i32[base + chunk.layout.order + place * LANES]
    const attachment = shownAttachment(i32, chunk, base, slot)
    if (attachment < 0) continue
    if (pools.clippedBy[slot] < 0) {
      open = false
      continue
    }
    if (!open) {
      // Splices stand in the draw order, so the next one is this one's.
      run += RUN_WORDS
      while (run < end && i32[run + RUN_BLEND] !== SPLICE) run += RUN_WORDS
      i32[run + RUN_START] = pools.tailRunCount
      i32[run + RUN_COUNT] = 0
      open = true
    }
    if (clip !== pools.clippedBy[slot]) {
      clip = pools.clippedBy[slot]
      takePolygon(state, chunk, base, clip)
    }
    const { tail } = pools
    const firstVertex = tail.vertexCount
    const firstIndex = tail.indexCount
    const frame = frameOf(attachments, attachment, i32[slotRows(chunk, base, slot) + SLOT_SEQUENCE * LANES])
    clipSlot(state, chunk, base, slot, tail)
    if (tail.indexCount === firstIndex) continue
    const page = pageOf(chunk, attachment, frame)
    const light = lightColor(state, eid, chunk, base, slot, attachment)
    const dark = darkColor(state, eid, chunk, base, slot, attachment)
    fillTail(tail, firstVertex, light, dark, page)
    appendRun(pools, i32[run + RUN_COUNT], firstIndex, page, blendState(slots.blend[slot]))
    i32[run + RUN_COUNT] = pools.tailRunCount - i32[run + RUN_START]
  }
}

/** Splits the polygon of the clipping attachment in `slot` into the convex parts of `pools.polygon`. */
export function takePolygon(state: AnimationState, chunk: Chunk, base: number, slot: number): void {
  const { pools } = state.streams
  const attachment = state.arena.i32[slotRows(chunk, base, slot) + SLOT_ATTACHMENT * LANES]
  const count = skinSlot(state, chunk, base, slot)
  if (pools.polygonPoints.length < 2 * count) pools.polygonPoints = new Float64Array(4 * count)
  const { points, polygonPoints } = pools
  const order = chunk.rig.rig.attachments.order[attachment]
  for (let i = 0; i < count; i++) {
    const vertex = order ? order[i] : i
    polygonPoints[2 * vertex] = points[2 * i]
    polygonPoints[2 * vertex + 1] = points[2 * i + 1]
  }
  decompose(polygonPoints, count, pools.polygon)
}

/** Appends what the parts of `pools.polygon` leave of the region or mesh in `slot`. */
export function clipSlot(
  state: AnimationState,
  chunk: Chunk,
  base: number,
  slot: number,
  tail: ClippedTail,
): void {
  const { arena, streams } = state
  const { f32, i32, u32 } = arena
  const { pools } = streams
  const { attachments, maths } = chunk.rig.rig
  const rows = slotRows(chunk, base, slot)
  const attachment = i32[rows + SLOT_ATTACHMENT * LANES]
  const frame = frameOf(attachments, attachment, i32[rows + SLOT_SEQUENCE * LANES])
  const vertices = skinSlot(state, chunk, base, slot)
  const rule: ClipRule = maths.clipping
  clipTriangles(
    pools.points,
    f32,
    chunk.rig.image + attachments.uvs[attachment] + frame * vertices * 2,
    u32,
    chunk.rig.image + attachments.triangles[attachment],
    attachments.indices[attachment],
    pools.polygon.parts,
    rule,
    pools.clip,
    tail,
    growTail,
  )
}

/**
 * World vertices of a slot's vertex attachment, whatever its kind, in sorted order, into `pools.points`.
 * They follow from world and deform rows alone, drawn or not.
 *
 * @returns number of vertices; 0 for an empty slot or a point.
 */
export function skinSlot(state: AnimationState, chunk: Chunk, base: number, slot: number): number {
  const { arena, streams } = state
  const { f32, i32 } = arena
  const { pools } = streams
  const { attachments } = chunk.rig.rig
  const rows = slotRows(chunk, base, slot)
  const attachment = i32[rows + SLOT_ATTACHMENT * LANES]
  if (attachment < 0 || attachments.skin[attachment] < 0) return 0
  const count = attachments.vertices[attachment]
  if (pools.points.length < 2 * count) pools.points = new Float32Array(4 * count)
  const stride = attachments.skinStride[attachment]
  const frame = stride === 0 ? 0 : frameOf(attachments, attachment, i32[rows + SLOT_SEQUENCE * LANES])
  const { image } = chunk.rig
  const data = image + attachments.skin[attachment] + frame * stride
  const world = base + chunk.layout.world
  const deform = deformRows(chunk, slot, attachment)
  if (deform >= 0 && i32[rows + SLOT_DEFORMED * LANES] !== 0)
    skinLaneDeformed(f32, i32, image, data, world, base + deform, pools.points, 0)
  else skinLane(f32, i32, image, data, world, pools.points, 0)
  return count
}

/** Words from a block record's start to the deform rows of a slot; -1 where they don't fit the attachment. */
export function deformRows(chunk: Chunk, slot: number, attachment: number): number {
  const { rows, attachments } = chunk.rig.rig
  const first = rows.deformOf[slot]
  const size = attachments.deform[attachment]
  if (first < 0 || size === 0 || size > rows.deformSize[slot]) return -1
  return chunk.layout.deform + first * LANES
}

function fillTail(tail: ClippedTail, from: number, light: number, dark: number, page: number): void {
  const { vertexCount } = tail
  for (let at = 4 * from; at < 4 * vertexCount; at += 4) {
    for (let i = 0; i < 4; i++) {
      tail.light[at + i] = light >>> (8 * i)
      tail.dark[at + i] = dark >>> (8 * i)
      tail.info[at + i] = page >>> (8 * i)
    }
  }
}

/** @param open tail runs of the splice so far. */
function appendRun(pools: StreamPools, open: number, firstIndex: number, page: number, blend: number): void {
  const { tail } = pools
  const count = tail.indexCount - firstIndex
  const last = (pools.tailRunCount - 1) * RUN_WORDS
  if (open > 0 && pools.tailRuns[last + RUN_PAGE] === page && pools.tailRuns[last + RUN_BLEND] === blend) {
    pools.tailRuns[last + RUN_COUNT] += count
    return
  }
  const run = pools.tailRunCount++ * RUN_WORDS
  if (pools.tailRuns.length < run + RUN_WORDS) {
    const longer = new Int32Array(2 * pools.tailRuns.length)
    longer.set(pools.tailRuns)
    pools.tailRuns = longer
  }
  pools.tailRuns[run + RUN_START] = firstIndex
  pools.tailRuns[run + RUN_COUNT] = count
  pools.tailRuns[run + RUN_PAGE] = page
  pools.tailRuns[run + RUN_BLEND] = blend
}
