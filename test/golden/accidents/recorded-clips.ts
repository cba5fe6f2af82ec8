/**
 * The recordings of 4.3 list clipped triangles wrongly ('clips are listed wrongly' of the table): behind a cut polygon of n vertices, the
 * next one is taken to begin n - 1 vertices further, not n. So triangles behind it join vertices of two polygons, and
 * their areas are not the clipped ones. To be compared, ours are listed in the same way. Where a clip hides its
 * inside, the recordings are right.
 */

/**
 * @param vertices x, y pairs of clipped triangles. @param triangles fans, one behind the other; whole triangles share vertices.
 * @param corners x, y pairs before clipping: a triangle of these was not cut.
 * @returns vertices, each polygon with its own, and the triangles of the recordings.
 */
export function recordedTriangles(
  vertices: ArrayLike<number>,
  triangles: ArrayLike<number>,
  corners: ArrayLike<number>,
): { vertices: number[]; triangles: number[] } {
  const own = new Set(Array.from({ length: corners.length / 2 }, (_, i) => placeOf(corners, i)))
  const isWhole = (at: number) => [0, 1, 2].every((i) => own.has(placeOf(vertices, triangles[at + i])))
  const listed: number[] = []
  const points: number[] = []
  const put = (vertex: number) => points.push(vertices[2 * vertex], vertices[2 * vertex + 1])
  let next = 0
  for (let i = 0; i < triangles.length; ) {
    const first = triangles[i]
    const whole = isWhole(i)
    put(first)
    put(triangles[i + 1])
    let count = 2
    do {
      put(triangles[i + 2])
      listed.push(next, next + count - 1, next + count)
      count++
      i += 3
    } while (!whole && i < triangles.length && triangles[i] === first && !isWhole(i))
    next += whole ? 3 : count - 1
  }
  return { vertices: points, triangles: listed }
}

function placeOf(points: ArrayLike<number>, index: number): string {
  return `${Math.fround(points[2 * index])} ${Math.fround(points[2 * index + 1])}`
}
