/**
 * Puts offsets of bones (`setBoneOffset`) into the local rows that a program reads, and takes them out when it has run:
 * mixing, repeating and saving never see them.
 */
import { LANES, LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import { localOffset } from '../../rig/program/ops'
import { overrideBones } from '../../rig/program/override'
import {
  dropOffset,
  OFFSET_KEPT,
  OFFSET_NEXT,
  OFFSET_POSE,
  OFFSET_WHAT,
  offsetAt,
  overriddenBones,
} from '../../world/attached/offsets'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import type { LaneHooks } from '../../world/joins'
import type { AnimationState } from '../../world/state'

/** What the core calls once a bone has had an offset. */
export function createOffsetHooks(state: AnimationState): LaneHooks {
  return {
    begin: (chunk, masks) => forLanes(state, chunk, masks, add),
    end: (chunk, masks) => forLanes(state, chunk, masks, remove),
    beginLane: (chunk, seat, bone) => forBones(state, chunk, seat, chunk.layout.local, bone, add),
    endLane: (chunk, seat, bone) => forBones(state, chunk, seat, chunk.layout.local, bone, remove),
    override(eid) {
      const bones = overriddenBones(state, eid)
      return bones.length === 0 ? undefined : overrideBones(bones)
    },
    rename: (eid, from, to) => rename(state, eid, from, to),
    drop(eid) {
      const { skeletons } = state
      while (skeletons.offsets[eid] !== 0) dropOffset(state, eid, skeletons.offsets[eid])
    },
  }
}

function rename(
  { arena: { i32 }, offsets, skeletons }: AnimationState,
  ...[eid, from, to]: Parameters<LaneHooks['rename']>
): boolean {
  const rows: number[] = []
  for (let row = skeletons.offsets[eid]; row !== 0; row = i32[offsetAt(offsets, row) + OFFSET_NEXT])
    rows.push(offsetAt(offsets, row) + OFFSET_WHAT)
  const bones = rows.map((at) => to.index.get(from.names[i32[at] >> 1]) ?? -1)
  if (bones.includes(-1)) return false
  rows.forEach((at, i) => {
    i32[at] = 2 * bones[i] + (i32[at] & 1)
  })
  return true
}

function forLanes(state: AnimationState, chunk: Chunk, masks: number, act: typeof add): void {
  if (state.offsets.count === 0) return
  const { i32 } = state.arena
  for (let seat = 0; seat < chunk.used; seat++)
    if ((i32[masks + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0)
      forBones(state, chunk, seat, chunk.layout.shownLocal, -1, act)
}

/** @param section where the local rows are. @param but bone that is left as it is; -1 = none. */
function forBones(
  { arena, offsets, skeletons }: AnimationState,
  chunk: Chunk,
  seat: number,
  section: number,
  but: number,
  act: typeof add,
): void {
  const { f32, i32 } = arena
  const local = seatBase(chunk, seat) + section
  let row = skeletons.offsets[i32[chunk.owners + seat]]
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
