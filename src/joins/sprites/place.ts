/** Writes the vertices of sprites: places and looks. */
import { noteLooks, noteRange } from '../../streams/changes'
import { fillWords } from '../../streams/looks'
import { VIEW } from '../../world/culling'
import { QUAD_VERTICES, quadRow } from '../../world/quads'
import { ALL_QUADS, LOOK, type LookArrays } from '../../world/streams'
import { COPY, NOTE, PLACE, REGION, REGION_RECORD } from './layout'
import { KEPT, type SpritedState, type SpritedWorld, type SpriteState } from './state'
import { areByRow, noteRows, takeColumns, takeRow } from './take'

/** So many sprites get notes of their own in any case. */
const FEW = 64
const COLORS = NOTE.light | NOTE.dark
/** Columns of places alone, and those that decide what is drawn at all, as bits. */
const PLACES = (1 << COPY.x) | (1 << COPY.y)
const SHOWS = (1 << COPY.region) | (1 << COPY.additive) | (1 << COPY.level)

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
 * when a renderer asks for them. Where the GPU places sprites, both may wait for `catchUp`. The arena does not grow.
 *
 * It runs in `skinning` rather than when the tick opens. So a sprite that follows a bone is at the bone in the same
 * tick.
 */
export function placeSprites(world: SpritedWorld): void {
  const { animation } = world
  const { sprites } = animation
  const { rows, top } = sprites
  if (areByRow(world)) {
    for (let row = 1; row < top; row++) takeRow(world, row, rows.entity[row])
    noteRows(sprites, 1, top)
    sprites.kept = KEPT.columns
    runAll(animation, true)
    return
  }
  const changed = takeColumns(world)
  const stays = sprites.kept !== KEPT.nothing && sprites.knownRegions === sprites.regionCount
  sprites.knownRegions = sprites.regionCount
  if (stays && sprites.fills && (changed & SHOWS) === 0 && !someCarried(animation)) {
    if ((changed & (1 << COPY.sortKey)) !== 0) takeKeys(animation)
    if (changed !== 0) sprites.behind = true
    return
  }
  const moves = stays && (changed & ~PLACES) === 0
  if (moves && sprites.kept === KEPT.corners && move(animation)) return
  // Where other columns change in every tick, or sprites are in slots, corners are not worth keeping.
  sprites.kept = moves && !someCarried(animation) ? KEPT.corners : KEPT.columns
  runAll(animation, false)
  if (someCarried(animation)) sprites.kept = KEPT.columns
}

/** Takes over places and colours that have waited. */
export function catchUp(state: SpritedState): void {
  if (state.sprites.behind) runAll(state, false)
}

/** Takes over sort keys. */
function takeKeys({ sprites, streams }: SpritedState): void {
  const { alive, copies, rows } = sprites
  const { entity, sortKey } = rows
  const { sortKey: keys } = copies.columns
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    if (entity[row] !== 0) sortKey[row] = keys[entity[row]]
  }
  streams.pools.keysStale = true
}

/** Whether the last run of the kernel over all rows, or one since, found a row that is drawn within a skeleton. */
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
  const { animation } = world
  const byRow = areByRow(world)
  const eid = animation.sprites.rows.entity[row]
  // Copies that wait are by entity.
  if (byRow) catchUp(animation)
  const copy = byRow ? row : eid
  takeRow(world, copy, eid)
  noteRows(animation.sprites, copy, copy + 1)
  const carried = someCarried(animation)
  run(animation, byRow, row, row + 1, alone)
  if (carried) animation.arena.i32[animation.sprites.place.start + PLACE.CARRIED] = 1
}

/** Puts all rows where `Transform.x` and `y` are. @returns false if not all were, since one is drawn within a skeleton. */
function move(state: SpritedState): boolean {
  const { behind, kernels, place, top } = state.sprites
  if (behind) return false
  writeRecord(state, false, 1, top, 0)
  kernels.run.moveSprites(place.start)
  if (someCarried(state)) return false
  takeResults(state)
  return true
}

/** Runs the kernel over all rows. */
function runAll(state: SpritedState, byRow: boolean): void {
  const { sprites, streams } = state
  run(state, byRow, 1, sprites.top, 0)
  if (!sprites.behind) return
  sprites.behind = false
  // What the GPU made is in the place of what the kernel has compared with.
  const { alive, rows } = sprites
  for (let i = 0; i < alive.count; i++) noteRange(streams.changes.positions, rows.vertex[alive.ids[i]], 1)
  noteLooks(state, ALL_QUADS, COLORS)
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
