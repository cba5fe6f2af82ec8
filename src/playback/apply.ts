import { writeTimeBits } from '../kernels/time-bits'
import type { Chunk } from '../world/blocks'
import { EVENT_KIND } from '../world/events'
import {
  APPLY_FLAG,
  ENTRY_FLAG,
  MIX_BLEND,
  MIX_DIRECTION,
  WORK_ALPHA,
  WORK_FIELDS,
  WORK_HOLD,
  WORK_TIME,
} from '../world/playback'
import type { AnimationState } from '../world/state'
import { notifyEntry } from './advance'
import { pushItem } from './apply-list'
import { fixUpAttachments, stepDiscrete } from './discrete'
import { eventRanges } from './frames'
import { findModes } from './modes'
import { applyQuietly, findQuietTime, reportQuietly } from './quiet'

/**
 * Turns a skeleton's tracks into items of the apply list, in application order (spine-animation-state §7,
 * §13.1), steps their discrete timelines and collects events.
 */
export function applyTracks(state: AnimationState, entity: number, chunk: Chunk): void {
  const { arena, playback, skeletons } = state
  const { entries, list } = playback
  if (skeletons.modesDirty[entity] === 1) findModes(state, entity)
  const tracks = skeletons.tracks[entity]
  const count = skeletons.trackCount[entity]
  if (count === 1 && arena.i32[tracks] >= 0 && applyQuietly(state, entity, chunk, arena.i32[tracks])) return
  const first = list.count
  for (let track = 0; track < count; track++) {
    const row = arena.i32[tracks + track]
    if (row < 0 || entries.delay[row] > 0) continue
    const blend = track === 0 ? MIX_BLEND.first : entries.mixBlend[row]
    if (entries.mixingFrom[row] >= 0) applyChain(state, entity, chunk, row, blend)
    applyCurrent(state, entity, chunk, row, blend)
  }
  if (playback.markedCount > 0) fixUpAttachments(state, entity, chunk)
  if (count !== 1 || list.count !== first + 1) return
  const { changes } = chunk.rig.rig.animations[list.animation[first]].image()
  findQuietTime(state, entity, arena.i32[tracks], first, changes)
}

/** Applies the entry that is current on its track. */
function applyCurrent(state: AnimationState, entity: number, chunk: Chunk, row: number, blend: number): void {
  const { entries, list } = state.playback
  const isBase = entries.track[row] === 0
  let alpha = entries.alpha[row]
  if (entries.mixingFrom[row] >= 0) alpha *= mixFraction(state, row)
  else if (entries.trackTime[row] >= entries.trackEnd[row] && entries.next[row] < 0) alpha = 0
  let flags: number = APPLY_FLAG.marks
  if ((entries.flags[row] & ENTRY_FLAG.reverse) === 0) flags |= APPLY_FLAG.events
  if (isBase || alpha >= entries.alphaAttachmentThreshold[row]) flags |= APPLY_FLAG.keepAttachments
  const plain = (isBase && alpha === 1) || blend === MIX_BLEND.add
  const item = pushItem(list)
  const at = item * WORK_FIELDS
  list.work[at + WORK_ALPHA] = list.work[at + WORK_HOLD] = alpha
  applyEntry(state, entity, chunk, row, item, blend, MIX_DIRECTION.mixIn, plain, flags)
}

/**
 * Everything that `applyTracks` does but for the pose: clocks, ends of mixes and events go on, slots stay as they
 * are and nothing is left to mix.
 */
export function reportTracks(state: AnimationState, entity: number, chunk: Chunk): void {
  const { arena, playback, skeletons } = state
  const { entries, list } = playback
  const tracks = skeletons.tracks[entity]
  const count = skeletons.trackCount[entity]
  if (count === 1 && arena.i32[tracks] >= 0 && reportQuietly(state, entity, arena.i32[tracks])) return
  const at = pushItem(list) * WORK_FIELDS
  list.count--
  for (let track = 0; track < count; track++) {
    const row = arena.i32[tracks + track]
    if (row < 0 || entries.delay[row] > 0) continue
    if (entries.mixingFrom[row] >= 0) reportChain(state, chunk, row, at)
    passEntry(state, chunk, row, at, true)
  }
}

/** What `to` is mixing from, oldest first. */
function reportChain(state: AnimationState, chunk: Chunk, to: number, at: number): void {
  const { entries } = state.playback
  const row = entries.mixingFrom[to]
  if (entries.mixingFrom[row] >= 0) reportChain(state, chunk, row, at)
  passEntry(state, chunk, row, at, mixFraction(state, to) < entries.eventThreshold[row])
}

/** How far an entry has been mixed in (spine-animation-state §3). */
function mixFraction({ playback: { entries } }: AnimationState, row: number): number {
  return entries.mixDuration[row] === 0 ? 1 : Math.min(1, entries.mixTime[row] / entries.mixDuration[row])
}

/** Applies what `to` is mixing from, oldest first. */
function applyChain(state: AnimationState, entity: number, chunk: Chunk, to: number, blend: number): void {
  const { entries, list } = state.playback
  const row = entries.mixingFrom[to]
  if (entries.mixingFrom[row] >= 0) applyChain(state, entity, chunk, row, blend)
  const mix = mixFraction(state, to)
  let base = blend
  if (entries.mixDuration[to] === 0) base = blend === MIX_BLEND.first ? MIX_BLEND.setup : blend
  else if (blend !== MIX_BLEND.first) base = entries.mixBlend[row]
  let flags: number = APPLY_FLAG.marks
  if (mix < entries.eventThreshold[row] && (entries.flags[row] & ENTRY_FLAG.reverse) === 0)
    flags |= APPLY_FLAG.events
  if (mix < entries.mixAttachmentThreshold[row]) flags |= APPLY_FLAG.keepAttachments
  const item = pushItem(list)
  const hold = entries.alpha[row] * entries.interruptAlpha[to]
  list.work[item * WORK_FIELDS + WORK_HOLD] = hold
  list.work[item * WORK_FIELDS + WORK_ALPHA] = hold * (1 - mix)
  applyEntry(state, entity, chunk, row, item, base, MIX_DIRECTION.mixOut, base === MIX_BLEND.add, flags)
}

/**
 * Completes an item whose weights are set. The empty animation's is taken back: it only has a clock.
 *
 * @param plain every timeline takes the item's blend; else each has its own mode.
 */
function applyEntry(
  state: AnimationState,
  entity: number,
  chunk: Chunk,
  row: number,
  item: number,
  blend: number,
  direction: number,
  plain: boolean,
  flags: number,
): void {
  const { playback } = state
  const { entries, list } = playback
  const at = item * WORK_FIELDS
  const animation = entries.animation[row]
  passEntry(state, chunk, row, at, (flags & APPLY_FLAG.events) !== 0)
  if (animation < 0) {
    list.count = item
    return
  }
  const info = chunk.rig.rig.animations[animation]
  if ((entries.flags[row] & ENTRY_FLAG.reverse) !== 0)
    list.work[at + WORK_TIME] = info.duration - list.work[at + WORK_TIME]
  writeTimeBits(list.work, at, playback.bits)
  list.entity[item] = entity
  list.animation[item] = animation
  list.flags[item] = flags
  list.blend[item] = blend
  list.direction[item] = direction
  list.modes[item] = plain || entries.modeCount[row] === 0 ? -1 : entries.modes[row]
  stepDiscrete(state, item, chunk, info.image())
}

/**
 * Brings an entry to where its clock is: the time that it shows, into the work record, and what is reported of it.
 * One that another is mixed from at once has nothing to report.
 *
 * @param keyed keyed events are wanted, unless the entry runs backwards.
 */
function passEntry(state: AnimationState, chunk: Chunk, row: number, at: number, keyed: boolean): void {
  const { entries, list } = state.playback
  showTime(state, row, entries.nextAnimationLast, row)
  list.work[at + WORK_TIME] = entries.nextAnimationLast[row]
  const to = entries.mixingTo[row]
  if (to < 0 || entries.mixDuration[to] > 0) {
    const forward = (entries.flags[row] & ENTRY_FLAG.reverse) === 0
    collectEvents(state, chunk, row, at + WORK_TIME, keyed && forward)
  }
  entries.nextTrackLast[row] = entries.trackTime[row]
}

/** Writes the seconds in the animation that an entry shows (spine-animation-state §3) to a place. */
export function showTime(state: AnimationState, row: number, place: Float64Array, at: number): void {
  const { entries } = state.playback
  const start = entries.animationStart[row]
  const end = entries.animationEnd[row]
  const time = entries.trackTime[row]
  const window = end - start
  if ((entries.flags[row] & ENTRY_FLAG.loop) === 0) place[at] = Math.min(time + start, end)
  else place[at] = window === 0 ? start : (time % window) + start
}

/**
 * Queues an entry's keyed events and its `complete` (spine-animation-state §10.4, §11.3, §11.4): keys of the
 * cycle that ended come before `complete`, those of the new one behind it.
 */
function collectEvents(state: AnimationState, chunk: Chunk, row: number, at: number, keyed: boolean): void {
  const { entries, list, ranges } = state.playback
  const animation = entries.animation[row]
  const track = keyed && animation >= 0 ? chunk.rig.rig.animations[animation].image().events : null
  let place = 0
  let fired = 0
  if (track) {
    const end = entries.animationEnd[row]
    const split = entries.trackLast[row] % (end - entries.animationStart[row])
    eventRanges(track.times, entries.animationLast, row, list.work, at, ranges)
    fired = ranges[1] - ranges[0] + ranges[3] - ranges[2]
    for (; place < fired; place++) {
      const key = keyAt(ranges, place)
      if (!(track.times[key] >= split)) break
      if (track.times[key] <= end) notifyEntry(state, row, EVENT_KIND.event, key)
    }
  }
  if (completes(state, row)) notifyEntry(state, row, EVENT_KIND.complete)
  if (!track) return
  for (; place < fired; place++) {
    const key = keyAt(ranges, place)
    if (track.times[key] >= entries.animationStart[row]) notifyEntry(state, row, EVENT_KIND.event, key)
  }
}

/** The key at a place in the order of firing. */
function keyAt(ranges: Int32Array, place: number): number {
  const before = ranges[1] - ranges[0]
  return place < before ? ranges[0] + place : ranges[2] + place - before
}

/** Whether the one-shot or a cycle of the loop was completed in this apply (§11.4). */
function completes(state: AnimationState, row: number): boolean {
  const { entries } = state.playback
  const end = entries.animationEnd[row]
  const window = end - entries.animationStart[row]
  if ((entries.flags[row] & ENTRY_FLAG.loop) === 0)
    return entries.nextAnimationLast[row] >= end && entries.animationLast[row] < end
  if (window === 0) return true
  const rig = state.rigs[state.skeletons.rig[entries.entity[row]]]?.rig
  if (!rig?.maths.lateMixGuard) return entries.trackLast[row] % window > entries.trackTime[row] % window
  const cycles = Math.floor(entries.trackTime[row] / window)
  return cycles > 0 && cycles > Math.floor(entries.trackLast[row] / window)
}
