import { renewCommand, writeCommand } from '../apply/command'
import { ALL_LANES, LANES } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import type { CompiledKernels } from '../world/kernels'
import {
  MIX_COMMAND_DEFORMS,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
  MIX_COMMAND_WORDS,
  MIX_COMMANDS,
} from '../world/mix-commands'
import { commandAt } from '../world/seats'
import type { AnimationState } from '../world/state'
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

function copyDeforms({ arena, playback }: AnimationState, item: number, to: number): void {
  const { i32 } = arena
  const { tracks } = playback.deforms
  const from = playback.list.deformStart[item]
  const count = playback.list.deformCount[item]
  for (let i = 0; i < count; i++) i32[to + i] = tracks[from + i]
}
