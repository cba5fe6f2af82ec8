/** Results of both sides of a comparison, and the check that they pose the same. */
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
  /** If asked for, of the peer's side: microseconds a skeleton of animation, of world transforms and of vertices. */
  parts?: number[][]
}

/** Greatest mean difference of vertices, as a share of the skeleton's size: float32 and float64 maths differ so much. */
export const TOLERANCE = 1e-3

/**
 * Compares the vertices of two runtimes: their number, distance and place.
 *
 * @returns the greatest difference of a skeleton's mean vertex or mean distance, as a share of its size;
 *   infinite if the numbers of vertices differ.
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
