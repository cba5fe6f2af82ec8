/** Gives and takes rows of sprites, when a tick opens or at structure calls. */
import { addComponent, hasComponent, Prefab } from 'bitecs'
import { growColumns } from '../../base/memory/columns'
import { growRecords } from '../../base/memory/records'
import { growStreams } from '../../streams/memory'
import { giveRange, rangeRoom, takeRange } from '../../streams/vertices/ranges'
import { QUAD_VERTICES, quadRow } from '../../world/quads'
import { KEPT, type SpritedState, type SpritedWorld } from './state'
import { longest } from './take'

/** Of a NaN that no arithmetic produces. */
const NOBODYS_BITS = 0x7fc54321
/** For each row, the most entities whose columns are copied as they are. */
const MOST_ENTITIES = 2
/** Rows of a vector of the kernel, which may write all of them. */
const STEP = 4

/**
 * Gives a row and four vertices to every entity that got a `Sprite`, and takes them back from entities that lost
 * it. A structure call: the arena may grow.
 */
export function settleSprites(world: SpritedWorld): void {
  const { sprites, arena, streams } = world.animation
  if (sprites.leaving.size > 0) for (const eid of sprites.leaving) leave(world, eid)
  if (sprites.left > 0) strike(world.animation)
  fitCopies(world)
  if (sprites.pending.size === 0) return
  for (const eid of sprites.pending) occupy(world, eid)
  sprites.pending.clear()
  growStreams(arena, streams)
}

/**
 * Makes room for copies of the public columns by entity, if there are not many more entities than sprites. Otherwise
 * they are by row, for which there is always room.
 */
function fitCopies({ animation, components }: SpritedWorld): void {
  const { copies, pool } = animation.sprites
  const entities = longest(components)
  if (entities <= MOST_ENTITIES * pool.capacity) growColumns(copies, entities)
}

/** Settles one entity: gives it a row, or takes the row away if it has no sprite. */
export function settleSprite(world: SpritedWorld, eid: number): void {
  const { sprites, arena, streams } = world.animation
  if (sprites.leaving.has(eid)) leave(world, eid)
  // Now and then, so that a million sprites that come and go within a tick need few rows.
  if (sprites.left > 64 && 2 * sprites.left > sprites.alive.count) strike(world.animation)
  if (!sprites.pending.delete(eid)) return
  occupy(world, eid)
  growStreams(arena, streams)
}

function occupy(world: SpritedWorld, eid: number): void {
  const { animation: state, components } = world
  const { joins, sprites } = state
  if (sprites.leaving.has(eid)) leave(world, eid)
  // Prefabs hold no rows, and no observer is notified when one is removed.
  if (hasComponent(world, eid, Prefab) || !hasComponent(world, eid, components.Sprite)) return
  if (quadRow(joins.quads, eid) !== 0) return
  if (!hasComponent(world, eid, components.Transform)) addComponent(world, eid, components.Transform)
  giveRow(state, eid, state.nextSerial++)
}

/**
 * Gives an entity a row and four vertices, for which `growStreams` makes room. The arena may grow. @returns the row.
 */
export function giveRow(state: SpritedState, eid: number, serial: number): number {
  const { sprites, streams } = state
  const { copies, corners, places, pool, rows, alive } = sprites
  if (eid >= places.capacity) growColumns(places, Math.max(eid + 1, Math.ceil(places.capacity * 1.5)))
  const row = sprites.free.pop() ?? sprites.top++
  if (row >= pool.capacity) {
    growColumns(pool, STEP * Math.ceil((pool.capacity * 1.5) / STEP))
    growColumns(copies, pool.capacity)
    growRecords(state.arena, corners, pool.capacity)
  }
  places.columns.row[eid] = row
  rows.entity[row] = eid
  rows.serial[row] = serial
  rows.vertex[row] = takeRange(streams.pools.vertices, QUAD_VERTICES)
  rows.shown[row] = 0
  rows.carried[row] = 0
  rows.outerAlpha[row] = 1
  // No image that is drawn is 0, and no rotation has these bits: the first comparison takes all columns.
  rows.image[row] = 0
  rows.rotation[row] = NOBODYS_BITS
  sprites.kept = KEPT.nothing
  if (alive.count === alive.ids.length) {
    const ids = new Int32Array(alive.ids.length * 2)
    ids.set(alive.ids)
    alive.ids = ids
  }
  alive.ids[alive.count++] = row
  streams.pools.membersStale = true
  state.structure++
  return row
}

function leave(world: SpritedWorld, eid: number): void {
  const { joins, sprites } = world.animation
  if (sprites.rows.carried[quadRow(joins.quads, eid)] !== 0) joins.carry?.leave(eid)
  vacate(world.animation, eid)
}

function vacate(state: SpritedState, eid: number): void {
  const { sprites, streams } = state
  const { places, rows } = sprites
  const row = places.columns.row[eid]
  sprites.leaving.delete(eid)
  giveRange(streams.pools.vertices, rows.vertex[row], rangeRoom(QUAD_VERTICES))
  places.columns.row[eid] = 0
  rows.entity[row] = 0
  rows.shown[row] = 0
  sprites.left++
  streams.pools.membersStale = true
  state.structure++
}

/** Frees the rows of all sprites, because there are no entities any more. */
export function forgetSprites(state: SpritedState): void {
  const { alive, pending, rows } = state.sprites
  pending.clear()
  for (let i = 0; i < alive.count; i++) {
    const eid = rows.entity[alive.ids[i]]
    if (eid !== 0) vacate(state, eid)
  }
  strike(state)
}

/** Removes sprites that are gone from the list. Only then may their rows be reused, or one would be on it twice. */
function strike({ sprites }: SpritedState): void {
  const { alive, rows, free } = sprites
  let kept = 0
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    if (rows.entity[row] !== 0) alive.ids[kept++] = row
    else free.push(row)
  }
  alive.count = kept
  sprites.left = 0
}
