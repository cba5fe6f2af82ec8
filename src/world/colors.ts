/** Where slot colours are: rows of the skeleton where an animation keys them, else one piece of memory or none. */
import { allocate, release } from '../memory/arena'
import { LANES } from '../memory/lanes'
import type { Chunk } from './chunks/blocks'
import type { AnimationState } from './state'

/** What a dark colour stands behind: the light one, where both are fixed. */
const FIXED_DARK = 4

/**
 * Word index of the r that a slot shows; g, b and a follow at steps of `colorStep`.
 *
 * @param base word index of the lane's row 0 in its block record.
 */
export function colorWord(
  { skeletons }: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
): number {
  const { rows, fixedOffset } = chunk.rig.rig
  const row = rows.color[slot]
  if (row >= 0) return base + chunk.layout.shownLocal + row * LANES
  const own = skeletons.colors[eid]
  return (own !== 0 ? own : chunk.rig.image + fixedOffset) + rows.fixedOf[slot]
}

/** The same for r, g, b of a slot that has a dark colour. */
export function darkWord(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
): number {
  const row = chunk.rig.rig.rows.dark[slot]
  if (row >= 0) return base + chunk.layout.shownLocal + row * LANES
  return colorWord(state, eid, chunk, base, slot) + FIXED_DARK
}

export function colorStep(chunk: Chunk, slot: number): number {
  return chunk.rig.rig.rows.color[slot] >= 0 ? LANES : 1
}

/**
 * Before something is written there: colours that no animation keys get memory of the skeleton's own. A
 * structure call.
 */
export function ownColors(
  { arena, skeletons }: AnimationState,
  eid: number,
  chunk: Chunk,
  slot: number,
): void {
  const { rows } = chunk.rig.rig
  if (rows.color[slot] >= 0 || skeletons.colors[eid] !== 0) return
  const words = allocate(arena, rows.fixed.byteLength) >>> 2
  arena.f32.set(rows.fixed, words)
  skeletons.colors[eid] = words
}

/** They are the rig's again. */
export function forgetColors({ arena, rigs, skeletons }: AnimationState, eid: number): void {
  const words = skeletons.colors[eid]
  const registered = rigs[skeletons.rig[eid]]
  if (words === 0 || !registered) return
  release(arena, 4 * words, registered.rig.rows.fixed.byteLength)
  skeletons.colors[eid] = 0
}

/**
 * Writes what all colours of a skeleton are multiplied by: its own r, g, b and a; the alpha is also its holder's.
 *
 * @param tint an array, since fractions that are handed from function to function are garbage.
 */
export function readTint({ skeletons }: AnimationState, eid: number, tint: Float64Array): void {
  tint[0] = skeletons.red[eid]
  tint[1] = skeletons.green[eid]
  tint[2] = skeletons.blue[eid]
  tint[3] = skeletons.alpha[eid] * skeletons.slotAlpha[eid]
}
