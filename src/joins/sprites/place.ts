/** Writes the vertices of sprites: places and looks. */
import type { Columns } from '../../base/memory/columns'
import { noteLooks } from '../../streams/changes'
import { fillWords } from '../../streams/looks'
import { VIEW } from '../../world/culling'
import { QUAD_VERTICES, quadRow } from '../../world/quads'
import { ALL_QUADS, LOOK, type LookArrays } from '../../world/streams'
import { type COPIES_SCHEMA, COPY, NOTE, PLACE, REGION, REGION_RECORD } from './layout'
import { KEPT, type SpritedState, type SpritedWorld, type SpriteState } from './state'

/** So many sprites get notes of their own in any case. */
const FEW = 64
const COLORS = NOTE.light | NOTE.dark

type Copies = Columns<typeof COPIES_SCHEMA>

/** The world's page number of the region of an entity's sprite. */
export function spritePage({ arena, joins, sprites }: SpritedState, eid: number): number {
  const region = sprites.rows.image[quadRow(joins.quads, eid)] >>> 1
  return arena.i32[sprites.regions.start + region * REGION_RECORD + REGION.PAGE]
}

/**
 * Writes texture coordinates, colours and page of a row's four vertices into `looks`, from vertex `at` on.
 *
 * @param parts bits of LOOK to write.
 */
export function writeSpriteLooks(
  { arena, sprites }: SpritedState,
  row: number,
  parts: number,
  looks: LookArrays,
  at: number,
): void {
  const { f32, i32 } = arena
  const { dark, image, light } = sprites.rows
  const end = at + QUAD_VERTICES
  if ((parts & LOOK.light) !== 0) fillWords(looks.lightWords, at, end, light[row])
  if ((parts & LOOK.dark) !== 0) fillWords(looks.darkWords, at, end, dark[row])
  if ((parts & LOOK.textures) === 0) return
  const region = sprites.regions.start + (image[row] >>> 1) * REGION_RECORD
  for (let i = 0; i < 2 * QUAD_VERTICES; i++) looks.uvs[2 * at + i] = f32[region + REGION.UVS + i]
  fillWords(looks.infoWords, at, end, i32[region + REGION.PAGE])
}

/** Writes the looks of all rows to their own vertices. @param parts bits of LOOK to write. */
export function writeAllLooks(state: SpritedState, parts: number, looks: LookArrays): void {
  const { alive, rows } = state.sprites
  if ((parts & LOOK.textures) === 0) {
    if ((parts & LOOK.light) !== 0) fillQuads(looks.lightWords, state.sprites, rows.light)
    if ((parts & LOOK.dark) !== 0) fillQuads(looks.darkWords, state.sprites, rows.dark)
    return
  }
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    if (rows.entity[row] !== 0) writeSpriteLooks(state, row, parts, looks, rows.vertex[row])
  }
}

/** Fills the vertices of all rows with words of a column. */
function fillQuads(target: Uint32Array, { alive, rows }: SpriteState, words: Uint32Array): void {
  const { entity, vertex } = rows
  const { count, ids } = alive
  for (let i = 0; i < count; i++) {
    const row = ids[i]
    if (entity[row] === 0) continue
    const at = vertex[row]
    target[at] = target[at + 1] = target[at + 2] = target[at + 3] = words[row]
  }
}

/**
 * Compares the public columns with what was last taken of them, and takes over the changes: positions at once, looks
 * when a renderer asks for them. The arena does not grow.
 *
 * It runs in `skinning` rather than when the tick opens. So a sprite that follows a bone is at the bone in the same
 * tick.
 */
export function placeSprites(world: SpritedWorld): void {
  const { animation, components } = world
  const { sprites } = animation
  const { copies, rows, top } = sprites
  if (areByRow(world)) {
    for (let row = 1; row < top; row++) copyRow(copies.columns, components, row, rows.entity[row])
    sprites.kept = KEPT.columns
    run(animation, true, 1, top, 0)
    return
  }
  const stays = !takeColumns(world) && sprites.kept !== KEPT.nothing
  if (stays && sprites.kept === KEPT.corners && move(animation)) return
  // Where other columns change in every tick, or sprites are in slots, corners are not worth keeping.
  sprites.kept = stays && !someCarried(animation) ? KEPT.corners : KEPT.columns
  run(animation, false, 1, top, 0)
  if (someCarried(animation)) sprites.kept = KEPT.columns
}

/** Whether copies of public columns are by row: there are many more entities than sprites. */
function areByRow({ animation, components }: SpritedWorld): boolean {
  return longest(components) > animation.sprites.copies.capacity
}

/** Whether the last run of the kernel found a row that is drawn within a skeleton. */
function someCarried({ arena, sprites }: SpritedState): boolean {
  return arena.i32[sprites.place.start + PLACE.CARRIED] !== 0
}

/** Places the sprite of one entity, if it has one, after it was moved behind `skinning`. */
export function placeSprite(world: SpritedWorld, eid: number): void {
  const { joins, sprites } = world.animation
  const row = quadRow(joins.quads, eid)
  // A sprite in a slot is placed by the slot.
  if (row !== 0 && sprites.rows.carried[row] === 0) runOne(world, row, 0)
}

/** Writes the corners of a shown row, as the entity's `Transform` places them, to the first numbers of `corners`. */
export function writeCorners(world: SpritedWorld, row: number, corners: Float32Array): void {
  const { arena, sprites } = world.animation
  const at = sprites.place.start + PLACE.CORNERS
  runOne(world, row, at)
  for (let i = 0; i < 2 * QUAD_VERTICES; i++) corners[i] = arena.f32[at + i]
}

function runOne(world: SpritedWorld, row: number, alone: number): void {
  const { animation, components } = world
  const { copies, rows } = animation.sprites
  const byRow = areByRow(world)
  const eid = rows.entity[row]
  copyRow(copies.columns, components, byRow ? row : eid, eid)
  run(animation, byRow, row, row + 1, alone)
}

/** The length of the longest public column that is copied. */
export function longest({ SortKey, Sprite, Transform, Visibility }: SpritedWorld['components']): number {
  const { rotation, scaleX, scaleY, x, y } = Transform
  const place = Math.max(x.length, y.length, rotation.length, scaleX.length, scaleY.length)
  return Math.max(place, Sprite.region.length, SortKey.value.length, Visibility.level.length)
}

/** Copies the public columns. @returns whether any but `Transform.x` and `y` has changed, or regions were registered. */
function takeColumns({ animation, components }: SpritedWorld): boolean {
  const { SortKey, Sprite, Transform, Visibility } = components
  const { sprites } = animation
  const { x, y } = sprites.copies.columns
  x.set(Transform.x)
  y.set(Transform.y)
  let changed = sprites.knownRegions === sprites.regionCount ? 0 : 1
  sprites.knownRegions = sprites.regionCount
  changed |= takeColumn(animation, Transform.rotation, COPY.rotation)
  changed |= takeColumn(animation, Transform.scaleX, COPY.scaleX)
  changed |= takeColumn(animation, Transform.scaleY, COPY.scaleY)
  changed |= takeColumn(animation, Sprite.pivotX, COPY.pivotX)
  changed |= takeColumn(animation, Sprite.pivotY, COPY.pivotY)
  changed |= takeColumn(animation, Sprite.red, COPY.red)
  changed |= takeColumn(animation, Sprite.green, COPY.green)
  changed |= takeColumn(animation, Sprite.blue, COPY.blue)
  changed |= takeColumn(animation, Sprite.alpha, COPY.alpha)
  changed |= takeColumn(animation, Sprite.region, COPY.region)
  changed |= takeColumn(animation, Sprite.additive, COPY.additive)
  changed |= takeColumn(animation, SortKey.value, COPY.sortKey)
  changed |= takeColumn(animation, Visibility.level, COPY.level)
  return changed !== 0
}

/** Copies one public column. @param column its number in COPIES_SCHEMA. @returns 1 if it has changed, else 0. */
function takeColumn(
  { arena, sprites }: SpritedState,
  from: Float32Array | Uint32Array | Uint8Array,
  column: number,
): number {
  const { copies, kernels } = sprites
  const { byteLength } = from
  const to = copies.offsets[column]
  const spare = copies.offsets[COPY.spare]
  if (from instanceof Float32Array) arena.f32.set(from, spare >> 2)
  else if (from instanceof Uint32Array) arena.u32.set(from, spare >> 2)
  else arena.u8.set(from, spare)
  if (kernels.run.differ(spare, to, byteLength) === 0) return 0
  arena.u8.copyWithin(to, spare, spare + byteLength)
  return 1
}

/** Copies what the public columns hold for an entity. */
function copyRow(
  to: Copies,
  { SortKey, Sprite, Transform, Visibility }: SpritedWorld['components'],
  row: number,
  eid: number,
): void {
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
  to.sortKey[row] = SortKey.value[eid]
  to.additive[row] = Sprite.additive[eid]
  to.level[row] = Visibility.level[eid]
}

/** Puts all rows where `Transform.x` and `y` are. @returns false if not all were, since one is drawn within a skeleton. */
function move(state: SpritedState): boolean {
  const { kernels, place, top } = state.sprites
  writeRecord(state, false, 1, top, 0)
  kernels.run.moveSprites(place.start)
  if (someCarried(state)) return false
  takeResults(state)
  return true
}

/**
 * Runs the kernel over the rows from `first` to `end`, and passes on its notes.
 *
 * @param alone the word to which the corners of the only row go; 0 = the stream.
 */
function run(state: SpritedState, byRow: boolean, first: number, end: number, alone: number): void {
  const { kernels, place } = state.sprites
  writeRecord(state, byRow, first, end, alone)
  kernels.run.placeSprites(place.start)
  takeResults(state)
}

/** Writes the record that kernels work by. */
function writeRecord(state: SpritedState, byRow: boolean, first: number, end: number, alone: number): void {
  const { arena, sprites, streams } = state
  const { i32 } = arena
  const { copies, corners, kept, place, pool, regionCount, regions } = sprites
  const { start } = place
  i32[start + PLACE.FIRST] = first
  i32[start + PLACE.END] = end
  i32[start + PLACE.BY_ROW] = byRow ? 1 : 0
  i32[start + PLACE.ALONE] = 4 * alone
  i32[start + PLACE.REGIONS] = 4 * regions.start
  i32[start + PLACE.REGION_COUNT] = regionCount
  i32[start + PLACE.POSITIONS] = 4 * streams.pools.words.positions
  i32[start + PLACE.KEPT] = kept === KEPT.corners ? 4 * corners.start : 0
  for (let i = 0; i < copies.offsets.length; i++) i32[start + PLACE.COPIES + i] = copies.offsets[i]
  for (let i = 0; i < pool.offsets.length; i++) i32[start + PLACE.ROWS + i] = pool.offsets[i]
}

/** Takes over what the kernel noted. */
function takeResults(state: SpritedState): void {
  const { arena, sprites, streams } = state
  const { i32 } = arena
  const { start } = sprites.place
  if (i32[start + PLACE.KEYS] !== 0) streams.pools.keysStale = true
  takeNotes(state, i32[start + PLACE.NOTES])
  const { pages } = sprites.rows
  const { positions } = streams.changes
  const moved = i32[start + PLACE.PAGES]
  for (let i = 0; i < moved; i++) positions[pages[i]] = 1
}

/** Notes the looks that changed. */
function takeNotes(state: SpritedState, count: number): void {
  const { joins, sprites, streams } = state
  const { carried, entity, notes } = sprites.rows
  const { pools } = streams
  const { carry } = joins
  // Where most sprites changed their colours, notes of each cost more than writing the others again.
  const isMany = count > FEW && 2 * count > sprites.alive.count
  let all = 0
  for (let i = 0; i < count; i++) {
    const note = notes[i]
    const row = note >> NOTE.SHIFT
    if ((note & NOTE.shown) !== 0) pools.membersStale = true
    // It may be on another page.
    if ((note & NOTE.region) !== 0) pools.frameStale = true
    if (carried[row] !== 0 && carry?.isCut(carried[row])) pools.tailStale = true
    // A sprite in the vertices of another has its own looks to write, even if they are the same.
    if ((note & NOTE.image) !== 0) noteLooks(state, ~entity[row], LOOK.all)
    else if (isMany && carried[row] === 0) all |= note
    else if ((note & COLORS) !== 0) noteLooks(state, ~entity[row], note & COLORS)
  }
  if ((all & COLORS) !== 0) noteLooks(state, ALL_QUADS, all & COLORS)
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
