/**
 * Puts offsets of bones (`setBoneOffset`) into the local rows that a program reads, and takes them out when it has run:
 * mixing, repeating and saving never see them.
 */
import { LANES, LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import { localOffset } from '../../rig/program/ops'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { OFFSET_KEPT, OFFSET_NEXT, OFFSET_POSE, OFFSET_WHAT, offsetAt } from './offsets'
import type { ControlledState } from './state'

/** Adds offsets before a program runs over lanes. @param masks word index of one mask of lanes a block. */
export function addOffsets(state: ControlledState, chunk: Chunk, masks: number): void {
  forLanes(state, chunk, masks, add)
}

/** Takes them out again. Changes that constraints made stay. */
export function removeOffsets(state: ControlledState, chunk: Chunk, masks: number): void {
  forLanes(state, chunk, masks, remove)
}

/** Adds the offsets of one skeleton, except for one of its bones. */
export function addOffsetsBut(state: ControlledState, chunk: Chunk, seat: number, bone: number): void {
  forBones(state, chunk, seat, chunk.layout.local, bone, add)
}

export function removeOffsetsBut(state: ControlledState, chunk: Chunk, seat: number, bone: number): void {
  forBones(state, chunk, seat, chunk.layout.local, bone, remove)
}

function forLanes(state: ControlledState, chunk: Chunk, masks: number, act: typeof add): void {
  if (state.offsets.count === 0) return
  const { i32 } = state.arena
  for (let seat = 0; seat < chunk.used; seat++)
    if ((i32[masks + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0)
      forBones(state, chunk, seat, chunk.layout.shownLocal, -1, act)
}

/** @param section where the local rows are. @param but bone that is left as it is; -1 = none. */
function forBones(
  { arena, offsets, skeletons }: ControlledState,
  chunk: Chunk,
  seat: number,
  section: number,
  but: number,
  act: typeof add,
): void {
  const { f32, i32 } = arena
  const local = seatBase(chunk, seat) + section
  let row = skeletons.moved[i32[chunk.owners + seat]]
  while (row !== 0) {
    const at = offsetAt(offsets, row)
    row = i32[at + OFFSET_NEXT]
    const what = i32[at + OFFSET_WHAT]
    if (what >> 1 !== but) act(f32, at, local + localOffset(what >> 1), (what & 1) !== 0)
  }
}

/** @param at word index of the offset's row. @param pose of the bone's first local row. */
function add(f32: Float32Array, at: number, pose: number, overrides: boolean): void {
  for (let field = 0; field < LOCAL_FIELDS; field++) {
    const present = f32[pose + field * LANES]
    const offset = f32[at + OFFSET_POSE + field]
    const scales = field === LOCAL.SCALE_X || field === LOCAL.SCALE_Y
    f32[at + OFFSET_KEPT + field] = present
    f32[pose + field * LANES] = overrides ? offset : scales ? present * offset : present + offset
  }
}

/** A change that a constraint made meanwhile stays. */
function remove(f32: Float32Array, at: number, pose: number, overrides: boolean): void {
  for (let field = 0; field < LOCAL_FIELDS; field++) {
    const kept = f32[at + OFFSET_KEPT + field]
    const offset = f32[at + OFFSET_POSE + field]
    const scales = field === LOCAL.SCALE_X || field === LOCAL.SCALE_Y
    const written = Math.fround(overrides ? offset : scales ? kept * offset : kept + offset)
    const left = f32[pose + field * LANES]
    f32[pose + field * LANES] = left === written ? kept : kept + (left - written)
  }
}
