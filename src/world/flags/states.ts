/** States of a skeleton that its flags hold. */
import type { SkeletonPool } from '../skeletons'
import { SKELETON_FLAG } from './bits'

/** Returns whether an entity has skeleton rows, and still has its `Skeleton`. */
export function isPresent({ pool }: SkeletonPool, eid: number): boolean {
  return (
    eid < pool.capacity &&
    pool.columns.serial[eid] > 0 &&
    (pool.columns.flags[eid] & SKELETON_FLAG.gone) === 0
  )
}

/** Returns whether a skeleton that has rows lost its `Skeleton`. */
export function isGone({ pool }: SkeletonPool, eid: number): boolean {
  return (pool.columns.flags[eid] & SKELETON_FLAG.gone) !== 0
}

/**
 * Notes that the entity lost its `Skeleton`: it is no longer drawn, and its rows are freed at the next structure call.
 */
export function markGone({ pool }: SkeletonPool, eid: number): void {
  pool.columns.flags[eid] |= SKELETON_FLAG.gone
}

/** Returns whether its vertices are drawn. */
export function isDrawn({ pool }: SkeletonPool, eid: number): boolean {
  return (pool.columns.flags[eid] & (SKELETON_FLAG.hidden | SKELETON_FLAG.gone)) === 0
}

/** Sets whether `Visibility.level` lets it be drawn. */
export function setDrawn({ pool }: SkeletonPool, eid: number, drawn: boolean): void {
  if (drawn) pool.columns.flags[eid] &= ~SKELETON_FLAG.hidden
  else pool.columns.flags[eid] |= SKELETON_FLAG.hidden
}

/** Returns whether its clocks went on unseen: its pose is that of an earlier time. */
export function isBehind({ pool }: SkeletonPool, eid: number): boolean {
  return (pool.columns.flags[eid] & SKELETON_FLAG.behind) !== 0
}

export function setBehind({ pool }: SkeletonPool, eid: number, isSo: boolean): void {
  if (isSo) pool.columns.flags[eid] |= SKELETON_FLAG.behind
  else pool.columns.flags[eid] &= ~SKELETON_FLAG.behind
}

/** Returns whether it has world rows of bones that are no longer composed, on which something may depend. */
export function hasLeftRows({ pool }: SkeletonPool, eid: number): boolean {
  return (pool.columns.flags[eid] & SKELETON_FLAG.left) !== 0
}

export function setLeftRows({ pool }: SkeletonPool, eid: number, isSo: boolean): void {
  if (isSo) pool.columns.flags[eid] |= SKELETON_FLAG.left
  else pool.columns.flags[eid] &= ~SKELETON_FLAG.left
}

/** Returns whether it shows a clipping attachment. */
export function showsClips({ pool }: SkeletonPool, eid: number): boolean {
  return (pool.columns.flags[eid] & SKELETON_FLAG.clipping) !== 0
}

/** Returns whether its chunk may not know yet which of its slots are filled (`Chunk.filled`). */
export function filledSlots({ pool }: SkeletonPool, eid: number): boolean {
  return (pool.columns.flags[eid] & SKELETON_FLAG.filled) !== 0
}

/** Returns whether the position stream has all its vertices, once it was skinned. */
export function isWhollyStreamed({ pool }: SkeletonPool, eid: number): boolean {
  return (
    (pool.columns.flags[eid] &
      (SKELETON_FLAG.shape |
        SKELETON_FLAG.frame |
        SKELETON_FLAG.clipping |
        SKELETON_FLAG.strays |
        SKELETON_FLAG.hidden |
        SKELETON_FLAG.gone)) ===
    0
  )
}

/**
 * Returns the states among the given flags, for saves. The other flags are work to do, and a restored world does all of
 * it.
 */
export function savedFlags(flags: number): number {
  return flags & (SKELETON_FLAG.hidden | SKELETON_FLAG.behind | SKELETON_FLAG.left)
}
