/** How much each entry of a track counts, worked out from what `getEntry` says. */

/** An entry as far as its weight goes: fields of `EntryValues`. */
export interface Mixed {
  alpha: number
  delay: number
  /** 0: it is not being mixed in. */
  mixingFrom: number
  mixFraction: number
  interruptAlpha: number
  holdPrevious: boolean
}

/**
 * Weights of a track's current entry and of those that it is mixed from, newest first,
 * for rigs up to Spine 4.2: the current one's alpha grows with the mix, the others'
 * shrink with the mix into the one that replaced them, from what they had come to when they were interrupted.
 */
export function chainWeights(chain: readonly Mixed[]): number[] {
  return chain.map((entry, i) => {
    if (i === 0) return entry.delay > 0 ? 0 : entry.alpha * fractionOf(entry)
    const to = chain[i - 1]
    return entry.alpha * to.interruptAlpha * (to.holdPrevious ? 1 : 1 - fractionOf(to))
  })
}

const fractionOf = ({ mixingFrom, mixFraction }: Mixed): number => (mixingFrom === 0 ? 1 : mixFraction)
