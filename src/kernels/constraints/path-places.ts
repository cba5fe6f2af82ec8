/**
 * Places along a path, of one lane. Numbers lie in the room that `rig/attachments/paths`
 * reserves: only integers go through calls, see `compose.ts`.
 *
 * `path` and `points` are word indices of the path's record and of its points in the world; `room` is an index of float64s, and
 * so are `spaces`, `places` and `ends`, within it.
 */
import {
  PATH_CHORDS,
  PATH_CLOSED,
  PATH_CONSTANT_SPEED,
  PATH_COUNT,
  PATH_FLAGS,
  PATH_KNOT,
  PATH_NUDGE,
  PATH_POINTS,
  PATH_ROOM_POSITION,
  PATH_ROOM_STEPS,
  PATH_ROOM_TIME,
  PATH_STEPS,
} from '../../rig/attachments/path-layout'
import {
  PATH_BOUNDED,
  PATH_LEGACY,
  PATH_NUDGED,
  PATH_PERCENT,
  PATH_SPACING_MASK,
  PATH_SPACING_SHIFT,
  PATH_SPACINGS,
  PATH_TANGENTS,
} from '../../rig/constraints/path'

/** x, y and angle of a place. */
export const PLACE_X = 0
export const PLACE_Y = 1
export const PLACE_ANGLE = 2
export const PLACE_FIELDS = 3

/**
 * Finds `count` places, the first at the position that the room has, each next one so far behind the one before it as `spaces`
 * say; places may be past the ends of an open path.
 *
 * @param flags of the op. @param ends room for a length a curve.
 */
export function findPlaces(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  flags: number,
  path: number,
  points: number,
  room: number,
  spaces: number,
  places: number,
  ends: number,
  count: number,
): void {
  const closed = (i32[path + PATH_FLAGS] & PATH_CLOSED) !== 0
  const constant = (i32[path + PATH_FLAGS] & PATH_CONSTANT_SPEED) !== 0
  const last = i32[path + PATH_COUNT] / PATH_KNOT - (closed ? 1 : 2)
  const lengths = path + PATH_POINTS + i32[path + PATH_COUNT]
  const steps = room + PATH_ROOM_STEPS
  if (constant) measureCurves(f32, f64, i32, path, points, steps, ends, last)
  else for (let curve = 0; curve <= last; curve++) f64[ends + curve] = f32[lengths + curve]
  const whole = f64[ends + last]

  let position = f64[room + PATH_ROOM_POSITION]
  const setup = f32[lengths + last]
  if ((flags & PATH_PERCENT) !== 0) position *= whole
  else if ((flags & PATH_LEGACY) !== 0 && constant && setup !== 0) position *= whole / setup
  const spacing = (flags >> PATH_SPACING_SHIFT) & PATH_SPACING_MASK
  const unit =
    spacing === PATH_SPACINGS.percent ? whole : spacing === PATH_SPACINGS.proportional ? whole / count : 1

  const tangents = (flags & PATH_TANGENTS) !== 0
  let curve = 0
  let step = 0
  // The curve whose steps are measured.
  let measured = -1
  for (let i = 0; i < count; i++) {
    const space = f64[spaces + i] * unit
    const place = places + i * PLACE_FIELDS
    position += space
    let at = position
    if (closed) {
      at = whole === 0 ? 0 : Math.min(whole, Math.max(0, at - Math.floor(at / whole) * whole))
      curve = 0
    } else if (at < 0 || at > whole) {
      f64[room + PATH_ROOM_TIME] = at < 0 ? at : at - whole
      extend(f32, f64, i32, path, points, room, place, at < 0)
      measured = -1
      continue
    }
    while (curve < last && !(at <= f64[ends + curve])) curve++
    const before = curve === 0 ? 0 : f64[ends + curve - 1]
    let time = (at - before) / (f64[ends + curve] - before)
    if (constant) {
      if (measured !== curve) {
        measureSteps(f32, f64, i32, path, points, curve, PATH_STEPS, steps)
        measured = curve
        step = 0
      }
      const along = time * f64[steps + PATH_STEPS - 1]
      if (closed && (flags & PATH_BOUNDED) !== 0) step = 0
      // Goes on from the step before, even where the place is before that.
      while (step < PATH_STEPS - 1 && !(along <= f64[steps + step])) step++
      const from = step === 0 ? 0 : f64[steps + step - 1]
      time = (step + (along - from) / (f64[steps + step] - from)) / PATH_STEPS
    }
    if ((flags & PATH_NUDGED) !== 0 && (time === 0 || Number.isNaN(time))) time = PATH_NUDGE
    f64[room + PATH_ROOM_TIME] = time
    const aimed = tangents || (i > 0 && space === 0)
    stand(f32, f64, i32, path, points, room, curve, place, aimed)
  }
}

/** Lengths from the path's start to the end of each curve. */
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

/** Word index of a curve's point: 0 and 3 are knots. */
export function pointAt(i32: Int32Array, path: number, points: number, curve: number, point: number): number {
  const number = curve * PATH_KNOT + 1 + point
  const count = i32[path + PATH_COUNT]
  return points + i32[path + PATH_POINTS + (number < count ? number : number - count)]
}

/** Writes the lengths of so many chords, of equal parts of the curve's time, added up. */
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

/** The place on a curve at the time that the room has. @param aimed whether its angle is wanted. */
export function stand(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  path: number,
  points: number,
  room: number,
  curve: number,
  place: number,
  aimed: boolean,
): void {
  const t = f64[room + PATH_ROOM_TIME]
  const p0 = pointAt(i32, path, points, curve, 0)
  const p1 = pointAt(i32, path, points, curve, 1)
  const x0 = f32[p0]
  const y0 = f32[p0 + 1]
  const x1 = f32[p1]
  const y1 = f32[p1 + 1]
  // A curve without length has no time.
  if (t === 0 || Number.isNaN(t)) {
    f64[place + PLACE_X] = x0
    f64[place + PLACE_Y] = y0
    f64[place + PLACE_ANGLE] = Math.atan2(y1 - y0, x1 - x0)
    return
  }
  const p2 = pointAt(i32, path, points, curve, 2)
  const p3 = pointAt(i32, path, points, curve, 3)
  const u = 1 - t
  const aheadX = u * u * x0 + 2 * u * t * x1 + t * t * f32[p2]
  const aheadY = u * u * y0 + 2 * u * t * y1 + t * t * f32[p2 + 1]
  const x = u * u * u * x0 + 3 * u * t * (u * x1 + t * f32[p2]) + t * t * t * f32[p3]
  const y = u * u * u * y0 + 3 * u * t * (u * y1 + t * f32[p2 + 1]) + t * t * t * f32[p3 + 1]
  f64[place + PLACE_X] = x
  f64[place + PLACE_Y] = y
  if (aimed)
    f64[place + PLACE_ANGLE] = t < 0.001 ? Math.atan2(y1 - y0, x1 - x0) : Math.atan2(y - aheadY, x - aheadX)
}

/** The place past an end of an open path, straight on as far as the room has it: below 0 before the start. */
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
  const angle = Math.atan2(f32[to + 1] - f32[from + 1], f32[to] - f32[from])
  f64[place + PLACE_X] = f32[knot] + distance * Math.cos(angle)
  f64[place + PLACE_Y] = f32[knot + 1] + distance * Math.sin(angle)
  f64[place + PLACE_ANGLE] = angle
}
