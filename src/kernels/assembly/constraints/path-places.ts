/** Places along a path: what src/kernels/constraints/path-places does, in float64, one lane at a time. Addresses are bytes. */
import {
  PATH_BOUNDED,
  PATH_CHORDS,
  PATH_CLOSED,
  PATH_CONSTANT_SPEED,
  PATH_COUNT,
  PATH_FLAGS,
  PATH_KNOT,
  PATH_LEGACY,
  PATH_NUDGE,
  PATH_NUDGED,
  PATH_PERCENT,
  PATH_POINTS,
  PATH_ROOM_STEPS,
  PATH_SPACING_MASK,
  PATH_SPACING_SHIFT,
  PATH_SPACINGS_percent,
  PATH_SPACINGS_proportional,
  PATH_STEPS,
  PATH_TANGENTS,
} from '../layout'
import { atan2, cosine, sine } from '../trig'
import { get } from '../program/decompose'
import { word } from '../program/rows'

/** x, y and angle of a place. */
export const PLACE_Y: usize = 8
export const PLACE_ANGLE: usize = 16
export const PLACE_BYTES: usize = 24

/** See the twin. */
export function findPlaces(
  flags: i32,
  path: usize,
  points: usize,
  room: usize,
  spaces: usize,
  place: usize,
  ends: usize,
  count: i32,
  position: f64,
): void {
  const closed = (word(path, PATH_FLAGS) & PATH_CLOSED) != 0
  const constant = (word(path, PATH_FLAGS) & PATH_CONSTANT_SPEED) != 0
  const last = word(path, PATH_COUNT) / PATH_KNOT - (closed ? 1 : 2)
  const lengths = path + <usize>((PATH_POINTS + word(path, PATH_COUNT)) << 2)
  const steps = room + (PATH_ROOM_STEPS << 3)
  let whole: f64 = 0
  for (let curve = 0; curve <= last; curve++) {
    if (constant) whole += measureSteps(path, points, curve, PATH_CHORDS, steps)
    else whole = get(lengths + <usize>(curve << 2))
    store<f64>(ends + <usize>(curve << 3), whole)
  }

  const setup = get(lengths + <usize>(last << 2))
  if ((flags & PATH_PERCENT) != 0) position *= whole
  else if ((flags & PATH_LEGACY) != 0 && constant && setup != 0) position *= whole / setup
  const spacing = (flags >> PATH_SPACING_SHIFT) & PATH_SPACING_MASK
  let unit: f64 = 1
  if (spacing == PATH_SPACINGS_percent) unit = whole
  else if (spacing == PATH_SPACINGS_proportional) unit = whole / <f64>count

  let curve = 0
  let step = 0
  // The curve whose steps are measured.
  let measured = -1
  for (let i = 0; i < count; i++, place += PLACE_BYTES) {
    const space = load<f64>(spaces + <usize>(i << 3)) * unit
    position += space
    let at = position
    if (closed) {
      at = whole == 0 ? 0 : min(whole, max<f64>(0, at - floor(at / whole) * whole))
      curve = 0
    } else if (at < 0 || at > whole) {
      extend(path, points, place, at < 0, at < 0 ? at : at - whole)
      measured = -1
      continue
    }
    while (curve < last && !(at <= load<f64>(ends + <usize>(curve << 3)))) curve++
    let time = partOf(ends, curve, at)
    if (constant) {
      if (measured != curve) {
        measureSteps(path, points, curve, PATH_STEPS, steps)
        measured = curve
        step = 0
      }
      const along = time * load<f64>(steps, (PATH_STEPS - 1) << 3)
      if (closed && (flags & PATH_BOUNDED) != 0) step = 0
      // Goes on from the step before, even where the place is before that.
      while (step < PATH_STEPS - 1 && !(along <= load<f64>(steps + <usize>(step << 3)))) step++
      time = (<f64>step + partOf(steps, step, along)) / PATH_STEPS
    }
    if ((flags & PATH_NUDGED) != 0 && (time == 0 || isNaN(time))) time = PATH_NUDGE
    stand(path, points, curve, place, time, (flags & PATH_TANGENTS) != 0 || (i > 0 && space == 0))
  }
}

/** How far a length is from one of those that add up to the next. */
function partOf(ends: usize, index: i32, length: f64): f64 {
  const end = ends + <usize>(index << 3)
  const from: f64 = index == 0 ? 0 : load<f64>(end - 8)
  return (length - from) / (load<f64>(end) - from)
}

/** Address of a curve's point: 0 and 3 are knots. */
function pointAt(path: usize, points: usize, curve: i32, point: i32): usize {
  const number = curve * PATH_KNOT + 1 + point
  const count = word(path, PATH_COUNT)
  return points + <usize>(word(path, PATH_POINTS + (number < count ? number : number - count)) << 2)
}

/** Writes the lengths of so many chords, of equal parts of the curve's time, added up. @returns the last. */
function measureSteps(path: usize, points: usize, curve: i32, chords: i32, out: usize): f64 {
  const p0 = pointAt(path, points, curve, 0)
  const p1 = pointAt(path, points, curve, 1)
  const p2 = pointAt(path, points, curve, 2)
  const p3 = pointAt(path, points, curve, 3)
  const linear = f64x2.mul(f64x2.splat(3), f64x2.sub(pair(p1), pair(p0)))
  const square = f64x2.sub(f64x2.mul(f64x2.splat(3), f64x2.sub(pair(p2), pair(p1))), linear)
  const cube = f64x2.sub(f64x2.sub(f64x2.sub(pair(p3), pair(p0)), linear), square)
  let at = f64x2.splat(0)
  let length: f64 = 0
  for (let i = 1; i <= chords; i++) {
    const t = f64x2.splat(<f64>i / <f64>chords)
    const to = f64x2.mul(
      f64x2.add(f64x2.mul(f64x2.add(f64x2.mul(cube, t), square), t), linear),
      t,
    )
    const chord = f64x2.sub(to, at)
    const squares = f64x2.mul(chord, chord)
    length += sqrt(f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1))
    store<f64>(out, length)
    out += 8
    at = to
  }
  return length
}

/** x and y of a point. */
// @ts-ignore: decorator
@inline
function pair(point: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(point))
}

/** The angle from one place to another. */
function angleOf(vector: v128): f64 {
  return atan2(f64x2.extract_lane(vector, 1), f64x2.extract_lane(vector, 0))
}

/** The place on a curve at a time. @param aimed whether its angle is wanted. */
function stand(path: usize, points: usize, curve: i32, place: usize, t: f64, aimed: bool): void {
  const p0 = pair(pointAt(path, points, curve, 0))
  const p1 = pair(pointAt(path, points, curve, 1))
  // A curve without length has no time.
  const starts = t == 0 || isNaN(t)
  const p2 = pair(pointAt(path, points, curve, 2))
  const p3 = pair(pointAt(path, points, curve, 3))
  const u = 1 - t
  let to = p0
  let ahead = f64x2.splat(0)
  if (!starts) {
    ahead = f64x2.add(scaled(p0, u * u), f64x2.add(scaled(p1, 2 * u * t), scaled(p2, t * t)))
    to = f64x2.add(
      f64x2.add(scaled(p0, u * u * u), scaled(f64x2.add(scaled(p1, u), scaled(p2, t)), 3 * u * t)),
      scaled(p3, t * t * t),
    )
  }
  v128.store(place, to)
  if (!starts && !aimed) return
  store<f64>(place, angleOf(starts || t < 0.001 ? f64x2.sub(p1, p0) : f64x2.sub(to, ahead)), PLACE_ANGLE)
}

// @ts-ignore: decorator
@inline
function scaled(vector: v128, by: f64): v128 {
  return f64x2.mul(vector, f64x2.splat(by))
}

/** The place past an end of an open path, straight on: below 0 before the start. */
function extend(path: usize, points: usize, place: usize, before: bool, distance: f64): void {
  const curve = before ? 0 : word(path, PATH_COUNT) / PATH_KNOT - 2
  const first = before ? 0 : 2
  const from = pair(pointAt(path, points, curve, first))
  const to = pair(pointAt(path, points, curve, first + 1))
  const angle = angleOf(f64x2.sub(to, from))
  const knot = before ? from : to
  store<f64>(place, f64x2.extract_lane(knot, 0) + distance * cosine(angle))
  store<f64>(place, f64x2.extract_lane(knot, 1) + distance * sine(angle), PLACE_Y)
  store<f64>(place, angle, PLACE_ANGLE)
}
