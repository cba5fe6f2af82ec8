/**
 * Copying a world's animation state out: the arena's bytes in one piece, and what lies outside it (free lists,
 * lists of the living, bookkeeping of blocks and programs, clocks, queued events, public columns).
 *
 * What an object outside the arena holds is copied field by field under its own names, so that a field that is
 * added to one is saved without anybody's doing; what must not be is named in `partsOf`.
 */
import type { AnimationWorld, Components } from '../../components/world-type'
import { OsteonError } from '../errors'
import { copyFields, type Fields, NOTHING } from '../memory/fields'
import { settle } from '../tick/settle'
import { settleSprites } from '../tick/settle-sprites'
import { wakeLeft } from '../tick/wake-hosts'
import type { RegisteredRig } from '../world/blocks'
import type { AnimationState } from '../world/state'

/** An object that a world has one of, and what it held. */
export interface SavedPart {
  readonly owner: object
  readonly fields: Fields
  readonly omitted: readonly string[]
}

export interface Saved {
  /** Bytes of the arena: those below its top, at the start of `bytes`. */
  byteLength: number
  bytes: Uint8Array
  /** The state that was saved. */
  readonly owner: AnimationState
  /** `structureOf` it. */
  structure: number
  readonly parts: readonly SavedPart[]
  /** By chunk id. */
  readonly chunks: Fields[]
  /** What rigs were given and what was made of them: mix durations, programs, masks. */
  readonly owned: object[]
  /** Of each of them. */
  readonly ownedFields: Fields[]
  /** By rig number; those registered later are not in it. */
  readonly rigs: Fields[]
  /** Sprite regions that were registered. */
  regionCount: number
  /** Public columns, in the order of `publicColumns`. */
  readonly columns: Fields[]
  /** What recordings keep outside the arena. */
  recordings: unknown
  /**
   * Entities that have rows of any kind, as `runCount` runs of neighbouring ids: the first, and the one behind the
   * last. Some may be there twice.
   */
  runs: Int32Array
  runCount: number
}

/** Derived from what is saved, or scratch. */
const STREAM_SCRATCH = [
  'frameStale',
  'frames',
  'halves',
  'frameNumber',
  'membersStale',
  'drawn',
  'drawnCount',
  'clippedBy',
  'starts',
  'points',
  'polygonPoints',
  'channels',
]
const ARENA_VIEWS = ['f32', 'f64', 'i32', 'u32', 'u16', 'u8', 'generation', 'owners']
/** What was registered stays so, and `structure` only counts on. */
const REGISTRIES = ['rigs', 'rigsById', 'rigsByRig', 'pages', 'pageNumbers', 'structure']
/** Registered regions, and views of the public columns. */
const SPRITE_REGISTRY = ['regionCount', 'sheets', 'columns', 'bits']
const RIG_REGISTRIES = ['skins', 'combined']
/** Of programs: made again when missed. */
const CACHES = ['setups']

/** Objects whose own fields are saved. */
function partsOf(state: AnimationState): SavedPart[] {
  const { arena, events, followers, kernels, playback, sprites, streams, targets } = state
  const { pools } = streams
  const part = (owner: object, omitted: readonly string[] = NOTHING): SavedPart => {
    return { owner, fields: {}, omitted }
  }
  return [
    part(arena, ARENA_VIEWS),
    part(kernels),
    part(state, REGISTRIES),
    part(state.blocks),
    part(state.pool),
    part(state.alive),
    part(state.active),
    part(state.awake),
    part(state.tick),
    part(playback),
    part(playback.pool),
    part(playback.commands),
    part(streams, ['positions']),
    part(pools, STREAM_SCRATCH),
    part(pools.words),
    part(pools.vertices),
    part(pools.tail),
    part(sprites, SPRITE_REGISTRY),
    part(sprites.pool),
    part(sprites.places),
    part(sprites.records),
    part(sprites.regions),
    part(sprites.alive),
    part(followers, ['structure']),
    part(followers.pool),
    part(targets, ['structure']),
    part(targets.pool),
    part(events),
    part(events.queue),
  ]
}

/** Nothing saved yet. */
export function createSaved(state: AnimationState): Saved {
  return {
    byteLength: 0,
    bytes: new Uint8Array(0),
    owner: state,
    structure: 0,
    parts: partsOf(state),
    chunks: [],
    owned: [],
    ownedFields: [],
    rigs: [],
    regionCount: 0,
    columns: [],
    recordings: null,
    runs: new Int32Array(0),
    runCount: 0,
  }
}

/** Counts what a state can't be restored across: rows of skeletons, sprites, followers, targets and recordings. */
export function structureOf({ structure, followers, recordings, targets }: AnimationState): number {
  return structure + followers.structure + targets.structure + (recordings?.structure() ?? 0)
}

/**
 * Writes the world's state over what was saved before. A structure call.
 *
 * @throws OsteonError `out-of-memory`; `saved` is what it was then.
 */
export function saveInto(world: AnimationWorld, saved: Saved): void {
  settle(world)
  settleSprites(world)
  wakeLeft(world.animation)
  const { animation: state } = world
  const { arena, blocks, rigs, sprites } = state
  state.recordings?.settle()
  copyArena(saved, arena.u8, arena.top)
  saved.recordings = state.recordings?.save(saved.recordings)
  saved.structure = structureOf(state)
  for (const { owner, fields, omitted } of saved.parts) copyFields(owner, fields, omitted)
  for (const [id, chunk] of blocks.chunks.entries()) if (chunk) copyFields(chunk, fieldsAt(saved.chunks, id))
  saved.rigs.length = rigs.length
  let owned = 0
  for (const [number, registered] of rigs.entries()) {
    if (!registered) continue
    copyFields(registered, fieldsAt(saved.rigs, number), RIG_REGISTRIES)
    owned = saveOwned(saved, registered, owned)
  }
  saved.owned.length = owned
  saved.regionCount = sprites.regionCount
  publicColumns(world.components).forEach((columns, index) => {
    copyFields(columns, fieldsAt(saved.columns, index))
  })
  listMembers(state, saved)
}

/** @returns how many there are now. */
function saveOwned(
  { owned, ownedFields }: Saved,
  { masks, mixes, programs }: RegisteredRig,
  first: number,
): number {
  let index = first
  for (const object of [mixes, ...programs.values(), ...masks.values()]) {
    // What was made since the last time moves others on: a record of something else is none to write into.
    if (owned[index] !== object) ownedFields[index] = {}
    owned[index] = object
    copyFields(object, ownedFields[index], CACHES)
    index++
  }
  return index
}

function copyArena(saved: Saved, u8: Uint8Array, top: number): void {
  const used = u8.subarray(0, top)
  try {
    // The first copy is made as it is allocated; later ones get room to grow.
    if (saved.byteLength === 0) saved.bytes = used.slice()
    else if (saved.bytes.length < top) saved.bytes = new Uint8Array(top + (top >> 3))
  } catch (cause) {
    const message = `no room for ${Math.round(top / 1e6)} MB (${String(cause)})`
    throw new OsteonError('out-of-memory', 'saveState', '', message)
  }
  if (saved.byteLength !== 0) saved.bytes.set(used)
  saved.byteLength = top
}

function fieldsAt(list: Fields[], index: number): Fields {
  list[index] ??= {}
  return list[index]
}

/** What users see, by component. Of an adopted `Transform` only the columns that it was adopted for. */
export function publicColumns(components: Components): object[] {
  const { Skeleton, Transform, SortKey, Visibility, Sprite, BoneFollower, BoneTarget } = components
  const { x, y, rotation, scaleX, scaleY } = Transform
  return [Skeleton, { x, y, rotation, scaleX, scaleY }, SortKey, Visibility, Sprite, BoneFollower, BoneTarget]
}

function listMembers({ alive, followers, sprites, targets }: AnimationState, saved: Saved): void {
  const most = 2 * (alive.count + sprites.alive.count + followers.count + targets.count)
  if (saved.runs.length < most) saved.runs = new Int32Array(most + (most >> 2))
  saved.runCount = 0
  for (let i = 0; i < alive.count; i++) addMember(saved, alive.ids[i])
  for (let i = 0; i < sprites.alive.count; i++) addMember(saved, sprites.rows.entity[sprites.alive.ids[i]])
  for (let i = 0; i < followers.count; i++) addMember(saved, followers.rows.entity[i])
  for (let i = 0; i < targets.count; i++) addMember(saved, targets.rows.entity[i])
}

function addMember(saved: Saved, eid: number): void {
  const { runs, runCount } = saved
  if (runCount === 0 || runs[2 * runCount - 1] !== eid) {
    runs[2 * runCount] = eid
    saved.runCount++
  }
  runs[2 * saved.runCount - 1] = eid + 1
}
