/** How long animations are mixed into one another unless their entries say otherwise. */
import type { RegisteredRig } from '../../world/chunks/blocks'

/** Seconds from one animation to the other; numbers in the rig, -1 = the empty animation. */
export function mixSeconds(registered: RegisteredRig, from: number, to: number): number {
  const { fallback, pairs } = registered.mixes
  return pairs.get(pairKey(registered, from, to)) ?? fallback
}

/** Says so of an ordered pair. Entries that exist keep their durations. */
export function setMixSeconds(registered: RegisteredRig, from: number, to: number, seconds: number): void {
  registered.mixes.pairs.set(pairKey(registered, from, to), seconds)
}

/** Gives a rig what was said of another one, as far as it has animations of the same names. */
export function takeMixes(from: RegisteredRig, to: RegisteredRig): void {
  to.mixes.fallback = from.mixes.fallback
  const size = from.rig.animations.length + 1
  /** Number in the other rig of what a pair names. */
  const numberOf = (half: number) =>
    half === 0 ? -1 : to.rig.animationIndex.get(from.rig.animations[half - 1].name)
  for (const [key, seconds] of from.mixes.pairs) {
    const [first, second] = [numberOf(Math.floor(key / size)), numberOf(key % size)]
    if (first !== undefined && second !== undefined) setMixSeconds(to, first, second, seconds)
  }
}

function pairKey({ rig }: RegisteredRig, from: number, to: number): number {
  return (from + 1) * (rig.animations.length + 1) + to + 1
}
