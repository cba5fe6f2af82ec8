/** Paths: knots with handles, each on a bone of its own, and lines through them. */
import { type Bones, boneOf, type Point, toBone } from './bones'
import { round } from './round'
import type { PathJson } from './spine-json'

/** A knot in the drawing's space (y down): the curve comes from `before` and goes on to `after`. */
export interface Knot {
  bone: string
  at: Point
  before: Point
  after: Point
}

function pointOn(a: Knot, b: Knot, t: number): Point {
  const u = 1 - t
  const blend = (c: 0 | 1): number =>
    u * u * u * a.at[c] + 3 * u * u * t * a.after[c] + 3 * u * t * t * b.before[c] + t * t * t * b.at[c]
  return [blend(0), blend(1)]
}

const STEPS = 200

/** Points along all curves, close together. */
const trace = (knots: readonly Knot[]): Point[] =>
  knots
    .slice(1)
    .flatMap((knot, i) => Array.from({ length: STEPS }, (_, k) => pointOn(knots[i], knot, k / STEPS)))
    .concat([knots[knots.length - 1].at])

/** How far along the line each of its points is. */
function distances(points: readonly Point[]): number[] {
  let sum = 0
  return points.map(([x, y], i) => {
    if (i > 0) sum += Math.hypot(x - points[i - 1][0], y - points[i - 1][1])
    return sum
  })
}

/** Points at equal distances along the path, both ends among them. */
export function evenly(knots: readonly Knot[], pieces: number): Point[] {
  const points = trace(knots)
  const at = distances(points)
  const whole = at[at.length - 1]
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const found = at.findIndex((distance) => distance >= (whole * i) / pieces - 1e-9)
    return points[found]
  })
}

/** The attachment: each knot and its handles follow the knot's bone. */
export function pathThrough(bones: Bones, knots: readonly Knot[]): PathJson {
  const vertices = knots.flatMap(({ bone: name, before, at, after }) => {
    const bone = boneOf(bones, name)
    return [before, at, after].flatMap(([x, y]) => {
      const [localX, localY] = toBone(bone, [x, -y])
      return [1, bone.index, round(localX), round(localY), 1]
    })
  })
  const at = distances(trace(knots))
  // An open path has no curve behind its last knot, but the list has a length for it.
  const lengths = knots.map((_, i) => round(at[Math.min(knots.length - 1, i + 1) * STEPS]))
  return { type: 'path', lengths, vertexCount: 3 * knots.length, vertices }
}
