/**
 * Clocks of skeletons whose constraints depend on time. A clock starts with its skeleton's seat, and runs at the
 * skeleton's time scale, whether or not the skeleton is posed. It counts in whole 2^-32ths of a second, whose sums and
 * differences float64s hold without rounding for 24 days. So two clocks that pass the same ticks agree in every bit,
 * whenever they started, and even if a skeleton slept during some of them.
 */
import { CLOCK, HOST, LANES, SECOND_PARTS } from '../../base/memory/lanes'
import { type AnimationState, EARLIER, NOW, TICK } from '../state'
import { seatBase } from './addresses'
import type { Chunk } from './blocks'
import { chunkAt } from './blocks'
import { secondsWords } from './program-context'

/**
 * Moves the world's clock by the tick's seconds, even backwards. Ticks are rounded up and steps of constraints down, so
 * that a step of two or more ticks is taken with the last of them, not one tick later.
 *
 * @param advancing false: time stands still.
 */
export function advanceClock(seconds: Float64Array, advancing: boolean): void {
  // A tick without world transforms may have gone back to before the last one that had them. Constraints of that one do
  // not go back.
  seconds[EARLIER] = Math.max(seconds[EARLIER], seconds[NOW])
  if (advancing) seconds[NOW] += Math.ceil(seconds[TICK] * SECOND_PARTS) / SECOND_PARTS
}

/** Notes, when a tick ends, that its constraints have run. */
export function keepClock(seconds: Float64Array): void {
  seconds[EARLIER] = seconds[NOW]
}

/** Reads a float64 whose words are in two rows. @param row word index of the first. */
function readPair({ i32 }: Words, row: number, to: number): void {
  i32[2 * to] = i32[row]
  i32[2 * to + 1] = i32[row + LANES]
}

/** Writes a float64 to two rows. */
function writePair({ i32 }: Words, row: number, from: number): void {
  i32[row] = i32[2 * from]
  i32[row + LANES] = i32[2 * from + 1]
}

type Words = Pick<AnimationState['arena'], 'f64' | 'i32'>

/**
 * Writes the clock that a skeleton has at one of the world's times.
 *
 * @param place NOW or EARLIER.
 * @param to index of a float64 in the arena.
 */
export function writeClock(
  { arena, tick }: AnimationState,
  chunk: Chunk,
  seat: number,
  place: number,
  to: number,
): void {
  const { f32, f64 } = arena
  const rows = seatBase(chunk, seat) + chunk.layout.state
  readPair(arena, rows + CLOCK.BEFORE * LANES, to)
  const passed = (tick.seconds[place] + 1 - f64[to]) * f32[rows + CLOCK.SCALE * LANES]
  readPair(arena, rows + CLOCK.TIME * LANES, to)
  f64[to] += Math.round(passed * SECOND_PARTS) / SECOND_PARTS
}

/**
 * Sets the pace of a skeleton's clock to its time scale, from the end of the last tick on; a new clock starts at 0.
 * Call it after a change that affects the pace, so that the clock can be read at any time.
 */
export function keepPace(state: AnimationState, eid: number): void {
  const { arena, blocks, context, skeletons, tick } = state
  const { f32, f64 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  if (chunk.rig.source.rows.state === 0) return
  const seat = skeletons.seat[eid]
  const rows = seatBase(chunk, seat) + chunk.layout.state
  const timeScale = skeletons.timeScale[eid]
  const scale = Math.max(0, Math.fround(timeScale + (1 - timeScale) * f32[rows + HOST.KEPT_TIME * LANES]))
  const scratch = secondsWords(context) >> 1 // Free outside of runs.
  if (f32[rows + CLOCK.SCALE * LANES] === scale) return
  writeClock(state, chunk, seat, NOW, scratch)
  writePair(arena, rows + CLOCK.TIME * LANES, scratch)
  f64[scratch] = tick.seconds[NOW] + 1
  writePair(arena, rows + CLOCK.BEFORE * LANES, scratch)
  f32[rows + CLOCK.SCALE * LANES] = scale
}

/**
 * Restarts constraints that keep state, at the skeleton's next run.
 *
 * @param constraint index in the rig; -1 = all active ones.
 * @param place of the time at which they start: NOW or EARLIER.
 */
export function startAnew(state: AnimationState, eid: number, constraint: number, place = NOW): void {
  const { arena, blocks, context, skeletons } = state
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk?.program.program.timed) return
  const { constraints, rows } = chunk.rig.source
  const { activeConstraints } = chunk.program.program
  const seat = skeletons.seat[eid]
  const first = seatBase(chunk, seat) + chunk.layout.state
  const scratch = secondsWords(context) >> 1 // Free outside of runs.
  writeClock(state, chunk, seat, place, scratch)
  for (let index = 0; index < constraints.count; index++) {
    if (constraint >= 0 ? constraint !== index : activeConstraints[index] === 0) continue
    const at = first + rows.stateOf[index] * LANES
    for (let row = 0; row < constraints.touched[index].state; row++) arena.i32[at + row * LANES] = 0
    if (constraints.touched[index].state > 0) writeTime(arena, at, scratch)
  }
}

/** Writes a time as whole seconds and a fraction. @param from index of a float64. */
function writeTime({ f64, i32 }: Words, row: number, from: number): void {
  const seconds = Math.floor(f64[from])
  i32[row] = seconds
  i32[row + LANES] = (f64[from] - seconds) * SECOND_PARTS
}
