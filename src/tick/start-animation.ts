/** Starts animations as files say, even in the middle of a tick. */
import { prepareAnimation } from '../tracks/entries/prepare'
import { addAwake } from '../world/awake'
import { ACTIVITY, LEVEL } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { editSeated } from './doors/edit'

const { advances, asleep, posed } = ACTIVITY

/**
 * Plays an animation as often, and with the fade, as the file says, on a skeleton that is open for writing or new. A
 * structure call.
 */
export function startAnimation(state: AnimationState, eid: number, animation: number): void {
  prepareAnimation(state, eid, animation)
  state.players[state.skeletons.rig[eid]].start(state, eid, animation)
}

/**
 * Opens a skeleton for writing. If `timelineSampling` is running and has not come to it yet, it is sampled in this
 * tick, even if it slept.
 */
export function editInTurn(state: AnimationState, eid: number): void {
  const { events, skeletons } = state
  const slept = (skeletons.activity[eid] & asleep) !== 0
  editSeated(state, eid)
  const level = skeletons.level[eid]
  if (!events.sampling || skeletons.serial[eid] <= events.turn || level >= LEVEL.frozen) return
  if (slept) activate(state, eid)
  addAwake(state, eid)
  skeletons.activity[eid] |= level <= LEVEL.noVertices ? advances | posed : advances
}

/** Puts a skeleton in its place among the active ones. There is room for all. */
function activate({ active, skeletons }: AnimationState, eid: number): void {
  const { serial } = skeletons
  let at = active.count++
  for (; at > 0 && serial[active.ids[at - 1]] > serial[eid]; at--) active.ids[at] = active.ids[at - 1]
  active.ids[at] = eid
}

/** Plays an animation on a skeleton that an action names. A structure call. */
export function playAction(state: AnimationState, eid: number, animation: number): void {
  editSeated(state, eid)
  startAnimation(state, eid, animation)
}
