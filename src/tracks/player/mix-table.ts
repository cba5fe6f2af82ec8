/** Default mix durations between animations. */
import type { RegisteredRig } from '../../world/chunks/blocks'

/** Returns the seconds of the mix between two animations, by number; -1 = the empty animation. */
export function mixSeconds(registered: RegisteredRig, from: number, to: number): number {
  const { fallback, pairs } = registered.mixes
  return pairs.get(pairKey(registered, from, to)) ?? fallback
}

/** Sets the mix duration of an ordered pair. Existing entries keep theirs. */
export function setMixSeconds(registered: RegisteredRig, from: number, to: number, seconds: number): void {
  registered.mixes.pairs.set(pairKey(registered, from, to), seconds)
}

/** Copies mix durations to another rig, for animations of the same names. */
export function takeMixes(from: RegisteredRig, to: RegisteredRig): void {
  to.mixes.fallback = from.mixes.fallback
  const size = from.source.animations.length + 1
  /** Number in the other rig of one half of a pair. */
  const numberOf = (half: number) =>
    half === 0 ? -1 : to.source.animationIndex.get(from.source.animations[half - 1].name)
  for (const [key, seconds] of from.mixes.pairs) {
    const [first, second] = [numberOf(Math.floor(key / size)), numberOf(key % size)]
    if (first !== undefined && second !== undefined) setMixSeconds(to, first, second, seconds)
  }
}

function pairKey({ source: rig }: RegisteredRig, from: number, to: number): number {
  return (from + 1) * (rig.animations.length + 1) + to + 1
}
