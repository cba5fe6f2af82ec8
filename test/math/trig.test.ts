/** The polynomials of kernels for sine, cosine and their inverses. */
import { describe, expect, test } from 'vitest'
import * as trig from '../../src/base/math/trig'

describe('the polynomials that kernels write out', () => {
  /** Largest error over `from` … `to`. */
  function worstOf(from: number, to: number, got: (x: number) => number, wanted: (x: number) => number) {
    let worst = 0
    for (let i = 0; i <= 100_000; i++) {
      const x = from + ((to - from) * i) / 100_000
      worst = Math.max(worst, Math.abs(got(x) - wanted(x)))
    }
    return worst
  }
  const polynomial = (coefficients: number[], x: number) =>
    coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)

  test('are as near to sine and cosine as they say, over half a turn', () => {
    const sines = [1, trig.SHORT_S3, trig.SHORT_S5, trig.SHORT_S7, trig.SHORT_S9]
    const cosines = [1, trig.SHORT_C2, trig.SHORT_C4, trig.SHORT_C6, trig.SHORT_C8]
    const quarter = Math.PI / 2
    expect(worstOf(-quarter, quarter, (x) => x * polynomial(sines, x * x), Math.sin)).toBeLessThan(5e-9)
    expect(worstOf(-quarter, quarter, (x) => polynomial(cosines, x * x), Math.cos)).toBeLessThan(6e-8)
  })

  test('are as near to the arc cosine and the arctangent as they say, from 0 to 1', () => {
    const { ACOS_0, ACOS_1, ACOS_2, ACOS_3, ACOS_4, ACOS_5, ACOS_6, ACOS_7, ACOS_8 } = trig
    const { ATAN_3, ATAN_5, ATAN_7, ATAN_9, ATAN_11, ATAN_13, ATAN_15, ATAN_17 } = trig
    const cosines = [ACOS_0, ACOS_1, ACOS_2, ACOS_3, ACOS_4, ACOS_5, ACOS_6, ACOS_7, ACOS_8]
    const tangents = [1, ATAN_3, ATAN_5, ATAN_7, ATAN_9, ATAN_11, ATAN_13, ATAN_15, ATAN_17]
    expect(worstOf(0, 1, (x) => Math.sqrt(1 - x) * polynomial(cosines, x), Math.acos)).toBeLessThan(2e-9)
    expect(worstOf(0, 1, (x) => x * polynomial(tangents, x * x), Math.atan)).toBeLessThan(8e-9)
  })
})
