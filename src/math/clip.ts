/** Triangles clipped by convex polygons, with texture coordinates (spine-pose §10.4, §10.5). */
import type { ConvexParts } from './polygon'

/** Which intersection rule a format's version has: of infinite lines, or by the parameter on the edge. */
export type ClipRule = 'lines' | 'parametric'

/** What clipping makes; arrays grow and keep their size. */
export interface ClipOutput {
  /** x, y per vertex. */
  positions: Float32Array
  /** u, v per vertex. */
  uvs: Float32Array
  vertexCount: number
  /** Three vertices a triangle. */
  indices: Uint32Array
  indexCount: number
}

/** Makes room for so many more vertices and indices; the sink's owner may have more arrays to grow. */
export type GrowOutput<T extends ClipOutput> = (output: T, vertices: number, indices: number) => void

/** Buffers of one clip: the polygon that is cut down edge by edge. */
export interface ClipScratch {
  input: Float64Array
  output: Float64Array
}

export function createClipScratch(): ClipScratch {
  return { input: new Float64Array(32), output: new Float64Array(32) }
}

/** An intersection of nearly parallel lines is replaced by an end of the clip edge. */
const PARALLEL = 1e-6

/**
 * Cuts the triangle down to what lies inside one convex part.
 *
 * @param from,to vertices of the part in `parts.vertices`; the last is a copy of the first.
 * @returns number of vertices in `scratch.input`; -1 where the triangle lies wholly inside.
 */
export function clipTriangle(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
  parts: ConvexParts,
  part: number,
  rule: ClipRule,
  scratch: ClipScratch,
): number {
  const { vertices, starts } = parts
  const last = starts[part + 1] - 1
  growClipScratch(scratch, last - starts[part] + 4)
  const { input } = scratch
  input[0] = x1
  input[1] = y1
  input[2] = x2
  input[3] = y2
  input[4] = x3
  input[5] = y3
  let count = 3
  let clipped = false
  for (let edge = starts[part]; edge < last; edge++) {
    const kept = clipByEdge(vertices, edge, count, rule, scratch)
    if (kept < 0) {
      count = -kept - 1
      clipped = true
    } else count = kept
    const { input: used, output } = scratch
    scratch.input = output
    scratch.output = used
    if (count === 0) return 0
  }
  return clipped ? count : -1
}

/**
 * One step of Sutherland–Hodgman, from `input` to `output`.
 *
 * @returns vertices kept; `-1 - vertices` where something was cut.
 */
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
  let clipped = false
  let px = input[2 * count - 2]
  let py = input[2 * count - 1]
  // Starting with the closing edge only turns the output round by one place.
  let side = dy * (ex - px) - dx * (ey - py)
  for (let i = 0; i < count; i++) {
    const qx = input[2 * i]
    const qy = input[2 * i + 1]
    const nextSide = dy * (ex - qx) - dx * (ey - qy)
    const inside = nextSide > 0
    if (inside !== side > 0) {
      const ix = qx - px
      const iy = qy - py
      const cross = ix * dy - iy * dx
      if (rule === 'parametric') {
        const t = side / cross
        if (t >= 0 && t <= 1) {
          clipped = true
          output[kept++] = px + ix * t
          output[kept++] = py + iy * t
        } else if (!inside) {
          output[kept++] = qx
          output[kept++] = qy
        }
      } else {
        clipped = true
        if (Math.abs(cross) > PARALLEL) {
          const along = (ix * (ey - py) - iy * (ex - px)) / cross
          output[kept++] = ex - dx * along
          output[kept++] = ey - dy * along
        } else {
          output[kept++] = ex
          output[kept++] = ey
        }
      }
    } else if (!inside) clipped = true
    if (inside) {
      output[kept++] = qx
      output[kept++] = qy
    }
    px = qx
    py = qy
    side = nextSide
  }
  return clipped ? -1 - kept / 2 : kept / 2
}

function growClipScratch(scratch: ClipScratch, vertices: number): void {
  // Every edge of a convex part adds one vertex at most; twice that is room for rounding.
  const room = 4 * vertices
  if (scratch.input.length >= room) return
  scratch.input = new Float64Array(2 * room)
  scratch.output = new Float64Array(2 * room)
}

/**
 * Appends what is left of a triangle list inside the parts to `output`: per triangle and part that cuts it
 * a fan; a triangle wholly inside a part is taken as it is, and not shown to the parts after it.
 *
 * @param positions x, y pairs. @param uvs pairs, from `uvsAt`. @param indices three a triangle, from
 *   `indicesAt`, `indexCount` in all.
 */
export function clipTriangles<T extends ClipOutput>(
  positions: ArrayLike<number>,
  uvs: ArrayLike<number>,
  uvsAt: number,
  indices: ArrayLike<number>,
  indicesAt: number,
  indexCount: number,
  parts: ConvexParts,
  rule: ClipRule,
  scratch: ClipScratch,
  output: T,
  grow: GrowOutput<T>,
): void {
  for (let index = indicesAt; index < indicesAt + indexCount; index += 3) {
    const a = indices[index]
    const b = indices[index + 1]
    const c = indices[index + 2]
    const x1 = positions[2 * a]
    const y1 = positions[2 * a + 1]
    const x2 = positions[2 * b]
    const y2 = positions[2 * b + 1]
    const x3 = positions[2 * c]
    const y3 = positions[2 * c + 1]
    const u1 = uvs[uvsAt + 2 * a]
    const v1 = uvs[uvsAt + 2 * a + 1]
    const u2 = uvs[uvsAt + 2 * b]
    const v2 = uvs[uvsAt + 2 * b + 1]
    const u3 = uvs[uvsAt + 2 * c]
    const v3 = uvs[uvsAt + 2 * c + 1]
    const determinant = (y2 - y3) * (x1 - x3) + (x3 - x2) * (y1 - y3)
    for (let part = 0; part < parts.count; part++) {
      const count = clipTriangle(x1, y1, x2, y2, x3, y3, parts, part, rule, scratch)
      if (count === -1) {
        grow(output, 3, 3)
        const first = output.vertexCount
        put(output, x1, y1, u1, v1)
        put(output, x2, y2, u2, v2)
        put(output, x3, y3, u3, v3)
        fan(output, first, 3)
        break
      }
      if (count < 3) continue
      grow(output, count, 3 * (count - 2))
      const first = output.vertexCount
      for (let i = 0; i < count; i++) {
        const x = scratch.input[2 * i]
        const y = scratch.input[2 * i + 1]
        // A triangle without area has no coordinates inside: its first corner's will do.
        let alpha = 1
        let beta = 0
        if (determinant !== 0) {
          alpha = ((y2 - y3) * (x - x3) + (x3 - x2) * (y - y3)) / determinant
          beta = ((y3 - y1) * (x - x3) + (x1 - x3) * (y - y3)) / determinant
        }
        const gamma = 1 - alpha - beta
        put(output, x, y, alpha * u1 + beta * u2 + gamma * u3, alpha * v1 + beta * v2 + gamma * v3)
      }
      fan(output, first, count)
    }
  }
}

function put(output: ClipOutput, x: number, y: number, u: number, v: number): void {
  const at = 2 * output.vertexCount++
  output.positions[at] = x
  output.positions[at + 1] = y
  output.uvs[at] = u
  output.uvs[at + 1] = v
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
