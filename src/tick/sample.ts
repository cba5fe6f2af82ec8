/** Samples all skeletons that have something to do: the work of `timelineSampling`. */

import { chunkAt } from '../world/chunks/blocks'
import { MIXED, markLane, SKINNED, SOLVED } from '../world/chunks/marks'
import { closeEvents, openEvents, showQueued } from '../world/events'
import { setBehind } from '../world/flags/states'
import type { Hooks } from '../world/joins'
import { ACTIVITY, FOUND, LEVEL } from '../world/skeletons'
import { type AnimationState, PLACE, STEP, TICK, TOTAL } from '../world/state'
import type { AnimationWorld } from '../world/world-type'
import { advanceEntries } from './catch-up'
import { decideActivity } from './list-awake'
import { endSystem } from './open-tick'
import { catchUpClocks, findRepeats, mayRepeat, repeatFrom } from './shortcuts'
import { playAction } from './start-animation'

const { advances, atRest, keysColors, posed, completesEachTick, repeats, running, oneCommand } = ACTIVITY

/**
 * Takes the active skeletons through their players, the oldest first, and carries out the actions of their events.
 *
 * @param sampled hears how far it is, and may run chunks in the meantime. @default nobody
 */
export function sampleActive({ animation: state }: AnimationWorld, sampled?: Hooks['sampled']): void {
  const { active, arena, events, skeletons, tick } = state
  tick.generation = arena.generation
  const still = tick.seconds[TICK] === 0
  openEvents(events)
  state.joins.fades?.advance()
  // Skeletons with valid commands are repeated. The loop visits all others.
  for (let i = repeatFrom(state, 0); i < active.count; i = repeatFrom(state, i + 1)) {
    sampled?.(i)
    const eid = active.ids[i]
    showQueued(events, skeletons.serial[eid])
    // It was left to `repeatFrom`, but its commands are no longer valid.
    if (mayRepeat(skeletons.activity[eid], still)) decideActivity(state, eid, true)
    sampleSkeleton(state, eid)
    const carries = skeletons.carries[eid] !== 0
    if (!carries && events.asked.length === 0) continue
    sampled?.(-1)
    if (carries) state.joins.carry?.sampled(eid)
    carryOutActions(state)
    tick.generation = arena.generation
  }
  closeEvents(events)
  endSystem(state, PLACE.timelineSampling)
  sampled?.(-1)
}

/** Carries out the actions that events of this tick have requested so far. A structure call. */
function carryOutActions(state: AnimationState): void {
  const { events, players } = state
  for (const event of events.asked) players[events.shown.rig[event]].carryOut(state, event, playAction)
  events.asked.length = 0
}

/** Takes one skeleton through its player: it advances, and is applied unless its pose stays the same. */
function sampleSkeleton(state: AnimationState, eid: number): void {
  const { blocks, players, shortcuts, skeletons, tick } = state
  const bits = skeletons.activity[eid]
  if ((bits & advances) === 0) return
  const level = skeletons.level[eid]
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const player = players[skeletons.rig[eid]]
  tick.seconds[STEP] =
    skeletons.rate[eid] < 2 ? tick.seconds[TICK] : tick.seconds[TOTAL] - skeletons.since[eid]
  skeletons.since[eid] = tick.seconds[TOTAL]
  catchUpClocks(state, eid)
  const follows = advanceEntries(state, eid)
  const found = player.survey(state, eid)
  const isSeen = level <= LEVEL.noVertices
  const fades = state.joins.fades?.isFading(eid) === true
  const changes = (found & FOUND.changes) !== 0 || fades || (isSeen && !shortcuts)
  // Later poses depend on this application, so it cannot be skipped, even for a skeleton that is not seen.
  const matters = (found & FOUND.entryEnds) !== 0 || (changes && (found & FOUND.dependsOnPast) !== 0)
  const applies = (isSeen ? changes || (bits & atRest) === 0 : matters) || (bits & posed) !== 0
  if (applies) {
    player.apply(state, eid, chunk)
    skeletons.lastMarked[eid] = tick.number
    markLane(
      state,
      chunk,
      skeletons.seat[eid],
      level === LEVEL.full ? MIXED | SOLVED | SKINNED : MIXED | SOLVED,
    )
  } else {
    player.report(state, eid, chunk)
    if (!isSeen) setBehind(state, eid, true)
  }

  if (follows) for (const { advanced } of state.joins.rows) advanced?.(eid)
  let next = bits & ~(atRest | running | completesEachTick | repeats | oneCommand | keysColors)
  if ((found & FOUND.clockRuns) !== 0) next |= running
  if ((found & FOUND.completesEachTick) !== 0) next |= completesEachTick
  // A skeleton that was written to in this tick is posed once more.
  if (isSeen ? !changes && (bits & posed) === 0 : !matters) next |= atRest
  else if (!changes) next |= bits & atRest
  // A skeleton that is about to come to rest is not repeated: its pose would be computed in every tick.
  const rests = (next & atRest) !== 0
  if (shortcuts && !follows && (next & running) !== 0 && (isSeen ? changes || rests : !matters))
    next |= findRepeats(state, eid, chunk, applies, isSeen && rests)
  skeletons.activity[eid] = next
}
