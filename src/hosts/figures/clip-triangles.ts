/** The triangles of a slot's clip, for hosts that clip with a stencil. */
import type { SlotClip } from './slots'

/**
 * Writes x and y of three corners per triangle: each polygon is convex, so it becomes a fan. A polygon's first corner
 * is repeated at its end.
 *
 * @param out its length is at least `clipNumbers`. @returns numbers written.
 */
export function clipTriangles({ count, starts, points }: SlotClip, out: Float32Array): number {
  let at = 0
  for (let polygon = 0; polygon < count; polygon++)
    for (let corner = starts[polygon] + 1; corner + 2 < starts[polygon + 1]; corner++) {
      at = addCorner(points, starts[polygon], out, at)
      at = addCorner(points, corner, out, at)
      at = addCorner(points, corner + 1, out, at)
    }
  return at
}

/** Returns the room that `clipTriangles` needs, in numbers. */
export function clipNumbers({ count, starts }: SlotClip): number {
  return count === 0 ? 0 : 6 * (starts[count] - starts[0])
}

function addCorner(points: Float64Array, corner: number, out: Float32Array, at: number): number {
  out[at] = points[2 * corner]
  out[at + 1] = points[2 * corner + 1]
  return at + 2
}
