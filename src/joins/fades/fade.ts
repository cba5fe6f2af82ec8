/** Starts inertial fades, moves their clocks, and adds what is left of them to mixed rows. */
import { checkName } from '../../api/tracks/entry-fields'
import { badOption } from '../../base/errors'
import { LANES } from '../../base/memory/lanes'
import { currentEntry } from '../../tracks/entries/rows'
import { seatBase } from '../../world/chunks/addresses'
import { type Chunk, chunkAt } from '../../world/chunks/blocks'
import { noteKeyedColors } from '../../world/flags/changes'
import type { FadeName, PlayOptions } from '../../world/play-options'
import { LEVEL } from '../../world/skeletons'
import { TICK } from '../../world/state'
import { differenceLeft, differenceSpeed, speedLeft, speedSpeed, turned } from './curve'
import { measure, readRows, writeRows } from './speeds'
import {
  addFade,
  dropFade,
  ELAPSED,
  type Fade,
  type FadedState,
  fadingRows,
  isAngle,
  SECONDS,
  takeFade,
} from './state'

const FADES = { crossfade: 0, inertial: 1 } as const satisfies Record<FadeName, number>

/** Checks options of `play` (`FadeHooks.check`). */
export function checkFade(state: FadedState, eid: number, { delay = 0, fade: name }: PlayOptions): void {
  checkName(eid, 'fade', name, FADES)
  if (state.players[state.skeletons.rig[eid]] !== state.players[0])
    throw badOption(eid, 'fade', "skeletons of DragonBones can't fade inertially")
  if (delay !== 0) throw badOption(eid, 'delay', 'an inertial fade starts at once')
}

/** Starts the fade of what was noted. @param row the entry of the new animation: the fade takes over its mix. */
export function startFade({ fades, playback }: FadedState, eid: number, row: number): void {
  const { mixDuration } = playback.trackEntries
  const fade = fades.byEntity.get(eid)
  if (fade) {
    fade.clock[ELAPSED] = 0
    fade.clock[SECONDS] = mixDuration[row]
  }
  mixDuration[row] = 0
}

/**
 * Notes the rows that a skeleton shows, and their speeds, as a new fade. There is none if nobody sees it, or it has
 * played nothing: then an animation starts at once.
 */
export function noteShown(state: FadedState, eid: number): void {
  const { blocks, fades, skeletons } = state
  const running = fades.byEntity.get(eid)
  if (running?.isNew) return
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  if (skeletons.level[eid] > LEVEL.noVertices || !(running || hasPlayed(state, eid))) {
    if (running) endFade(state, chunk, running)
    return
  }
  const { source: rig } = chunk.rig
  const rows = fadingRows(fades, rig)
  const fade = takeFade(fades, eid, rows.length)
  fade.isNew = true
  fade.hasColors = rig.rows.keyedColors.length > 0
  fade.rows.set(rows)
  readRows(state, eid, chunk, rows, fade.shown)
  if (running) restore(state, chunk, running)
  readRows(state, eid, chunk, rows, fade.mixed)
  // The rows that are shown are not those of entries that came since.
  if (skeletons.entriesChanged[eid] !== 0) fade.speed.fill(0)
  else measure(state, fades.scratch, eid, chunk, rows, 0, -1, fade.speed)
  if (running) addSpeeds(running, rows, fade.speed)
  fade.difference.set(fade.shown)
  writeRows(state, eid, chunk, rows, fade.shown)
  dropFade(fades, eid)
  addFade(fades, fade)
}

/** Returns whether an entry of a skeleton was applied. */
function hasPlayed(state: FadedState, eid: number): boolean {
  const { playback, skeletons } = state
  for (let track = 0; track < skeletons.trackCount[eid]; track++) {
    for (let row = currentEntry(state, eid, track); row >= 0; row = playback.entries.older[row])
      if (playback.entries.appliedAt[row] !== -1) return true
  }
  return false
}

/** Adds the speeds of what is left of a fade. @param rows the rows of `speeds`, in the order of the fade's. */
function addSpeeds(
  { clock, count, difference, rows: own, speed }: Fade,
  rows: Int32Array,
  speeds: Float32Array,
) {
  const part = Math.min(1, clock[ELAPSED] / clock[SECONDS])
  const ofDifference = differenceSpeed(part, clock[SECONDS])
  const ofSpeed = speedSpeed(part)
  for (let i = 0, at = 0; i < count; i++, at++) {
    while (rows[at] !== own[i]) at++
    speeds[at] += difference[i] * ofDifference + speed[i] * ofSpeed
  }
}

/** Ends a fade at once. */
function endFade(state: FadedState, chunk: Chunk, fade: Fade): void {
  restore(state, chunk, fade)
  dropFade(state.fades, fade.eid)
}

/**
 * Moves the clocks of fades by the tick. A fade that nobody sees ends; a frozen one waits. Without tracks the pose stays
 * as it is shown.
 */
export function advanceFades(state: FadedState): void {
  const { blocks, fades, skeletons, tick } = state
  for (let i = fades.all.length - 1; i >= 0; i--) {
    const fade = fades.all[i]
    const { clock, eid } = fade
    const level = skeletons.level[eid]
    if (level >= LEVEL.frozen) continue
    if (skeletons.trackCount[eid] === 0) dropFade(fades, eid)
    else if (level > LEVEL.noVertices) endFade(state, chunkAt(blocks, skeletons.chunk[eid]), fade)
    clock[ELAPSED] = Math.max(0, clock[ELAPSED] + tick.seconds[TICK] * skeletons.timeScale[eid])
    if (fade.hasColors) noteKeyedColors(state, eid)
  }
}

/** Restores rows as they were mixed. A row that was written to since keeps what was written. */
export function restore({ arena, skeletons }: FadedState, chunk: Chunk, fade: Fade): void {
  const { count, eid, mixed, rows, shown } = fade
  const { f32 } = arena
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  for (let i = 0; i < count; i++) {
    const at = local + rows[i] * LANES
    if (f32[at] === shown[i]) f32[at] = mixed[i]
  }
}

/** Adds what is left of a fade to rows that were just mixed. A fade whose time is over ends. */
export function addLeft(state: FadedState, chunk: Chunk, fade: Fade): void {
  if (fade.isNew && !compare(state, chunk, fade)) return
  const { arena, skeletons } = state
  const { clock, count, difference, eid, mixed, rows, shown, speed } = fade
  if (clock[ELAPSED] >= clock[SECONDS]) {
    dropFade(state.fades, eid)
    return
  }
  const { f32 } = arena
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  const part = clock[ELAPSED] / clock[SECONDS]
  const ofDifference = differenceLeft(part)
  const ofSpeed = speedLeft(part, clock[SECONDS])
  for (let i = 0; i < count; i++) {
    const at = local + rows[i] * LANES
    mixed[i] = f32[at]
    f32[at] = shown[i] = mixed[i] + (difference[i] * ofDifference + speed[i] * ofSpeed)
  }
}

/**
 * Compares what was shown when a fade started with what the entries give for that time, and keeps the rows that differ.
 *
 * @returns false if the entries are not applied yet: what is shown now then counts.
 */
function compare(state: FadedState, chunk: Chunk, fade: Fade): boolean {
  const { arena, skeletons } = state
  const { clock, difference, eid, rows, speed } = fade
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  if (skeletons.entriesChanged[eid] !== 0) {
    for (let i = 0; i < fade.count; i++)
      difference[i] = fade.mixed[i] = fade.shown[i] = arena.f32[local + rows[i] * LANES]
    return false
  }
  const { source: rig } = chunk.rig
  const all = fadingRows(state.fades, rig)
  const { scratch } = state.fades
  measure(state, scratch, eid, chunk, all, -clock[ELAPSED], 1, scratch.speeds)
  const { speeds, values } = scratch
  let count = 0
  fade.hasColors = false
  for (let i = 0; i < all.length; i++) {
    const apart = difference[i] - values[i]
    const left = isAngle(rig, all[i]) ? turned(apart) : apart
    const pace = speed[i] - speeds[i]
    if (left === 0 && pace === 0) continue
    if (all[i] >= rig.rows.firstSlotRow) fade.hasColors = true
    rows[count] = all[i]
    difference[count] = left
    speed[count++] = pace
  }
  fade.count = count
  fade.isNew = false
  return true
}
