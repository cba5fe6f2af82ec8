/** Clipping of meshes, whose triangles share vertices: it leaves of each triangle as much as clipping it alone does. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClipOutput, clipTriangles, createClipScratch } from '../../src/base/math/clip'
import { takeHull } from '../../src/base/math/convex-hull'
import { type ConvexParts, createPolygonScratch, decompose } from '../../src/base/math/polygon'

const SIDE = 6

/** Vertices of a grid of `SIDE` × `SIDE` squares of `size`, and its triangles. */
function grid(x: number, y: number, size: number): { points: number[]; indices: number[] } {
  const points: number[] = []
  const indices: number[] = []
  for (let row = 0; row <= SIDE; row++)
    for (let column = 0; column <= SIDE; column++)
      points.push(Math.fround(x + column * size), Math.fround(y + row * size))
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const a = row * (SIDE + 1) + column
      indices.push(a, a + 1, a + SIDE + 1, a + 1, a + SIDE + 2, a + SIDE + 1)
    }
  return { points, indices }
}

const scratch = createClipScratch()

function clip(parts: ConvexParts, points: number[], indices: number[]): ClipOutput {
  const output: ClipOutput = {
    positions: new Float32Array(100_000),
    uvs: new Float32Array(100_000),
    vertexCount: 0,
    indices: new Uint32Array(100_000),
    indexCount: 0,
  }
  const uvs = points.map((value) => value / 100)
  clipTriangles(
    {
      positions: points,
      vertexCount: points.length / 2,
      uvs,
      uvsAt: 0,
      indices,
      indicesAt: 0,
      indexCount: indices.length,
    },
    parts,
    'parametric',
    scratch,
    output,
    () => {},
  )
  return output
}

/** Corners of all triangles, in order: x, y, u, v each. */
function corners({ positions, uvs, indices, indexCount }: ClipOutput): number[] {
  return [...indices.subarray(0, indexCount)].flatMap((vertex) => [
    ...positions.subarray(2 * vertex, 2 * vertex + 2),
    ...uvs.subarray(2 * vertex, 2 * vertex + 2),
  ])
}

/** A star of so many rays, which falls into many parts, or a ring of as many edges. */
function polygon(rays: number, inner: number): number[] {
  return Array.from({ length: 2 * rays }, (_, i) => {
    const angle = (Math.PI * i) / rays
    const radius = i % 2 === 0 ? 10 : inner
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  }).flat()
}

test('each triangle of a mesh is cut as it would be alone, in any number of parts and edges', () => {
  const place = fc.double({ min: -14, max: 8, noNaN: true })
  const size = fc.double({ min: 0.1, max: 4, noNaN: true })
  const rays = fc.integer({ min: 3, max: 60 })
  fc.assert(
    fc.property(
      place,
      place,
      size,
      rays,
      fc.constantFrom(4, 10),
      fc.boolean(),
      (x, y, width, edges, inner, outside) => {
        const { points, indices } = grid(x, y, width)
        const own = createPolygonScratch()
        const vertices = Float64Array.from(polygon(edges, inner))
        const parts = outside ? takeHull(vertices, 2 * edges, true, own) : decompose(vertices, 2 * edges, own)
        const whole = corners(clip(parts, points, indices))
        const alone = Array.from({ length: indices.length / 3 }, (_, i) => {
          const triangle = indices.slice(3 * i, 3 * i + 3).flatMap((v) => points.slice(2 * v, 2 * v + 2))
          return corners(clip(parts, triangle, [0, 1, 2]))
        }).flat()
        expect(whole).toEqual(alone)
      },
    ),
    { numRuns: 150 },
  )
})

test('a mesh that lies wholly inside keeps its vertices and triangles', () => {
  const { points, indices } = grid(-3, -3, 1)
  const parts = takeHull(Float64Array.from(polygon(40, 10)), 80, false, createPolygonScratch())
  const { positions, vertexCount, indices: kept, indexCount } = clip(parts, points, indices)
  expect([...positions.subarray(0, 2 * vertexCount)]).toEqual(points)
  expect([...kept.subarray(0, indexCount)]).toEqual(indices)
})

test('whole triangles of a mesh that is cut share their vertices', () => {
  const { points, indices } = grid(0, 0, 4)
  const parts = takeHull(Float64Array.from(polygon(40, 10)), 80, false, createPolygonScratch())
  const { vertexCount, indexCount } = clip(parts, points, indices)
  expect(indexCount).toBeGreaterThan(0)
  expect(vertexCount).toBeLessThan(indexCount)
})
