import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, SLOT_SEQUENCE } from '../memory/lanes'
import type { AnimationImage, SequenceTrack } from '../rig/animation-image'
import { ATTACHMENT_KIND } from '../rig/attachment-table'
import type { Chunk } from '../world/blocks'
import {
  APPLY_FLAG,
  ATTACHMENT_MARK,
  MIX_BLEND,
  MIX_DIRECTION,
  type Playback,
  WORK_ALPHA,
  WORK_FIELDS,
  WORK_TIME,
} from '../world/playback'
import { findAttachment } from '../world/registry'
import { seatBase } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { pushDeform } from './apply-list'
import { frameAt, sequenceFrame } from './frames'
import { setSlotAttachment, slotRow } from './slots'

/**
 * Steps the discrete timelines of one item of the apply list: attachments, then deform and sequence (each
 * deform application that acts is marked), inherit modes, draw order (spine-pose §4.4, §4.6–4.9).
 *
 * @param item index in the apply list.
 */
export function stepDiscrete(state: AnimationState, item: number, chunk: Chunk, image: AnimationImage): void {
  const { list, deforms } = state.playback
  const eid = list.entity[item]
  const base = seatBase(chunk, state.skeletons.seat[eid])
  state.skeletons.steady[eid] = 0
  list.deformStart[item] = deforms.count
  if (chunk.rig.keysColors[list.animation[item]] === 1) state.skeletons.flags[eid] |= SKELETON_FLAG.keyedColor
  if (image.attachments.length > 0) stepAttachments(state, item, chunk, image, base)
  if (image.deforms.length > 0) markDeforms(state, item, chunk, image, base)
  if (image.sequences.length > 0) stepSequences(state, item, chunk, image, base)
  if (image.inherits.length > 0) stepInherits(state, item, chunk, image, base)
  if (image.drawOrder) stepDrawOrder(state, item, chunk, image, base)
  list.deformCount[item] = deforms.count - list.deformStart[item]
}

/** The blend of a timeline: the item's, or setup where the timeline's mode says so. */
function blendOf(state: AnimationState, item: number, timeline: number): number {
  const { list } = state.playback
  const modes = list.modes[item]
  if (modes >= 0 && (state.arena.u8[modes + timeline] & 1) !== 0) return MIX_BLEND.setup
  return list.blend[item]
}

/**
 * What an instant timeline does: -2 nothing, -1 the setup value, else the frame's (spine-pose §4.9).
 */
function instantFrame(
  state: AnimationState,
  item: number,
  times: Float32Array,
  blend: number,
  direction: number,
): number {
  if (direction === MIX_DIRECTION.mixOut) return blend === MIX_BLEND.setup ? -1 : -2
  const frame = frameOfItem(state, item, times)
  if (frame >= 0) return frame
  return blend === MIX_BLEND.setup || blend === MIX_BLEND.first ? -1 : -2
}

/** `frameAt` for the item's time, which crosses no call on its way (see `mix-value.ts`). */
function frameOfItem(state: AnimationState, item: number, times: Float32Array): number {
  return frameAt(times, state.playback.list.work, item * WORK_FIELDS + WORK_TIME)
}

function stepAttachments(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  image: AnimationImage,
  base: number,
): void {
  const { arena, playback, skeletons } = state
  const { list, marks } = playback
  const eid = list.entity[item]
  const flags = list.flags[item]
  const marked = (flags & APPLY_FLAG.marks) !== 0
  const { slots } = chunk.rig.rig
  const { activeBones } = chunk.program.program
  for (let i = 0; i < image.attachments.length; i++) {
    const track = image.attachments[i]
    const { slot } = track
    if (activeBones[slots.bone[slot]] === 0) continue
    // In tracks it is not the direction that decides, but whether the attachment is kept (§10.2).
    const blend = marked ? list.blend[item] : blendOf(state, item, track.timeline)
    const direction = marked ? MIX_DIRECTION.mixIn : list.direction[item]
    const frame = instantFrame(state, item, track.times, blend, direction)
    if (frame > -2) {
      const key = frame < 0 ? slots.setupKey[slot] : track.keys[frame]
      const attachment = findAttachment(chunk.rig, skeletons.skin[eid], slot, key)
      const changed = setSlotAttachment(arena.i32, base + chunk.layout.slots, chunk.rig, slot, attachment)
      if (changed !== 0) skeletons.flags[eid] |= changed
      if (marked && (flags & APPLY_FLAG.keepAttachments) !== 0) mark(playback, slot, ATTACHMENT_MARK.stays)
    }
    if (marked && marks[slot] === ATTACHMENT_MARK.untouched) mark(playback, slot, ATTACHMENT_MARK.temporary)
  }
}

function mark(playback: Playback, slot: number, how: number): void {
  if (playback.marks[slot] === ATTACHMENT_MARK.untouched) playback.marked[playback.markedCount++] = slot
  playback.marks[slot] = how
}

/** Slots whose attachment was only shown to this tick's deform timelines get their setup attachment. */
export function fixUpAttachments(state: AnimationState, eid: number, chunk: Chunk): void {
  const { arena, playback, skeletons } = state
  const { marked, markedCount, marks } = playback
  playback.markedCount = 0
  const { slots } = chunk.rig.rig
  const base = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.slots
  for (let i = 0; i < markedCount; i++) {
    const slot = marked[i]
    if (marks[slot] === ATTACHMENT_MARK.temporary) {
      const attachment = findAttachment(chunk.rig, skeletons.skin[eid], slot, slots.setupKey[slot])
      skeletons.flags[eid] |= setSlotAttachment(arena.i32, base, chunk.rig, slot, attachment)
    }
    marks[slot] = ATTACHMENT_MARK.untouched
  }
}

/**
 * Marks which deform timelines act and whether their buffer is empty there; the buffers themselves are
 * written by `mixing`. The flag row follows the emptiness that the application will leave behind.
 */
function markDeforms(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  image: AnimationImage,
  base: number,
): void {
  const { arena, playback } = state
  const { list, deforms } = playback
  const { i32 } = arena
  const { attachments, slots } = chunk.rig.rig
  const { activeBones } = chunk.program.program
  for (let i = 0; i < image.deforms.length; i++) {
    const track = image.deforms[i]
    const row = slotRow(base + chunk.layout.slots, track.slot)
    const shown = i32[row + SLOT_ATTACHMENT * LANES]
    if (shown < 0 || attachments.timeline[shown] !== track.attachment) continue
    if (activeBones[slots.bone[track.slot]] === 0) continue
    const empty = i32[row + SLOT_DEFORMED * LANES] === 0
    const blend = empty ? MIX_BLEND.setup : blendOf(state, item, track.timeline)
    let deformed = 1
    if (list.work[item * WORK_FIELDS + WORK_TIME] < track.first) {
      if (
        blend === MIX_BLEND.setup ||
        (blend === MIX_BLEND.first && list.work[item * WORK_FIELDS + WORK_ALPHA] === 1)
      )
        deformed = 0
      else if (blend !== MIX_BLEND.first) continue
    }
    // What is deformed already stays as it is until `mixing` has read it: as offsets or as keys.
    if (empty || deformed === 0) i32[row + SLOT_DEFORMED * LANES] = deformed
    if (deformed === 1) pushDeform(deforms, i, empty)
  }
}

function stepSequences(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  image: AnimationImage,
  base: number,
): void {
  const { arena, playback, skeletons } = state
  const { list } = playback
  const { i32 } = arena
  const { rig } = chunk.rig
  const { activeBones } = chunk.program.program
  for (let i = 0; i < image.sequences.length; i++) {
    const track = image.sequences[i]
    if (activeBones[rig.slots.bone[track.slot]] === 0) continue
    const row = slotRow(base + chunk.layout.slots, track.slot)
    const shown = i32[row + SLOT_ATTACHMENT * LANES]
    if (shown < 0 || !followsSequence(chunk, shown, track.attachment)) continue
    const frame = sequenceAt(
      state,
      item,
      track,
      rig.maths.sequenceOut,
      rig.attachments.frames[track.attachment],
    )
    if (frame < -1 || i32[row + SLOT_SEQUENCE * LANES] === frame) continue
    i32[row + SLOT_SEQUENCE * LANES] = frame
    skeletons.flags[list.entity[item]] |= SKELETON_FLAG.frame
  }
}

/** A sequence acts on its own attachment, and on vertex attachments linked to it. */
function followsSequence(chunk: Chunk, shown: number, attachment: number): boolean {
  if (shown === attachment) return true
  const { kind, timeline } = chunk.rig.rig.attachments
  return kind[shown] !== ATTACHMENT_KIND.region && timeline[shown] === attachment
}

/** The frame's number, -1 for the setup frame, -2 for no change (spine-pose §4.7). */
function sequenceAt(
  state: AnimationState,
  item: number,
  track: SequenceTrack,
  out: 'ignored' | 'setup',
  count: number,
): number {
  const { list } = state.playback
  const blend = blendOf(state, item, track.timeline)
  if (list.direction[item] === MIX_DIRECTION.mixOut && out === 'setup')
    return blend === MIX_BLEND.setup ? -1 : -2
  const frame = frameOfItem(state, item, track.times)
  if (frame < 0) return blend === MIX_BLEND.setup || blend === MIX_BLEND.first ? -1 : -2
  return sequenceFrame(track, frame, count, list.work, item * WORK_FIELDS + WORK_TIME)
}

function stepInherits(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  image: AnimationImage,
  base: number,
): void {
  const { arena, playback } = state
  const { list } = playback
  const { rows } = chunk.rig.rig
  const { activeBones } = chunk.program.program
  for (let i = 0; i < image.inherits.length; i++) {
    const track = image.inherits[i]
    if (activeBones[track.bone] === 0) continue
    const blend = blendOf(state, item, track.timeline)
    const frame = instantFrame(state, item, track.times, blend, list.direction[item])
    if (frame < -1) continue
    const mode = frame < 0 ? rows.setup[track.row] : track.modes[frame]
    arena.f32[base + chunk.layout.local + track.row * LANES] = mode
  }
}

function stepDrawOrder(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  image: AnimationImage,
  base: number,
): void {
  const { arena, playback, skeletons } = state
  const { list } = playback
  const track = image.drawOrder
  if (!track) return
  const blend = blendOf(state, item, track.timeline)
  const frame = instantFrame(state, item, track.times, blend, list.direction[item])
  if (frame < -1) return
  const order = frame < 0 ? null : track.orders[frame]
  const { i32 } = arena
  const start = base + chunk.layout.order
  const count = chunk.rig.rig.slots.count
  let changed = false
  for (let place = 0; place < count; place++) {
    const slot = order ? order[place] : place
    if (i32[start + place * LANES] === slot) continue
    i32[start + place * LANES] = slot
    changed = true
  }
  if (changed) skeletons.flags[list.entity[item]] |= SKELETON_FLAG.order
}
