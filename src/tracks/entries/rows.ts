/** Rows of entries, their handles, and lists of tracks. */

import { OsteonError } from '../../base/errors'
import { type Arena, allocate, release } from '../../base/memory/arena'
import { createColumns, growColumns } from '../../base/memory/columns'
import { createFloatBits } from '../../base/memory/float-bits'
import { createRecords, growRecords } from '../../base/memory/records'
import { COMMAND, COMMAND_WORDS, commandAt } from '../../world/commands'
import {
  asHandle,
  BY_HAND,
  ENTRY_COLUMNS,
  type EntryHandle,
  HANDLE_ROWS,
  LAYER_COLUMNS,
  TRACK_COLUMNS,
} from '../../world/entries'
import { MODE_WORDS, type Playback, WORK_FIELDS } from '../../world/playback'
import { type AnimationState, PLACE } from '../../world/state'
import { EVENT_RANGES } from '../commands/frames'
import { createOwners } from './modes/property-owners'

/** Initial capacity of entries in a world. */
const FIRST_ENTRIES = 64

export function createPlayback(arena: Arena): Playback {
  const pool = createColumns(arena, ENTRY_COLUMNS, FIRST_ENTRIES)
  const trackPool = createColumns(arena, TRACK_COLUMNS, FIRST_ENTRIES)
  // Allocated by the first layer entry.
  const layerPool = createColumns(arena, LAYER_COLUMNS, 0)
  return {
    pool,
    entries: pool.columns,
    trackPool,
    trackEntries: trackPool.columns,
    layerPool,
    layerEntries: layerPool.columns,
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
 * Adds an entry, with the defaults of the fields of all players. A structure call.
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
  const rig = rigs[skeletons.rig[eid]]?.source
  // No image: its command is unknown until the entry is applied.
  state.arena.i32[commandAt(commands, row) + COMMAND.IMAGE] = 0
  entries.generation[row]++
  entries.entity[row] = eid
  entries.serial[row] = skeletons.serial[eid]
  entries.animation[row] = animation
  entries.track[row] = track
  entries.next[row] = entries.previous[row] = entries.older[row] = entries.newer[row] = -1
  entries.animationStart[row] = entries.delay[row] = entries.trackTime[row] = 0
  entries.animationEnd[row] = animation >= 0 && rig ? rig.animations[animation].duration : 0
  entries.timeScale[row] = entries.alpha[row] = 1
  entries.appliedAt[row] = -1
  entries.mask[row] = entries.nodes[row] = entries.nodeCount[row] = 0
  entries.modes[row] = entries.modeCount[row] = entries.deforms[row] = entries.deformRoom[row] = 0
  return row
}

export function handleOf(state: AnimationState, row: number): EntryHandle {
  return asHandle(state.playback.entries.generation[row] * HANDLE_ROWS + row)
}

/** Returns the row of a handle; -1 if the entry is gone, or the number was never a handle. */
export function rowOf({ playback: { entries, rows } }: AnimationState, handle: number): number {
  const row = handle % HANDLE_ROWS
  if (!(row >= 0 && row < rows) || entries.generation[row] * HANDLE_ROWS + row !== handle) return -1
  // The generation of a free row belongs to no handle.
  return entries.entity[row] === 0 ? -1 : row
}

/**
 * Frees the row, and the rows of its blend tree. Their handles become stale. Between `timelineSampling` and `mixing`
 * the row's command may still be mixed; the row then becomes free when the next tick opens.
 */
export function dropEntry(state: AnimationState, row: number): void {
  const { arena, playback, tick } = state
  const { entries } = playback
  for (let node = 1; node < entries.nodeCount[row]; node++) {
    const other = arena.i32[entries.nodes[row] + node]
    // Another tree may have taken an entry over.
    if (other >= 0 && playback.layerEntries.root[other] === row) dropEntry(state, other)
  }
  entries.generation[row]++
  entries.entity[row] = 0
  if (tick.place === PLACE.timelineSampling) playback.freed.push(row)
  else freeRow(state, row)
}

/** Frees the rows that were dropped since `timelineSampling`. */
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

/** Releases the list of an entry's active deform timelines. */
export function freeDeforms({ arena, playback }: AnimationState, row: number): void {
  const { deformRoom, deforms } = playback.entries
  if (deformRoom[row] > 0) release(arena, deforms[row] << 2, deformRoom[row] * 4)
  deformRoom[row] = 0
}

/** Returns the bytes of the modes of an entry's timelines. */
export function modeBytes(timelines: number): number {
  return timelines * MODE_WORDS * 4
}

/** Returns the bytes of a tree's list of rows. */
export function nodeBytes(entries: number): number {
  return entries * 4
}

/** Returns the row of the current entry of a track; -1 if the track is vacant. */
export function currentEntry(state: AnimationState, eid: number, track: number): number {
  const { arena, skeletons } = state
  return track < skeletons.trackCount[eid] ? arena.i32[skeletons.tracks[eid] + track] : -1
}

/** Returns the row of the last entry in a track's queue, or of the current one; -1 if the track is vacant. */
export function lastEntry(state: AnimationState, eid: number, track: number): number {
  const { next } = state.playback.entries
  let row = currentEntry(state, eid, track)
  while (row >= 0 && next[row] >= 0) row = next[row]
  return row
}

/** Queues an entry after the last one of its track. */
export function putBehind({ playback: { entries } }: AnimationState, row: number, last: number): void {
  entries.next[last] = row
  entries.previous[row] = last
}

/** Returns the oldest entry of a track; `newer` leads on from it. -1 if the track is vacant. */
export function oldestOn(state: AnimationState, eid: number, track: number): number {
  const { older } = state.playback.entries
  let row = currentEntry(state, eid, track)
  while (row >= 0 && older[row] >= 0) row = older[row]
  return row
}

/** Makes an entry current on its track. A short track list is replaced by a longer one. A structure call. */
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

/** Returns the rows of all entries of a skeleton, by track: queued, current, older. */
export function entriesOf(state: AnimationState, eid: number): number[] {
  const { next, older } = state.playback.entries
  const rows: number[] = []
  for (let track = 0; track < state.skeletons.trackCount[eid]; track++) {
    const current = currentEntry(state, eid, track)
    for (let row = current < 0 ? -1 : next[current]; row >= 0; row = next[row]) rows.push(row)
    for (let row = current; row >= 0; row = older[row]) rows.push(row)
  }
  return rows
}

/** Frees all entries and the track list of a skeleton that is removed. */
export function forgetTracks(state: AnimationState, eid: number): void {
  for (const row of entriesOf(state, eid)) dropEntry(state, row)
  dropTrackList(state, eid)
}

/** Releases the track list. All its tracks are vacant. */
export function dropTrackList({ arena, skeletons }: AnimationState, eid: number): void {
  const count = skeletons.trackCount[eid]
  if (count > 0) release(arena, skeletons.tracks[eid] << 2, count * 4)
  skeletons.tracks[eid] = -1
  skeletons.trackCount[eid] = 0
}
