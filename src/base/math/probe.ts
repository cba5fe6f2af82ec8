/** Tests a point, a segment or an upright box against polygons, triangles and boxes. */

/**
 * The point, segment or box of a test: `x0`, `y0` to `x1`, `y1`. Both are the same for a point; for a box they are the
 * lower left and upper right corners.
 */
export interface Probe {
  readonly kind: 'point' | 'segment' | 'box'
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** x, y pairs. */
type Points = Float32Array | Float64Array

/** Returns whether a probe meets the upright box from (left, bottom) to (right, top). NaN meets everything. */
export function meetsBox(probe: Probe, left: number, bottom: number, right: number, top: number): boolean {
  const { kind, x0, y0, x1, y1 } = probe
  if (Math.max(x0, x1) < left || Math.min(x0, x1) > right) return false
  if (Math.max(y0, y1) < bottom || Math.min(y0, y1) > top) return false
  if (kind !== 'segment') return true
  // The box is on one side of the line.
  const dx = x1 - x0
  const dy = y1 - y0
  const width = (right - left) / 2
  const height = (top - bottom) / 2
  const off = dx * (bottom + height - y0) - dy * (left + width - x0)
  return !(Math.abs(off) > Math.abs(dx) * height + Math.abs(dy) * width)
}

/**
 * Returns whether a probe meets a polygon: a point inside it, by the even–odd rule; a segment that crosses its outline;
 * or a box that overlaps it.
 */
export function meetsPolygon(probe: Probe, points: Points, count: number): boolean {
  const { kind, x0, y0, x1, y1 } = probe
  if (kind === 'point') return contains(points, count, x0, y0)
  if (kind === 'segment') return crossesOutline(probe, points, count)
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const edge = makeSegment(points[2 * j], points[2 * j + 1], points[2 * i], points[2 * i + 1])
    if (meetsBox(edge, x0, y0, x1, y1)) return true
  }
  return contains(points, count, x0, y0)
}

/**
 * Returns whether a probe meets a triangle. This works as for polygons, but a segment inside it meets it as well.
 *
 * @param corners room for three x, y pairs.
 * @param a, b, c numbers of its points.
 */
export function meetsTriangle(
  probe: Probe,
  corners: Float64Array,
  points: Points,
  a: number,
  b: number,
  c: number,
): boolean {
  corners[0] = points[2 * a]
  corners[1] = points[2 * a + 1]
  corners[2] = points[2 * b]
  corners[3] = points[2 * b + 1]
  corners[4] = points[2 * c]
  corners[5] = points[2 * c + 1]
  const { x0, y0, x1 } = probe
  // Most triangles are wholly to one side.
  const left = Math.min(corners[0], corners[2], corners[4])
  const right = Math.max(corners[0], corners[2], corners[4])
  if (right < Math.min(x0, x1) || left > Math.max(x0, x1)) return false
  return meetsPolygon(probe, corners, 3) || (probe.kind === 'segment' && contains(corners, 3, x0, y0))
}

function makeSegment(x0: number, y0: number, x1: number, y1: number): Probe {
  return { kind: 'segment', x0, y0, x1, y1 }
}

/** Returns whether a point is inside, by the even–odd rule. */
function contains(points: Points, count: number, x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const yi = points[2 * i + 1]
    const yj = points[2 * j + 1]
    if (yi > y === yj > y) continue
    const xi = points[2 * i]
    if (x < xi + ((y - yi) / (yj - yi)) * (points[2 * j] - xi)) inside = !inside
  }
  return inside
}

function crossesOutline({ x0, y0, x1, y1 }: Probe, points: Points, count: number): boolean {
  const dx = x1 - x0
  const dy = y1 - y0
  let jx = points[2 * count - 2]
  let jy = points[2 * count - 1]
  let before = dx * (jy - y0) - dy * (jx - x0) > 0
  for (let i = 0; i < count; i++) {
    const ix = points[2 * i]
    const iy = points[2 * i + 1]
    const side = dx * (iy - y0) - dy * (ix - x0) > 0
    if (side !== before) {
      const ex = ix - jx
      const ey = iy - jy
      if (ex * (y0 - jy) - ey * (x0 - jx) > 0 !== ex * (y1 - jy) - ey * (x1 - jx) > 0) return true
    }
    before = side
    jx = ix
    jy = iy
  }
  return false
}
