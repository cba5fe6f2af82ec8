/** Runs update programs over blocks: local pose → constraints → world matrices. */
import { ALL_LANES } from '../../memory/lanes'
import {
  BONE_OP_FLAGS,
  BONE_OP_GROUP,
  GROUP_PARENT,
  OP,
  OP_CODE,
  OP_LENGTH,
  RUN_BONES,
} from '../../rig/program/ops'
import { limit } from '../limit'
import { composeBone, composeRun } from './compose'
import { ikOne } from './ik-one'
import { ikTwo } from './ik-two'
import { copyBones } from './program-copy'
import { transformLanes } from './transform-lanes'
import { turn } from './turn'

/**
 * Runs the program at word `program` on blocks `first` … `first + count - 1`.
 *
 * `f32` and `i32` are two views of one memory; all numbers but the first two are word indices in it or
 * counts. Section s of block b starts at `sBase + b * sStride`; row r of lane l is at `r * LANES + l` from
 * there. Lane l of block b runs if bit l of `i32[masks + b]` is set; nothing of other lanes is written.
 *
 * reads   skeleton, local rows; applied rows and world rows of this program's own
 * writes  applied rows of constrained bones, world rows of active bones; under 3.8 maths, local shear y
 *         (spine-constraints §6.2). World rows of bones that are never composed keep what they have: zero
 *         them when a lane is taken (spine-constraints §1)
 * cost    nothing allocated; every lane's result is independent of its neighbours, bit for bit
 */
export function runProgram(
  f32: Float32Array,
  i32: Int32Array,
  program: number,
  first: number,
  count: number,
  masks: number,
  skeletonBase: number,
  skeletonStride: number,
  localBase: number,
  localStride: number,
  appliedBase: number,
  appliedStride: number,
  worldBase: number,
  worldStride: number,
): void {
  for (let block = first; block < first + count; block++) {
    const mask = i32[masks + block] & ALL_LANES
    if (mask === 0) continue
    runBlock(
      f32,
      i32,
      program,
      mask,
      skeletonBase + block * skeletonStride,
      localBase + block * localStride,
      appliedBase + block * appliedStride,
      worldBase + block * worldStride,
    )
  }
}

function runBlock(
  f32: Float32Array,
  i32: Int32Array,
  program: number,
  mask: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
): void {
  for (let at = program; ; at += i32[at + OP_LENGTH]) {
    switch (i32[at + OP_CODE]) {
      case OP.run:
        composeRun(
          f32,
          i32,
          at + RUN_BONES,
          at + i32[at + OP_LENGTH],
          GROUP_PARENT,
          mask,
          local,
          applied,
          world,
        )
        break
      case OP.root:
      case OP.bone:
        composeBone(
          f32,
          i32,
          at + BONE_OP_GROUP,
          i32[at + BONE_OP_FLAGS],
          mask,
          skeleton,
          local,
          applied,
          world,
        )
        break
      case OP.copy:
        copyBones(f32, i32, at, mask, local, applied)
        break
      case OP.ikOne:
        ikOne(f32, i32, at, mask, skeleton, local, applied, world)
        break
      case OP.ikTwo:
        ikTwo(f32, i32, at, mask, skeleton, local, applied, world)
        break
      case OP.transformWorld:
      case OP.transformLocal:
        transformLanes(f32, i32, at, mask, skeleton, local, applied, world)
        break
      case OP.limit:
        limit(f32, i32, at, mask, world)
        break
      case OP.turn:
        turn(f32, i32, at, mask, skeleton, world)
        break
      default:
        return
    }
  }
}
