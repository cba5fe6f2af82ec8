/**
 * The vertices of a chunk's blocks: what src/streams/vertices/skin-block does for each of its blocks, by its plan (src/world/chunks/plans).
 */
import {
  ALL_LANES,
  CHUNK_BLOCKS,
  CHUNK_DEFORM,
  CHUNK_MASKS,
  CHUNK_OWNERS,
  CHUNK_PLAN_STRIDE,
  CHUNK_PLANS,
  CHUNK_SLOTS,
  CHUNK_STRIDE,
  CHUNK_TABLE,
  SKIN_FILLED,
  SKIN_IMAGE,
  SKIN_POSITIONS,
  SKIN_SPARE,
  SKIN_STARTS,
  SKIN_WORLD,
  SKIN_WORLD_STRIDE,
  DEFORM_STATE_empty,
  DEFORM_STATE_keyed,
  DEFORM_STATE_offsets,
  FOUR_VERTICES,
  LANES,
  PASS_BONE,
  PASS_COUNT,
  PLAN_ALONE,
  PLAN_DATA,
  PLAN_DEFORMED,
  PLAN_END,
  PLAN_FIRST,
  PLAN_KEYED,
  PLAN_LANES,
  PLAN_MOST_WORDS,
  PLAN_PARTLY,
  PLAN_RUN,
  PLAN_SIZE,
  PLAN_STEADY,
  PLAN_STILL,
  PLAN_WHERE,
  PLAN_WORDS,
  SKIN_FIRST_PASS,
  SKIN_PASSES,
  SKIN_PASS_WORDS,
  SKIN_SLOT_KEYED,
  SKIN_SLOT_NTH,
  SKIN_SLOT_ROWS,
  SKIN_SLOT_SIZE,
  SKIN_TABLE_DATA,
  SKIN_TABLE_DEFORM,
  SKIN_TABLE_FIRST,
  SKIN_TABLE_FRAMES,
  SKIN_TABLE_SETUP_FRAME,
  SKIN_TABLE_SLOTS,
  SKIN_TABLE_SLOT_COUNT,
  SKIN_TABLE_STEADY,
  SKIN_TABLE_STRIDE,
  SKIN_TABLE_WORDS,
  SKIN_WHOLE_PASSES,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
  SLOT_FIELDS,
  SLOT_SEQUENCE,
  SLOT_VERTEX,
} from '../layout'
import { eqInts, EVERY, holding, maskOf, negativeIn, readInts, ROW, splatInt, STEP } from '../lanes'
import { word } from '../program/rows'
import { skinPlain, skinWhole } from './skin'
import { skinDeformed, skinKeyed } from './skin-deformed'

/** A slot's record takes as many bytes as there are masks of lanes, so that one number says both; its rows take ROWS as many. */
const SLOT_SHIFT: i32 = 4
const ROWS: i32 = (SLOT_FIELDS * ROW) >> SLOT_SHIFT

/** Skins a chunk's lanes. @param context word index of the record (src/world/chunks/chunk-context). */
export function skinBlocks(context: i32): void {
  const record = <usize>context << 2
  const blocks = word(record, CHUNK_BLOCKS)
  for (let block = 0; block < blocks; block++) {
    const lanes = load<i32>(<usize>(word(record, CHUNK_MASKS) + block) << 2)
    if (lanes != 0) skinBlock(record, block, lanes)
  }
}

function skinBlock(record: usize, block: i32, lanes: i32): void {
  const table = <usize>word(record, CHUNK_TABLE) << 2
  const seats = <usize>(word(record, CHUNK_OWNERS) + block * LANES) << 2
  const columns = <usize>word(record, SKIN_STARTS) << 2
  const positions = word(record, SKIN_POSITIONS)
  const at = block * word(record, CHUNK_STRIDE)
  const room = word(record, CHUNK_PLAN_STRIDE)
  const plan = <usize>(word(record, CHUNK_PLANS) + block * room) << 2
  const rows = <usize>(word(record, CHUNK_SLOTS) + at) << 2
  const deform = <usize>(word(record, CHUNK_DEFORM) + at) << 2
  const world = <usize>(word(record, SKIN_WORLD) + block * word(record, SKIN_WORLD_STRIDE)) << 2
  const count = word(table, SKIN_TABLE_SLOT_COUNT)
  const held = word(plan, PLAN_LANES)
  const steady = word(plan, PLAN_STILL) != 0
  const wanted = steady ? lanes | PLAN_DEFORMED : lanes
  let turn = count
  let item = plan + (PLAN_FIRST << 2)
  if (held != wanted) {
    turn = 0
    if (held == (wanted | PLAN_PARTLY)) {
      turn = word(table, SKIN_TABLE_STEADY)
      item = <usize>word(plan, PLAN_STEADY)
    }
    store<i32>(plan, wanted, PLAN_LANES << 2)
  }
  do {
    if (turn < count) {
      turn = makePlan(
        plan,
        room << 2,
        turn,
        item,
        table,
        <usize>word(record, SKIN_IMAGE) << 2,
        lanes,
        <usize>word(record, SKIN_FILLED) << 2,
        rows,
        steady ? deform : 0,
      )
      item = plan + (PLAN_FIRST << 2)
    }
    for (let lane = 0; lane < LANES; lane += STEP) {
      if (((lanes >> lane) & EVERY) == 0) continue
      const first = <usize>(lane << 2)
      followPlan(
        plan,
        table,
        lane,
        world + first,
        rows + first,
        deform + first,
        placeOf(seats + first, columns, positions),
        STEP > 1 ? placeOf(seats + 4, columns, positions) : 0,
        STEP > 1 ? placeOf(seats + 8, columns, positions) : 0,
        STEP > 1 ? placeOf(seats + 12, columns, positions) : 0,
        <usize>word(record, SKIN_SPARE) << 2,
      )
    }
  } while (turn < count)
}

/** Where the first vertex of a seat's owner goes. */
// @ts-ignore: decorator
@inline
function placeOf(seat: usize, columns: usize, positions: i32): usize {
  return <usize>((positions << 2) + (load<i32>(columns + (load<i32>(seat) << 2)) << 3))
}

/**
 * Notes what the slots show from the one on whose turn comes `turn`-th, as far as there is room for.
 *
 * @param room bytes of the plan. @param filled bits of the slots to look at. @param steady deform section of a block
 * whose slots are deformed as they are as long as the plan holds; else 0. @returns whose turn comes next.
 */
function makePlan(
  plan: usize,
  room: usize,
  turn: i32,
  item: usize,
  table: usize,
  image: usize,
  lanes: i32,
  filled: usize,
  slots: usize,
  steady: usize,
): i32 {
  const slotRecords = table + (load<i32>(table, SKIN_TABLE_SLOTS << 2) << 2)
  const count = load<i32>(table, SKIN_TABLE_SLOT_COUNT << 2)
  const last = plan + room - (PLAN_MOST_WORDS << 2)
  for (; turn < count && item <= last; turn++) {
    if (turn == load<i32>(table, SKIN_TABLE_STEADY << 2)) store<i32>(plan, <i32>item, PLAN_STEADY << 2)
    const slot = load<i32>(slotRecords + (turn << SLOT_SHIFT), SKIN_SLOT_NTH << 2)
    if (((load<i32>(filled + ((slot >> 5) << 2)) >> slot) & 1) == 0) continue
    const at = slot << SLOT_SHIFT
    const rows = slots + <usize>(at * ROWS)
    // A vertex that is drawn has a number from 0 on.
    let left = ~negativeIn(rows + SLOT_VERTEX * ROW) & lanes
    while (left != 0) {
      const lane = ctz(left)
      const attachment = load<i32>(rows + (lane << 2), SLOT_ATTACHMENT * ROW)
      const sequence = load<i32>(rows + (lane << 2), SLOT_SEQUENCE * ROW)
      const vertex = load<i32>(rows + (lane << 2), SLOT_VERTEX * ROW)
      const record = table + <usize>(attachment * (SKIN_TABLE_WORDS << 2))
      const same =
        holding(rows + SLOT_ATTACHMENT * ROW, attachment) & holding(rows + SLOT_SEQUENCE * ROW, sequence) & left
      left &= ~same
      const frame =
        sequence < 0
          ? load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_SETUP_FRAME) << 2)
          : min(sequence, load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_FRAMES) << 2) - 1)
      const stride = load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_STRIDE) << 2)
      const data = (load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_DATA) << 2) + frame * stride) << 2
      let size = load<i32>(record, (SKIN_TABLE_FIRST + SKIN_TABLE_DEFORM) << 2)
      // Offsets that don't fit the attachment are not its own.
      if (size > load<i32>(slotRecords + at, SKIN_SLOT_SIZE << 2)) size = 0
      const states = rows + SLOT_DEFORMED * ROW
      if (steady != 0 && holding(states, 0) == ALL_LANES) size = 0
      let skin = <usize>(<i32>image + data)
      let where = ~(at | same)
      let words = PLAN_ALONE
      if ((holding(rows + SLOT_VERTEX * ROW, vertex) & same) == ALL_LANES) {
        // One run of vertices on one bone.
        const runs = load<i32>(skin, SKIN_PASSES << 2) == 1 && load<i32>(skin, SKIN_WHOLE_PASSES << 2) == 1
        const keyed =
          runs &&
          steady != 0 &&
          size >= 2 * FOUR_VERTICES &&
          holding(states, DEFORM_STATE_keyed) == ALL_LANES
        if (size == 0 || keyed) {
          where = vertex << 3
          words = PLAN_WORDS
          if (runs) {
            where |= PLAN_RUN
            skin += SKIN_FIRST_PASS << 2
          }
          if (keyed) {
            where |= PLAN_KEYED
            words = PLAN_ALONE
            size = <i32>steady + (load<i32>(slotRecords + at, SKIN_SLOT_KEYED << 2) << 2)
          }
        }
      }
      store<i32>(item, <i32>skin, PLAN_DATA << 2)
      store<i32>(item, size, PLAN_SIZE << 2)
      store<i32>(item, where, PLAN_WHERE << 2)
      item += words << 2
    }
  }
  if (turn < count) store<i32>(plan, 0, PLAN_LANES << 2)
  store<i32>(plan, <i32>item, PLAN_END << 2)
  return turn
}

/**
 * Skins what a plan has, so that the rows of all slots need not be looked through. Runs are skinned without a call that looks at
 * the attachment, and keyed ones without one that looks at the slot.
 *
 * @param lane the first of the vector: rows begin at it. @param s0 where its first vertex goes; `s1`, that of the next
 * lane, and so on. Those of free lanes mean nothing.
 */
function followPlan(
  plan: usize,
  table: usize,
  lane: i32,
  world: usize,
  slots: usize,
  deforms: usize,
  s0: usize,
  s1: usize,
  s2: usize,
  s3: usize,
  spare: usize,
): void {
  const end = <usize>load<i32>(plan, PLAN_END << 2)
  const d1 = s1 - s0
  const d2 = s2 - s0
  const d3 = s3 - s0
  for (let item = plan + (PLAN_FIRST << 2); item < end; ) {
    const data = <usize>load<i32>(item, PLAN_DATA << 2)
    const where = load<i32>(item, PLAN_WHERE << 2)
    if (where < 0) {
      skinLanes(item, table, lane, world, slots, deforms, s0, s1, s2, s3, spare)
      item += PLAN_ALONE << 2
      continue
    }
    item += PLAN_WORDS << 2
    if ((where & PLAN_RUN) == 0) {
      skinPlain(data, world, s0 + where, s1 + where, s2 + where, s3 + where)
      continue
    }
    const bone = world + (load<i32>(data, PASS_BONE << 2) << 2)
    const count: usize = load<i32>(data, PASS_COUNT << 2)
    const at = s0 + (where & ~(PLAN_RUN | PLAN_KEYED))
    if ((where & PLAN_KEYED) == 0) {
      skinWhole(bone, data + (SKIN_PASS_WORDS << 2), at, d1, d2, d3, at + (count << 3))
      continue
    }
    const keys = <usize>load<i32>(item) + <usize>(lane << 2)
    item += (PLAN_ALONE - PLAN_WORDS) << 2
    // Behind the offsets and the differences, `keyStride` words each.
    const places = ((count + 1) & ~1) << 4
    for (let i: usize = 0; i < <usize>STEP; i++)
      skinKeyed(keys + (i << 2), places, bone + (i << 2), i == 0 ? at : i == 1 ? at + d1 : i == 2 ? at + d2 : at + d3, count)
  }
}

/** What lanes show apart, or what may be deformed in one of them: as their slot rows say. */
function skinLanes(
  item: usize,
  table: usize,
  first: i32,
  world: usize,
  slots: usize,
  deforms: usize,
  s0: usize,
  s1: usize,
  s2: usize,
  s3: usize,
  spare: usize,
): void {
  const data = <usize>load<i32>(item, PLAN_DATA << 2)
  const where = load<i32>(item, PLAN_WHERE << 2)
  const size = load<i32>(item, PLAN_SIZE << 2)
  const shown = ~where & ALL_LANES
  const slot = ~where - shown
  let left = (shown >> first) & EVERY
  const record = table + (load<i32>(table, SKIN_TABLE_SLOTS << 2) << 2) + slot
  const rows = slots + <usize>(slot * ROWS)
  while (left != 0) {
    const lane = ctz(left)
    const state = load<i32>(rows + (lane << 2), SLOT_DEFORMED * ROW)
    const same = maskOf(eqInts(readInts(rows, SLOT_DEFORMED * ROW), splatInt(state))) & left
    left &= ~same
    const vertices = rows + SLOT_VERTEX * ROW
    const p0 = (same & 1) != 0 ? s0 + (load<i32>(vertices) << 3) : spare
    const p1 = (same & 2) != 0 ? s1 + (load<i32>(vertices, 4) << 3) : spare
    const p2 = (same & 4) != 0 ? s2 + (load<i32>(vertices, 8) << 3) : spare
    const p3 = (same & 8) != 0 ? s3 + (load<i32>(vertices, 12) << 3) : spare
    if (size == 0 || state == DEFORM_STATE_empty) skinPlain(data, world, p0, p1, p2, p3)
    else {
      const own = state == DEFORM_STATE_keyed ? 0 : deforms + (load<i32>(record, SKIN_SLOT_ROWS << 2) << 2)
      const keys = state == DEFORM_STATE_offsets ? 0 : deforms + (load<i32>(record, SKIN_SLOT_KEYED << 2) << 2)
      skinDeformed(data, world, own, keys, ((size + 3) & ~3) << 2, same, lane, p0, p1, p2, p3)
    }
  }
}
