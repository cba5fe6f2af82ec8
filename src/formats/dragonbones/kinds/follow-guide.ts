/**
 * Moves bones along a path by the rules of DragonBones, lane by lane. It works in the armature's space: the skeleton's
 * own scale and place are removed before, and applied after.
 *
 * Numbers are kept in the room of path constraints (CONTEXT.ROOM): calls pass only integers; see `compose.ts`.
 */

import { PI, TAU } from '../../../base/math/angles'
import { arctangent, cosine, sine } from '../../../base/math/circular'
import { INDEX, LANES, SLOT } from '../../../base/memory/lanes'
import {
  PATH_CLOSED,
  PATH_CONSTANT_SPEED,
  PATH_COUNT,
  PATH_FLAGS,
  PATH_KNOT,
  PATH_POINTS,
  PATH_ROOM_BONES,
  PATH_ROOM_STEPS,
  PATH_ROOM_TIME,
  PATH_SKIN,
  PATH_STEPS,
} from '../../../rig/attachments/path-layout'
import type { StopKernels, StopViews } from '../../../rig/constraints/kind'
import {
  PATH,
  PATH_CHAIN,
  PATH_PERCENT,
  PATH_SCALES,
  PATH_SPACING_MASK,
  PATH_SPACING_SHIFT,
  PATH_SPACINGS,
  PATH_TANGENTS,
} from '../../../rig/constraints/path'
import { GROUP, GROUP_WORDS } from '../../../rig/program/ops'
import { CONTEXT, sectionAt } from '../../../world/chunks/program-context'
import {
  extend,
  measureCurves,
  measureSteps,
  PLACE_ANGLE,
  PLACE_FIELDS,
  PLACE_X,
  PLACE_Y,
  pointAt,
  stand,
} from './curve'
import { A, AT_X, AT_Y, B, C, D, FLIP_X, FLIP_Y, WX, WY } from './lane-rows'

/**
 * Words of a guide's stop, after code and length: flags, as for a path constraint's modes; the guide's rows in the local section, as for a path
 * constraint; the slot's rows in the slot section; number of the attachment that it follows; the slot's bone; the table
 * of paths in the image; the offset (a float); number of bones.
 */
const GUIDE = {
  FLAGS: 2,
  ROWS: 3,
  SLOT: 4,
  ATTACHMENT: 5,
  OWNER: 6,
  TABLE: 7,
  OFFSET: 8,
  COUNT: 9,
  /** For each bone its group, its length, and 1 if it is composed again after its parent has been moved. */
  BONES: 10,
} as const
const GUIDE_BONE_LENGTH = GROUP_WORDS
const GUIDE_BONE_COMPOSED = GROUP_WORDS + 1
const GUIDE_BONE_WORDS = GROUP_WORDS + 2

const POSITION = PATH.POSITION * LANES
const SPACING = PATH.SPACING * LANES
const ROTATE = PATH.ROTATE * LANES
const TRANSLATE = PATH.X * LANES

/** Runs the constraint at its stop (`ConstraintKind.solve`). */
export function followGuide(views: StopViews, kernels: StopKernels, context: number, at: number): void {
  const { i32 } = views
  const masks = i32[context + CONTEXT.MASKS]
  const first = i32[context + CONTEXT.FIRST]
  const end = first + i32[context + CONTEXT.COUNT]
  for (let block = first; block < end; block++)
    for (let left = i32[masks + block]; left !== 0; left &= left - 1)
      followLane(views, kernels, context, at, block, 31 - Math.clz32(left & -left))
}

function followLane(
  views: StopViews,
  kernels: StopKernels,
  context: number,
  at: number,
  block: number,
  lane: number,
): void {
  const { f32, i32 } = views
  const image = i32[context + CONTEXT.IMAGE]
  const slots = sectionAt(i32, context, CONTEXT.SLOTS, block)
  const attachment = i32[slots + i32[at + GUIDE.SLOT] + SLOT.ATTACHMENT * LANES + lane]
  if (attachment !== i32[at + GUIDE.ATTACHMENT] || attachment < 0) return
  const skeleton = sectionAt(i32, context, CONTEXT.SKELETON, block)
  const local = sectionAt(i32, context, CONTEXT.LOCAL, block)
  const rows = local + i32[at + GUIDE.ROWS] + lane
  if (f32[rows + ROTATE] === 0 && f32[rows + TRANSLATE] === 0) return
  if (f32[skeleton + lane + FLIP_X] === 0 || f32[skeleton + lane + FLIP_Y] === 0) return
  const world = sectionAt(i32, context, CONTEXT.WORLD, block)
  const path = image + i32[image + i32[at + GUIDE.TABLE] + attachment]
  const count = i32[at + GUIDE.COUNT]
  const room = i32[context + CONTEXT.ROOM] >> 1
  const spaces = room + PATH_ROOM_BONES
  const lengths = spaces + count + 1
  const places = lengths + count
  const ends = places + PLACE_FIELDS * (count + 1)
  const points = 2 * (ends + i32[path + PATH_COUNT] / PATH_KNOT)
  const step = 2 * i32[path + PATH_COUNT]
  kernels.skinLane(image + i32[path + PATH_SKIN], world + lane, -1, -1, 0, points, step)
  toArmature(f32, points, i32[path + PATH_COUNT], skeleton + lane)
  measureSpaces(views, at, rows, skeleton + lane, world + lane, spaces, lengths)
  findPlaces(views, at, rows, path, points, room, spaces, places, ends)
  moveBones(views, kernels, context, at, block, lane, lengths, places)
}

/** Removes the skeleton's scale and place from points. */
function toArmature(f32: Float32Array, points: number, count: number, skeleton: number): void {
  const overX = 1 / f32[skeleton + FLIP_X]
  const overY = 1 / f32[skeleton + FLIP_Y]
  const x = f32[skeleton + AT_X]
  const y = f32[skeleton + AT_Y]
  for (let point = points; point < points + 2 * count; point += 2) {
    f32[point] = (f32[point] - x) * overX
    f32[point + 1] = (f32[point + 1] - y) * overY
  }
}

/** Writes the length of each bone, and the distance from each place to the one before. */
function measureSpaces(
  { f32, f64, i32 }: StopViews,
  at: number,
  rows: number,
  skeleton: number,
  world: number,
  spaces: number,
  lengths: number,
): void {
  const flags = i32[at + GUIDE.FLAGS]
  const count = i32[at + GUIDE.COUNT]
  const spacing = f32[rows + SPACING]
  const mode = (flags >> PATH_SPACING_SHIFT) & PATH_SPACING_MASK
  const byLength = mode === PATH_SPACINGS.length || (flags & PATH_SCALES) !== 0
  const overX = 1 / f32[skeleton + FLIP_X]
  const overY = 1 / f32[skeleton + FLIP_Y]
  f64[spaces] = byLength ? 0 : spacing
  for (let i = 0; i < count; i++) {
    const group = at + GUIDE.BONES + i * GUIDE_BONE_WORDS
    const own = world + i32[group + GROUP.WORLD]
    const a = f32[own + A] * overX
    const c = f32[own + C] * overY
    const scale = Math.sqrt(a * a + c * c)
    const length = f32[group + GUIDE_BONE_LENGTH]
    f64[lengths + i] = length * scale
    f64[spaces + i + 1] = byLength ? (length + spacing) * scale : spacing
  }
}

/** Finds a place for each bone, and one more unless bones take the path's direction. */
function findPlaces(
  { f32, f64, i32 }: StopViews,
  at: number,
  rows: number,
  path: number,
  points: number,
  room: number,
  spaces: number,
  places: number,
  ends: number,
): void {
  const flags = i32[at + GUIDE.FLAGS]
  const tangents = (flags & PATH_TANGENTS) !== 0
  const count = i32[at + GUIDE.COUNT] + (tangents ? 0 : 1)
  const closed = (i32[path + PATH_FLAGS] & PATH_CLOSED) !== 0
  const constant = (i32[path + PATH_FLAGS] & PATH_CONSTANT_SPEED) !== 0
  const last = i32[path + PATH_COUNT] / PATH_KNOT - (closed ? 1 : 2)
  const table = path + PATH_POINTS + i32[path + PATH_COUNT]
  const steps = room + PATH_ROOM_STEPS
  if (constant) measureCurves(f32, f64, i32, path, points, steps, ends, last)
  else for (let curve = 0; curve <= last; curve++) f64[ends + curve] = f32[table + curve]
  const whole = f64[ends + last]
  const percent = ((flags >> PATH_SPACING_SHIFT) & PATH_SPACING_MASK) === PATH_SPACINGS.percent
  let position = f32[rows + POSITION] * ((flags & PATH_PERCENT) !== 0 ? whole : 1)
  for (let i = 0; i < count; i++) {
    const place = places + i * PLACE_FIELDS
    position += f64[spaces + i] * (percent ? whole : 1)
    let along = position
    if (closed) along = whole === 0 ? 0 : along - Math.floor(along / whole) * whole
    else if (along < 0 || along > whole) {
      f64[room + PATH_ROOM_TIME] = along < 0 ? along : along - whole
      extend(f32, f64, i32, path, points, room, place, along < 0)
      continue
    }
    let curve = 0
    while (curve < last && !(along <= f64[ends + curve])) curve++
    const before = curve === 0 ? 0 : f64[ends + curve - 1]
    const length = f64[ends + curve] - before
    let time = length === 0 ? 0 : (along - before) / length
    if (constant) {
      measureSteps(f32, f64, i32, path, points, curve, PATH_STEPS, steps)
      const wanted = time * f64[steps + PATH_STEPS - 1]
      let step = 0
      while (step < PATH_STEPS - 1 && !(wanted <= f64[steps + step])) step++
      const from = step === 0 ? 0 : f64[steps + step - 1]
      const chord = f64[steps + step] - from
      time = (step + (chord === 0 ? 0 : (wanted - from) / chord)) / PATH_STEPS
    }
    f64[room + PATH_ROOM_TIME] = time
    stand(f32, f64, i32, path, points, room, curve, place)
    // As in the official runtime, this is the direction from the armature's origin to the curve's end, not the path's.
    const end = pointAt(i32, path, points, curve, 3)
    f64[place + PLACE_ANGLE] = time === 0 || time === 1 ? 0 : arctangent(f32[end + 1], f32[end])
  }
}

/** Moves the bones to their places. */
function moveBones(
  { f32, f64, i32 }: StopViews,
  kernels: StopKernels,
  context: number,
  at: number,
  block: number,
  lane: number,
  lengths: number,
  places: number,
): void {
  const skeleton = sectionAt(i32, context, CONTEXT.SKELETON, block)
  const world = sectionAt(i32, context, CONTEXT.WORLD, block)
  const rows = sectionAt(i32, context, CONTEXT.LOCAL, block) + i32[at + GUIDE.ROWS] + lane
  const flags = i32[at + GUIDE.FLAGS]
  const tangents = (flags & PATH_TANGENTS) !== 0
  const count = i32[at + GUIDE.COUNT]
  const rotate = f32[rows + ROTATE]
  const translate = f32[rows + TRANSLATE]
  const scaleX = f32[skeleton + lane + FLIP_X]
  const scaleY = f32[skeleton + lane + FLIP_Y]
  const atX = f32[skeleton + lane + AT_X]
  const atY = f32[skeleton + lane + AT_Y]
  const owner = world + lane + i32[at + GUIDE.OWNER]
  const area = (f32[owner + A] * f32[owner + D] - f32[owner + B] * f32[owner + C]) * scaleX * scaleY
  const offset = area > 0 ? f32[at + GUIDE.OFFSET] : -f32[at + GUIDE.OFFSET]
  let x = f64[places + PLACE_X]
  let y = f64[places + PLACE_Y]
  for (let i = 0; i < count; i++) {
    const group = at + GUIDE.BONES + i * GUIDE_BONE_WORDS
    if (i32[group + GUIDE_BONE_COMPOSED] !== 0) kernels.composeGroup(context, block, 1 << lane, group, flags)
    const own = (world + lane + i32[group + GROUP.WORLD]) & INDEX
    const place = places + i * PLACE_FIELDS
    const next = tangents ? place : place + PLACE_FIELDS
    const tx = (f32[own + WX] - atX) / scaleX
    const ty = (f32[own + WY] - atY) / scaleY
    f32[own + WX] = (tx + (x - tx) * translate) * scaleX + atX
    f32[own + WY] = (ty + (y - ty) * translate) * scaleY + atY
    if (tangents && i + 1 < count) {
      x = f64[place + PLACE_FIELDS + PLACE_X]
      y = f64[place + PLACE_FIELDS + PLACE_Y]
    }
    let a = f32[own + A] / scaleX
    let c = f32[own + C] / scaleY
    const b = f32[own + B] / scaleX
    const d = f32[own + D] / scaleY
    const dx = tangents ? 0 : f64[next + PLACE_X] - x
    const dy = tangents ? 0 : f64[next + PLACE_Y] - y
    if ((flags & PATH_SCALES) !== 0 && f64[lengths + i] !== 0) {
      const factor = (Math.sqrt(dx * dx + dy * dy) / f64[lengths + i] - 1) * rotate + 1
      a *= factor
      c *= factor
    }
    x += dx
    y += dy
    let turn = 0
    if (rotate > 0) {
      turn = (tangents ? f64[place + PLACE_ANGLE] : arctangent(dy, dx)) - arctangent(c, a)
      if ((flags & PATH_CHAIN) !== 0) {
        const length = f32[group + GUIDE_BONE_LENGTH]
        const cos = cosine(turn)
        const sin = sine(turn)
        x += (length * (cos * a - sin * c) - dx) * rotate
        y += (length * (sin * a + cos * c) - dy) * rotate
      } else turn += offset
      if (turn > PI) turn -= TAU
      else if (turn < -PI) turn += TAU
      turn *= rotate
    }
    const cos = cosine(turn)
    const sin = sine(turn)
    f32[own + A] = (cos * a - sin * c) * scaleX
    f32[own + B] = (cos * b - sin * d) * scaleX
    f32[own + C] = (sin * a + cos * c) * scaleY
    f32[own + D] = (sin * b + cos * d) * scaleY
  }
}
