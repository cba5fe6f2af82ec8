import { keyDeforms, turnKeys } from '../kernels/mix/deform'
import { bucketRow, sampleMix } from '../kernels/mix/sample-mix'
import type { Chunk } from '../world/blocks'
import {
  MIX_COMMAND_ALPHA,
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_DEFORM,
  MIX_COMMAND_HOLD,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_KEYED,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_MODES,
  MIX_COMMAND_ORDERED,
  MIX_COMMAND_OUT,
  MIX_COMMAND_SLOTS,
  MIX_COMMAND_TIME,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
} from '../world/mix-commands'
import { MIX_DIRECTION, WORK_ALPHA, WORK_BITS, WORK_HOLD, WORK_TIME } from '../world/playback'
import type { AnimationState } from '../world/state'

/** Mixes a skeleton that glides by the command of its lane: what `mixItem` does with an item, and deforms at full weight. */
export function mixCommand({ arena, playback }: AnimationState, chunk: Chunk, command: number): void {
  const { f32, f64, i32, u16 } = arena
  const { commandWork: work } = playback
  const numbers = command >> 1
  work[WORK_TIME] = f64[numbers + (MIX_COMMAND_TIME >> 1)]
  work[WORK_ALPHA] = f64[numbers + (MIX_COMMAND_ALPHA >> 1)]
  work[WORK_HOLD] = f64[numbers + (MIX_COMMAND_HOLD >> 1)]
  work[WORK_BITS] = i32[command + MIX_COMMAND_BITS]
  const image = i32[command + MIX_COMMAND_IMAGE]
  const local = i32[command + MIX_COMMAND_LOCAL]
  const told = i32[command + MIX_COMMAND_BLEND]
  const blend = told & ~(MIX_COMMAND_OUT | MIX_COMMAND_KEYED | MIX_COMMAND_ORDERED)
  const isOut = (told & MIX_COMMAND_OUT) !== 0
  const direction = isOut ? MIX_DIRECTION.mixOut : MIX_DIRECTION.mixIn
  const modes = i32[command + MIX_COMMAND_MODES]
  const channels = i32[command + MIX_COMMAND_CHANNELS]
  sampleMix(f32, i32, u16, work, 0, image, local, blend, direction, modes, channels)
  const first = i32[command + MIX_COMMAND_TRACKS]
  const end = i32[command + MIX_COMMAND_TRACKS_END]
  if (first >= end) return
  const row = bucketRow(f32, i32, work, 0, image)
  const slots = i32[command + MIX_COMMAND_SLOTS]
  const deform = i32[command + MIX_COMMAND_DEFORM]
  if ((told & MIX_COMMAND_KEYED) !== 0) {
    turnKeys(f32, i32, u16, work, 0, image, row, deform, i32, first, end)
    return
  }
  const { deform: sizes } = chunk.rig.rig.attachments
  if (keyDeforms(f32, i32, u16, work, 0, image, row, slots, deform, sizes, i32, first, end))
    i32[command + MIX_COMMAND_BLEND] = told | MIX_COMMAND_KEYED
}
