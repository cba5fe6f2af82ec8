/** Restores a saved state into its world. */
import { entityExists, hasComponent } from 'bitecs'
import { OsteonError } from '../../base/errors'
import { renewViews, reserve, sizeClass } from '../../base/memory/arena'
import { copyFields, type Fields } from '../../base/memory/fields'
import { growRecords } from '../../base/memory/records'
import { showAnew } from '../../streams/changes'
import { settle } from '../../tick/settle'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { keepPace } from '../../world/chunks/clocks'
import { registerAgain } from '../../world/chunks/registry'
import { scratchBytes } from '../../world/chunks/scratch'
import { wardrobeBytes } from '../../world/chunks/wardrobe'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { controlsIn } from '../bone-controls/state'
import { wakeLeft } from '../bone-controls/wake-hosts'
import { REGION_RECORD } from '../sprites/layout'
import { type SpriteState, spritesIn } from '../sprites/state'
import type { Content } from './content'
import { type Changes, changesTo, checkRoom, exchangeMembers, idsOf, savesOf, structureOf } from './members'
import { makeReady, rebuild } from './rebuild'
import { renumber } from './renumber'
import { ADDED, CHUNK_FIELDS, columnsByName, RIG_FIELDS, type Saved } from './save'

type Column = Float32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array

const NOBODY: ReadonlyMap<number, number> = new Map()

/**
 * Restores the saved state and its entities. Rigs, atlases and skins that were registered later stay registered under
 * their numbers, and their images are copied into the arena again. A structure call.
 *
 * @param given saved id → the entity in this world.
 * @returns saved id → id in this world, for entities with another id.
 * @throws OsteonError `structure-changed`, `unknown-rig`, `capacity`, `out-of-memory`; everything stays as it was.
 */
export function restoreFrom(
  world: AnimationWorld,
  saved: Saved,
  given: ReadonlyMap<number, number> = NOBODY,
): ReadonlyMap<number, number> {
  settle(world)
  world.animation.joins.quads.settle()
  const controls = controlsIn(world.animation)
  if (controls) wakeLeft(controls)
  const { animation: state } = world
  const { arena } = state
  for (const hooks of savesOf(state).values()) hooks.settle?.()
  checkRegistered(state, saved)
  const changes =
    structureOf(state) === saved.structure && given.size === 0
      ? null
      : changesTo(world, saved.members, saved.entities, given)
  if (changes) checkRoom(world, changes)
  if (saved.decoded && changes) return restoreDecoded(world, saved, saved.decoded.content, changes)
  let later = laterBytes(state, saved)
  for (const [name, hooks] of savesOf(state)) later += hooks.bytes?.(copyOf(saved, name)) ?? 0
  reserve(arena, saved.byteLength + later)
  const places = changes ? exchange(world, saved, changes) : NOBODY
  restoreState(state, saved)
  renumber(state, places)
  restoreColumns(saved, places)
  for (const [name, hooks] of savesOf(state)) hooks.restore?.(copyOf(saved, name), places)
  // In states that earlier versions saved, a clock began with its skeleton's first run.
  for (let i = 0; i < state.alive.count; i++) keepPace(state, state.alive.ids[i])
  // The entities match now, so the next restore can skip the comparison.
  if (changes && places.size === 0) saved.structure = structureOf(state)
  return places
}

/** What an extension saved; undefined = nothing. */
function copyOf({ joined }: Saved, name: string): unknown {
  return joined.get(name)?.copy
}

/** Restores a decoded state. */
function restoreDecoded(
  world: AnimationWorld,
  saved: Saved,
  content: Content,
  changes: Changes,
): ReadonlyMap<number, number> {
  const ready = makeReady(world.animation, content)
  const places = exchange(world, saved, changes)
  rebuild(world, content, ready, places, columnsByName(world))
  for (const [name, hooks] of savesOf(world.animation)) hooks.restore?.(copyOf(saved, name), places)
  return places
}

/** Refuses a state with rigs that were unregistered since, or with extensions that can't go back to it. */
function checkRegistered(state: AnimationState, saved: Saved): void {
  const { rigs } = state
  for (const { registered } of saved.decoded?.content.rigs ?? []) {
    if (!registered || rigs[registered.number] === registered) continue
    const message = `rig "${registered.id}" was unregistered since`
    throw new OsteonError('unknown-rig', 'restoreState', '', message)
  }
  for (const [number, fields] of saved.rigs.entries()) {
    if (!fields || rigs[number]) continue
    throw new OsteonError('unknown-rig', 'restoreState', '', `rig ${number} was unregistered since`)
  }
  for (const [name, { refusesChanges, structure, what }] of savesOf(state)) {
    if (!refusesChanges || structure() === saved.joined.get(name)?.structure) continue
    const message = `${what} began or ended since this state was saved; those do not come back`
    throw new OsteonError('structure-changed', 'restoreState', name, message)
  }
}

/** Exchanges entities, then clears the queues that observers filled: all rows come from the saved state. */
function exchange(world: AnimationWorld, saved: Saved, changes: Changes): ReadonlyMap<number, number> {
  const { animation: state, components } = world
  const { tick } = state
  const waiting = [...tick.pending]
  const places = exchangeMembers(world, saved.members, changes)
  const sprites = spritesIn(state)
  for (const { pending, leaving } of sprites ? [tick, sprites] : [tick]) {
    pending.clear()
    leaving.clear()
  }
  controlsIn(state)?.targets.left.clear()
  const members = new Set(Array.from(idsOf(saved.members.runs), (eid) => places.get(eid) ?? eid))
  // Its rig must still be registered, as after a deserialiser.
  for (const eid of waiting)
    if (entityExists(world, eid) && hasComponent(world, eid, components.Skeleton) && !members.has(eid))
      tick.pending.add(eid)
  state.structure++
  return places
}

/** Restores all private state, under the saved ids. */
function restoreState(state: AnimationState, saved: Saved): void {
  const { arena, blocks, events } = state
  const sprites = spritesIn(state)
  const regions = sprites && laterRegions(state, sprites, saved)
  // Memory beyond the saved top must be zero, as if it had never been allocated.
  if (arena.top > saved.byteLength) arena.u8.fill(0, saved.byteLength, arena.top)
  arena.u8.set(saved.bytes.subarray(0, saved.byteLength))
  for (const { owner, fields, names } of saved.parts) copyFields(fields, owner, names)
  for (const [id, chunk] of blocks.chunks.entries())
    if (chunk) copyFields(saved.chunks[id], chunk, CHUNK_FIELDS)
  for (const { owner, fields, names } of saved.owned) copyFields(fields, owner, names)
  renewViews(arena)
  for (const [number, registered] of state.rigs.entries())
    if (registered) restoreRig(state, saved, registered, number)
  if (sprites && regions) {
    if (sprites.regionCount > sprites.regions.capacity)
      growRecords(arena, sprites.regions, sprites.regionCount)
    arena.i32.set(regions, sprites.regions.start + saved.regionCount * REGION_RECORD)
  }
  for (const [name, hooks] of savesOf(state)) hooks.restoreRows?.(copyOf(saved, name))
  showAnew(state)
  state.hits = null
  state.poses.clear()
  events.shown.count = 0
}

/** Returns the bytes needed for rigs and regions that were registered after the save. */
function laterBytes(state: AnimationState, saved: Saved): number {
  const { rigs } = state
  const regionCount = spritesIn(state)?.regionCount ?? 0
  let bytes = 0
  for (let number = saved.rigs.length; number < rigs.length; number++) bytes += laterRigBytes(rigs[number])
  for (const registered of rigs) if (registered) bytes += wardrobeBytes(registered)
  if (regionCount > saved.regionCount) bytes += sizeClass(4 * REGION_RECORD * regionCount)
  return bytes
}

function laterRigBytes(registered: RegisteredRig | null | undefined): number {
  if (!registered) return 0
  const { source: rig, layout } = registered
  return sizeClass(rig.image().words.byteLength) + sizeClass(scratchBytes(rig, layout))
}

/** Returns records of regions that were registered after the save. */
function laterRegions({ arena }: AnimationState, sprites: SpriteState, { regionCount }: Saved): Int32Array {
  const { start } = sprites.regions
  return arena.i32.slice(start + regionCount * REGION_RECORD, start + sprites.regionCount * REGION_RECORD)
}

/** Forgets images that were made on demand since the save. They are made again on demand. */
function restoreRig(state: AnimationState, saved: Saved, registered: RegisteredRig, number: number): void {
  const { animations } = registered
  const fields = saved.rigs[number]
  if (!fields) {
    registerAgain(state, registered)
    registered.wardrobe?.renew([])
    return
  }
  const before = fields.animations as Int32Array
  // The reach of a rig counts its animations in the arena.
  if (animations.some((words, animation) => words !== before[animation]))
    state.culling.reaches[number] = undefined
  copyFields(fields, registered, RIG_FIELDS)
  registered.wardrobe?.renew(fields[ADDED] as number[])
}

/** Restores public columns of the saved entities. The columns may have grown since. */
function restoreColumns({ columns, members }: Saved, places: ReadonlyMap<number, number>): void {
  for (const { owner, fields, names } of columns)
    for (const name of names) {
      const from = fields[name] as Column
      const to = (owner as Fields)[name] as Column
      if (places.size === 0) restoreRows(from, to, members.runs)
      else moveRows(from, to, members.runs, places, name === 'host')
    }
}

/** Moves rows. @param named whether the column itself holds entity ids. */
function moveRows(
  from: Column,
  to: Column,
  runs: Int32Array,
  places: ReadonlyMap<number, number>,
  named: boolean,
): void {
  for (const eid of idsOf(runs)) {
    const value = from[eid]
    to[places.get(eid) ?? eid] = named ? (places.get(value) ?? value) : value
  }
}

function restoreRows(from: Column, to: Column, runs: Int32Array): void {
  for (let run = 0; run < runs.length; run += 2) {
    const start = runs[run]
    const end = runs[run + 1]
    // For short intervals a loop is faster than a view.
    if (end - start > 32) to.set(from.subarray(start, end), start)
    else for (let eid = start; eid < end; eid++) to[eid] = from[eid]
  }
}
