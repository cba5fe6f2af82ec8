/**
 * The vertices of a chunk's blocks: what src/streams/vertices/skin-block does for each of its blocks, by its plan (src/world/chunks/plans).
 */
import { ALL_LANES, DEFORM_STATE, FOUR, LANES, PASS, PLAN, SKIN, SLOT } from '../layout'
import { eqInts, EVERY, holding, maskOf, negativeIn, readInts, ROW, splatInt, STEP } from '../lanes'
import { skinPlain, skinWhole } from './skin'
import { skinDeformed, skinKeyed } from './skin-deformed'

/** A slot's record takes as many bytes as there are masks of lanes, so that one number says both; its rows take ROWS as many. */
const SLOT_SHIFT: i32 = 4
const ROWS: i32 = (SLOT.FIELDS * ROW) >> SLOT_SHIFT

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
    const plan = <usize>(plans + block * planStride) << 2
    const rows = <usize>(slots + at) << 2
    const count = load<i32>(<usize>table << 2, SKIN.TABLE_SLOT_COUNT << 2)
    const held = load<i32>(plan, PLAN.LANES << 2)
    const steady = load<i32>(plan, PLAN.STILL << 2) != 0
    const wanted = steady ? lanes | PLAN.DEFORMED : lanes
    let turn = count
    let item = plan + (PLAN.FIRST << 2)
    if (held != wanted) {
      turn = 0
      if (held == (wanted | PLAN.PARTLY)) {
        turn = load<i32>(<usize>table << 2, SKIN.TABLE_STEADY << 2)
        item = <usize>load<i32>(plan, PLAN.STEADY << 2)
      }
      store<i32>(plan, wanted, PLAN.LANES << 2)
    }
    do {
      if (turn < count) {
        turn = makePlan(
          plan,
          planStride << 2,
          turn,
          item,
          <usize>table << 2,
          <usize>image << 2,
          lanes,
          <usize>filled << 2,
          rows,
          steady ? <usize>(deform + at) << 2 : 0,
        )
        item = plan + (PLAN.FIRST << 2)
      }
      for (let lane = 0; lane < LANES; lane += STEP) {
        if (((lanes >> lane) & EVERY) == 0) continue
        const first = <usize>(lane << 2)
        followPlan(
          plan,
          <usize>table << 2,
          lane,
          (<usize>(world + block * worldStride) << 2) + first,
          rows + first,
          (<usize>(deform + at) << 2) + first,
          placeOf(seats + first, columns, positions),
          STEP > 1 ? placeOf(seats + 4, columns, positions) : 0,
          STEP > 1 ? placeOf(seats + 8, columns, positions) : 0,
          STEP > 1 ? placeOf(seats + 12, columns, positions) : 0,
        )
      }
    } while (turn < count)
  }
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
  const slotRecords = table + (load<i32>(table, SKIN.TABLE_SLOTS << 2) << 2)
  const count = load<i32>(table, SKIN.TABLE_SLOT_COUNT << 2)
  const last = plan + room - (PLAN.MOST_WORDS << 2)
  for (; turn < count && item <= last; turn++) {
    if (turn == load<i32>(table, SKIN.TABLE_STEADY << 2)) store<i32>(plan, <i32>item, PLAN.STEADY << 2)
    const slot = load<i32>(slotRecords + (turn << SLOT_SHIFT), SKIN.SLOT_NTH << 2)
    if (((load<i32>(filled + ((slot >> 5) << 2)) >> slot) & 1) == 0) continue
    const at = slot << SLOT_SHIFT
    const rows = slots + <usize>(at * ROWS)
    // A vertex that is drawn has a number from 0 on.
    let left = ~negativeIn(rows + SLOT.VERTEX * ROW) & lanes
    while (left != 0) {
      const lane = ctz(left)
      const attachment = load<i32>(rows + (lane << 2), SLOT.ATTACHMENT * ROW)
      const sequence = load<i32>(rows + (lane << 2), SLOT.SEQUENCE * ROW)
      const vertex = load<i32>(rows + (lane << 2), SLOT.VERTEX * ROW)
      const record = table + <usize>(attachment * (SKIN.TABLE_WORDS << 2))
      const same =
        holding(rows + SLOT.ATTACHMENT * ROW, attachment) & holding(rows + SLOT.SEQUENCE * ROW, sequence) & left
      left &= ~same
      const frame =
        sequence < 0
          ? load<i32>(record, (SKIN.TABLE_FIRST + SKIN.TABLE_SETUP_FRAME) << 2)
          : min(sequence, load<i32>(record, (SKIN.TABLE_FIRST + SKIN.TABLE_FRAMES) << 2) - 1)
      const stride = load<i32>(record, (SKIN.TABLE_FIRST + SKIN.TABLE_STRIDE) << 2)
      const data = (load<i32>(record, (SKIN.TABLE_FIRST + SKIN.TABLE_DATA) << 2) + frame * stride) << 2
      let size = load<i32>(record, (SKIN.TABLE_FIRST + SKIN.TABLE_DEFORM) << 2)
      // Offsets that don't fit the attachment are not its own.
      if (size > load<i32>(slotRecords + at, SKIN.SLOT_SIZE << 2)) size = 0
      const states = rows + SLOT.DEFORMED * ROW
      if (steady != 0 && holding(states, 0) == ALL_LANES) size = 0
      let skin = <usize>(<i32>image + data)
      let where = ~(at | same)
      let words = PLAN.ALONE
      if ((holding(rows + SLOT.VERTEX * ROW, vertex) & same) == ALL_LANES) {
        // One run of vertices on one bone.
        const runs = load<i32>(skin, SKIN.PASSES << 2) == 1 && load<i32>(skin, SKIN.WHOLE_PASSES << 2) == 1
        const keyed =
          runs &&
          steady != 0 &&
          size >= 2 * FOUR.VERTICES &&
          holding(states, DEFORM_STATE.keyed) == ALL_LANES
        if (size == 0 || keyed) {
          where = vertex << 3
          words = PLAN.WORDS
          if (runs) {
            where |= PLAN.RUN
            skin += SKIN.FIRST_PASS << 2
          }
          if (keyed) {
            where |= PLAN.KEYED
            words = PLAN.ALONE
            size = <i32>steady + (load<i32>(slotRecords + at, SKIN.SLOT_KEYED << 2) << 2)
          }
        }
      }
      store<i32>(item, <i32>skin, PLAN.DATA << 2)
      store<i32>(item, size, PLAN.SIZE << 2)
      store<i32>(item, where, PLAN.WHERE << 2)
      item += words << 2
    }
  }
  if (turn < count) store<i32>(plan, 0, PLAN.LANES << 2)
  store<i32>(plan, <i32>item, PLAN.END << 2)
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
): void {
  const end = <usize>load<i32>(plan, PLAN.END << 2)
  const d1 = s1 - s0
  const d2 = s2 - s0
  const d3 = s3 - s0
  for (let item = plan + (PLAN.FIRST << 2); item < end; ) {
    const data = <usize>load<i32>(item, PLAN.DATA << 2)
    const where = load<i32>(item, PLAN.WHERE << 2)
    if (where < 0) {
      skinLanes(item, table, lane, world, slots, deforms, s0, s1, s2, s3)
      item += PLAN.ALONE << 2
      continue
    }
    item += PLAN.WORDS << 2
    if ((where & PLAN.RUN) == 0) {
      skinPlain(data, world, s0 + where, s1 + where, s2 + where, s3 + where)
      continue
    }
    const bone = world + (load<i32>(data, PASS.BONE << 2) << 2)
    const count: usize = load<i32>(data, PASS.COUNT << 2)
    const at = s0 + (where & ~(PLAN.RUN | PLAN.KEYED))
    if ((where & PLAN.KEYED) == 0) {
      skinWhole(bone, data + (SKIN.PASS_WORDS << 2), at, d1, d2, d3, at + (count << 3))
      continue
    }
    const keys = <usize>load<i32>(item) + <usize>(lane << 2)
    item += (PLAN.ALONE - PLAN.WORDS) << 2
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
): void {
  const data = <usize>load<i32>(item, PLAN.DATA << 2)
  const where = load<i32>(item, PLAN.WHERE << 2)
  const size = load<i32>(item, PLAN.SIZE << 2)
  const spare = table + (load<i32>(table, SKIN.TABLE_SPARE << 2) << 2)
  const shown = ~where & ALL_LANES
  const slot = ~where - shown
  let left = (shown >> first) & EVERY
  const record = table + (load<i32>(table, SKIN.TABLE_SLOTS << 2) << 2) + slot
  const rows = slots + <usize>(slot * ROWS)
  while (left != 0) {
    const lane = ctz(left)
    const state = load<i32>(rows + (lane << 2), SLOT.DEFORMED * ROW)
    const same = maskOf(eqInts(readInts(rows, SLOT.DEFORMED * ROW), splatInt(state))) & left
    left &= ~same
    const vertices = rows + SLOT.VERTEX * ROW
    const p0 = (same & 1) != 0 ? s0 + (load<i32>(vertices) << 3) : spare
    const p1 = (same & 2) != 0 ? s1 + (load<i32>(vertices, 4) << 3) : spare
    const p2 = (same & 4) != 0 ? s2 + (load<i32>(vertices, 8) << 3) : spare
    const p3 = (same & 8) != 0 ? s3 + (load<i32>(vertices, 12) << 3) : spare
    if (size == 0 || state == DEFORM_STATE.empty) skinPlain(data, world, p0, p1, p2, p3)
    else {
      const own = state == DEFORM_STATE.keyed ? 0 : deforms + (load<i32>(record, SKIN.SLOT_ROWS << 2) << 2)
      const keys = state == DEFORM_STATE.offsets ? 0 : deforms + (load<i32>(record, SKIN.SLOT_KEYED << 2) << 2)
      skinDeformed(data, world, own, keys, ((size + 3) & ~3) << 2, same, lane, p0, p1, p2, p3)
    }
  }
}
