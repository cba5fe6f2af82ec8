/**
 * Measures and evaluates the curves of a path, in one lane. Numbers are kept in the room that `rig/attachments/paths`
 * measures: calls pass only integers, so that no double is boxed.
 *
 * `path` and `points` are word indices of the path's record and of its points in the world; `room`, `place` and `ends`
 * are indices of float64s.
 */
import { arctangent, cosine, sine } from '../../../base/math/circular'
import {
  PATH_CHORDS,
  PATH_COUNT,
  PATH_KNOT,
  PATH_POINTS,
  PATH_ROOM_TIME,
} from '../../../rig/attachments/path-layout'

/** x, y and angle of a place. */
export const PLACE_X = 0
export const PLACE_Y = 1
export const PLACE_ANGLE = 2
export const PLACE_FIELDS = 3

/** Measures the length from the path's start to the end of each curve. */
export function measureCurves(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  path: number,
  points: number,
  steps: number,
  ends: number,
  last: number,
): void {
  let whole = 0
  for (let curve = 0; curve <= last; curve++) {
    measureSteps(f32, f64, i32, path, points, curve, PATH_CHORDS, steps)
    whole += f64[steps + PATH_CHORDS - 1]
    f64[ends + curve] = whole
  }
}

/** Returns the word index of a curve's point: 0 and 3 are knots. */
export function pointAt(i32: Int32Array, path: number, points: number, curve: number, point: number): number {
  const number = curve * PATH_KNOT + 1 + point
  const count = i32[path + PATH_COUNT]
  return points + i32[path + PATH_POINTS + (number < count ? number : number - count)]
}

/** Writes the cumulative lengths of `chords` chords; each spans an equal fraction of the curve's time. */
export function measureSteps(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  path: number,
  points: number,
  curve: number,
  chords: number,
  out: number,
): void {
  const p0 = pointAt(i32, path, points, curve, 0)
  const p1 = pointAt(i32, path, points, curve, 1)
  const p2 = pointAt(i32, path, points, curve, 2)
  const p3 = pointAt(i32, path, points, curve, 3)
  const linearX = 3 * (f32[p1] - f32[p0])
  const linearY = 3 * (f32[p1 + 1] - f32[p0 + 1])
  const squareX = 3 * (f32[p2] - f32[p1]) - linearX
  const squareY = 3 * (f32[p2 + 1] - f32[p1 + 1]) - linearY
  const cubeX = f32[p3] - f32[p0] - linearX - squareX
  const cubeY = f32[p3 + 1] - f32[p0 + 1] - linearY - squareY
  let x = 0
  let y = 0
  let length = 0
  for (let i = 1; i <= chords; i++) {
    const t = i / chords
    const toX = ((cubeX * t + squareX) * t + linearX) * t
    const toY = ((cubeY * t + squareY) * t + linearY) * t
    length += Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y))
    f64[out + i - 1] = length
    x = toX
    y = toY
  }
}

/** Writes the place on a curve at the room's time. */
export function stand(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  path: number,
  points: number,
  room: number,
  curve: number,
  place: number,
): void {
  const t = f64[room + PATH_ROOM_TIME]
  const p0 = pointAt(i32, path, points, curve, 0)
  const p1 = pointAt(i32, path, points, curve, 1)
  const p2 = pointAt(i32, path, points, curve, 2)
  const p3 = pointAt(i32, path, points, curve, 3)
  const u = 1 - t
  for (let axis = 0; axis < 2; axis++)
    f64[place + PLACE_X + axis] =
      u * u * u * f32[p0 + axis] +
      3 * u * t * (u * f32[p1 + axis] + t * f32[p2 + axis]) +
      t * t * t * f32[p3 + axis]
}

/**
 * Writes the place beyond an end of an open path, straight on by the room's distance, which is below 0 before the
 * start.
 */
export function extend(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  path: number,
  points: number,
  room: number,
  place: number,
  before: boolean,
): void {
  const distance = f64[room + PATH_ROOM_TIME]
  const last = i32[path + PATH_COUNT] / PATH_KNOT - 2
  const knot = before ? pointAt(i32, path, points, 0, 0) : pointAt(i32, path, points, last, 3)
  const from = before ? knot : pointAt(i32, path, points, last, 2)
  const to = before ? pointAt(i32, path, points, 0, 1) : knot
  const angle = arctangent(f32[to + 1] - f32[from + 1], f32[to] - f32[from])
  f64[place + PLACE_X] = f32[knot] + distance * cosine(angle)
  f64[place + PLACE_Y] = f32[knot + 1] + distance * sine(angle)
  f64[place + PLACE_ANGLE] = angle
}
