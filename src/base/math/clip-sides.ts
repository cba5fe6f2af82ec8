/**
 * Finds on which side of the edges of convex parts vertices are. Each vertex is examined once, however many triangles
 * use it.
 */
import type { ConvexParts } from './polygon'

/** The sides of all parts' edges on which the vertices of a triangle list are. Arrays grow. */
export interface ClipSides {
  /** Number of vertices of the list. */
  vertexCount: number
  /**
   * Bit e of word `b * vertexCount + vertex`: the vertex is outside edge `32 b + e` of its part. b counts the blocks of
   * all parts.
   */
  codes: Int32Array
  /** Part p has blocks `blocks[p]` … `blocks[p + 1] - 1`. */
  blocks: Int32Array
  /** Parts that some vertices may be in, in order: no edge has all vertices outside. */
  near: Int32Array
  nearCount: number
  /** Whether all vertices are inside the first of these; the others are then ignored. */
  isWhole: boolean
  /** Bounds of the vertices: least and greatest x, least and greatest y. */
  readonly bounds: Float64Array
}

/** Results of `sideOf`: inside all edges; outside one of them; neither. */
export const INSIDE = -1
export const OUTSIDE = 0
export const CUT = 1

export function createClipSides(): ClipSides {
  return {
    vertexCount: 0,
    codes: new Int32Array(0),
    blocks: new Int32Array(2),
    near: new Int32Array(1),
    nearCount: 0,
    isWhole: false,
    bounds: new Float64Array(4),
  }
}

/** Finds the sides of `vertexCount` vertices, x and y for each, for all parts. */
export function findSides(
  sides: ClipSides,
  positions: ArrayLike<number>,
  vertexCount: number,
  parts: ConvexParts,
): void {
  const { starts, count } = parts
  if (sides.near.length < count) {
    sides.blocks = new Int32Array(2 * count + 1)
    sides.near = new Int32Array(2 * count)
  }
  const { blocks, near } = sides
  for (let part = 0; part < count; part++)
    blocks[part + 1] = blocks[part] + ((starts[part + 1] - starts[part] + 30) >> 5)
  const room = blocks[count] * vertexCount
  if (sides.codes.length < room) sides.codes = new Int32Array(2 * room)
  sides.vertexCount = vertexCount
  sides.nearCount = 0
  sides.isWhole = false
  findBounds(sides.bounds, positions, vertexCount)
  for (let part = 0; part < count && !sides.isWhole; part++) {
    let isNear = true
    sides.isWhole = sides.nearCount === 0
    for (let block = blocks[part]; block < blocks[part + 1]; block++) {
      const first = starts[part] + 32 * (block - blocks[part])
      const end = Math.min(first + 32, starts[part + 1] - 1)
      isNear &&= findBlock(sides, block * vertexCount, positions, parts, first, end)
    }
    if (isNear) near[sides.nearCount++] = part
    else sides.isWhole = false
  }
}

function findBounds(bounds: Float64Array, positions: ArrayLike<number>, vertexCount: number): void {
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const x = positions[2 * vertex]
    const y = positions[2 * vertex + 1]
    if (x < left) left = x
    if (x > right) right = x
    if (y < low) low = y
    if (y > high) high = y
  }
  bounds[0] = left
  bounds[1] = right
  bounds[2] = low
  bounds[3] = high
}

/**
 * Writes codes of edges `first` … `end - 1`. Only edges through the bounds are tested vertex by vertex. The rounded
 * test is monotonic in x and y, so no vertex differs from the bounds' corner that is furthest in or out.
 *
 * @returns false if all vertices are outside one of the edges; the codes are then unfinished.
 */
function findBlock(
  sides: ClipSides,
  at: number,
  positions: ArrayLike<number>,
  { vertices }: ConvexParts,
  first: number,
  end: number,
): boolean {
  const { bounds, codes, vertexCount } = sides
  codes.fill(0, at, at + vertexCount)
  for (let edge = first; edge < end; edge++) {
    const ex = vertices[2 * edge]
    const ey = vertices[2 * edge + 1]
    const dx = ex - vertices[2 * edge + 2]
    const dy = ey - vertices[2 * edge + 3]
    const left = dy > 0 ? 0 : 1
    const low = dx > 0 ? 2 : 3
    const furthestIn = dy * (ex - bounds[left]) - dx * (ey - bounds[5 - low])
    if (!(furthestIn > 0)) return false
    const furthestOut = dy * (ex - bounds[1 - left]) - dx * (ey - bounds[low])
    if (furthestOut > 0) continue
    sides.isWhole = false
    const bit = 1 << (edge - first)
    let inside = 0
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      if (dy * (ex - positions[2 * vertex]) - dx * (ey - positions[2 * vertex + 1]) > 0) inside++
      else codes[at + vertex] |= bit
    }
    if (inside === 0) return false
  }
  return true
}

/** Returns where a triangle of three vertices is: INSIDE, OUTSIDE or CUT. Most triangles need no cutting. */
export function sideOf(
  { codes, blocks, vertexCount }: ClipSides,
  part: number,
  first: number,
  second: number,
  third: number,
): number {
  let side = INSIDE
  for (let block = blocks[part]; block < blocks[part + 1]; block++) {
    const at = block * vertexCount
    const a = codes[at + first]
    const b = codes[at + second]
    const c = codes[at + third]
    if ((a & b & c) !== 0) return OUTSIDE
    if ((a | b | c) !== 0) side = CUT
  }
  return side
}
