import { doubleColumns } from '../memory/growing'
import {
  APPLY_FLAG,
  type ApplyList,
  DEFORM_BEGINS,
  type DeformList,
  MIX_BLEND,
  WORK_ALPHA,
  WORK_FIELDS,
} from '../world/playback'

export function createApplyList(size: number): ApplyList {
  return {
    count: 0,
    entity: new Uint32Array(size),
    animation: new Int32Array(size),
    entry: new Int32Array(size),
    work: new Float64Array(size * WORK_FIELDS),
    flags: new Uint8Array(size),
    blend: new Uint8Array(size),
    direction: new Uint8Array(size),
    modes: new Int32Array(size),
    deformStart: new Int32Array(size),
    deformCount: new Int32Array(size),
  }
}

export function createDeformList(size: number): DeformList {
  return { count: 0, tracks: new Int32Array(size) }
}

/**
 * Makes room for one more item; lists are scratch and grow freely, but never in the steady state.
 *
 * @returns its index.
 */
export function pushItem(list: ApplyList): number {
  if (list.count === list.entity.length) doubleColumns(list)
  return list.count++
}

/** Whether what the item samples is only stored, whatever its rows held: at full weight, over the setup pose or the first. */
export function isStored({ blend, flags, modes, work }: ApplyList, item: number): boolean {
  if ((flags[item] & APPLY_FLAG.held) !== 0) return true
  return modes[item] < 0 && blend[item] <= MIX_BLEND.first && work[item * WORK_FIELDS + WORK_ALPHA] === 1
}

/** Notes a deform application that acts. */
export function pushDeform(list: DeformList, track: number, empty: boolean): void {
  if (list.count === list.tracks.length) doubleColumns(list)
  list.tracks[list.count++] = empty ? track | DEFORM_BEGINS : track
}
