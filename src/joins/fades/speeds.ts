/** Finds poses of a skeleton's entries at other times, and the speeds of its rows, with nothing changed afterwards. */
import { LANES } from '../../base/memory/lanes'
import type { PoseRows } from '../../rig/tables'
import { mixCommands } from '../../tick/mix/mix-chunk'
import { entriesOf } from '../../tracks/entries/rows'
import { applyCurves } from '../../tracks/player/apply'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { COMMAND_WORDS, commandAt } from '../../world/commands'
import { MODE_WORDS } from '../../world/playback'
import type { AnimationState } from '../../world/state'

/** Seconds between the poses from which speeds are found: curves are straight over most such spans. */
const SPAN = 2 ** -10

/** Memory that each measurement overwrites. Its arrays grow to the largest rig that fades. */
export interface Scratch {
  /** For each row that fades: its value at the given time, and one and two spans away; its speed per second. */
  values: Float32Array
  near: Float32Array
  far: Float32Array
  speeds: Float32Array
  /** All local rows as they are. */
  local: Float32Array
  /** Numbers, commands and modes of entries, one entry after another. */
  numbers: Float64Array
  words: Int32Array
}

export function createScratch(): Scratch {
  const none = new Float32Array(0)
  return {
    ...{ values: none, speeds: none, near: none, far: none, local: none },
    numbers: new Float64Array(0),
    words: new Int32Array(0),
  }
}

/**
 * Finds the values of rows (`Scratch.values`), and their speeds per second, as a skeleton's entries give them at a time
 * near that of their clocks. A speed is the lesser one of two spans of 2^-10 seconds, one after the other, since a value
 * that jumps has none.
 *
 * @param rows local rows. @param seconds from the time of the clocks, in seconds of the skeleton.
 * @param direction 1: the spans begin at that time; -1: they end there. @param speeds gets the speeds.
 */
export function measure(
  state: AnimationState,
  scratch: Scratch,
  eid: number,
  chunk: Chunk,
  rows: Int32Array,
  seconds: number,
  direction: 1 | -1,
  speeds: Float32Array,
): void {
  const own = entriesOf(state, eid)
  reserveEntries(state, scratch, own)
  const { far, near, values } = scratch
  const head = state.skeletons.command[eid]
  keepRows(state, scratch, eid, chunk)
  keepEntries(state, scratch, own)
  const spans = [values, near, far]
  for (let i = 0; i < spans.length; i++) {
    shift(state, own, seconds + i * direction * SPAN)
    applyCurves(state, eid, chunk)
    mixCommands(state, chunk, state.skeletons.seat[eid])
    readRows(state, eid, chunk, rows, spans[i])
    putBackRows(state, scratch, eid, chunk)
    putBackEntries(state, scratch, own)
  }
  state.skeletons.command[eid] = head
  const pace = direction / SPAN
  for (let i = 0; i < rows.length; i++) {
    const first = near[i] - values[i]
    const second = far[i] - near[i]
    speeds[i] = (Math.abs(first) <= Math.abs(second) ? first : second) * pace
  }
}

/** Moves the clocks of entries that play. */
function shift({ playback }: AnimationState, own: readonly number[], seconds: number): void {
  const { entries, trackEntries } = playback
  for (const row of own) {
    if (entries.delay[row] > 0 || entries.previous[row] >= 0) continue
    entries.trackTime[row] += seconds * entries.timeScale[row]
    if (entries.older[row] >= 0) trackEntries.mixTime[row] += seconds
  }
}

/** Copies local rows of a skeleton, in the order of `rows`. */
export function readRows(
  { arena, skeletons }: AnimationState,
  eid: number,
  chunk: Chunk,
  rows: Int32Array,
  to: Float32Array,
): void {
  const { f32 } = arena
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  for (let i = 0; i < rows.length; i++) to[i] = f32[local + rows[i] * LANES]
}

/** Writes local rows of a skeleton, in the order of `rows`. */
export function writeRows(
  { arena, skeletons }: AnimationState,
  eid: number,
  chunk: Chunk,
  rows: Int32Array,
  from: Float32Array,
): void {
  const { f32 } = arena
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  for (let i = 0; i < rows.length; i++) f32[local + rows[i] * LANES] = from[i]
}

function keepRows({ arena, skeletons }: AnimationState, { local }: Scratch, eid: number, chunk: Chunk): void {
  const { f32 } = arena
  const first = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  const count = chunk.rig.source.rows.local
  for (let row = 0; row < count; row++) local[row] = f32[first + row * LANES]
}

function putBackRows(
  { arena, skeletons }: AnimationState,
  { local }: Scratch,
  eid: number,
  chunk: Chunk,
): void {
  const { f32 } = arena
  const first = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  const count = chunk.rig.source.rows.local
  for (let row = 0; row < count; row++) f32[first + row * LANES] = local[row]
}

/** Numbers of an entry that change: its clocks, and what `applyCurves` writes. */
const NUMBERS = 6

function keepEntries({ arena, playback }: AnimationState, scratch: Scratch, own: readonly number[]): void {
  const { commands, entries, trackEntries } = playback
  const { numbers, words } = scratch
  let number = 0
  let word = 0
  for (const row of own) {
    numbers[number++] = entries.trackTime[row]
    numbers[number++] = trackEntries.mixTime[row]
    numbers[number++] = trackEntries.fraction[row]
    numbers[number++] = trackEntries.totalAlpha[row]
    numbers[number++] = trackEntries.flags[row]
    numbers[number++] = trackEntries.skipped[row]
    const command = commandAt(commands, row)
    words.set(arena.i32.subarray(command, command + COMMAND_WORDS), word)
    word += COMMAND_WORDS
    const modes = entries.modeCount[row] * MODE_WORDS
    words.set(arena.i32.subarray(entries.modes[row], entries.modes[row] + modes), word)
    word += modes
  }
}

function putBackEntries({ arena, playback }: AnimationState, scratch: Scratch, own: readonly number[]): void {
  const { commands, entries, trackEntries } = playback
  const { numbers, words } = scratch
  let number = 0
  let word = 0
  for (const row of own) {
    entries.trackTime[row] = numbers[number++]
    trackEntries.mixTime[row] = numbers[number++]
    trackEntries.fraction[row] = numbers[number++]
    trackEntries.totalAlpha[row] = numbers[number++]
    trackEntries.flags[row] = numbers[number++]
    trackEntries.skipped[row] = numbers[number++]
    arena.i32.set(words.subarray(word, word + COMMAND_WORDS), commandAt(commands, row))
    word += COMMAND_WORDS
    const modes = entries.modeCount[row] * MODE_WORDS
    arena.i32.set(words.subarray(word, word + modes), entries.modes[row])
    word += modes
  }
}

/** Makes room for all rows of a rig. */
export function reserveScratch(scratch: Scratch, { local }: PoseRows): void {
  if (scratch.local.length >= local) return
  scratch.values = new Float32Array(local)
  scratch.near = new Float32Array(local)
  scratch.far = new Float32Array(local)
  scratch.speeds = new Float32Array(local)
  scratch.local = new Float32Array(local)
}

/** Makes room for entries. */
function reserveEntries({ playback }: AnimationState, scratch: Scratch, own: readonly number[]): void {
  if (scratch.numbers.length < NUMBERS * own.length) scratch.numbers = new Float64Array(NUMBERS * own.length)
  let words = 0
  for (const row of own) words += COMMAND_WORDS + playback.entries.modeCount[row] * MODE_WORDS
  if (scratch.words.length < words) scratch.words = new Int32Array(words)
}
