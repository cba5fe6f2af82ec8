/** The lists of skeletons that are active, and of skeletons that are awake in the open tick. */
import { doubled } from '../base/memory/growing'
import { ACTIVITY } from './skeletons'
import type { AnimationState } from './state'

const { asleep, listed } = ACTIVITY

/** Adds a skeleton to the awake ones of the open tick, once. */
export function addAwake({ awake, skeletons }: AnimationState, eid: number): void {
  if ((skeletons.activity[eid] & listed) !== 0) return
  skeletons.activity[eid] |= listed
  if (awake.count === awake.ids.length) awake.ids = doubled(awake.ids)
  awake.ids[awake.count++] = eid
}

/** Ends a skeleton's sleep: the next tick examines it again when it opens. */
export function endSleep({ skeletons, tick }: AnimationState, eid: number): void {
  if ((skeletons.activity[eid] & asleep) === 0) return
  skeletons.activity[eid] &= ~asleep
  tick.activeStale = true
}
