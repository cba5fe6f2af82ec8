/**
 * Drops plans: lists of the attachments that kernels skin in a block, slot by slot. Most blocks show the same for
 * many ticks. src/kernels/assembly/skin/skin-blocks makes and reads plans.
 *
 * A plan holds as long as its lanes, their shown attachments and frames, and their vertices stay. Slots with keyed
 * attachments come last: if these alone changed, as with blinking eyes, the rest holds. The deforms of slots are
 * part of a plan while `mixing` finds that no command of the block changes them.
 */
import { LANES } from '../../memory/lanes'
import {
  PLAN_ALONE,
  PLAN_FIRST,
  PLAN_LANES,
  PLAN_MOST_WORDS,
  PLAN_PARTLY,
} from '../../rig/attachments/skin-layout'
import type { Rig } from '../../rig/rig'
import type { Chunk } from './blocks'

/** Words of a block's plan: enough where lanes agree in most slots. Longer ones are made again each time, part by part. */
export function planWords({ slots }: Rig): number {
  return PLAN_FIRST + slots.count * PLAN_ALONE + PLAN_MOST_WORDS
}

/**
 * Call it when the seat gets another skeleton, or when its skeleton shows another attachment, frame or vertex.
 *
 * @param keyed only slots with keyed attachments changed.
 */
export function dropPlan(i32: Int32Array, { layout, plans }: Chunk, seat: number, keyed = false): void {
  const lanes = plans + Math.floor(seat / LANES) * layout.plan + PLAN_LANES
  i32[lanes] = keyed ? i32[lanes] | PLAN_PARTLY : 0
}
