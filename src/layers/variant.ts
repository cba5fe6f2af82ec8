/** What of its animation an entry shows: the form of a loop, or that whose last keys hold; and where in that. */
import type { LayerPlan } from '../world/layers'
import { WORK_TIME } from '../world/playback'
import type { AnimationState } from '../world/state'
import { planFor } from './sampling/plan'

/** The number of the animation whose image an entry shows now. */
export function variantOf({ playback, rigs, skeletons }: AnimationState, row: number): number {
  const { animation, entity, playTimes, plays } = playback.entries
  const number = animation[row]
  const animations = rigs[skeletons.rig[entity[row]]]?.rig.animations
  const held = number - (animations?.[number].playback?.held ?? 0)
  const last = animations?.[held].playback?.cycles ?? 1
  return playTimes[row] > 0 && plays[row] >= playTimes[row] - last ? held : number
}

/**
 * Writes the second that an entry shows, in that form, to its work record: a form spans several loops where timelines have
 * lengths of their own.
 *
 * @param work where the record begins.
 */
export function writeShown(state: AnimationState, row: number, work: number): void {
  const { arena, playback, rigs, skeletons } = state
  const { f64 } = arena
  const { entity, nextAnimationLast, playTimes, plays, trackTime } = playback.entries
  const how = rigs[skeletons.rig[entity[row]]]?.rig.animations[variantOf(state, row)].playback
  f64[work + WORK_TIME] = nextAnimationLast[row]
  if (!how || how.cycles === 1) return
  const { cycles, rate, seconds } = how
  const times = playTimes[row]
  const loop = times > 0 ? Math.min(plays[row], times - 1) + cycles - times : plays[row] % cycles
  const shown = nextAnimationLast[row] + (trackTime[row] < 0 ? cycles - 1 - loop : loop) * seconds
  // As in `reachFrame`.
  f64[work + WORK_TIME] = Math.max(shown, Math.fround(Math.floor(shown * rate) / rate))
}

/** What an entry's animation keys. */
export function planOf(state: AnimationState, row: number): LayerPlan | null {
  const { playback, rigs, skeletons } = state
  const { animation, entity } = playback.entries
  const rig = rigs[skeletons.rig[entity[row]]]?.rig
  return rig ? planFor(state, rig, animation[row]) : null
}
