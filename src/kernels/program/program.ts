/** Runs update programs over blocks: local pose → constraints → world matrices. */
import { ALL_LANES } from '../../memory/lanes'
import {
  BONE_OP_FLAGS,
  BONE_OP_GROUP,
  GROUP_PARENT,
  OP,
  OP_CODE,
  OP_LENGTH,
  type OpCode,
  RUN_BONES,
} from '../../rig/program/ops'
import {
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
  CONTEXT_WORLD,
  roomWords,
  sectionAt,
} from '../../world/chunks/program-context'
import { aim } from '../constraints/aim'
import { ikOne } from '../constraints/ik-one'
import { ikTwo } from '../constraints/ik-two'
import { mapLanes } from '../constraints/map'
import { followPath } from '../constraints/path'
import { physics } from '../constraints/physics'
import { transformLanes } from '../constraints/transform-lanes'
import { limit } from '../limit'
import { composeBone, composeRun } from './compose'
import { composeUnmoved, refreshBones } from './moved'
import { copyBones } from './program-copy'
import { rotateEntity } from './rotate-entity'
import type { Views } from './views'

/**
 * Runs a program on the blocks that the record at word `context` names (src/world/chunks/program-context).
 *
 * Section s of block b starts at its base + b * its stride; row r of lane l is at `r * LANES + l` from there. Lane l of
 * block b runs if bit l of the block's mask is set; nothing of other lanes is written.
 *
 * reads   skeleton, local, slot and deform rows; applied rows and world rows of this program's own; clocks
 * writes  applied rows of constrained bones, world rows of active bones, rows of constraints' state; under 3.8 maths,
 *         local shear y. World rows of bones that are never composed keep what they have: zero them when a lane is taken
 * cost    nothing allocated; every lane's result is independent of its neighbours, bit for bit
 */
export function runProgram(views: Views, context: number): void {
  const { i32 } = views
  const masks = i32[context + CONTEXT_MASKS]
  const first = i32[context + CONTEXT_FIRST]
  const end = first + i32[context + CONTEXT_COUNT]
  for (let block = first; block < end; block++) {
    const mask = i32[masks + block] & ALL_LANES
    if (mask !== 0) runBlock(views, context, block, mask)
  }
}

function runBlock(views: Views, context: number, block: number, mask: number): void {
  const { f32, f64, i32 } = views
  const program = i32[context + CONTEXT_PROGRAM]
  const skeleton = sectionAt(i32, context, CONTEXT_SKELETON, block)
  const local = sectionAt(i32, context, CONTEXT_LOCAL, block)
  const applied = sectionAt(i32, context, CONTEXT_APPLIED, block)
  const world = sectionAt(i32, context, CONTEXT_WORLD, block)
  const state = sectionAt(i32, context, CONTEXT_STATE, block)
  const clocks = sectionAt(i32, context, CONTEXT_SECONDS, block) >> 1
  for (let at = program; ; at += i32[at + OP_LENGTH]) {
    const code = i32[at + OP_CODE] as OpCode
    switch (code) {
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
      case OP.unmoved:
        composeUnmoved(f32, i32, at, mask, skeleton, local, applied, world)
        break
      case OP.refresh:
        refreshBones(f32, i32, at, mask, skeleton, local, applied, world)
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
      case OP.map:
        mapLanes(views, at, mask, skeleton, local, applied, world, roomWords(context) >> 1)
        break
      case OP.aim:
        aim(f32, i32, at, mask, skeleton, local, world)
        break
      case OP.path:
        followPath(
          views,
          at,
          mask,
          i32[context + CONTEXT_IMAGE],
          i32[context + CONTEXT_ROOM] >> 1,
          skeleton,
          local,
          applied,
          world,
          sectionAt(i32, context, CONTEXT_SLOTS, block),
          sectionAt(i32, context, CONTEXT_DEFORM, block),
        )
        break
      case OP.physics:
        physics(f32, f64, i32, at, mask, skeleton, local, applied, world, state, clocks)
        break
      case OP.limit:
        limit(f32, i32, at, mask, world)
        break
      case OP.turn:
        rotateEntity(f32, i32, at, mask, skeleton, world)
        break
      case OP.end:
        return
      default:
        refuseCode(code)
    }
  }
}

/** An op that has no case above is a type error here. */
function refuseCode(code: never): never {
  throw new RangeError(`osteon: no kernel for op ${code}`)
}
