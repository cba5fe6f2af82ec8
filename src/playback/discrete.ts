import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED, SLOT_SEQUENCE, slotRow } from '../memory/lanes'
import type { Maths } from '../model/maths'
import type { AnimationImage, AttachmentTrack, SequenceTrack } from '../rig/animation-image'
import { ATTACHMENT_KIND } from '../rig/attachment-table'
import type { Chunk } from '../world/blocks'
import {
  APPLY_FLAG,
  ATTACHMENT_MARK,
  MIX_BLEND,
  MIX_DIRECTION,
  MODE,
  MODE_WORDS,
  type Playback,
  WORK_FIELDS,
  WORK_TIME,
  WORK_WEIGHT,
} from '../world/playback'
import { findAttachment } from '../world/registry'
import { seatBase } from '../world/seats'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { pushDeform } from './apply-list'
import { frameAt, sequenceFrame } from './frames'
import { setSlotAttachment } from './slots'
import { blendOf, modeOf, writeWeight } from './timeline-mode'

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

/**
 * What an instant timeline does: -2 nothing, -1 the setup value, else the frame's (spine-pose §4.9,
 * spine-animation-state §9).
 *
 * @param bases mixing out, all but those that start from what is there go to the setup value (4.3).
 */
function instantFrame(
  state: AnimationState,
  item: number,
  times: Float32Array,
  blend: number,
  direction: number,
  bases: boolean,
): number {
  if (direction === MIX_DIRECTION.mixOut)
    return blend === MIX_BLEND.setup || (bases && blend === MIX_BLEND.first) ? -1 : -2
  const frame = frameOfItem(state, item, times)
  if (frame >= 0) return frame
  return blend === MIX_BLEND.setup || blend === MIX_BLEND.first ? -1 : -2
}

/** `frameAt` for the item's time, which crosses no call on its way (see `mix-value.ts`). */
function frameOfItem(state: AnimationState, item: number, times: Float32Array): number {
  return frameAt(times, state.playback.list.work, item * WORK_FIELDS + WORK_TIME)
}

/** Their share of `stepDiscrete`; `fixUpAttachments` is to follow. */
function stepAttachments(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  image: AnimationImage,
  base: number,
): void {
  const { flags } = state.playback.list
  const { maths, slots } = chunk.rig.rig
  const { activeBones } = chunk.program.program
  const inTracks = (flags[item] & APPLY_FLAG.marks) !== 0
  // What was added and is mixed out is applied plainly: it shows nothing (§7).
  if (isAddedOut(state, item, maths.tracks.bases)) return
  for (let i = 0; i < image.attachments.length; i++) {
    const track = image.attachments[i]
    if (activeBones[slots.bone[track.slot]] === 0) continue
    if ((modeOf(state, item, track.timeline) & MODE.off) !== 0) continue
    if (!inTracks) applyAttachment(state, item, chunk, track, base)
    else if (maths.tracks.bases) showByBase(state, item, chunk, track, base)
    else showByBlend(state, item, chunk, track, base)
  }
}

function isAddedOut({ playback: { list } }: AnimationState, item: number, bases: boolean): boolean {
  const plainOut =
    (list.flags[item] & APPLY_FLAG.plain) !== 0 && list.direction[item] === MIX_DIRECTION.mixOut
  return plainOut && !bases && list.blend[item] === MIX_BLEND.add
}

/** Applied by hand. */
function applyAttachment(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  { timeline, times, slot, keys }: AttachmentTrack,
  base: number,
): void {
  const { bases } = chunk.rig.rig.maths.tracks
  const blend = blendOf(state, item, timeline)
  const frame = instantFrame(state, item, times, blend, state.playback.list.direction[item], bases)
  if (frame === -2) return
  show(state, item, chunk, slot, frame < 0 ? chunk.rig.rig.slots.setupKey[slot] : keys[frame], base, false)
}

/** In tracks up to 4.2 it is not the direction that decides, but whether the attachment is kept (§10.2). */
function showByBlend(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  { timeline, times, slot, keys }: AttachmentTrack,
  base: number,
): void {
  const { list, marks } = state.playback
  const current = list.direction[item] === MIX_DIRECTION.mixIn
  const blend = current ? list.blend[item] : blendOf(state, item, timeline)
  const frame = instantFrame(state, item, times, blend, MIX_DIRECTION.mixIn, false)
  if (frame > -2) {
    const key = frame < 0 ? chunk.rig.rig.slots.setupKey[slot] : keys[frame]
    const keeps = keepsAttachment(state, item, chunk, timeline)
    const goes = !keeps && marks[slot] !== ATTACHMENT_MARK.stays
    show(state, item, chunk, slot, key, base, goes)
    if (keeps) mark(state.playback, slot, ATTACHMENT_MARK.stays)
  }
  if (marks[slot] === ATTACHMENT_MARK.untouched) mark(state.playback, slot, ATTACHMENT_MARK.temporary)
}

/** From 4.3 on, what is not kept neither covers what stays nor leaves a slot empty (§10.2). */
function showByBase(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  { timeline, times, slot, keys }: AttachmentTrack,
  base: number,
): void {
  const { marks } = state.playback
  const keeps = keepsAttachment(state, item, chunk, timeline)
  if (!keeps && marks[slot] === ATTACHMENT_MARK.stays) return
  const frame = frameOfItem(state, item, times)
  const resets = frame < 0 || (keys[frame] === -1 && !keeps)
  if (resets && blendOf(state, item, timeline) === MIX_BLEND.replace) return
  const key = resets ? chunk.rig.rig.slots.setupKey[slot] : keys[frame]
  show(state, item, chunk, slot, key, base, !keeps && !resets)
  if (keeps) mark(state.playback, slot, ATTACHMENT_MARK.stays)
  else if (!resets) mark(state.playback, slot, ATTACHMENT_MARK.temporary)
}

/** What mixes out keeps its attachments while its weight is great enough, too. */
function keepsAttachment(state: AnimationState, item: number, chunk: Chunk, timeline: number): boolean {
  const { entries, list } = state.playback
  if ((list.flags[item] & APPLY_FLAG.keepAttachments) === 0) return false
  if (list.direction[item] === MIX_DIRECTION.mixIn) return true
  const threshold = entries.alphaAttachmentThreshold[list.entry[item]]
  if (threshold <= 0 && !chunk.rig.rig.maths.tracks.negativeHides) return true
  writeWeight(state, item, timeline)
  return list.work[item * WORK_FIELDS + WORK_WEIGHT] >= threshold
}

/** @param goes it is put back at the end: nothing is done where no deform or sequence timeline can tell. */
function show(
  state: AnimationState,
  item: number,
  chunk: Chunk,
  slot: number,
  key: number,
  base: number,
  goes: boolean,
): void {
  const { arena, playback, skeletons } = state
  const { attachments, rows } = chunk.rig.rig
  const eid = playback.list.entity[item]
  const attachment = findAttachment(chunk.rig, skeletons.skin[eid], slot, key)
  const slots = base + chunk.layout.slots
  if (goes && rows.deformOf[slot] < 0) {
    const shown = arena.i32[slotRow(slots, slot) + SLOT_ATTACHMENT * LANES]
    if (!(attachments.frames[shown] > 1 || attachments.frames[attachment] > 1)) return
  }
  skeletons.flags[eid] |=
    setSlotAttachment(arena.i32, slots, chunk.rig, slot, attachment) & ~SKELETON_FLAG.others
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
      skeletons.flags[eid] |=
        setSlotAttachment(arena.i32, base, chunk.rig, slot, attachment) & ~SKELETON_FLAG.others
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
  const { timeline: timelineOf } = attachments
  const { bone: boneOf } = slots
  const { deforms: tracks } = image
  const first = base + chunk.layout.slots
  const modes = list.modes[item]
  const at = item * WORK_FIELDS
  for (let i = 0; i < tracks.length; i++) {
    const track = tracks[i]
    const row = slotRow(first, track.slot)
    const shown = i32[row + SLOT_ATTACHMENT * LANES]
    if (shown < 0 || timelineOf[shown] !== track.attachment || activeBones[boneOf[track.slot]] === 0) continue
    // `modeOf`, whose `off` is heeded whatever the item's flags: with this loop's invariants taken out by hand, sampling
    // of fades between deformed meshes takes 0.84 of the time.
    if (modes >= 0 && (i32[modes + track.timeline * MODE_WORDS] & MODE.off) !== 0) continue
    const empty = i32[row + SLOT_DEFORMED * LANES] === 0
    let deformed = 1
    if (list.work[at + WORK_TIME] < track.first) {
      const blend = empty ? MIX_BLEND.setup : blendOf(state, item, track.timeline)
      writeWeight(state, item, track.timeline)
      if (blend === MIX_BLEND.setup || (blend === MIX_BLEND.first && list.work[at + WORK_WEIGHT] === 1))
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
    if ((modeOf(state, item, track.timeline) & MODE.off) !== 0) continue
    const frame = sequenceAt(state, item, track, rig.maths, rig.attachments.frames[track.attachment])
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
  { sequenceOut, tracks }: Maths,
  count: number,
): number {
  const { list } = state.playback
  const blend = blendOf(state, item, track.timeline)
  const direction = sequenceOut === 'setup' ? list.direction[item] : MIX_DIRECTION.mixIn
  const frame = instantFrame(state, item, track.times, blend, direction, tracks.bases)
  if (frame < 0) return frame
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
  const { maths, rows } = chunk.rig.rig
  const { activeBones } = chunk.program.program
  for (let i = 0; i < image.inherits.length; i++) {
    const track = image.inherits[i]
    if (activeBones[track.bone] === 0) continue
    if ((modeOf(state, item, track.timeline) & MODE.off) !== 0) continue
    const blend = blendOf(state, item, track.timeline)
    const frame = instantFrame(state, item, track.times, blend, list.direction[item], maths.tracks.bases)
    if (frame < -1) continue
    const mode = frame < 0 ? rows.setup[track.row] : track.modes[frame]
    arena.f32[base + chunk.layout.local + track.row * LANES] = mode
  }
}

/** An order that others keyed before is left alone by what mixes out past its threshold (§7, §8). */
export function skipsOrder(state: AnimationState, item: number, timeline: number, bases: boolean): boolean {
  const { list } = state.playback
  if (list.modes[item] < 0 || list.direction[item] === MIX_DIRECTION.mixIn) return false
  if ((list.flags[item] & APPLY_FLAG.keepOrder) !== 0) return false
  const mode = modeOf(state, item, timeline)
  if ((mode & (MODE.hold | MODE.off)) !== 0) return false
  return (mode & MODE.blend) === (bases ? 1 + MIX_BLEND.replace : 0)
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
  const { bases } = chunk.rig.rig.maths.tracks
  if ((modeOf(state, item, track.timeline) & MODE.off) !== 0) return
  const blend = blendOf(state, item, track.timeline)
  const kept = (list.flags[item] & APPLY_FLAG.keepOrder) !== 0
  if (skipsOrder(state, item, track.timeline, bases)) return
  const sets = kept && (bases ? blend !== MIX_BLEND.replace : blend === MIX_BLEND.setup)
  const direction = sets ? MIX_DIRECTION.mixIn : list.direction[item]
  const frame = instantFrame(state, item, track.times, blend, direction, bases)
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
