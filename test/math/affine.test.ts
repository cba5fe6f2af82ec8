/** Points, axes and rotations of affine matrices. */
import { expect, test } from 'vitest'
import {
  localToWorld,
  localToWorldRotation,
  worldRotationX,
  worldRotationY,
  worldScaleX,
  worldScaleY,
  worldToLocal,
  worldToLocalRotation,
} from '../../src/base/math/affine'

/** Scaled by (2, 3), turned by 90°, moved to (10, 20). */
const TURNED = { a: 0, b: -3, c: 2, d: 0, x: 10, y: 20 }

test('a point goes to the world and back', () => {
  const point = { x: 0, y: 0 }
  localToWorld(TURNED, 4, 5, point)
  expect(point).toEqual({ x: -5, y: 28 })
  worldToLocal(TURNED, -5, 28, point)
  expect(point.x).toBeCloseTo(4, 12)
  expect(point.y).toBeCloseTo(5, 12)
})

test('nothing can be found in a bone without size, so every point is its origin', () => {
  const point = { x: 1, y: 1 }
  worldToLocal({ ...TURNED, c: 0 }, 7, 7, point)
  expect(Math.abs(point.x) + Math.abs(point.y)).toBe(0)
})

test('directions and lengths of the axes', () => {
  expect(worldRotationX(TURNED)).toBeCloseTo(Math.PI / 2, 10)
  expect(worldRotationY(TURNED)).toBeCloseTo(Math.PI, 10)
  expect([worldScaleX(TURNED), worldScaleY(TURNED)]).toEqual([2, 3])
})

test('rotations convert both ways', () => {
  // A bone of local rotation 0.4 under a parent turned by 0.3, shear x 0.1.
  const angle = 0.3 + 0.4 + 0.1
  const bone = { a: Math.cos(angle), b: -Math.sin(0.7), c: Math.sin(angle), d: Math.cos(0.7), x: 0, y: 0 }
  expect(localToWorldRotation(bone, 0.4 - 0.1, 0.4, 0.1)).toBeCloseTo(angle, 10)
  expect(worldToLocalRotation(bone, angle, 0.4, 0.1)).toBeCloseTo(0.4 - 0.1, 10)
})
