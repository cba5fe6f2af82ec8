/**
 * Upright boxes around all that hit tests may find of a skeleton. A box is made by the first test that asks for it after
 * the pose changed: frames without a test do nothing for it.
 */
import type { AnimationWorld } from '../../../components/world-type'
import { LANES, SLOT_ATTACHMENT } from '../../memory/lanes'
import { ATTACHMENT_KIND } from '../../rig/attachments/table'
import { createTail } from '../../streams/memory'
import { isSlotActive, slotRows } from '../../streams/shown'
import { skinSlot } from '../../streams/vertices/clipping'
import type { Chunk } from '../../world/chunks/blocks'
import { EXTENT_NUMBERS, type Extents, type HitState } from '../../world/extents'
import { ACTIVITY, LEVEL, SKELETON_FLAG } from '../../world/skeletons'
import { type AnimationState, PLACE } from '../../world/state'
import { laneAt, needsSolving, type SolvedLane, solveLane, solveMasked } from './lane'

/** What is tested: bounding boxes, or triangles that are drawn. */
export type HitKind = 'boxes' | 'shapes'

const { written, owesPose, owesSkin, moved } = ACTIVITY
const { shape, frame, clipping, strays, hidden, gone } = SKELETON_FLAG
const NOT_STREAMED = shape | frame | clipping | strays | hidden | gone

/** Compiled and TypeScript kernels differ by so much of the size, and float32s by so much of a coordinate. */
const PART_OF_SIZE = 1e-4
const PART_OF_PLACE = 1e-6

/** The world's boxes; made when they are first asked for, and longer when entities came. */
export function hitStateOf(state: AnimationState): HitState {
  const { capacity } = state.pool
  const hits: HitState = state.hits ?? {
    bounding: createExtents(),
    drawn: createExtents(),
    tail: createTail(),
  }
  state.hits = hits
  for (const extents of [hits.bounding, hits.drawn]) {
    if (extents.ticks.length >= capacity) continue
    extents.boxes = new Float32Array(EXTENT_NUMBERS * capacity)
    extents.ticks = new Int32Array(capacity).fill(-1)
    extents.serials = new Uint32Array(capacity)
  }
  return hits
}

function createExtents(): Extents {
  return { boxes: new Float32Array(0), ticks: new Int32Array(0), serials: new Uint32Array(0) }
}

/** Whether a skeleton's pose is one that can be hit. */
export function canBeHit({ skeletons }: AnimationState, eid: number, kind: HitKind): boolean {
  const { flags, level } = skeletons
  if ((flags[eid] & gone) !== 0) return false
  return level[eid] === LEVEL.full || (kind === 'boxes' && level[eid] === LEVEL.noVertices)
}

/** Makes the boxes of all skeletons whose pose changed since theirs were made. */
export function renewExtents(world: AnimationWorld, kind: HitKind): Extents {
  const state = world.animation
  const { bounding, drawn } = hitStateOf(state)
  const extents = kind === 'boxes' ? bounding : drawn
  for (const chunk of state.blocks.chunks)
    if (chunk && chunk.used > 0) renewChunk(world, chunk, extents, kind)
  return extents
}

/** Lanes that must be solved are solved together, four at a time. */
function renewChunk(world: AnimationWorld, chunk: Chunk, extents: Extents, kind: HitKind): void {
  const state = world.animation
  const { i32 } = state.arena
  const { known, live, owners } = chunk
  const has = kind === 'shapes' || chunk.rig.rig.attachments.kind.includes(ATTACHMENT_KIND.boundingbox)
  let waits = false
  for (let block = 0; block < chunk.blocks; block++) {
    for (let lanes = i32[live + block]; lanes !== 0; lanes &= lanes - 1) {
      const seat = block * LANES + 31 - Math.clz32(lanes & -lanes)
      const eid = i32[owners + seat]
      if (!isStale(state, extents, eid) || !canBeHit(state, eid, kind)) continue
      if (!has) noteBox(state, extents, eid, NOTHING)
      else if (kind === 'shapes' && isStreamed(state, eid)) noteStreamed(state, extents, eid)
      else if (chunk.world === 0 && needsSolving(state, chunk, seat)) {
        i32[known + block] |= lanes & -lanes
        waits = true
      } else noteSolved(state, extents, eid, solveLane(world, eid), kind)
    }
  }
  if (!waits) return
  solveMasked(state, chunk)
  for (let block = 0; block < chunk.blocks; block++)
    for (let lanes = i32[known + block]; lanes !== 0; lanes &= lanes - 1) {
      const seat = block * LANES + 31 - Math.clz32(lanes & -lanes)
      noteSolved(state, extents, i32[owners + seat], laneAt(chunk, seat), kind)
    }
  i32.fill(0, known, known + chunk.blocks)
}

function isStale({ skeletons }: AnimationState, { serials, ticks }: Extents, eid: number): boolean {
  const { activity, lastActive, serial } = skeletons
  if (ticks[eid] < 0 || ticks[eid] < lastActive[eid] || serials[eid] !== serial[eid]) return true
  return (activity[eid] & (written | owesPose | moved)) !== 0
}

/** Whether the position stream has all that the skeleton's pose shows. */
function isStreamed({ skeletons, tick }: AnimationState, eid: number): boolean {
  const { activity, flags, lastActive } = skeletons
  if ((flags[eid] & NOT_STREAMED) !== 0) return false
  if ((activity[eid] & (written | owesPose | owesSkin | moved)) !== 0) return false
  return lastActive[eid] < tick.number || (tick.done & (1 << PLACE.skinning)) !== 0
}

function noteStreamed(state: AnimationState, extents: Extents, eid: number): void {
  const { skeletons, streams, arena } = state
  const first = streams.pools.words.positions + 2 * skeletons.vertexStart[eid]
  const box = makeBox()
  widen(box, arena.f32, first, first + 2 * skeletons.vertexCount[eid])
  noteBox(state, extents, eid, box)
}

function noteSolved(
  state: AnimationState,
  extents: Extents,
  eid: number,
  lane: SolvedLane | null,
  kind: HitKind,
): void {
  const box = makeBox()
  if (lane) widenByLane(state, lane, kind, box)
  noteBox(state, extents, eid, box)
}

/** Left, bottom, right, top. */
type Box = Float64Array

function makeBox(): Box {
  return Float64Array.of(
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  )
}

const NOTHING: Readonly<Box> = makeBox()

function widen(box: Box, points: Float32Array, from: number, to: number): void {
  let [left, bottom, right, top] = box
  for (let at = from; at < to; at += 2) {
    const x = points[at]
    const y = points[at + 1]
    if (x < left) left = x
    if (x > right) right = x
    if (y < bottom) bottom = y
    if (y > top) top = y
  }
  box[0] = left
  box[1] = bottom
  box[2] = right
  box[3] = top
}

/** Regions and meshes whole, whatever clips them. */
function widenByLane(
  state: AnimationState,
  { chunk, base, world }: SolvedLane,
  kind: HitKind,
  box: Box,
): void {
  const { i32 } = state.arena
  const { attachments, slots } = chunk.rig.rig
  for (let slot = 0; slot < slots.count; slot++) {
    const attachment = i32[slotRows(chunk, base, slot) + SLOT_ATTACHMENT * LANES]
    if (attachment < 0 || !isKind(attachments.kind[attachment], kind) || !isSlotActive(chunk, slot)) continue
    const count = skinSlot(state, chunk, base, slot, world)
    widen(box, state.streams.pools.points, 0, 2 * count)
  }
}

/** Whether tests of a kind are about such attachments. @param attachment of ATTACHMENT_KIND. */
export function isKind(attachment: number, kind: HitKind): boolean {
  return kind === 'boxes' ? attachment === ATTACHMENT_KIND.boundingbox : attachment <= ATTACHMENT_KIND.mesh
}

function noteBox(state: AnimationState, extents: Extents, eid: number, box: Readonly<Box>): void {
  const { skeletons, tick } = state
  const { boxes, serials, ticks } = extents
  const [left, bottom, right, top] = box
  const size = right - left + (top - bottom)
  const place = Math.max(Math.abs(left), Math.abs(right), Math.abs(bottom), Math.abs(top))
  const pad = size >= 0 ? PART_OF_SIZE * size + PART_OF_PLACE * place : 0
  boxes[EXTENT_NUMBERS * eid] = left - pad
  boxes[EXTENT_NUMBERS * eid + 1] = bottom - pad
  boxes[EXTENT_NUMBERS * eid + 2] = right + pad
  boxes[EXTENT_NUMBERS * eid + 3] = top + pad
  serials[eid] = skeletons.serial[eid]
  // In the middle of a tick, the pose may change once more.
  ticks[eid] = (tick.done & (1 << PLACE.worldTransform)) !== 0 ? tick.number : -1
}
