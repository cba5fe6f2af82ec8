/** Events and loops that an entry passes. */
import { keyInForce } from '../apply/frames'
import { notifyEntry } from '../tracks/notify'
import { EVENT_KIND } from '../world/events'
import { LAYER_FLAG, type LayerPlan, RUN } from '../world/layers'
import type { AnimationState } from '../world/state'
import { planOf } from './form'

const resetsOrder = LAYER_FLAG.displays | LAYER_FLAG.resets

/**
 * Reports the start of an entry whose time has changed, the keys between then and now, and the loops that are over.
 *
 * @param ranAs one of RUN, before. @param playedBefore loops, before. @param before the first number is the second that was shown.
 */
export function passKeys(
  state: AnimationState,
  row: number,
  ranAs: number,
  playedBefore: number,
  before: Float64Array,
): void {
  const { flags, lastKey, plays, run, timeScale } = state.playback.entries
  const told = (flags[row] & LAYER_FLAG.reports) !== 0
  if (ranAs === RUN.waits) {
    if (run[row] === RUN.waits) return
    if ((flags[row] & resetsOrder) === resetsOrder) flags[row] |= LAYER_FLAG.reorders
    if (told) notifyEntry(state, row, EVENT_KIND.start)
  }
  const looped = plays[row] !== playedBefore
  if (ranAs === RUN.waits || (looped && run[row] !== RUN.over)) lastKey[row] = -1
  const plan = planOf(state, row)
  let loops = looped && told
  if (plan && plan.keyTimes.length > 0) {
    const key = keyInForce(plan.keyTimes, state.playback.entries.nextAnimationLast, row)
    if (key !== lastKey[row]) {
      if (plan.keyTimes.length === 1) loops = passOnly(state, row, plan, looped, before, loops)
      else if (timeScale[row] < 0) loops = passBackwards(state, row, plan, key, looped, before, loops)
      else loops = passForwards(state, row, plan, key, looped, before, loops)
      lastKey[row] = key
    }
  }
  if (loops) notifyEntry(state, row, EVENT_KIND.loopComplete)
  if (looped && told && run[row] === RUN.over) notifyEntry(state, row, EVENT_KIND.complete)
}

function passOnly(
  state: AnimationState,
  row: number,
  plan: LayerPlan,
  looped: boolean,
  before: Float64Array,
  loops: boolean,
): boolean {
  const { animationStart } = state.playback.entries
  if (looped ? animationStart[row] > 0 : before[0] > 0) return loops
  const forwards = state.playback.entries.timeScale[row] >= 0
  if (loops && forwards) notifyEntry(state, row, EVENT_KIND.loopComplete)
  fire(state, row, plan, 0)
  return loops && !forwards
}

function passForwards(
  state: AnimationState,
  row: number,
  plan: LayerPlan,
  key: number,
  looped: boolean,
  before: Float64Array,
  loops: boolean,
): boolean {
  const last = plan.keyTimes.length - 1
  let left = loops
  let at = state.playback.entries.lastKey[row]
  if (at < 0) {
    at = keyInForce(plan.keyTimes, before, 0)
    if (!looped) {
      if (before[0] <= plan.keyTimes[at]) at = at > 0 ? at - 1 : last
      else if (at === key) return left
    }
  }
  do {
    at = at < last ? at + 1 : 0
    left = passKey(state, row, plan, at, left)
  } while (at !== key)
  return left
}

function passBackwards(
  state: AnimationState,
  row: number,
  plan: LayerPlan,
  key: number,
  looped: boolean,
  before: Float64Array,
  loops: boolean,
): boolean {
  const last = plan.keyTimes.length - 1
  let left = loops
  let at = state.playback.entries.lastKey[row]
  if (at < 0) {
    at = keyInForce(plan.keyTimes, before, 0)
    if (!looped && at === key) return left
  }
  do {
    left = passKey(state, row, plan, at, left)
    at = at > 0 ? at - 1 : last
  } while (at !== key)
  return left
}

/** Fires a key that lies in the window of the entry. The first key ends a loop. @returns `loops`, if no end was reported. */
function passKey(state: AnimationState, row: number, plan: LayerPlan, key: number, loops: boolean): boolean {
  const { animationEnd, animationStart } = state.playback.entries
  const time = plan.keyTimes[key]
  if (animationStart[row] <= time && time <= animationEnd[row]) fire(state, row, plan, key)
  if (!loops || key !== 0) return loops
  notifyEntry(state, row, EVENT_KIND.loopComplete)
  return false
}

/** Fires the events of a key. Actions are events, too. */
function fire(state: AnimationState, row: number, { keyFirst }: LayerPlan, key: number): void {
  if ((state.playback.entries.flags[row] & LAYER_FLAG.reports) === 0) return
  const { animation, entity } = state.playback.entries
  const rig = state.rigs[state.skeletons.rig[entity[row]]]?.rig
  const details = rig?.animations[animation[row]].image().events?.details
  for (let event = keyFirst[key]; event < keyFirst[key + 1]; event++) {
    const isAction = details?.[event]?.type === 'action'
    notifyEntry(state, row, isAction ? EVENT_KIND.action : EVENT_KIND.event, event)
  }
}
