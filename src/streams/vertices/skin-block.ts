import { DEFORM_STATE } from '../../kernels/mix/deform-rows'
import { skin } from '../../kernels/skin/skin'
import {
  ALL_LANES,
  LANES,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
  SLOT_FIELDS,
  SLOT_SEQUENCE,
  SLOT_VERTEX,
} from '../../memory/lanes'
import { keyStride } from '../../rig/animation/image'
import type { Chunk } from '../../world/chunks/blocks'
import { filledWords, lowestSlot } from '../../world/chunks/filled'
import type { AnimationState } from '../../world/state'
import { frameOf } from '../shown'
import { widen } from './wide'

const ATTACHMENT = SLOT_ATTACHMENT * LANES
const SEQUENCE = SLOT_SEQUENCE * LANES
const DEFORMED = SLOT_DEFORMED * LANES
const VERTEX = SLOT_VERTEX * LANES

/**
 * Skins the slots of one block for some lanes, those that the chunk may have filled: one kernel call for each distinct
 * attachment, frame and deform state among them. Lanes that show nothing in a slot are left out there.
 *
 * @param block word index of the block's record. @param world word index of its world rows.
 * @param starts per lane: word of its first vertex.
 */
export function skinBlock(
  state: AnimationState,
  chunk: Chunk,
  block: number,
  world: number,
  lanes: number,
  starts: Int32Array,
): void {
  const { f32, i32 } = state.arena
  const { wide } = state.streams.pools
  if (lanes === ALL_LANES) widen(wide, f32, world, chunk.layout.worldStride)
  const { rows: doubles } = wide
  const { image, rig } = chunk.rig
  const { attachments } = rig
  const { skin: skins, skinStride, deform: sizes } = attachments
  const { deformOf, deformSize, keyedOf } = rig.rows
  const start0 = starts[0]
  const start1 = starts[1]
  const start2 = starts[2]
  const start3 = starts[3]
  const deforms = (block + chunk.layout.shownDeform) | 0
  const first = (block + chunk.layout.shownSlots) | 0
  const words = filledWords(chunk.rig)
  for (let word = 0; word < words; word++)
    for (let bits = i32[(chunk.filled + word) | 0]; bits !== 0; bits &= bits - 1) {
      const slot = lowestSlot(word, bits)
      const rows = (first + Math.imul(slot, SLOT_FIELDS * LANES)) | 0
      const vertex0 = i32[(rows + VERTEX) | 0]
      const vertex1 = i32[(rows + VERTEX + 1) | 0]
      const vertex2 = i32[(rows + VERTEX + 2) | 0]
      const vertex3 = i32[(rows + VERTEX + 3) | 0]
      if ((vertex0 & vertex1 & vertex2 & vertex3) < 0) continue
      const out0 = (start0 + 2 * vertex0) | 0
      const out1 = (start1 + 2 * vertex1) | 0
      const out2 = (start2 + 2 * vertex2) | 0
      const out3 = (start3 + 2 * vertex3) | 0
      // What a lane draws has a number from 0 on.
      let left =
        lanes &
        ((~vertex0 >>> 31) | ((~vertex1 >>> 30) & 2) | ((~vertex2 >>> 29) & 4) | ((~vertex3 >>> 28) & 8))
      while (left !== 0) {
        const lane = 31 - Math.clz32(left & -left)
        const attachment = i32[(rows + ATTACHMENT + lane) | 0]
        const stride = skinStride[attachment]
        const alike = left === ALL_LANES && areAlike(i32, rows, stride !== 0)
        const same = alike ? ALL_LANES : likeLane(i32, rows, lane, left, stride !== 0)
        left &= ~same
        const frame = stride === 0 ? 0 : frameOf(attachments, attachment, i32[rows + SEQUENCE + lane])
        const data = (image + skins[attachment] + Math.imul(frame, stride)) | 0
        const deformed = i32[(rows + DEFORMED + lane) | 0]
        const size = deformed === DEFORM_STATE.empty ? 0 : sizes[attachment]
        // Offsets that don't fit the attachment are not its own.
        const moves = size !== 0 && size <= deformSize[slot]
        const own = moves && deformed !== DEFORM_STATE.keyed ? (deforms + deformOf[slot] * LANES) | 0 : -1
        const keys = moves && deformed !== DEFORM_STATE.offsets ? (deforms + keyedOf[slot] * LANES) | 0 : -1
        skin(f32, doubles, i32, data, world, own, keys, keyStride(size), same, out0, out1, out2, out3)
      }
    }
}

/** Whether all lanes show the same: the common case. */
function areAlike(i32: Int32Array, rows: number, framed: boolean): boolean {
  const attachment = i32[(rows + ATTACHMENT) | 0]
  const deformed = i32[(rows + DEFORMED) | 0]
  const differs =
    (i32[(rows + ATTACHMENT + 1) | 0] ^ attachment) |
    (i32[(rows + ATTACHMENT + 2) | 0] ^ attachment) |
    (i32[(rows + ATTACHMENT + 3) | 0] ^ attachment) |
    (i32[(rows + DEFORMED + 1) | 0] ^ deformed) |
    (i32[(rows + DEFORMED + 2) | 0] ^ deformed) |
    (i32[(rows + DEFORMED + 3) | 0] ^ deformed)
  return differs === 0 && (!framed || likeLane(i32, rows, 0, ALL_LANES, true) === ALL_LANES)
}

/** Those of `lanes` that show the same as `lane`, the lowest of them. @param framed whether frames matter. */
function likeLane(i32: Int32Array, rows: number, lane: number, lanes: number, framed: boolean): number {
  const attachment = i32[rows + ATTACHMENT + lane]
  const deformed = i32[rows + DEFORMED + lane]
  const sequence = i32[rows + SEQUENCE + lane]
  let same = 1 << lane
  for (let other = lane + 1; other < LANES; other++) {
    if ((lanes & (1 << other)) === 0) continue
    if (i32[rows + ATTACHMENT + other] !== attachment || i32[rows + DEFORMED + other] !== deformed) continue
    if (framed && i32[rows + SEQUENCE + other] !== sequence) continue
    same |= 1 << other
  }
  return same
}
