/** Finds poses of a skeleton's entries at other times, and the speeds of its rows, with nothing changed afterwards. */
import { LANES } from '../../base/memory/lanes'
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

/** Columns that `applyCurves` or a shift of clocks changes. */
const COLUMNS = ['trackTime'] as const
const TRACK_COLUMNS = ['mixTime', 'fraction', 'totalAlpha', 'flags', 'skipped'] as const

/**
 * Writes the values of rows, and their speeds per second, as a skeleton's entries give them at a time near that of their
 * clocks. A speed is the lesser one of two spans of 2^-10 seconds, one after the other, since a value that jumps has
 * none.
 *
 * @param rows local rows. @param seconds from the time of the clocks, in seconds of the skeleton.
 * @param direction 1: the spans begin at that time; -1: they end there.
 */
export function measure(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  rows: Int32Array,
  seconds: number,
  direction: 1 | -1,
  values: Float32Array,
  speeds: Float32Array,
): void {
  const restore = keep(state, eid, chunk)
  const read = (at: number) => {
    restore()
    return rowsAt(state, eid, chunk, rows, at)
  }
  const here = read(seconds)
  const near = read(seconds + direction * SPAN)
  const far = read(seconds + direction * 2 * SPAN)
  restore()
  for (let i = 0; i < rows.length; i++) {
    const first = near[i] - here[i]
    const second = far[i] - near[i]
    values[i] = here[i]
    speeds[i] = ((Math.abs(first) <= Math.abs(second) ? first : second) / SPAN) * direction
  }
}

/** Mixes a skeleton's curves at another time. @returns its rows. */
function rowsAt(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  rows: Int32Array,
  seconds: number,
): Float32Array {
  const { entries, trackEntries } = state.playback
  for (const row of entriesOf(state, eid)) {
    if (entries.delay[row] > 0 || entries.previous[row] >= 0) continue
    entries.trackTime[row] += seconds * entries.timeScale[row]
    if (entries.older[row] >= 0) trackEntries.mixTime[row] += seconds
  }
  const seat = state.skeletons.seat[eid]
  applyCurves(state, eid, chunk)
  mixCommands(state, chunk, seat)
  const { f32 } = state.arena
  const local = seatBase(chunk, seat) + chunk.layout.local
  return Float32Array.from(rows, (row) => f32[local + row * LANES])
}

/**
 * Keeps local rows, clocks, weights, commands and rotation memory of a skeleton. @returns a function that restores them.
 */
function keep(state: AnimationState, eid: number, chunk: Chunk): () => void {
  const { arena, playback, skeletons } = state
  const { f32, i32 } = arena
  const { commands, entries, trackEntries } = playback
  const own = entriesOf(state, eid)
  const first = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  const local = new Float32Array(chunk.rig.source.rows.local)
  for (let row = 0; row < local.length; row++) local[row] = f32[first + row * LANES]
  const head = skeletons.command[eid]
  const columns = [
    ...COLUMNS.map((name) => entries[name]),
    ...TRACK_COLUMNS.map((name) => trackEntries[name]),
  ]
  const kept = own.map((row) => columns.map((column) => column[row]))
  const words = own.map((row) => {
    const command = commandAt(commands, row)
    const modes = entries.modes[row]
    return [
      i32.slice(command, command + COMMAND_WORDS),
      i32.slice(modes, modes + entries.modeCount[row] * MODE_WORDS),
    ]
  })
  return () => {
    for (let row = 0; row < local.length; row++) f32[first + row * LANES] = local[row]
    skeletons.command[eid] = head
    own.forEach((row, nth) => {
      columns.forEach((column, at) => {
        column[row] = kept[nth][at]
      })
      i32.set(words[nth][0], commandAt(commands, row))
      i32.set(words[nth][1], entries.modes[row])
    })
  }
}
