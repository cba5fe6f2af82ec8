/** Path constraint, lane after lane of one op. */
import { PI, TAU } from '../../math/angles'
import { LANES, SLOT_ATTACHMENT, SLOT_DEFORMED } from '../../memory/lanes'
import { keyStride } from '../../rig/animation/image'
import {
  PATH_COUNT,
  PATH_DEFORM,
  PATH_KNOT,
  PATH_ROOM_BONES,
  PATH_ROOM_POSITION,
  PATH_SKIN,
} from '../../rig/attachments/path-layout'
import {
  PATH_BONE_LENGTH,
  PATH_BONE_WORDS,
  PATH_BOUNDED,
  PATH_CHAIN,
  PATH_LEGACY,
  PATH_OP_BONES,
  PATH_OP_COUNT,
  PATH_OP_DEFORM,
  PATH_OP_FLAGS,
  PATH_OP_KEYED,
  PATH_OP_OFFSET,
  PATH_OP_OWNER,
  PATH_OP_ROWS,
  PATH_OP_SIZE,
  PATH_OP_SLOT,
  PATH_OP_TABLE,
  PATH_POSITION,
  PATH_ROTATE,
  PATH_SCALES,
  PATH_SHORT,
  PATH_SPACING,
  PATH_SPACING_MASK,
  PATH_SPACING_SHIFT,
  PATH_SPACINGS,
  PATH_TANGENTS,
  PATH_X,
  PATH_Y,
} from '../../rig/constraints/path'
import { FLAG_LAZY, FLAG_STAMPS, GROUP_LIVE, GROUP_POSE, GROUP_WORLD, poseAt } from '../../rig/program/ops'
import { DEFORM_STATE } from '../mix/deform-rows'
import { decomposeBone } from '../program/decompose'
import { A, B, C, D, INDEX, STALE, WX, WY } from '../program/program-rows'
import type { Views } from '../program/views'
import { skinLane } from '../skin/skin-lane'
import { findPlaces, PLACE_ANGLE, PLACE_FIELDS, PLACE_X, PLACE_Y } from './path-places'

const POSITION = PATH_POSITION * LANES
const SPACING = PATH_SPACING * LANES
const ROTATE = PATH_ROTATE * LANES
const MIX_X = PATH_X * LANES
const MIX_Y = PATH_Y * LANES

/** The op at `at`. Section addresses are those of the block, without lane; `room` is the index of the float64s to work in. */
export function followPath(
  views: Views,
  at: number,
  mask: number,
  image: number,
  room: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
  slots: number,
  deform: number,
): void {
  const { f32, f64, i32 } = views
  const flags = i32[at + PATH_OP_FLAGS]
  const shown = slots + i32[at + PATH_OP_SLOT] + SLOT_ATTACHMENT * LANES
  const count = i32[at + PATH_OP_COUNT]
  const needed = (flags & PATH_TANGENTS) !== 0 ? count : count + 1
  const spaces = room + PATH_ROOM_BONES
  const lengths = spaces + count + 1
  const places = lengths + count
  const ends = places + PLACE_FIELDS * (count + 1)
  for (let left = mask; left !== 0; left &= left - 1) {
    const lane = 31 - Math.clz32(left & -left)
    const rows = (local + i32[at + PATH_OP_ROWS] + lane) & INDEX
    const attachment = i32[shown + lane]
    if (attachment < 0 || !isBusy(f32, rows, flags)) continue
    const record = i32[image + i32[at + PATH_OP_TABLE] + attachment]
    if (record === 0) continue
    const path = image + record
    const points = 2 * (ends + i32[path + PATH_COUNT] / PATH_KNOT)
    skinPath(views, at, lane, image, path, world, slots, deform, points)
    measureBones(f32, f64, i32, at, rows, world + lane, needed, spaces, lengths)
    f64[room + PATH_ROOM_POSITION] = f32[rows + POSITION]
    findPlaces(f32, f64, i32, flags, path, points, room, spaces, places, ends, needed)
    moveBones(
      views,
      at,
      rows,
      skeleton + lane,
      local + lane,
      applied + lane,
      world + lane,
      spaces,
      lengths,
      places,
    )
  }
}

/** Whether some mix is not 0; 3.8 asks for more than 0, and does not look at y. */
function isBusy(f32: Float32Array, rows: number, flags: number): boolean {
  if ((flags & PATH_LEGACY) !== 0) return f32[rows + ROTATE] > 0 || f32[rows + MIX_X] > 0
  return f32[rows + ROTATE] !== 0 || f32[rows + MIX_X] !== 0 || f32[rows + MIX_Y] !== 0
}

/** Writes the path's points in the world, as the lane has it deformed. */
function skinPath(
  { f32, i32 }: Views,
  at: number,
  lane: number,
  image: number,
  path: number,
  world: number,
  slots: number,
  deform: number,
  points: number,
): void {
  const size = i32[path + PATH_DEFORM]
  const state = i32[slots + i32[at + PATH_OP_SLOT] + SLOT_DEFORMED * LANES + lane]
  // Offsets that don't fit the path are not its own.
  const moves = state !== DEFORM_STATE.empty && size <= i32[at + PATH_OP_SIZE]
  const rows = moves && state !== DEFORM_STATE.keyed ? deform + i32[at + PATH_OP_DEFORM] + lane : -1
  const keys = moves && state !== DEFORM_STATE.offsets ? deform + i32[at + PATH_OP_KEYED] + lane : -1
  skinLane(f32, i32, image + i32[path + PATH_SKIN], world + lane, rows, keys, keyStride(size), f32, points)
}

/** How long each bone is, and how far from its place the next one is. */
function measureBones(
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  at: number,
  rows: number,
  world: number,
  needed: number,
  spaces: number,
  lengths: number,
): void {
  const flags = i32[at + PATH_OP_FLAGS]
  const legacy = (flags & PATH_LEGACY) !== 0
  const mode = (flags >> PATH_SPACING_SHIFT) & PATH_SPACING_MASK
  const spacing = f32[rows + SPACING]
  let whole = 0
  f64[spaces] = 0
  for (let i = 0; i < needed - 1; i++) {
    const group = at + PATH_OP_BONES + i * PATH_BONE_WORDS
    const own = (world + i32[group + GROUP_WORLD]) & INDEX
    const setup = f32[group + PATH_BONE_LENGTH]
    const short = setup < PATH_SHORT
    const scale = Math.sqrt(f32[own + A] * f32[own + A] + f32[own + C] * f32[own + C])
    const length = short ? 0 : setup * scale
    let space = short && legacy ? 0 : spacing
    if (mode === PATH_SPACINGS.percent) space = short && legacy && (flags & PATH_SCALES) !== 0 ? 0 : spacing
    else if (!short && mode === PATH_SPACINGS.length)
      space = ((flags & PATH_BOUNDED) !== 0 ? Math.max(0, setup + spacing) : setup + spacing) * scale
    else if (!short && mode === PATH_SPACINGS.fixed) space = spacing * scale
    else if (!short) space = length
    f64[lengths + i] = length
    f64[spaces + i + 1] = space
    whole += length
  }
  if (mode !== PATH_SPACINGS.proportional || whole <= 0) return
  for (let i = 1; i < needed; i++) f64[spaces + i] *= (needed * spacing) / whole
}

/** Brings the bones to their places. */
function moveBones(
  { f32, f64, i32 }: Views,
  at: number,
  rows: number,
  skeleton: number,
  local: number,
  applied: number,
  world: number,
  spaces: number,
  lengths: number,
  places: number,
): void {
  const flags = i32[at + PATH_OP_FLAGS]
  const tangents = (flags & PATH_TANGENTS) !== 0
  const scales = (flags & PATH_SCALES) !== 0
  const chain = (flags & PATH_CHAIN) !== 0
  const rotate = f32[rows + ROTATE]
  const mixX = f32[rows + MIX_X]
  const mixY = f32[rows + MIX_Y]
  const owner = world + i32[at + PATH_OP_OWNER]
  const upright = f32[owner + A] * f32[owner + D] - f32[owner + B] * f32[owner + C] > 0
  const offset = upright ? f32[at + PATH_OP_OFFSET] : -f32[at + PATH_OP_OFFSET]
  const count = i32[at + PATH_OP_COUNT]
  let x = f64[places + PLACE_X]
  let y = f64[places + PLACE_Y]
  for (let i = 0; i < count; i++) {
    const group = at + PATH_OP_BONES + i * PATH_BONE_WORDS
    const own = (world + i32[group + GROUP_WORLD]) & INDEX
    const next = places + (tangents && i === count - 1 ? i : i + 1) * PLACE_FIELDS
    f32[own + WX] += (x - f32[own + WX]) * mixX
    f32[own + WY] += (y - f32[own + WY]) * mixY
    const dx = f64[next + PLACE_X] - x
    const dy = f64[next + PLACE_Y] - y
    let a = f32[own + A]
    let c = f32[own + C]
    if (scales && f64[lengths + i] !== 0) {
      const factor = (Math.sqrt(dx * dx + dy * dy) / f64[lengths + i] - 1) * rotate + 1
      a *= factor
      c *= factor
    }
    x += dx
    y += dy
    if (rotate > 0) {
      const b = f32[own + B]
      const d = f32[own + D]
      let turn = Math.atan2(dy, dx)
      if (tangents) turn = f64[places + i * PLACE_FIELDS + PLACE_ANGLE]
      else if (f64[spaces + i + 1] === 0) turn = f64[next + PLACE_ANGLE]
      // Where an x axis of no length points hangs on the signs of zeroes in the reference: this is so of upright bones.
      turn -= a === 0 && c === 0 ? (b < 0 ? PI : 0) : Math.atan2(c, a)
      if (chain) {
        const length = f32[group + PATH_BONE_LENGTH]
        const cos = Math.cos(turn)
        const sin = Math.sin(turn)
        x += (length * (cos * a - sin * c) - dx) * rotate
        y += (length * (sin * a + cos * c) - dy) * rotate
      } else turn += offset
      if (turn > PI) turn -= TAU
      else if (turn < -PI) turn += TAU
      const cos = Math.cos(turn * rotate)
      const sin = Math.sin(turn * rotate)
      f32[own + B] = cos * b - sin * d
      f32[own + D] = sin * b + cos * d
      const turned = cos * a - sin * c
      c = sin * a + cos * c
      a = turned
    }
    f32[own + A] = a
    f32[own + C] = c
    const isLive = (flags & FLAG_LAZY) === 0 && i32[group + GROUP_LIVE] !== 0
    if (isLive) decomposeBone(f32, i32, group, flags, skeleton, local, applied, world)
    else if ((flags & (FLAG_LAZY | FLAG_STAMPS)) !== 0)
      f32[poseAt(i32[group + GROUP_POSE], local, applied) + STALE] = 1
  }
}
