/**
 * The vertices of a chunk's blocks: what src/streams/skin-block does for each of its blocks, by its plan (src/world/plans).
 */
import {
  ALL_LANES,
  DEFORM_STATE_empty,
  DEFORM_STATE_keyed,
  DEFORM_STATE_offsets,
  LANES,
  PLAN_ALONE,
  PLAN_DATA,
  PLAN_END,
  PLAN_FIRST,
  PLAN_LANES,
  PLAN_MOST_WORDS,
  PLAN_SIZE,
  PLAN_WHERE,
  PLAN_WORDS,
  SKIN_SLOT_KEYED,
  SKIN_SLOT_ROWS,
  SKIN_SLOT_SIZE,
  SKIN_TABLE_DATA,
  SKIN_TABLE_DEFORM,
  SKIN_TABLE_FIRST,
  SKIN_TABLE_FRAMES,
  SKIN_TABLE_SETUP_FRAME,
  SKIN_TABLE_SLOT_COUNT,
  SKIN_TABLE_SLOTS,
  SKIN_TABLE_SPARE,
  SKIN_TABLE_STRIDE,
  SKIN_TABLE_WORDS,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
  SLOT_FIELDS,
  SLOT_SEQUENCE,
  SLOT_VERTEX,
} from './layout'
import { lanesOf, ROW } from './lanes'
import { skinPlain } from './skin'
import { skinDeformed } from './skin-deformed'

/** A slot's record takes as many bytes as there are masks of lanes, so that one number says both; its rows take ROWS as many. */
const SLOT_SHIFT: i32 = 4
const ROWS: i32 = (SLOT_FIELDS * ROW) >> SLOT_SHIFT

/** See `CompiledKernels` in src/world/kernels. */
export function skinBlocks(
  table: i32,
  image: i32,
  blocks: i32,
  masks: i32,
  owners: i32,
  filled: i32,
  vertexStart: i32,
  positions: i32,
  world: i32,
  worldStride: i32,
  slots: i32,
  deform: i32,
  stride: i32,
  plans: i32,
  planStride: i32,
): void {
  for (let block = 0; block < blocks; block++) {
    const lanes = load<i32>(<usize>(masks + block) << 2)
    if (lanes == 0) continue
    const seats = <usize>(owners + block * LANES) << 2
    const columns = <usize>vertexStart << 2
    const at = block * stride
    let starts = v128.load32_zero(columns + (<usize>load<i32>(seats) << 2))
    starts = v128.load32_lane(columns + (<usize>load<i32>(seats, 4) << 2), starts, 1)
    starts = v128.load32_lane(columns + (<usize>load<i32>(seats, 8) << 2), starts, 2)
    starts = v128.load32_lane(columns + (<usize>load<i32>(seats, 12) << 2), starts, 3)
    const plan = <usize>(plans + block * planStride) << 2
    const rows = <usize>(slots + at) << 2
    const count = load<i32>(<usize>table << 2, SKIN_TABLE_SLOT_COUNT << 2)
    let slot = load<i32>(plan, PLAN_LANES << 2) == lanes ? count : 0
    do {
      if (slot < count)
        slot = makePlan(plan, planStride << 2, slot, <usize>table << 2, <usize>image << 2, lanes, <usize>filled << 2, rows)
      followPlan(
        plan,
        <usize>table << 2,
        <usize>(world + block * worldStride) << 2,
        rows,
        <usize>(deform + at) << 2,
        i32x4.add(i32x4.splat(positions << 2), i32x4.shl(starts, 3)),
      )
    } while (slot < count)
  }
}

/**
 * Notes what the slots show from `slot` on, as far as there is room for.
 *
 * @param room bytes of the plan. @param filled bits of the slots to look at. @returns the next slot.
 */
function makePlan(
  plan: usize,
  room: usize,
  slot: i32,
  table: usize,
  image: usize,
  lanes: i32,
  filled: usize,
  slots: usize,
): i32 {
  const slotRecords = table + (load<i32>(table, SKIN_TABLE_SLOTS << 2) << 2)
  const count = load<i32>(table, SKIN_TABLE_SLOT_COUNT << 2)
  const last = plan + room - (PLAN_MOST_WORDS << 2)
  const begins = slot == 0
  let item = plan + (PLAN_FIRST << 2)
  for (; slot < count && item <= last; slot++) {
    if (((load<i32>(filled + ((slot >> 5) << 2)) >> slot) & 1) == 0) continue
    const at = slot << SLOT_SHIFT
    const rows = slots + <usize>(at * ROWS)
    const vertices = v128.load(rows, SLOT_VERTEX * ROW)
    // What a lane draws has a number from 0 on.
    let left = ~i32x4.bitmask(vertices) & lanes
    while (left != 0) {
      const lane = ctz(left)
      const attachment = load<i32>(rows + (lane << 2), SLOT_ATTACHMENT * ROW)
      const sequence = load<i32>(rows + (lane << 2), SLOT_SEQUENCE * ROW)
      const vertex = load<i32>(rows + (lane << 2), SLOT_VERTEX * ROW)
      const record = table + <usize>(attachment * (SKIN_TABLE_WORDS << 2))
      const alike = v128.and(
        i32x4.eq(v128.load(rows, SLOT_ATTACHMENT * ROW), i32x4.splat(attachment)),
        i32x4.eq(v128.load(rows, SLOT_SEQUENCE * ROW), i32x4.splat(sequence)),
      )
      const same = i32x4.bitmask(alike) & left
      left &= ~same
      const frame =
        sequence < 0
          ? load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_SETUP_FRAME) << 2)
          : min(sequence, load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_FRAMES) << 2) - 1)
      const stride = load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_STRIDE) << 2)
      const data = (load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_DATA) << 2) + frame * stride) << 2
      store<i32>(item, <i32>image + data, PLAN_DATA << 2)
      let size = load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_DEFORM) << 2)
      // Offsets that don't fit the attachment are not its own.
      if (size > load<i32>(slotRecords + at, SKIN_SLOT_SIZE << 2)) size = 0
      store<i32>(item, size, PLAN_SIZE << 2)
      let where = ~(at | same)
      let words = PLAN_ALONE
      if (size == 0 && (i32x4.bitmask(i32x4.eq(vertices, i32x4.splat(vertex))) & same) == ALL_LANES) {
        where = vertex << 3
        words = PLAN_WORDS
      }
      store<i32>(item, where, PLAN_WHERE << 2)
      item += words << 2
    }
  }
  store<i32>(plan, begins && slot == count ? lanes : 0, PLAN_LANES << 2)
  store<i32>(plan, <i32>item, PLAN_END << 2)
  return slot
}

/**
 * Skins what a plan has: half of what it costs to look through the rows of all slots.
 *
 * @param starts where the first vertex of each lane goes; of free lanes they mean nothing.
 */
function followPlan(plan: usize, table: usize, world: usize, slots: usize, deforms: usize, starts: v128): void {
  const spare = table + (load<i32>(table, SKIN_TABLE_SPARE << 2) << 2)
  const slotRecords = table + (load<i32>(table, SKIN_TABLE_SLOTS << 2) << 2)
  const end = <usize>load<i32>(plan, PLAN_END << 2)
  const s0 = <usize>i32x4.extract_lane(starts, 0)
  const s1 = <usize>i32x4.extract_lane(starts, 1)
  const s2 = <usize>i32x4.extract_lane(starts, 2)
  const s3 = <usize>i32x4.extract_lane(starts, 3)
  for (let item = plan + (PLAN_FIRST << 2); item < end; ) {
    const data = <usize>load<i32>(item, PLAN_DATA << 2)
    const where = load<i32>(item, PLAN_WHERE << 2)
    if (where >= 0) {
      item += PLAN_WORDS << 2
      skinPlain(data, world, s0 + where, s1 + where, s2 + where, s3 + where)
      continue
    }
    const size = load<i32>(item, PLAN_SIZE << 2)
    item += PLAN_ALONE << 2
    let left = ~where & ALL_LANES
    const slot = ~where - left
    const record = slotRecords + slot
    const rows = slots + <usize>(slot * ROWS)
    while (left != 0) {
      const lane = ctz(left)
      const state = load<i32>(rows + (lane << 2), SLOT_DEFORMED * ROW)
      const same = i32x4.bitmask(i32x4.eq(v128.load(rows, SLOT_DEFORMED * ROW), i32x4.splat(state))) & left
      left &= ~same
      let outs = i32x4.add(starts, i32x4.shl(v128.load(rows, SLOT_VERTEX * ROW), 3))
      if (same != ALL_LANES) outs = v128.bitselect(outs, i32x4.splat(<i32>spare), lanesOf(same))
      const p0 = <usize>i32x4.extract_lane(outs, 0)
      const p1 = <usize>i32x4.extract_lane(outs, 1)
      const p2 = <usize>i32x4.extract_lane(outs, 2)
      const p3 = <usize>i32x4.extract_lane(outs, 3)
      if (size == 0 || state == DEFORM_STATE_empty) skinPlain(data, world, p0, p1, p2, p3)
      else {
        const own = state == DEFORM_STATE_keyed ? 0 : deforms + (load<i32>(record, SKIN_SLOT_ROWS << 2) << 2)
        const keys = state == DEFORM_STATE_offsets ? 0 : deforms + (load<i32>(record, SKIN_SLOT_KEYED << 2) << 2)
        skinDeformed(data, world, own, keys, ((size + 3) & ~3) << 2, same, lane, p0, p1, p2, p3)
      }
    }
  }
}
