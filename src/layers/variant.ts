/** Which form of its animation an entry shows: that of a loop, or that whose last keys hold. */
import type { LayerPlan } from '../world/layers'
import type { AnimationState } from '../world/state'

/** The number of the animation whose image an entry shows now. */
export function variantOf({ playback, rigs, skeletons }: AnimationState, row: number): number {
  const { animation, entity, playTimes, plays } = playback.entries
  const held = rigs[skeletons.rig[entity[row]]]?.rig.animations[animation[row]].playback?.held ?? 0
  return playTimes[row] > 0 && plays[row] >= playTimes[row] - 1 ? animation[row] - held : animation[row]
}

/** What an entry's animation keys: both forms key the same. */
export function planOf({ layers, playback, rigs, skeletons }: AnimationState, row: number): LayerPlan | null {
  const { animation, entity } = playback.entries
  const image = rigs[skeletons.rig[entity[row]]]?.rig.animations[animation[row]].image()
  return (image && layers?.plans.get(image)) ?? null
}
