/**
 * The script build of the reference of 3.8 leaves a slot without its mark until a track first keeps an attachment in
 * it. What is in it until then is not put back: it stays (spine-animation-state §10.2). The library puts it back, as
 * all other builds do; the driver plays the accident, so that recordings that hit upon it can be compared.
 */
import { type AnimationWorld, getAttachment, type Rig, setAttachment } from 'osteon'
import { frameAt } from '../../src/apply/frames'
import { blendOf } from '../../src/apply/timeline-mode'
import type { AttachmentModel } from '../../src/model/attachment'
import type { AttachmentTrack } from '../../src/rig/animation/image'
import { APPLY_FLAG, MIX_BLEND, MIX_DIRECTION, WORK_FIELDS, WORK_TIME } from '../../src/world/playback'
import { findAttachment } from '../../src/world/registry'

/** Of a skeleton: what its slots showed before a step, and which of them have their mark. */
export interface SlotMarks {
  readonly marked: Set<number>
  before: (AttachmentModel | null)[]
}

export function createMarks(): SlotMarks {
  return { marked: new Set(), before: [] }
}

/** To be called before `timelineSampling`. */
export function noteSlots(world: AnimationWorld, rig: Rig, eid: number, marks: SlotMarks): void {
  marks.before = rig.slots.names.map((_, slot) => getAttachment(world, eid, slot))
}

/** To be called after it: shows again what the reference would not have put back. */
export function leaveUnmarked(
  world: AnimationWorld,
  rig: Rig,
  eid: number,
  { marked, before }: SlotMarks,
): void {
  const { list } = world.animation.playback
  const touched = new Set<number>()
  for (let item = 0; item < list.count; item++) {
    if (list.entity[item] !== eid) continue
    for (const track of rig.animations[list.animation[item]].image().attachments) {
      if (isPlainOut(world, item)) continue
      touched.add(track.slot)
      const key = keyShown(world, rig, item, track)
      if (key === undefined) continue
      before[track.slot] = attachmentOf(world, rig, eid, track.slot, key)
      if ((list.flags[item] & APPLY_FLAG.keepAttachments) !== 0) marked.add(track.slot)
    }
  }
  for (const slot of touched) if (!marked.has(slot)) show(world, rig, eid, slot, before[slot])
}

/** What was added and is mixed out shows nothing. */
function isPlainOut({ animation: { playback } }: AnimationWorld, item: number): boolean {
  const { list } = playback
  return list.direction[item] === MIX_DIRECTION.mixOut && (list.flags[item] & APPLY_FLAG.plain) !== 0
}

/** Key of what an attachment timeline put into its slot, -1 = none; undefined: it left it alone. */
function keyShown(world: AnimationWorld, rig: Rig, item: number, track: AttachmentTrack): number | undefined {
  const state = world.animation
  const { list } = state.playback
  const isOut = list.direction[item] === MIX_DIRECTION.mixOut
  const blend = isOut ? blendOf(state, item, track.timeline) : list.blend[item]
  const frame = frameAt(track.times, list.work, item * WORK_FIELDS + WORK_TIME)
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
