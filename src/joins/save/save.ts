/**
 * Saves a world's animation state: the arena's bytes in one piece, and all objects outside it (free lists, lists of
 * living entities, records of blocks and programs, clocks, queued events, public columns).
 *
 * A schema next to each type lists its saved fields.
 */

import { OsteonError } from '../../base/errors'
import { type AnySchema, copyFields, type Fields, savedFields } from '../../base/memory/fields'
import { settle } from '../../tick/settle'
import {
  CHUNK_SCHEMA,
  MASK_SCHEMA,
  MIX_SCHEMA,
  PROGRAM_SCHEMA,
  type RegisteredRig,
  RIG_SCHEMA,
} from '../../world/chunks/blocks'
import { placesOf } from '../../world/chunks/wardrobe'
import { type AnimationState, STATE_SCHEMA } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld, Components, TransformColumns } from '../../world/world-type'
import { controlsIn } from '../bone-controls/state'
import { wakeLeft } from '../bone-controls/wake-hosts'
import { spritesIn } from '../sprites/state'
import type { Typed } from './bytes/typed-arrays'
import type { ColumnsLike, Content } from './content'
import type { Members } from './members'
import { listEntities, membersOf, savesOf } from './members'

/** An object outside the arena, the names of its saved fields, and their values. */
export interface SavedPart {
  owner: object
  names: readonly string[]
  fields: Fields
}

/** An extension's part of a save. */
export interface SavedJoined {
  readonly copy: unknown
  readonly structure: number
}

export interface Saved {
  /** The arena's bytes below its top; `bytes` begins with them. */
  byteLength: number
  bytes: Uint8Array
  /** The state of the world. */
  readonly owner: AnimationState
  /** Entities that have rows of any kind, and `structureOf` the state at that time. */
  members: Members
  /**
   * `structureOf` the state when its entities last matched the save. While it is equal, no entity must be exchanged.
   */
  structure: number
  /** The number of entities in the world, followed by all ids; null = the state is of another world. */
  entities: Int32Array | null
  /** Objects that a world has one of. */
  readonly parts: readonly SavedPart[]
  /** For each chunk id. */
  readonly chunks: Fields[]
  /** Objects of rigs: mix durations, programs, masks. */
  readonly owned: SavedPart[]
  /** For each rig number. null = unregistered. Rigs that were registered later are missing. */
  readonly rigs: (Fields | null)[]
  /** The number of registered sprite regions. */
  regionCount: number
  /** Public columns. */
  readonly columns: readonly SavedPart[]
  /** Copies of what extensions keep outside the arena, and their `structure` at that time, by name. */
  readonly joined: Map<string, SavedJoined>
  /** A decoded state: its bytes and content. Apart from these, only `members` and `entities` are then filled in. */
  decoded: { readonly bytes: Uint8Array; readonly content: Content } | null
}

export const CHUNK_FIELDS = savedFields(CHUNK_SCHEMA)
export const RIG_FIELDS = savedFields(RIG_SCHEMA)
/** Field of a rig: `placesOf` its wardrobe. */
export const ADDED = 'added'
const PROGRAM_FIELDS = savedFields(PROGRAM_SCHEMA)
const MIX_FIELDS = savedFields(MIX_SCHEMA)
const MASK_FIELDS = savedFields(MASK_SCHEMA)

/** Returns the object, and all objects in it that its schema describes. */
function partsOf(owner: object, schema: AnySchema): SavedPart[] {
  const parts: SavedPart[] = [{ owner, names: savedFields(schema), fields: {} }]
  for (const [name, inner] of Object.entries(schema))
    if (typeof inner === 'object') parts.push(...partsOf((owner as Record<string, object>)[name], inner))
  return parts
}

/** The saved parts of a world's state, those of extensions included. */
export function schemaOf(state: AnimationState): AnySchema {
  return { ...STATE_SCHEMA, ...state.joins.schema }
}

/** Creates a save that holds nothing yet. */
export function createSaved(world: AnimationWorld): Saved {
  const state = stateOf(world)
  return {
    byteLength: 0,
    bytes: new Uint8Array(0),
    owner: state,
    members: NOBODY,
    structure: 0,
    entities: new Int32Array(0),
    parts: partsOf(state, schemaOf(state)),
    chunks: [],
    owned: [],
    rigs: [],
    regionCount: 0,
    columns: publicColumns(world),
    joined: new Map(),
    decoded: null,
  }
}

const NOBODY: Members = {
  structure: 0,
  kinds: new Uint8Array(0),
  removals: new Uint32Array(0),
  runs: new Int32Array(0),
}

/**
 * Saves the world's state, in place of the earlier content of `saved`. A structure call.
 *
 * @throws OsteonError `out-of-memory`; `saved` is then unchanged.
 */
export function saveInto(world: AnimationWorld, saved: Saved): void {
  settle(world)
  world.animation.joins.quads.settle()
  const controls = controlsIn(world.animation)
  if (controls) wakeLeft(controls)
  const { animation: state } = world
  const { arena, blocks, rigs } = state
  for (const hooks of savesOf(state).values()) hooks.settle?.()
  // A state that was decoded has no memory yet.
  if (saved.decoded) saved.byteLength = 0
  copyArena(saved, arena.u8, arena.top)
  saved.decoded = null
  for (const [name, hooks] of savesOf(state))
    saved.joined.set(name, {
      copy: hooks.save(saved.joined.get(name)?.copy),
      structure: hooks.structure(),
    })
  saved.members = membersOf(world)
  saved.structure = saved.members.structure
  saved.entities = listEntities(world, saved.entities ?? new Int32Array(0))
  for (const { owner, fields, names } of saved.parts) copyFields(owner, fields, names)
  for (const [id, chunk] of blocks.chunks.entries())
    if (chunk) copyFields(chunk, fieldsAt(saved.chunks, id), CHUNK_FIELDS)
  saved.rigs.length = rigs.length
  let owned = 0
  for (const [number, registered] of rigs.entries()) {
    if (!registered) {
      saved.rigs[number] = null
      continue
    }
    const fields = fieldsAt(saved.rigs, number)
    copyFields(registered, fields, RIG_FIELDS)
    fields[ADDED] = placesOf(registered)
    owned = saveAllOwned(saved, registered, owned)
  }
  saved.owned.length = owned
  saved.regionCount = spritesIn(state)?.regionCount ?? 0
  for (const { owner, fields, names } of saved.columns) copyFields(owner, fields, names)
}

/** Saves what a rig owns. @returns the index after the last item. */
function saveAllOwned(saved: Saved, { masks, mixes, programs }: RegisteredRig, first: number): number {
  let index = first
  saveOwned(saved, index++, mixes, MIX_FIELDS)
  for (const program of programs.values()) {
    saveOwned(saved, index++, program, PROGRAM_FIELDS)
    for (const deeper of program.deeper) saveOwned(saved, index++, deeper, PROGRAM_FIELDS)
  }
  for (const mask of masks.values()) saveOwned(saved, index++, mask, MASK_FIELDS)
  return index
}

function saveOwned({ owned }: Saved, index: number, owner: object, names: readonly string[]): void {
  // New objects shift the others: a record of another object is replaced.
  if (owned[index]?.owner !== owner) owned[index] = { owner, names, fields: {} }
  copyFields(owner, owned[index].fields, names)
}

function copyArena(saved: Saved, u8: Uint8Array, top: number): void {
  const used = u8.subarray(0, top)
  try {
    // The first copy has exactly the size needed; later ones get room to grow.
    if (saved.byteLength === 0) saved.bytes = used.slice()
    else if (saved.bytes.length < top) saved.bytes = new Uint8Array(top + (top >> 3))
  } catch (cause) {
    const message = `no room for ${Math.round(top / 1e6)} MB (${String(cause)})`
    throw new OsteonError('out-of-memory', 'saveState', '', message)
  }
  if (saved.byteLength !== 0) saved.bytes.set(used)
  saved.byteLength = top
}

function fieldsAt(list: (Fields | null)[], index: number): Fields {
  const fields = list[index] ?? {}
  list[index] = fields
  return fields
}

/** In the order of `Saved.columns`; those of extensions follow. */
const COMPONENT_NAMES = [
  'Transform',
  'Skeleton',
  'SortKey',
  'Visibility',
  'BoneFollower',
] as const satisfies (keyof Components)[]

/** Names of the components whose columns are saved. */
export function componentNames({ joins }: AnimationState): string[] {
  return [...COMPONENT_NAMES, ...Object.keys(joins.columns)]
}

/** Returns the public columns of a world, by component. */
export function columnsByName(world: AnimationWorld): ColumnsLike {
  const components = componentNames(world.animation)
  return Object.fromEntries(
    publicColumns(world).map(({ owner, names }, i) => [
      components[i],
      Object.fromEntries(names.map((name) => [name, (owner as Fields)[name] as Typed])),
    ]),
  )
}

/**
 * Returns public columns, one item per component. For an adopted `Transform`, only the five columns of ours are saved.
 */
function publicColumns({ animation, components }: AnimationWorld): SavedPart[] {
  const { Skeleton, Transform, SortKey, Visibility, BoneFollower } = components
  const others = { Skeleton, SortKey, Visibility, BoneFollower }
  const { x, y, rotation, scaleX, scaleY } = Transform
  return [
    partOf(Transform, { x, y, rotation, scaleX, scaleY } satisfies TransformColumns),
    ...Object.values<object>({
      ...(others satisfies Omit<Components, 'Transform'>),
      ...animation.joins.columns,
    }).map((owner) => partOf(owner, owner)),
  ]
}

/** Describes an object to save. @param named an object with the names of the fields to save. */
function partOf(owner: object, named: object): SavedPart {
  return { owner, names: Object.keys(named), fields: {} }
}
