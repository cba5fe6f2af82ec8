/** Runs update programs over blocks: what src/kernels/program/program does. */
import {
  ALL_LANES,
  BONE_OP_FLAGS,
  BONE_OP_GROUP,
  CONTEXT_APPLIED,
  CONTEXT_COUNT,
  CONTEXT_DEFORM,
  CONTEXT_FIRST,
  CONTEXT_IMAGE,
  CONTEXT_LOCAL,
  CONTEXT_MASKS,
  CONTEXT_PROGRAM,
  CONTEXT_ROOM,
  CONTEXT_SECONDS,
  CONTEXT_SKELETON,
  CONTEXT_SLOTS,
  CONTEXT_STATE,
  CONTEXT_STRIDE,
  CONTEXT_WORLD,
  LANES,
  OP_aim,
  OP_bone,
  OP_copy,
  OP_end,
  OP_ikOne,
  OP_ikTwo,
  OP_limit,
  OP_map,
  OP_path,
  OP_physics,
  OP_refresh,
  OP_root,
  OP_run,
  OP_transformLocal,
  OP_transformWorld,
  OP_turn,
  OP_unmoved,
  OP_CODE,
  OP_LENGTH,
  RUN_BONES,
} from '../layout'
import { aim } from '../constraints/aim'
import { composeBone, composeRun, RECORD } from './compose'
import { ikOne } from '../constraints/ik-one'
import { ikTwo } from '../constraints/ik-two'
import { mapLanes } from '../constraints/map'
import { followPath } from '../constraints/path'
import { physics } from '../constraints/physics'
import { composeUnmoved, refreshBones } from './moved'
import { word } from './rows'
import { copyBones, limit, turn } from './small-ops'
import { transformLocal } from '../constraints/transform-local'
import { transformWorld } from '../constraints/transform-world'
import { EVERY, STEP } from '../lanes'

/** @param context word index of the record (src/world/chunks/program-context). */
export function runProgram(context: i32): void {
  const record = <usize>context << 2
  const first = word(record, CONTEXT_FIRST)
  const end = first + word(record, CONTEXT_COUNT)
  for (let block = first; block < end; block++) {
    const mask = load<i32>(<usize>(word(record, CONTEXT_MASKS) + block) << 2) & ALL_LANES
    for (let lane = 0; lane < LANES; lane += STEP)
      if (((mask >> lane) & EVERY) != 0) runLanes(record, block, lane, (mask >> lane) & EVERY)
  }
}

/** Where a section of a block has its first row, in a lane. */
export function sectionAt(record: usize, section: i32, block: i32, lane: i32): usize {
  return <usize>(word(record, section) + block * word(record, section + CONTEXT_STRIDE) + lane) << 2
}

/** The lanes of one vector, from lane `lane` on. */
function runLanes(record: usize, block: i32, lane: i32, mask: i32): void {
  const program = <usize>word(record, CONTEXT_PROGRAM) << 2
  const skeleton = sectionAt(record, CONTEXT_SKELETON, block, lane)
  const local = sectionAt(record, CONTEXT_LOCAL, block, lane)
  const applied = sectionAt(record, CONTEXT_APPLIED, block, lane)
  const world = sectionAt(record, CONTEXT_WORLD, block, lane)
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
      case OP_unmoved:
        composeUnmoved(at, mask, skeleton, local, applied, world)
        break
      case OP_refresh:
        refreshBones(at, mask, skeleton, local, applied, world)
        break
      case OP_map:
        mapLanes(at, mask, skeleton, local, applied, world)
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
      case OP_aim:
        aim(at, mask, skeleton, local, world)
        break
      case OP_path:
        followPath(
          at,
          mask,
          <usize>word(record, CONTEXT_IMAGE) << 2,
          <usize>word(record, CONTEXT_ROOM) << 2,
          skeleton,
          local,
          applied,
          world,
          sectionAt(record, CONTEXT_SLOTS, block, lane),
          sectionAt(record, CONTEXT_DEFORM, block, lane),
        )
        break
      case OP_physics:
        physics(
          at,
          mask,
          skeleton,
          local,
          applied,
          world,
          sectionAt(record, CONTEXT_STATE, block, lane),
          sectionAt(record, CONTEXT_SECONDS, block, lane << 1),
        )
        break
      case OP_limit:
        limit(at, mask, world)
        break
      case OP_turn:
        turn(at, mask, skeleton, world)
        break
      case OP_end:
        return
      default:
        unreachable()
    }
  }
}
