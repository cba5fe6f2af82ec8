/** Takes over the public columns of sprites, and notes what changed. */
import type { Columns } from '../../base/memory/columns'
import { type COPIES_SCHEMA, COPY } from './layout'
import type { SpritedState, SpritedWorld, SpriteState } from './state'

type Copies = Columns<typeof COPIES_SCHEMA>

/** Whether copies of public columns are by row: there are many more entities than sprites. */
export function areByRow({ animation, components }: SpritedWorld): boolean {
  return longest(components) > animation.sprites.copies.capacity
}

/** The length of the longest public column that is copied. */
export function longest({ SortKey, Sprite, Transform, Visibility }: SpritedWorld['components']): number {
  const { rotation, scaleX, scaleY, x, y } = Transform
  const place = Math.max(x.length, y.length, rotation.length, scaleX.length, scaleY.length)
  return Math.max(place, Sprite.region.length, SortKey.value.length, Visibility.level.length)
}

/** Copies the public columns by entity. @returns which changed: a bit for each column of COPIES_SCHEMA. */
export function takeColumns({ animation, components }: SpritedWorld): number {
  const { SortKey, Sprite, Transform, Visibility } = components
  return (
    takeColumn(animation, Transform.x, COPY.x) |
    takeColumn(animation, Transform.y, COPY.y) |
    takeColumn(animation, Transform.rotation, COPY.rotation) |
    takeColumn(animation, Transform.scaleX, COPY.scaleX) |
    takeColumn(animation, Transform.scaleY, COPY.scaleY) |
    takeColumn(animation, Sprite.pivotX, COPY.pivotX) |
    takeColumn(animation, Sprite.pivotY, COPY.pivotY) |
    takeColumn(animation, Sprite.red, COPY.red) |
    takeColumn(animation, Sprite.green, COPY.green) |
    takeColumn(animation, Sprite.blue, COPY.blue) |
    takeColumn(animation, Sprite.alpha, COPY.alpha) |
    takeColumn(animation, Sprite.region, COPY.region) |
    takeColumn(animation, Sprite.additive, COPY.additive) |
    takeColumn(animation, SortKey.value, COPY.sortKey) |
    takeColumn(animation, Visibility.level, COPY.level)
  )
}

/** Copies what changed of a public column. @param column its number in COPIES_SCHEMA. @returns its bit; 0: nothing did. */
function takeColumn(
  { arena, sprites }: SpritedState,
  from: Float32Array | Uint32Array | Uint8Array,
  column: number,
): number {
  const { copies, kernels } = sprites
  const { byteLength, BYTES_PER_ELEMENT: width } = from
  const to = copies.offsets[column]
  const spare = copies.offsets[COPY.spare]
  if (from instanceof Float32Array) arena.f32.set(from, spare >> 2)
  else if (from instanceof Uint32Array) arena.u32.set(from, spare >> 2)
  else arena.u8.set(from, spare)
  if (isSameAndEven(sprites, column, spare, byteLength)) return 0
  const first = kernels.run.differ(spare, to, byteLength)
  if (first === byteLength) {
    findEven(arena.u32, sprites, column, byteLength)
    return 0
  }
  sprites.even[2 * column] = UNKNOWN
  const end = kernels.run.differUntil(spare, to, byteLength)
  arena.u8.copyWithin(to + first, spare + first, spare + end)
  noteNumbers(sprites, column, Math.floor(first / width), Math.ceil(end / width))
  return 1 << column
}

/** Bytes of a vector of the kernels, and in place of the first byte of an even piece: it wasn't looked for yet. */
const VECTOR = 16
const UNKNOWN = -1

/**
 * Whether a column is the same as its copy, in whose even piece all words are equal. There the column is compared with
 * itself: half as much memory to read. @param from byte offset of the column.
 */
function isSameAndEven(
  { copies, even, kernels }: SpriteState,
  column: number,
  from: number,
  bytes: number,
): boolean {
  const { differ } = kernels.run
  const to = copies.offsets[column]
  const first = even[2 * column]
  const end = even[2 * column + 1]
  if (first < 0 || end > bytes || first + VECTOR >= end) return false
  const inside = end - first - VECTOR
  return (
    differ(from, to, first + VECTOR) === first + VECTOR &&
    differ(from + first, from + first + VECTOR, inside) === inside &&
    differ(from + end, to + end, bytes - end) === bytes - end
  )
}

/** Finds the piece about the middle of a copy in which all words are equal. */
function findEven(u32: Uint32Array, { copies, even }: SpriteState, column: number, bytes: number): void {
  if (even[2 * column] !== UNKNOWN) return
  const start = copies.offsets[column] >> 2
  const words = bytes >> 2
  const word = u32[start + (words >> 1)]
  let first = words >> 1
  let end = first
  while (first > 0 && u32[start + first - 1] === word) first--
  while (end < words && u32[start + end] === word) end++
  even[2 * column] = 4 * first
  even[2 * column + 1] = 4 * end
}

/** Copies what the public columns hold for an entity, without a note. @param row that of the copies. */
export function takeRow(
  { animation: { sprites }, components: { SortKey, Sprite, Transform, Visibility } }: SpritedWorld,
  row: number,
  eid: number,
): void {
  const to: Copies = sprites.copies.columns
  to.x[row] = Transform.x[eid]
  to.y[row] = Transform.y[eid]
  to.rotation[row] = Transform.rotation[eid]
  to.scaleX[row] = Transform.scaleX[eid]
  to.scaleY[row] = Transform.scaleY[eid]
  to.pivotX[row] = Sprite.pivotX[eid]
  to.pivotY[row] = Sprite.pivotY[eid]
  to.red[row] = Sprite.red[eid]
  to.green[row] = Sprite.green[eid]
  to.blue[row] = Sprite.blue[eid]
  to.alpha[row] = Sprite.alpha[eid]
  to.region[row] = Sprite.region[eid]
  to.additive[row] = Sprite.additive[eid]
  to.sortKey[row] = SortKey.value[eid]
  to.level[row] = Visibility.level[eid]
}

/** Notes that a GPU lacks the copies `from` … `to` of all columns, and that they may not be even any more. */
export function noteRows(sprites: SpriteState, from: number, to: number): void {
  for (let column = 0; column < COPY.spare; column++) {
    noteNumbers(sprites, column, from, to)
    sprites.even[2 * column] = UNKNOWN
  }
}

/** Notes that copies `from` … `to` of a column differ from what a GPU has. */
function noteNumbers({ unsent }: SpriteState, column: number, from: number, to: number): void {
  unsent[2 * column] = Math.min(unsent[2 * column], from)
  unsent[2 * column + 1] = Math.max(unsent[2 * column + 1], to)
}
