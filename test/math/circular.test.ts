/** Sine, cosine and arctangent, against the engine. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arccosine, arctangent, cosine, hypotenuse, sine } from '../../src/base/math/circular'

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })

/** Largest distance from the engine's result, which is itself off by some 1e-16. */
function worstOf(from: number, to: number, got: (x: number) => number, wanted: (x: number) => number) {
  let worst = 0
  for (let i = 0; i <= 100_000; i++) {
    const x = from + ((to - from) * i) / 100_000
    worst = Math.max(worst, Math.abs(got(x) - wanted(x)))
  }
  return worst
}

describe('sine and cosine', () => {
  test('are within 3e-16 of the true ones, up to 1e5', () => {
    for (const most of [1, 10, 6283.2, 99_999]) {
      expect(worstOf(-most, most, sine, Math.sin)).toBeLessThan(3e-16)
      expect(worstOf(-most, most, cosine, Math.cos)).toBeLessThan(3e-16)
    }
  })

  test('are exact where the true ones are next to -1, 0 and 1', () => {
    expect([sine(0), cosine(0), cosine(-0)]).toEqual([0, 1, 1])
    for (let quarters = -8; quarters <= 8; quarters++) {
      const angle = (quarters * Math.PI) / 2
      expect(sine(angle)).toBeCloseTo(Math.sin(angle), 25)
      expect(cosine(angle)).toBeCloseTo(Math.cos(angle), 25)
    }
  })

  test('lie in [-1, 1], however far round', () => {
    fc.assert(
      fc.property(anyNumber, (angle) => {
        expect(Math.abs(sine(angle))).toBeLessThanOrEqual(1)
        expect(Math.abs(cosine(angle))).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('of a value that is no angle are NaN', () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(sine(wrong)).toBeNaN()
      expect(cosine(wrong)).toBeNaN()
    }
  })
})

describe('the arctangent', () => {
  test('is within 1e-15 of the true one, all the way round', () => {
    for (const length of [1e-300, 1e-9, 1, 12_345, 1e300]) {
      const at = (angle: number) => [length * Math.sin(angle), length * Math.cos(angle)] as const
      const got = (angle: number) => arctangent(...at(angle))
      expect(worstOf(-Math.PI, Math.PI, got, (angle) => Math.atan2(...at(angle)))).toBeLessThan(1e-15)
    }
  })

  test('is near the true one for any two numbers', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (y, x) => {
        expect(Math.abs(arctangent(y, x) - Math.atan2(y, x))).toBeLessThan(1e-15)
      }),
    )
  })

  test('is exact on axes and diagonals, with the signs of zeroes', () => {
    const numbers = [-2, -0, 0, 2]
    for (const y of numbers) for (const x of numbers) expect(arctangent(y, x)).toBe(Math.atan2(y, x))
  })

  test('of a value that is no number is NaN', () => {
    expect(arctangent(Number.NaN, 1)).toBeNaN()
    expect(arctangent(0, Number.NaN)).toBeNaN()
  })
})

test('the arc cosine is within 1e-15 of the true one, and NaN where there is none', () => {
  expect(worstOf(-1, 1, arccosine, Math.acos)).toBeLessThan(1e-15)
  expect([arccosine(1), arccosine(-1)]).toEqual([0, Math.PI])
  expect(arccosine(1.5)).toBeNaN()
})

test('the hypotenuse is the length', () => {
  expect(hypotenuse(-3, 4)).toBe(5)
})
