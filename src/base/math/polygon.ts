/**
 * Simple polygons as x, y pairs in Float64Arrays, and their convex parts. Nothing allocates once the scratch has grown
 * to the largest polygon seen.
 */

/** Convex parts, one after another, each closed by a copy of its first vertex, clockwise with y up. */
export interface ConvexParts {
  count: number
  /** Clipping keeps the outside of the parts; there is then at most one part. */
  outside: boolean
  /** Part p is vertices `starts[p]` … `starts[p + 1] - 1`, the closing one included. */
  starts: Int32Array
  vertices: Float64Array
}

/** Reused by `decompose`; fields grow. */
export interface PolygonScratch {
  readonly parts: ConvexParts
  /** The vertices left while ears are cut, and whether each is concave. */
  ring: Int32Array
  concave: Uint8Array
  /** Triangles, three vertex numbers each. */
  triangles: Int32Array
  /** Merged polygons: lists of nodes. */
  head: Int32Array
  tail: Int32Array
  size: Int32Array
  nodeVertex: Int32Array
  nodeNext: Int32Array
}

export function createPolygonScratch(): PolygonScratch {
  return {
    parts: { count: 0, outside: false, starts: new Int32Array(2), vertices: new Float64Array(0) },
    ring: new Int32Array(0),
    concave: new Uint8Array(0),
    triangles: new Int32Array(0),
    head: new Int32Array(0),
    tail: new Int32Array(0),
    size: new Int32Array(0),
    nodeVertex: new Int32Array(0),
    nodeNext: new Int32Array(0),
  }
}

/** Returns whether `count` vertices from `start` run clockwise (y up). A polygon without area does not. */
export function isClockwise(vertices: Float64Array, start: number, count: number): boolean {
  let area = 0
  let previous = start + count - 1
  for (let vertex = start; vertex < start + count; vertex++) {
    area +=
      vertices[2 * previous] * vertices[2 * vertex + 1] - vertices[2 * vertex] * vertices[2 * previous + 1]
    previous = vertex
  }
  return area < 0
}

/** Reverses the vertices unless they run clockwise (y up) already. */
export function makeClockwise(vertices: Float64Array, start: number, count: number): void {
  if (isClockwise(vertices, start, count)) return
  for (let low = start, high = start + count - 1; low < high; low++, high--) {
    const x = vertices[2 * low]
    const y = vertices[2 * low + 1]
    vertices[2 * low] = vertices[2 * high]
    vertices[2 * low + 1] = vertices[2 * high + 1]
    vertices[2 * high] = x
    vertices[2 * high + 1] = y
  }
}

/** Returns whether a clockwise polygon turns in one direction only, and only once round. Straight runs are allowed. */
export function isConvex(vertices: Float64Array, count: number): boolean {
  let flips = 0
  let direction = 0
  for (let vertex = 0; vertex < count; vertex++) {
    const next = vertex + 1 < count ? vertex + 1 : 0
    const afterNext = next + 1 < count ? next + 1 : 0
    if (!turnsClockwise(vertices, vertex, next, afterNext)) return false
    const dx = vertices[2 * next] - vertices[2 * vertex]
    if (dx === 0) continue
    if (direction !== 0 && dx > 0 !== direction > 0) flips++
    direction = dx
  }
  // Once round means two changes between left and right; more means a star, or several turns.
  return flips <= 2
}

/**
 * Splits a polygon into convex parts: cuts ears, then merges triangles. Reverses `vertices` if they run
 * counter-clockwise. A convex polygon is one part; fewer than three vertices give none.
 *
 * @param count vertices of the polygon.
 */
export function decompose(vertices: Float64Array, count: number, scratch: PolygonScratch): ConvexParts {
  const { parts } = scratch
  if (isOnePart(vertices, count, parts)) return parts
  growScratch(scratch, count)
  const triangles = cutEars(vertices, count, scratch)
  const polygons = mergeTriangles(vertices, triangles, scratch)
  absorbTriangles(vertices, polygons, scratch)
  collectParts(vertices, polygons, count, scratch)
  return parts
}

/** Takes a convex or empty polygon as it is. @returns false for any other, which then runs clockwise. */
export function isOnePart(vertices: Float64Array, count: number, parts: ConvexParts): boolean {
  parts.count = 0
  parts.starts[0] = 0
  parts.outside = false
  if (count < 3) return true
  makeClockwise(vertices, 0, count)
  if (!isConvex(vertices, count)) return false
  growParts(parts, 1, count + 1)
  // Merged triangles of such a polygon would start at the same vertex.
  for (let i = 0; i < count; i++) copyVertex(vertices, (i + count - 1) % count, parts.vertices, i)
  closePart(parts, 0, count)
  return true
}

/** Whether A, B, C turn clockwise (y up) or run straight. */
function turnsClockwise(v: Float64Array, a: number, b: number, c: number): boolean {
  const ay = v[2 * a + 1]
  const by = v[2 * b + 1]
  const cy = v[2 * c + 1]
  return v[2 * a] * (cy - by) + v[2 * b] * (ay - cy) + v[2 * c] * (by - ay) >= 0
}

function cutEars(vertices: Float64Array, count: number, scratch: PolygonScratch): number {
  const { ring, concave, triangles } = scratch
  for (let i = 0; i < count; i++) ring[i] = i
  for (let i = 0; i < count; i++) markConcave(vertices, ring, concave, i, count)
  let cut = 0
  let left = count
  while (left > 3) {
    const ear = findEar(vertices, ring, concave, left)
    triangles[3 * cut] = ring[ear > 0 ? ear - 1 : left - 1]
    triangles[3 * cut + 1] = ring[ear]
    triangles[3 * cut + 2] = ring[ear + 1 < left ? ear + 1 : 0]
    cut++
    ring.copyWithin(ear, ear + 1, left)
    concave.copyWithin(ear, ear + 1, left)
    left--
    markConcave(vertices, ring, concave, ear > 0 ? ear - 1 : left - 1, left)
    markConcave(vertices, ring, concave, ear < left ? ear : 0, left)
  }
  triangles[3 * cut] = ring[2]
  triangles[3 * cut + 1] = ring[0]
  triangles[3 * cut + 2] = ring[1]
  return cut + 1
}

function markConcave(
  vertices: Float64Array,
  ring: Int32Array,
  concave: Uint8Array,
  i: number,
  left: number,
): void {
  const previous = ring[i > 0 ? i - 1 : left - 1]
  const next = ring[i + 1 < left ? i + 1 : 0]
  concave[i] = turnsClockwise(vertices, previous, ring[i], next) ? 0 : 1
}

/** Returns the place in the ring of the first ear, or of the last vertex that is not concave if there is no ear. */
function findEar(vertices: Float64Array, ring: Int32Array, concave: Uint8Array, left: number): number {
  for (let i = 0; i < left; i++) if (concave[i] === 0 && isEar(vertices, ring, concave, left, i)) return i
  let i = left - 1
  while (i > 0 && concave[i] !== 0) i--
  return i
}

function isEar(
  vertices: Float64Array,
  ring: Int32Array,
  concave: Uint8Array,
  left: number,
  i: number,
): boolean {
  const before = i > 0 ? i - 1 : left - 1
  const after = i + 1 < left ? i + 1 : 0
  const previous = ring[before]
  const ear = ring[i]
  const next = ring[after]
  for (
    let other = after + 1 < left ? after + 1 : 0;
    other !== before;
    other = other + 1 < left ? other + 1 : 0
  ) {
    if (concave[other] === 0) continue
    const vertex = ring[other]
    if (
      turnsClockwise(vertices, next, previous, vertex) &&
      turnsClockwise(vertices, previous, ear, vertex) &&
      turnsClockwise(vertices, ear, next, vertex)
    )
      return false
  }
  return true
}

/** Joins runs of triangles that fan out from one vertex, as long as the result is convex. */
function mergeTriangles(vertices: Float64Array, triangles: number, scratch: PolygonScratch): number {
  const { triangles: list, head, tail, size, nodeVertex, nodeNext } = scratch
  let polygons = 0
  let nodes = 0
  let base = -1
  let winding = false
  let beforeLast = -1
  for (let triangle = 0; triangle < triangles; triangle++) {
    const a = list[3 * triangle]
    const b = list[3 * triangle + 1]
    const c = list[3 * triangle + 2]
    const current = polygons - 1
    if (
      a === base &&
      turnsClockwise(vertices, beforeLast, nodeVertex[tail[current]], c) === winding &&
      turnsClockwise(vertices, c, base, nodeVertex[nodeNext[head[current]]]) === winding
    ) {
      beforeLast = nodeVertex[tail[current]]
      nodeVertex[nodes] = c
      nodeNext[nodes] = -1
      nodeNext[tail[current]] = nodes
      tail[current] = nodes++
      size[current]++
      continue
    }
    base = a
    winding = turnsClockwise(vertices, a, b, c)
    beforeLast = b
    head[polygons] = nodes
    tail[polygons] = nodes + 2
    size[polygons] = 3
    for (let i = 0; i < 3; i++) {
      nodeVertex[nodes] = list[3 * triangle + i]
      nodeNext[nodes] = i < 2 ? nodes + 1 : -1
      nodes++
    }
    polygons++
  }
  return polygons
}

/** Merges single triangles into polygons that start and end with one of their edges. */
function absorbTriangles(vertices: Float64Array, polygons: number, scratch: PolygonScratch): void {
  const { head, tail, size, nodeVertex, nodeNext } = scratch
  for (let polygon = 0; polygon < polygons; polygon++) {
    if (size[polygon] === 0) continue
    const first = nodeVertex[head[polygon]]
    const second = nodeVertex[nodeNext[head[polygon]]]
    const wanted = nodeVertex[tail[polygon]]
    let last = wanted
    let beforeLast = vertexBeforeLast(scratch, polygon)
    const winding = turnsClockwise(vertices, beforeLast, last, first)
    for (let other = 0; other < polygons; other++) {
      if (other === polygon || size[other] !== 3) continue
      const start = head[other]
      if (nodeVertex[start] !== first || nodeVertex[nodeNext[start]] !== wanted) continue
      const added = nodeVertex[tail[other]]
      if (
        turnsClockwise(vertices, beforeLast, last, added) !== winding ||
        turnsClockwise(vertices, added, first, second) !== winding
      )
        continue
      size[other] = 0
      size[polygon]++
      nodeNext[tail[polygon]] = tail[other]
      tail[polygon] = tail[other]
      beforeLast = last
      last = added
      other = -1
    }
  }
}

function vertexBeforeLast({ head, size, nodeVertex, nodeNext }: PolygonScratch, polygon: number): number {
  let node = head[polygon]
  for (let i = 2; i < size[polygon]; i++) node = nodeNext[node]
  return nodeVertex[node]
}

function collectParts(
  vertices: Float64Array,
  polygons: number,
  count: number,
  { parts, head, size, nodeVertex, nodeNext }: PolygonScratch,
): void {
  growParts(parts, polygons, 4 * count)
  let at = 0
  for (let polygon = 0; polygon < polygons; polygon++) {
    if (size[polygon] === 0) continue
    const start = at
    let node = head[polygon]
    for (let i = 0; i < size[polygon]; i++) {
      copyVertex(vertices, nodeVertex[node], parts.vertices, at++)
      node = nodeNext[node]
    }
    makeClockwise(parts.vertices, start, at - start)
    closePart(parts, start, at - start)
    at++
  }
}

export function closePart(parts: ConvexParts, start: number, count: number): void {
  copyVertex(parts.vertices, start, parts.vertices, start + count)
  parts.starts[++parts.count] = start + count + 1
}

export function copyVertex(from: Float64Array, vertex: number, to: Float64Array, at: number): void {
  to[2 * at] = from[2 * vertex]
  to[2 * at + 1] = from[2 * vertex + 1]
}

export function growParts(parts: ConvexParts, count: number, vertices: number): void {
  if (parts.starts.length <= count) parts.starts = new Int32Array(2 * count + 2)
  if (parts.vertices.length < 2 * vertices) parts.vertices = new Float64Array(4 * vertices)
}

function growScratch(scratch: PolygonScratch, count: number): void {
  if (scratch.ring.length >= count) return
  const room = 2 * count
  scratch.ring = new Int32Array(room)
  scratch.concave = new Uint8Array(room)
  scratch.triangles = new Int32Array(3 * room)
  scratch.head = new Int32Array(room)
  scratch.tail = new Int32Array(room)
  scratch.size = new Int32Array(room)
  scratch.nodeVertex = new Int32Array(3 * room)
  scratch.nodeNext = new Int32Array(3 * room)
}
