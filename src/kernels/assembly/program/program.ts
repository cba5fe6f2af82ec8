/** Runs update programs over blocks: local pose → constraints → world matrices. */
import { ALL_LANES, BONE_OP_FLAGS, BONE_OP_GROUP, CONTEXT, LANES, OP, RUN_BONES } from '../layout'
import { EVERY, STEP } from '../lanes'
import { aim } from '../constraints/aim'
import { ikOne } from '../constraints/ik-one'
import { ikTwo } from '../constraints/ik-two'
import { mapLanes } from '../constraints/map'
import { followPath } from '../constraints/path'
import { physics } from '../constraints/physics'
import { transformLocal } from '../constraints/transform-local'
import { transformWorld } from '../constraints/transform-world'
import { Block, blockAt } from './block'
import { composeBone, composeRun, RUN_BYTES } from './compose'
import { composeUnmoved, refreshBones } from './moved'
import { word } from './rows'
import { copyBones, limit, turn } from './small-ops'

/** Runs a program. @param context word index of the record (src/world/chunks/program-context). */
export function runProgram(context: i32): void {
  const record = <usize>context << 2
  const program = <usize>word(record, CONTEXT.PROGRAM) << 2
  const first = word(record, CONTEXT.FIRST)
  const end = first + word(record, CONTEXT.COUNT)
  for (let block = first; block < end; block++) {
    const mask = load<i32>(<usize>(word(record, CONTEXT.MASKS) + block) << 2) & ALL_LANES
    for (let lane = 0; lane < LANES; lane += STEP) {
      const own = (mask >> lane) & EVERY
      if (own != 0) runOps(program, own, blockAt(record, block, lane))
    }
  }
}

/** Runs all ops of a program, in the lanes of a vector. */
function runOps(program: usize, mask: i32, block: Block): void {
  for (let at = program; ; at += <usize>(word(at, OP.LENGTH) << 2)) {
    switch (word(at, OP.CODE)) {
      case OP.run: composeRun(at + (RUN_BONES << 2), at + <usize>(word(at, OP.LENGTH) << 2), RUN_BYTES, mask, block); break
      case OP.root:
      case OP.bone: composeBone(at + (BONE_OP_GROUP << 2), word(at, BONE_OP_FLAGS), mask, block); break
      case OP.unmoved: composeUnmoved(at, mask, block); break
      case OP.refresh: refreshBones(at, mask, block); break
      case OP.map: mapLanes(at, mask, block); break
      case OP.copy: copyBones(at, mask, block); break
      case OP.ikOne: ikOne(at, mask, block); break
      case OP.ikTwo: ikTwo(at, mask, block); break
      case OP.transformWorld: transformWorld(at, mask, block); break
      case OP.transformLocal: transformLocal(at, mask, block); break
      case OP.aim: aim(at, mask, block); break
      case OP.path: followPath(at, mask, block); break
      case OP.physics: physics(at, mask, block); break
      case OP.limit: limit(at, mask, block); break
      case OP.turn: turn(at, mask, block); break
      case OP.end: return
      default: unreachable()
    }
  }
}
