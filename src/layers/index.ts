/** The state machine of DragonBones, which its reader brings along. It writes the same commands as src/tracks. */
import type { StateMachine } from '../model/machine'
import { currentEntry, oldestOn } from '../tracks/entries'
import { disposeQueue } from '../tracks/notify'
import { registeredRigOf } from '../world/chunks/registry'
import type { AnimationState } from '../world/state'
import { carryOut } from './actions'
import { advanceLayers } from './advance'
import { applyLayers } from './apply'
import { makeLayerEntry } from './make-entry'
import { checkOptions, KNOWN, type PlayedWith } from './options'
import { fadeOutEntry, startEntry } from './start'
import { surveyLayers } from './survey'

export const layers: StateMachine = {
  options: KNOWN,
  play: playOnLayer,
  queue: queueOnLayer,
  fadeOut: fadeOutLayer,
  advance: advanceLayers,
  survey: surveyLayers,
  apply: applyLayers,
  carryOut,
}

function playOnLayer(state: AnimationState, eid: number, animation: number, options: PlayedWith): number {
  const registered = registeredRigOf(state, eid)
  checkOptions(eid, registered.rig, animation, options)
  const current = currentEntry(state, eid, options.track ?? 0)
  if (current >= 0) disposeQueue(state, current)
  const row = makeLayerEntry(state, registered, eid, animation, options)
  startEntry(state, row)
  return row
}

/** On a layer where nothing plays it starts at once. */
function queueOnLayer(state: AnimationState, eid: number, animation: number, options: PlayedWith): number {
  const { delay = 0, track = 0 } = options
  const registered = registeredRigOf(state, eid)
  checkOptions(eid, registered.rig, animation, options)
  const row = makeLayerEntry(state, registered, eid, animation, options)
  const { entries } = state.playback
  let last = currentEntry(state, eid, track)
  if (last < 0) {
    startEntry(state, row)
    return row
  }
  while (entries.next[last] >= 0) last = entries.next[last]
  entries.next[last] = row
  entries.previous[row] = last
  entries.delay[row] = delay > 0 ? delay : Math.max(0, delay + endOf(state, last) - entries.mixDuration[row])
  return row
}

/** The track time at which an entry is over, or the loop that it is in. */
function endOf({ playback: { entries } }: AnimationState, row: number): number {
  const length = entries.animationEnd[row] - entries.animationStart[row]
  const time = Math.abs(entries.trackTime[row])
  if (entries.playTimes[row] > 0) return entries.playTimes[row] * length
  return length * (1 + Math.floor(time / length))
}

function fadeOutLayer(state: AnimationState, eid: number, track: number, mix: number, only: number): number {
  const { playback, skeletons } = state
  const seconds = Float64Array.of(mix)
  let newest = -1
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++) {
    if (track >= 0 && layer !== track) continue
    for (let row = oldestOn(state, eid, layer); row >= 0; row = playback.entries.mixingTo[row]) {
      if (only >= 0 && row !== only) continue
      disposeQueue(state, row)
      fadeOutEntry(state, row, seconds, 0, true)
      newest = row
    }
  }
  skeletons.entriesChanged[eid] = 1
  return newest
}
