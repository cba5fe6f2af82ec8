/** Rows of entries, their handles, and lists of tracks. */
import { EVENT_RANGES } from '../apply/frames'
import { OsteonError } from '../errors'
import { type Arena, allocate, release } from '../memory/arena'
import { createColumns, growColumns } from '../memory/columns'
import { createFloatBits } from '../memory/float-bits'
import { createRecords, growRecords } from '../memory/records'
import { COMMAND_IMAGE, COMMAND_WORDS, commandAt } from '../world/commands'
import {
  BY_HAND,
  ENTRY_COLUMNS,
  ENTRY_FLAG,
  HANDLE_ROWS,
  MIX_BLEND,
  MODE_DIFFERENCE,
  MODE_TOTAL,
  MODE_WORDS,
  type Playback,
  WORK_FIELDS,
} from '../world/playback'
import { type AnimationState, PLACE } from '../world/state'
import { createOwners } from './modes/property-owners'

/** Entries that a world has room for at first. */
const FIRST_ENTRIES = 64

export function createPlayback(arena: Arena): Playback {
  const pool = createColumns(arena, ENTRY_COLUMNS, FIRST_ENTRIES)
  return {
    pool,
    entries: pool.columns,
    commands: createRecords(arena, COMMAND_WORDS, FIRST_ENTRIES),
    free: [],
    freed: [],
    rows: BY_HAND + 1,
    lastCommand: -1,
    slotsChanged: false,
    deformsChanged: false,
    ranges: new Int32Array(EVENT_RANGES),
    work: new Float64Array(WORK_FIELDS),
    bits: createFloatBits(),
    marks: new Uint8Array(64),
    marked: new Uint16Array(64),
    markedCount: 0,
    owners: createOwners(),
  }
}

/**
 * A fresh entry with its defaults. A structure call.
 *
 * @returns its row.
 * @throws OsteonError `capacity` past 2^20 entries.
 */
export function addEntry(state: AnimationState, eid: number, track: number, animation: number): number {
  const { playback, skeletons, rigs } = state
  const { commands, free, pool } = playback
  const row = free.pop() ?? playback.rows++
  if (row >= HANDLE_ROWS)
    throw new OsteonError('capacity', 'world', '', `more than ${HANDLE_ROWS} track entries`)
  if (row >= pool.capacity) {
    growColumns(pool, pool.capacity * 2)
    growRecords(state.arena, commands, pool.capacity)
  }
  const { entries } = playback
  const rig = rigs[skeletons.rig[eid]]?.rig
  // Nothing is known of its command.
  state.arena.i32[commandAt(commands, row) + COMMAND_IMAGE] = 0
  entries.generation[row]++
  entries.entity[row] = eid
  entries.serial[row] = skeletons.serial[eid]
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
  entries.mixInterpolation[row] = entries.mask[row] = 0
  entries.trackTime[row] = entries.fraction[row] = entries.totalAlpha[row] = 0
  entries.trackLast[row] = entries.nextTrackLast[row] = -1
  entries.animationLast[row] = entries.nextAnimationLast[row] = -1
  entries.modes[row] = entries.modeCount[row] = 0
  entries.fading[row] = entries.holding[row] = entries.mixing[row] = 0
  entries.deforms[row] = entries.deformRoom[row] = 0
  entries.root[row] = row
  entries.above[row] = -1
  entries.node[row] = entries.nodes[row] = entries.nodeCount[row] = 0
  entries.parameter[row] = entries.left[row] = entries.right[row] = entries.clock[row] = 0
  return row
}

export function handleOf(state: AnimationState, row: number): number {
  return state.playback.entries.generation[row] * HANDLE_ROWS + row
}

/** Row that a handle means; -1 if its entry is gone, or it never was a handle. */
export function rowOf({ playback: { entries, rows } }: AnimationState, handle: number): number {
  const row = handle % HANDLE_ROWS
  if (!(row >= 0 && row < rows) || entries.generation[row] * HANDLE_ROWS + row !== handle) return -1
  // Generations of free rows have no handles.
  return entries.entity[row] === 0 ? -1 : row
}

/**
 * Gives the row back, and those of its blend tree; its handles are stale from now on. Between `timelineSampling` and `mixing` the row's command may still
 * be mixed: then the row is free when the next tick opens.
 */
export function dropEntry(state: AnimationState, row: number): void {
  const { arena, playback, tick } = state
  const { entries } = playback
  for (let node = 1; node < entries.nodeCount[row]; node++)
    dropEntry(state, arena.i32[entries.nodes[row] + node])
  entries.generation[row]++
  entries.entity[row] = 0
  if (tick.place === PLACE.timelineSampling) playback.freed.push(row)
  else freeRow(state, row)
}

/** Frees the rows that were given back since `timelineSampling`. */
export function freeRows(state: AnimationState): void {
  const { freed } = state.playback
  for (const row of freed) freeRow(state, row)
  freed.length = 0
}

function freeRow(state: AnimationState, row: number): void {
  const { arena, playback } = state
  const { entries } = playback
  if (entries.modeCount[row] > 0) release(arena, entries.modes[row] << 2, modeBytes(entries.modeCount[row]))
  entries.modeCount[row] = 0
  if (entries.nodeCount[row] > 0) release(arena, entries.nodes[row] << 2, nodeBytes(entries.nodeCount[row]))
  entries.nodeCount[row] = 0
  freeDeforms(state, row)
  playback.free.push(row)
}

/** Gives back the room for an entry's deform applications. */
export function freeDeforms({ arena, playback }: AnimationState, row: number): void {
  const { deformRoom, deforms } = playback.entries
  if (deformRoom[row] > 0) release(arena, deforms[row] << 2, deformRoom[row] * 4)
  deformRoom[row] = 0
}

/** Bytes of the records of an entry's timelines. */
export function modeBytes(timelines: number): number {
  return timelines * MODE_WORDS * 4
}

/** Bytes of the list of a tree's entries: their rows, and who acts after each. */
export function nodeBytes(entries: number): number {
  return entries * 2 * 4
}

/** Empties an entry's rotation memory. */
export function forgetRotationMemory({ arena, playback }: AnimationState, row: number): void {
  const { entries } = playback
  if ((entries.flags[row] & ENTRY_FLAG.turned) === 0) return
  entries.flags[row] &= ~ENTRY_FLAG.turned
  const end = entries.modes[row] + entries.modeCount[row] * MODE_WORDS
  for (let own = entries.modes[row]; own < end; own += MODE_WORDS)
    arena.f32[own + MODE_TOTAL] = arena.f32[own + MODE_DIFFERENCE] = 0
}

/** Row of the entry that is current on a track; -1 = the track is vacant. */
export function currentEntry(state: AnimationState, eid: number, track: number): number {
  const { arena, skeletons } = state
  return track < skeletons.trackCount[eid] ? arena.i32[skeletons.tracks[eid] + track] : -1
}

/** The oldest entry of a track, from which `mixingTo` leads to the newer ones; -1 = it is vacant. */
export function oldestOn(state: AnimationState, eid: number, track: number): number {
  const { mixingFrom } = state.playback.entries
  let row = currentEntry(state, eid, track)
  while (row >= 0 && mixingFrom[row] >= 0) row = mixingFrom[row]
  return row
}

/** Puts an entry on a track, making the track list longer where needed. A structure call. */
export function setCurrent(state: AnimationState, eid: number, track: number, row: number): void {
  const { arena, skeletons } = state
  const count = skeletons.trackCount[eid]
  if (track >= count) {
    const words = allocate(arena, (track + 1) * 4) >> 2
    const { i32 } = arena
    const from = skeletons.tracks[eid]
    for (let i = 0; i <= track; i++) i32[words + i] = i < count ? i32[from + i] : -1
    if (count > 0) release(arena, from << 2, count * 4)
    skeletons.tracks[eid] = words
    skeletons.trackCount[eid] = track + 1
  }
  arena.i32[state.skeletons.tracks[eid] + track] = row
}

/** Frees every entry and the track list of a skeleton that is going. */
export function forgetTracks(state: AnimationState, eid: number): void {
  const { playback, skeletons } = state
  const count = skeletons.trackCount[eid]
  for (let track = 0; track < count; track++) {
    let row = currentEntry(state, eid, track)
    let queued = row < 0 ? -1 : playback.entries.next[row]
    while (queued >= 0) {
      const next = playback.entries.next[queued]
      dropEntry(state, queued)
      queued = next
    }
    while (row >= 0) {
      const from = playback.entries.mixingFrom[row]
      dropEntry(state, row)
      row = from
    }
  }
  dropTrackList(state, eid)
}

/** Gives back the track list, on which nothing stands any more. */
export function dropTrackList({ arena, skeletons }: AnimationState, eid: number): void {
  const count = skeletons.trackCount[eid]
  if (count > 0) release(arena, skeletons.tracks[eid] << 2, count * 4)
  skeletons.tracks[eid] = -1
  skeletons.trackCount[eid] = 0
}
