/** Polygons: direction, convex parts and clipping. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClipOutput, type ClipRule, clipTriangles, createClipScratch } from '../../src/base/math/clip'
import {
  createPolygonScratch,
  decompose,
  isClockwise,
  isConvex,
  makeClockwise,
} from '../../src/base/math/polygon'

const RULES: ClipRule[] = ['lines', 'parametric']
const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10]
/** An L: the square without its upper right quarter. */
const ELL = [0, 0, 10, 0, 10, 5, 5, 5, 5, 10, 0, 10]
/** A star of five points, concave at every other vertex. */
const STAR = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 === 0 ? 10 : 4
  const angle = (i * Math.PI) / 5
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}).flat()
/** A square with a notch whose tip lies on the opposite side. */
const TOUCHING = [0, 0, 10, 0, 10, 10, 5, 0, 0, 10]
/** Two squares that share one vertex, drawn in one stroke: there is no ear. */
const EARLESS = [0, 0, 5, 0, 5, 5, 10, 5, 10, 10, 5, 10, 5, 5, 0, 5]

function areaOf(polygon: number[]): number {
  let area = 0
  for (let i = 0; i < polygon.length; i += 2) {
    const next = (i + 2) % polygon.length
    area += polygon[i] * polygon[next + 1] - polygon[next] * polygon[i + 1]
  }
  return Math.abs(area) / 2
}

function partsOf(polygon: number[]) {
  const scratch = createPolygonScratch()
  const parts = decompose(Float64Array.from(polygon), polygon.length / 2, scratch)
  return Array.from({ length: parts.count }, (_, part) => [
    ...parts.vertices.slice(2 * parts.starts[part], 2 * parts.starts[part + 1]),
  ])
}

function clip(polygon: number[], triangles: number[][], rule: ClipRule) {
  const output: ClipOutput = {
    positions: new Float32Array(1000),
    uvs: new Float32Array(1000),
    vertexCount: 0,
    indices: new Uint32Array(1000),
    indexCount: 0,
  }
  const parts = decompose(Float64Array.from(polygon), polygon.length / 2, createPolygonScratch())
  const points = triangles.flat()
  const indices = Array.from({ length: points.length / 2 }, (_, i) => i)
  // Texture coordinates that say where a vertex lies.
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
    rule,
    createClipScratch(),
    output,
    () => {},
  )
  let area = 0
  for (let i = 0; i < output.indexCount; i += 3) {
    const corners = [...output.indices.slice(i, i + 3)].flatMap((v) => [
      output.positions[2 * v],
      output.positions[2 * v + 1],
    ])
    area += areaOf(corners)
  }
  return { output, area }
}

const around = (x: number, y: number, size: number) => [x, y, x + size, y, x, y + size]

describe('polygons', () => {
  test('makeClockwise reverses counter-clockwise polygons, and nothing else', () => {
    const vertices = Float64Array.from(SQUARE)
    expect(isClockwise(vertices, 0, 4)).toBe(false)
    makeClockwise(vertices, 0, 4)
    expect([...vertices]).toEqual([0, 10, 10, 10, 10, 0, 0, 0])
    makeClockwise(vertices, 0, 4)
    expect([...vertices]).toEqual([0, 10, 10, 10, 10, 0, 0, 0])
  })

  test.each([
    ['a square', SQUARE, true],
    ['a square with a vertex on a side', [0, 0, 5, 0, 10, 0, 10, 10, 0, 10], true],
    ['a square begun in the middle of a side', [5, 10, 10, 10, 10, 0, 0, 0, 0, 10], true],
    ['an L', ELL, false],
    ['a square gone round twice', [...SQUARE, ...SQUARE], false],
    [
      'a pentagram',
      [0, 1, 2, 3, 4].flatMap((i) => [Math.cos(i * 0.8 * Math.PI), Math.sin(i * 0.8 * Math.PI)]),
      false,
    ],
  ])('%s is convex: %s', (_, polygon, convex) => {
    const vertices = Float64Array.from(polygon)
    makeClockwise(vertices, 0, polygon.length / 2)
    expect(isConvex(vertices, polygon.length / 2)).toBe(convex)
  })

  test('a convex polygon stays one part, closed and clockwise', () => {
    expect(partsOf(SQUARE)).toEqual([[0, 0, 0, 10, 10, 10, 10, 0, 0, 0]])
  })

  test.each([[0], [1], [2]])('%i vertices have no parts', (count) => {
    expect(partsOf(SQUARE.slice(0, 2 * count))).toEqual([])
  })

  test.each([
    ['an L', ELL, 2],
    ['a star', STAR, 6],
    ['a polygon that touches itself', TOUCHING, 3],
  ])('%s falls into convex clockwise parts of the same area', (_, polygon, most) => {
    const parts = partsOf(polygon)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.length).toBeLessThanOrEqual(most)
    for (const part of parts) {
      expect(part.slice(-2)).toEqual(part.slice(0, 2))
      const count = part.length / 2 - 1
      expect(isConvex(Float64Array.from(part), count)).toBe(true)
      const clockwise = isClockwise(Float64Array.from(part), 0, count)
      expect(clockwise || areaOf(part) === 0).toBe(true)
    }
    const sum = parts.reduce((area, part) => area + areaOf(part.slice(0, -2)), 0)
    expect(sum).toBeCloseTo(areaOf(polygon), 9)
  })

  test('any star-shaped polygon keeps its area, whichever way it runs', () => {
    const radii = fc.array(fc.double({ min: 1, max: 10, noNaN: true }), { minLength: 3, maxLength: 24 })
    fc.assert(
      fc.property(radii, fc.boolean(), (list, reversed) => {
        const points = list.map((radius, i) => {
          const angle = (2 * Math.PI * i) / list.length
          return [radius * Math.cos(angle), radius * Math.sin(angle)]
        })
        const polygon = (reversed ? points.reverse() : points).flat()
        const sum = partsOf(polygon).reduce((area, part) => area + areaOf(part.slice(0, -2)), 0)
        expect(sum).toBeCloseTo(areaOf(polygon), 6)
      }),
      { numRuns: 200 },
    )
  })

  test('without an ear the split goes on where the reference does, and ends', () => {
    const sum = partsOf(EARLESS).reduce((area, part) => area + areaOf(part.slice(0, -2)), 0)
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThanOrEqual(100)
  })

  test('coordinates that are no numbers end in some parts, not in a loop without end', () => {
    expect(partsOf([...STAR.slice(0, 18), Number.NaN, Number.NaN]).length).toBeGreaterThan(0)
  })
})

describe.each(RULES)('clipping by %s', (rule) => {
  test('a triangle wholly inside is taken as it is', () => {
    const { output, area } = clip(SQUARE, [around(2, 2, 3)], rule)
    expect([...output.positions.slice(0, 2 * output.vertexCount)]).toEqual(around(2, 2, 3))
    expect([...output.indices.slice(0, output.indexCount)]).toEqual([0, 1, 2])
    expect(area).toBeCloseTo(4.5, 5)
  })

  test('a triangle wholly outside leaves nothing', () => {
    expect(clip(SQUARE, [around(20, 20, 5)], rule).output.indexCount).toBe(0)
  })

  test('a triangle that covers the polygon leaves the polygon', () => {
    expect(clip(SQUARE, [around(-100, -100, 1000)], rule).area).toBeCloseTo(100, 3)
    expect(clip(ELL, [around(-100, -100, 1000)], rule).area).toBeCloseTo(75, 3)
    expect(clip(STAR, [around(-100, -100, 1000)], rule).area).toBeCloseTo(areaOf(STAR), 3)
    expect(clip(TOUCHING, [around(-100, -100, 1000)], rule).area).toBeCloseTo(50, 3)
  })

  test('a triangle over one corner keeps its inner part, with coordinates in proportion', () => {
    const { output, area } = clip(SQUARE, [around(5, 5, 10)], rule)
    expect(area).toBeCloseTo(25, 4)
    for (let i = 0; i < 2 * output.vertexCount; i++) {
      expect(output.positions[i]).toBeGreaterThanOrEqual(0)
      expect(output.positions[i]).toBeLessThanOrEqual(10)
      expect(output.uvs[i]).toBeCloseTo(output.positions[i] / 100, 5)
    }
  })

  test('the notch of a concave polygon is cut out', () => {
    expect(clip(ELL, [around(6, 6, 3)], rule).output.indexCount).toBe(0)
    expect(
      clip(
        ELL,
        [
          [4, 4, 8, 4, 8, 8],
          [4, 4, 8, 8, 4, 8],
        ],
        rule,
      ).area,
    ).toBeCloseTo(7, 4)
  })

  test('the way the polygon and the triangle run does not matter', () => {
    const reversed = [0, 10, 10, 10, 10, 0, 0, 0]
    const turned = [5, 5, 5, 15, 15, 5]
    expect(clip(reversed, [around(5, 5, 10)], rule).area).toBeCloseTo(25, 4)
    expect(clip(SQUARE, [turned], rule).area).toBeCloseTo(25, 4)
  })

  test('a triangle without area makes no coordinates that are no numbers', () => {
    const { output } = clip(SQUARE, [[-5, 5, 5, 5, 15, 5]], rule)
    for (const uv of output.uvs.slice(0, 2 * output.vertexCount)) expect(uv).not.toBeNaN()
  })

  test('a polygon of no parts clips everything away', () => {
    expect(clip([0, 0, 1, 1], [around(0, 0, 5)], rule).output.indexCount).toBe(0)
  })

  test('clipped areas over a grid of triangles add up to the polygon', () => {
    const triangles: number[][] = []
    // Off the star's own lines: there the older rule may put a vertex far away.
    for (let x = -12.37; x < 12; x += 3)
      for (let y = -12.13; y < 12; y += 3)
        triangles.push([x, y, x + 3, y, x, y + 3], [x + 3, y, x + 3, y + 3, x, y + 3])
    let area = 0
    for (const triangle of triangles) area += clip(STAR, [triangle], rule).area
    expect(area).toBeCloseTo(areaOf(STAR), 3)
  })
})

test('nearly parallel lines give the end of the clip edge, where parameters give the crossing', () => {
  // The triangle's long side leaves the polygon at so flat an angle that |cross| ≤ 1e-6.
  const edge = [0, 0, 1e-3, 0, 1e-3, 1e-3, 0, 1e-3]
  const triangle = [-5e-4, 1e-4, 5e-4, -1e-4, 5e-4, 1e-4]
  const lines = clip(edge, [triangle], 'lines')
  const parametric = clip(edge, [triangle], 'parametric')
  const xs = (it: typeof lines) => [...it.output.positions.slice(0, 2 * it.output.vertexCount)]
  expect(xs(lines)).not.toEqual(xs(parametric))
  expect(parametric.area).toBeGreaterThan(0)
})
