/**
 * Places as motions in the plane: an x, a y and an angle, then the cosine and the sine of the angle. They are composed as
 * matrices are. Doubles go through arrays, since V8 boxes them at calls that it doesn't inline.
 */
import { cosine, sine } from '../../base/math/circular'
import { ROTATION, X, Y } from './state'

export const COS = 3
export const SIN = 4

/** Completes a place by the cosine and the sine of its angle. */
export function writeTurn(place: Float64Array): void {
  const angle = place[ROTATION]
  place[COS] = angle === 0 ? 1 : cosine(angle)
  place[SIN] = angle === 0 ? 0 : sine(angle)
}

/** Writes `first`, then `next` in the space of `first`. `out` may be either. */
export function compose(first: Float64Array, next: Float64Array, out: Float64Array): void {
  const x = first[X] + first[COS] * next[X] - first[SIN] * next[Y]
  const y = first[Y] + first[SIN] * next[X] + first[COS] * next[Y]
  const cos = first[COS] * next[COS] - first[SIN] * next[SIN]
  const sin = first[SIN] * next[COS] + first[COS] * next[SIN]
  out[X] = x
  out[Y] = y
  out[ROTATION] = first[ROTATION] + next[ROTATION]
  out[COS] = cos
  out[SIN] = sin
}

/** Writes the way from one place to another, in the space of the first. `out` may be either. */
export function wayBetween(from: Float64Array, to: Float64Array, out: Float64Array): void {
  const x = to[X] - from[X]
  const y = to[Y] - from[Y]
  const cos = from[COS] * to[COS] + from[SIN] * to[SIN]
  const sin = from[COS] * to[SIN] - from[SIN] * to[COS]
  const cosOf = from[COS]
  const sinOf = from[SIN]
  out[X] = cosOf * x + sinOf * y
  out[Y] = cosOf * y - sinOf * x
  out[ROTATION] = to[ROTATION] - from[ROTATION]
  out[COS] = cos
  out[SIN] = sin
}

/**
 * Adds a way to `out` `times[at]` times. `way` is overwritten. The number of steps grows with the logarithm of the
 * times.
 */
export function composeTimes(way: Float64Array, times: Float64Array, at: number, out: Float64Array): void {
  for (let left = times[at]; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) compose(out, way, out)
    compose(way, way, way)
  }
}
