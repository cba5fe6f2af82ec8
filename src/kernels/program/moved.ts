/** Bones whose matrices constraints have moved, by 4.3's rules: their poses are recovered, or their matrices stand. */
import { LANES } from '../../memory/lanes'
import {
  BONE_OP_FLAGS,
  BONE_OP_GROUP,
  GROUP_POSE,
  GROUP_WORDS,
  OP_LENGTH,
  poseAt,
  REFRESH_BONES,
  REFRESH_OP_FLAGS,
} from '../../rig/program/ops'
import { composeBone } from './compose'
import { refreshApplied } from './decompose'
import { STALE } from './program-rows'

/** The op refresh at `at`. Section addresses are those of the block, without lane. */
export function refreshBones(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const flags = i32[at + REFRESH_OP_FLAGS]
  const end = at + i32[at + OP_LENGTH]
  for (let group = at + REFRESH_BONES; group < end; group += GROUP_WORDS)
    refreshApplied(f32, i32, group, flags, mask, skeleton, local, applied, world)
}

/** The op unmoved at `at`: composes the bone in the lanes where its pose is not stale. */
export function composeUnmoved(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  const group = at + BONE_OP_GROUP
  const stale = poseAt(i32[group + GROUP_POSE], local, applied) + STALE
  let unmoved = 0
  for (let lane = 0; lane < LANES; lane++) if (f32[stale + lane] === 0) unmoved |= 1 << lane
  unmoved &= mask
  if (unmoved !== 0)
    composeBone(f32, i32, group, i32[at + BONE_OP_FLAGS], unmoved, skeleton, local, applied, world)
}
