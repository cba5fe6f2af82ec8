/** Computes the weight of each entry of a track from `getEntry`. */

/** The fields of `EntryValues` that decide an entry's weight. */
export interface Mixed {
  alpha: number
  delay: number
  /** 0: it is not mixed in from another entry. */
  mixingFrom: number
  mixFraction: number
  interruptAlpha: number
  holdPrevious: boolean
}

/**
 * Weights of a track's current entry and of the entries from which it is mixed, newest first, for rigs up to Spine 4.2. The
 * current entry's alpha grows with its mix. Each other entry shrinks with the mix of the entry that replaced it, from its
 * weight at the interruption.
 */
export function chainWeights(chain: readonly Mixed[]): number[] {
  return chain.map((entry, i) => {
    if (i === 0) return entry.delay > 0 ? 0 : entry.alpha * fractionOf(entry)
    const to = chain[i - 1]
    return entry.alpha * to.interruptAlpha * (to.holdPrevious ? 1 : 1 - fractionOf(to))
  })
}

const fractionOf = ({ mixingFrom, mixFraction }: Mixed): number => (mixingFrom === 0 ? 1 : mixFraction)
