/** Runs update programs over blocks: what src/kernels/program/program does. */
import { ALL_LANES, BONE_OP_FLAGS, BONE_OP_GROUP, CONTEXT, LANES, OP, RUN_BONES } from '../layout'
import { aim } from '../constraints/aim'
import { composeBone, composeRun, RUN_BYTES } from './compose'
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
  const first = word(record, CONTEXT.FIRST)
  const end = first + word(record, CONTEXT.COUNT)
  for (let block = first; block < end; block++) {
    const mask = load<i32>(<usize>(word(record, CONTEXT.MASKS) + block) << 2) & ALL_LANES
    for (let lane = 0; lane < LANES; lane += STEP)
      if (((mask >> lane) & EVERY) != 0) runLanes(record, block, lane, (mask >> lane) & EVERY)
  }
}

/** Where a section of a block has its first row, in a lane. */
function sectionAt(record: usize, section: i32, block: i32, lane: i32): usize {
  return <usize>(word(record, section) + block * word(record, section + CONTEXT.STRIDE) + lane) << 2
}

/** The lanes of one vector, from lane `lane` on. */
function runLanes(record: usize, block: i32, lane: i32, mask: i32): void {
  const program = <usize>word(record, CONTEXT.PROGRAM) << 2
  const skeleton = sectionAt(record, CONTEXT.SKELETON, block, lane)
  const local = sectionAt(record, CONTEXT.LOCAL, block, lane)
  const applied = sectionAt(record, CONTEXT.APPLIED, block, lane)
  const world = sectionAt(record, CONTEXT.WORLD, block, lane)
  for (let at = program; ; at += <usize>(word(at, OP.LENGTH) << 2)) {
    switch (word(at, OP.CODE)) {
      case OP.run:
        composeRun(
          at + (RUN_BONES << 2),
          at + <usize>(word(at, OP.LENGTH) << 2),
          RUN_BYTES,
          mask,
          local,
          applied,
          world,
        )
        break
      case OP.root:
      case OP.bone:
        composeBone(at + (BONE_OP_GROUP << 2), word(at, BONE_OP_FLAGS), mask, skeleton, local, applied, world)
        break
      case OP.unmoved:
        composeUnmoved(at, mask, skeleton, local, applied, world)
        break
      case OP.refresh:
        refreshBones(at, mask, skeleton, local, applied, world)
        break
      case OP.map:
        mapLanes(at, mask, skeleton, local, applied, world)
        break
      case OP.copy:
        copyBones(at, mask, local, applied)
        break
      case OP.ikOne:
        ikOne(at, mask, skeleton, local, applied, world)
        break
      case OP.ikTwo:
        ikTwo(at, mask, skeleton, local, applied, world)
        break
      case OP.transformWorld:
        transformWorld(at, mask, skeleton, local, applied, world)
        break
      case OP.transformLocal:
        transformLocal(at, mask, skeleton, local, applied, world)
        break
      case OP.aim:
        aim(at, mask, skeleton, local, world)
        break
      case OP.path:
        followPath(
          at,
          mask,
          <usize>word(record, CONTEXT.IMAGE) << 2,
          skeleton,
          local,
          applied,
          world,
          sectionAt(record, CONTEXT.SLOTS, block, lane),
          sectionAt(record, CONTEXT.DEFORM, block, lane),
        )
        break
      case OP.physics:
        physics(
          at,
          mask,
          skeleton,
          local,
          applied,
          world,
          sectionAt(record, CONTEXT.STATE, block, lane),
          sectionAt(record, CONTEXT.SECONDS, block, lane << 1),
        )
        break
      case OP.limit:
        limit(at, mask, world)
        break
      case OP.turn:
        turn(at, mask, skeleton, world)
        break
      case OP.end:
        return
      default:
        unreachable()
    }
  }
}
