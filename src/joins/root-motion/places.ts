/** Places (an x, a y and an angle) as motions in the plane: they are composed as matrices are. */
import { cosine, sine } from '../../base/math/circular'
import { ROTATION, X, Y } from './state'

/** Writes `first`, then `next` in the space of `first`. `out` may be either. */
export function compose(first: Float64Array, next: Float64Array, out: Float64Array): void {
  const cos = cosine(first[ROTATION])
  const sin = sine(first[ROTATION])
  const x = first[X] + cos * next[X] - sin * next[Y]
  const y = first[Y] + sin * next[X] + cos * next[Y]
  out[X] = x
  out[Y] = y
  out[ROTATION] = first[ROTATION] + next[ROTATION]
}

/** Writes the way from one place to another, in the space of the first. `out` may be either. */
export function wayBetween(from: Float64Array, to: Float64Array, out: Float64Array): void {
  const cos = cosine(from[ROTATION])
  const sin = sine(from[ROTATION])
  const x = to[X] - from[X]
  const y = to[Y] - from[Y]
  out[X] = cos * x + sin * y
  out[Y] = cos * y - sin * x
  out[ROTATION] = to[ROTATION] - from[ROTATION]
}

/** Adds a way to `out` so many times. `way` is overwritten. The number of steps grows with the logarithm of `times`. */
export function composeTimes(way: Float64Array, times: number, out: Float64Array): void {
  for (let left = times; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) compose(out, way, out)
    compose(way, way, way)
  }
}
