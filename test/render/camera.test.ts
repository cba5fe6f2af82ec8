/** Views, and conversions between screen and world. */
import fc from 'fast-check'
import { mat3, vec2 } from 'gl-matrix'
import { describe, expect, test } from 'vitest'
import type { View } from '../../src/base/math/view'
import { fitView, screenToWorld, viewMatrix, viewOf, worldToScreen } from '../../src/render/camera'

const view: View = { x: 10, y: 20, width: 40, height: 30 }

function project(view: View, x: number, y: number): number[] {
  return [...vec2.transformMat3([0, 0], [x, y], viewMatrix(mat3.create(), view))]
}

test('the middle of a view is the middle of clip space, its edges ±1', () => {
  for (const part of project(view, 10, 20)) expect(part).toBeCloseTo(0, 6)
  const [right, top] = project(view, 30, 35)
  expect(right).toBeCloseTo(1, 6)
  expect(top).toBeCloseTo(1, 6)
  expect(project(view, -10, 5)[0]).toBeCloseTo(-1, 6)
})

test('a camera turned counter-clockwise shows the world turned clockwise', () => {
  const [x, y] = project({ x: 0, y: 0, width: 2, height: 2, rotation: Math.PI / 2 }, 1, 0)
  expect(x).toBeCloseTo(0, 6)
  expect(y).toBeCloseTo(-1, 6)
})

test('a pointer in the upper left corner is over the upper left corner of the view', () => {
  const at = screenToWorld(view, 0, 0, 800, 600)
  expect(at[0]).toBeCloseTo(-10, 4)
  expect(at[1]).toBeCloseTo(35, 4)
})

test('screenToWorld undoes worldToScreen, for views and for matrices', () => {
  const size = fc.double({ min: 20, max: 500, noNaN: true })
  const place = fc.double({ min: -500, max: 500, noNaN: true })
  fc.assert(
    fc.property(
      fc.record({
        x: place,
        y: place,
        width: size,
        height: size,
        rotation: fc.double({ min: -7, max: 7, noNaN: true }),
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      (shown, u, v, asMatrix) => {
        const camera = asMatrix ? viewMatrix(mat3.create(), shown) : shown
        const there = screenToWorld(camera, u * 800, v * 600, 800, 600)
        const back = worldToScreen(camera, there[0], there[1], 800, 600)
        // Hundredths of a pixel: matrices are 32-bit.
        return Math.abs(back[0] - u * 800) < 0.05 && Math.abs(back[1] - v * 600) < 0.05
      },
    ),
  )
})

test('fitView keeps the middle and shows at least the requested box, undistorted', () => {
  expect(fitView({ ...view }, 800, 600)).toEqual(view)
  expect(fitView({ ...view }, 100, 100)).toEqual({ x: 10, y: 20, width: 40, height: 40 })
  // As on a hidden page: a NaN would stay.
  for (const [width, height] of [
    [0, 0],
    [0, 600],
    [800, 0],
    [Number.NaN, 600],
  ])
    expect(fitView({ ...view }, width, height)).toEqual(view)
  expect(fitView({ ...view }, 200, 100)).toEqual({ x: 10, y: 20, width: 60, height: 30 })
})

describe('a view that shows nothing is refused', () => {
  test.each([
    ['no width', { width: 0 }],
    ['a negative height', { height: -1 }],
    ['a middle that is no number', { x: Number.NaN }],
    ['an endless size', { height: Number.POSITIVE_INFINITY }],
    ['a rotation that is no number', { rotation: Number.NaN }],
  ])('%s', (_, wrong) => {
    const code = expect.objectContaining({ code: 'bad-option' })
    expect(() => viewMatrix(mat3.create(), { ...view, ...wrong })).toThrow(code)
  })

  test('a matrix without an inverse', () => {
    const code = expect.objectContaining({ code: 'bad-option' })
    expect(() => screenToWorld(mat3.fromScaling(mat3.create(), [0, 1]), 0, 0, 8, 8)).toThrow(code)
  })
})

test('the view of a box shows it whole, with a margin on each side', () => {
  expect(viewOf([-10, 20, 40, 100])).toEqual({ x: 10, y: 70, width: 48, height: 120 })
  expect(viewOf(new Float64Array([0, 0, 2, 4]), 0)).toEqual({ x: 1, y: 2, width: 2, height: 4 })
})

test.each([
  ['nothing', null, 0.1],
  ['a box without height', [0, 0, 1, 0], 0.1],
  ['a number that is none', [0, Number.NaN, 1, 1], 0.1],
  ['a box of three numbers', [0, 0, 1], 0.1],
  ['an endless margin', [0, 0, 1, 1], Number.POSITIVE_INFINITY],
  ['a margin that leaves nothing', [0, 0, 1, 1], -0.5],
  ['a skeleton that no tick has seen', [0, 0, 0, 0], 0.1],
])('the view of %s is refused', (_, box, margin) => {
  expect(() => viewOf(box, margin)).toThrow(expect.objectContaining({ code: 'bad-option' }))
  if (box?.[2] === 0) expect(() => viewOf(box)).toThrow('(before a first tick?)')
})
