/** Compares the entities of a saved state with those of the world, and makes them match. */
import {
  $internal,
  addComponent,
  addEntity,
  entityExists,
  hasComponent,
  type InternalWorld,
  removeComponent,
  removeEntity,
  type World,
} from 'bitecs'
import { badOption, OsteonError } from '../../base/errors'
import type { LinkState } from '../../world/attached/links'
import { joinWorld } from '../../world/joins'
import { quadRow } from '../../world/quads'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { controlsIn } from '../bone-controls/state'
import type { SaveHooks } from './hooks'

/** Components of ours, as bits of `Members.kinds`, in the order in which they are put back. */
export const MEMBER = {
  Skeleton: 1,
  Sprite: 2,
  BoneFollower: 4,
  BoneTarget: 8,
  SortKey: 16,
  Visibility: 32,
} as const

/** The members. Immutable, so that states saved with the same entities share them. */
export interface Members {
  /** `structureOf` the state when it was made. */
  readonly structure: number
  /** For each entity id: bits of MEMBER, and BAKED; 0 = it has no rows. */
  readonly kinds: Uint8Array
  /** For each entity id: `AnimationState.removals` at that time. */
  readonly removals: Uint32Array
  /** The entities with rows as runs of neighbouring ids, ascending: the first, and the one after the last. */
  readonly runs: Int32Array
}

const KINDS = Object.keys(MEMBER) as (keyof typeof MEMBER)[]

/**
 * A counter that changes with every row of a skeleton, sprite, follower, target or entity of an extension, and with
 * optional components.
 */
export function structureOf(state: AnimationState): number {
  const { followers, structure } = state
  let joined = controlsIn(state)?.targets.structure ?? 0
  for (const hooks of savesOf(state).values()) joined += hooks.structure()
  return structure + followers.structure + joined
}

/** Returns the entities of each kind. Call it when nothing is pending. */
export function membersOf(world: AnimationWorld): Members {
  const { animation: state, components } = world
  const structure = structureOf(state)
  const memo = memoOf(state)
  if (memo.members?.structure === structure) return memo.members
  const kinds = new Uint8Array(components.Skeleton.rig.length)
  const { alive, followers } = state
  const { alive: quads, rows } = state.joins.quads
  const controls = controlsIn(state)
  for (let i = 0; i < alive.count; i++) kinds[alive.ids[i]] |= MEMBER.Skeleton
  for (let i = 0; i < quads.count; i++) kinds[rows.entity[quads.ids[i]]] |= MEMBER.Sprite
  markLinks(kinds, followers, MEMBER.BoneFollower)
  if (controls) markLinks(kinds, controls.targets, MEMBER.BoneTarget)
  for (const { member } of savesOf(state).values()) member?.mark(kinds, member.bit)
  for (let eid = 1; eid < kinds.length; eid++) {
    if (kinds[eid] === 0) continue
    if (hasComponent(world, eid, components.SortKey)) kinds[eid] |= MEMBER.SortKey
    if (hasComponent(world, eid, components.Visibility)) kinds[eid] |= MEMBER.Visibility
  }
  memo.members = { structure, kinds, removals: state.removals.slice(), runs: runsOf(kinds) }
  return memo.members
}

function markLinks(kinds: Uint8Array, { count, rows }: LinkState, bit: number): void {
  for (let i = 0; i < count; i++) kinds[rows.entity[i]] |= bit
}

/** What saves keep in a world. */
interface Memo {
  /** The extensions that take part, by name. */
  readonly saves: ReadonlyMap<string, SaveHooks>
  /** The members at the last save. */
  members: Members | null
}

/** The extensions of a world that take part in saves, by name. */
export function savesOf(state: AnimationState): ReadonlyMap<string, SaveHooks> {
  return memoOf(state).saves
}

/** Saves need no `use`: they join a world on first use. */
function memoOf({ joins }: AnimationState): Memo {
  const known = joins.byName.get('save')?.state as Memo | undefined
  if (known) return known
  const saves = new Map<string, SaveHooks>()
  let taken = 0
  for (const [name, { save }] of joins.byName) {
    if (!save) continue
    const bit = save.member?.bit ?? 0
    if ((taken & bit) !== 0) throw badOption('saveState', name, `another extension has bit ${bit}`)
    taken |= bit
    saves.set(name, save)
  }
  const memo: Memo = { members: null, saves }
  joinWorld(joins, 'save', { state: memo })
  return memo
}

export function runsOf(kinds: Uint8Array): Int32Array {
  const runs: number[] = []
  for (let eid = 1; eid < kinds.length; eid++) {
    if (kinds[eid] === 0) continue
    if (runs.length > 0 && runs[runs.length - 1] === eid) runs[runs.length - 1]++
    else runs.push(eid, eid + 1)
  }
  return Int32Array.from(runs)
}

/** Returns the number of entities in the world, followed by their ids. @param into is reused if it is long enough. */
export function listEntities(world: World, into: Int32Array): Int32Array {
  const { aliveCount, dense } = indexOf(world)
  const list = into.length > aliveCount ? into : new Int32Array(aliveCount + (aliveCount >> 2) + 1)
  list[0] = aliveCount
  for (let i = 0; i < aliveCount; i++) list[i + 1] = dense[i]
  return list
}

/** Returns bitECS's entity index, which knows which ids are in use. */
function indexOf(world: World): InternalWorld[typeof $internal]['entityIndex'] {
  return (world as InternalWorld)[$internal].entityIndex
}

/** The differences between the entities of a state and of the world. */
export interface Changes {
  /** Entities of the state that have another id here: saved id → id here. */
  readonly places: Map<number, number>
  /** Saved ids of entities that the world lacks. */
  readonly coming: readonly number[]
  /** Entities that the state lacks, newest first: to be removed, or only to lose their components. */
  readonly leaving: readonly number[]
  readonly stripped: readonly number[]
}

/**
 * Compares the entities of the saved state with the current ones.
 *
 * @param entities the number of entities in the saved world, followed by all ids; null = the state is of another world.
 *   An entity with components of ours then counts as the saved entity with the same id.
 * @param given saved id → the entity in this world.
 */
export function changesTo(
  world: AnimationWorld,
  saved: Members,
  entities: Int32Array | null,
  given: ReadonlyMap<number, number>,
): Changes {
  const present = membersOf(world)
  const { removals } = world.animation
  const removed = (eid: number) => (removals[eid] ?? 0) !== (saved.removals[eid] ?? 0)
  const places = new Map<number, number>()
  const coming: number[] = []
  const wanted = new Set<number>(given.values())
  for (const eid of idsOf(saved.runs)) {
    const here = given.get(eid)
    if (here !== undefined) {
      if (here !== eid) places.set(eid, here)
    } else if (isThere(eid)) wanted.add(eid)
    else coming.push(eid)
  }
  /** Returns whether the world has the state's entity, under the same id. */
  function isThere(eid: number): boolean {
    if (wanted.has(eid)) return false
    if (entities === null) return (present.kinds[eid] ?? 0) !== 0
    return entityExists(world, eid) && !removed(eid)
  }
  const knew = new Set(entities?.subarray(1, 1 + entities[0]))
  const leaving: number[] = []
  const stripped: number[] = []
  for (const eid of idsOf(present.runs)) {
    if (wanted.has(eid)) continue
    if (knew.has(eid) && !removed(eid)) stripped.push(eid)
    else leaving.push(eid)
  }
  leaving.sort((a, b) => ageOf(world, b) - ageOf(world, a))
  return { places, coming, leaving, stripped }
}

/** Returns the serial of the entity's skeleton or sprite; 0 = it has neither. */
function ageOf({ animation: { joins, pool, skeletons } }: AnimationWorld, eid: number): number {
  const row = quadRow(joins.quads, eid)
  return Math.max(
    eid < pool.capacity ? skeletons.serial[eid] : 0,
    row === 0 ? 0 : joins.quads.rows.serial[row],
  )
}

/**
 * Checks for room. @throws OsteonError `capacity` if an adopted `Transform`, which is never grown, may be too short for
 * the new entities.
 */
export function checkRoom(world: AnimationWorld, { coming }: Changes): void {
  const { animation, components } = world
  if (!animation.adoptedTransform || coming.length === 0) return
  const { maxId } = indexOf(world)
  const room = components.Transform.x.length
  let most = maxId + coming.length
  for (const eid of coming) most = Math.max(most, eid)
  // Ids in use are within the columns.
  if (most < room || coming.every((eid) => eid <= maxId && maxId < room)) return
  const message = `your Transform has room for ${room} entities and is not grown`
  throw new OsteonError('capacity', 'restoreState', 'Transform', message)
}

/**
 * Adds and removes entities and components so that they match the saved state. Other components stay.
 *
 * @returns saved id → id in this world, for entities with another id.
 */
export function exchangeMembers(
  world: AnimationWorld,
  saved: Members,
  changes: Changes,
): Map<number, number> {
  const { places, coming, leaving, stripped } = changes
  for (const eid of leaving) removeEntity(world, eid)
  for (const eid of stripped) setKinds(world, eid, 0)
  claimEntities(world, coming, places)
  for (const eid of idsOf(saved.runs)) setKinds(world, places.get(eid) ?? eid, saved.kinds[eid])
  return places
}

/**
 * Ids up to this one may be claimed. Higher ones may be claimed only as far as the world has used them, because all ids
 * below take memory.
 */
const HIGHEST_CLAIMED = 2 ** 17

/** Adds entities, with the wanted ids if these are free. Other ids are noted in `places`. */
function claimEntities(world: World, wanted: readonly number[], places: Map<number, number>): void {
  const highest = Math.max(HIGHEST_CLAIMED, indexOf(world).maxId)
  const free = new Set(wanted.filter((eid) => eid <= highest && !entityExists(world, eid)))
  let left = free.size
  const spare: number[] = []
  while (left > 0) {
    const eid = addEntity(world)
    if (free.has(eid)) left--
    else spare.push(eid)
  }
  // In reverse, so that bitECS hands out free ids in the same order as before.
  for (const eid of spare.reverse()) removeEntity(world, eid)
  for (const eid of wanted) if (!free.has(eid)) places.set(eid, addEntity(world))
}

function setKinds(world: AnimationWorld, eid: number, kinds: number): void {
  const { animation, components } = world
  if (kinds !== 0 && !hasComponent(world, eid, components.Transform))
    addComponent(world, eid, components.Transform)
  for (const { member } of savesOf(animation).values())
    if (member) setComponent(world, eid, member.component, (kinds & member.bit) !== 0)
  const named: Partial<Record<string, object>> = { ...components }
  for (const kind of KINDS) {
    const component = named[kind]
    if (component) setComponent(world, eid, component, (kinds & MEMBER[kind]) !== 0)
  }
}

function setComponent(world: World, eid: number, component: object, wants: boolean): void {
  if (wants === hasComponent(world, eid, component)) return
  if (wants) addComponent(world, eid, component)
  else removeComponent(world, eid, component)
}

/** Yields each id of the intervals `[from, to)` in `runs`. */
export function* idsOf(runs: Int32Array): Generator<number> {
  for (let run = 0; run < runs.length; run += 2)
    for (let eid = runs[run]; eid < runs[run + 1]; eid++) yield eid
}
