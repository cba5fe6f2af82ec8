/**
 * What compiled kernels skin of a block, slot by slot, as found when it was last skinned: most blocks show the same for
 * many ticks. Plans are made and read by src/kernels/assembly/skin-blocks; here they are only dropped.
 *
 * A plan holds as long as the lanes that it was made for, and what these show in which frames, at which vertices. What
 * deforms a slot it does not say: that is decided after `rangeStreams`, and looked up for each slot that may be deformed.
 */
import { ALL_LANES, LANES, SLOT_DEFORMED, SLOT_VERTEX, slotRow } from '../memory/lanes'
import type { Rig } from '../rig/rig'
import {
  PLAN_ALONE,
  PLAN_DATA,
  PLAN_END,
  PLAN_FIRST,
  PLAN_LANES,
  PLAN_MOST_WORDS,
  PLAN_SIZE,
  PLAN_WHERE,
  PLAN_WORDS,
} from '../rig/skin-layout'
import type { Chunk } from './blocks'

/** Words of a block's plan: enough where lanes agree in most slots. Longer ones are made anew each time, part by part. */
export function planWords({ slots }: Rig): number {
  return PLAN_FIRST + slots.count * PLAN_ALONE + PLAN_MOST_WORDS
}

/**
 * Of a full block of which no slot is deformed that was not, until its plan is dropped: what all lanes show at one vertex is
 * skinned without a look at slot rows, which lie far apart. A walking character takes 0.95 of the time.
 */
export function shortenPlan(i32: Int32Array, chunk: Chunk, block: number): void {
  const plan = chunk.plans + block * chunk.layout.plan
  if (i32[plan + PLAN_LANES] !== ALL_LANES) return
  const slots = chunk.words + block * chunk.layout.stride + chunk.layout.slots
  const end = i32[plan + PLAN_END] >> 2
  let to = plan + PLAN_FIRST
  for (let from = to; from < end; ) {
    const where = i32[from + PLAN_WHERE]
    const size = i32[from + PLAN_SIZE]
    const isAlone = where < 0
    const rows = slotRow(slots, ~where >> LANES)
    const shortens = isAlone && (~where & ALL_LANES) === ALL_LANES && isPlain(i32, rows)
    i32[to + PLAN_DATA] = i32[from + PLAN_DATA]
    i32[to + PLAN_WHERE] = shortens ? i32[rows + SLOT_VERTEX * LANES] << 3 : where
    if (isAlone && !shortens) i32[to + PLAN_SIZE] = size
    from += isAlone ? PLAN_ALONE : PLAN_WORDS
    to += isAlone && !shortens ? PLAN_ALONE : PLAN_WORDS
  }
  i32[plan + PLAN_END] = to << 2
}

/** Whether a slot is deformed in no lane, and at the same vertex in all. */
function isPlain(i32: Int32Array, rows: number): boolean {
  const vertices = rows + SLOT_VERTEX * LANES
  for (let lane = 0; lane < LANES; lane++)
    if (i32[rows + SLOT_DEFORMED * LANES + lane] !== 0 || i32[vertices + lane] !== i32[vertices]) return false
  return true
}

/** To be called when another skeleton sits on the seat, or when its own shows another attachment, frame or vertex. */
export function dropPlan(i32: Int32Array, { layout, plans }: Chunk, seat: number): void {
  i32[plans + Math.floor(seat / LANES) * layout.plan + PLAN_LANES] = 0
}
