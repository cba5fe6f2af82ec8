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

/**
 * Turns a skeleton's tracks into items of the apply list, in application order (spine-animation-state §7,
 * §13.1), steps their discrete timelines and collects events.
 */
export function applyTracks(state: AnimationState, entity: number, chunk: Chunk): void {
  const { arena, playback, skeletons } = state
  const { entries } = playback
  if (skeletons.modesDirty[entity] === 1) findModes(state, entity)
  let applied = false
  for (let track = 0; track < skeletons.trackCount[entity]; track++) {
    const row = arena.i32[skeletons.tracks[entity] + track]
    if (row < 0 || entries.delay[row] > 0) continue
    applied = true
    const blend = track === 0 ? MIX_BLEND.first : entries.mixBlend[row]
    let alpha = entries.alpha[row]
    if (entries.mixingFrom[row] >= 0) {
      applyChain(state, entity, chunk, row, blend)
      alpha *= mixFraction(state, row)
    } else if (entries.trackTime[row] >= entries.trackEnd[row] && entries.next[row] < 0) alpha = 0
    let flags: number = APPLY_FLAG.marks
    if ((entries.flags[row] & ENTRY_FLAG.reverse) === 0) flags |= APPLY_FLAG.events
    if (track === 0 || alpha >= entries.alphaAttachmentThreshold[row]) flags |= APPLY_FLAG.keepAttachments
    const plain = (track === 0 && alpha === 1) || blend === MIX_BLEND.add
    const item = pushItem(playback.list)
    const at = item * WORK_FIELDS
    playback.list.work[at + WORK_ALPHA] = playback.list.work[at + WORK_HOLD] = alpha
    applyEntry(state, entity, chunk, row, item, blend, MIX_DIRECTION.mixIn, plain, flags)
  }
  if (applied) fixUpAttachments(state, entity, chunk)
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
  const at = item * WORK_FIELDS + WORK_TIME
  const animation = entries.animation[row]
  showTime(state, row, at)
  entries.nextAnimationLast[row] = list.work[at]
  if (direction === MIX_DIRECTION.mixIn || entries.mixDuration[entries.mixingTo[row]] > 0)
    collectEvents(state, chunk, row, at, (flags & APPLY_FLAG.events) !== 0)
  entries.nextTrackLast[row] = entries.trackTime[row]
  if (animation < 0) {
    list.count = item
    return
  }
  const info = chunk.rig.rig.animations[animation]
  if ((entries.flags[row] & ENTRY_FLAG.reverse) !== 0) list.work[at] = info.duration - list.work[at]
  list.entity[item] = entity
  list.animation[item] = animation
  list.flags[item] = flags
  list.blend[item] = blend
  list.direction[item] = direction
  list.modes[item] = plain || entries.modeCount[row] === 0 ? -1 : entries.modes[row]
  stepDiscrete(state, item, chunk, info.image())
}

/** Writes the seconds in the animation that an entry shows (spine-animation-state §3) to the work record. */
function showTime({ playback: { entries, list } }: AnimationState, row: number, at: number): void {
  const start = entries.animationStart[row]
  const end = entries.animationEnd[row]
  const time = entries.trackTime[row]
  const window = end - start
  if ((entries.flags[row] & ENTRY_FLAG.loop) === 0) list.work[at] = Math.min(time + start, end)
  else list.work[at] = window === 0 ? start : (time % window) + start
}

/**
 * Queues an entry's keyed events and its `complete` (spine-animation-state §10.4, §11.3, §11.4): keys of the
 * cycle that ended come before `complete`, those of the new one behind it.
 */
function collectEvents(state: AnimationState, chunk: Chunk, row: number, at: number, keyed: boolean): void {
  const { entries, list, ranges } = state.playback
  const animation = entries.animation[row]
  const end = entries.animationEnd[row]
  const split = entries.trackLast[row] % (end - entries.animationStart[row])
  const track = keyed && animation >= 0 ? chunk.rig.rig.animations[animation].image().events : null
  let place = 0
  let fired = 0
  if (track) {
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
