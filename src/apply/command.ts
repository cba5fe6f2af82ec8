/** What a skeleton's item of the apply list says, as the record that kernels are told it by. */

import { keepCommand, mayGlide } from '../shortcuts/glide'
import type { Chunk } from '../world/blocks'
import {
  MIX_COMMAND_ALPHA,
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_DEFORM,
  MIX_COMMAND_HOLD,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_MODES,
  MIX_COMMAND_OUT,
  MIX_COMMAND_SLOTS,
  MIX_COMMAND_TIME,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
} from '../world/mix-commands'
import {
  APPLY_FLAG,
  BLEND_PLAIN,
  BLEND_TURNS,
  MIX_BLEND,
  MIX_DIRECTION,
  WORK_ALPHA,
  WORK_BITS,
  WORK_FIELDS,
  WORK_HOLD,
  WORK_TIME,
} from '../world/playback'
import { commandAt, seatBase } from '../world/seats'
import type { AnimationState } from '../world/state'

/** Writes a lane's own command, if its skeleton glides from now on. @returns false if not. */
export function renewCommand(state: AnimationState, chunk: Chunk, seat: number, eid: number): boolean {
  const { arena, playback, skeletons } = state
  const { i32 } = arena
  const item = skeletons.itemStart[eid]
  if (!mayGlide(state, chunk, seat, eid, item)) return false
  const command = commandAt(chunk, seat)
  writeCommand(state, chunk, seat, item, command)
  const tracks = playback.entries.deforms[playback.list.entry[item]]
  i32[command + MIX_COMMAND_TRACKS] = tracks
  i32[command + MIX_COMMAND_TRACKS_END] = tracks + playback.list.deformCount[item]
  keepCommand(state, chunk, eid, item)
  return true
}

/** Writes all of a record but its deform applications. */
export function writeCommand(
  state: AnimationState,
  chunk: Chunk,
  seat: number,
  item: number,
  command: number,
): void {
  const { arena, playback } = state
  const { f64, i32 } = arena
  const { animation: animations, blend: blends, direction, flags: allFlags, modes, work } = playback.list
  const { layout, program, rig } = chunk
  const lane = seatBase(chunk, seat)
  const animation = animations[item]
  const flags = allFlags[item]
  const at = item * WORK_FIELDS
  const numbers = command >> 1
  const held = (flags & APPLY_FLAG.held) !== 0
  let blend = held ? MIX_BLEND.setup : blends[item]
  if (!held && (flags & APPLY_FLAG.turns) !== 0) blend |= BLEND_TURNS
  if ((flags & APPLY_FLAG.plain) !== 0) blend |= BLEND_PLAIN
  if (direction[item] === MIX_DIRECTION.mixOut) blend |= MIX_COMMAND_OUT
  f64[numbers + (MIX_COMMAND_TIME >> 1)] = work[at + WORK_TIME]
  // As a plain store, which costs a third.
  f64[numbers + (MIX_COMMAND_ALPHA >> 1)] = held ? 1 : work[at + WORK_ALPHA]
  f64[numbers + (MIX_COMMAND_HOLD >> 1)] = work[at + WORK_HOLD]
  i32[command + MIX_COMMAND_BITS] = work[at + WORK_BITS]
  i32[command + MIX_COMMAND_IMAGE] = rig.animations[animation]
  i32[command + MIX_COMMAND_LOCAL] = lane + layout.local
  i32[command + MIX_COMMAND_SLOTS] = lane + layout.slots
  i32[command + MIX_COMMAND_DEFORM] = lane + layout.deform
  i32[command + MIX_COMMAND_CHANNELS] = program.channels[animation]
  i32[command + MIX_COMMAND_BLEND] = blend
  i32[command + MIX_COMMAND_MODES] = held ? -1 : modes[item]
}
