/**
 * The lattice of a surface: maps points of the surface's space to the armature's space. Here y points down. A surface's
 * first record maps from the armature's space to the world.
 *
 * Calls pass only integers; see `kernels/assembly/program/compose`. Numbers are kept in a room of eight float64s.
 */
import { LANES, WORLD_FIELDS, WORLD_RECORD } from '../../../base/memory/lanes'

/**
 * Rows of a lattice, after the surface's first record. First the map for points far from it: its middle, and the
 * vectors of a unit to the right and a unit down, x and y each. Then half its size, its columns and rows of cells, and
 * its vertices, x and y each.
 */
export const LATTICE_X = 0
export const LATTICE_Y = LANES
export const LATTICE_RIGHT_X = 2 * LANES
export const LATTICE_RIGHT_Y = 3 * LANES
export const LATTICE_DOWN_X = 4 * LANES
export const LATTICE_DOWN_Y = 5 * LANES
export const LATTICE_HALF = 6 * LANES
export const LATTICE_COLUMNS = 7 * LANES
export const LATTICE_ROWS = 8 * LANES
export const LATTICE_POINTS = 9 * LANES
const HEADER = 9
/** Words of a vertex. */
export const LATTICE_POINT = 2 * LANES
/** Words from a surface's first record to its lattice. */
export const LATTICE_FIRST = WORLD_RECORD

/** Distance from the middle at which the strip around the lattice ends, in halves of its size. */
const FAR = 5

/** Returns the world records of a surface with that many cells. */
export function latticeRecords(columns: number, rows: number): number {
  return 1 + Math.ceil((HEADER + 2 * (columns + 1) * (rows + 1)) / WORLD_FIELDS)
}

/**
 * Fields of a room: a point; then the affine map there: the vectors of a unit to the right and a unit down, and the
 * image of 0, 0.
 */
export const MAP = {
  X: 0,
  Y: 1,
  RIGHT_X: 2,
  RIGHT_Y: 3,
  DOWN_X: 4,
  DOWN_Y: 5,
  AT_X: 6,
  AT_Y: 7,
} as const

/** Writes the map at the room's point. @param lattice word index of its first row, of the lane. */
export function mapAt(f32: Float32Array, f64: Float64Array, lattice: number, room: number): void {
  const x = f64[room + MAP.X]
  const y = f64[room + MAP.Y]
  const half = f32[lattice + LATTICE_HALF]
  const far = half * FAR
  const isAcross = x >= -half && x < half
  const isDown = y >= -half && y < half
  if (!((isAcross || isDown) && Math.abs(x) <= far && Math.abs(y) <= far)) {
    for (let field = 0; field < 6; field++)
      f64[room + MAP.RIGHT_X + field] = f32[lattice + LATTICE_X + ((field + 2) % 6) * LANES]
    return
  }
  const columns = f32[lattice + LATTICE_COLUMNS]
  const rows = f32[lattice + LATTICE_ROWS]
  const column = isAcross ? Math.min(columns - 1, Math.floor(((x + half) * columns) / (2 * half))) : 0
  const row = isDown ? Math.min(rows - 1, Math.floor(((y + half) * rows) / (2 * half))) : 0
  const width = isAcross ? (2 * half) / columns : far - half
  const height = isDown ? (2 * half) / rows : far - half
  const left = isAcross ? column * width - half : x < 0 ? -far : half
  const top = isDown ? row * height - half : y < 0 ? -far : half
  // Corners of the cell: numbers of vertices, or -1 outside the bent area.
  const line = columns + 1
  const outLeft = !isAcross && x < 0
  const outRight = !isAcross && x >= 0
  const outTop = !isDown && y < 0
  const outBottom = !isDown && y >= 0
  const from = outRight ? columns : column
  const to = outLeft ? 0 : column + 1
  const upper = outBottom ? rows : row
  const lower = outTop ? 0 : row + 1
  const topRight = outTop || outRight ? -1 : upper * line + to
  const bottomLeft = outBottom || outLeft ? -1 : lower * line + from
  const isLower = y > top - (height / width) * (x - left - width)
  const corner = isLower
    ? outBottom || outRight
      ? -1
      : lower * line + to
    : outTop || outLeft
      ? -1
      : upper * line + from
  const cornerX = isLower ? left + width : left
  const cornerY = isLower ? top + height : top
  const lastX = left + width
  const lastY = top + height
  // The triangle's corner at the right angle, and the corners along both legs.
  const across = isLower ? bottomLeft : topRight
  const acrossX = isLower ? left : lastX
  const acrossY = isLower ? lastY : top
  const down = isLower ? topRight : bottomLeft
  const downX = isLower ? lastX : left
  const downY = isLower ? top : lastY
  for (let axis = 0; axis <= 1; axis++) {
    const origin = f32[lattice + LATTICE_X + axis * LANES]
    const right = f32[lattice + LATTICE_RIGHT_X + axis * LANES]
    const below = f32[lattice + LATTICE_DOWN_X + axis * LANES]
    const points = lattice + LATTICE_POINTS + axis * LANES
    const at = corner < 0 ? origin + cornerX * right + cornerY * below : f32[points + corner * LATTICE_POINT]
    const beside =
      across < 0 ? origin + acrossX * right + acrossY * below : f32[points + across * LATTICE_POINT]
    const under = down < 0 ? origin + downX * right + downY * below : f32[points + down * LATTICE_POINT]
    const perX = (beside - at) / (acrossX - cornerX)
    const perY = (under - at) / (downY - cornerY)
    f64[room + MAP.RIGHT_X + axis] = perX
    f64[room + MAP.DOWN_X + axis] = perY
    f64[room + MAP.AT_X + axis] = at - perX * cornerX - perY * cornerY
  }
}

/**
 * Maps points of the lattice from `source` to `out`, which may be the same. In memory, x comes first, y (up) `high`
 * words later, and the next point `step` words later.
 *
 * Most points are inside the lattice, where only a cell's corners are read.
 */
export function mapPoints(
  f32: Float32Array,
  f64: Float64Array,
  lattice: number,
  room: number,
  source: Float32Array,
  from: number,
  out: Float32Array,
  at: number,
  step: number,
  high: number,
  count: number,
): void {
  const half = f32[lattice + LATTICE_HALF]
  const columns = f32[lattice + LATTICE_COLUMNS]
  const rows = f32[lattice + LATTICE_ROWS]
  const perColumn = columns / (2 * half)
  const perRow = rows / (2 * half)
  const points = lattice + LATTICE_POINTS
  const line = (columns + 1) * LATTICE_POINT
  for (let i = 0; i < count; i++) {
    const x = source[from]
    const y = -source[from + high]
    const across = (x + half) * perColumn
    const down = (y + half) * perRow
    if (across >= 0 && across < columns && down >= 0 && down < rows) {
      const column = Math.floor(across)
      const row = Math.floor(down)
      const topLeft = (points + row * line + column * LATTICE_POINT) | 0
      const topRight = topLeft + LATTICE_POINT
      const bottomLeft = (topLeft + line) | 0
      let u = across - column
      let v = down - row
      let corner = topLeft
      let beside = topRight
      let under = bottomLeft
      if (u + v > 1) {
        u = 1 - u
        v = 1 - v
        corner = bottomLeft + LATTICE_POINT
        beside = bottomLeft
        under = topRight
      }
      const cornerX = f32[corner]
      const cornerY = f32[corner + LANES]
      out[at] = cornerX + u * (f32[beside] - cornerX) + v * (f32[under] - cornerX)
      out[at + high] = cornerY + u * (f32[beside + LANES] - cornerY) + v * (f32[under + LANES] - cornerY)
    } else {
      f64[room + MAP.X] = x
      f64[room + MAP.Y] = y
      mapAt(f32, f64, lattice, room)
      out[at] = f64[room + MAP.AT_X] + x * f64[room + MAP.RIGHT_X] + y * f64[room + MAP.DOWN_X]
      out[at + high] = f64[room + MAP.AT_Y] + x * f64[room + MAP.RIGHT_Y] + y * f64[room + MAP.DOWN_Y]
    }
    from += step
    at += step
  }
}
