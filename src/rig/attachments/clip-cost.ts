/**
 * Limits the cost of clipping: polygons are split again each tick, and every clipped triangle is tested against every
 * convex part.
 */
import { OsteonError, type Warn } from '../../base/errors'
import type { Limits } from '../../base/model/limits'
import { ATTACHMENT_KIND, type AttachmentTable } from './table'

/** Default of `Limits.clipping`. */
const MOST_STEPS = 2 ** 20
/** Share of the limit beyond which a warning comes; artists hardly mean so much. */
const WARN_AT = 1 / 16

/** What clipping may cost in a tick. */
export interface ClipCost {
  readonly steps: number
  /** Corners of the largest clip, and all triangles. */
  readonly corners: number
  readonly triangles: number
}

/**
 * Counts steps of clipping, over the costliest attachment of each slot: corners of clips times themselves, and corners
 * of the largest clip times all triangles.
 */
export function clipCost({ count, kind, slot, vertices, indices }: AttachmentTable): ClipCost {
  const corners = new Map<number, number>()
  const triangles = new Map<number, number>()
  for (let i = 0; i < count; i++) {
    if (kind[i] === ATTACHMENT_KIND.clipping) raise(corners, slot[i], vertices[i])
    else raise(triangles, slot[i], indices[i] / 3)
  }
  let steps = 0
  let largest = 0
  let below = 0
  for (const many of corners.values()) {
    steps += many * many
    largest = Math.max(largest, many)
  }
  for (const many of triangles.values()) below += many
  return { steps: Math.max(steps, largest * below), corners: largest, triangles: below }
}

/** @throws OsteonError `too-large`; warns `costly-clip` well before. */
export function checkClips(
  { steps, corners, triangles }: ClipCost,
  source: string,
  { clipping: most = MOST_STEPS }: Limits,
  warn: Warn,
): void {
  if (steps <= most * WARN_AT) return
  const message = `clipping takes some ${steps} steps a tick: ${corners} corners, ${triangles} triangles`
  if (steps > most)
    throw new OsteonError('too-large', source, 'skins', `${message}; at most ${most} (\`limits.clipping\`)`)
  warn({ code: 'costly-clip', source, path: 'skins', message })
}

function raise(most: Map<number, number>, slot: number, many: number): void {
  most.set(slot, Math.max(most.get(slot) ?? 0, many))
}
