/**
 * Who glides goes on gliding past keys of discrete timelines and into the next cycle, if events and attachments are all that
 * comes of it. To find everything anew is to wait for rows that are far away by then: a crowd of 10 000 takes 0.8 to 0.95
 * of the time that it took with that. So no column is looked at that need not be.
 */

import { pushItem } from '../apply/apply-list'
import { frameAt } from '../apply/frames'
import { setSlotAttachment } from '../apply/slots'
import { writeTimeBits } from '../kernels/mix/time-bits'
import type { AttachmentTrack } from '../rig/animation/image'
import type { Rig } from '../rig/rig'
import { roll } from '../tracks/advance'
import { passEntry } from '../tracks/pass'
import type { Chunk } from '../world/blocks'
import { MIX_COMMAND_BITS, MIX_COMMAND_TIME } from '../world/mix-commands'
import { ENTRY_FLAG, WORK_BITS, WORK_FIELDS, WORK_TIME } from '../world/playback'
import { findAttachment } from '../world/registry'
import { commandAt, KEPT, RUNS, SKINNED, seatBase, stirLane } from '../world/seats'
import { GLIDED, SKELETON_FLAG, STIR } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { findCycle } from './quiet'
import { meetClock } from './unseen'

/** What becomes of the attachments that an animation keys. */
const SHOWN = { same: 0, others: 1, deformed: 2 } as const

/**
 * Advances and applies a skeleton that has a command and is due. Its command stays.
 *
 * @returns false if more may happen to it; then nothing has changed but what `meetClock` does.
 */
export function glideOn(state: AnimationState, eid: number, chunk: Chunk): boolean {
  const { arena, playback, skeletons, tick } = state
  const { entries, list } = playback
  const row = skeletons.steady[eid] - 1
  const before = entries.trackTime[row]
  const now = before + tick.seconds[0] * skeletons.timeScale[eid] * entries.timeScale[row]
  // It starts at 0, else there would be no time at which it is due.
  const end = entries.animationEnd[row]
  const loops = (entries.flags[row] & ENTRY_FLAG.loop) !== 0
  // One that is at its end, or shows the second that it showed before, may come to rest.
  if (!(now > before && now - before < end && (loops || now < end))) return false
  const image = chunk.rig.rig.animations[entries.animation[row]].image()
  if (!image.changes) return false
  meetClock(state, eid)
  // Scratch: it is in no list.
  const item = pushItem(list)
  list.count = item
  const at = item * WORK_FIELDS
  list.work[at + WORK_TIME] = loops ? now % end : now
  const last = entries.nextAnimationLast
  if (frameAt(image.steps, last, row) !== frameAt(image.steps, list.work, at + WORK_TIME)) return false
  const shown = compareAttachments(state, chunk.rig.rig, image.attachments, row, at + WORK_TIME)
  if (shown === SHOWN.deformed) return false
  entries.trackTime[row] = now
  roll(state, row)
  passEntry(state, chunk, row, at, true)
  const seat = skeletons.seat[eid]
  if (shown === SHOWN.others) showAttachments(state, eid, chunk, image.attachments, at + WORK_TIME)
  const next = frameAt(image.changes, list.work, at + WORK_TIME) + 1
  // Where the cycle began may be rounded some day: it is due in each tick then.
  if (findCycle(state, eid, row))
    skeletons.due[eid] = next < image.changes.length ? Math.min(end, image.changes[next]) : end
  const command = commandAt(chunk, seat)
  writeTimeBits(list.work, at, playback.bits)
  arena.f64[(command + MIX_COMMAND_TIME) >> 1] = list.work[at + WORK_TIME]
  arena.i32[command + MIX_COMMAND_BITS] = list.work[at + WORK_BITS]
  stirLane(state, chunk, seat, RUNS | SKINNED | KEPT)
  const colored = skeletons.stir[eid] & STIR.colored
  if (colored !== 0) skeletons.flags[eid] |= SKELETON_FLAG.keyedColor
  skeletons.stir[eid] = GLIDED | colored
  return true
}

/**
 * What `stepAttachments` does for the only entry of a skeleton, at full weight: its timelines show what they key at
 * `list.work[place]`.
 */
function showAttachments(
  { arena, playback, skeletons }: AnimationState,
  eid: number,
  chunk: Chunk,
  tracks: readonly AttachmentTrack[],
  place: number,
): void {
  const { slots } = chunk.rig.rig
  const { activeBones } = chunk.program.program
  const rows = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.slots
  for (let i = 0; i < tracks.length; i++) {
    const { keys, slot, times } = tracks[i]
    if (activeBones[slots.bone[slot]] === 0) continue
    const frame = frameAt(times, playback.list.work, place)
    const key = frame < 0 ? slots.setupKey[slot] : keys[frame]
    const attachment = findAttachment(chunk.rig, skeletons.skin[eid], slot, key)
    const changed = setSlotAttachment(arena.i32, rows, chunk.rig, slot, attachment)
    skeletons.flags[eid] |= changed & ~SKELETON_FLAG.others
  }
}

/** What `list.work[place]`, a time, shows beside the time that the entry showed last; one of SHOWN. */
function compareAttachments(
  { playback }: AnimationState,
  { rows, slots }: Rig,
  tracks: readonly AttachmentTrack[],
  row: number,
  place: number,
): number {
  const { entries, list } = playback
  let shown: number = SHOWN.same
  for (let i = 0; i < tracks.length; i++) {
    const { keys, slot, times } = tracks[i]
    const before = frameAt(times, entries.nextAnimationLast, row)
    const frame = frameAt(times, list.work, place)
    if (before === frame) continue
    const setup = slots.setupKey[slot]
    if ((before < 0 ? setup : keys[before]) === (frame < 0 ? setup : keys[frame])) continue
    // Which deform timelines act may be others then.
    if (rows.deformOf[slot] >= 0) return SHOWN.deformed
    shown = SHOWN.others
  }
  return shown
}
