/** Bands that wander about, meet another band, quarrel, and part. Band 2n and band 2n + 1 are a pair. */

export const PHASE = { gather: 0, brawl: 1 } as const

export interface Pair {
  /** Where they meet. */
  x: number
  y: number
  phase: number
  /** Seconds left of the phase, at most. */
  timer: number
  /** Both bands: the first comes from the left. */
  readonly bands: readonly [left: readonly number[], right: readonly number[]]
}

/** A band stands in two staggered files: distance of places, and distance from the meeting place, units. */
const FILE = 300
const RANK = 210
const APART = 480

/** Where a member of a band of `size` waits, not too exactly. */
export function standOf(
  { x, y }: Pair,
  side: number,
  member: number,
  size: number,
): { x: number; y: number } {
  const file = member % 2
  const rank = (member >> 1) + 0.5 * file - size / 4
  // The golden ratio's multiples spread evenly, and are the same each time.
  const loose = ((member * 0.618 + x * 0.01) % 1) - 0.5
  const out = APART + file * FILE + loose * 150
  return { x: x + (side === 0 ? -out : out), y: y + rank * RANK + loose * 60 }
}

/** The one of four random places within reach that is farthest from other pairs' meeting places. */
export function meetingPlace(
  pairs: readonly Pair[],
  self: Pair | null,
  place: () => { x: number; y: number },
): { x: number; y: number } {
  let best = place()
  let room = -1
  for (let n = 0; n < 4; n++) {
    const { x, y } = n === 0 ? best : place()
    let nearest = Number.POSITIVE_INFINITY
    for (const pair of pairs)
      if (pair !== self) nearest = Math.min(nearest, (pair.x - x) ** 2 + 3 * (pair.y - y) ** 2)
    if (nearest <= room) continue
    room = nearest
    best = { x, y }
  }
  return best
}
