/** The system `timelineSampling`: advances entries and fires events. */

import { decideActivity } from '../src/tick/list-awake'
import { sampleSkeleton } from '../src/tick/sample'
import { mayRepeat, repeatFrom } from '../src/tick/shortcuts'
import { playAction } from '../src/tick/start-animation'
import { endSystem, openTick } from '../src/tick/tick'
import { closeEvents, openEvents, showQueued } from '../src/world/events'
import { type AnimationState, PLACE, TICK } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Advances every track entry, and writes the commands for `mixing`.
 *
 * reads   time.delta, Skeleton.timeScale, Visibility, track entries, discrete timelines
 * writes  entries' clocks, slot rows (attachment, sequence frame), draw order, inherit modes, the apply
 *         list, events
 * runs    first; the only system that clears events
 * cost    one pass over skeletons that are awake, nothing allocated; actions start animations as `play` does
 *
 * @throws OsteonError `not-finite` if the tick's length isn't a finite number.
 */
export function timelineSampling(world: AnimationWorld): void {
  openTick(world, PLACE.timelineSampling)
  const state = world.animation
  const { active, arena, events, skeletons } = state
  let { generation } = arena
  const still = state.tick.seconds[TICK] === 0
  openEvents(events)
  // Skeletons with valid commands are repeated. The loop visits all others.
  for (let i = repeatFrom(state, 0); i < active.count; i = repeatFrom(state, i + 1)) {
    const eid = active.ids[i]
    showQueued(events, skeletons.serial[eid])
    // It was left to `repeatFrom`, but its commands are no longer valid.
    if (mayRepeat(skeletons.activity[eid], still)) decideActivity(state, eid, true)
    sampleSkeleton(state, eid)
    const carries = skeletons.carries[eid] !== 0
    if (!carries && events.asked.length === 0) continue
    if (carries) state.joins.carry?.sampled(eid)
    carryOutActions(state)
    generation = arena.generation
  }
  closeEvents(events)
  endSystem(state, PLACE.timelineSampling, generation)
}

/** Carries out the actions that events of this tick have requested so far. A structure call. */
function carryOutActions(state: AnimationState): void {
  const { events, players } = state
  for (const event of events.asked) players[events.shown.rig[event]].carryOut(state, event, playAction)
  events.asked.length = 0
}
