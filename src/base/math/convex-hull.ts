/** Computes the convex hull of a polygon. Nothing allocates once the scratch has grown. */
import { type ConvexParts, closePart, copyVertex, growParts, isOnePart, type PolygonScratch } from './polygon'

/**
 * Makes the convex hull of a polygon its only part. Reorders `vertices` if the polygon is not convex. Points on one
 * line have no hull.
 *
 * @param count vertices of the polygon.
 * @param outside whether clipping keeps the outside: see `ConvexParts`.
 */
export function takeHull(
  vertices: Float64Array,
  count: number,
  outside: boolean,
  { parts }: PolygonScratch,
): ConvexParts {
  if (!isOnePart(vertices, count, parts)) {
    sortByPlace(vertices, count)
    growParts(parts, 1, 2 * count + 1)
    const upper = chain(vertices, 0, 1, count, parts.vertices, 0)
    const both = chain(vertices, count - 1, -1, count, parts.vertices, upper)
    if (both >= 3) closePart(parts, 0, both)
  }
  parts.outside = outside
  return parts
}

/** Sorts by x, then by y. Polygons have few corners. */
function sortByPlace(vertices: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const x = vertices[2 * i]
    const y = vertices[2 * i + 1]
    let at = i
    for (; at > 0; at--) {
      const before = vertices[2 * at - 2]
      if (before < x || (before === x && vertices[2 * at - 1] <= y)) break
      vertices[2 * at] = before
      vertices[2 * at + 1] = vertices[2 * at - 1]
    }
    vertices[2 * at] = x
    vertices[2 * at + 1] = y
  }
}

/**
 * Appends half of a hull after `start` vertices: the sorted vertices at which it turns clockwise, except the last one.
 *
 * @returns the new number of vertices.
 */
function chain(
  vertices: Float64Array,
  from: number,
  step: number,
  count: number,
  hull: Float64Array,
  start: number,
): number {
  let at = start
  for (let i = 0, vertex = from; i < count; i++, vertex += step) {
    hull[2 * at] = vertices[2 * vertex]
    hull[2 * at + 1] = vertices[2 * vertex + 1]
    for (; at - start >= 2 && !turnsSharply(hull, at - 2, at - 1, at); at--)
      copyVertex(hull, at, hull, at - 1)
    at++
  }
  return at - 1
}

/** Whether A, B, C turn clockwise (y up), not counting a straight line. */
function turnsSharply(v: Float64Array, a: number, b: number, c: number): boolean {
  const bx = v[2 * b]
  const by = v[2 * b + 1]
  return (bx - v[2 * a]) * (v[2 * c + 1] - by) - (by - v[2 * a + 1]) * (v[2 * c] - bx) < 0
}
