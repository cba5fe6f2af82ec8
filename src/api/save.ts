import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { restoreFrom } from '../snapshot/restore'
import { createSaved, type Saved, saveInto } from '../snapshot/save'
import type { AnimationState } from '../world/state'
import { stateOf } from '../world/state-of'

/** A copy of a world's animation state, for `restoreState` of the same world. Not to be written to a file. */
export interface SavedState {
  /** Bytes of the world's memory that it holds; public columns and lists come on top. */
  readonly byteLength: number
}

/**
 * Copies the animation state of a world out: poses, track entries and their clocks, slots and their colours,
 * draw orders, what sleeps and what is due, events that wait for the next tick, and the public columns of every
 * entity that has a skeleton, a sprite, a `BoneFollower` or a `BoneTarget` (of an adopted `Transform`: its five
 * columns). Skeletons that were added without rows get them first.
 *
 * Not copied: which entities there are and which components they have, `world.time`, what was registered (rigs,
 * atlases, combined skins), the events of the last tick, the renderer.
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
 * Takes a world back to a saved state, as often as wanted. Everything that follows is the same as it was the first
 * time, bit for bit, events included, as long as what is called and written is the same. Handles of entries that
 * were made since are stale, or other entries'.
 *
 * In between anything may be played, written, posed, hidden and registered; skins may change and memory may grow. But a
 * state is refused once a skeleton, a sprite, a `BoneFollower` or a `BoneTarget` was added or removed, even if that was undone.
 *
 * Until the next tick `events` has none to show. A renderer uploads everything again.
 *
 * @throws OsteonError `bad-option` if `saved` is no state of this world, `structure-changed`, `out-of-memory`;
 *   nothing has changed then.
 */
export function restoreState(world: AnimationWorld, saved: SavedState): void {
  restoreFrom(world, checkSaved(world, saved, 'restoreState', 'saved'))
}

function checkSaved(world: AnimationWorld, saved: unknown, source: string, path: string): Saved {
  if (isSavedOf(stateOf(world), saved)) return saved
  throw new OsteonError('bad-option', source, path, 'expected what saveState gave for this world')
}

function isSavedOf(state: AnimationState, saved: unknown): saved is Saved {
  return typeof saved === 'object' && saved !== null && 'owner' in saved && saved.owner === state
}
