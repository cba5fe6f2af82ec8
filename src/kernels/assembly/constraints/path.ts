/**
 * Path constraint (Spine's rules): moves bones to places along a path, and rotates each by atan2 of the way to the next
 * place. Points are skinned at once for lanes that show the same path; the rest is done lane by lane.
 */
import { FLAG, GROUP, PATH, PATH_SPACINGS, PI, SLOT, TAU } from '../layout'
import { either, eqInts, gt, lanesOf, maskOf, ne, only, read, readInts, ROW, splat, splatInt } from '../lanes'
import { Block, poseOf } from '../program/block'
import { decomposeBone } from '../program/decompose'
import { A, B, C, D, get, rowsAt, set, STALE, word, WX, WY } from '../program/rows'
import { skinShown } from '../skin/skin-deformed'
import { atan2, cosine, sine } from '../trig'
import { findPlaces, PLACE_ANGLE, PLACE_BYTES, PLACE_Y, skinOf, Walk, walkOf } from './path-places'

/** Runs the op at `at`. */
export function followPath(at: usize, mask: i32, block: Block): void {
  const image = block.image
  const rows = rowsAt(block.local, at, PATH.OP_ROWS)
  const slot = rowsAt(block.slots, at, PATH.OP_SLOT)
  const count = word(at, PATH.OP_COUNT)
  const room = block.room
  const table = rowsAt(image, at, PATH.OP_TABLE)
  const walk = walkOf(block)
  walk.flags = word(at, PATH.OP_FLAGS)
  walk.count = (walk.flags & PATH.TANGENTS) != 0 ? count : count + 1
  walk.steps = room + (PATH.ROOM_STEPS << 3)
  walk.spaces = room + (PATH.ROOM_BONES << 3)
  walk.lengths = walk.spaces + <usize>((count + 1) << 3)
  walk.places = walk.lengths + <usize>(count << 3)
  walk.ends = walk.places + PLACE_BYTES * <usize>(count + 1)
  let left = mask & busyLanes(rows, walk.flags)
  while (left != 0) {
    const first = <usize>(ctz(left) << 2)
    const attachment = load<i32>(slot + first, SLOT.ATTACHMENT * ROW)
    const state = load<i32>(slot + first, SLOT.DEFORMED * ROW)
    const alike = only(
      eqInts(readInts(slot, SLOT.ATTACHMENT * ROW), splatInt(attachment)),
      eqInts(readInts(slot, SLOT.DEFORMED * ROW), splatInt(state)),
    )
    const same = maskOf(alike) & left
    left &= ~same
    // An attachment that was added at run time is in no table.
    if (<u32>attachment >= load<u32>(table + <usize>(PATH.TABLE_COUNT << 2))) continue
    const record = load<i32>(table + <usize>(attachment << 2))
    if (record == 0) continue
    walk.path = image + <usize>(record << 2)
    const points = walk.ends + <usize>((word(walk.path, PATH.COUNT) / PATH.KNOT) << 3)
    const size = <usize>(word(walk.path, PATH.COUNT) << 3)
    walk.points = points
    skinPath(at, same, state, walk, block)
    for (let lanes = same; lanes != 0; lanes &= lanes - 1) {
      const lane = ctz(lanes)
      const own = rows + <usize>(lane << 2)
      walk.points = points + size * lane
      measureBones(at, lane, walk, block, get(own + PATH.SPACING * ROW))
      findPlaces(walk, get(own + PATH.POSITION * ROW))
      moveBones(at, lane, walk, block)
    }
  }
}

/** Returns the lanes with a mix that isn't 0. In 3.8, those with one above 0; y does not count. */
function busyLanes(rows: usize, flags: i32): i32 {
  const none = splat(0)
  const rotate = read(rows, PATH.ROTATE * ROW)
  const x = read(rows, PATH.X * ROW)
  if ((flags & PATH.LEGACY) != 0) return maskOf(either(gt(rotate, none), gt(x, none)))
  const y = read(rows, PATH.Y * ROW)
  return maskOf(either(either(ne(rotate, none), ne(x, none)), ne(y, none)))
}

/** Writes the path's points in the world, lane after lane; they are valid only in the lanes of `lanes`. */
function skinPath(at: usize, lanes: i32, state: i32, walk: Walk, block: Block): void {
  const skin = skinOf(walk)
  const length = word(walk.path, PATH.DEFORM)
  const size = <usize>(word(walk.path, PATH.COUNT) << 3)
  skin.data = rowsAt(block.image, walk.path, PATH.SKIN)
  skin.world = block.world
  skin.p0 = walk.points
  skin.p1 = skin.p0 + size
  skin.p2 = skin.p1 + size
  skin.p3 = skin.p2 + size
  skin.rows = rowsAt(block.deform, at, PATH.OP_DEFORM)
  skin.keys = rowsAt(block.deform, at, PATH.OP_KEYED)
  // A deform of another size belongs to another attachment.
  skinShown(skin, state, length > word(at, PATH.OP_SIZE) ? 0 : length, lanes)
}

/** Writes each bone's length, and its distance to the next place. */
function measureBones(at: usize, lane: i32, walk: Walk, block: Block, spacing: f64): void {
  const flags = walk.flags
  const spaces = walk.spaces
  let lengths = walk.lengths
  const legacy = (flags & PATH.LEGACY) != 0
  const mode = (flags >> PATH.SPACING_SHIFT) & PATH.SPACING_MASK
  let whole: f64 = 0
  store<f64>(spaces, 0)
  let group = at + (PATH.OP_BONES << 2)
  const end = spaces + <usize>(walk.count << 3)
  for (let next = spaces + 8; next < end; next += 8, lengths += 8, group += PATH.BONE_WORDS << 2) {
    const own = rowsAt(block.world, group, GROUP.WORLD) + <usize>(lane << 2)
    const setup = get(group + (PATH.BONE_LENGTH << 2))
    const short = setup < PATH.SHORT
    const a = get(own + A)
    const c = get(own + C)
    const scale = sqrt(a * a + c * c)
    const length = short ? 0 : setup * scale
    let space = short && legacy ? 0 : spacing
    if (mode == PATH_SPACINGS.percent) {
      if ((flags & PATH.SCALES) == 0) space = spacing
    } else if (!short) {
      if (mode == PATH_SPACINGS.length)
        space = ((flags & PATH.BOUNDED) != 0 ? max<f64>(0, setup + spacing) : setup + spacing) * scale
      else space = mode == PATH_SPACINGS.fixed ? spacing * scale : length
    }
    store<f64>(lengths, length)
    store<f64>(next, space)
    whole += length
  }
  if (mode != PATH_SPACINGS.proportional || whole <= 0) return
  const factor = (<f64>walk.count * spacing) / whole
  for (let next = spaces + 8; next < end; next += 8) store<f64>(next, load<f64>(next) * factor)
}

/** Moves the bones to their places. */
function moveBones(at: usize, lane: i32, walk: Walk, block: Block): void {
  const from = <usize>(lane << 2)
  const rows = rowsAt(block.local, at, PATH.OP_ROWS) + from
  const flags = walk.flags
  let spaces = walk.spaces
  let lengths = walk.lengths
  let place = walk.places
  const tangents = (flags & PATH.TANGENTS) != 0
  const rotate = get(rows + PATH.ROTATE * ROW)
  const mixX = get(rows + PATH.X * ROW)
  const mixY = get(rows + PATH.Y * ROW)
  const owner = rowsAt(block.world, at, PATH.OP_OWNER) + from
  const upright = get(owner + A) * get(owner + D) - get(owner + B) * get(owner + C) > 0
  const offset = upright ? get(at + (PATH.OP_OFFSET << 2)) : -get(at + (PATH.OP_OFFSET << 2))
  let group = at + (PATH.OP_BONES << 2)
  let x = load<f64>(place)
  let y = load<f64>(place, PLACE_Y)
  for (let left = word(at, PATH.OP_COUNT); left > 0; left--, group += PATH.BONE_WORDS << 2) {
    const own = rowsAt(block.world, group, GROUP.WORLD) + from
    const next = tangents && left == 1 ? place : place + PLACE_BYTES
    set(own + WX, get(own + WX) + (x - get(own + WX)) * mixX)
    set(own + WY, get(own + WY) + (y - get(own + WY)) * mixY)
    const dx = load<f64>(next) - x
    const dy = load<f64>(next, PLACE_Y) - y
    let a = get(own + A)
    let c = get(own + C)
    if ((flags & PATH.SCALES) != 0 && load<f64>(lengths) != 0) {
      const factor = (sqrt(dx * dx + dy * dy) / load<f64>(lengths) - 1) * rotate + 1
      a *= factor
      c *= factor
    }
    x += dx
    y += dy
    spaces += 8
    if (rotate > 0) {
      const b = get(own + B)
      const d = get(own + D)
      let turn: f64 = 0
      if (tangents) turn = load<f64>(place, PLACE_ANGLE)
      else if (load<f64>(spaces) == 0) turn = load<f64>(next, PLACE_ANGLE)
      else turn = atan2(dy, dx)
      // In the reference, the direction of an x axis without length depends on the signs of zeroes. Upright bones have
      // such axes.
      if (a != 0 || c != 0) turn -= atan2(c, a)
      else if (b < 0) turn -= PI
      if ((flags & PATH.CHAIN) != 0) {
        const length = get(group + (PATH.BONE_LENGTH << 2))
        const cos = cosine(turn)
        const sin = sine(turn)
        x += (length * (cos * a - sin * c) - dx) * rotate
        y += (length * (sin * a + cos * c) - dy) * rotate
      } else turn += offset
      if (turn > PI) turn -= TAU
      else if (turn < -PI) turn += TAU
      const cos = cosine(turn * rotate)
      const sin = sine(turn * rotate)
      set(own + B, cos * b - sin * d)
      set(own + D, sin * b + cos * d)
      const turned = cos * a - sin * c
      c = sin * a + cos * c
      a = turned
    }
    set(own + A, a)
    set(own + C, c)
    if ((flags & FLAG.LAZY) == 0 && word(group, GROUP.LIVE) != 0)
      decomposeBone(group, flags, lanesOf(1 << lane), block)
    else if ((flags & (FLAG.LAZY | FLAG.STAMPS)) != 0)
      set(poseOf(group, block) + STALE + from, 1)
    place = next
    lengths += 8
  }
}
