/**
 * Bones whose matrices constraints moved (Spine 4.3): their poses are recovered before use, and all others are
 * composed.
 */
import { BONE_OP_FLAGS, BONE_OP_GROUP, GROUP, OP, REFRESH_BONES, REFRESH_OP_FLAGS } from '../layout'
import { unlessZero } from '../lanes'
import { Block, poseOf } from './block'
import { composeBone } from './compose'
import { refreshApplied } from './decompose'
import { STALE, word } from './rows'

/** Runs the op refresh at `at`. */
export function refreshBones(at: usize, mask: i32, block: Block): void {
  const flags = word(at, REFRESH_OP_FLAGS)
  const end = at + <usize>(word(at, OP.LENGTH) << 2)
  for (let group = at + (REFRESH_BONES << 2); group < end; group += GROUP.WORDS << 2)
    refreshApplied(group, flags, mask, block)
}

/** Runs the op unmoved at `at`. */
export function composeUnmoved(at: usize, mask: i32, block: Block): void {
  const group = at + (BONE_OP_GROUP << 2)
  const stale = unlessZero(poseOf(group, block) + STALE, mask)
  const unmoved = mask & ~stale
  if (unmoved != 0) composeBone(group, word(at, BONE_OP_FLAGS), unmoved, block)
}
