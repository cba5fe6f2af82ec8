/**
 * Finds slot colours: in rows of the skeleton if an animation keys them, otherwise in memory of its own, or in the rig.
 */
import { allocate, release } from '../base/memory/arena'
import { LANES } from '../base/memory/lanes'
import type { Chunk } from './chunks/blocks'
import type { AnimationState } from './state'

/** Offset of a dark colour from the light one, if neither is keyed. */
const FIXED_DARK = 4

/**
 * Returns the word index of r of a slot's colour; g, b and a follow at steps of `colorStep`.
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
  const { image, rows } = chunk.rig.source
  const row = rows.color[slot]
  if (row >= 0) return base + chunk.layout.shownLocal + row * LANES
  const own = skeletons.colors[eid]
  return (own !== 0 ? own : chunk.rig.image + image().fixed) + rows.fixedOf[slot]
}

/** Returns the word index of r of a slot's dark colour; g and b follow. */
export function darkWord(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  slot: number,
): number {
  const row = chunk.rig.source.rows.dark[slot]
  if (row >= 0) return base + chunk.layout.shownLocal + row * LANES
  return colorWord(state, eid, chunk, base, slot) + FIXED_DARK
}

export function colorStep(chunk: Chunk, slot: number): number {
  return chunk.rig.source.rows.color[slot] >= 0 ? LANES : 1
}

/**
 * Gives the skeleton memory of its own for colours that no animation keys. Call it before writing one. A structure
 * call.
 */
export function ownColors(
  { arena, skeletons }: AnimationState,
  eid: number,
  chunk: Chunk,
  slot: number,
): void {
  const { rows } = chunk.rig.source
  if (rows.color[slot] >= 0 || skeletons.colors[eid] !== 0) return
  const words = allocate(arena, rows.fixed.byteLength) >>> 2
  arena.f32.set(rows.fixed, words)
  skeletons.colors[eid] = words
}

/** Returns to the rig's colours. */
export function forgetColors({ arena, rigs, skeletons }: AnimationState, eid: number): void {
  const words = skeletons.colors[eid]
  const registered = rigs[skeletons.rig[eid]]
  if (words === 0 || !registered) return
  release(arena, 4 * words, registered.source.rows.fixed.byteLength)
  skeletons.colors[eid] = 0
}

/**
 * Writes the flash of a skeleton: r, g and b times its strength, then the share that is left of other colours. A light
 * and a dark colour become `left * colour + flash` each; every texel is then mixed with the flash by its strength.
 *
 * @param flash an array, as for `readTint`.
 */
export function readFlash({ skeletons }: AnimationState, eid: number, flash: Float64Array): void {
  const word = skeletons.flash[eid]
  const strength = (word >>> 24) / 255
  flash[0] = (((word >>> 16) & 255) / 255) * strength
  flash[1] = (((word >>> 8) & 255) / 255) * strength
  flash[2] = ((word & 255) / 255) * strength
  flash[3] = 1 - strength
}

/**
 * Writes the factors of all colours of a skeleton: its own r, g, b and a; its holder multiplies the alpha.
 *
 * @param tint an array, because fractions passed as arguments become garbage.
 */
export function readTint({ skeletons }: AnimationState, eid: number, tint: Float64Array): void {
  tint[0] = skeletons.red[eid]
  tint[1] = skeletons.green[eid]
  tint[2] = skeletons.blue[eid]
  tint[3] = skeletons.alpha[eid] * skeletons.outerAlpha[eid]
}
