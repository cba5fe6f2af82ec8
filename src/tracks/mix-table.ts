/** How long animations are mixed into one another unless their entries say otherwise. */
import type { RegisteredRig } from '../world/chunks/blocks'

/** Seconds from one animation to the other; numbers in the rig, -1 = the empty animation. */
export function mixSeconds(registered: RegisteredRig, from: number, to: number): number {
  const { fallback, pairs } = registered.mixes
  return pairs.get(pairKey(registered, from, to)) ?? fallback
}

/** Says so of an ordered pair. Entries that exist keep their durations. */
export function setMixSeconds(registered: RegisteredRig, from: number, to: number, seconds: number): void {
  registered.mixes.pairs.set(pairKey(registered, from, to), seconds)
}

function pairKey({ rig }: RegisteredRig, from: number, to: number): number {
  return (from + 1) * (rig.animations.length + 1) + to + 1
}
