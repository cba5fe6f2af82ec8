/** Reads and sets track entries. */
import type { AnimationWorld } from '../../../components/world-type'
import { OsteonError } from '../../errors'
import { catchUpClocks } from '../../shortcuts'
import { ensureSeated, settleLeaving } from '../../tick/settle'
import { wake } from '../../tick/wake'
import { currentEntry as currentRow, handleOf, rowOf } from '../../tracks/entries'
import { showTime } from '../../tracks/pass'
import { trackComplete, writeFraction } from '../../tracks/times'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { maskAt } from '../../world/chunks/registry'
import {
  ENTRY_FLAG,
  MIX_BLEND,
  MIX_INTERPOLATION,
  type MixBlendName,
  type MixInterpolationName,
  WORK_TIME,
} from '../../world/playback'
import { stateOf } from '../../world/state-of'
import { checkFields, type EntryFields, writeFields } from './entry-fields'
import { checkTrack, registeredOf } from './tracks'

/**
 * Everything about a track entry. Times are seconds; entries are given as handles, 0 = none. Fields that can be set
 * are described at `EntryFields`.
 */
export interface EntryValues extends Required<EntryFields> {
  entity: number
  track: number
  /** `null`: the empty animation. */
  animation: string | null
  /** Seconds since the mix into this entry began. */
  mixTime: number
  /** How far it has been mixed in, through its interpolation: 1 = wholly. */
  mixFraction: number
  /** Weight that what it replaced had come to when it was interrupted; rigs up to Spine 4.2. */
  interruptAlpha: number
  /** Track time at its last application; -1 = not applied yet. */
  trackLast: number
  /** Second of the animation that its track time means, loop and window included; not mirrored by `reverse`. */
  animationTime: number
  /** Track time at which the cycle that it is in is complete. */
  trackComplete: number
  /** It has played through at least once. */
  isComplete: boolean
  /** It was applied at least once. */
  wasApplied: boolean
  /** What is queued behind it takes over in the next tick. */
  isNextReady: boolean
  /** Queued behind it, and what it is queued behind; `previous` is 0 once it is current. */
  next: number
  previous: number
  /** What it is being mixed from, and what it is being mixed out to. */
  mixingFrom: number
  mixingTo: number
}

/**
 * Whether a handle still means an entry: one that plays, is queued, or is being mixed out. It is over once the entry
 * has ended, also before its `end` event is read.
 */
export function isEntry(world: AnimationWorld, handle: number): boolean {
  return findRow(world, handle) >= 0
}

/**
 * The entry that is current on a track.
 *
 * @returns its handle; 0 if the track is vacant.
 * @throws OsteonError `no-skeleton`, `bad-option` for a number that no track can have.
 */
export function currentEntry(world: AnimationWorld, eid: number, track: number): number {
  registeredOf(world, eid)
  checkTrack(eid, track)
  return linkOf(world, currentRow(world.animation, eid, track))
}

/**
 * The animation that plays on a track.
 *
 * @param track from 0. @returns its name; `null` if the track is vacant or plays the empty animation.
 * @throws OsteonError `no-skeleton`, `bad-option` for a number that no track can have.
 */
export function currentAnimation(world: AnimationWorld, eid: number, track = 0): string | null {
  const { rig } = registeredOf(world, eid)
  checkTrack(eid, track)
  const row = currentRow(world.animation, eid, track)
  const animation = row < 0 ? -1 : world.animation.playback.entries.animation[row]
  return rig.animations[animation]?.name ?? null
}

/**
 * Sets fields of an entry. Nothing else changes: delays that were computed stay, and how the timelines of a running mix are
 * held was decided when it began. An entry's first weight, end or mask is a structure call.
 *
 * @throws OsteonError `stale-handle`, `bad-option`; nothing has changed then.
 */
export function setEntry(world: AnimationWorld, handle: number, fields: EntryFields): void {
  const state = stateOf(world)
  const entity = state.playback.entries.entity[liveRow(world, handle)]
  const registered = registeredOf(world, entity)
  checkFields(entity, registered, fields)
  wake(state, entity)
  // Its clocks have caught up: it may have ended by that.
  writeFields(state, registered, liveRow(world, handle), fields)
}

/**
 * Reads an entry.
 *
 * @param out is filled and returned; a new object unless given.
 * @throws OsteonError `stale-handle`.
 */
export function getEntry(
  world: AnimationWorld,
  handle: number,
  // Whole when it is returned: a test compares every field.
  out = {} as EntryValues,
): EntryValues {
  const row = liveRow(world, handle)
  const { entries } = world.animation.playback
  catchUpClocks(world.animation, entries.entity[row])
  const registered = registeredOf(world, entries.entity[row])
  const animation = entries.animation[row]
  out.entity = entries.entity[row]
  out.track = entries.track[row]
  out.animation = animation < 0 ? null : registered.rig.animations[animation].name
  readSettings(world, registered, row, out)
  readClocks(world, row, registered.rig.machine === null, out)
  out.next = linkOf(world, entries.next[row])
  out.previous = linkOf(world, entries.previous[row])
  out.mixingFrom = linkOf(world, entries.mixingFrom[row])
  out.mixingTo = linkOf(world, entries.mixingTo[row])
  return out
}

function readSettings(world: AnimationWorld, registered: RegisteredRig, row: number, out: EntryValues): void {
  const { entries } = world.animation.playback
  const flags = entries.flags[row]
  out.loop = (flags & ENTRY_FLAG.loop) !== 0
  out.reverse = (flags & ENTRY_FLAG.reverse) !== 0
  out.shortestRotation = (flags & ENTRY_FLAG.shortestRotation) !== 0
  out.holdPrevious = (flags & ENTRY_FLAG.holdPrevious) !== 0
  out.additive = (flags & ENTRY_FLAG.additive) !== 0
  out.blend = BLENDS[entries.mixBlend[row]]
  out.mixInterpolation = INTERPOLATIONS[entries.mixInterpolation[row]]
  out.alpha = entries.alpha[row]
  out.timeScale = entries.timeScale[row]
  out.start = entries.animationStart[row]
  out.end = entries.animationEnd[row]
  out.trackEnd = entries.trackEnd[row] === Number.MAX_VALUE ? Number.POSITIVE_INFINITY : entries.trackEnd[row]
  out.delay = entries.delay[row]
  out.mix = entries.mixDuration[row]
  out.eventThreshold = entries.eventThreshold[row]
  out.attachmentThreshold = entries.mixAttachmentThreshold[row]
  out.drawOrderThreshold = entries.mixDrawOrderThreshold[row]
  out.alphaAttachmentThreshold = entries.alphaAttachmentThreshold[row]
  out.parameter = entries.parameter[row]
  out.mask = maskAt(registered, entries.mask[row], entries.animation[row])
}

/** @param isTrack it plays as in Spine: other machines keep its fade and its time. */
function readClocks(world: AnimationWorld, row: number, isTrack: boolean, out: EntryValues): void {
  const state = world.animation
  const { entries, work } = state.playback
  const next = entries.next[row]
  out.trackTime = entries.trackTime[row]
  out.trackLast = entries.nextTrackLast[row]
  out.last = entries.nextAnimationLast[row]
  out.mixTime = entries.mixTime[row]
  out.interruptAlpha = entries.interruptAlpha[row]
  if (isTrack) writeFraction(state, row)
  out.mixFraction = entries.fraction[row]
  showTime(entries, row, work, WORK_TIME)
  out.animationTime = isTrack ? work[WORK_TIME] : out.last
  out.trackComplete = trackComplete(state, row)
  out.isComplete = entries.trackTime[row] >= entries.animationEnd[row] - entries.animationStart[row]
  out.wasApplied = entries.nextTrackLast[row] !== -1
  out.isNextReady = next >= 0 && entries.nextTrackLast[row] - entries.delay[next] >= 0
}

function linkOf({ animation: state }: AnimationWorld, row: number): number {
  return row < 0 ? 0 : handleOf(state, row)
}

/** Row of an entry whose skeleton is still there; -1 if there is none. */
function findRow(world: AnimationWorld, handle: number): number {
  const state = stateOf(world)
  settleLeaving(world)
  const row = rowOf(state, handle)
  if (row < 0) return -1
  const entity = state.playback.entries.entity[row]
  if (!state.tick.pending.has(entity)) return row
  // With another rig or skin it is another skeleton.
  ensureSeated(world, entity)
  return rowOf(state, handle)
}

/** Row of an entry. @throws OsteonError `stale-handle`. */
export function liveRow(world: AnimationWorld, handle: number): number {
  const row = findRow(world, handle)
  if (row >= 0) return row
  throw new OsteonError(
    'stale-handle',
    'world',
    'entry',
    `${handle} is no track entry, or one that has ended`,
  )
}

const BLENDS = Object.keys(MIX_BLEND) as MixBlendName[]
const INTERPOLATIONS = Object.keys(MIX_INTERPOLATION) as MixInterpolationName[]
