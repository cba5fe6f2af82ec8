import { sampleDeform } from '../kernels/deform'
import { sampleMix } from '../kernels/sample-mix'
import { LANES } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import { MIX_BLEND, TIMELINE_MODE, WORK_ALPHA, WORK_FIELDS, WORK_HOLD, WORK_WEIGHT } from '../world/playback'
import { seatBase } from '../world/seats'
import type { AnimationState } from '../world/state'

/**
 * Samples one item of the apply list into the rows of a seat. The animation's image and its list of live
 * channels are in the arena already (`prepareAnimation`).
 */
export function mixItem(state: AnimationState, chunk: Chunk, seat: number, item: number): void {
  const { arena, playback } = state
  const { deforms, list } = playback
  const { f32, i32, u16 } = arena
  const { work } = list
  const at = item * WORK_FIELDS
  const animation = list.animation[item]
  const image = chunk.rig.animations[animation]
  const lane = seatBase(chunk, seat)
  const blend = list.blend[item]
  const modes = list.modes[item]
  const words = modes < 0 ? -1 : modes >> 2
  const local = lane + chunk.layout.local
  const channels = chunk.program.channels[animation]
  sampleMix(f32, i32, u16, work, at, image, local, blend, list.direction[item], words, channels)

  const first = list.deformStart[item]
  const end = first + list.deformCount[item]
  if (first === end) return
  const { rig } = chunk.rig
  const { deforms: tracks } = rig.animations[animation].image()
  for (let i = first; i < end; i++) {
    const number = deforms.track[i]
    const track = tracks[number]
    const mode = modes < 0 ? 0 : arena.u8[modes + track.timeline]
    const rows = lane + chunk.layout.deform + rig.rows.deformOf[track.slot] * LANES
    const base = (mode & 1) !== 0 ? MIX_BLEND.setup : blend
    work[at + WORK_WEIGHT] = work[at + (mode >= TIMELINE_MODE.holdSubsequent ? WORK_HOLD : WORK_ALPHA)]
    sampleDeform(f32, i32, u16, work, at, image, number, rows, base, deforms.empty[i] === 1)
  }
}
