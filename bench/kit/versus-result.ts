import type { Job } from './job'

export interface PeerJob extends Job {
  /** Ticks after which vertices are compared. */
  checkedTicks: number
  /** Whether the peers' side times the parts of a tick, too. */
  byPart?: boolean
}

export interface PeerResult {
  /** Per skeleton: floats, Σx, Σy, Σ(x² + y²) of its vertices about its place. */
  sums: number[][]
  /** Microseconds a skeleton. */
  rounds: number[]
  /** Of the peers' side, where asked for: the same of animation, of world transforms and of vertices. */
  parts?: number[][]
}

/** Of a skeleton's size: what float32 and float64 maths may differ by on average. */
export const TOLERANCE = 1e-3

/**
 * Compares two runtimes' vertices: as many, as far out, in the same place.
 *
 * @returns the greatest difference of a skeleton's mean vertex or mean distance, as a share of its size;
 *   infinite if one has vertices that the other hasn't.
 */
export function worstDifference(ours: readonly number[][], theirs: readonly number[][]): number {
  if (ours.length !== theirs.length) return Number.POSITIVE_INFINITY
  return ours.reduce((worst, sum, i) => Math.max(worst, difference(sum, theirs[i])), 0)
}

function difference(ours: readonly number[], theirs: readonly number[]): number {
  if (ours[0] !== theirs[0]) return Number.POSITIVE_INFINITY
  const vertices = ours[0] / 2
  if (vertices === 0) return 0
  const size = Math.sqrt(theirs[3] / vertices)
  const centre = Math.hypot(ours[1] - theirs[1], ours[2] - theirs[2]) / vertices
  const spread = Math.abs(Math.sqrt(ours[3] / vertices) - size)
  const worst = Math.max(centre, spread) / size
  return Number.isNaN(worst) ? Number.POSITIVE_INFINITY : worst
}
