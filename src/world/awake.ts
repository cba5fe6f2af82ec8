/** Who takes part in a tick: the lists of active and awake skeletons. */
import { doubled } from '../memory/growing'
import { ACTIVITY } from './skeletons'
import type { AnimationState } from './state'

const { asleep, listed } = ACTIVITY

/** Appends a skeleton to those that the open tick has something to do for, unless it is among them. */
export function addAwake({ awake, skeletons }: AnimationState, eid: number): void {
  if ((skeletons.activity[eid] & listed) !== 0) return
  skeletons.activity[eid] |= listed
  if (awake.count === awake.ids.length) awake.ids = doubled(awake.ids)
  awake.ids[awake.count++] = eid
}

/** A skeleton that sleeps is looked at again when the next tick opens. */
export function endSleep({ skeletons, tick }: AnimationState, eid: number): void {
  if ((skeletons.activity[eid] & asleep) === 0) return
  skeletons.activity[eid] &= ~asleep
  tick.activeStale = true
}
