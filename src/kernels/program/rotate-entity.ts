/** The entity's rotation, over the finished world rows. */
import { LANES, WORLD_RECORD } from '../../memory/lanes'
import { TURN_COUNT, TURN_SPANS, TURN_WORDS } from '../../rig/program/ops'
import { A, AT_X, AT_Y, B, C, COS, D, SIN, WX, WY } from './program-rows'

/**
 * The turn op at `at`: rotates every active bone rigidly about the skeleton's (x, y), as a host's container
 * would. Lanes without rotation cost two loads. Section addresses are those of the block, without lane.
 */
export function rotateEntity(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  skeleton: number,
  world: number,
): void {
  for (let lane = 0; lane < LANES; lane++) {
    if ((mask & (1 << lane)) === 0) continue
    const cos = f32[skeleton + COS + lane]
    const sin = f32[skeleton + SIN + lane]
    if (cos === 1 && sin === 0) continue
    const end = at + TURN_SPANS + i32[at + TURN_COUNT] * TURN_WORDS
    for (let span = at + TURN_SPANS; span < end; span += TURN_WORDS) {
      const first = world + i32[span] + lane
      turnSpan(f32, first, first + i32[span + 1] * WORLD_RECORD, skeleton + lane)
    }
  }
}

function turnSpan(f32: Float32Array, first: number, end: number, skeleton: number): void {
  const cos = f32[skeleton + COS]
  const sin = f32[skeleton + SIN]
  const x = f32[skeleton + AT_X]
  const y = f32[skeleton + AT_Y]
  for (let own = first; own < end; own += WORLD_RECORD) {
    const a = f32[own + A]
    const b = f32[own + B]
    const c = f32[own + C]
    const d = f32[own + D]
    const dx = f32[own + WX] - x
    const dy = f32[own + WY] - y
    f32[own + A] = cos * a - sin * c
    f32[own + C] = sin * a + cos * c
    f32[own + B] = cos * b - sin * d
    f32[own + D] = sin * b + cos * d
    f32[own + WX] = x + cos * dx - sin * dy
    f32[own + WY] = y + sin * dx + cos * dy
  }
}
