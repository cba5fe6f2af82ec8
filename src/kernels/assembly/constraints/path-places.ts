/**
 * Places along a path (Spine's rules): cubic Bézier curves, each measured by chords of equal fractions of its time. One
 * lane at a time, in float64.
 */
import { CONTEXT, PATH, PATH_SPACINGS } from '../layout'
import {
  addDoubles, counted, divDoubles, doubleOf, Doubles, mulDoubles, PAIR, preceding, single, splatDouble,
  squareRoots, subDoubles,
} from '../lanes'
import { Block } from '../program/block'
import { word } from '../program/rows'
import { Skin } from '../skin/skin-deformed'
import { atan2, cosine, sine } from '../trig'

/** x, y and angle of a place. */
export const PLACE_Y: usize = 8
export const PLACE_ANGLE: usize = 16
export const PLACE_BYTES: usize = 24

/**
 * The record of a path constraint at work: the path in one lane, and the room (PATH_ROOM_*) in which numbers are kept.
 */
@unmanaged
export class Walk {
  /** The path's record in the image. */
  path: usize
  /** Its points in the world, x and y of each. */
  points: usize
  /** Float64s: cumulative lengths of a curve's chords. */
  steps: usize
  /** Distance of each place from the one before. */
  spaces: usize
  /** Length of each bone. */
  lengths: usize
  /** PLACE_BYTES each. */
  places: usize
  /** Lengths of the path up to the end of each curve. */
  ends: usize
  /** Number of places. */
  count: i32
  /** The op's flags. */
  flags: i32
}

/** The record comes after the block's. */
// @ts-ignore: decorator
@inline
export function walkOf(block: Block): Walk {
  if (offsetof<Block>() + offsetof<Walk>() + offsetof<Skin>() > <usize>CONTEXT.BLOCK_WORDS << 2)
    ERROR('the context has no room for it')
  return changetype<Walk>(changetype<usize>(block) + offsetof<Block>())
}

/** The skinned path, which comes after the `Walk`. */
// @ts-ignore: decorator
@inline
export function skinOf(walk: Walk): Skin {
  return changetype<Skin>(changetype<usize>(walk) + offsetof<Walk>())
}

/**
 * Finds the places: each is its space further along the path than the one before.
 *
 * @param position of the first, in the unit that the flags specify.
 */
export function findPlaces(walk: Walk, position: f64): void {
  const flags = walk.flags
  const path = walk.path
  const spaces = walk.spaces
  const ends = walk.ends
  const steps = walk.steps
  const count = walk.count
  let place = walk.places
  const closed = (word(path, PATH.FLAGS) & PATH.CLOSED) != 0
  const constant = (word(path, PATH.FLAGS) & PATH.CONSTANT_SPEED) != 0
  const last = word(path, PATH.COUNT) / PATH.KNOT - (closed ? 1 : 2)
  const lengths = path + <usize>((PATH.POINTS + word(path, PATH.COUNT)) << 2)
  let whole: f64 = 0
  for (let curve = 0; curve <= last; curve++) {
    if (constant) whole += measureSteps(walk, curve, PATH.CHORDS)
    else whole = single(lengths + <usize>(curve << 2))
    store<f64>(ends + <usize>(curve << 3), whole)
  }

  const setup = single(lengths + <usize>(last << 2))
  if ((flags & PATH.PERCENT) != 0) position *= whole
  else if ((flags & PATH.LEGACY) != 0 && constant && setup != 0) position *= whole / setup
  const spacing = (flags >> PATH.SPACING_SHIFT) & PATH.SPACING_MASK
  let unit: f64 = 1
  if (spacing == PATH_SPACINGS.percent) unit = whole
  else if (spacing == PATH_SPACINGS.proportional) unit = whole / <f64>count

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
      extend(walk, place, at < 0, at < 0 ? at : at - whole)
      measured = -1
      continue
    }
    while (curve < last && !(at <= load<f64>(ends + <usize>(curve << 3)))) curve++
    let time = partOf(ends, curve, at)
    if (constant) {
      if (measured != curve) {
        measureSteps(walk, curve, PATH.STEPS)
        measured = curve
        step = 0
      }
      const along = time * load<f64>(steps, (PATH.STEPS - 1) << 3)
      if (closed && (flags & PATH.BOUNDED) != 0) step = 0
      // Goes on from the step before, even if the place is before that.
      while (step < PATH.STEPS - 1 && !(along <= load<f64>(steps + <usize>(step << 3)))) step++
      time = (<f64>step + partOf(steps, step, along)) / PATH.STEPS
    }
    if ((flags & PATH.NUDGED) != 0 && (time == 0 || isNaN(time))) time = PATH.NUDGE
    stand(walk, curve, place, time, (flags & PATH.TANGENTS) != 0 || (i > 0 && space == 0))
  }
}

/** Returns how far a length is from one end to the next, 0 … 1; ends are cumulative lengths. */
function partOf(ends: usize, index: i32, length: f64): f64 {
  const end = ends + <usize>(index << 3)
  const from: f64 = index == 0 ? 0 : load<f64>(end - 8)
  return (length - from) / (load<f64>(end) - from)
}

/** Returns the address of a curve's point: 0 and 3 are knots. */
function pointAt(walk: Walk, curve: i32, point: i32): usize {
  const number = curve * PATH.KNOT + 1 + point
  const count = word(walk.path, PATH.COUNT)
  return walk.points + <usize>(word(walk.path, PATH.POINTS + (number < count ? number : number - count)) << 2)
}

/** Writes the cumulative lengths of that many chords, of equal fractions of the curve's time. @returns the last. */
function measureSteps(walk: Walk, curve: i32, chords: i32): f64 {
  const p0 = pointAt(walk, curve, 0)
  const p1 = pointAt(walk, curve, 1)
  const p2 = pointAt(walk, curve, 2)
  const p3 = pointAt(walk, curve, 3)
  const linearX = 3 * (single(p1) - single(p0))
  const linearY = 3 * (single(p1 + 4) - single(p0 + 4))
  const squareX = 3 * (single(p2) - single(p1)) - linearX
  const squareY = 3 * (single(p2 + 4) - single(p1 + 4)) - linearY
  const cubeX = single(p3) - single(p0) - linearX - squareX
  const cubeY = single(p3 + 4) - single(p0 + 4) - linearY - squareY
  let x = splatDouble(0)
  let y = x
  let length: f64 = 0
  let out = walk.steps
  for (let i = 1; i <= chords; i += PAIR) {
    const t = divDoubles(counted(i), splatDouble(<f64>chords))
    const toX = cubic(t, cubeX, squareX, linearX)
    const toY = cubic(t, cubeY, squareY, linearY)
    const dx = subDoubles(toX, preceding(x, toX))
    const dy = subDoubles(toY, preceding(y, toY))
    const parts = squareRoots(addDoubles(mulDoubles(dx, dx), mulDoubles(dy, dy)))
    length += doubleOf(parts, 0)
    store<f64>(out, length)
    if (PAIR > 1) {
      length += doubleOf(parts, 1)
      store<f64>(out, length, 8)
    }
    out += PAIR << 3
    x = toX
    y = toY
  }
  return length
}

// @ts-ignore: decorator
@inline
function cubic(t: Doubles, cube: f64, square: f64, linear: f64): Doubles {
  const sum = addDoubles(mulDoubles(splatDouble(cube), t), splatDouble(square))
  return mulDoubles(addDoubles(mulDoubles(sum, t), splatDouble(linear)), t)
}

/** Writes the place on a curve at a time. @param aimed whether its angle is wanted. */
function stand(walk: Walk, curve: i32, place: usize, t: f64, aimed: bool): void {
  const p0 = pointAt(walk, curve, 0)
  const p1 = pointAt(walk, curve, 1)
  const x0 = single(p0)
  const y0 = single(p0 + 4)
  const x1 = single(p1)
  const y1 = single(p1 + 4)
  // A curve without length has no time.
  if (t == 0 || isNaN(t)) {
    store<f64>(place, x0)
    store<f64>(place, y0, PLACE_Y)
    store<f64>(place, atan2(y1 - y0, x1 - x0), PLACE_ANGLE)
    return
  }
  const p2 = pointAt(walk, curve, 2)
  const p3 = pointAt(walk, curve, 3)
  const x2 = single(p2)
  const y2 = single(p2 + 4)
  const u = 1 - t
  const uu = u * u
  const tt = t * t
  const inner = 3 * u * t
  const x = x0 * (uu * u) + (x1 * u + x2 * t) * inner + single(p3) * (tt * t)
  const y = y0 * (uu * u) + (y1 * u + y2 * t) * inner + single(p3 + 4) * (tt * t)
  store<f64>(place, x)
  store<f64>(place, y, PLACE_Y)
  if (!aimed) return
  let dx = x1 - x0
  let dy = y1 - y0
  if (t >= 0.001) {
    dx = x - (x0 * uu + (x1 * (2 * u * t) + x2 * tt))
    dy = y - (y0 * uu + (y1 * (2 * u * t) + y2 * tt))
  }
  store<f64>(place, atan2(dy, dx), PLACE_ANGLE)
}

/** Writes the place beyond an end of an open path, straight on; the distance is below 0 before the start. */
function extend(walk: Walk, place: usize, before: bool, distance: f64): void {
  const curve = before ? 0 : word(walk.path, PATH.COUNT) / PATH.KNOT - 2
  const first = before ? 0 : 2
  const from = pointAt(walk, curve, first)
  const to = pointAt(walk, curve, first + 1)
  const angle = atan2(single(to + 4) - single(from + 4), single(to) - single(from))
  const knot = before ? from : to
  store<f64>(place, single(knot) + distance * cosine(angle))
  store<f64>(place, single(knot + 4) + distance * sine(angle), PLACE_Y)
  store<f64>(place, angle, PLACE_ANGLE)
}
