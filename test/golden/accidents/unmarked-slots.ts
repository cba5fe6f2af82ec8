/**
 * The script build of the reference of 3.8 leaves a slot without its mark until a track first keeps an attachment in
 * it. Its attachment until then is not put back: it stays. The library puts it back, as
 * all other builds do; the driver plays the accident, so that recordings that hit upon it can be compared.
 */
import { type AnimationWorld, getAttachment, type Rig, setAttachment } from 'osteon'
import type { AttachmentModel } from '../../../src/base/model/attachment'
import type { AttachmentTrack } from '../../../src/rig/animation/image'
import { frameAt } from '../../../src/tracks/commands/frames'
import { blendOf } from '../../../src/tracks/commands/timeline-mode'
import { findAttachment } from '../../../src/world/chunks/registry'
import {
  APPLY_FLAG,
  COMMAND,
  COMMAND_OUT,
  commandAt,
  flagsOf,
  stepBlend,
  workAt,
} from '../../../src/world/commands'
import { BLEND_PLAIN, MIX_BLEND, WORK } from '../../../src/world/playback'
import { happens } from './table'

/** A skeleton's shown attachments before a step, and the slots that have their mark. */
export interface SlotMarks {
  readonly marked: Set<number>
  before: (AttachmentModel | null)[]
}

/** @returns null for versions that mark all slots. */
export function createMarks(version: string): SlotMarks | null {
  return happens('slots are unmarked', version) ? { marked: new Set(), before: [] } : null
}

/** To be called before `timelineSampling`. */
export function noteSlots(world: AnimationWorld, rig: Rig, eid: number, marks: SlotMarks): void {
  marks.before = rig.slots.names.map((_, slot) => getAttachment(world, eid, slot))
}

/** Call it after the step: shows attachments again that the reference would not have put back. */
export function leaveUnmarked(
  world: AnimationWorld,
  rig: Rig,
  eid: number,
  { marked, before }: SlotMarks,
): void {
  const { animation } = world.animation.playback.entries
  const touched = new Set<number>()
  for (const row of commandsOf(world, eid)) {
    for (const track of rig.animations[animation[row]].image().attachments) {
      if (isPlainOut(world, row)) continue
      touched.add(track.slot)
      const key = keyShown(world, rig, row, track)
      if (key === undefined) continue
      before[track.slot] = attachmentOf(world, rig, eid, track.slot, key)
      if ((flagsOf(world.animation, row) & APPLY_FLAG.keepAttachments) !== 0) marked.add(track.slot)
    }
  }
  for (const slot of touched) if (!marked.has(slot)) show(world, rig, eid, slot, before[slot])
}

/** Entries that were applied in the last tick, in application order. */
function commandsOf({ animation: state }: AnimationWorld, eid: number): number[] {
  const { arena, playback, skeletons } = state
  const rows: number[] = []
  if (skeletons.trackCount[eid] === 0) return rows
  for (let row = skeletons.command[eid]; row >= 0; ) {
    rows.push(row)
    row = arena.i32[commandAt(playback.commands, row) + COMMAND.NEXT]
  }
  return rows
}

/** An added entry that is mixed out shows nothing. */
function isPlainOut({ animation }: AnimationWorld, row: number): boolean {
  const flags = flagsOf(animation, row)
  return (flags & COMMAND_OUT) !== 0 && (flags & BLEND_PLAIN) !== 0
}

/** Key that an attachment timeline put into its slot, -1 = none; undefined: it left the slot alone. */
function keyShown(world: AnimationWorld, rig: Rig, row: number, track: AttachmentTrack): number | undefined {
  const state = world.animation
  const { commands } = state.playback
  const isOut = (flagsOf(state, row) & COMMAND_OUT) !== 0
  const blend = isOut ? blendOf(state, row, track.timeline) : stepBlend(state, row)
  const frame = frameAt(track.times, state.arena.f64, workAt(commands, row) + WORK.TIME)
  if (frame >= 0) return track.keys[frame]
  return blend <= MIX_BLEND.first ? rig.slots.setupKey[track.slot] : undefined
}

function attachmentOf(
  { animation: state }: AnimationWorld,
  rig: Rig,
  eid: number,
  slot: number,
  key: number,
): AttachmentModel | null {
  const registered = state.rigsByRig.get(rig)
  const found = registered ? findAttachment(registered, state.skeletons.skin[eid], slot, key) : -1
  return found < 0 ? null : rig.attachments.models[found]
}

/** Puts an attachment of the slot back, under any of its keys. */
function show(
  world: AnimationWorld,
  rig: Rig,
  eid: number,
  slot: number,
  attachment: AttachmentModel | null,
): void {
  if (getAttachment(world, eid, slot) === attachment) return
  const key = rig.keys.findIndex((_, number) => attachmentOf(world, rig, eid, slot, number) === attachment)
  setAttachment(world, eid, slot, attachment ? rig.keys[key] : null)
}
