/** Brings world rows that overflowed back to numbers. */
import { LANES, WORLD_FIELDS, WORLD_RECORD } from '../memory/lanes'
import { MOST_WORLD, TURN_COUNT, TURN_SPANS, TURN_WORDS } from '../rig/program/ops'

/**
 * The limit op at `at`: numbers beyond ±MOST_WORLD end there, what is no number becomes 0. Section addresses are those of
 * the block, without lane.
 */
export function limit(f32: Float32Array, i32: Int32Array, at: number, mask: number, world: number): void {
  const end = at + TURN_SPANS + i32[at + TURN_COUNT] * TURN_WORDS
  for (let span = at + TURN_SPANS; span < end; span += TURN_WORDS) {
    const first = world + i32[span]
    const last = first + i32[span + 1] * WORLD_RECORD
    for (let own = first; own < last; own += WORLD_RECORD)
      for (let row = own; row < own + WORLD_FIELDS * LANES; row += LANES)
        for (let lane = 0; lane < LANES; lane++) {
          if ((mask & (1 << lane)) === 0) continue
          const value = f32[row + lane]
          if (Math.abs(value) <= MOST_WORLD) continue
          f32[row + lane] = value > 0 ? MOST_WORLD : value < 0 ? -MOST_WORLD : 0
        }
  }
}
