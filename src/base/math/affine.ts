/**
 * Conversions with a bone's world matrix. Angles in radians, y up. Points are written to `out`, so that callers
 * allocate nothing.
 */
import { arctangent, cosine, sine } from './circular'

/** Maps (px, py) to (a px + b py + x, c px + d py + y). */
export interface Affine {
  a: number
  b: number
  c: number
  d: number
  x: number
  y: number
}

export interface Point {
  x: number
  y: number
}

export function localToWorld(m: Readonly<Affine>, px: number, py: number, out: Point): void {
  out.x = m.a * px + m.b * py + m.x
  out.y = m.c * px + m.d * py + m.y
}

/** Converts a world point to a local point. A singular matrix has no inverse: the point is then (0, 0). */
export function worldToLocal(m: Readonly<Affine>, px: number, py: number, out: Point): void {
  const determinant = m.a * m.d - m.b * m.c
  const inverse = determinant === 0 ? 0 : 1 / determinant
  const dx = px - m.x
  const dy = py - m.y
  out.x = (dx * m.d - dy * m.b) * inverse
  out.y = (dy * m.a - dx * m.c) * inverse
}

/** Returns the angle of the x axis in the world. */
export function worldRotationX(m: Readonly<Affine>): number {
  return arctangent(m.c, m.a)
}

/** Returns the angle of the y axis in the world. */
export function worldRotationY(m: Readonly<Affine>): number {
  return arctangent(m.d, m.b)
}

/** Returns the length of the x axis in the world; never negative. */
export function worldScaleX(m: Readonly<Affine>): number {
  return Math.sqrt(m.a * m.a + m.c * m.c)
}

/** Returns the length of the y axis in the world; never negative. */
export function worldScaleY(m: Readonly<Affine>): number {
  return Math.sqrt(m.b * m.b + m.d * m.d)
}

/** Returns the local rotation that points a bone along a world angle, from its matrix, `rotation` and `shearX`. */
export function worldToLocalRotation(
  m: Readonly<Affine>,
  angle: number,
  rotation: number,
  shearX: number,
): number {
  const sin = sine(angle)
  const cos = cosine(angle)
  return arctangent(m.a * sin - m.c * cos, m.d * cos - m.b * sin) + rotation - shearX
}

/** Returns the world angle along which a bone would point if its local rotation were `angle` ([≤4.2] shear sign). */
export function localToWorldRotation(
  m: Readonly<Affine>,
  angle: number,
  rotation: number,
  shearX: number,
): number {
  const turn = angle - rotation + shearX
  const sin = sine(turn)
  const cos = cosine(turn)
  return arctangent(m.c * cos + m.d * sin, m.a * cos + m.b * sin)
}
