/** Mixes chunks: samples what the commands of their skeletons say and blends it into local rows. */
import { sampleMix } from '../kernels/mix/sample-mix'
import { writeTimeBits } from '../kernels/mix/time-bits'
import { LANES } from '../memory/lanes'
import type { Chunk, PosedChunk } from '../world/chunks/blocks'
import { seatBase } from '../world/chunks/seats'
import {
  COMMAND_BLEND,
  COMMAND_CHANNELS,
  COMMAND_DEFORMS,
  COMMAND_DEFORMS_END,
  COMMAND_HELD,
  COMMAND_IMAGE,
  COMMAND_MODES,
  COMMAND_NEXT,
  COMMAND_NOTES,
  COMMAND_OUT,
  commandAt,
} from '../world/commands'
import { MIX_DIRECTION, WORK_ALPHA } from '../world/playback'
import type { AnimationState } from '../world/state'
import { mixDeforms } from './mix-deforms'
import { tintChunk, tintSeat } from './tint'

/** The blend as `sampleMix` takes it. */
const BLEND = ~(COMMAND_OUT | COMMAND_HELD | COMMAND_NOTES)

/** Mixes those lanes of a chunk that are marked for it. */
export function mixChunk(state: AnimationState, chunk: Chunk): void {
  mixLanes(state, chunk)
  if (chunk.rig.rig.rows.looks) tintChunk(state, chunk)
}

function mixLanes(state: AnimationState, chunk: Chunk): void {
  const { arena, kernels, playback, skeletons } = state
  const { layout, rig, words } = chunk
  if (kernels.compiled !== null) {
    kernels.compiled.mixBlocks(
      chunk.blocks,
      chunk.mix,
      chunk.owners,
      skeletons.command.byteOffset >>> 2,
      playback.commands.start,
      words + layout.local,
      words + layout.slots,
      words + layout.deform,
      layout.stride,
      rig.image + rig.rig.skinTable,
      chunk.plans,
      layout.plan,
    )
    return
  }
  const { i32 } = arena
  for (let seat = 0; seat < chunk.used; seat++)
    if ((i32[chunk.mix + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0) mixCommands(state, chunk, seat)
}

/** Mixes all commands of the skeleton on a seat. */
export function mixSeat(state: AnimationState, chunk: Chunk, seat: number): void {
  mixCommands(state, chunk, seat)
  tintSeat(state, chunk, seat)
}

function mixCommands(state: AnimationState, chunk: Chunk, seat: number): void {
  const { arena, playback, skeletons } = state
  const { i32 } = arena
  let row = skeletons.command[i32[chunk.owners + seat]]
  while (row >= 0) {
    mixEntry(state, chunk, seat, row)
    row = i32[commandAt(playback.commands, row) + COMMAND_NEXT]
  }
}

/** Mixes the command of one entry; the animation's image and its list of live channels are in the arena (`prepareAnimation`). */
export function mixEntry(state: AnimationState, chunk: PosedChunk, seat: number, row: number): void {
  const { arena, playback } = state
  const { f32, f64, i32, u16 } = arena
  const command = commandAt(playback.commands, row)
  const at = command >> 1
  const image = i32[command + COMMAND_IMAGE]
  const told = i32[command + COMMAND_BLEND]
  const held = (told & COMMAND_HELD) !== 0
  const modes = held ? -1 : i32[command + COMMAND_MODES]
  const channels = i32[command + COMMAND_CHANNELS]
  const direction = (told & COMMAND_OUT) !== 0 ? MIX_DIRECTION.mixOut : MIX_DIRECTION.mixIn
  const lane = seatBase(chunk, seat)
  const local = lane + chunk.layout.local
  writeTimeBits(f64, at, playback.bits)
  const alpha = f64[at + WORK_ALPHA]
  if (held) f64[at + WORK_ALPHA] = 1
  sampleMix(f32, i32, u16, f64, at, image, local, told & BLEND, direction, modes, channels, command)
  f64[at + WORK_ALPHA] = alpha
  if (i32[command + COMMAND_DEFORMS] < i32[command + COMMAND_DEFORMS_END]) mixDeforms(state, chunk, lane, row)
}
