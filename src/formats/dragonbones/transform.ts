/** Transforms and matrices as in files: y down, angles in radians. */
import { cosine, sine } from '../../base/math/circular'
import type { PlaceModel } from '../../base/model/attachment'
import { missing, type ObjectPlace } from '../shared/place'
import { looseNumber, looseObject } from './values'

export interface Transform {
  x: number
  y: number
  /** Angle of the x axis. */
  rotation: number
  /** Added to `rotation` for the y axis. */
  skew: number
  scaleX: number
  scaleY: number
}

/** a, b, c, d, tx, ty: maps a point to (a x + c y + tx, b x + d y + ty). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, tx: number, ty: number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const TAU = 2 * Math.PI
export const DEGREES = Math.PI / 180

/** Returns the same angle between -π (excluded) and π. */
export function wrap(angle: number): number {
  const turned = (angle + Math.PI) % TAU
  return turned + (turned > 0 ? -Math.PI : Math.PI)
}

/** Reads the transform under a key; lengths are not scaled. */
export function transformOf(owner: ObjectPlace, key: string): Transform {
  const at = looseObject(owner, key)
  return { x: looseNumber(at, 'x', 0), y: looseNumber(at, 'y', 0), ...anglesOf(at), ...scalesOf(at) }
}

function scalesOf(at: ObjectPlace): Pick<Transform, 'scaleX' | 'scaleY'> {
  return { scaleX: looseNumber(at, 'scX', 1), scaleY: looseNumber(at, 'scY', 1) }
}

function anglesOf(at: ObjectPlace): Pick<Transform, 'rotation' | 'skew'> {
  const angle = (key: string) => wrap(looseNumber(at, key, 0) * DEGREES)
  if (!missing(at.value.rotate) || !missing(at.value.skew))
    return { rotation: angle('rotate'), skew: angle('skew') }
  if (missing(at.value.skX) && missing(at.value.skY)) return { rotation: 0, skew: 0 }
  const rotation = angle('skY')
  return { rotation, skew: angle('skX') - rotation }
}

/** Converts a transform to the model's form: y up, lengths scaled. */
export function placeOf({ x, y, rotation, skew, scaleX, scaleY }: Transform, scale: number): PlaceModel {
  return { x: x * scale, y: -y * scale, rotation: -rotation, shearY: -skew, scaleX, scaleY }
}

export function matrixOf({ x, y, rotation, skew, scaleX, scaleY }: Transform): Matrix {
  const angle = rotation + skew
  return [
    cosine(rotation) * scaleX,
    sine(rotation) * scaleX,
    -sine(angle) * scaleY,
    cosine(angle) * scaleY,
    x,
    y,
  ]
}

/** Returns the inverse, or the identity if there is none. */
export function inverse([a, b, c, d, tx, ty]: Matrix): Matrix {
  const determinant = a * d - b * c
  if (determinant === 0) return IDENTITY
  const over = 1 / determinant
  return [d * over, -b * over, -c * over, a * over, (c * ty - d * tx) * over, (b * tx - a * ty) * over]
}

/** Applies `first`, then `second`. */
export function multiply(second: Matrix, first: Matrix): Matrix {
  const [a, b, c, d, tx, ty] = second
  const [fa, fb, fc, fd, fx, fy] = first
  return [
    a * fa + c * fb,
    b * fa + d * fb,
    a * fc + c * fd,
    b * fc + d * fd,
    a * fx + c * fy + tx,
    b * fx + d * fy + ty,
  ]
}
