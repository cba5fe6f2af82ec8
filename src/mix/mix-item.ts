import { sampleMix } from '../kernels/mix/sample-mix'
import type { Chunk } from '../world/blocks'
import { APPLY_FLAG, BLEND_PLAIN, BLEND_TURNS, MIX_BLEND, WORK_ALPHA, WORK_FIELDS } from '../world/playback'
import { seatBase } from '../world/seats'
import type { AnimationState } from '../world/state'
import { mixDeforms } from './mix-deforms'

/**
 * Samples one item of the apply list into the rows of a seat. The animation's image and its list of live
 * channels are in the arena already (`prepareAnimation`).
 */
export function mixItem(state: AnimationState, chunk: Chunk, seat: number, item: number): void {
  const { arena, playback } = state
  const { list } = playback
  const { f32, i32, u16 } = arena
  const { work } = list
  const at = item * WORK_FIELDS
  const animation = list.animation[item]
  const image = chunk.rig.animations[animation]
  const lane = seatBase(chunk, seat)
  let blend = list.blend[item]
  let modes = list.modes[item]
  if ((list.flags[item] & APPLY_FLAG.held) !== 0) {
    // As a plain store, a third of the cost.
    modes = -1
    blend = MIX_BLEND.setup
    work[at + WORK_ALPHA] = 1
  } else if ((list.flags[item] & APPLY_FLAG.turns) !== 0) blend |= BLEND_TURNS
  if ((list.flags[item] & APPLY_FLAG.plain) !== 0) blend |= BLEND_PLAIN
  const local = lane + chunk.layout.local
  const channels = chunk.program.channels[animation]
  sampleMix(f32, i32, u16, work, at, image, local, blend, list.direction[item], modes, channels)
  if (list.deformCount[item] > 0) mixDeforms(state, chunk, lane, item)
}
