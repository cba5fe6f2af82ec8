/** Bones whose matrices constraints have moved: what src/kernels/program/moved does. */
import { BONE_OP_FLAGS, BONE_OP_GROUP, GROUP, OP, REFRESH_BONES, REFRESH_OP_FLAGS } from '../layout'
import { composeBone } from './compose'
import { refreshApplied } from './decompose'
import { poseAt, STALE, word } from './rows'
import { unlessZero } from '../lanes'

/** The op refresh at `at`. */
export function refreshBones(at: usize, mask: i32, skeleton: usize, local: usize, applied: usize, world: usize): void {
  const flags = word(at, REFRESH_OP_FLAGS)
  const end = at + <usize>(word(at, OP.LENGTH) << 2)
  for (let group = at + (REFRESH_BONES << 2); group < end; group += GROUP.WORDS << 2)
    refreshApplied(group, flags, mask, skeleton, local, applied, world)
}

/** The op unmoved at `at`. */
export function composeUnmoved(at: usize, mask: i32, skeleton: usize, local: usize, applied: usize, world: usize): void {
  const group = at + (BONE_OP_GROUP << 2)
  const stale = unlessZero(poseAt(word(group, GROUP.POSE), local, applied) + STALE, mask)
  const unmoved = mask & ~stale
  if (unmoved != 0) composeBone(group, word(at, BONE_OP_FLAGS), unmoved, skeleton, local, applied, world)
}
