/**
 * Skins the vertices of a chunk's blocks. While slots show the same attachments, plans (src/world/chunks/plans) list
 * them.
 */
import { ALL_LANES, CHUNK, DEFORM_STATE, FOUR, LANES, PASS, PLAN, SKIN, SLOT } from '../layout'
import { eqInts, EVERY, holding, maskOf, negativeIn, readInts, ROW, splatInt, STEP } from '../lanes'
import { rowsAt, word } from '../program/rows'
import { skinPlain, skinWhole } from './skin'
import { Skin, skinKeyed, skinShown } from './skin-deformed'

/**
 * A slot's record takes as many bytes as a word of lane masks, so one number indexes both. Its rows take ROWS times as
 * many.
 */
const SLOT_SHIFT: i32 = 4
const ROWS: i32 = (SLOT.FIELDS * ROW) >> SLOT_SHIFT

/** The header of a block's plan (PLAN_LANES …), and scratch of the current block. */
@unmanaged
class Plan {
  lanes: i32
  end: usize
  steady: usize
  still: i32
  table: usize
  image: usize
  /** Sections, at lane 0. */
  world: usize
  slots: usize
  deforms: usize
  /** Room for vertices of lanes that are not skinned. */
  spare: usize
}

// @ts-ignore: decorator
@inline
function planAt(address: usize): Plan {
  if (offsetof<Plan>('table') != PLAN.SCRATCH << 2 || offsetof<Plan>() + offsetof<Skin>() > <usize>PLAN.FIRST << 2)
    ERROR('the plan has no room for it')
  return changetype<Plan>(address)
}

// @ts-ignore: decorator
@inline
function firstItem(plan: Plan): usize {
  return changetype<usize>(plan) + (PLAN.FIRST << 2)
}

/** Skins a chunk's lanes. @param context word index of the record (src/world/chunks/chunk-context). */
export function skinBlocks(context: i32): void {
  const record = <usize>context << 2
  const blocks = word(record, CHUNK.BLOCKS)
  for (let block = 0; block < blocks; block++) {
    const lanes = load<i32>(<usize>(word(record, CHUNK.MASKS) + block) << 2)
    if (lanes != 0) skinBlock(record, block, lanes)
  }
}

function skinBlock(record: usize, block: i32, lanes: i32): void {
  const seats = <usize>(word(record, CHUNK.OWNERS) + block * LANES) << 2
  const columns = <usize>word(record, SKIN.STARTS) << 2
  const positions = word(record, SKIN.POSITIONS)
  const filled = <usize>word(record, SKIN.FILLED) << 2
  const room = word(record, CHUNK.PLAN_STRIDE)
  const at = block * word(record, CHUNK.STRIDE)
  const plan = planAt(<usize>(word(record, CHUNK.PLANS) + block * room) << 2)
  plan.table = <usize>word(record, CHUNK.TABLE) << 2
  plan.image = <usize>word(record, SKIN.IMAGE) << 2
  plan.world = <usize>(word(record, SKIN.WORLD) + block * word(record, SKIN.WORLD_STRIDE)) << 2
  plan.slots = <usize>(word(record, CHUNK.SLOTS) + at) << 2
  plan.deforms = <usize>(word(record, CHUNK.DEFORM) + at) << 2
  plan.spare = <usize>word(record, SKIN.SPARE) << 2
  const count = word(plan.table, SKIN.TABLE_SLOT_COUNT)
  const held = plan.lanes
  const wanted = plan.still != 0 ? lanes | PLAN.DEFORMED : lanes
  let turn = count
  let item = firstItem(plan)
  if (held != wanted) {
    turn = 0
    if (held == (wanted | PLAN.PARTLY)) {
      turn = word(plan.table, SKIN.TABLE_STEADY)
      item = plan.steady
    }
    plan.lanes = wanted
  }
  do {
    if (turn < count) {
      turn = makePlan(plan, room << 2, turn, item, lanes, filled)
      item = firstItem(plan)
    }
    for (let lane = 0; lane < LANES; lane += STEP)
      if (((lanes >> lane) & EVERY) != 0) followPlan(plan, lane, seats, columns, positions)
  } while (turn < count)
}

/** Returns the address of the first vertex of a seat's owner. */
// @ts-ignore: decorator
@inline
function placeOf(seat: usize, columns: usize, positions: i32): usize {
  return <usize>((positions << 2) + (load<i32>(columns + (load<i32>(seat) << 2)) << 3))
}

/**
 * Lists the attachments of slots in a plan, from the `turn`-th slot of the table on, as long as they fit.
 *
 * @param room bytes of the plan.
 * @param filled bits of filled slots.
 * @returns the turn of the first slot that did not fit.
 */
function makePlan(plan: Plan, room: usize, turn: i32, item: usize, lanes: i32, filled: usize): i32 {
  const table = plan.table
  const image = plan.image
  const slots = plan.slots
  // The deforms of slots stay the same as long as the plan is valid.
  const steady = plan.still != 0
  const slotRecords = table + (load<i32>(table, SKIN.TABLE_SLOTS << 2) << 2)
  const count = load<i32>(table, SKIN.TABLE_SLOT_COUNT << 2)
  const last = changetype<usize>(plan) + room - (PLAN.MOST_WORDS << 2)
  for (; turn < count && item <= last; turn++) {
    if (turn == load<i32>(table, SKIN.TABLE_STEADY << 2)) plan.steady = item
    const slot = load<i32>(slotRecords + (turn << SLOT_SHIFT), SKIN.SLOT_NTH << 2)
    if (((load<i32>(filled + ((slot >> 5) << 2)) >> slot) & 1) == 0) continue
    const at = slot << SLOT_SHIFT
    const rows = slots + <usize>(at * ROWS)
    // Drawn vertices are numbered from 0.
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
      // A deform of another size belongs to another attachment.
      if (size > load<i32>(slotRecords + at, SKIN.SLOT_SIZE << 2)) size = 0
      const states = rows + SLOT.DEFORMED * ROW
      if (steady && holding(states, 0) == ALL_LANES) size = 0
      let skin = <usize>(<i32>image + data)
      let where = ~(at | same)
      let words = PLAN.ALONE
      if ((holding(rows + SLOT.VERTEX * ROW, vertex) & same) == ALL_LANES) {
        // One run of vertices on one bone.
        const runs = load<i32>(skin, SKIN.PASSES << 2) == 1 && load<i32>(skin, SKIN.WHOLE_PASSES << 2) == 1
        const keyed =
          runs &&
          steady &&
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
            size = <i32>plan.deforms + (load<i32>(slotRecords + at, SKIN.SLOT_KEYED << 2) << 2)
          }
        }
      }
      store<i32>(item, <i32>skin, PLAN.DATA << 2)
      store<i32>(item, size, PLAN.SIZE << 2)
      store<i32>(item, where, PLAN.WHERE << 2)
      item += words << 2
    }
  }
  if (turn < count) plan.lanes = 0
  plan.end = item
  return turn
}

/**
 * Skins the attachments of a plan, without reading the rows of all slots. Vertex runs on one bone and keyed attachments
 * have fast paths of their own.
 *
 * @param lane the first of the vector.
 * @param seats owners of the block's seats.
 * @param columns the first vertex of each entity.
 */
function followPlan(plan: Plan, lane: i32, seats: usize, columns: usize, positions: i32): void {
  const first = <usize>(lane << 2)
  const world = plan.world + first
  const end = plan.end
  // Addresses of each lane's first vertex; for a free lane, any address.
  const s0 = placeOf(seats + first, columns, positions)
  const s1: usize = STEP > 1 ? placeOf(seats + 4, columns, positions) : 0
  const s2: usize = STEP > 1 ? placeOf(seats + 8, columns, positions) : 0
  const s3: usize = STEP > 1 ? placeOf(seats + 12, columns, positions) : 0
  const d1 = s1 - s0
  const d2 = s2 - s0
  const d3 = s3 - s0
  for (let item = firstItem(plan); item < end; ) {
    const data = <usize>load<i32>(item, PLAN.DATA << 2)
    const where = load<i32>(item, PLAN.WHERE << 2)
    if (where < 0) {
      skinLanes(plan, item, lane, s0, s1, s2, s3)
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
    // After the offsets and the differences, which take `keyStride` words each.
    const places = ((count + 1) & ~1) << 4
    for (let i: usize = 0; i < <usize>STEP; i++)
      skinKeyed(keys + (i << 2), places, bone + (i << 2), i == 0 ? at : i == 1 ? at + d1 : i == 2 ? at + d2 : at + d3, count)
  }
}

/** Skins an attachment by the slot's rows: not all lanes show it in the same way, or a lane may deform it. */
function skinLanes(plan: Plan, item: usize, first: i32, s0: usize, s1: usize, s2: usize, s3: usize): void {
  const skin = changetype<Skin>(changetype<usize>(plan) + offsetof<Plan>())
  const from = <usize>(first << 2)
  const table = plan.table
  const deforms = plan.deforms + from
  const where = load<i32>(item, PLAN.WHERE << 2)
  const size = load<i32>(item, PLAN.SIZE << 2)
  const spare = plan.spare
  const shown = ~where & ALL_LANES
  const slot = ~where - shown
  let left = (shown >> first) & EVERY
  const record = table + (load<i32>(table, SKIN.TABLE_SLOTS << 2) << 2) + slot
  const rows = plan.slots + from + <usize>(slot * ROWS)
  const vertices = rows + SLOT.VERTEX * ROW
  skin.data = <usize>load<i32>(item, PLAN.DATA << 2)
  skin.world = plan.world + from
  while (left != 0) {
    const state = load<i32>(rows + (ctz(left) << 2), SLOT.DEFORMED * ROW)
    const same = maskOf(eqInts(readInts(rows, SLOT.DEFORMED * ROW), splatInt(state))) & left
    left &= ~same
    skin.p0 = (same & 1) != 0 ? s0 + (load<i32>(vertices) << 3) : spare
    skin.p1 = (same & 2) != 0 ? s1 + (load<i32>(vertices, 4) << 3) : spare
    skin.p2 = (same & 4) != 0 ? s2 + (load<i32>(vertices, 8) << 3) : spare
    skin.p3 = (same & 8) != 0 ? s3 + (load<i32>(vertices, 12) << 3) : spare
    skin.rows = rowsAt(deforms, record, SKIN.SLOT_ROWS)
    skin.keys = rowsAt(deforms, record, SKIN.SLOT_KEYED)
    skinShown(skin, state, size, same)
  }
}
