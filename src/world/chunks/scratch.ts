/** Memory of a rig in a world that each chunk overwrites. Kernels write to it, and never to an image. */
import { allocate, release } from '../../base/memory/arena'
import { LANES } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import type { AnimationState } from '../state'
import type { BlockLayout, RegisteredRig } from './blocks'
import { MOST_BLOCKS } from './layout'

/** Words after the vertices of `laneVertices`: the kernels' record of the attachment that is skinned. */
const LANE_SCRATCH = 8

/** Returns the bytes of `RegisteredRig.scratch`. */
export function scratchBytes(rig: Rig, { worldStride }: BlockLayout): number {
  const { attachments, rows } = rig
  const vertices = attachments.vertices.reduce((most, number) => Math.max(most, number), 0)
  const behind = rig.image().paths.room + mostSlidDeforms(rig) + LANES * 2 * vertices + LANE_SCRATCH
  return 4 * (MOST_BLOCKS * (worldStride + rows.applied * LANES) + behind)
}

function mostSlidDeforms({ animations, constraints }: Rig): number {
  let most = 0
  for (const { plays } of constraints.touched)
    if (plays >= 0) most = Math.max(most, animations[plays].image().deforms.length)
  return most
}

/** Returns the word index of the applied rows of all blocks, after world rows. */
export function appliedScratch({ layout, scratch }: RegisteredRig): number {
  return scratch + MOST_BLOCKS * layout.worldStride
}

/** Returns the word index of scratch room for path constraints. */
export function pathRoom(registered: RegisteredRig): number {
  return appliedScratch(registered) + MOST_BLOCKS * registered.source.rows.applied * LANES
}

/** Returns the word index of room for the vertices of any LANES attachments. */
export function laneVertices(registered: RegisteredRig): number {
  return pathRoom(registered) + registered.source.image().paths.room
}

/**
 * Returns the word index of the list of acting deform timelines of an animation that a slider applies. It is at the
 * end.
 */
export function slidDeforms({ source: rig, scratch, scratchWords }: RegisteredRig): number {
  return scratch + scratchWords - mostSlidDeforms(rig)
}

/** Makes the scratch of each thread long enough for the rig, which may have new attachments. The arena may grow. */
export function growScratch(state: AnimationState, registered: RegisteredRig): void {
  const words = ((scratchBytes(registered.source, registered.layout) + 63) & ~63) >> 2
  if (words <= registered.scratchWords) return
  releaseScratch(state, registered)
  registered.scratch = allocate(state.arena, 4 * words * state.threadCount) >> 2
  registered.scratchWords = words
}

/** Releases the scratch. */
export function releaseScratch(
  { arena, threadCount }: AnimationState,
  { scratch, scratchWords }: RegisteredRig,
): void {
  if (scratchWords > 0) release(arena, 4 * scratch, 4 * scratchWords * threadCount)
}
