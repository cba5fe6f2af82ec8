import { LANES } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import type { CompiledKernels } from '../world/kernels'
import {
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_DEFORM,
  MIX_COMMAND_DIRECTION,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_SLOTS,
  MIX_COMMAND_TIME,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
  MIX_COMMAND_WORDS,
  MIX_COMMANDS,
} from '../world/mix-commands'
import { MIX_BLEND, WORK_ALPHA, WORK_BITS, WORK_FIELDS, WORK_TIME } from '../world/playback'
import { seatBase } from '../world/seats'
import type { AnimationState } from '../world/state'
import { mixDeforms } from './mix-deforms'
import { mixItem } from './mix-item'

/**
 * A chunk's share of `mixing` by compiled kernels: items at full weight over the setup pose are noted, and done in one
 * call; the others are mixed one by one, in their place among those of their skeleton.
 */
export function mixChunkCompiled(state: AnimationState, chunk: Chunk, compiled: CompiledKernels): void {
  const { arena, kernels, playback, skeletons } = state
  const { f64, i32 } = arena
  const { list } = playback
  const { animation: animations, blend, deformCount, deformStart, direction, modes, work } = list
  const { itemStart, itemCount } = skeletons
  const { layout, program, rig } = chunk
  const table = rig.image + rig.rig.skinTable
  const { commands } = kernels
  let count = 0
  for (let seat = 0; seat < chunk.used; seat++) {
    if ((i32[chunk.run + (seat >> 2)] & (1 << (seat % LANES))) === 0) continue
    const eid = i32[chunk.owners + seat]
    const first = itemStart[eid]
    const end = first + itemCount[eid]
    for (let item = first; item < end; item++) {
      const at = item * WORK_FIELDS
      const plain = work[at + WORK_ALPHA] === 1 && modes[item] < 0 && blend[item] <= MIX_BLEND.first
      if (!plain || count === MIX_COMMANDS) {
        compiled.mixPlain(commands, count, table)
        count = 0
      }
      if (!plain) {
        mixItem(state, chunk, seat, item)
        continue
      }
      const lane = seatBase(chunk, seat)
      const animation = animations[item]
      const command = commands + count * MIX_COMMAND_WORDS
      f64[(command + MIX_COMMAND_TIME) >> 1] = work[at + WORK_TIME]
      i32[command + MIX_COMMAND_BITS] = work[at + WORK_BITS]
      i32[command + MIX_COMMAND_IMAGE] = rig.animations[animation]
      i32[command + MIX_COMMAND_LOCAL] = lane + layout.local
      i32[command + MIX_COMMAND_SLOTS] = lane + layout.slots
      i32[command + MIX_COMMAND_DEFORM] = lane + layout.deform
      i32[command + MIX_COMMAND_CHANNELS] = program.channels[animation]
      i32[command + MIX_COMMAND_BLEND] = blend[item]
      i32[command + MIX_COMMAND_DIRECTION] = direction[item]
      const tracks = ~deformStart[item]
      const inArena = tracks >= 0 ? deformCount[item] : 0
      i32[command + MIX_COMMAND_TRACKS] = tracks
      i32[command + MIX_COMMAND_TRACKS_END] = tracks + inArena
      if (inArena < deformCount[item]) mixDeforms(state, chunk, lane, item)
      count++
    }
  }
  compiled.mixPlain(commands, count, table)
}
