import { isStored } from '../apply/apply-list'
import { deformBlendOf, writeWeight } from '../apply/timeline-mode'
import { keyDeforms, sampleDeform } from '../kernels/mix/deform'
import { DEFORM_STATE } from '../kernels/mix/deform-rows'
import { bucketRow } from '../kernels/mix/sample-mix'
import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, slotRow } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import { DEFORM_BEGINS, WORK_FIELDS, WORK_TIME } from '../world/playback'
import type { AnimationState } from '../world/state'

/**
 * Applies the deform timelines of one item of the apply list that act (`markDeforms`).
 *
 * @param lane word index of row 0 of the seat.
 */
export function mixDeforms(state: AnimationState, chunk: Chunk, lane: number, item: number): void {
  const { arena, playback } = state
  const { deforms, list } = playback
  const { f32, i32, u16 } = arena
  const { work } = list
  const { rig } = chunk.rig
  const { attachments } = rig
  const animation = list.animation[item]
  const image = chunk.rig.animations[animation]
  const at = item * WORK_FIELDS
  const start = list.deformStart[item]
  const first = start < 0 ? ~start : start
  const end = first + list.deformCount[item]
  const row = bucketRow(f32, i32, work, at, image)
  const slots = lane + chunk.layout.slots
  const buffers = lane + chunk.layout.deform
  if (isStored(list, item)) {
    const { deform: sizes } = attachments
    const list = start < 0 ? i32 : deforms.tracks
    keyDeforms(f32, i32, u16, work, at, image, row, slots, buffers, sizes, list, first, end)
    return
  }
  const { deforms: tracks } = rig.animations[animation].image()
  for (let i = first; i < end; i++) {
    const number = deforms.tracks[i] & (DEFORM_BEGINS - 1)
    const track = tracks[number]
    const blend = deformBlendOf(state, item, track.timeline, work[at + WORK_TIME] >= track.first)
    writeWeight(state, item, track.timeline)
    const slot = slotRow(slots, track.slot)
    const flag = i32[slot + SLOT_DEFORMED * LANES]
    const shown = i32[slot + SLOT_ATTACHMENT * LANES]
    const holding = deforms.tracks[i] >= DEFORM_BEGINS ? DEFORM_STATE.empty : flag
    const lazy = shown >= 0 && attachments.deform[shown] === track.size
    const holds = sampleDeform(f32, i32, u16, work, at, image, row, number, buffers, blend, holding, lazy)
    // An application after this one may have emptied the buffer: then it stays empty.
    if (flag !== DEFORM_STATE.empty && holds !== DEFORM_STATE.empty) i32[slot + SLOT_DEFORMED * LANES] = holds
  }
}
