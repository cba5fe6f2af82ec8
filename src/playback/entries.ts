import { OsteonError } from '../errors'
import { type Arena, allocate, release } from '../memory/arena'
import { createColumns, growColumns } from '../memory/columns'
import { createFloatBits } from '../memory/float-bits'
import { ENTRY_COLUMNS, MIX_BLEND, type Playback } from '../world/playback'
import type { AnimationState } from '../world/state'
import { createApplyList, createDeformList } from './apply-list'
import { EVENT_RANGES } from './frames'

/** A handle is `generation * ROWS + row`: a plain number that recognises a row used again. */
const ROWS = 2 ** 20

export function createPlayback(arena: Arena): Playback {
  const pool = createColumns(arena, ENTRY_COLUMNS, 64)
  return {
    pool,
    entries: pool.columns,
    free: [],
    rows: 0,
    list: createApplyList(64),
    listTick: -1,
    deforms: createDeformList(64),
    ranges: new Int32Array(EVENT_RANGES),
    bits: createFloatBits(),
    marks: new Uint8Array(64),
    marked: new Uint16Array(64),
    markedCount: 0,
  }
}

/**
 * A fresh entry with its defaults (spine-animation-state §2.3). A structure call.
 *
 * @returns its row.
 * @throws OsteonError `capacity` past 2^20 entries.
 */
export function addEntry(state: AnimationState, entity: number, track: number, animation: number): number {
  const { playback, skeletons, rigs } = state
  const { pool, free } = playback
  const row = free.pop() ?? playback.rows++
  if (row >= ROWS) throw new OsteonError('capacity', 'world', '', `more than ${ROWS} track entries`)
  if (row >= pool.capacity) growColumns(pool, pool.capacity * 2)
  const { entries } = playback
  const rig = rigs[skeletons.rig[entity]]?.rig
  entries.generation[row]++
  entries.entity[row] = entity
  entries.serial[row] = skeletons.serial[entity]
  entries.animation[row] = animation
  entries.track[row] = track
  entries.flags[row] = 0
  entries.mixBlend[row] = MIX_BLEND.replace
  entries.next[row] = entries.previous[row] = entries.mixingFrom[row] = entries.mixingTo[row] = -1
  entries.animationStart[row] = 0
  entries.animationEnd[row] = animation >= 0 && rig ? rig.animations[animation].duration : 0
  entries.trackEnd[row] = Number.MAX_VALUE
  entries.timeScale[row] = entries.alpha[row] = entries.interruptAlpha[row] = 1
  entries.delay[row] = entries.mixDuration[row] = entries.mixTime[row] = 0
  entries.eventThreshold[row] = entries.mixAttachmentThreshold[row] = 0
  entries.mixDrawOrderThreshold[row] = entries.alphaAttachmentThreshold[row] = 0
  entries.mixInterpolation[row] = 0
  entries.trackTime[row] = entries.totalAlpha[row] = 0
  entries.trackLast[row] = entries.nextTrackLast[row] = -1
  entries.animationLast[row] = entries.nextAnimationLast[row] = -1
  entries.modes[row] = entries.modeCount[row] = 0
  entries.deforms[row] = entries.deformRoom[row] = entries.deformCount[row] = 0
  entries.quietFrom[row] = entries.quietUntil[row] = 0
  return row
}

export function handleOf(state: AnimationState, row: number): number {
  return state.playback.entries.generation[row] * ROWS + row
}

/** Gives the row back; its handles are stale from now on. */
export function dropEntry(state: AnimationState, row: number): void {
  const { arena, playback } = state
  const { entries } = playback
  if (entries.modes[row] !== 0) release(arena, entries.modes[row], entries.modeCount[row])
  if (entries.deformRoom[row] > 0) release(arena, entries.deforms[row] * 2, entries.deformRoom[row] * 2)
  entries.modes[row] = entries.deformRoom[row] = 0
  entries.generation[row]++
  entries.entity[row] = 0
  playback.free.push(row)
}

/** Row of the entry that is current on a track; -1 = the track is vacant. */
export function currentEntry(state: AnimationState, entity: number, track: number): number {
  const { arena, skeletons } = state
  return track < skeletons.trackCount[entity] ? arena.i32[skeletons.tracks[entity] + track] : -1
}

/** Puts an entry on a track, making the track list longer where needed. A structure call. */
export function setCurrent(state: AnimationState, entity: number, track: number, row: number): void {
  const { arena, skeletons } = state
  const count = skeletons.trackCount[entity]
  if (track >= count) {
    const words = allocate(arena, (track + 1) * 4) >> 2
    const { i32 } = arena
    const from = skeletons.tracks[entity]
    for (let i = 0; i <= track; i++) i32[words + i] = i < count ? i32[from + i] : -1
    if (count > 0) release(arena, from << 2, count * 4)
    skeletons.tracks[entity] = words
    skeletons.trackCount[entity] = track + 1
  }
  arena.i32[state.skeletons.tracks[entity] + track] = row
}

/** Frees every entry and the track list of a skeleton that is going. */
export function forgetTracks(state: AnimationState, entity: number): void {
  const { arena, playback, skeletons } = state
  const count = skeletons.trackCount[entity]
  for (let track = 0; track < count; track++) {
    let row = currentEntry(state, entity, track)
    while (row >= 0) {
      const from = playback.entries.mixingFrom[row]
      dropEntry(state, row)
      row = from
    }
  }
  if (count > 0) release(arena, skeletons.tracks[entity] << 2, count * 4)
  skeletons.tracks[entity] = -1
  skeletons.trackCount[entity] = 0
}
