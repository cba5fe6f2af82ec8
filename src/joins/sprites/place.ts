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
 * Writes texture coordinates, colours and page of a sprite's four vertices into `looks`, from vertex `at` on. Colours
 * are premultiplied; additive ones have an alpha of 0, and theirs in the fourth byte of `dark`, as with slots.
 *
 * @param parts bits of LOOK to write.
 */
export function writeSpriteLooks(
  state: SpritedState,
  eid: number,
  parts: number,
  looks: VertexLooks,
  at: number,
): void {
  const { arena, joins, sprites } = state
  const { f32, i32, u32 } = arena
  const row = quadRow(joins.quads, eid)
  const own = (sprites.records.start + row * SPRITE_RECORD) & INDEX
  const image = u32[own + SPRITE.IMAGE]
  const end = at + QUAD_VERTICES
  const alpha = f32[own + SPRITE.ALPHA] * sprites.rows.outerAlpha[row]
  const isAdditive = (image & 1) !== 0
  const alphaByte = (Math.min(Math.max(alpha, 0), 1) * 255 + 0.5) | 0
  if ((parts & LOOK.light) !== 0) {
    // Written out: `packColor` would take its channels through memory.
    const red = (Math.min(Math.max(f32[own + SPRITE.RED] * alpha, 0), 1) * 255 + 0.5) | 0
    const green = (Math.min(Math.max(f32[own + SPRITE.GREEN] * alpha, 0), 1) * 255 + 0.5) | 0
    const blue = (Math.min(Math.max(f32[own + SPRITE.BLUE] * alpha, 0), 1) * 255 + 0.5) | 0
    fillBytes(looks.light, at, end, red | (green << 8) | (blue << 16) | (isAdditive ? 0 : alphaByte << 24))
  }
  if ((parts & LOOK.dark) !== 0) fillBytes(looks.dark, at, end, isAdditive ? alphaByte << 24 : 0)
  if ((parts & LOOK.textures) === 0) return
  const region = sprites.regions.start + (image >>> 1) * REGION_RECORD
  for (let i = 0; i < 2 * QUAD_VERTICES; i++) looks.uvs[2 * at + i] = f32[region + REGION.UVS + i]
  fillBytes(looks.info, at, end, i32[region + REGION.PAGE])
}

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
  takePlaces(world.animation, alive.ids, alive.count, bits)
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
  takePlaces(world.animation, sprites.one, 1, bits)
}

/**
 * The public columns as bits. Integers are compared without conversion, and NaN equals itself. A view is renewed when
 * its column was replaced.
 */
function bitsOf({ animation, components }: SpritedWorld): Int32Array[] {
  const { Sprite, Transform } = components
  const { columns, bits } = animation.sprites
  keepBits(columns, bits, SPRITE.X, Transform.x)
  keepBits(columns, bits, SPRITE.Y, Transform.y)
  keepBits(columns, bits, SPRITE.ROTATION, Transform.rotation)
  keepBits(columns, bits, SPRITE.SCALE_X, Transform.scaleX)
  keepBits(columns, bits, SPRITE.SCALE_Y, Transform.scaleY)
  keepBits(columns, bits, SPRITE.PIVOT_X, Sprite.pivotX)
  keepBits(columns, bits, SPRITE.PIVOT_Y, Sprite.pivotY)
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
      // Another region has another size, and maybe another page. A different x makes `takePlaces` compute the corners
      // again.
      pools.frameStale = true
      i32[own + SPRITE.X] = ~bits[SPRITE.X][eid]
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

/** Computes the corners of shown sprites that moved. */
function takePlaces(state: SpritedState, list: Int32Array, count: number, bits: Int32Array[]): void {
  const { arena, sprites, streams } = state
  const { f32, i32 } = arena
  const { entity, vertex, shown } = sprites.rows
  const { positions } = streams.changes
  const x = bits[SPRITE.X]
  const y = bits[SPRITE.Y]
  const rotation = bits[SPRITE.ROTATION]
  const scaleX = bits[SPRITE.SCALE_X]
  const scaleY = bits[SPRITE.SCALE_Y]
  const pivotX = bits[SPRITE.PIVOT_X]
  const pivotY = bits[SPRITE.PIVOT_Y]
  const first = sprites.records.start
  const regions = sprites.regions.start
  const stream = streams.pools.words.positions
  for (let i = 0; i < count; i++) {
    const row = list[i]
    if (shown[row] === 0) continue
    const eid = entity[row]
    const own = (first + row * SPRITE_RECORD) & INDEX
    const turned = i32[own + SPRITE.ROTATION] ^ rotation[eid]
    const placed =
      (i32[own + SPRITE.X] ^ x[eid]) |
      (i32[own + SPRITE.Y] ^ y[eid]) |
      (i32[own + SPRITE.SCALE_X] ^ scaleX[eid]) |
      (i32[own + SPRITE.SCALE_Y] ^ scaleY[eid]) |
      (i32[own + SPRITE.PIVOT_X] ^ pivotX[eid]) |
      (i32[own + SPRITE.PIVOT_Y] ^ pivotY[eid])
    if ((turned | placed) === 0) continue
    i32[own + SPRITE.X] = x[eid]
    i32[own + SPRITE.Y] = y[eid]
    i32[own + SPRITE.SCALE_X] = scaleX[eid]
    i32[own + SPRITE.SCALE_Y] = scaleY[eid]
    i32[own + SPRITE.PIVOT_X] = pivotX[eid]
    i32[own + SPRITE.PIVOT_Y] = pivotY[eid]
    if (turned !== 0) {
      i32[own + SPRITE.ROTATION] = rotation[eid]
      turnRecord(f32, own)
    }
    const region = (regions + (i32[own + SPRITE.IMAGE] >>> 1) * REGION_RECORD) & INDEX
    writeCorners(f32, (stream + 2 * vertex[row]) & INDEX, f32, own, region)
    // Ranges start at multiples of four, so a sprite lies in one page of notes.
    positions[(vertex[row] / CHANGE_PAGE) | 0] = 1
  }
}

/** Sine and cosine of a record's rotation, written out (see `base/math/trig`). */
function turnRecord(f32: Float32Array, own: number): void {
  let angle = f32[own + SPRITE.ROTATION]
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

/** Writes the corners of a row, as its record places them, to the first numbers of `corners`. */
export function cornersOf({ arena, sprites }: SpritedState, row: number, corners: Float32Array): void {
  const own = sprites.records.start + row * SPRITE_RECORD
  const region = sprites.regions.start + (arena.u32[own + SPRITE.IMAGE] >>> 1) * REGION_RECORD
  writeCorners(corners, 0, arena.f32, own, region)
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

/** Writes the four corners of the trimmed image to `to`, from `at` on, as placed by the entity's `Transform`. */
function writeCorners(to: Float32Array, at: number, f32: Float32Array, own: number, region: number): void {
  const a = f32[own + SPRITE.COS] * f32[own + SPRITE.SCALE_X]
  const c = f32[own + SPRITE.SIN] * f32[own + SPRITE.SCALE_X]
  const b = -f32[own + SPRITE.SIN] * f32[own + SPRITE.SCALE_Y]
  const d = f32[own + SPRITE.COS] * f32[own + SPRITE.SCALE_Y]
  const pivotX = f32[own + SPRITE.PIVOT_X] * f32[region + REGION.WIDTH]
  const pivotY = f32[own + SPRITE.PIVOT_Y] * f32[region + REGION.HEIGHT]
  const left = f32[region + REGION.LEFT] - pivotX
  const right = f32[region + REGION.RIGHT] - pivotX
  const bottom = f32[region + REGION.BOTTOM] - pivotY
  const top = f32[region + REGION.TOP] - pivotY
  const x = f32[own + SPRITE.X]
  const y = f32[own + SPRITE.Y]
  to[at] = a * left + b * bottom + x
  to[at + 1] = c * left + d * bottom + y
  to[at + 2] = a * left + b * top + x
  to[at + 3] = c * left + d * top + y
  to[at + 4] = a * right + b * top + x
  to[at + 5] = c * right + d * top + y
  to[at + 6] = a * right + b * bottom + x
  to[at + 7] = c * right + d * bottom + y
}
