/** Which form of its animation an entry shows: that of a loop, or that whose last keys hold. */
import type { LayerPlan } from '../world/layers'
import type { AnimationState } from '../world/state'
import { planFor } from './plan'

/** The number of the animation whose image an entry shows now. */
export function variantOf({ playback, rigs, skeletons }: AnimationState, row: number): number {
  const { animation, entity, playTimes, plays } = playback.entries
  const held = rigs[skeletons.rig[entity[row]]]?.rig.animations[animation[row]].playback?.held ?? 0
  return playTimes[row] > 0 && plays[row] >= playTimes[row] - 1 ? animation[row] - held : animation[row]
}

/** What an entry's animation keys. */
export function planOf(state: AnimationState, row: number): LayerPlan | null {
  const { playback, rigs, skeletons } = state
  const { animation, entity } = playback.entries
  const rig = rigs[skeletons.rig[entity[row]]]?.rig
  return rig ? planFor(state, rig, animation[row]) : null
}
