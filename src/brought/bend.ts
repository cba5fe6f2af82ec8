/** Vertices that hang on surfaces: each is put where the lattice has its point (dragonbones §13). */
import { DEFORM_STATE } from '../kernels/mix/deform-rows'
import { A, B, C, D, WX, WY } from '../kernels/program/program-rows'
import { KEYED_FROM, KEYED_PROGRESS, LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, SLOT_VERTEX, slotRow } from '../memory/lanes'
import type { SkeletonModel } from '../model/skeleton'
import { keyStride } from '../rig/animation/image'
import {
  type AttachmentTable,
  PASS_COUNT,
  PASS_MOVED,
  SKIN_FIRST_PASS,
  SKIN_PASS_WORDS,
} from '../rig/attachments/table'
import type { StopViews } from '../rig/constraints/kind'
import { worldOffset } from '../rig/program/ops'
import type { Rig } from '../rig/rig'
import { worldWords } from '../solve/keep-world'
import { frameOf } from '../streams/shown'
import type { Chunk } from '../world/chunks/blocks'
import { roomWords } from '../world/chunks/program-context'
import type { AnimationState } from '../world/state'
import {
  LATTICE_FIRST,
  MAP_AT_X,
  MAP_AT_Y,
  MAP_DOWN_X,
  MAP_DOWN_Y,
  MAP_RIGHT_X,
  MAP_RIGHT_Y,
  MAP_X,
  MAP_Y,
  mapAt,
} from './lattice'

/** See `RigParts.findBent`. What is weighted hangs on bones. */
export function findBent(
  { constraints, slots }: SkeletonModel,
  { count, models, slot }: Pick<AttachmentTable, 'count' | 'models' | 'slot'>,
): Int32Array | null {
  const surfaces = new Map(
    constraints.flatMap((model, index) => (model.type === 'surface' ? [[model.bone, index] as const] : [])),
  )
  if (surfaces.size === 0) return null
  return Int32Array.from({ length: count }, (_, number) => {
    const model = models[number]
    const hangs = model.type === 'region' || (model.type === 'mesh' && model.bones === null)
    return hangs ? (surfaces.get(slots[slot[number]].bone) ?? -1) : -1
  })
}

/** See `RigParts.bendChunk`. */
export function bendChunk(state: AnimationState, chunk: Chunk): void {
  const { i32 } = state.arena
  const { slots } = chunk.rig.rig
  for (let block = 0; block < chunk.blocks; block++)
    for (let left = i32[chunk.skin + block]; left !== 0; left &= left - 1) {
      const lane = 31 - Math.clz32(left & -left)
      for (let slot = 0; slot < slots.count; slot++) bendSlot(state, chunk, block, lane, slot)
    }
}

function bendSlot(state: AnimationState, chunk: Chunk, block: number, lane: number, slot: number): void {
  const { arena, context, skeletons, streams } = state
  const { f32, i32 } = arena
  const { image, rig } = chunk.rig
  const { attachments, bent } = rig
  const base = chunk.words + block * chunk.layout.stride + lane
  const rows = slotRow(base + chunk.layout.shownSlots, slot)
  const vertex = i32[rows + SLOT_VERTEX * LANES]
  const attachment = i32[rows + SLOT_ATTACHMENT * LANES]
  if (vertex < 0 || attachment < 0 || bent === null || bent.by[attachment] < 0) return
  const deformed = i32[rows + SLOT_DEFORMED * LANES]
  const { deformOf, deformSize, keyedOf } = rig.rows
  const size = deformed === DEFORM_STATE.empty ? 0 : attachments.deform[attachment]
  // Offsets that don't fit the attachment are not its own.
  const moves = size !== 0 && size <= deformSize[slot]
  const deform = base + chunk.layout.shownDeform
  const data = image + attachments.skin[attachment] + frameOf(attachments, attachment, 0) * attachments.skinStride[attachment]
  const eid = i32[chunk.owners + block * LANES + lane]
  bendLane(
    rig,
    arena,
    attachment,
    data,
    worldWords(chunk) + block * chunk.layout.worldStride + lane,
    moves && deformed !== DEFORM_STATE.keyed ? deform + deformOf[slot] * LANES : -1,
    moves && deformed !== DEFORM_STATE.offsets ? deform + keyedOf[slot] * LANES : -1,
    keyStride(size),
    f32,
    streams.pools.words.positions + 2 * (skeletons.vertexStart[eid] + vertex),
    roomWords(context) >> 1,
  )
}

/** See `RigParts.bendLane`. */
export function bendLane(
  { attachments, bent, rows: { worldOf } }: Rig,
  { f32, f64, i32 }: StopViews,
  attachment: number,
  data: number,
  world: number,
  rows: number,
  keys: number,
  ahead: number,
  out: Float32Array,
  at: number,
  room: number,
): void {
  if (bent === null) return
  const home = world + worldOffset(worldOf[bent.by[attachment]])
  const model = attachments.models[attachment]
  const keyed = keys >= 0
  const step = keyed ? 1 : LANES
  const distance = keyed ? ahead : 0
  const progress = keyed ? f32[keys + KEYED_PROGRESS * LANES] : 0
  const gain = keyed && rows >= 0 ? f32[rows] : 1
  const pass = data + SKIN_FIRST_PASS
  const count = i32[pass + PASS_COUNT]
  const moved = keyed ? i32[pass + PASS_MOVED] : rows < 0 ? 0 : count
  let start = keyed ? i32[keys + KEYED_FROM * LANES] : rows
  const isRegion = model.type === 'region'
  if (isRegion) {
    f64[room + MAP_X] = model.x
    f64[room + MAP_Y] = -model.y
    mapAt(f32, f64, home + LATTICE_FIRST, room)
  }
  for (let i = 0; i < count; i++) {
    let x = f32[pass + SKIN_PASS_WORDS + 2 * i]
    let y = f32[pass + SKIN_PASS_WORDS + 2 * i + 1]
    if (i < moved) {
      x += (f32[start] + f32[start + distance] * progress) * gain
      y += (f32[start + step] + f32[start + step + distance] * progress) * gain
      start += 2 * step
    }
    if (!isRegion) {
      f64[room + MAP_X] = x
      f64[room + MAP_Y] = -y
      mapAt(f32, f64, home + LATTICE_FIRST, room)
    }
    const bentX = f64[room + MAP_AT_X] + x * f64[room + MAP_RIGHT_X] - y * f64[room + MAP_DOWN_X]
    const bentY = f64[room + MAP_AT_Y] + x * f64[room + MAP_RIGHT_Y] - y * f64[room + MAP_DOWN_Y]
    out[at + 2 * i] = f32[home + A] * bentX + f32[home + B] * bentY + f32[home + WX]
    out[at + 2 * i + 1] = f32[home + C] * bentX + f32[home + D] * bentY + f32[home + WY]
  }
}
