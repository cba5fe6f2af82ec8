import { skin, skinDeformed } from '../kernels/skin'
import {
  LANES,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
  SLOT_FIELDS,
  SLOT_SEQUENCE,
  SLOT_VERTEX,
} from '../memory/lanes'
import type { Chunk } from '../world/blocks'
import type { AnimationState } from '../world/state'
import { deformRows } from './clipping'
import { frameOf } from './shown'

/**
 * Skins one slot of one block for the lanes that run: one kernel call for each distinct attachment, frame
 * and deform flag among them (PERF-NOTES §5). Lanes that show nothing here are left out.
 *
 * @param block word index of the block's record. @param starts per lane: word of its first vertex.
 */
export function skinBlockSlot(
  state: AnimationState,
  chunk: Chunk,
  block: number,
  slot: number,
  lanes: number,
  starts: Int32Array,
): void {
  const { f32, i32 } = state.arena
  const { attachments } = chunk.rig.rig
  const rows = block + chunk.layout.slots + slot * SLOT_FIELDS * LANES
  const vertices = rows + SLOT_VERTEX * LANES
  let left = 0
  for (let lane = 0; lane < LANES; lane++)
    if ((lanes & (1 << lane)) !== 0 && i32[vertices + lane] >= 0) left |= 1 << lane
  while (left !== 0) {
    const lane = 31 - Math.clz32(left & -left)
    const attachment = i32[rows + SLOT_ATTACHMENT * LANES + lane]
    const sequence = i32[rows + SLOT_SEQUENCE * LANES + lane]
    const deformed = i32[rows + SLOT_DEFORMED * LANES + lane]
    const stride = attachments.skinStride[attachment]
    let same = 0
    for (let other = lane; other < LANES; other++) {
      if ((left & (1 << other)) === 0) continue
      if (i32[rows + SLOT_ATTACHMENT * LANES + other] !== attachment) continue
      if (i32[rows + SLOT_DEFORMED * LANES + other] !== deformed) continue
      if (stride !== 0 && i32[rows + SLOT_SEQUENCE * LANES + other] !== sequence) continue
      same |= 1 << other
    }
    left &= ~same
    const frame = stride === 0 ? 0 : frameOf(attachments, attachment, sequence)
    const { image } = chunk.rig
    const data = image + attachments.skin[attachment] + frame * stride
    const world = block + chunk.layout.world
    const out0 = starts[0] + 2 * i32[vertices]
    const out1 = starts[1] + 2 * i32[vertices + 1]
    const out2 = starts[2] + 2 * i32[vertices + 2]
    const out3 = starts[3] + 2 * i32[vertices + 3]
    const deform = deformed === 0 ? -1 : deformRows(chunk, slot, attachment)
    if (deform < 0) skin(f32, i32, image, data, world, same, out0, out1, out2, out3)
    else skinDeformed(f32, i32, image, data, world, block + deform, same, out0, out1, out2, out3)
  }
}
