/**
 * The recordings of 4.3 list clipped triangles wrongly ('clips are listed wrongly' of the table): behind a cut polygon of n vertices, the
 * next one is taken to begin n - 1 vertices further, not n. So triangles behind it join vertices of two polygons, and
 * their areas are not the clipped ones. To be compared, ours are listed in the same way. Where a clip hides its
 * inside, the recordings are right.
 */

/**
 * @param vertices x, y pairs of clipped triangles. @param triangles fans, one behind the other.
 * @param corners x, y pairs before clipping: a triangle of these was not cut.
 */
export function recordedTriangles(
  vertices: ArrayLike<number>,
  triangles: ArrayLike<number>,
  corners: ArrayLike<number>,
): number[] {
  const own = new Set(Array.from({ length: corners.length / 2 }, (_, i) => placeOf(corners, i)))
  const listed: number[] = []
  let next = 0
  for (let i = 0; i < triangles.length; ) {
    const first = triangles[i]
    const start = i
    for (; i < triangles.length && triangles[i] === first; i += 3)
      listed.push(next, next + triangles[i + 1] - first, next + triangles[i + 2] - first)
    const count = (i - start) / 3 + 2
    const isWhole = count === 3 && [0, 1, 2].every((corner) => own.has(placeOf(vertices, first + corner)))
    next += isWhole ? 3 : count - 1
  }
  return listed
}

function placeOf(points: ArrayLike<number>, index: number): string {
  return `${Math.fround(points[2 * index])} ${Math.fround(points[2 * index + 1])}`
}
