import { EVENT_KIND, pushEvent } from '../world/events'
import type { AnimationState } from '../world/state'
import { dropEntry, handleOf } from './entries'

/**
 * Advances the clocks of a skeleton's entries by the tick (spine-animation-state §5): entries that were
 * mixed out completely end, tracks past their end become vacant.
 */
export function advanceTracks(state: AnimationState, entity: number): void {
  const { arena, playback, skeletons, tick } = state
  const delta = tick.seconds[1] * skeletons.timeScale[entity]
  const { entries } = playback
  const count = skeletons.trackCount[entity]
  const tracks = skeletons.tracks[entity]
  for (let track = 0; track < count; track++) {
    const row = arena.i32[tracks + track]
    if (row < 0) continue
    roll(state, row)
    let step = delta * entries.timeScale[row]
    if (entries.delay[row] > 0) {
      entries.delay[row] -= step
      if (entries.delay[row] > 0) continue
      step = -entries.delay[row]
      entries.delay[row] = 0
    }
    const chain = entries.mixingFrom[row]
    if (chain < 0 && entries.next[row] < 0 && entries.trackLast[row] >= entries.trackEnd[row]) {
      arena.i32[tracks + track] = -1
      endEntry(state, row)
      continue
    }
    if (chain >= 0 && advanceChain(state, row, entity)) endChain(state, row)
    entries.trackTime[row] += step
  }
}

function roll(state: AnimationState, row: number): void {
  const { entries } = state.playback
  entries.animationLast[row] = entries.nextAnimationLast[row]
  entries.trackLast[row] = entries.nextTrackLast[row]
}

/** §5.2: true when everything below `to` has been mixed out. */
function advanceChain(state: AnimationState, to: number, entity: number): boolean {
  const { entries } = state.playback
  const delta = state.tick.seconds[1] * state.skeletons.timeScale[entity]
  const from = entries.mixingFrom[to]
  if (from < 0) return true
  const done = advanceChain(state, from, entity)
  roll(state, from)
  const rig = state.rigs[state.skeletons.rig[entity]]?.rig
  const guard = rig?.maths.lateMixGuard ? entries.nextTrackLast[to] !== -1 : entries.mixTime[to] > 0
  if (guard && entries.mixTime[to] >= entries.mixDuration[to]) {
    if (entries.totalAlpha[from] === 0 || entries.mixDuration[to] === 0) {
      const deeper = entries.mixingFrom[from]
      entries.mixingFrom[to] = deeper
      if (deeper >= 0) entries.mixingTo[deeper] = to
      entries.interruptAlpha[to] = entries.interruptAlpha[from]
      endEntry(state, from)
    }
    return done
  }
  entries.trackTime[from] += delta * entries.timeScale[from]
  entries.mixTime[to] += delta
  return false
}

/** Ends all entries that still hang below `row`, newest first. */
function endChain(state: AnimationState, row: number): void {
  const { entries } = state.playback
  let from = entries.mixingFrom[row]
  entries.mixingFrom[row] = -1
  while (from >= 0) {
    const deeper = entries.mixingFrom[from]
    endEntry(state, from)
    from = deeper
  }
}

/** Reports `end` and `dispose` and frees the row. */
export function endEntry(state: AnimationState, row: number): void {
  notifyEntry(state, row, EVENT_KIND.end)
  notifyEntry(state, row, EVENT_KIND.dispose)
  dirtyModes(state, state.playback.entries.entity[row])
  dropEntry(state, row)
}

/** Queues a notification of an entry; keys are reported by `collectEvents`. */
export function notifyEntry(state: AnimationState, row: number, kind: number, key = -1): void {
  const { entries } = state.playback
  const { entity, serial, track, animation } = entries
  const handle = handleOf(state, row)
  const rig = state.skeletons.rig[entity[row]]
  pushEvent(state.events, kind, entity[row], serial[row], rig, track[row], handle, animation[row], key)
}

/** The timeline modes of a skeleton's entries must be found anew before they are used. */
export function dirtyModes(state: AnimationState, entity: number): void {
  state.skeletons.modesDirty[entity] = 1
}
