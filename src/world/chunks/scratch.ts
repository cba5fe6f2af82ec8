/** Memory of a rig in a world that is forgotten from chunk to chunk. Kernels write there, and never into an image. */
import { allocate, release } from '../../memory/arena'
import { LANES } from '../../memory/lanes'
import type { Rig } from '../../rig/rig'
import type { AnimationState } from '../state'
import type { BlockLayout, RegisteredRig } from './blocks'
import { MOST_BLOCKS } from './layout'

/** Bytes of `RegisteredRig.scratch`. */
export function scratchBytes(rig: Rig, { worldStride }: BlockLayout): number {
  const { attachments, paths, rows } = rig
  const vertices = attachments.vertices.reduce((most, number) => Math.max(most, number), 0)
  const behind = Math.max(
    MOST_BLOCKS * rows.applied * LANES + paths.room + mostSlidDeforms(rig),
    2 * vertices,
  )
  return 4 * (MOST_BLOCKS * worldStride + behind)
}

function mostSlidDeforms({ animations, constraints }: Rig): number {
  let most = 0
  for (const { plays } of constraints.touched)
    if (plays >= 0) most = Math.max(most, animations[plays].image().deforms.length)
  return most
}

/** Word index of the applied rows of all blocks, behind world rows. */
export function appliedScratch({ layout, scratch }: RegisteredRig): number {
  return scratch + MOST_BLOCKS * layout.worldStride
}

/** Word index of the room in which path constraints work. */
export function pathRoom(registered: RegisteredRig): number {
  return appliedScratch(registered) + MOST_BLOCKS * registered.rig.rows.applied * LANES
}

/** Word index of the list of deform timelines that act, of an animation that a slider applies. */
export function slidDeforms(registered: RegisteredRig): number {
  return pathRoom(registered) + registered.rig.paths.room
}

/** Word index of room for the vertices of any one attachment. Programs have run by the time it is needed: theirs is used. */
export function spareVertices(registered: RegisteredRig): number {
  return appliedScratch(registered)
}

/** Makes the scratch as long as the rig wants it, which may have got attachments. The arena may grow. */
export function growScratch(state: AnimationState, registered: RegisteredRig): void {
  const words = scratchBytes(registered.rig, registered.layout) >> 2
  if (words <= registered.scratchWords) return
  releaseScratch(state, registered)
  registered.scratch = allocate(state.arena, 4 * words) >> 2
  registered.scratchWords = words
}

/** Gives it back. */
export function releaseScratch({ arena }: AnimationState, { scratch, scratchWords }: RegisteredRig): void {
  if (scratchWords > 0) release(arena, 4 * scratch, 4 * scratchWords)
}
