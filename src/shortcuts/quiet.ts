/**
 * The common case of playback: one entry at full weight whose discrete timelines show the same frames as in the
 * tick before. Nothing is stepped or searched for then; the entry goes to the apply list as it is.
 */

import { pushItem } from '../apply/apply-list'
import { frameAt } from '../apply/frames'
import { writeTimeBits } from '../kernels/mix/time-bits'
import type { Chunk } from '../world/blocks'
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
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'

/** Cycles of a float32 length of which every product is exact in a float64: 24 + 29 bits. */
const EXACT_CYCLES = 2 ** 29

/**
 * Moves the only entry of a skeleton on to where its clock is, if nothing but its pose can change by that: it is
 * the one whose frames the slots show, it stays in its quiet time, and no cycle ends.
 *
 * @param item where the work record is that takes the time.
 * @returns false if not; then no clock has changed.
 */
function passQuietly(state: AnimationState, entity: number, row: number, item: number): boolean {
  const { playback, skeletons } = state
  const { entries, list } = playback
  if (skeletons.steady[entity] !== row + 1) return false
  if (entries.alpha[row] !== 1 || entries.mixingFrom[row] >= 0 || entries.delay[row] > 0) return false
  const trackTime = entries.trackTime[row]
  if (trackTime >= entries.trackEnd[row] || !findCycle(state, entity, row)) return false
  const begun = skeletons.begun[entity]
  const end = entries.animationEnd[row]
  const last = entries.animationLast[row]
  let time = trackTime - begun + entries.animationStart[row]
  if ((entries.flags[row] & ENTRY_FLAG.loop) !== 0) {
    if (entries.trackLast[row] < begun) return false
  } else if (time >= end) {
    if (last < end) return false
    time = end
  }
  if (time < last || last < entries.quietFrom[row] || time >= entries.quietUntil[row]) return false
  entries.nextAnimationLast[row] = time
  entries.nextTrackLast[row] = trackTime
  list.work[item * WORK_FIELDS + WORK_TIME] = time
  return true
}

/**
 * Applies the only entry of a skeleton if it is in its quiet time.
 *
 * @returns false if it is not; then nothing has changed.
 */
export function applyQuietly(state: AnimationState, entity: number, chunk: Chunk, row: number): boolean {
  const { list } = state.playback
  const item = pushItem(list)
  if (!passQuietly(state, entity, row, item)) {
    list.count = item
    return false
  }
  fillItem(state, entity, chunk, row, item)
  findDueTime(state, entity, row)
  return true
}

/** Completes an item whose time is set. */
export function fillItem(
  state: AnimationState,
  entity: number,
  chunk: Chunk,
  row: number,
  item: number,
): void {
  const { playback, skeletons } = state
  const { entries, list } = playback
  const at = item * WORK_FIELDS
  writeTimeBits(list.work, at, playback.bits)
  list.work[at + WORK_ALPHA] = list.work[at + WORK_HOLD] = 1
  const animation = entries.animation[row]
  list.entity[item] = entity
  list.animation[item] = animation
  list.entry[item] = row
  list.flags[item] = APPLY_FLAG.marks | APPLY_FLAG.events | APPLY_FLAG.keepAttachments | APPLY_FLAG.plain
  list.blend[item] = MIX_BLEND.first
  list.direction[item] = MIX_DIRECTION.mixIn
  list.modes[item] = -1
  list.deformStart[item] = ~entries.deforms[row]
  list.deformCount[item] = entries.deformCount[row]
  if (chunk.rig.keysColors[animation] === 1) skeletons.flags[entity] |= SKELETON_FLAG.keyedColor
}

/**
 * Advances and applies in one go a skeleton that did nothing else in the tick before: what `advanceTracks`,
 * `surveyTracks` and `applyQuietly` would do to it, at a third of what they cost together. Of the entry only the clock
 * moves; `meetClock` brings the rest to where it is.
 *
 * @returns false if something else may happen to it; then nothing has changed.
 */
export function runQuietly(state: AnimationState, entity: number, chunk: Chunk): boolean {
  const { playback, skeletons, tick } = state
  const { entries, list } = playback
  const row = skeletons.steady[entity] - 1
  if (row < 0) return false
  const before = entries.trackTime[row]
  const trackTime = before + tick.seconds[0] * skeletons.timeScale[entity] * entries.timeScale[row]
  const time = trackTime - skeletons.begun[entity]
  if (!(trackTime > before && time < skeletons.due[entity])) return false
  entries.trackTime[row] = trackTime
  const item = pushItem(list)
  list.work[item * WORK_FIELDS + WORK_TIME] = time
  fillItem(state, entity, chunk, row, item)
  return true
}

/** The same without a pose: the entry's clock is all that moves. */
export function reportQuietly(state: AnimationState, entity: number, row: number): boolean {
  const { list } = state.playback
  const item = pushItem(list)
  list.count = item
  return passQuietly(state, entity, row, item)
}

/**
 * Notes until when a skeleton's only item can be repeated without a look at its discrete timelines. Sequences
 * change between their keys, and reversed entries run against their events: they are never quiet.
 */
export function findQuietTime(
  state: AnimationState,
  entity: number,
  row: number,
  item: number,
  changes: Float32Array | null,
): void {
  const { arena, playback, skeletons } = state
  const { deforms, entries, list } = playback
  const at = item * WORK_FIELDS
  if (!changes || list.work[at + WORK_ALPHA] !== 1 || entries.mixingFrom[row] >= 0) return
  if (list.entry[item] !== row || list.modes[item] >= 0) return // Another track's, or masked.
  if ((entries.flags[row] & ENTRY_FLAG.reverse) !== 0) return
  const frame = frameAt(changes, list.work, at + WORK_TIME)
  entries.quietFrom[row] = frame < 0 ? Number.NEGATIVE_INFINITY : changes[frame]
  entries.quietUntil[row] = frame + 1 < changes.length ? changes[frame + 1] : Number.POSITIVE_INFINITY
  const count = list.deformCount[item]
  entries.deformCount[row] = count
  for (let i = 0; i < count; i++)
    arena.i32[entries.deforms[row] + i] = deforms.tracks[list.deformStart[item] + i]
  skeletons.steady[entity] = row + 1
  if (findCycle(state, entity, row)) findDueTime(state, entity, row)
}

/**
 * Writes the track time at which the cycle began that an entry is in; without a loop there is one, from 0 on.
 *
 * @returns false where the product that it is might be rounded: then nothing is written.
 */
export function findCycle({ playback, skeletons }: AnimationState, entity: number, row: number): boolean {
  const { entries } = playback
  if ((entries.flags[row] & ENTRY_FLAG.loop) === 0) {
    skeletons.begun[entity] = 0
    return true
  }
  const time = entries.trackTime[row]
  const window = entries.animationEnd[row] - entries.animationStart[row]
  const cycles = Math.floor(time / window)
  const begun = cycles * window
  if (!(cycles >= 0 && cycles < EXACT_CYCLES) || Math.fround(window) !== window || time < begun) return false
  skeletons.begun[entity] = begun
  return true
}

/**
 * How far `runQuietly` may go: to the end of the quiet time or of the cycle (`findCycle`), whichever comes first.
 */
function findDueTime({ playback, skeletons }: AnimationState, entity: number, row: number): void {
  const { entries } = playback
  if (entries.animationStart[row] !== 0 || entries.next[row] >= 0) return
  if (entries.delay[row] > 0 || entries.trackEnd[row] < Number.MAX_VALUE) return
  skeletons.due[entity] = Math.min(entries.animationEnd[row], entries.quietUntil[row])
}
