/**
 * Upright boxes around everything that hit tests may find of a skeleton. A box is made by the first test that needs it
 * after the pose changed, so ticks without a test do no such work.
 */

import { type Box, EMPTY_BOX, widenBox } from '../../base/math/box'
import { DEFORM_STATE, LANES, SLOT, WORLD, WORLD_RECORD } from '../../base/memory/lanes'
import { ATTACHMENT_KIND } from '../../rig/attachments/table'
import { createTail } from '../../streams/memory'
import { isSlotActive, slotRows } from '../../streams/shown'
import { skinSlot } from '../../streams/vertices/clipping'
import { laneAt, needsSolving, type SolvedLane, solveLane, solveMasked } from '../../tick/doors/find-world'
import { readSeated } from '../../tick/doors/read'
import type { Chunk, RegisteredRig } from '../../world/chunks/blocks'
import { filledWords, lowestSlot } from '../../world/chunks/filled'
import { mayRunAgain } from '../../world/chunks/purity'
import { EXTENT_NUMBERS, type Extents, type HitState } from '../../world/extents'
import { filledSlots, isGone, isWhollyStreamed } from '../../world/flags/states'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import { type AnimationState, PLACE } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'

/** The geometry to test: bounding boxes, or drawn triangles. */
export type HitKind = 'boxes' | 'shapes'

const { written, owesPose, owesSkin, moved } = ACTIVITY

/**
 * Margins of a box: a share of its size, because vertices may be computed in two ways, and a share of a coordinate, for
 * float32s.
 */
const PART_OF_SIZE = 1e-4
const PART_OF_PLACE = 1e-6

/** Returns the world's boxes; they are created on first use, and grow with the number of entities. */
export function hitStateOf(state: AnimationState): HitState {
  const { capacity } = state.pool
  const hits: HitState = state.hits ?? {
    bounding: createExtents(),
    drawn: createExtents(),
    local: [],
    boxSlots: [],
    box: EMPTY_BOX.slice(),
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

/** Returns whether a skeleton's pose is one that can be hit. */
export function canBeHit(state: AnimationState, eid: number, kind: HitKind): boolean {
  const { level } = state.skeletons
  if (isGone(state, eid)) return false
  return level[eid] === LEVEL.full || (kind === 'boxes' && level[eid] === LEVEL.noVertices)
}

/** Makes the boxes of all skeletons whose pose has changed since theirs were made. */
export function renewExtents(world: AnimationWorld, kind: HitKind): Extents {
  const state = world.animation
  const { bounding, drawn } = hitStateOf(state)
  const extents = kind === 'boxes' ? bounding : drawn
  for (const chunk of state.blocks.chunks)
    if (chunk && chunk.used > 0) renewChunk(world, chunk, extents, kind)
  return extents
}

/** Renews the boxes of a chunk. Lanes that must be solved are solved together, four at a time. */
function renewChunk(world: AnimationWorld, chunk: Chunk, extents: Extents, kind: HitKind): void {
  const state = world.animation
  const { i32 } = state.arena
  const { known, live, owners } = chunk
  const none = kind === 'boxes' && !chunk.rig.source.attachments.kind.includes(ATTACHMENT_KIND.boundingbox)
  let waits = false
  for (let block = 0; block < chunk.blocks; block++) {
    for (let lanes = i32[live + block]; lanes !== 0; lanes &= lanes - 1) {
      const seat = block * LANES + 31 - Math.clz32(lanes & -lanes)
      const eid = i32[owners + seat]
      if (!isStale(state, extents, eid) || !canBeHit(state, eid, kind)) continue
      if (none || (kind === 'boxes' && !showsBox(state, chunk, eid))) noteBox(state, extents, eid, EMPTY_BOX)
      else if (kind === 'shapes' && isStreamed(state, eid)) noteStreamed(state, extents, eid)
      else if (chunk.world === 0 && needsSolving(state, chunk, seat)) {
        i32[known + block] |= lanes & -lanes
        waits = true
      } else noteSolved(state, extents, eid, solveLane(world, eid), kind)
    }
  }
  if (!waits || !mayRunAgain(chunk)) return
  solveMasked(state, chunk)
  for (let block = 0; block < chunk.blocks; block++)
    for (let lanes = i32[known + block]; lanes !== 0; lanes &= lanes - 1) {
      const seat = block * LANES + 31 - Math.clz32(lanes & -lanes)
      noteSolved(state, extents, i32[owners + seat], laneAt(chunk, seat), kind)
    }
  i32.fill(0, known, known + chunk.blocks)
}

/** Returns whether a skeleton shows a bounding box. */
function showsBox(state: AnimationState, chunk: Chunk, eid: number): boolean {
  const { i32 } = state.arena
  const { kind } = chunk.rig.source.attachments
  const base = readSeated(state, eid)
  const wanted = boxSlotsOf(state, chunk.rig)
  for (let word = 0; word < wanted.length; word++)
    for (let bits = slotsOf(state, chunk, eid, word) & wanted[word]; bits !== 0; bits &= bits - 1) {
      const slot = lowestSlot(word, bits)
      const attachment = i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
      if (attachment >= 0 && kind[attachment] === ATTACHMENT_KIND.boundingbox) return true
    }
  return false
}

function isStale({ skeletons }: AnimationState, { serials, ticks }: Extents, eid: number): boolean {
  const { activity, lastMarked, serial } = skeletons
  if (ticks[eid] < 0 || ticks[eid] < lastMarked[eid] || serials[eid] !== serial[eid]) return true
  return (activity[eid] & (written | owesPose | moved)) !== 0
}

/** Returns whether the position stream has everything that the skeleton's pose shows. */
function isStreamed(state: AnimationState, eid: number): boolean {
  const { skeletons, tick } = state
  const { activity, lastMarked } = skeletons
  if (!isWhollyStreamed(state, eid)) return false
  if ((activity[eid] & (written | owesPose | owesSkin | moved)) !== 0) return false
  return lastMarked[eid] < tick.number || (tick.done & (1 << PLACE.skinning)) !== 0
}

function noteStreamed(state: AnimationState, extents: Extents, eid: number): void {
  const { skeletons, streams, arena } = state
  const first = streams.pools.words.positions + 2 * skeletons.vertexStart[eid]
  const box = emptied(state)
  widenBox(box, arena.f32, first, first + 2 * skeletons.vertexCount[eid])
  noteBox(state, extents, eid, box)
}

function noteSolved(
  state: AnimationState,
  extents: Extents,
  eid: number,
  lane: SolvedLane | null,
  kind: HitKind,
): void {
  const box = emptied(state)
  if (lane) widenByLane(state, eid, lane, kind, box)
  noteBox(state, extents, eid, box)
}

/** Returns the world's scratch box, emptied. */
function emptied(state: AnimationState): Box {
  const { box } = hitStateOf(state)
  box.set(EMPTY_BOX)
  return box
}

/** Widens a box by all regions and meshes of a lane, ignoring clipping. */
function widenByLane(state: AnimationState, eid: number, lane: SolvedLane, kind: HitKind, box: Box): void {
  const { chunk, base } = lane
  const { i32 } = state.arena
  const { kind: kinds } = chunk.rig.source.attachments
  const slots = chunk.rig.source.slots.count
  const local = localBoxes(state, chunk.rig)
  const wanted = kind === 'boxes' ? boxSlotsOf(state, chunk.rig) : null
  const words = filledWords(chunk.rig)
  for (let word = 0; word < words; word++) {
    const asked = wanted === null ? -1 : wanted[word]
    for (let bits = slotsOf(state, chunk, eid, word) & asked; bits !== 0; bits &= bits - 1) {
      const slot = lowestSlot(word, bits)
      if (slot >= slots) break
      const attachment = i32[slotRows(chunk, base, slot) + SLOT.ATTACHMENT * LANES]
      if (attachment < 0 || !isKind(kinds[attachment], kind) || !isSlotActive(chunk, slot)) continue
      const at = EXTENT_NUMBERS * attachment
      if (local[at] <= local[at + 2] && isRigid(i32, chunk, base, slot, attachment))
        widenByBone(state, lane, slot, local, at, box)
      else widenBox(box, state.streams.pools.points, 0, 2 * skinSlot(state, chunk, base, slot, lane.world))
    }
  }
}

/** Returns whether a slot's attachment is not deformed. */
function isRigid(i32: Int32Array, chunk: Chunk, base: number, slot: number, attachment: number): boolean {
  const { attachments, rows } = chunk.rig.source
  if (attachments.deform[attachment] > rows.deformSize[slot]) return true
  return i32[slotRows(chunk, base, slot) + SLOT.DEFORMED * LANES] === DEFORM_STATE.empty
}

/** Returns bits of the slots that a skeleton may have filled. Its chunk may not know of the latest. */
function slotsOf(state: AnimationState, chunk: Chunk, eid: number, word: number): number {
  return filledSlots(state, eid) ? -1 : state.arena.i32[chunk.filled + word]
}

/** Returns bits of the slots that may show bounding boxes, which are usually few. */
function boxSlotsOf(state: AnimationState, registered: RegisteredRig): Int32Array {
  const { boxSlots } = hitStateOf(state)
  const present = boxSlots[registered.number]
  if (present) return present
  const { kind, slot } = registered.source.attachments
  const made = new Int32Array(filledWords(registered))
  kind.forEach((each, attachment) => {
    if (each === ATTACHMENT_KIND.boundingbox) made[slot[attachment] >> 5] |= 1 << (slot[attachment] & 31)
  })
  boxSlots[registered.number] = made
  return made
}

/** Returns boxes around those of the rig's bounding boxes that are rigid. */
function localBoxes(state: AnimationState, { number, source: rig }: RegisteredRig): Float64Array {
  const { local } = hitStateOf(state)
  const { count, models } = rig.attachments
  const present = local[number]
  if (present) return present
  const made = new Float64Array(EXTENT_NUMBERS * count).fill(Number.NaN)
  for (let attachment = 0; attachment < count; attachment++) {
    const model = models[attachment]
    if (model.type !== 'boundingbox' || model.bones !== null) continue
    const box = EMPTY_BOX.slice()
    widenBox(box, model.vertices, 0, 2 * model.count)
    made.set(box, EXTENT_NUMBERS * attachment)
  }
  local[number] = made
  return made
}

/** Adds the box around a box that a slot's bone transforms. */
function widenByBone(
  { arena }: AnimationState,
  { chunk, world }: SolvedLane,
  slot: number,
  local: Float64Array,
  at: number,
  box: Box,
): void {
  const { f32 } = arena
  const row = world + chunk.rig.source.slots.bone[slot] * WORLD_RECORD
  const a = f32[row + WORLD.A * LANES]
  const b = f32[row + WORLD.B * LANES]
  const c = f32[row + WORLD.C * LANES]
  const d = f32[row + WORLD.D * LANES]
  const wide = (local[at + 2] - local[at]) / 2
  const high = (local[at + 3] - local[at + 1]) / 2
  const middleX = local[at] + wide
  const middleY = local[at + 1] + high
  const x = a * middleX + b * middleY + f32[row + WORLD.X * LANES]
  const y = c * middleX + d * middleY + f32[row + WORLD.Y * LANES]
  const halfX = Math.abs(a) * wide + Math.abs(b) * high
  const halfY = Math.abs(c) * wide + Math.abs(d) * high
  box[0] = Math.min(box[0], x - halfX)
  box[1] = Math.min(box[1], y - halfY)
  box[2] = Math.max(box[2], x + halfX)
  box[3] = Math.max(box[3], y + halfY)
}

/** Returns whether a kind of test covers such attachments. @param attachment of ATTACHMENT_KIND. */
export function isKind(attachment: number, kind: HitKind): boolean {
  return kind === 'boxes' ? attachment === ATTACHMENT_KIND.boundingbox : attachment <= ATTACHMENT_KIND.mesh
}

function noteBox(state: AnimationState, extents: Extents, eid: number, box: Readonly<Box>): void {
  const { skeletons, tick } = state
  const { boxes, serials, ticks } = extents
  const left = box[0]
  const bottom = box[1]
  const right = box[2]
  const top = box[3]
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
