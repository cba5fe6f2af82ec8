/** States of a skeleton that its flags hold. */
import type { ColumnPool } from '../../memory/columns'
import type { SKELETON_COLUMNS, SkeletonColumns } from '../skeletons'
import { SKELETON_FLAG } from './bits'

type Flagged = { readonly skeletons: SkeletonColumns }
type Pooled = Flagged & { readonly pool: ColumnPool<typeof SKELETON_COLUMNS> }

const { behind, clipping, filled, frame, gone, hidden, left, shape, strays } = SKELETON_FLAG

/** Whether an entity has skeleton rows, and still has its `Skeleton`. */
export function isPresent({ pool, skeletons }: Pooled, eid: number): boolean {
  return eid < pool.capacity && skeletons.serial[eid] > 0 && (skeletons.flags[eid] & gone) === 0
}

/** Whether a skeleton that has rows lost its `Skeleton`. */
export function isGone({ skeletons }: Flagged, eid: number): boolean {
  return (skeletons.flags[eid] & gone) !== 0
}

/** The entity lost its `Skeleton`: it is drawn no more, and its rows are freed at the next structure call. */
export function markGone({ skeletons }: Flagged, eid: number): void {
  skeletons.flags[eid] |= gone
}

/** Whether its vertices are drawn. */
export function isDrawn({ skeletons }: Flagged, eid: number): boolean {
  return (skeletons.flags[eid] & (hidden | gone)) === 0
}

/** Whether `Visibility.level` lets it be drawn. */
export function setDrawn({ skeletons }: Flagged, eid: number, drawn: boolean): void {
  if (drawn) skeletons.flags[eid] &= ~hidden
  else skeletons.flags[eid] |= hidden
}

/** Whether its clocks went on unseen: its pose is that of an earlier time. */
export function isBehind({ skeletons }: Flagged, eid: number): boolean {
  return (skeletons.flags[eid] & behind) !== 0
}

export function setBehind({ skeletons }: Flagged, eid: number, isSo: boolean): void {
  if (isSo) skeletons.flags[eid] |= behind
  else skeletons.flags[eid] &= ~behind
}

/** Whether it has world rows of bones that are composed no more, on which something can hang. */
export function hasLeftRows({ skeletons }: Flagged, eid: number): boolean {
  return (skeletons.flags[eid] & left) !== 0
}

export function setLeftRows({ skeletons }: Flagged, eid: number, isSo: boolean): void {
  if (isSo) skeletons.flags[eid] |= left
  else skeletons.flags[eid] &= ~left
}

/** Whether it shows a clipping attachment. */
export function showsClips({ skeletons }: Flagged, eid: number): boolean {
  return (skeletons.flags[eid] & clipping) !== 0
}

/** Whether its chunk may not know yet which of its slots are filled (`Chunk.filled`). */
export function filledSlots({ skeletons }: Flagged, eid: number): boolean {
  return (skeletons.flags[eid] & filled) !== 0
}

/** Whether the position stream has all its vertices, once it was skinned. */
export function isWhollyStreamed({ skeletons }: Flagged, eid: number): boolean {
  return (skeletons.flags[eid] & (shape | frame | clipping | strays | hidden | gone)) === 0
}

/** States among the given flags, for saves. The other flags are work to do, and a restored world does all of it. */
export function savedFlags(flags: number): number {
  return flags & (hidden | behind | left)
}
