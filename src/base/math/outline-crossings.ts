/** Finds where a segment crosses the outline of a polygon or an ellipse. */
import type { Affine } from './affine'
import { arctangent } from './circular'

/** A crossing of a segment and an outline. */
export interface Crossing {
  x: number
  y: number
  /**
   * Direction outwards, in radians: perpendicular to the outline in the space in which it was drawn (DragonBones),
   * otherwise in the world.
   */
  normal: number
  /** Position along the segment, from 0 to 1. */
  part: number
}

/** The ends of a segment. */
export interface Segment {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** The map of outlines whose points are already in the world. */
export const IDENTITY: Readonly<Affine> = { x: 0, y: 0, a: 1, b: 0, c: 0, d: 1 }

/**
 * Returns the crossings of a polygon's outline, from the segment's start on. Inside and outside follow the even–odd
 * rule.
 */
export function crossPolygon(
  segment: Segment,
  points: Float64Array,
  count: number,
  { a, b, c, d }: Readonly<Affine>,
): Crossing[] {
  const { x1, y1 } = segment
  const dx = segment.x2 - x1
  const dy = segment.y2 - y1
  const found: Crossing[] = []
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const ax = points[2 * j]
    const ay = points[2 * j + 1]
    const edgeX = points[2 * i] - ax
    const edgeY = points[2 * i + 1] - ay
    const before = dx * (ay - y1) - dy * (ax - x1) > 0
    // A corner on the line counts as on the same side for both of its edges.
    const after = dx * (points[2 * i + 1] - y1) - dy * (points[2 * i] - x1) > 0
    if (before === after) continue
    const part = ((ax - x1) * edgeY - (ay - y1) * edgeX) / (dx * edgeY - dy * edgeX)
    // Takes the edge into the outline's own space, up to a factor, rotates it by a quarter turn, and takes it back to
    // the world.
    const p = d * edgeX - b * edgeY
    const q = a * edgeY - c * edgeX
    const back = before ? 1 : -1
    const normal = arctangent((c * q - d * p) * back, (a * q - b * p) * back)
    if (part >= 0) found.push({ x: x1 + part * dx, y: y1 + part * dy, normal, part })
  }
  found.sort((a, b) => a.part - b.part)
  // Normals point back along the segment. The last crossing of the line, even beyond the segment's end, leads out.
  found.forEach((crossing, i) => {
    if ((found.length - i) % 2 === 1) crossing.normal += crossing.normal > 0 ? -Math.PI : Math.PI
  })
  return found.filter(({ part }) => part <= 1)
}

/** Sizes around the origin of a place. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the crossings of a rectangle, from the segment's start on. */
export function crossRectangle(
  segment: Segment,
  { width, height }: Size,
  place: Readonly<Affine>,
): Crossing[] {
  const { x, y, a, b, c, d } = place
  const [ux, uy, vx, vy] = [(a * width) / 2, (c * width) / 2, (b * height) / 2, (d * height) / 2]
  const corners = [x - ux - vx, y - uy - vy, x + ux - vx, y + uy - vy]
  corners.push(x + ux + vx, y + uy + vy, x - ux + vx, y - uy + vy)
  return crossPolygon(segment, Float64Array.from(corners), 4, place)
}

/** Returns the crossings of an ellipse, from the segment's start on. */
export function crossEllipse(segment: Segment, { width, height }: Size, place: Readonly<Affine>): Crossing[] {
  const { x, y } = place
  const ux = (place.a * width) / 2
  const uy = (place.c * width) / 2
  const vx = (place.b * height) / 2
  const vy = (place.d * height) / 2
  const over = 1 / (ux * vy - uy * vx)
  const { x1, y1 } = segment
  const dx = segment.x2 - x1
  const dy = segment.y2 - y1
  // The space in which the ellipse is a circle of radius 1 around 0, 0.
  const s = ((x1 - x) * vy - (y1 - y) * vx) * over
  const t = ((y1 - y) * ux - (x1 - x) * uy) * over
  const ds = (dx * vy - dy * vx) * over
  const dt = (dy * ux - dx * uy) * over
  const a = ds * ds + dt * dt
  const b = s * ds + t * dt
  const inner = b * b - a * (s * s + t * t - 1)
  // NaN: the ellipse has no width or no height.
  if (!(inner > 0)) return []
  const root = Math.sqrt(inner)
  return [(-b - root) / a, (-b + root) / a].flatMap((part) => {
    if (!(part >= 0 && part <= 1)) return []
    const p = (s + part * ds) / width
    const q = (t + part * dt) / height
    const normal = arctangent(place.c * p + place.d * q, place.a * p + place.b * q)
    return [{ x: x1 + part * dx, y: y1 + part * dy, normal, part }]
  })
}
