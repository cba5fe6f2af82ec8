/** Steps attachments, sequences and inherit modes, and marks the deform timelines that act. */
import { LANES, SLOT, slotRow } from '../../base/memory/lanes'
import type { Maths } from '../../base/model/maths'
import type { AnimationImage, AttachmentTrack, SequenceTrack } from '../../rig/animation/image'
import { ATTACHMENT_KIND } from '../../rig/attachments/table'
import { seatBase } from '../../world/chunks/addresses'
import type { PosedChunk } from '../../world/chunks/blocks'
import { findAttachment } from '../../world/chunks/registry'
import { APPLY_FLAG, COMMAND, COMMAND_OUT, commandAt, flagsOf, stepBlend, workAt } from '../../world/commands'
import {
  ATTACHMENT_MARK,
  BLEND_PLAIN,
  DEFORM_BEGINS,
  MIX_BLEND,
  MODE,
  MODE_WORDS,
  type Playback,
  WORK,
} from '../../world/playback'
import { setSlotAttachment, setSlotFrame } from '../../world/rows/slots'
import type { AnimationState } from '../../world/state'
import { stepDrawOrder, stepFolders } from './draw-order'
import { sequenceFrame } from './frames'
import { frameOfCommand, instantFrame, skipsInstant } from './instant'
import { blendOf, modeOf, writeWeight } from './timeline-mode'

/**
 * Steps the discrete timelines of one application: attachments, then deform and sequence (each deform application that
 * acts is marked), inherit modes, draw order.
 *
 * @param entry its row; times, weights and modes are in its command.
 */
export function stepDiscrete(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  image: AnimationImage,
): void {
  const { arena, playback, skeletons } = state
  const { commands, entries } = playback
  const base = seatBase(chunk, skeletons.seat[entries.entity[entry]])
  const command = commandAt(commands, entry)
  arena.i32[command + COMMAND.DEFORMS] = entries.deforms[entry]
  if (image.deforms.length === 0) arena.i32[command + COMMAND.DEFORMS_END] = entries.deforms[entry]
  if (image.attachments.length > 0) stepAttachments(state, entry, chunk, image, base)
  if (image.deforms.length > 0) markDeforms(state, entry, chunk, image, base)
  if (image.sequences.length > 0) stepSequences(state, entry, chunk, image, base)
  if (image.inherits.length > 0) stepInherits(state, entry, chunk, image, base)
  if (image.drawOrder) stepDrawOrder(state, entry, chunk, image.drawOrder, base)
  if (image.folders.length > 0) stepFolders(state, entry, chunk, image.folders, base)
}

/** Writes an empty list of deform applications, for a command that only moves curves. */
export function leaveOutDeforms({ arena, playback }: AnimationState, entry: number): void {
  const { commands, entries } = playback
  const command = commandAt(commands, entry)
  arena.i32[command + COMMAND.DEFORMS] = arena.i32[command + COMMAND.DEFORMS_END] = entries.deforms[entry]
}

/** Steps only attachments; call `fixUpAttachments` afterwards. */
function stepAttachments(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  image: AnimationImage,
  base: number,
): void {
  const { maths, slots } = chunk.rig.source
  const { activeBones } = chunk.program.program
  const inTracks = (flagsOf(state, entry) & APPLY_FLAG.marks) !== 0
  // An additive entry that is mixed out is applied plainly: it shows nothing.
  const { bases, setsOut } = maths.tracks
  if (!setsOut && isAddedOut(state, entry, bases)) return
  for (let i = 0; i < image.attachments.length; i++) {
    const track = image.attachments[i]
    if (activeBones[slots.bone[track.slot]] === 0) continue
    if ((modeOf(state, entry, track.timeline) & MODE.off) !== 0) continue
    if (setsOut && skipsInstant(state, entry, track.timeline, APPLY_FLAG.keepAttachments, false)) continue
    if (!inTracks || setsOut) applyAttachment(state, entry, chunk, track, base)
    else if (bases) showByBase(state, entry, chunk, track, base)
    else showByBlend(state, entry, chunk, track, base)
  }
}

function isAddedOut(state: AnimationState, entry: number, bases: boolean): boolean {
  const flags = flagsOf(state, entry)
  if (bases || (flags & BLEND_PLAIN) === 0 || (flags & COMMAND_OUT) === 0) return false
  return stepBlend(state, entry) === MIX_BLEND.add
}

/** Applies an attachment by hand. */
function applyAttachment(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  { timeline, times, slot, keys }: AttachmentTrack,
  base: number,
): void {
  const { tracks } = chunk.rig.source.maths
  const blend = blendOf(state, entry, timeline)
  const frame = instantFrame(state, entry, times, blend, isOut(state, entry), tracks)
  if (frame === -2) return
  show(
    state,
    entry,
    chunk,
    slot,
    frame < 0 ? chunk.rig.source.slots.setupKey[slot] : keys[frame],
    base,
    false,
  )
}

/**
 * Shows an attachment in tracks up to 4.2, where it depends on whether the attachment is kept, not on the direction.
 */
function showByBlend(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  { timeline, times, slot, keys }: AttachmentTrack,
  base: number,
): void {
  const { marks } = state.playback
  const blend = isOut(state, entry) ? blendOf(state, entry, timeline) : stepBlend(state, entry)
  const frame = instantFrame(state, entry, times, blend, false, chunk.rig.source.maths.tracks)
  if (frame > -2) {
    const key = frame < 0 ? chunk.rig.source.slots.setupKey[slot] : keys[frame]
    const keeps = keepsAttachment(state, entry, chunk, timeline)
    const goes = !keeps && marks[slot] !== ATTACHMENT_MARK.stays
    show(state, entry, chunk, slot, key, base, goes)
    if (keeps) mark(state.playback, slot, ATTACHMENT_MARK.stays)
  }
  if (marks[slot] === ATTACHMENT_MARK.untouched) mark(state.playback, slot, ATTACHMENT_MARK.temporary)
}

/** Shows an attachment from 4.3 on: one that is not kept neither covers one that stays nor empties a slot. */
function showByBase(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  { timeline, times, slot, keys }: AttachmentTrack,
  base: number,
): void {
  const { marks } = state.playback
  const keeps = keepsAttachment(state, entry, chunk, timeline)
  if (!keeps && marks[slot] === ATTACHMENT_MARK.stays) return
  const frame = frameOfCommand(state, entry, times)
  const resets = frame < 0 || (keys[frame] === -1 && !keeps)
  if (resets && blendOf(state, entry, timeline) === MIX_BLEND.replace) return
  const key = resets ? chunk.rig.source.slots.setupKey[slot] : keys[frame]
  show(state, entry, chunk, slot, key, base, !keeps && !resets)
  if (keeps) mark(state.playback, slot, ATTACHMENT_MARK.stays)
  else if (!resets) mark(state.playback, slot, ATTACHMENT_MARK.temporary)
}

/** Returns whether an entry keeps its attachments. One that mixes out does, too, while its weight is large enough. */
function keepsAttachment(state: AnimationState, entry: number, chunk: PosedChunk, timeline: number): boolean {
  const { arena, playback } = state
  const flags = flagsOf(state, entry)
  if ((flags & APPLY_FLAG.keepAttachments) === 0) return false
  if ((flags & COMMAND_OUT) === 0) return true
  const threshold = playback.trackEntries.alphaAttachmentThreshold[entry]
  if (threshold <= 0 && !chunk.rig.source.maths.tracks.negativeHides) return true
  writeWeight(state, entry, timeline)
  return arena.f64[workAt(playback.commands, entry) + WORK.WEIGHT] >= threshold
}

/**
 * Shows an attachment. @param goes it is put back at the end: nothing is done if no deform or sequence timeline could
 * notice.
 */
export function show(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  slot: number,
  key: number,
  base: number,
  goes: boolean,
): void {
  const { arena, playback, skeletons } = state
  const { attachments, rows } = chunk.rig.source
  const eid = playback.entries.entity[entry]
  const attachment = findAttachment(chunk.rig, skeletons.skin[eid], slot, key)
  if (goes && rows.deformOf[slot] < 0) {
    const shown = arena.i32[slotRow(base + chunk.layout.slots, slot) + SLOT.ATTACHMENT * LANES]
    if (!(attachments.frames[shown] > 1 || attachments.frames[attachment] > 1)) return
  }
  change(state, eid, chunk, base, slot, attachment)
}

/** Notes for the current application that a slot's attachment changed. */
function change(
  state: AnimationState,
  eid: number,
  chunk: PosedChunk,
  base: number,
  slot: number,
  attachment: number,
): void {
  if (!setSlotAttachment(state, eid, chunk, base, slot, attachment)) return
  state.playback.slotsChanged = true
  if (chunk.rig.source.rows.deformOf[slot] >= 0) state.playback.deformsChanged = true
}

function mark(playback: Playback, slot: number, how: number): void {
  if (playback.marks[slot] === ATTACHMENT_MARK.untouched) playback.marked[playback.markedCount++] = slot
  playback.marks[slot] = how
}

/** Restores the setup attachment of slots whose attachment was only shown to this tick's deform timelines. */
export function fixUpAttachments(state: AnimationState, eid: number, chunk: PosedChunk): void {
  const { playback, skeletons } = state
  const { marked, markedCount, marks } = playback
  playback.markedCount = 0
  const { slots } = chunk.rig.source
  const base = seatBase(chunk, skeletons.seat[eid])
  for (let i = 0; i < markedCount; i++) {
    const slot = marked[i]
    if (marks[slot] === ATTACHMENT_MARK.temporary) {
      const attachment = findAttachment(chunk.rig, skeletons.skin[eid], slot, slots.setupKey[slot])
      change(state, eid, chunk, base, slot, attachment)
    }
    marks[slot] = ATTACHMENT_MARK.untouched
  }
}

/**
 * Marks which deform timelines act and whether their buffer is empty there; `mixing` writes the buffers themselves. The
 * flag row shows in advance whether the application will leave the buffer empty.
 */
export function markDeforms(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  image: AnimationImage,
  base: number,
): void {
  const { arena, playback } = state
  const { commands } = playback
  const { f64, i32 } = arena
  const { attachments, slots } = chunk.rig.source
  const { activeBones } = chunk.program.program
  const { timeline: timelineOf } = attachments
  const { bone: boneOf } = slots
  const { deforms: tracks } = image
  const first = base + chunk.layout.slots
  const command = commandAt(commands, entry)
  const modes = i32[command + COMMAND.MODES]
  const at = command >> 1
  let end = i32[command + COMMAND.DEFORMS]
  for (let i = 0; i < tracks.length; i++) {
    const track = tracks[i]
    const row = slotRow(first, track.slot)
    const shown = i32[row + SLOT.ATTACHMENT * LANES]
    if (shown < 0 || timelineOf[shown] !== track.attachment || activeBones[boneOf[track.slot]] === 0) continue
    // `modeOf`, whose `off` always counts; this loop hoists its invariants by hand.
    if (modes >= 0 && (i32[modes + track.timeline * MODE_WORDS] & MODE.off) !== 0) continue
    const empty = i32[row + SLOT.DEFORMED * LANES] === 0
    let deformed = 1
    if (f64[at + WORK.TIME] < track.first) {
      const blend = empty ? MIX_BLEND.setup : blendOf(state, entry, track.timeline)
      writeWeight(state, entry, track.timeline)
      if (blend === MIX_BLEND.setup || (blend === MIX_BLEND.first && f64[at + WORK.WEIGHT] === 1))
        deformed = 0
      else if (blend !== MIX_BLEND.first) continue
    }
    // A slot that is already deformed stays as it is until `mixing` has read it, as offsets or as keys.
    if (empty || deformed === 0) i32[row + SLOT.DEFORMED * LANES] = deformed
    if (empty === (deformed === 1)) playback.deformsChanged = true
    if (deformed === 0) continue
    if (empty) playback.slotsChanged = true
    const marked = empty ? i | DEFORM_BEGINS : i
    if (i32[end] !== marked) playback.deformsChanged = true
    i32[end++] = marked
  }
  if (i32[command + COMMAND.DEFORMS_END] !== end) playback.deformsChanged = true
  i32[command + COMMAND.DEFORMS_END] = end
}

function stepSequences(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  image: AnimationImage,
  base: number,
): void {
  const { arena, playback } = state
  const { entries } = playback
  const { i32 } = arena
  const { source: rig } = chunk.rig
  const { activeBones } = chunk.program.program
  for (let i = 0; i < image.sequences.length; i++) {
    const track = image.sequences[i]
    if (activeBones[rig.slots.bone[track.slot]] === 0) continue
    const row = slotRow(base + chunk.layout.slots, track.slot)
    const shown = i32[row + SLOT.ATTACHMENT * LANES]
    if (shown < 0 || !followsSequence(chunk, shown, track.attachment)) continue
    if ((modeOf(state, entry, track.timeline) & MODE.off) !== 0) continue
    const counted = rig.maths.sequenceCount === 'shown' ? shown : track.attachment
    const frame = sequenceAt(state, entry, track, rig.maths, rig.attachments.frames[counted])
    if (frame >= -1) setSlotFrame(state, entries.entity[entry], row, frame)
  }
}

/** Returns whether a sequence acts on what is shown: on its own attachment, and on vertex attachments linked to it. */
function followsSequence(chunk: PosedChunk, shown: number, attachment: number): boolean {
  if (shown === attachment) return true
  const { kind, timeline } = chunk.rig.source.attachments
  return kind[shown] !== ATTACHMENT_KIND.region && timeline[shown] === attachment
}

/** Returns the frame's number, -1 for the setup frame, -2 for no change. */
function sequenceAt(
  state: AnimationState,
  entry: number,
  track: SequenceTrack,
  { sequenceOut, tracks }: Maths,
  count: number,
): number {
  const blend = blendOf(state, entry, track.timeline)
  const out = sequenceOut === 'setup' && isOut(state, entry)
  const frame = instantFrame(state, entry, track.times, blend, out, tracks)
  if (frame < 0) return frame
  const { arena, playback } = state
  return sequenceFrame(track, frame, count, arena.f64, workAt(playback.commands, entry) + WORK.TIME)
}

function stepInherits(
  state: AnimationState,
  entry: number,
  chunk: PosedChunk,
  image: AnimationImage,
  base: number,
): void {
  const { maths, rows } = chunk.rig.source
  const { activeBones } = chunk.program.program
  for (let i = 0; i < image.inherits.length; i++) {
    const track = image.inherits[i]
    if (activeBones[track.bone] === 0) continue
    if ((modeOf(state, entry, track.timeline) & MODE.off) !== 0) continue
    const blend = blendOf(state, entry, track.timeline)
    const frame = instantFrame(state, entry, track.times, blend, isOut(state, entry), maths.tracks)
    if (frame < -1) continue
    const mode = frame < 0 ? rows.setup[track.row] : track.modes[frame]
    state.arena.f32[base + chunk.layout.local + track.row * LANES] = mode
  }
}

/** Returns whether the command mixes out. */
function isOut(state: AnimationState, entry: number): boolean {
  return (flagsOf(state, entry) & COMMAND_OUT) !== 0
}
