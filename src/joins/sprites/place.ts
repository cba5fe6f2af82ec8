/** Writes the vertices of sprites: places and looks. */

import {
  C2,
  C4,
  C6,
  C8,
  C10,
  C12,
  EXACT_TAU,
  INVERSE_PI,
  PI_HIGH,
  PI_LOW,
  REDUCIBLE,
  S3,
  S5,
  S7,
  S9,
  S11,
} from '../../base/math/trig'
import { INDEX } from '../../base/memory/lanes'
import { noteLooks } from '../../streams/changes'
import { fillBytes } from '../../streams/looks'
import { VIEW } from '../../world/culling'
import { QUAD_VERTICES, quadRow } from '../../world/quads'
import { LEVEL } from '../../world/skeletons'
import { CHANGE_PAGE, LOOK, type VertexLooks } from '../../world/streams'
import { REGION, REGION_RECORD, SPRITE, SPRITE_RECORD, type SpritedState, type SpritedWorld } from './state'

/** The world's page number of the region of an entity's sprite. */
export function spritePage({ arena, joins, sprites }: SpritedState, eid: number): number {
  const own = sprites.records.start + quadRow(joins.quads, eid) * SPRITE_RECORD
  const region = arena.u32[own + SPRITE.IMAGE] >>> 1
  return arena.i32[sprites.regions.start + region * REGION_RECORD + REGION.PAGE]
}

/**
 * Writes texture coordinates, colours and page of a row's four vertices into `looks`, from vertex `at` on. Colours are
 * premultiplied; additive ones have an alpha of 0, and theirs in the fourth byte of `dark`, as with slots.
 *
 * @param parts bits of LOOK to write.
 */
export function writeSpriteLooks(
  { arena, sprites }: SpritedState,
  row: number,
  parts: number,
  looks: VertexLooks,
  at: number,
): void {
  const { f32, i32 } = arena
  const own = (sprites.records.start + row * SPRITE_RECORD) & INDEX
  const image = i32[own + SPRITE.IMAGE]
  const end = at + QUAD_VERTICES
  const alpha = f32[own + SPRITE.ALPHA] * sprites.rows.outerAlpha[row]
  const isAdditive = (image & 1) !== 0
  const alphaByte = byteOf(alpha)
  if ((parts & LOOK.light) !== 0) {
    const red = byteOf(f32[own + SPRITE.RED] * alpha)
    const green = byteOf(f32[own + SPRITE.GREEN] * alpha)
    const blue = byteOf(f32[own + SPRITE.BLUE] * alpha)
    fillBytes(looks.light, at, end, red | (green << 8) | (blue << 16) | (isAdditive ? 0 : alphaByte << 24))
  }
  if ((parts & LOOK.dark) !== 0) fillBytes(looks.dark, at, end, isAdditive ? alphaByte << 24 : 0)
  if ((parts & LOOK.textures) === 0) return
  const region = sprites.regions.start + (image >>> 1) * REGION_RECORD
  for (let i = 0; i < 2 * QUAD_VERTICES; i++) looks.uvs[2 * at + i] = f32[region + REGION.UVS + i]
  fillBytes(looks.info, at, end, i32[region + REGION.PAGE])
}

/** The byte of a colour's channel. */
const byteOf = (value: number): number => (Math.min(Math.max(value, 0), 1) * 255 + 0.5) | 0

/**
 * Compares the public columns with their copies of the last tick, and writes the changes: positions at once, looks when
 * a renderer asks for them. The arena does not grow.
 *
 * It runs in `skinning` rather than when the tick opens. So a sprite that follows a bone is at the bone in the same
 * tick.
 */
export function placeSprites(world: SpritedWorld): void {
  const { alive } = world.animation.sprites
  const bits = bitsOf(world)
  takeLooks(world, alive.ids, alive.count, bits)
  takePlaces(world, alive.ids, alive.count, world.animation.arena.f32, STREAM)
}

/** Places the sprite of one entity, if it has one, after it was moved behind `skinning`. */
export function placeSprite(world: SpritedWorld, eid: number): void {
  const { joins, sprites } = world.animation
  const row = quadRow(joins.quads, eid)
  // A sprite in a slot is placed by the slot.
  if (row === 0 || sprites.rows.carried[row] !== 0) return
  sprites.one[0] = row
  const bits = bitsOf(world)
  takeLooks(world, sprites.one, 1, bits)
  takePlaces(world, sprites.one, 1, world.animation.arena.f32, STREAM)
}

/**
 * The public columns as bits. Integers are compared without conversion, and NaN equals itself. A view is renewed when
 * its column was replaced.
 */
function bitsOf({ animation, components }: SpritedWorld): Int32Array[] {
  const { Sprite } = components
  const { columns, bits } = animation.sprites
  keepBits(columns, bits, SPRITE.RED, Sprite.red)
  keepBits(columns, bits, SPRITE.GREEN, Sprite.green)
  keepBits(columns, bits, SPRITE.BLUE, Sprite.blue)
  keepBits(columns, bits, SPRITE.ALPHA, Sprite.alpha)
  return bits
}

function keepBits(columns: Float32Array[], bits: Int32Array[], at: number, column: Float32Array): void {
  if (columns[at] === column) return
  columns[at] = column
  bits[at] = new Int32Array(column.buffer, column.byteOffset, column.length)
}

/** Takes over sort keys, visibility and looks. Rows without an entity are passed over. */
function takeLooks(world: SpritedWorld, list: Int32Array, count: number, bits: Int32Array[]): void {
  const state = world.animation
  const { region, additive } = world.components.Sprite
  const { value } = world.components.SortKey
  const { level } = world.components.Visibility
  const { rows, records, regionCount } = state.sprites
  const { pools } = state.streams
  const { i32 } = state.arena
  const { carried, entity, shown, sortKey } = rows
  const { carry } = state.joins
  const red = bits[SPRITE.RED]
  const green = bits[SPRITE.GREEN]
  const blue = bits[SPRITE.BLUE]
  const alpha = bits[SPRITE.ALPHA]
  const first = records.start
  for (let i = 0; i < count; i++) {
    const row = list[i]
    const eid = entity[row]
    if (eid === 0) continue
    sortKey[row] = value[eid]
    const number = region[eid]
    const visible = level[eid] === LEVEL.full && number !== 0 && number < regionCount ? 1 : 0
    if (visible !== shown[row]) {
      shown[row] = visible
      pools.membersStale = true
      if (carried[row] !== 0 && carry?.isCut(carried[row])) pools.tailStale = true
    }
    if (visible === 0) continue
    const own = (first + row * SPRITE_RECORD) & INDEX
    const image = (number << 1) | (additive[eid] !== 0 ? 1 : 0)
    const other = image ^ i32[own + SPRITE.IMAGE]
    const tint =
      (i32[own + SPRITE.RED] ^ red[eid]) |
      (i32[own + SPRITE.GREEN] ^ green[eid]) |
      (i32[own + SPRITE.BLUE] ^ blue[eid]) |
      (i32[own + SPRITE.ALPHA] ^ alpha[eid])
    if ((other | tint) === 0) continue
    if (other >>> 1 !== 0) {
      // It may be on another page.
      pools.frameStale = true
    }
    i32[own + SPRITE.IMAGE] = image
    i32[own + SPRITE.RED] = red[eid]
    i32[own + SPRITE.GREEN] = green[eid]
    i32[own + SPRITE.BLUE] = blue[eid]
    i32[own + SPRITE.ALPHA] = alpha[eid]
    if (carried[row] !== 0 && carry?.isCut(carried[row])) pools.tailStale = true
    // Only additive sprites have their alpha in the dark colour.
    noteLooks(state, ~eid, other !== 0 ? LOOK.all : (image & 1) !== 0 ? LOOK.light | LOOK.dark : LOOK.light)
  }
}

/** In place of an array to write to: the stream, in which each sprite has its place. */
const STREAM = -1

/**
 * Computes the corners of shown sprites' trimmed images as their `Transform` places them. In the stream it notes those
 * that differ from what was there, so that places need no copies to compare with; sprites in slots it leaves to their
 * slots.
 *
 * @param to the arena, or an array for the corners of a single row. @param fixed their place in that array; or STREAM.
 */
function takePlaces(
  { animation, components }: SpritedWorld,
  list: Int32Array,
  count: number,
  to: Float32Array,
  fixed: number,
): void {
  const { sprites, streams } = animation
  const { f32, i32 } = animation.arena
  const { carried, entity, shown, vertex } = sprites.rows
  const { positions } = streams.changes
  const { x, y, rotation, scaleX, scaleY } = components.Transform
  const { pivotX, pivotY } = components.Sprite
  const stream = streams.pools.words.positions
  const first = sprites.records.start
  const regions = sprites.regions.start
  for (let i = 0; i < count; i++) {
    const row = list[i]
    if (fixed === STREAM && (shown[row] === 0 || carried[row] !== 0)) continue
    const eid = entity[row]
    const own = (first + row * SPRITE_RECORD) & INDEX
    const turned = rotation[eid]
    if (f32[own + SPRITE.ROTATION] !== turned) turnRecord(f32, own, turned)
    const region = (regions + (i32[own + SPRITE.IMAGE] >>> 1) * REGION_RECORD) & INDEX
    const a = f32[own + SPRITE.COS] * scaleX[eid]
    const c = f32[own + SPRITE.SIN] * scaleX[eid]
    const b = -f32[own + SPRITE.SIN] * scaleY[eid]
    const d = f32[own + SPRITE.COS] * scaleY[eid]
    const centreX = pivotX[eid] * f32[region + REGION.WIDTH]
    const centreY = pivotY[eid] * f32[region + REGION.HEIGHT]
    const left = f32[region + REGION.LEFT] - centreX
    const right = f32[region + REGION.RIGHT] - centreX
    const bottom = f32[region + REGION.BOTTOM] - centreY
    const top = f32[region + REGION.TOP] - centreY
    const atX = x[eid]
    const atY = y[eid]
    const x0 = Math.fround(a * left + b * bottom + atX)
    const y0 = Math.fround(c * left + d * bottom + atY)
    const x1 = Math.fround(a * left + b * top + atX)
    const y1 = Math.fround(c * left + d * top + atY)
    const x2 = Math.fround(a * right + b * top + atX)
    const y2 = Math.fround(c * right + d * top + atY)
    const x3 = Math.fround(a * right + b * bottom + atX)
    const y3 = Math.fround(c * right + d * bottom + atY)
    const at = fixed === STREAM ? (stream + 2 * vertex[row]) & INDEX : fixed
    const isSame =
      to[at] === x0 &&
      to[at + 1] === y0 &&
      to[at + 2] === x1 &&
      to[at + 3] === y1 &&
      to[at + 4] === x2 &&
      to[at + 5] === y2 &&
      to[at + 6] === x3 &&
      to[at + 7] === y3
    if (isSame) continue
    to[at] = x0
    to[at + 1] = y0
    to[at + 2] = x1
    to[at + 3] = y1
    to[at + 4] = x2
    to[at + 5] = y2
    to[at + 6] = x3
    to[at + 7] = y3
    // Ranges start at multiples of four, so a sprite lies in one page of notes.
    if (fixed === STREAM) positions[(vertex[row] / CHANGE_PAGE) | 0] = 1
  }
}

/** Keeps a rotation with its sine and cosine, written out (see `base/math/trig`). */
function turnRecord(f32: Float32Array, own: number, rotation: number): void {
  f32[own + SPRITE.ROTATION] = rotation
  let angle = rotation
  if (!(Math.abs(angle) < REDUCIBLE)) angle %= EXACT_TAU
  const n = Math.floor(angle * INVERSE_PI + 0.5)
  const r = angle - n * PI_HIGH - n * PI_LOW
  const q = r * r
  const qq = q * q
  const half = n * 0.5
  const sign = 1 - 4 * (half - Math.floor(half))
  f32[own + SPRITE.SIN] = sign * (r + r * q * (S3 + q * S5 + qq * (S7 + q * S9 + qq * S11)))
  f32[own + SPRITE.COS] = sign * (1 + q * (C2 + q * C4 + qq * (C6 + q * C8 + qq * (C10 + q * C12))))
}

/** Writes the radius of the circle about an entity's origin in which its image turns to `view`. */
export function measure({ animation, components }: SpritedWorld, eid: number, view: Float64Array): void {
  const { region, pivotX, pivotY } = components.Sprite
  const { arena, sprites } = animation
  const { f32 } = arena
  const number = region[eid] < sprites.regionCount ? region[eid] : 0
  const record = sprites.regions.start + number * REGION_RECORD
  const px = Math.max(Math.abs(pivotX[eid]), Math.abs(1 - pivotX[eid]))
  const py = Math.max(Math.abs(pivotY[eid]), Math.abs(1 - pivotY[eid]))
  const w = f32[record + REGION.WIDTH] * px
  const h = f32[record + REGION.HEIGHT] * py
  view[VIEW.RADIUS] = Math.sqrt(w * w + h * h)
}

/** Writes the corners of a row, as the entity's `Transform` places them, to the first numbers of `corners`. */
export function writeCorners(world: SpritedWorld, row: number, corners: Float32Array): void {
  const { one } = world.animation.sprites
  one[0] = row
  takePlaces(world, one, 1, corners, 0)
}
