/** Clips triangles, with texture coordinates, by convex polygons. */
import { type ClipSides, CUT, createClipSides, findSides, INSIDE, OUTSIDE, sideOf } from './clip-sides'
import type { ConvexParts } from './polygon'

/** How intersections are computed, by the format's version: from infinite lines, or from the parameter on the edge. */
export type ClipRule = 'lines' | 'parametric'

/** Triangles to clip. */
export interface TriangleList {
  /** x, y per vertex. */
  positions: ArrayLike<number>
  vertexCount: number
  /** u, v per vertex, from `uvsAt`. */
  uvs: ArrayLike<number>
  uvsAt: number
  /** Three vertices for each triangle, from `indicesAt`, `indexCount` in all. */
  indices: ArrayLike<number>
  indicesAt: number
  indexCount: number
}

/** The triangles that clipping produces. Arrays grow and keep their size. */
export interface ClipOutput {
  /** x, y per vertex. */
  positions: Float32Array
  /** u, v per vertex. */
  uvs: Float32Array
  vertexCount: number
  /** Three vertices for each triangle. */
  indices: Uint32Array
  indexCount: number
}

/** Makes room for more vertices and indices; the owner of the output may have other arrays to grow. */
export type GrowOutput<T extends ClipOutput> = (output: T, vertices: number, indices: number) => void

/**
 * Buffers of one clip: the triangle, the polygon before and after an edge cuts it, and the piece that was cut off last.
 */
export interface ClipScratch {
  readonly sides: ClipSides
  /** The output vertex for each vertex of the list; -1 until a whole triangle has used it. */
  shared: Int32Array
  readonly triangle: Float64Array
  input: Float64Array
  output: Float64Array
  off: Float64Array
  offCount: number
  /** For callers to fill, so that a tick allocates no list. */
  readonly list: TriangleList
}

export function createClipScratch(): ClipScratch {
  return {
    sides: createClipSides(),
    shared: new Int32Array(0),
    triangle: new Float64Array(6),
    input: new Float64Array(32),
    output: new Float64Array(32),
    off: new Float64Array(32),
    offCount: 0,
    list: { positions: [], vertexCount: 0, uvs: [], uvsAt: 0, indices: [], indicesAt: 0, indexCount: 0 },
  }
}

/** An intersection of nearly parallel lines is replaced by an end of the clip edge. */
const PARALLEL = 1e-6
/** Nearly the greatest float32. */
const MOST = 3e38

/**
 * Cuts `scratch.triangle`, which crosses an edge, down to its area inside one convex part. Numbers travel in the
 * scratch, because passing a fraction as an argument would make garbage.
 *
 * @returns number of vertices in `scratch.input`.
 */
function clipTriangle(parts: ConvexParts, part: number, rule: ClipRule, scratch: ClipScratch): number {
  const { vertices, starts } = parts
  const last = starts[part + 1] - 1
  growClipScratch(scratch, last - starts[part] + 4)
  for (let i = 0; i < 6; i++) scratch.input[i] = scratch.triangle[i]
  let count = 3
  for (let edge = starts[part]; edge < last && count > 0; edge++) {
    count = clipByEdge(vertices, edge, count, rule, scratch)
    const { input, output } = scratch
    scratch.input = output
    scratch.output = input
  }
  return count
}

/** One step of Sutherland–Hodgman, from `input` to `output`. @returns number of vertices in `output`. */
function clipByEdge(
  vertices: Float64Array,
  edge: number,
  count: number,
  rule: ClipRule,
  { input, output }: ClipScratch,
): number {
  const ex = vertices[2 * edge]
  const ey = vertices[2 * edge + 1]
  const dx = ex - vertices[2 * edge + 2]
  const dy = ey - vertices[2 * edge + 3]
  let kept = 0
  let px = input[0]
  let py = input[1]
  let side = dy * (ex - px) - dx * (ey - py)
  for (let i = 1; i <= count; i++) {
    const at = i < count ? 2 * i : 0
    const qx = input[at]
    const qy = input[at + 1]
    const nextSide = dy * (ex - qx) - dx * (ey - qy)
    const inside = nextSide > 0
    if (inside !== side > 0) {
      const ix = qx - px
      const iy = qy - py
      if (rule === 'parametric') {
        // Goes by the sides, not by the cross product, so that it stays on the edge however the sides were rounded.
        const t = side / (side - nextSide)
        output[kept++] = px + ix * t
        output[kept++] = py + iy * t
      } else {
        const cross = ix * dy - iy * dx
        if (Math.abs(cross) > PARALLEL) {
          const along = (ix * (ey - py) - iy * (ex - px)) / cross
          output[kept++] = ex - dx * along
          output[kept++] = ey - dy * along
        } else {
          output[kept++] = ex
          output[kept++] = ey
        }
      }
    }
    if (inside) {
      output[kept++] = qx
      output[kept++] = qy
    }
    px = qx
    py = qy
    side = nextSide
  }
  return kept / 2
}

function growClipScratch(scratch: ClipScratch, vertices: number): void {
  // Every edge of a convex part adds at most one vertex; twice that leaves room for rounding.
  const room = 4 * vertices
  if (scratch.input.length >= room) return
  scratch.input = new Float64Array(2 * room)
  scratch.output = new Float64Array(2 * room)
  scratch.off = new Float64Array(2 * room)
}

/**
 * Runs one step of clipping to the outside, from `input` to `output`; the piece that it cuts off goes to `off`.
 *
 * @returns vertices of `output`.
 */
function splitByEdge(vertices: Float64Array, edge: number, count: number, scratch: ClipScratch): number {
  const { input, output, off } = scratch
  const ex = vertices[2 * edge]
  const ey = vertices[2 * edge + 1]
  const dx = ex - vertices[2 * edge + 2]
  const dy = ey - vertices[2 * edge + 3]
  let kept = 0
  let cut = 0
  let px = input[2 * count - 2]
  let py = input[2 * count - 1]
  let side = dy * (ex - px) - dx * (ey - py)
  for (let i = 0; i < count; i++) {
    const qx = input[2 * i]
    const qy = input[2 * i + 1]
    const nextSide = dy * (ex - qx) - dx * (ey - qy)
    const inside = nextSide > 0
    if (inside !== side > 0) {
      const t = side / (side - nextSide)
      output[kept++] = off[cut++] = px + (qx - px) * t
      output[kept++] = off[cut++] = py + (qy - py) * t
    }
    if (inside) {
      output[kept++] = qx
      output[kept++] = qy
    } else {
      off[cut++] = qx
      off[cut++] = qy
    }
    px = qx
    py = qy
    side = nextSide
  }
  scratch.offCount = cut / 2
  return kept / 2
}

/** Appends the piece of a triangle outside of a convex part: a fan for each edge that cuts some of it off. */
function putOutside<T extends ClipOutput>(
  { vertices, starts }: ConvexParts,
  part: number,
  list: TriangleList,
  index: number,
  scratch: ClipScratch,
  output: T,
  grow: GrowOutput<T>,
): void {
  const last = starts[part + 1] - 1
  growClipScratch(scratch, last - starts[part] + 4)
  for (let i = 0; i < 6; i++) scratch.input[i] = scratch.triangle[i]
  let count = 3
  for (let edge = starts[part]; edge < last && count > 0; edge++) {
    count = splitByEdge(vertices, edge, count, scratch)
    const { input, off, offCount } = scratch
    scratch.input = scratch.output
    scratch.output = input
    if (offCount < 3) continue
    grow(output, offCount, 3 * (offCount - 2))
    putPolygon(output, scratch, off, offCount, list, index)
  }
}

/**
 * Appends to `output` the pieces of a triangle list that are inside the parts, or outside the only part. Each triangle
 * gives a fan for each part that cuts it. A triangle wholly on the kept side of a part is appended as it is and not
 * tested against later parts.
 */
export function clipTriangles<T extends ClipOutput>(
  list: TriangleList,
  parts: ConvexParts,
  rule: ClipRule,
  scratch: ClipScratch,
  output: T,
  grow: GrowOutput<T>,
): void {
  const { positions, vertexCount, indices, indicesAt, indexCount } = list
  const { sides } = scratch
  findSides(sides, positions, vertexCount, parts)
  const { near, nearCount } = sides
  // Parts that are not near contain nothing, and everything is outside them.
  if (parts.outside ? sides.isWhole : nearCount === 0) return
  if (parts.outside ? nearCount === 0 : sides.isWhole) {
    grow(output, vertexCount, indexCount)
    putWhole(output, list)
    return
  }
  if (scratch.shared.length < vertexCount) scratch.shared = new Int32Array(2 * vertexCount)
  scratch.shared.fill(-1, 0, vertexCount)
  grow(output, vertexCount, indexCount)
  for (let index = indicesAt; index < indicesAt + indexCount; index += 3) {
    const first = indices[index]
    const second = indices[index + 1]
    const third = indices[index + 2]
    if (parts.outside) {
      const side = sideOf(sides, 0, first, second, third)
      if (side === OUTSIDE) putTriangle(output, scratch, list, first, second, third)
      else if (side === CUT) {
        takeTriangle(scratch.triangle, positions, first, second, third)
        putOutside(parts, 0, list, index, scratch, output, grow)
        grow(output, vertexCount, indexCount)
      }
      continue
    }
    for (let i = 0; i < nearCount; i++) {
      const side = sideOf(sides, near[i], first, second, third)
      if (side === INSIDE) {
        putTriangle(output, scratch, list, first, second, third)
        break
      }
      if (side === OUTSIDE) continue
      takeTriangle(scratch.triangle, positions, first, second, third)
      const count = clipTriangle(parts, near[i], rule, scratch)
      if (count < 3) continue
      grow(output, vertexCount + count, indexCount + 3 * (count - 2))
      putPolygon(output, scratch, scratch.input, count, list, index)
    }
  }
}

/** Appends the whole list. */
function putWhole(
  output: ClipOutput,
  { positions, vertexCount, uvs, uvsAt, indices, indicesAt, indexCount }: TriangleList,
): void {
  const first = output.vertexCount
  for (let i = 0; i < 2 * vertexCount; i++) {
    output.positions[2 * first + i] = positions[i]
    output.uvs[2 * first + i] = uvs[uvsAt + i]
  }
  const at = output.indexCount
  for (let i = 0; i < indexCount; i++) output.indices[at + i] = first + indices[indicesAt + i]
  output.vertexCount += vertexCount
  output.indexCount += indexCount
}

function takeTriangle(
  triangle: Float64Array,
  positions: ArrayLike<number>,
  first: number,
  second: number,
  third: number,
): void {
  triangle[0] = positions[2 * first]
  triangle[1] = positions[2 * first + 1]
  triangle[2] = positions[2 * second]
  triangle[3] = positions[2 * second + 1]
  triangle[4] = positions[2 * third]
  triangle[5] = positions[2 * third + 1]
}

/** Appends a whole triangle, which shares vertices with other whole triangles of the list. */
function putTriangle(
  output: ClipOutput,
  { shared }: ClipScratch,
  { positions, uvs, uvsAt }: TriangleList,
  first: number,
  second: number,
  third: number,
): void {
  const at = output.indexCount
  output.indexCount += 3
  for (let corner = 0; corner < 3; corner++) {
    const vertex = corner === 0 ? first : corner === 1 ? second : third
    if (shared[vertex] < 0) {
      const to = output.vertexCount++
      shared[vertex] = to
      output.positions[2 * to] = positions[2 * vertex]
      output.positions[2 * to + 1] = positions[2 * vertex + 1]
      output.uvs[2 * to] = uvs[uvsAt + 2 * vertex]
      output.uvs[2 * to + 1] = uvs[uvsAt + 2 * vertex + 1]
    }
    output.indices[at + corner] = shared[vertex]
  }
}

/**
 * Appends `count` vertices of `polygon` as a fan; their texture coordinates are barycentric in the scratch's triangle.
 */
function putPolygon(
  output: ClipOutput,
  { triangle }: ClipScratch,
  polygon: Float64Array,
  count: number,
  { uvs, uvsAt, indices }: TriangleList,
  index: number,
): void {
  const first = uvsAt + 2 * indices[index]
  const second = uvsAt + 2 * indices[index + 1]
  const third = uvsAt + 2 * indices[index + 2]
  const x3 = triangle[4]
  const y3 = triangle[5]
  const x13 = triangle[0] - x3
  const y13 = triangle[1] - y3
  const x32 = x3 - triangle[2]
  const y23 = triangle[3] - y3
  const determinant = y23 * x13 + x32 * y13
  fan(output, output.vertexCount, count)
  for (let i = 0; i < count; i++) {
    const x = polygon[2 * i]
    const y = polygon[2 * i + 1]
    // A triangle without area has no barycentric coordinates, so the first corner's values are used.
    let alpha = 1
    let beta = 0
    if (determinant !== 0) {
      alpha = (y23 * (x - x3) + x32 * (y - y3)) / determinant
      beta = (x13 * (y - y3) - y13 * (x - x3)) / determinant
    }
    const gamma = 1 - alpha - beta
    const at = 2 * output.vertexCount++
    const u = alpha * uvs[first] + beta * uvs[second] + gamma * uvs[third]
    const v = alpha * uvs[first + 1] + beta * uvs[second + 1] + gamma * uvs[third + 1]
    // Nearly parallel edges may meet outside the range of a float32.
    output.positions[at] = Math.max(-MOST, Math.min(MOST, x))
    output.positions[at + 1] = Math.max(-MOST, Math.min(MOST, y))
    output.uvs[at] = Math.max(-MOST, Math.min(MOST, u))
    output.uvs[at + 1] = Math.max(-MOST, Math.min(MOST, v))
  }
}

function fan(output: ClipOutput, first: number, count: number): void {
  const { indices } = output
  for (let i = 1; i < count - 1; i++) {
    const at = output.indexCount
    indices[at] = first
    indices[at + 1] = first + i
    indices[at + 2] = first + i + 1
    output.indexCount += 3
  }
}
