/** Mixes deform timelines. */
import { isStored } from '../apply/command'
import { deformBlendOf, writeWeight } from '../apply/timeline-mode'
import { bucketRow } from '../kernels/mix/bucket-row'
import { keyDeforms, sampleDeform } from '../kernels/mix/deform'
import { DEFORM_STATE } from '../kernels/mix/deform-rows'
import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, slotRow } from '../memory/lanes'
import type { PosedChunk } from '../world/chunks/blocks'
import { COMMAND_DEFORMS, COMMAND_DEFORMS_END, COMMAND_IMAGE, commandAt } from '../world/commands'
import { DEFORM_BEGINS, WORK_TIME } from '../world/playback'
import type { AnimationState } from '../world/state'

/**
 * Applies the deform timelines of an entry that act (`markDeforms`).
 *
 * @param lane word index of row 0 of the seat.
 */
export function mixDeforms(state: AnimationState, chunk: PosedChunk, lane: number, row: number): void {
  const { arena, playback } = state
  const { f32, f64, i32, u16 } = arena
  const { commands, entries } = playback
  const { attachments, animations } = chunk.rig.rig
  const command = commandAt(commands, row)
  const image = i32[command + COMMAND_IMAGE]
  const at = command >> 1
  const first = i32[command + COMMAND_DEFORMS]
  const end = i32[command + COMMAND_DEFORMS_END]
  const bucket = bucketRow(f32, i32, f64, at, image)
  const slots = lane + chunk.layout.slots
  const buffers = lane + chunk.layout.deform
  if (isStored(state, row)) {
    keyDeforms(f32, i32, u16, f64, at, image, bucket, slots, buffers, attachments.deform, first, end)
    return
  }
  const { deforms: tracks } = animations[entries.animation[row]].image()
  for (let i = first; i < end; i++) {
    const marked = i32[i]
    const number = marked & (DEFORM_BEGINS - 1)
    const track = tracks[number]
    const blend = deformBlendOf(state, row, track.timeline, f64[at + WORK_TIME] >= track.first)
    writeWeight(state, row, track.timeline)
    const slot = slotRow(slots, track.slot)
    const flag = i32[slot + SLOT_DEFORMED * LANES]
    const shown = i32[slot + SLOT_ATTACHMENT * LANES]
    const holding = marked >= DEFORM_BEGINS ? DEFORM_STATE.empty : flag
    const lazy = shown >= 0 && attachments.deform[shown] === track.size
    const holds = sampleDeform(f32, i32, u16, f64, at, image, bucket, number, buffers, blend, holding, lazy)
    // An application after this one may have emptied the buffer: then it stays empty.
    if (flag !== DEFORM_STATE.empty && holds !== DEFORM_STATE.empty) i32[slot + SLOT_DEFORMED * LANES] = holds
  }
}
