/** The clocks by which constraints go that keep state. */
import { CLOCK_BEFORE, CLOCK_TIME, LANES } from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import { CONTEXT_WORDS } from '../world/program-context'
import { seatBase } from '../world/seats'
import type { AnimationState } from '../world/state'

/** Word index of the seconds of a chunk's first lane, behind the record at `context`; a float64 a lane. */
export function secondsWords(context: number): number {
  return context + CONTEXT_WORDS
}

/**
 * Moves the clocks of the skeletons that a chunk runs: by the seconds of all ticks since they ran before, times their time
 * scale. Seconds in which a skeleton slept or was hidden count as well. The first run is at 0.
 */
export function setClocks({ arena, context, skeletons, tick }: AnimationState, chunk: Chunk): void {
  const { f64, i32 } = arena
  const now = tick.seconds[2] + 1
  for (let seat = 0; seat < chunk.used; seat++) {
    if ((i32[chunk.run + (seat >> 2)] & (1 << (seat & (LANES - 1)))) === 0) continue
    const rows = seatBase(chunk, seat) + chunk.layout.state
    const seconds = secondsWords(context) + 2 * seat
    copyPair(i32, rows + CLOCK_BEFORE * LANES, LANES, seconds, 1)
    const before = f64[seconds >> 1]
    const passed = before === 0 ? 0 : (now - before) * skeletons.timeScale[i32[chunk.owners + seat]]
    f64[seconds >> 1] = now
    copyPair(i32, seconds, 1, rows + CLOCK_BEFORE * LANES, LANES)
    copyPair(i32, rows + CLOCK_TIME * LANES, LANES, seconds, 1)
    f64[seconds >> 1] += passed
    copyPair(i32, seconds, 1, rows + CLOCK_TIME * LANES, LANES)
  }
}

/** The two words of a float64. @param fromStep, toStep how far one lies from the other. */
function copyPair(i32: Int32Array, from: number, fromStep: number, to: number, toStep: number): void {
  i32[to] = i32[from]
  i32[to + toStep] = i32[from + fromStep]
}
