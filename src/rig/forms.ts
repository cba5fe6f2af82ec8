/** The two forms of an animation: the one that loops, and the one whose last keys hold. They differ in DragonBones only. */
import type { RigAnimation } from './rig'

/** Number of the form whose last keys hold; `animation` itself, which is the one that loops, where that is the same. */
export function heldForm(animations: readonly RigAnimation[], animation: number): number {
  return animation - (animations[animation].playback?.formsBefore ?? 0)
}

/** Both forms, the one that loops first: one twice where they are the same. */
export function bothForms(animations: readonly RigAnimation[], animation: number): RigAnimation[] {
  return [animations[animation], animations[heldForm(animations, animation)]]
}
