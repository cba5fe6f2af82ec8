/** Tells constraints that keep state the time that passed, and how their entity moved in it. */

import { TAU } from '../../base/math/angles'
import { cosine, sine } from '../../base/math/circular'
import { CLOCK, HOST, LANES, SKELETON } from '../../base/memory/lanes'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import { writeClock } from '../../world/chunks/clocks'
import { secondsWords } from '../../world/chunks/program-context'
import { type AnimationState, EARLIER, NOW } from '../../world/state'

/**
 * Tells a chunk's program the clocks of the skeletons that it runs, and notes how their entities moved since.
 *
 * @param context word index of the program's record.
 */
export function setClocks(state: AnimationState, chunk: Chunk, context: number): void {
  const { i32 } = state.arena
  const first = secondsWords(context) >> 1
  for (let seat = 0; seat < chunk.used; seat++) {
    if ((i32[chunk.run + (seat >> 2)] & (1 << (seat & (LANES - 1)))) === 0) continue
    const now = first + (seat >> 2) * 2 * LANES + (seat & (LANES - 1))
    writeClock(state, chunk, seat, NOW, now)
    writeClock(state, chunk, seat, EARLIER, now + LANES)
    noteEntityMove(state, chunk, seat)
    i32[seatBase(chunk, seat) + chunk.layout.state + CLOCK.MOVES * LANES] = 0
  }
}

/**
 * Places are remembered relative to the entity, along the axes of the world: they stay behind as it moves, all of the
 * way or as far as it is wanted.
 */
function noteEntityMove({ arena }: AnimationState, chunk: Chunk, seat: number): void {
  const { f32, i32 } = arena
  const base = seatBase(chunk, seat)
  const place = base + chunk.layout.skeleton
  const rows = base + chunk.layout.state
  const x = f32[place + SKELETON.X * LANES]
  const y = f32[place + SKELETON.Y * LANES]
  const rotation = f32[place + SKELETON.ROTATION * LANES]
  const teleports = i32[rows + HOST.TELEPORTS * LANES] === 1
  const left = teleports ? 0 : 1 - f32[rows + HOST.KEPT_MOVE * LANES]
  const kept = teleports ? 1 : f32[rows + HOST.KEPT_TURN * LANES]
  const whole = rotation - f32[rows + HOST.ROTATION * LANES]
  const turn = (whole - TAU * Math.round(whole / TAU)) * kept
  f32[rows + HOST.COS * LANES] = turn === 0 ? 1 : cosine(turn)
  f32[rows + HOST.SIN * LANES] = turn === 0 ? 0 : sine(turn)
  f32[rows + HOST.SHIFT_X * LANES] = (f32[rows + HOST.X * LANES] - x) * left
  f32[rows + HOST.SHIFT_Y * LANES] = (f32[rows + HOST.Y * LANES] - y) * left
  f32[rows + HOST.X * LANES] = x
  f32[rows + HOST.Y * LANES] = y
  f32[rows + HOST.ROTATION * LANES] = rotation
  i32[rows + HOST.TELEPORTS * LANES] = 0
}
