/** Notes changes of a skeleton, for the streams. For functions that write: no other code calls these. */
import type { SkeletonColumns } from '../skeletons'
import { SKELETON_FLAG } from './bits'

type Flagged = { readonly skeletons: SkeletonColumns }

const { color, filled, keyedColor, order, shape } = SKELETON_FLAG
/** All parts of a skeleton. */
const EVERYTHING = shape | filled | order | color

/** Drops all flags of the id's last owner: nothing of the new skeleton has been shown yet. */
export function startFlags({ skeletons }: Flagged, eid: number): void {
  skeletons.flags[eid] = EVERYTHING
}

/** All of it is made anew. */
export function noteEverything({ skeletons }: Flagged, eid: number): void {
  skeletons.flags[eid] |= EVERYTHING
}

/** Other bones or slots take part in its program. */
export function noteProgram({ skeletons }: Flagged, eid: number): void {
  skeletons.flags[eid] |= shape
}

/** Its tint, or colours of slots that no animation keys. */
export function noteColors({ skeletons }: Flagged, eid: number): void {
  skeletons.flags[eid] |= color
}

/** Colours that animations key may have changed. */
export function noteKeyedColors({ skeletons }: Flagged, eid: number): void {
  skeletons.flags[eid] |= keyedColor
}

/** The draw order. */
export function noteOrder({ skeletons }: Flagged, eid: number): void {
  skeletons.flags[eid] |= order
}

/** Takes back the flags that a slider's writes have raised: the end of its program's run finds the changes (`endShown`). */
export function takeBackChanges({ skeletons }: Flagged, eid: number, before: number): void {
  skeletons.flags[eid] = before | (skeletons.flags[eid] & keyedColor)
}
