/** Bends surfaces and places their child bones, lane by lane. */

import { arctangent, cosine, sine } from '../../../base/math/circular'
import { LANES, SKELETON } from '../../../base/memory/lanes'
import { INHERIT, INHERIT_FLAG } from '../../../base/model/skeleton'
import type { StopKernels, StopViews } from '../../../rig/constraints/kind'
import { GROUP, GROUP_WORDS, MOST_WORLD, poseAt } from '../../../rig/program/ops'
import { CONTEXT, roomWords, sectionAt } from '../../../world/chunks/program-context'
import {
  A,
  AT_X,
  AT_Y,
  B,
  C,
  D,
  FLIP_X,
  FLIP_Y,
  ROTATION,
  SCALE_X,
  SCALE_Y,
  SHEAR_Y,
  WX,
  WY,
  X,
  Y,
} from './lane-rows'
import {
  LATTICE_COLUMNS,
  LATTICE_DOWN_X,
  LATTICE_DOWN_Y,
  LATTICE_FIRST,
  LATTICE_HALF,
  LATTICE_POINT,
  LATTICE_POINTS,
  LATTICE_RIGHT_X,
  LATTICE_RIGHT_Y,
  LATTICE_ROWS,
  LATTICE_X,
  LATTICE_Y,
  MAP,
  mapAt,
  mapPoints,
} from './lattice'

/** The words of a surface's stop, after code and length. */
const SURFACE = {
  /**
   * Its rows in the local section: its vertices, y up. Then the world record of its bone, and the first record of its
   * own.
   */
  ROWS: 2,
  BONE: 3,
  HOME: 4,
  /** Columns and rows of cells, and half its size (a float). */
  COLUMNS: 5,
  LINES: 6,
  HALF: 7,
  /** World record of the bone, or first record of the surface, under which its vertices are; -1 if there is none. */
  ON_BONE: 8,
  ON_SURFACE: 9,
  /**
   * The nearest bone above that isn't a surface: its world record, -1 = none; its rows in the local section; and
   * whether its scale is its own, regardless of its parents.
   */
  ABOVE: 10,
  ABOVE_POSE: 11,
  ABOVE_OWN: 12,
  /** Number of its child bones, then their groups. */
  CHILDREN: 13,
  CHILD: 14,
} as const
const SURFACE_CHILD_WORDS = GROUP_WORDS

/** Runs the constraint at its stop (`ConstraintKind.solve`). */
export function solveSurface(views: StopViews, _kernels: StopKernels, context: number, at: number): void {
  const { i32 } = views
  const masks = i32[context + CONTEXT.MASKS]
  const first = i32[context + CONTEXT.FIRST]
  const end = first + i32[context + CONTEXT.COUNT]
  const room = roomWords(context) >> 1
  for (let block = first; block < end; block++) {
    const skeleton = sectionAt(i32, context, CONTEXT.SKELETON, block)
    const local = sectionAt(i32, context, CONTEXT.LOCAL, block)
    const applied = sectionAt(i32, context, CONTEXT.APPLIED, block)
    const world = sectionAt(i32, context, CONTEXT.WORLD, block)
    for (let left = i32[masks + block]; left !== 0; left &= left - 1) {
      const lane = 31 - Math.clz32(left & -left)
      bendLattice(views, at, skeleton + lane, local + lane, world + lane, room)
      placeSurface(views, at, skeleton + lane, world + lane)
      for (let child = 0; child < i32[at + SURFACE.CHILDREN]; child++) {
        const group = at + SURFACE.CHILD + child * SURFACE_CHILD_WORDS
        placeChild(views, at, group, skeleton + lane, local + lane, applied + lane, world + lane, room)
      }
    }
  }
}

/** Writes the vertices of the lattice. Sections are the lane's. */
function bendLattice(
  { f32, f64, i32 }: StopViews,
  at: number,
  skeleton: number,
  local: number,
  world: number,
  room: number,
): void {
  const lattice = world + i32[at + SURFACE.HOME] + LATTICE_FIRST
  const columns = i32[at + SURFACE.COLUMNS]
  const lines = i32[at + SURFACE.LINES]
  f32[lattice + LATTICE_HALF] = f32[at + SURFACE.HALF]
  f32[lattice + LATTICE_COLUMNS] = columns
  f32[lattice + LATTICE_ROWS] = lines
  const onSurface = i32[at + SURFACE.ON_SURFACE]
  const on = onSurface < 0 ? -1 : world + onSurface + LATTICE_FIRST
  let a = 1
  let b = 0
  let c = 0
  let d = 1
  let atX = 0
  let atY = 0
  if (i32[at + SURFACE.ON_BONE] >= 0) {
    const bone = world + i32[at + SURFACE.ON_BONE]
    const overX = f32[skeleton + FLIP_X] === 0 ? 0 : 1 / f32[skeleton + FLIP_X]
    const overY = f32[skeleton + FLIP_Y] === 0 ? 0 : 1 / f32[skeleton + FLIP_Y]
    a = f32[bone + A] * overX
    b = f32[bone + B] * overX
    c = f32[bone + C] * overY
    d = f32[bone + D] * overY
    atX = (f32[bone + WX] - f32[skeleton + AT_X]) * overX
    atY = (f32[bone + WY] - f32[skeleton + AT_Y]) * overY
  }
  const count = (columns + 1) * (lines + 1)
  const row = local + i32[at + SURFACE.ROWS]
  const points = lattice + LATTICE_POINTS
  if (on >= 0) mapPoints(f32, f64, on, room, f32, row, f32, points, LATTICE_POINT, LANES, count)
  for (let word = 0; word < count * LATTICE_POINT; word += LATTICE_POINT) {
    const px = f32[(on < 0 ? row : points) + word]
    const py = f32[(on < 0 ? row : points) + word + LANES]
    const x = a * px + b * py + atX
    const y = c * px + d * py + atY
    f32[points + word] = Math.abs(x) <= MOST_WORLD ? x : 0
    f32[points + word + LANES] = Math.abs(y) <= MOST_WORLD ? y : 0
  }
}

/** Writes the map of far points, the matrix of the surface's bone, and the matrix that maps to the world. */
function placeSurface({ f32, i32 }: StopViews, at: number, skeleton: number, world: number): void {
  const home = world + i32[at + SURFACE.HOME]
  const lattice = home + LATTICE_FIRST
  const points = lattice + LATTICE_POINTS
  const columns = i32[at + SURFACE.COLUMNS]
  const corner = i32[at + SURFACE.LINES] * (columns + 1)
  const half = f32[at + SURFACE.HALF]
  for (let axis = 0; axis <= LANES; axis += LANES) {
    const topLeft = f32[points + axis]
    const topRight = f32[points + columns * LATTICE_POINT + axis]
    const bottomRight = f32[points + (corner + columns) * LATTICE_POINT + axis]
    const bottomLeft = f32[points + corner * LATTICE_POINT + axis]
    const middle = (topLeft + topRight + bottomRight + bottomLeft) / 4
    f32[lattice + LATTICE_X + axis] = middle
    f32[lattice + LATTICE_RIGHT_X + axis] = ((topRight + bottomRight) / 2 - middle) / half
    f32[lattice + LATTICE_DOWN_X + axis] = ((bottomLeft + bottomRight) / 2 - middle) / half
  }
  const scaleX = f32[skeleton + FLIP_X]
  const scaleY = f32[skeleton + FLIP_Y]
  const atX = f32[skeleton + AT_X]
  const atY = f32[skeleton + AT_Y]
  f32[home + A] = scaleX
  f32[home + B] = 0
  f32[home + C] = 0
  f32[home + D] = scaleY
  f32[home + WX] = atX
  f32[home + WY] = atY
  const own = world + i32[at + SURFACE.BONE]
  f32[own + A] = f32[lattice + LATTICE_RIGHT_X] * scaleX
  f32[own + C] = f32[lattice + LATTICE_RIGHT_Y] * scaleY
  f32[own + B] = -f32[lattice + LATTICE_DOWN_X] * scaleX
  f32[own + D] = -f32[lattice + LATTICE_DOWN_Y] * scaleY
  f32[own + WX] = f32[lattice + LATTICE_X] * scaleX + atX
  f32[own + WY] = f32[lattice + LATTICE_Y] * scaleY + atY
}

/**
 * Places the bone of a group: its position is a point of the lattice, and it inherits the surface's angle. If it
 * inherits scale as well, a flip of the skeleton rotates it with the surface, but does not mirror it.
 */
function placeChild(
  { f32, f64, i32 }: StopViews,
  at: number,
  group: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
  room: number,
): void {
  const lattice = world + i32[at + SURFACE.HOME] + LATTICE_FIRST
  const pose = poseAt(i32[group + GROUP.POSE], local, applied)
  const own = world + i32[group + GROUP.WORLD]
  const code = i32[group + GROUP.INHERIT]
  const whole = code === INHERIT.normal
  const above = i32[at + SURFACE.ABOVE]
  const scales = above >= 0 && (whole || (code & INHERIT_FLAG.scale) !== 0)
  const turns = whole || (code & INHERIT_FLAG.rotation) !== 0
  const px = f32[pose + X]
  const py = f32[pose + Y]
  f64[room + MAP.X] = px
  f64[room + MAP.Y] = -py
  mapAt(f32, f64, lattice, room)
  const rightX = f64[room + MAP.RIGHT_X]
  const rightY = f64[room + MAP.RIGHT_Y]
  const upX = -f64[room + MAP.DOWN_X]
  const upY = -f64[room + MAP.DOWN_Y]
  const follows = scales || whole || (code & INHERIT_FLAG.translation) !== 0
  const x = follows ? f64[room + MAP.AT_X] + px * rightX + py * upX : px
  const y = follows ? f64[room + MAP.AT_Y] + px * rightY + py * upY : py
  let rotation = f32[pose + ROTATION]
  let shear = f32[pose + SHEAR_Y]
  let scaleX = f32[pose + SCALE_X]
  let scaleY = f32[pose + SCALE_Y]
  const flipX = f32[skeleton + FLIP_X]
  const flipY = f32[skeleton + FLIP_Y]
  const flips = f32[skeleton + SKELETON.FLIPS * LANES]
  const isFlipped = flips === 1 || flips === 2
  const signX = scales && (flips & 1) !== 0 ? -1 : 1
  const signY = scales && (flips & 2) !== 0 ? -1 : 1
  const sizeX = flipX * signX
  const sizeY = flipY * signY
  if (scales) {
    const bone = world + above
    const parent = local + i32[at + SURFACE.ABOVE_POSE]
    const isOwn = i32[at + SURFACE.ABOVE_OWN] !== 0
    const a = sizeX === 0 ? 0 : f32[bone + A] / sizeX
    const b = sizeX === 0 ? 0 : f32[bone + B] / sizeX
    const c = sizeY === 0 ? 0 : f32[bone + C] / sizeY
    const d = sizeY === 0 ? 0 : f32[bone + D] / sizeY
    // A mirrored parent scale can be recognised only if the bone's own is mirrored.
    const isLeft = f32[parent + SCALE_X] < 0 && (isOwn || a < 0)
    const isUp = f32[parent + SCALE_Y] < 0 && (isOwn || d < 0)
    scaleX *= (isLeft ? -1 : 1) * Math.sqrt(a * a + c * c)
    scaleY *= (isUp ? -1 : 1) * Math.sqrt(b * b + d * d)
  }
  if (turns) {
    const turn = arctangent(f32[lattice + LATTICE_RIGHT_Y] * signY, f32[lattice + LATTICE_RIGHT_X] * signX)
    const mirrored = !scales && rightX * upY - upX * rightY < 0
    rotation = mirrored ? turn - rotation : turn + rotation
    if (mirrored && (isFlipped || whole || (code & INHERIT_FLAG.reflection) !== 0)) shear += Math.PI
  }
  // This follows bones without a surface; see `composeFlags`.
  if (isFlipped && !scales) shear = -shear
  const angle = rotation + shear
  f32[own + A] = cosine(rotation) * scaleX * sizeX
  f32[own + C] = sine(rotation) * scaleX * sizeY
  f32[own + B] = -sine(angle) * scaleY * sizeX
  f32[own + D] = cosine(angle) * scaleY * sizeY
  f32[own + WX] = x * flipX + f32[skeleton + AT_X]
  f32[own + WY] = y * flipY + f32[skeleton + AT_Y]
}
