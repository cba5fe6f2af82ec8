/** Saves and restores the state of a world. */
import { entityExists } from 'bitecs'
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { decode } from '../snapshot/decode'
import { encode } from '../snapshot/encode'
import { restoreFrom } from '../snapshot/restore'
import { createSaved, type Saved, saveInto } from '../snapshot/save'
import type { AnimationState } from '../world/state'
import { stateOf } from '../world/state-of'

/** A copy of a world's animation state, for `restoreState` of the same world. `encodeState` makes bytes of it. */
export interface SavedState {
  /** Bytes of the world's memory that it holds; public columns and lists come on top. */
  readonly byteLength: number
}

/**
 * Copies the animation state of a world out: poses, track entries and their clocks, slots and their colours,
 * draw orders, what is in which slot, what sleeps and what is due, events that wait for the next tick, and the public columns of every
 * entity that has a skeleton, a sprite, a `BoneFollower` or a `BoneTarget` (of an adopted `Transform`: its five
 * columns), and which of our components it has. Skeletons that were added without rows get them first.
 *
 * Not copied: components that are not ours, `world.time`, what was registered (rigs, atlases, combined skins), the
 * events of the last tick, the renderer.
 *
 * It may be called at any time between two systems; the cost is that of copying the world's memory once.
 *
 * @param into a state of this world that is no longer wanted: it is overwritten, and its memory used again
 *   where it is large enough. A game that can be rolled back by eight ticks keeps eight of them.
 * @throws OsteonError `bad-option` if `into` is no state of this world, `out-of-memory`; `into` is what it was then.
 */
export function saveState(world: AnimationWorld, into?: SavedState): SavedState {
  const saved =
    into === undefined
      ? createSaved(stateOf(world), world.components)
      : checkSaved(world, into, 'saveState', 'into')
  saveInto(world, saved)
  return saved
}

/**
 * A saved state as bytes: for a file, or for another process. They have a version, their length and a check; who can write
 * bytes can write a check, too, so bytes of strangers need a signature of yours. They tell who is there and how each differs from the
 * setup pose: 0.3 to 2 kB a skeleton. Later releases load them; the guide says for how long.
 *
 * @param saved what `saveState` gave; the world as it is unless given.
 * @throws OsteonError `unsupported-feature` in a world with recordings (clips, and the entities with `Pose3`, `Hand`,
 *   `HandJoint`, `Gaze`, `Camera3` that they move, are not encoded); `unknown-rig` if a rig was unregistered since it was
 *   saved; `bad-option`, `out-of-memory`.
 */
export function encodeState(world: AnimationWorld, saved: SavedState = saveState(world)): Uint8Array {
  return encode(checkSaved(world, saved, 'encodeState', 'saved'))
}

/**
 * Bytes of `encodeState`, of this release or one since 0.2.0, as a state of this world, to be given to `restoreState`. The world must
 * know the same rigs under the same ids, and the same atlases in the same order; more may have been registered behind them. So with
 * attachments and skins that were added at run time: add the same, in the same order, while the game starts. Skins that were combined
 * are combined here. `capacity`, kernels and shortcuts may differ.
 *
 * @throws OsteonError `bad-magic` (foreign), `unsupported-version` (of a later release, or one before 0.2.0), `truncated`, `trailing-data`,
 *   `damaged`, `wrong-type`; `unknown-rig`, `unknown-skin`, `unknown-attachment`, `missing-region` if this world knows other
 *   rigs, skins, added attachments or regions; `unsupported-feature` in a world with recordings, and for entities in slots in
 *   a world without `nesting` (see `InstallOptions`) that has put none into a slot. Nothing has changed then.
 */
export function decodeState(world: AnimationWorld, bytes: Uint8Array): SavedState {
  stateOf(world)
  return decode(world, bytes)
}

/** How a state is restored. */
export interface RestoreOptions {
  /**
   * Which entities here are which of the state, by saved id: what bitECS's deserialisers return, for instance. They keep
   * the components that are not ours. Others of the state are looked for under their ids. @default none
   */
  entities?: ReadonlyMap<number, number>
}

/**
 * Takes a world back to a saved state, as often as wanted. Everything that follows is the same as it was the first
 * time, bit for bit, events included, as long as what is called and written is the same. Handles of entries that
 * were made since are stale, or other entries'.
 *
 * In between anything may happen, but recordings may neither begin nor end, and no rig of the state may be unregistered.
 * Who got a skeleton, a sprite, a `BoneFollower` or a `BoneTarget` since, goes: the entity is removed; if it was there when the
 * state was saved, it only loses the component. Who went comes back, with the components of ours that it had; other
 * components are the caller's. An entity that lost all of ours before it was removed is taken for the one that has its id now.
 *
 * A state that `decodeState` gave may come from another world: there everybody of the state comes, under the saved id where
 * it is free and no higher than 131,072 or the highest id here. What is drawn of it is made with the next tick: run one before `draw`. An entity that has a component of ours is taken for the one that had its id.
 *
 * Until the next tick `events` has none to show, and in a world that has not ticked yet no bone can be read. A renderer uploads
 * everything again.
 *
 * @returns saved ids that entities of other kinds have taken since → the ids that the state's entities got instead; most
 *   often empty.
 * @throws OsteonError `bad-option` if `saved` is no state of this world or `entities` names what is not there or one twice,
 *   `structure-changed` if recordings began or ended, `unknown-rig`, `capacity` of an adopted `Transform`, `out-of-memory`;
 *   nothing has changed then.
 */
export function restoreState(
  world: AnimationWorld,
  saved: SavedState,
  options: RestoreOptions = {},
): ReadonlyMap<number, number> {
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
  // A deserialiser's map may name others, too.
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
