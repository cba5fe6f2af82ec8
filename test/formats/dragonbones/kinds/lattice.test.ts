/** Where a lattice puts points, against the rules written down plainly. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANES, WORLD_RECORD } from '../../../../src/base/memory/lanes'
import {
  LATTICE_COLUMNS,
  LATTICE_DOWN_X,
  LATTICE_HALF,
  LATTICE_POINT,
  LATTICE_POINTS,
  LATTICE_RIGHT_X,
  LATTICE_ROWS,
  LATTICE_X,
  latticeRecords,
  mapPoints,
} from '../../../../src/formats/dragonbones/kinds/lattice'

type Point = readonly [x: number, y: number]

interface Lattice {
  columns: number
  rows: number
  vertices: readonly Point[]
}

const corners = ({ columns, rows, vertices }: Lattice) => {
  const line = columns + 1
  return [0, columns, rows * line + columns, rows * line].map((vertex) => vertices[vertex])
}

/** The map of points far away: the middle of the corners, and the steps for a unit to the right and one down. */
function farMap(lattice: Lattice): [Point, Point, Point] {
  const [a, b, c, d] = corners(lattice)
  const mid = [0, 1].map((k) => (a[k] + b[k] + c[k] + d[k]) / 4)
  const right = [0, 1].map((k) => ((b[k] + c[k]) / 2 - mid[k]) / 200)
  const down = [0, 1].map((k) => ((c[k] + d[k]) / 2 - mid[k]) / 200)
  return [
    [mid[0], mid[1]],
    [right[0], right[1]],
    [down[0], down[1]],
  ]
}

/** Maps a point, y down, by the documented cells: of the lattice, and of strips of 800 around it without its corners. */
function plainly(lattice: Lattice, [x, y]: Point): number[] {
  const [mid, right, down] = farMap(lattice)
  const far = ([px, py]: Point) => [0, 1].map((k) => mid[k] + px * right[k] + py * down[k])
  const lines = (cells: number) => [
    -1000,
    ...Array.from({ length: cells + 1 }, (_, i) => (400 / cells) * i - 200),
    1000,
  ]
  const [xs, ys] = [lines(lattice.columns), lines(lattice.rows)]
  const cellOf = (all: number[], value: number) =>
    all.findIndex((line, i) => value >= line && value < all[i + 1])
  const [column, row] = [cellOf(xs, x), cellOf(ys, y)]
  const isOuter = (cell: number, cells: number) => cell === 0 || cell === cells + 1
  const outside = column < 0 || row < 0
  if (outside || (isOuter(column, lattice.columns) && isOuter(row, lattice.rows))) return far([x, y])
  const at = (i: number, j: number): readonly number[] => {
    const isFar = i === 0 || j === 0 || i === xs.length - 1 || j === ys.length - 1
    return isFar ? far([xs[i], ys[j]]) : lattice.vertices[(j - 1) * (lattice.columns + 1) + i - 1]
  }
  const u = (x - xs[column]) / (xs[column + 1] - xs[column])
  const v = (y - ys[row]) / (ys[row + 1] - ys[row])
  const [topLeft, topRight] = [at(column, row), at(column + 1, row)]
  const [bottomLeft, bottomRight] = [at(column, row + 1), at(column + 1, row + 1)]
  return [0, 1].map((k) =>
    u + v > 1
      ? bottomRight[k] + (1 - u) * (bottomLeft[k] - bottomRight[k]) + (1 - v) * (topRight[k] - bottomRight[k])
      : topLeft[k] + u * (topRight[k] - topLeft[k]) + v * (bottomLeft[k] - topLeft[k]),
  )
}

function mapped(lattice: Lattice, points: readonly Point[]): Float32Array {
  const { columns, rows, vertices } = lattice
  const words = latticeRecords(columns, rows) * WORLD_RECORD
  const f32 = new Float32Array(words)
  f32[LATTICE_HALF] = 200
  f32[LATTICE_COLUMNS] = columns
  f32[LATTICE_ROWS] = rows
  farMap(lattice).forEach((point, i) => {
    const field = [LATTICE_X, LATTICE_RIGHT_X, LATTICE_DOWN_X][i]
    f32[field] = point[0]
    f32[field + LANES] = point[1]
  })
  vertices.forEach((vertex, i) => {
    f32[LATTICE_POINTS + i * LATTICE_POINT] = vertex[0]
    f32[LATTICE_POINTS + i * LATTICE_POINT + LANES] = vertex[1]
  })
  expect(LATTICE_POINTS + vertices.length * LATTICE_POINT).toBeLessThanOrEqual(words - WORLD_RECORD)
  const out = Float32Array.from(points.flatMap(([x, y]) => [x, -y]))
  mapPoints(f32, new Float64Array(8), 0, 0, out, 0, out, 0, 2, 1, points.length)
  return out
}

const coordinate = fc.oneof(
  fc.double({ min: -260, max: 260, noNaN: true }),
  fc.double({ min: -1300, max: 1300, noNaN: true }),
  fc.constantFrom(-200, 0, 100, 199.99, 200, -999, 999),
)
const anyLattice = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .chain(([columns, rows]) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.constant(rows),
      vertices: fc.array(
        fc.tuple(
          fc.double({ min: -300, max: 300, noNaN: true }),
          fc.double({ min: -300, max: 300, noNaN: true }),
        ),
        { minLength: (columns + 1) * (rows + 1), maxLength: (columns + 1) * (rows + 1) },
      ),
    }),
  )

test('points go where their cell, their strip, or the lattice as a whole puts them', () => {
  const anyPoints = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(anyLattice, anyPoints, (lattice, points) => {
      const out = mapped(lattice, points)
      points.forEach((point, i) => {
        const expected = plainly(lattice, [Math.fround(point[0]), Math.fround(point[1])])
        // A line between cells may be taken for the one side or the other: nothing leaps there.
        expect(out[2 * i]).toBeCloseTo(expected[0], 1)
        expect(out[2 * i + 1]).toBeCloseTo(expected[1], 1)
      })
    }),
    { numRuns: 300 },
  )
})
