/**
 * Finds the form of its animation that an entry shows, looping or ending with held keys, and the second that is shown.
 */
import { heldForm } from '../../../rig/forms'
import { WORK } from '../../../world/playback'
import type { AnimationState } from '../../../world/state'
import { keyedFor } from './sampling/keyed'
import { type KeyedTargets, LAYER_FLAG } from './sampling/layers'

/** Returns the number of the animation whose image an entry shows now. */
export function formOf({ playback, rigs, skeletons }: AnimationState, row: number): number {
  const { animation, entity } = playback.entries
  const { clock, flags, playTimes, plays } = playback.layerEntries
  const number = animation[row]
  const animations = rigs[skeletons.rig[entity[row]]]?.source.animations
  const holds =
    clock[row] > 0
      ? (flags[row] & LAYER_FLAG.holdsLast) !== 0
      : playTimes[row] > 0 && plays[row] >= playTimes[row] - 1
  return holds && animations ? heldForm(animations, number) : number
}

/** Writes the second that is shown to the entry's work record. @param work where the record begins. */
export function writeShown({ arena, playback }: AnimationState, row: number, work: number): void {
  arena.f64[work + WORK.TIME] = playback.layerEntries.second[row]
}

/** Returns the keyed targets of an entry's animation. */
export function keyedOf(state: AnimationState, row: number): KeyedTargets | null {
  const { playback, rigs, skeletons } = state
  const { animation, entity } = playback.entries
  const rig = rigs[skeletons.rig[entity[row]]]?.source
  return rig ? keyedFor(state, rig, animation[row]) : null
}
