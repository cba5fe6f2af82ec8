/** The entry by which an animation is applied by hand: it is on no track, and keeps nothing from call to call. */
import { registeredRigOf } from '../world/chunks/registry'
import { BY_HAND } from '../world/entries'
import type { AnimationState } from '../world/state'
import { freeDeforms } from './entries'
import { reserveDeforms } from './modes/find-modes'

/**
 * Makes the entry a skeleton's. A structure call.
 *
 * @param animation number in the rig, brought into the arena by `prepareAnimation`.
 * @returns its row.
 */
export function takeByHand(state: AnimationState, eid: number, animation: number): number {
  const { entries } = state.playback
  entries.entity[BY_HAND] = eid
  entries.animation[BY_HAND] = animation
  reserveDeforms(state, BY_HAND, registeredRigOf(state, eid).rig)
  return BY_HAND
}

/** Gives it back. */
export function giveByHand(state: AnimationState): void {
  state.playback.entries.entity[BY_HAND] = 0
  freeDeforms(state, BY_HAND)
}
