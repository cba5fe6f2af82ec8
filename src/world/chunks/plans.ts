/**
 * Drops plans: lists of the attachments that kernels skin in a block, slot by slot. Most blocks show the same for many
 * ticks. src/kernels/assembly/skin/skin-blocks makes and reads plans.
 *
 * A plan is valid as long as its lanes, their shown attachments and frames, and their vertices stay the same. Slots
 * with keyed attachments come last: if only these changed, as with blinking eyes, the rest stays valid. The deforms of
 * slots belong to a plan as long as `mixing` finds that no command of the block changes them.
 */
import { LANES } from '../../base/memory/lanes'
import {
  PLAN_ALONE,
  PLAN_FIRST,
  PLAN_LANES,
  PLAN_MOST_WORDS,
  PLAN_PARTLY,
} from '../../rig/attachments/skin-layout'
import type { Rig } from '../../rig/rig'
import type { Chunk } from './blocks'

/**
 * Returns the words of a block's plan: enough if lanes agree in most slots. Longer plans are made again each time,
 * piece by piece.
 */
export function planWords({ slots }: Rig): number {
  return PLAN_FIRST + slots.count * PLAN_ALONE + PLAN_MOST_WORDS
}

/**
 * Drops a plan. Call it when the seat gets another skeleton, or when its skeleton shows another attachment, frame or
 * vertex.
 *
 * @param keyed only slots with keyed attachments changed.
 */
export function dropPlan(i32: Int32Array, { layout, plans }: Chunk, seat: number, keyed = false): void {
  const lanes = plans + Math.floor(seat / LANES) * layout.plan + PLAN_LANES
  i32[lanes] = keyed ? i32[lanes] | PLAN_PARTLY : 0
}
