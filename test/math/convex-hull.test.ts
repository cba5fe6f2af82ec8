/** Convex hulls, and clipping to their outside. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClipOutput, clipTriangles, createClipScratch } from '../../src/base/math/clip'
import { takeHull } from '../../src/base/math/convex-hull'
import { type ConvexParts, createPolygonScratch, isClockwise, isConvex } from '../../src/base/math/polygon'

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10]
/** An L: its hull lacks a corner of the square. */
const ELL = [0, 0, 10, 0, 10, 5, 5, 5, 5, 10, 0, 10]

function hullOf(polygon: number[], outside = false): ConvexParts {
  return takeHull(Float64Array.from(polygon), polygon.length / 2, outside, createPolygonScratch())
}

function clip(parts: ConvexParts, triangle: number[]): ClipOutput {
  const output: ClipOutput = {
    positions: new Float32Array(4000),
    uvs: new Float32Array(4000),
    vertexCount: 0,
    indices: new Uint32Array(4000),
    indexCount: 0,
  }
  // Texture coordinates that say where a vertex lies.
  const uvs = triangle.map((value) => value / 100)
  clipTriangles(
    { positions: triangle, vertexCount: 3, uvs, uvsAt: 0, indices: [0, 1, 2], indicesAt: 0, indexCount: 3 },
    parts,
    'parametric',
    createClipScratch(),
    output,
    () => {},
  )
  return output
}

function areaOf({ positions, indices, indexCount }: ClipOutput): number {
  let area = 0
  for (let i = 0; i < indexCount; i += 3) {
    const [x1, y1, x2, y2, x3, y3] = [0, 1, 2].flatMap((corner) => [
      positions[2 * indices[i + corner]],
      positions[2 * indices[i + corner] + 1],
    ])
    area += Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2
  }
  return area
}

describe('convex hull', () => {
  test('drops inner points, and is one closed part that runs clockwise from the leftmost point', () => {
    const { count, starts, vertices } = hullOf(ELL)
    expect(count).toBe(1)
    expect([...vertices.subarray(0, 2 * starts[1])]).toEqual([0, 0, 0, 10, 5, 10, 10, 5, 10, 0, 0, 0])
  })

  test('a convex polygon is its own hull', () => {
    const { starts, vertices } = hullOf(SQUARE)
    expect(starts[1]).toBe(5)
    expect(isClockwise(vertices, 0, 4)).toBe(true)
  })

  test('points on a line, and fewer than three, have none', () => {
    expect(hullOf([0, 0, 5, 0, 2, 0, 8, 0]).count).toBe(0)
    expect(hullOf([0, 0, 1, 1]).count).toBe(0)
  })

  test('holds all points of any polygon', () => {
    const coordinate = fc.integer({ min: -50, max: 50 })
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 }), (points) => {
        const { count, starts, vertices } = hullOf(points.flat())
        if (count === 0) return
        const corners = starts[1] - 1
        expect(isConvex(vertices, corners)).toBe(true)
        for (const [x, y] of points)
          for (let i = 0; i < corners; i++) {
            const ex = vertices[2 * i + 2] - vertices[2 * i]
            const ey = vertices[2 * i + 3] - vertices[2 * i + 1]
            expect(ex * (y - vertices[2 * i + 1]) - ey * (x - vertices[2 * i])).toBeLessThanOrEqual(0)
          }
      }),
    )
  })
})

describe('clipping to the outside', () => {
  test('cuts a hole: corners of the triangle stay, and texture coordinates go along', () => {
    const output = clip(hullOf(SQUARE, true), [-5, -5, 25, -5, -5, 25])
    expect(areaOf(output)).toBeCloseTo(450 - 100, 4)
    for (let i = 0; i < 2 * output.vertexCount; i++)
      expect(output.uvs[i]).toBeCloseTo(output.positions[i] / 100, 6)
  })

  test('a polygon wholly inside is gone; one wholly outside stays as it is', () => {
    expect(clip(hullOf(SQUARE, true), [1, 1, 5, 1, 1, 5]).indexCount).toBe(0)
    const output = clip(hullOf(SQUARE, true), [20, 1, 25, 1, 20, 5])
    expect([...output.positions.subarray(0, 6)]).toEqual([20, 1, 25, 1, 20, 5])
    expect(output.indexCount).toBe(3)
  })

  test('a polygon without area hides nothing', () => {
    expect(areaOf(clip(hullOf([0, 0, 5, 0, 2, 0], true), [-1, -1, 5, -1, -1, 5]))).toBeCloseTo(18, 4)
  })

  test('a polygon that hardly has an area hides hardly anything', () => {
    const flat = [-10, -5e-9, 3e-24, 6e-24, -5e-38, -5e-12, 2e-29, 1e-29]
    expect(areaOf(clip(hullOf(flat, true), [20, -5e-33, -20, 20, -6e-36, -7e-37]))).toBeCloseTo(200, 4)
  })

  test('inside and outside of a hull make up the whole triangle', () => {
    const coordinate = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(coordinate, { minLength: 6, maxLength: 16 }),
        fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate),
        (numbers, triangle) => {
          const polygon = numbers.slice(0, numbers.length & ~1)
          const [x1, y1, x2, y2, x3, y3] = triangle
          const whole = Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2
          const inside = areaOf(clip(hullOf(polygon), triangle))
          const outside = areaOf(clip(hullOf(polygon, true), triangle))
          expect(Math.abs(inside + outside - whole)).toBeLessThan(1e-3)
        },
      ),
    )
  })
})
