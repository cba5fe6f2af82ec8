/** Runs update programs over blocks: what src/kernels/program/program does. */
import {
  ALL_LANES,
  BONE_OP_FLAGS,
  BONE_OP_GROUP,
  OP_bone,
  OP_copy,
  OP_ikOne,
  OP_ikTwo,
  OP_limit,
  OP_root,
  OP_run,
  OP_transformLocal,
  OP_transformWorld,
  OP_turn,
  OP_CODE,
  OP_LENGTH,
  RUN_BONES,
} from '../layout'
import { composeBone, composeRun, RECORD } from './compose'
import { ikOne } from './ik-one'
import { ikTwo } from './ik-two'
import { word } from './rows'
import { copyBones, limit, turn } from './small-ops'
import { transformLocal } from './transform-local'
import { transformWorld } from './transform-world'

export function runProgram(
  program: i32,
  first: i32,
  count: i32,
  masks: i32,
  skeletonBase: i32,
  skeletonStride: i32,
  localBase: i32,
  localStride: i32,
  appliedBase: i32,
  appliedStride: i32,
  worldBase: i32,
  worldStride: i32,
): void {
  for (let block = first; block < first + count; block++) {
    const mask = load<i32>(<usize>(masks + block) << 2) & ALL_LANES
    if (mask == 0) continue
    runBlock(
      <usize>program << 2,
      mask,
      <usize>(skeletonBase + block * skeletonStride) << 2,
      <usize>(localBase + block * localStride) << 2,
      <usize>(appliedBase + block * appliedStride) << 2,
      <usize>(worldBase + block * worldStride) << 2,
    )
  }
}

function runBlock(
  program: usize,
  mask: i32,
  skeleton: usize,
  local: usize,
  applied: usize,
  world: usize,
): void {
  for (let at = program; ; at += <usize>(word(at, OP_LENGTH) << 2)) {
    switch (word(at, OP_CODE)) {
      case OP_run:
        composeRun(
          at + (RUN_BONES << 2),
          at + <usize>(word(at, OP_LENGTH) << 2),
          RECORD,
          mask,
          local,
          applied,
          world,
        )
        break
      case OP_root:
      case OP_bone:
        composeBone(at + (BONE_OP_GROUP << 2), word(at, BONE_OP_FLAGS), mask, skeleton, local, applied, world)
        break
      case OP_copy:
        copyBones(at, mask, local, applied)
        break
      case OP_ikOne:
        ikOne(at, mask, skeleton, local, applied, world)
        break
      case OP_ikTwo:
        ikTwo(at, mask, skeleton, local, applied, world)
        break
      case OP_transformWorld:
        transformWorld(at, mask, skeleton, local, applied, world)
        break
      case OP_transformLocal:
        transformLocal(at, mask, skeleton, local, applied, world)
        break
      case OP_limit:
        limit(at, mask, world)
        break
      case OP_turn:
        turn(at, mask, skeleton, world)
        break
      default:
        return
    }
  }
}
