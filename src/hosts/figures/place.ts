/** Where figures are: from host objects to `Transform`, and from vertices back to the space of the object. */
import { checkFinite } from '../../../components/columns'
import { cosine, sine } from '../../base/math/circular'
import type { Scene } from './scene'

/** A matrix (a x + c y + x, b x + d y + y), the same for hosts with y down and hosts with y up. */
export interface Matrix {
  a: number
  b: number
  c: number
  d: number
  x: number
  y: number
}

export function createMatrix(): Matrix {
  return { a: 1, b: 0, c: 0, d: 1, x: 0, y: 0 }
}

/** Whether y points down in the host's scene, as in PixiJS and Phaser. */
export type Down = boolean

/**
 * Writes a host object's position into the entity's `Transform`, from which physics notice its movement in the next
 * tick. A skeleton of size 0 cannot be seen, so a scale of 0 keeps the previous scale.
 *
 * @param x of the object's origin in its parent, as `y`. @param rotation radians, as the host counts them.
 * @throws OsteonError `not-finite`; everything stays as it was.
 */
export function placeFigure(
  { world }: Scene,
  eid: number,
  down: Down,
  x: number,
  y: number,
  rotation: number,
  scaleX: number,
  scaleY: number,
): void {
  const { Transform } = world.components
  const sign = down ? -1 : 1
  const up = sign * y
  const turn = sign * rotation
  if (
    Transform.x[eid] === Math.fround(x) &&
    Transform.y[eid] === Math.fround(up) &&
    Transform.rotation[eid] === Math.fround(turn) &&
    Transform.scaleX[eid] === Math.fround(scaleX) &&
    Transform.scaleY[eid] === Math.fround(scaleY)
  )
    return
  checkFinite({ x, y, rotation, scaleX, scaleY }, eid, 'Transform')
  Transform.x[eid] = x
  Transform.y[eid] = up
  Transform.rotation[eid] = turn
  if (Math.fround(scaleX) !== 0) Transform.scaleX[eid] = scaleX
  if (Math.fround(scaleY) !== 0) Transform.scaleY[eid] = scaleY
}

/**
 * Computes the matrix from the entity's vertices (`Scene.mesh.positions`) to the object's own space: it undoes the
 * `Transform` of the last tick, and turns y down. So the object may differ from its `Transform`: it may be skewed, or
 * moved since the last tick.
 */
export function ownMatrix({ world }: Scene, eid: number, down: Down, out: Matrix): Matrix {
  const { rotation, scaleX, scaleY, x, y } = world.animation.skeletons
  const cos = cosine(rotation[eid])
  const sin = sine(rotation[eid])
  const wide = scaleX[eid] === 0 ? 1 : scaleX[eid]
  const high = (scaleY[eid] === 0 ? 1 : scaleY[eid]) * (down ? -1 : 1)
  out.a = cos / wide
  out.b = -sin / high
  out.c = sin / wide
  out.d = cos / high
  out.x = -(out.a * x[eid] + out.c * y[eid])
  out.y = -(out.b * x[eid] + out.d * y[eid])
  return out
}

/** Computes the inverse: from the object's own space to the world's, as of the last tick. */
export function worldMatrix({ world }: Scene, eid: number, down: Down, out: Matrix): Matrix {
  const { rotation, scaleX, scaleY, x, y } = world.animation.skeletons
  const cos = cosine(rotation[eid])
  const sin = sine(rotation[eid])
  const wide = scaleX[eid] === 0 ? 1 : scaleX[eid]
  const high = (scaleY[eid] === 0 ? 1 : scaleY[eid]) * (down ? -1 : 1)
  out.a = cos * wide
  out.b = sin * wide
  out.c = -sin * high
  out.d = cos * high
  out.x = x[eid]
  out.y = y[eid]
  return out
}

/** `left` · `right`: applies `right` first. `out` may be one of them. */
export function multiply(left: Matrix, right: Matrix, out: Matrix): Matrix {
  const a = left.a * right.a + left.c * right.b
  const b = left.b * right.a + left.d * right.b
  const c = left.a * right.c + left.c * right.d
  const d = left.b * right.c + left.d * right.d
  const x = left.a * right.x + left.c * right.y + left.x
  out.y = left.b * right.x + left.d * right.y + left.y
  out.x = x
  out.a = a
  out.b = b
  out.c = c
  out.d = d
  return out
}
