/** Bends vertices of surfaces by moving each to its point of the lattice. */

import { DEFORM_STATE, KEYED_FROM, KEYED_PROGRESS, LANES, SLOT, slotRow } from '../../../base/memory/lanes'
import type { SkeletonModel } from '../../../base/model/skeleton'
import { keyStride } from '../../../rig/animation/image'
import { type AttachmentTable, PASS, SKIN_FIRST_PASS, SKIN_PASS_WORDS } from '../../../rig/attachments/table'
import type { Bent } from '../../../rig/parts'
import { worldOffset } from '../../../rig/program/ops'
import type { Chunk } from '../../../world/chunks/blocks'
import { roomWords } from '../../../world/chunks/program-context'
import { worldWords } from '../../../world/chunks/world-rows'
import type { AnimationState } from '../../../world/state'
import { A, B, C, D, WX, WY } from './lane-rows'
import { LATTICE_FIRST, MAP, mapAt, mapPoints } from './lattice'

/** Finds the attachments that surfaces bend (`RigParts.findBent`). Weighted meshes follow bones and are not bent. */
export function findBent(
  { constraints, slots }: SkeletonModel,
  { count, models, slot }: Pick<AttachmentTable, 'count' | 'models' | 'slot'>,
): Bent | null {
  const surfaces = new Map(
    constraints.flatMap((model, index) => (model.type === 'surface' ? [[model.bone, index] as const] : [])),
  )
  if (surfaces.size === 0) return null
  const by = Int32Array.from({ length: count }, (_, number) => {
    const model = models[number]
    const isUnweighted = model.type === 'region' || (model.type === 'mesh' && model.bones === null)
    return isUnweighted ? (surfaces.get(slots[slot[number]].bone) ?? -1) : -1
  })
  return { by, bendChunk, bendSlot }
}

/** Writes the bent vertices of a chunk (`Bent.bendChunk`). */
function bendChunk(state: AnimationState, chunk: Chunk): void {
  const { arena, skeletons, streams } = state
  const { f32, i32 } = arena
  const { slots } = chunk.rig.source
  for (let seat = 0; seat < chunk.used; seat++) {
    const block = seat >> 2
    const lane = seat & (LANES - 1)
    if ((i32[chunk.skin + block] & (1 << lane)) === 0) continue
    const base = chunk.words + block * chunk.layout.stride + lane
    const world = worldWords(chunk) + block * chunk.layout.worldStride + lane
    const first = streams.pools.words.positions + 2 * skeletons.vertexStart[i32[chunk.owners + seat]]
    for (let slot = 0; slot < slots.count; slot++) {
      const vertex = i32[slotRow(base + chunk.layout.shownSlots, slot) + SLOT.VERTEX * LANES]
      if (vertex >= 0) bendPoints(state, chunk, base, slot, world, f32, first + 2 * vertex)
    }
  }
}

/** Writes a slot's bent points (`Bent.bendSlot`). */
function bendSlot(state: AnimationState, chunk: Chunk, base: number, slot: number, world: number): boolean {
  return bendPoints(state, chunk, base, slot, world, state.streams.pools.points, 0)
}

/** Writes a slot's vertices to `out`, if a surface bends them; see `Bent.bendSlot`. */
function bendPoints(
  { arena, context }: AnimationState,
  chunk: Chunk,
  base: number,
  slot: number,
  world: number,
  out: Float32Array,
  at: number,
): boolean {
  const { f32, f64, i32 } = arena
  const { image, source: rig } = chunk.rig
  const { attachments, bent, rows } = rig
  const shown = slotRow(base + chunk.layout.shownSlots, slot)
  const attachment = i32[shown + SLOT.ATTACHMENT * LANES]
  if (attachment < 0 || bent === null || bent.by[attachment] < 0 || attachments.skin[attachment] < 0)
    return false
  const room = roomWords(context) >> 1
  const home = world + worldOffset(rows.worldOf?.[bent.by[attachment]] ?? 0)
  const lattice = home + LATTICE_FIRST
  const deformed = i32[shown + SLOT.DEFORMED * LANES]
  const size = deformed === DEFORM_STATE.empty ? 0 : attachments.deform[attachment]
  // Offsets that do not fit the attachment belong to another one.
  const moves = size !== 0 && size <= rows.deformSize[slot]
  const deform = base + chunk.layout.shownDeform
  const offsets = moves && deformed !== DEFORM_STATE.keyed ? deform + rows.deformOf[slot] * LANES : -1
  const keys = moves && deformed !== DEFORM_STATE.offsets ? deform + rows.keyedOf[slot] * LANES : -1
  const keyed = keys >= 0
  const step = keyed ? 1 : LANES
  const ahead = keyed ? keyStride(size) : 0
  const progress = keyed ? f32[keys + KEYED_PROGRESS * LANES] : 0
  const gain = keyed && offsets >= 0 ? f32[offsets] : 1
  const pass = image + attachments.skin[attachment] + SKIN_FIRST_PASS
  const count = i32[pass + PASS.COUNT]
  const moved = keyed ? i32[pass + PASS.MOVED] : moves ? count : 0
  let start = keyed ? i32[keys + KEYED_FROM * LANES] : offsets
  const points = pass + SKIN_PASS_WORDS
  for (let i = 0; i < count; i++) {
    let x = f32[points + 2 * i]
    let y = f32[points + 2 * i + 1]
    if (i < moved) {
      x += (f32[start] + f32[start + ahead] * progress) * gain
      y += (f32[start + step] + f32[start + step + ahead] * progress) * gain
      start += 2 * step
    }
    out[at + 2 * i] = x
    out[at + 2 * i + 1] = y
  }
  const model = attachments.models[attachment]
  if (model.type === 'region') {
    f64[room + MAP.X] = model.x
    f64[room + MAP.Y] = -model.y
    placeImage(f32, f64, lattice, room, out, at, count)
  } else mapPoints(f32, f64, lattice, room, out, at, out, at, 2, 1, count)
  const a = f32[home + A]
  const b = f32[home + B]
  const c = f32[home + C]
  const d = f32[home + D]
  const wx = f32[home + WX]
  const wy = f32[home + WY]
  for (let word = at; word < at + 2 * count; word += 2) {
    const x = out[word]
    const y = out[word + 1]
    out[word] = a * x + b * y + wx
    out[word + 1] = c * x + d * y + wy
  }
  return true
}

/** Moves an image to the lattice's point of its place, without bending it. Fields of the room hold that point. */
function placeImage(
  f32: Float32Array,
  f64: Float64Array,
  lattice: number,
  room: number,
  out: Float32Array,
  at: number,
  count: number,
): void {
  mapAt(f32, f64, lattice, room)
  for (let word = at; word < at + 2 * count; word += 2) {
    const x = out[word]
    const y = -out[word + 1]
    out[word] = f64[room + MAP.AT_X] + x * f64[room + MAP.RIGHT_X] + y * f64[room + MAP.DOWN_X]
    out[word + 1] = f64[room + MAP.AT_Y] + x * f64[room + MAP.RIGHT_Y] + y * f64[room + MAP.DOWN_Y]
  }
}
