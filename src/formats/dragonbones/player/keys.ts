/** Fires the events and reports the loops that an entry passes. */
import { keyInForce } from '../../../tracks/commands/frames'
import { notifyEntry } from '../../../tracks/entries/notify'
import { EVENT_KIND } from '../../../world/events'
import type { AnimationState } from '../../../world/state'
import { keyedOf } from './form'
import { type KeyedTargets, LAYER_FLAG, RUN } from './sampling/layers'

const resetsOrder = LAYER_FLAG.displays | LAYER_FLAG.resets

/**
 * Reports the start of an entry whose time has changed, the keys that it passed, and the loops that ended.
 *
 * @param ranAs `run` before.
 * @param playedBefore `plays` before.
 * @param before its first number is the second shown before.
 */
export function passKeys(
  state: AnimationState,
  row: number,
  ranAs: number,
  playedBefore: number,
  before: Float64Array,
): void {
  const { timeScale } = state.playback.entries
  const { flags, lastKey, plays, run } = state.playback.layerEntries
  const told = (flags[row] & LAYER_FLAG.reports) !== 0
  if (ranAs === RUN.waits) {
    if (run[row] === RUN.waits) return
    if ((flags[row] & resetsOrder) === resetsOrder) flags[row] |= LAYER_FLAG.reorders
    if (told) notifyEntry(state, row, EVENT_KIND.start)
  }
  const looped = plays[row] !== playedBefore
  if (ranAs === RUN.waits || (looped && run[row] !== RUN.over)) lastKey[row] = -1
  const keyed = keyedOf(state, row)
  let loopDue = looped && told
  if (keyed && keyed.keyTimes.length > 0) {
    const key = keyInForce(keyed.keyTimes, state.playback.layerEntries.second, row)
    if (key !== lastKey[row]) {
      if (keyed.keyTimes.length === 1) loopDue = passOnly(state, row, keyed, looped, before, loopDue)
      else if (timeScale[row] < 0) loopDue = passBackwards(state, row, keyed, key, looped, before, loopDue)
      else loopDue = passForwards(state, row, keyed, key, looped, before, loopDue)
      lastKey[row] = key
    }
  }
  if (loopDue) notifyEntry(state, row, EVENT_KIND.loopComplete)
  if (looped && told && run[row] === RUN.over) notifyEntry(state, row, EVENT_KIND.complete)
}

/** Fires the only key, at 0, if a loop or the start passed it. @param loopDue as for `passKey`. */
function passOnly(
  state: AnimationState,
  row: number,
  keyed: KeyedTargets,
  looped: boolean,
  before: Float64Array,
  loopDue: boolean,
): boolean {
  const { animationStart } = state.playback.entries
  if (looped ? animationStart[row] > 0 : before[0] > 0) return loopDue
  const forwards = state.playback.entries.timeScale[row] >= 0
  if (loopDue && forwards) notifyEntry(state, row, EVENT_KIND.loopComplete)
  fire(state, row, keyed, 0)
  return loopDue && !forwards
}

/** Fires the keys after the last one in force, up to `key`, also around the end. @param loopDue as for `passKey`. */
function passForwards(
  state: AnimationState,
  row: number,
  keyed: KeyedTargets,
  key: number,
  looped: boolean,
  before: Float64Array,
  loopDue: boolean,
): boolean {
  const last = keyed.keyTimes.length - 1
  let due = loopDue
  let at = state.playback.layerEntries.lastKey[row]
  if (at < 0) {
    at = keyInForce(keyed.keyTimes, before, 0)
    if (!looped) {
      if (before[0] <= keyed.keyTimes[at]) at = at > 0 ? at - 1 : last
      else if (at === key) return due
    }
  }
  do {
    at = at < last ? at + 1 : 0
    due = passKey(state, row, keyed, at, due)
  } while (at !== key)
  return due
}

/** Fires the last key in force and its predecessors, down to the one after `key`. @param loopDue as for `passKey`. */
function passBackwards(
  state: AnimationState,
  row: number,
  keyed: KeyedTargets,
  key: number,
  looped: boolean,
  before: Float64Array,
  loopDue: boolean,
): boolean {
  const last = keyed.keyTimes.length - 1
  let due = loopDue
  let at = state.playback.layerEntries.lastKey[row]
  if (at < 0) {
    at = keyInForce(keyed.keyTimes, before, 0)
    if (!looped && at === key) return due
  }
  do {
    due = passKey(state, row, keyed, at, due)
    at = at > 0 ? at - 1 : last
  } while (at !== key)
  return due
}

/**
 * Fires a key if it is in the portion that is played. The end of the previous loop is reported after the first key.
 *
 * @param loopDue whether the end of a loop must still be reported. @returns whether it still must.
 */
function passKey(
  state: AnimationState,
  row: number,
  keyed: KeyedTargets,
  key: number,
  loopDue: boolean,
): boolean {
  const { animationEnd, animationStart } = state.playback.entries
  const time = keyed.keyTimes[key]
  if (animationStart[row] <= time && time <= animationEnd[row]) fire(state, row, keyed, key)
  if (!loopDue || key !== 0) return loopDue
  notifyEntry(state, row, EVENT_KIND.loopComplete)
  return false
}

/** Fires the events of a key, and its actions. */
function fire(state: AnimationState, row: number, { keyFirst }: KeyedTargets, key: number): void {
  if ((state.playback.layerEntries.flags[row] & LAYER_FLAG.reports) === 0) return
  const { animation, entity } = state.playback.entries
  const rig = state.rigs[state.skeletons.rig[entity[row]]]?.source
  const details = rig?.animations[animation[row]].image().events?.details
  for (let event = keyFirst[key]; event < keyFirst[key + 1]; event++) {
    const isAction = details?.[event]?.type === 'action'
    notifyEntry(state, row, isAction ? EVENT_KIND.action : EVENT_KIND.event, event)
  }
}
