/** The rule for clips that recordings list wrongly. */
import { expect, test } from 'vitest'
import { areaOf } from '../read-dump'
import { recordedTriangles } from './recorded-clips'

const SQUARE = [0, 0, 2, 0, 2, 2, 0, 2]
/** A triangle that was not cut, a quadrilateral that was, a triangle that was. */
const LEFT = [0, 0, 2, 0, 2, 2, 0, 0, 1, 1, 1, 2, 0, 2, 5, 5, 6, 5, 5, 6]
const TRIANGLES = [0, 1, 2, 3, 4, 5, 3, 5, 6, 7, 8, 9]

test('behind a polygon that was cut, indices lag by one', () => {
  const { vertices, triangles } = recordedTriangles(LEFT, TRIANGLES, SQUARE)
  expect(vertices).toEqual(LEFT)
  expect(triangles).toEqual([0, 1, 2, 3, 4, 5, 3, 5, 6, 6, 7, 8])
})

test('where nothing is cut, areas are those of the clipped triangles', () => {
  const { vertices, triangles } = recordedTriangles(SQUARE, [0, 1, 2, 0, 2, 3], SQUARE)
  expect(triangles).toEqual([0, 1, 2, 3, 4, 5])
  expect(areaOf(vertices, triangles)).toBe(4)
})
