/**
 * The record of a block that all ops share: the byte address of each section, at the first lane of the current vector.
 */
import { CONTEXT, GROUP } from '../layout'
import { poseAt, word } from './rows'

/** It is kept in the context: kernels on several threads each have their own context. */
@unmanaged
export class Block {
  /** The rig's image, and scratch room for path constraints. They do not depend on the block. */
  image: usize
  room: usize
  skeleton: usize
  local: usize
  applied: usize
  world: usize
  slots: usize
  deform: usize
  state: usize
  /** Seconds, one float64 per lane: see CONTEXT_SECONDS of src/world/chunks/program-context. */
  clocks: usize
}

/** Returns the record of block `block` from lane `lane` on. `context` is the address of the ProgramContext. */
export function blockAt(context: usize, block: i32, lane: i32): Block {
  const record = changetype<Block>(context + (CONTEXT.BLOCK << 2))
  record.image = <usize>word(context, CONTEXT.IMAGE) << 2
  record.room = <usize>word(context, CONTEXT.ROOM) << 2
  record.skeleton = sectionAt(context, CONTEXT.SKELETON, block, lane)
  record.local = sectionAt(context, CONTEXT.LOCAL, block, lane)
  record.applied = sectionAt(context, CONTEXT.APPLIED, block, lane)
  record.world = sectionAt(context, CONTEXT.WORLD, block, lane)
  record.slots = sectionAt(context, CONTEXT.SLOTS, block, lane)
  record.deform = sectionAt(context, CONTEXT.DEFORM, block, lane)
  record.state = sectionAt(context, CONTEXT.STATE, block, lane)
  record.clocks = sectionAt(context, CONTEXT.SECONDS, block, lane << 1)
  return record
}

/** Returns the address of a section's first row in a block, at a lane. */
function sectionAt(context: usize, section: i32, block: i32, lane: i32): usize {
  return <usize>(word(context, section) + block * word(context, section + CONTEXT.STRIDE) + lane) << 2
}

/** Returns the address of the pose of a group's bone. */
// @ts-ignore: decorator
@inline
export function poseOf(group: usize, block: Block): usize {
  return poseAt(word(group, GROUP.POSE), block.local, block.applied)
}
