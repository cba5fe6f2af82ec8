import { ALL_LANES, LANES } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import type { CompiledKernels } from '../world/kernels'
import {
  MIX_COMMAND_ALPHA,
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_DEFORM,
  MIX_COMMAND_DEFORMS,
  MIX_COMMAND_HOLD,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_MODES,
  MIX_COMMAND_OUT,
  MIX_COMMAND_SLOTS,
  MIX_COMMAND_TIME,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
  MIX_COMMAND_WORDS,
  MIX_COMMANDS,
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
import { keepCommand, mayGlide } from './glide'
import { mixItem } from './mix-item'

/** A chunk's share of `mixing` by compiled kernels: items are noted, and done in one call. */
export function mixChunkCompiled(state: AnimationState, chunk: Chunk, compiled: CompiledKernels): void {
  const { arena, kernels, playback, skeletons } = state
  const { i32 } = arena
  const { deformCount, deformStart } = playback.list
  const { itemStart, itemCount } = skeletons
  const { rig } = chunk
  const table = rig.image + rig.rig.skinTable
  const { commands } = kernels
  const lists = commands + MIX_COMMANDS * MIX_COMMAND_WORDS
  let count = 0
  let listed = 0
  // Lanes side by side that are mixed by their own commands.
  let row = 0
  for (let seat = 0; seat < chunk.used; seat++) {
    const bit = 1 << (seat & (LANES - 1))
    const own = i32[chunk.kept + (seat >> 2)]
    if (own === ALL_LANES) {
      row += LANES
      seat += LANES - 1
      continue
    }
    if ((own & bit) !== 0) {
      row++
      continue
    }
    const eid = i32[chunk.owners + seat]
    if ((i32[chunk.run + (seat >> 2)] & bit) !== 0 && renewCommand(state, chunk, seat, eid)) {
      row++
      continue
    }
    if (row > 0) compiled.mixItems(commandAt(chunk, seat - row), row, table)
    row = 0
    if ((i32[chunk.run + (seat >> 2)] & bit) === 0) continue
    const first = itemStart[eid]
    const end = first + itemCount[eid]
    for (let item = first; item < end; item++) {
      const deforms = deformStart[item] < 0 ? 0 : deformCount[item]
      if (count === MIX_COMMANDS || listed + deforms > MIX_COMMAND_DEFORMS) {
        compiled.mixItems(commands, count, table)
        count = listed = 0
      }
      if (deforms > MIX_COMMAND_DEFORMS) {
        mixItem(state, chunk, seat, item)
        continue
      }
      const command = commands + count * MIX_COMMAND_WORDS
      writeCommand(state, chunk, seat, item, command)
      const tracks = deforms > 0 ? lists + listed : ~deformStart[item]
      i32[command + MIX_COMMAND_TRACKS] = tracks
      i32[command + MIX_COMMAND_TRACKS_END] = tracks + deformCount[item]
      if (deforms > 0) copyDeforms(state, item, tracks)
      listed += deforms
      count++
    }
  }
  if (row > 0) compiled.mixItems(commandAt(chunk, chunk.used - row), row, table)
  if (count > 0) compiled.mixItems(commands, count, table)
}

/** Writes a lane's own command, if its skeleton glides from now on. @returns false if not. */
function renewCommand(state: AnimationState, chunk: Chunk, seat: number, eid: number): boolean {
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
function writeCommand(
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

function copyDeforms({ arena, playback }: AnimationState, item: number, to: number): void {
  const { i32 } = arena
  const { tracks } = playback.deforms
  const from = playback.list.deformStart[item]
  const count = playback.list.deformCount[item]
  for (let i = 0; i < count; i++) i32[to + i] = tracks[from + i]
}
