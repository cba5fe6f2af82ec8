/**
 * What kernels skin of a block, slot by slot, as found when it was last skinned: most blocks show the same for
 * many ticks. Plans are made and read by src/kernels/assembly/skin/skin-blocks; here they are only dropped.
 *
 * A plan holds as long as the lanes that it was made for, and what these show in which frames, at which vertices. Slots
 * whose attachment animations key come last: where they alone changed, eyes that blink for instance, the rest holds. How
 * slots are deformed is part of a plan while `mixing` finds that no command of the block changes it.
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

/** Words of a block's plan: enough where lanes agree in most slots. Longer ones are made anew each time, part by part. */
export function planWords({ slots }: Rig): number {
  return PLAN_FIRST + slots.count * PLAN_ALONE + PLAN_MOST_WORDS
}

/**
 * To be called when another skeleton sits on the seat, or when its own shows another attachment, frame or vertex.
 *
 * @param keyed nothing changed but what it shows in slots whose attachment animations key.
 */
export function dropPlan(i32: Int32Array, { layout, plans }: Chunk, seat: number, keyed = false): void {
  const lanes = plans + Math.floor(seat / LANES) * layout.plan + PLAN_LANES
  i32[lanes] = keyed ? i32[lanes] | PLAN_PARTLY : 0
}
