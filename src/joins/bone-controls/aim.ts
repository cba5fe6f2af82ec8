/**
 * Writes local poses so that bones stand where entities are (`BoneTarget`): the inverse of composing, over
 * the bone's ancestors as this tick's local rows have them.
 */

import { arctangent, cosine, sine } from '../../base/math/circular'
import { LANES, LOCAL, LOCAL_FIELDS, SKELETON, WORLD, WORLD_RECORD } from '../../base/memory/lanes'
import { INHERIT } from '../../base/model/skeleton'
import { GROUP, inheritReference, localOffset, noRotationFlags } from '../../rig/program/ops'
import { resolveRef } from '../../world/attached/skeleton-ref'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { CONTEXT } from '../../world/chunks/program-context'
import { forgetNotes } from '../../world/commands'
import { addOffsetsBut, removeOffsetsBut } from './lanes'
import type { ControlledWorld } from './state'
import { TARGET_POSE, TARGET_RECORDS } from './targets'

const RECORDS = TARGET_RECORDS
const POSE = TARGET_POSE

/** Leads the bones of a chunk's skeletons that run in this tick. Nothing grows in the arena. */
export function aimChunk(world: ControlledWorld, chunk: Chunk): void {
  const { animation: state } = world
  const { targets, skeletons, arena } = state
  if (targets.count === 0) return
  const { rows } = targets
  for (let link = targets.heads[chunk.id]; link >= 0; link = rows.next[link]) {
    const owner = resolveRef(state, targets.hosts, link)
    if (owner === 0) continue
    const seat = skeletons.seat[owner]
    if ((arena.i32[chunk.run + (seat >> 2)] & (1 << (seat & 3))) === 0) continue
    const eid = rows.entity[link]
    const bone = world.components.BoneTarget.bone[eid]
    addOffsetsBut(state, chunk, seat, bone)
    aim(world, chunk, seat, eid)
    removeOffsetsBut(state, chunk, seat, bone)
  }
}

/**
 * world = P · local + (X, Y) in every inherit mode, where P is the parent's matrix or, for roots, the
 * skeleton's scale. The entity's rotation is turned over the finished world rows: it is
 * turned back first.
 */
function aim(world: ControlledWorld, chunk: Chunk, seat: number, eid: number): void {
  const { animation: state, components } = world
  const { f32 } = state.arena
  const { bone, rotate } = components.BoneTarget
  const { Transform } = components
  const index = bone[eid]
  const { activeBones, bones, overridden } = chunk.program.program
  if (index >= bones.count || activeBones[index] === 0 || overridden.includes(index)) return
  const base = seatBase(chunk, seat)
  const skeleton = base + chunk.layout.skeleton
  const pose = base + chunk.layout.local + localOffset(index)
  const parent = composeParent(world, chunk, base, index)
  const atX = f32[skeleton + SKELETON.X * LANES]
  const atY = f32[skeleton + SKELETON.Y * LANES]
  const cos = f32[skeleton + SKELETON.COS * LANES]
  const sin = f32[skeleton + SKELETON.SIN * LANES]
  let a = f32[skeleton + SKELETON.SCALE_X * LANES]
  let b = 0
  let c = 0
  let d = f32[skeleton + SKELETON.SCALE_Y * LANES]
  const turnedX = Transform.x[eid] - atX
  const turnedY = Transform.y[eid] - atY
  let dx = cos * turnedX + sin * turnedY
  let dy = cos * turnedY - sin * turnedX
  if (parent >= 0) {
    a = f32[parent + WORLD.A * LANES]
    b = f32[parent + WORLD.B * LANES]
    c = f32[parent + WORLD.C * LANES]
    d = f32[parent + WORLD.D * LANES]
    dx += atX - f32[parent + WORLD.X * LANES]
    dy += atY - f32[parent + WORLD.Y * LANES]
  }
  const determinant = a * d - b * c
  // Under a parent without extent no place can be reached: the bone stays as it is.
  if (determinant === 0 || !Number.isFinite(determinant)) return
  forgetNotes(state, state.arena.i32[chunk.owners + seat])
  f32[pose + LOCAL.X * LANES] = (d * dx - b * dy) / determinant
  f32[pose + LOCAL.Y * LANES] = (a * dy - c * dx) / determinant
  if (rotate[eid] === 0) return

  const basis = composeBasis(world, chunk, base, index, parent)
  if (basis >= 0) {
    a = f32[basis + WORLD.A * LANES]
    b = f32[basis + WORLD.B * LANES]
    c = f32[basis + WORLD.C * LANES]
    d = f32[basis + WORLD.D * LANES]
  }
  const entityCos = cosine(Transform.rotation[eid])
  const entitySin = sine(Transform.rotation[eid])
  // The direction that the x axis is to have, the skeleton's turn taken back, in the basis's own space.
  dx = cos * entityCos + sin * entitySin
  dy = cos * entitySin - sin * entityCos
  const side = (a * d - b * c < 0 ? -1 : 1) * (f32[pose + LOCAL.SCALE_X * LANES] < 0 ? -1 : 1)
  const angle = arctangent(side * (a * dy - c * dx), side * (d * dx - b * dy))
  f32[pose + LOCAL.ROTATION * LANES] = angle - f32[pose + LOCAL.SHEAR_X * LANES]
}

/** @returns word index of the world matrix of a bone's parent, before the entity's rotation; -1 for roots. */
function composeParent(world: ControlledWorld, chunk: Chunk, base: number, index: number): number {
  const { targets } = world.animation
  const { bones } = chunk.program.program
  if (targets.chain.length < bones.count) targets.chain = new Int32Array(2 * bones.count)
  const { chain, scratch } = targets
  let length = 0
  for (let bone = bones.parent[index]; bone >= 0; bone = bones.parent[bone]) chain[length++] = bone
  let from = -1
  for (let i = length - 1; i >= 0; i--) {
    const to = from === 0 ? WORLD_RECORD : 0
    composeInto(world, chunk, base, chain[i], localOffset(chain[i]), from, to)
    from = to
  }
  return from < 0 ? -1 : scratch + RECORDS + from + (base & (LANES - 1))
}

/**
 * The matrix that stands between a bone's own rotation and the world. Of noScale bones it depends on the
 * rotation, but their x axis points where the parent has it: -1, as for all that have the parent's.
 */
function composeBasis(
  world: ControlledWorld,
  chunk: Chunk,
  base: number,
  index: number,
  parent: number,
): number {
  const { arena, targets } = world.animation
  const { f32 } = arena
  const { source: rig } = chunk.rig
  if (parent < 0) return -1
  const keyed = rig.rows.inherit[index]
  const mode = keyed < 0 ? rig.bones.inherit[index] : f32[base + chunk.layout.local + keyed * LANES] | 0
  if (mode !== INHERIT.onlyTranslation && mode !== INHERIT.noRotationOrReflection) return -1
  const lane = base & (LANES - 1)
  const { scratch } = targets
  for (let row = 0; row < LOCAL_FIELDS; row++) {
    const unit = row === LOCAL.SCALE_X || row === LOCAL.SCALE_Y
    f32[scratch + POSE + row * LANES + lane] = unit ? 1 : 0
  }
  const from = parent - scratch - RECORDS - lane
  const to = WORLD_RECORD - from
  composeInto(world, chunk, base, index, scratch + POSE - (base - lane) - chunk.layout.local, from, to)
  return scratch + RECORDS + to + lane
}

/** @param pose offset from the block's local section. @param from, to records of the scratch; -1 = no parent. */
function composeInto(
  world: ControlledWorld,
  chunk: Chunk,
  base: number,
  bone: number,
  pose: number,
  from: number,
  to: number,
): void {
  const { arena, context, kernels, targets } = world.animation
  const { i32 } = arena
  const { source: rig } = chunk.rig
  const group = targets.scratch
  i32[group + GROUP.POSE] = pose
  i32[group + GROUP.PARENT] = from
  i32[group + GROUP.WORLD] = to
  i32[group + GROUP.INHERIT] = inheritReference(
    chunk.program.program.bones.inherit[bone],
    rig.rows.inherit[bone],
  )
  i32[group + GROUP.LOCAL] = localOffset(bone)
  i32[group + GROUP.LIVE] = 0
  const flags = noRotationFlags(rig.maths)
  const lane = base & (LANES - 1)
  const local = base - lane + chunk.layout.local
  i32[context + CONTEXT.SKELETON] = base - lane + chunk.layout.skeleton
  i32[context + CONTEXT.LOCAL] = local
  i32[context + CONTEXT.APPLIED] = local
  i32[context + CONTEXT.WORLD] = group + RECORDS
  kernels.run.composeGroup(context, 0, 1 << lane, group, flags)
}
