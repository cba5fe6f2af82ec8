/** The comparison of vertices in the bench against other runtimes. */
import { describe, expect, test } from 'vitest'
import { TOLERANCE, worstDifference } from '../../bench/kit/versus-result'

describe('vertices of two runtimes', () => {
  /** A square of side 200 about its place. */
  const square = [8, 0, 0, 80_000]

  test('are the same if they differ by rounding', () => {
    expect(worstDifference([square], [[8, 1e-4, -1e-4, 80_000.01]])).toBeLessThan(TOLERANCE)
  })

  test.each([
    ['one skeleton moved by a hundredth of its size', [square, [8, 5.6, 0, 80_008]]],
    ['one is larger', [square, [8, 0, 0, 80_400]]],
    ['one has fewer vertices', [square, [6, 0, 0, 80_000]]],
    ['one is not a number', [square, [8, Number.NaN, 0, 80_000]]],
    ['a skeleton is missing', [square]],
  ])('are not the same if %s', (_, others) => {
    expect(worstDifference([square, square], others)).toBeGreaterThan(TOLERANCE)
  })
})
