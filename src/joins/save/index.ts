/**
 * Saved states: copies of all animation in a world, for rollback, files and other processes.
 *
 * @module osteon/save
 */
import { entityExists } from 'bitecs'
import { OsteonError } from '../../base/errors'
import { heardCall, isHeard } from '../../world/calls'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { decode } from './decode'
import { encode } from './encode'
import { restoreFrom } from './restore'
import { createSaved, type Saved, saveInto } from './save'

export type { EncodedHooks, MemberHooks, SaveHooks } from './hooks'

/** A copy of a world's animation state, for `restoreState` of the same world. `encodeState` turns it into bytes. */
export interface SavedState {
  /** Bytes of the world's memory that it holds, not counting public columns and lists. */
  readonly byteLength: number
}

/**
 * Copies the animation state of a world: poses, track entries and their clocks, slots and their colours, draw orders,
 * slot children, sleep and pending work, events for the next tick, and the public columns of every entity that has a
 * skeleton, a sprite, a `BoneFollower` or a `BoneTarget` (for an adopted `Transform`: its five columns), with the list
 * of its components of ours. Skeletons that were added but have no rows get them first.
 *
 * Not copied: other components, `world.time`, registered rigs and atlases, combined skins, the events of the last tick,
 * the renderer.
 *
 * It may be called at any time between two systems. The cost is that of copying the world's memory once.
 *
 * @param into a state of this world that is no longer needed: it is overwritten, and its memory is reused if it is
 *   large enough. A game that can be rolled back by eight ticks keeps eight of them.
 * @throws OsteonError `bad-option` if `into` isn't a state of this world, `out-of-memory`; `into` is then unchanged.
 */
export function saveState(world: AnimationWorld, into?: SavedState): SavedState {
  if (isHeard(world)) return heardCall('saveState', saveState, world, into)
  const saved = into === undefined ? createSaved(world) : checkSaved(world, into, 'saveState', 'into')
  saveInto(world, saved)
  return saved
}

/**
 * Returns a saved state as bytes: for a file, or for another process. They have a version, their length and a checksum.
 * Anybody can write a valid checksum, so sign bytes that pass through other hands. They list entities and their
 * differences from the setup pose: 0.3 to 2 kB a skeleton. Later releases load them; the guide says for how long.
 *
 * @param saved from `saveState`. @default the world's current state
 * @throws OsteonError `unsupported-feature` in a world with recordings (clips, and the entities with `Pose3`, `Hand`,
 *   `HandJoint`, `Gaze`, `Camera3` that they move, are not encoded); `unknown-rig` if a rig was unregistered since it
 *   was saved; `bad-option`, `out-of-memory`.
 */
export function encodeState(world: AnimationWorld, saved: SavedState = saveState(world)): Uint8Array {
  return encode(checkSaved(world, saved, 'encodeState', 'saved'))
}

/**
 * Decodes bytes of `encodeState`, of 0.3.0 or a later release up to this one, into a state of this world, for
 * `restoreState`. The world must have the same rigs under the same ids, and the same atlases in the same order; more
 * may be registered after them. Attachments and skins that were added at run time must be added here, too, in the same
 * order, while the game starts. Combined skins are combined by this call. `capacity`, kernels and shortcuts may differ.
 *
 * @throws OsteonError `bad-magic` (foreign), `unsupported-version` (of a later release, or one before 0.3.0),
 *   `truncated`, `trailing-data`, `damaged`, `wrong-type`; `unknown-rig`, `unknown-skin`, `unknown-attachment`,
 *   `missing-region`, `unknown-table` if this world knows other rigs, skins, added attachments, regions or tables;
 *   `unsupported-feature` in a world with recordings, for baked figures in a world without `crowds`, and for entities
 *   in slots in a world without `nesting`. Nothing has changed then.
 */
export function decodeState(world: AnimationWorld, bytes: Uint8Array): SavedState {
  stateOf(world)
  return decode(world, bytes)
}

/** Options of a restore. */
export interface RestoreOptions {
  /**
   * Maps a saved id to the entity in this world, for instance from bitECS's deserialisers. These entities keep
   * components that are not ours. Other entities of the state are looked for under their saved ids. @default none
   */
  entities?: ReadonlyMap<number, number>
}

/**
 * Restores a saved state, as often as you like. The same calls and writes then lead to the same results as the first
 * time, bit for bit, including events. Handles of entries that were made since then are stale, or belong to other
 * entries.
 *
 * In between anything may happen, except that recordings may neither begin nor end, and no rig of the state may be
 * unregistered. Entities that got a skeleton, a sprite, a `BoneFollower` or a `BoneTarget` since then are removed;
 * entities that existed when the state was saved only lose the component. Removed entities come back with their
 * components of ours; other components are up to the caller. An entity that lost all of ours before it was removed is
 * taken for the one that has its id now.
 *
 * A state of `decodeState` may come from another world. All its entities are then added, under their saved ids if these
 * are free and no higher than 131,072 or the highest id in this world. Streams are made with the next tick: run one
 * before `draw`. An entity that has a component of ours is taken for the saved one with its id.
 *
 * Until the next tick `events` is empty, and in a world that has not ticked yet no bone can be read. A renderer uploads
 * everything again.
 *
 * @returns saved id → new id, for ids that entities of other kinds have taken since; usually empty.
 * @throws OsteonError `bad-option` if `saved` isn't a state of this world, or `entities` names a missing entity or one
 *   twice, `structure-changed` if recordings began or ended, `unknown-rig`, `capacity` of an adopted `Transform`,
 *   `out-of-memory`; everything stays as it was.
 */
export function restoreState(
  world: AnimationWorld,
  saved: SavedState,
  options: RestoreOptions = {},
): ReadonlyMap<number, number> {
  if (isHeard(world)) return heardCall('restoreState', restoreState, world, saved, options)
  const state = checkSaved(world, saved, 'restoreState', 'saved')
  return restoreFrom(world, state, checkEntities(world, state, options.entities))
}

function checkEntities(
  world: AnimationWorld,
  { members: { kinds } }: Saved,
  entities: ReadonlyMap<number, number> | undefined,
): ReadonlyMap<number, number> | undefined {
  if (entities === undefined) return undefined
  const bad = (message: string) => new OsteonError('bad-option', 'restoreState', 'entities', message)
  if (!(entities instanceof Map)) throw bad('expected a Map')
  // A deserialiser's map may name further entities.
  const named = new Map([...entities].filter(([eid]) => kinds[eid] > 0))
  for (const eid of named.values()) if (!entityExists(world, eid)) throw bad(`there is no entity ${eid}`)
  if (new Set(named.values()).size < named.size) throw bad('two entities of the state are one here')
  return named
}

function checkSaved(world: AnimationWorld, saved: unknown, source: string, path: string): Saved {
  if (isSavedOf(stateOf(world), saved)) return saved
  throw new OsteonError('bad-option', source, path, 'expected what saveState gave for this world')
}

function isSavedOf(state: AnimationState, saved: unknown): saved is Saved {
  return typeof saved === 'object' && saved !== null && 'owner' in saved && saved.owner === state
}
