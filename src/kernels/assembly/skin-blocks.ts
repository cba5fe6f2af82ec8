/** The vertices of a chunk's blocks: what src/streams/skin-block does for each of its blocks. */
import {
  ALL_LANES,
  DEFORM_STATE_empty,
  DEFORM_STATE_keyed,
  DEFORM_STATE_offsets,
  LANES,
  SKIN_SLOT_KEYED,
  SKIN_SLOT_ROWS,
  SKIN_SLOT_SIZE,
  SKIN_SLOT_WORDS,
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
import { lanesOf } from './lanes'
import { skinPlain } from './skin'
import { skinDeformed } from './skin-deformed'

const ROW: i32 = LANES << 2

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
    skinBlock(
      <usize>table << 2,
      <usize>image << 2,
      lanes,
      <usize>filled << 2,
      <usize>(world + block * worldStride) << 2,
      <usize>(slots + at) << 2,
      <usize>(deform + at) << 2,
      i32x4.add(i32x4.splat(positions << 2), i32x4.shl(starts, 3)),
    )
  }
}

/** @param filled bits of the slots to look at. @param starts first vertex of each lane; of free lanes they mean nothing. */
function skinBlock(
  table: usize,
  image: usize,
  lanes: i32,
  filled: usize,
  world: usize,
  slots: usize,
  deforms: usize,
  starts: v128,
): void {
  const spare = table + (load<i32>(table, SKIN_TABLE_SPARE << 2) << 2)
  const records = table + (SKIN_TABLE_FIRST << 2)
  let slotRecords = table + (load<i32>(table, SKIN_TABLE_SLOTS << 2) << 2)
  for (let count = load<i32>(table, SKIN_TABLE_SLOT_COUNT << 2); count > 0; count -= 32) {
    for (let bits = load<i32>(filled); bits != 0; bits &= bits - 1) {
      const rows = slots + <usize>(ctz(bits) * (SLOT_FIELDS * ROW))
      const vertices = v128.load(rows, SLOT_VERTEX * ROW)
      // What a lane draws has a number from 0 on.
      let left = ~i32x4.bitmask(vertices) & lanes
      while (left != 0) {
        const lane = ctz(left)
        const attachments = v128.load(rows, SLOT_ATTACHMENT * ROW)
        const states = v128.load(rows, SLOT_DEFORMED * ROW)
        const attachment = load<i32>(rows + (lane << 2), SLOT_ATTACHMENT * ROW)
        const state = load<i32>(rows + (lane << 2), SLOT_DEFORMED * ROW)
        const sequence = load<i32>(rows + (lane << 2), SLOT_SEQUENCE * ROW)
        const record = records + <usize>(attachment * (SKIN_TABLE_WORDS << 2))
        const stride = load<i32>(record, SKIN_TABLE_STRIDE << 2)
        let alike = v128.and(
          i32x4.eq(attachments, i32x4.splat(attachment)),
          i32x4.eq(states, i32x4.splat(state)),
        )
        let frame = 0
        if (stride != 0) {
          alike = v128.and(alike, i32x4.eq(v128.load(rows, SLOT_SEQUENCE * ROW), i32x4.splat(sequence)))
          frame =
            sequence < 0
              ? load<i32>(record, SKIN_TABLE_SETUP_FRAME << 2)
              : min(sequence, load<i32>(record, SKIN_TABLE_FRAMES << 2) - 1)
        }
        const same = i32x4.bitmask(alike) & left
        left &= ~same
        const data = image + (<usize>(load<i32>(record, SKIN_TABLE_DATA << 2) + frame * stride) << 2)
        let outs = i32x4.add(starts, i32x4.shl(vertices, 3))
        if (same != ALL_LANES) outs = v128.bitselect(outs, i32x4.splat(<i32>spare), lanesOf(same))
        const p0 = <usize>i32x4.extract_lane(outs, 0)
        const p1 = <usize>i32x4.extract_lane(outs, 1)
        const p2 = <usize>i32x4.extract_lane(outs, 2)
        const p3 = <usize>i32x4.extract_lane(outs, 3)
        const slot = slotRecords + <usize>(ctz(bits) * (SKIN_SLOT_WORDS << 2))
        const size = state == DEFORM_STATE_empty ? 0 : load<i32>(record, SKIN_TABLE_DEFORM << 2)
        // Offsets that don't fit the attachment are not its own.
        if (size == 0 || size > load<i32>(slot, SKIN_SLOT_SIZE << 2)) skinPlain(data, world, p0, p1, p2, p3)
        else {
          const own = state == DEFORM_STATE_keyed ? 0 : deforms + (load<i32>(slot, SKIN_SLOT_ROWS << 2) << 2)
          const keys = state == DEFORM_STATE_offsets ? 0 : deforms + (load<i32>(slot, SKIN_SLOT_KEYED << 2) << 2)
          const ahead = ((size + 3) & ~3) << 2
          skinDeformed(data, world, own, keys, ahead, same, lane, p0, p1, p2, p3)
        }
      }
    }
    filled += 4
    slots += 32 * SLOT_FIELDS * ROW
    slotRecords += 32 * (SKIN_SLOT_WORDS << 2)
  }
}
