/**
 * Finds the two forms of an animation: the looping one, and the one whose last keys hold. They differ in DragonBones
 * only.
 */
import type { RigAnimation } from './rig'

/** Number of the form whose last keys hold. `animation` is the looping form; if both are the same, it is returned. */
export function heldForm(animations: readonly RigAnimation[], animation: number): number {
  return animation - (animations[animation].playback?.formsBefore ?? 0)
}

/** Both forms, the looping one first; if they are the same, it is there twice. */
export function bothForms(animations: readonly RigAnimation[], animation: number): RigAnimation[] {
  return [animations[animation], animations[heldForm(animations, animation)]]
}
