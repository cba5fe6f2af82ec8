import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cosine, sine } from '../../src/math/trig'

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
