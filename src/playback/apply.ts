import type { Chunk } from '../world/blocks'
import { EVENT_KIND } from '../world/events'
import { APPLY_FLAG, ENTRY_FLAG, MIX_BLEND, MIX_DIRECTION } from '../world/playback'
import type { AnimationState } from '../world/state'
import { animationTime, notifyEntry } from './advance'
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
    if (entries.mixingFrom[row] >= 0) alpha *= applyChain(state, entity, chunk, row, blend)
    else if (entries.trackTime[row] >= entries.trackEnd[row] && entries.next[row] < 0) alpha = 0
    const plain = (track === 0 && alpha === 1) || blend === MIX_BLEND.add
    let flags: number = APPLY_FLAG.marks
    if ((entries.flags[row] & ENTRY_FLAG.reverse) === 0) flags |= APPLY_FLAG.events
    if (track === 0 || alpha >= entries.alphaAttachmentThreshold[row]) flags |= APPLY_FLAG.keepAttachments
    applyEntry(state, entity, chunk, row, alpha, alpha, blend, MIX_DIRECTION.mixIn, plain ? -1 : 0, flags)
  }
  if (applied) fixUpAttachments(state, entity, chunk)
}

/** Applies what `to` is mixing from, oldest first. @returns the mix fraction of `to`. */
function applyChain(state: AnimationState, entity: number, chunk: Chunk, to: number, blend: number): number {
  const { entries } = state.playback
  const row = entries.mixingFrom[to]
  if (entries.mixingFrom[row] >= 0) applyChain(state, entity, chunk, row, blend)
  let mix = 1
  let base = blend === MIX_BLEND.first ? MIX_BLEND.setup : blend
  if (entries.mixDuration[to] > 0) {
    mix = Math.min(1, entries.mixTime[to] / entries.mixDuration[to])
    base = blend === MIX_BLEND.first ? blend : entries.mixBlend[row]
  }
  const hold = entries.alpha[row] * entries.interruptAlpha[to]
  const fade = hold * (1 - mix)
  let flags: number = APPLY_FLAG.marks
  if (mix < entries.eventThreshold[row] && (entries.flags[row] & ENTRY_FLAG.reverse) === 0)
    flags |= APPLY_FLAG.events
  if (mix < entries.mixAttachmentThreshold[row]) flags |= APPLY_FLAG.keepAttachments
  const plain = base === MIX_BLEND.add
  applyEntry(state, entity, chunk, row, fade, hold, base, MIX_DIRECTION.mixOut, plain ? -1 : 0, flags)
  return mix
}

/** Pushes one item. `modes` -1: every timeline takes the item's blend; 0: each its own mode. */
function applyEntry(
  state: AnimationState,
  entity: number,
  chunk: Chunk,
  row: number,
  alpha: number,
  hold: number,
  blend: number,
  direction: number,
  modes: number,
  flags: number,
): void {
  const { playback } = state
  const { entries, list } = playback
  const animation = entries.animation[row]
  const time = animationTime(state, row)
  if (animation >= 0) {
    const info = chunk.rig.rig.animations[animation]
    const item = pushItem(list)
    list.entity[item] = entity
    list.animation[item] = animation
    list.time[item] = (entries.flags[row] & ENTRY_FLAG.reverse) !== 0 ? info.duration - time : time
    list.lastTime[item] = entries.animationLast[row]
    list.flags[item] = flags
    list.alpha[item] = alpha
    list.hold[item] = hold
    list.blend[item] = blend
    list.direction[item] = direction
    list.modes[item] = modes < 0 || entries.modeCount[row] === 0 ? -1 : entries.modes[row]
    stepDiscrete(state, item, chunk, info.image())
  }
  if (direction === MIX_DIRECTION.mixIn || entries.mixDuration[entries.mixingTo[row]] > 0)
    collectEvents(state, chunk, row, time, (flags & APPLY_FLAG.events) !== 0)
  entries.nextAnimationLast[row] = time
  entries.nextTrackLast[row] = entries.trackTime[row]
}

/**
 * Queues an entry's keyed events and its `complete` (spine-animation-state §10.4, §11.3, §11.4): keys of the
 * cycle that ended come before `complete`, those of the new one behind it.
 */
function collectEvents(state: AnimationState, chunk: Chunk, row: number, time: number, keyed: boolean): void {
  const { entries, ranges } = state.playback
  const animation = entries.animation[row]
  const end = entries.animationEnd[row]
  const window = end - entries.animationStart[row]
  const split = entries.trackLast[row] % window
  const track = keyed && animation >= 0 ? chunk.rig.rig.animations[animation].image().events : null
  let place = 0
  let fired = 0
  if (track) {
    eventRanges(track.times, entries.animationLast[row], time, ranges)
    fired = ranges[1] - ranges[0] + ranges[3] - ranges[2]
    for (; place < fired; place++) {
      const key = keyAt(ranges, place)
      if (!(track.times[key] >= split)) break
      if (track.times[key] <= end) notifyEntry(state, row, EVENT_KIND.event, key)
    }
  }
  if (completes(state, row, time, window, split)) notifyEntry(state, row, EVENT_KIND.complete)
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

/** §11.4. */
function completes(state: AnimationState, row: number, time: number, window: number, split: number): boolean {
  const { entries } = state.playback
  const end = entries.animationEnd[row]
  if ((entries.flags[row] & ENTRY_FLAG.loop) === 0) return time >= end && entries.animationLast[row] < end
  if (window === 0) return true
  const rig = state.rigs[state.skeletons.rig[entries.entity[row]]]?.rig
  if (!rig?.maths.lateMixGuard) return split > entries.trackTime[row] % window
  const cycles = Math.floor(entries.trackTime[row] / window)
  return cycles > 0 && cycles > Math.floor(entries.trackLast[row] / window)
}
