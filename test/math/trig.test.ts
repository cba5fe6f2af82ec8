import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { angleOf, cosine, sine } from '../../src/math/trig'

const THOUSAND_TURNS = 6283.2

describe('sine and cosine', () => {
  test('are within 3e-11 of the true ones up to 1 000 turns', () => {
    let worst = 0
    for (let i = -200_000; i <= 200_000; i++) {
      const angle = (i / 200_000) * THOUSAND_TURNS
      worst = Math.max(
        worst,
        Math.abs(sine(angle) - Math.sin(angle)),
        Math.abs(cosine(angle) - Math.cos(angle)),
      )
    }
    expect(worst).toBeLessThan(3e-11)
  })

  test('are exact at 0 and lie in [-1, 1] to within 3e-11', () => {
    expect([sine(0), cosine(0), cosine(-0)]).toEqual([0, 1, 1])
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (angle) => {
        expect(Math.abs(sine(angle))).toBeLessThan(1 + 3e-11)
        expect(Math.abs(cosine(angle))).toBeLessThan(1 + 3e-11)
      }),
    )
  })

  test('of what is no angle are NaN', () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(sine(wrong)).toBeNaN()
      expect(cosine(wrong)).toBeNaN()
    }
  })
})

describe('the angle of a vector', () => {
  test('is within 1e-11 of the true one', () => {
    const part = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
    )
    fc.assert(
      fc.property(part, part, (x, y) => {
        expect(Math.abs(angleOf(y, x) - Math.atan2(y, x))).toBeLessThan(1e-11)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    [0, 0],
    [0, -0],
    [-0, 0],
    [-0, -0],
    [0, -1],
    [-0, -1],
    [1, 0],
    [-1, -0],
    [Number.POSITIVE_INFINITY, 1],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('of y %d, x %d has the sign and quadrant of Math.atan2', (y, x) => {
    expect(Math.abs(angleOf(y, x) - Math.atan2(y, x))).toBeLessThan(1e-15)
    expect(Object.is(angleOf(y, x), -0)).toBe(Object.is(Math.atan2(y, x), -0))
  })
})
