/** Notes changes of a skeleton for the streams. Only functions that write call these. */
import type { SkeletonPool } from '../skeletons'
import { SKELETON_FLAG } from './bits'

/** Everything of a skeleton. */
const EVERYTHING = SKELETON_FLAG.shape | SKELETON_FLAG.filled | SKELETON_FLAG.order | SKELETON_FLAG.color

/** Drops all flags of the id's last owner: nothing of the new skeleton has been shown yet. */
export function startFlags({ pool }: SkeletonPool, eid: number): void {
  pool.columns.flags[eid] = EVERYTHING
}

/** Notes that everything is made again. */
export function noteEverything({ pool }: SkeletonPool, eid: number): void {
  pool.columns.flags[eid] |= EVERYTHING
}

/** Notes that other bones or slots take part in its program. */
export function noteProgram({ pool }: SkeletonPool, eid: number): void {
  pool.columns.flags[eid] |= SKELETON_FLAG.shape
}

/** Notes that its tint changed, or colours of slots that no animation keys. */
export function noteColors({ pool }: SkeletonPool, eid: number): void {
  pool.columns.flags[eid] |= SKELETON_FLAG.color
}

/** Notes that colours which animations key may have changed. */
export function noteKeyedColors({ pool }: SkeletonPool, eid: number): void {
  pool.columns.flags[eid] |= SKELETON_FLAG.keyedColor
}

/** Notes that the draw order changed. */
export function noteOrder({ pool }: SkeletonPool, eid: number): void {
  pool.columns.flags[eid] |= SKELETON_FLAG.order
}

/** Returns flags as they are before a slider writes. */
export function flagsBefore({ pool }: SkeletonPool, eid: number): number {
  return pool.columns.flags[eid]
}

/**
 * Takes back the flags that a slider's writes have raised: the end of its program's run finds the changes (`endShown`).
 */
export function takeBackChanges({ pool }: SkeletonPool, eid: number, before: number): void {
  pool.columns.flags[eid] = before | (pool.columns.flags[eid] & SKELETON_FLAG.keyedColor)
}
