/**
 * The player of DragonBones' animations, which their reader brings along. It writes the same commands as
 * src/tracks/player.
 */
import { badOption } from '../../../base/errors'
import { disposeQueue, noteEntriesChanged } from '../../../tracks/entries/notify'
import { currentEntry, lastEntry, oldestOn, putBehind } from '../../../tracks/entries/rows'
import { registeredRigOf } from '../../../world/chunks/registry'
import type { PlayOptions, QueueOptions } from '../../../world/play-options'
import type { AnimationState, Player } from '../../../world/state'
import { carryOut } from './actions'
import { advanceLayers } from './advance'
import { applyLayers } from './apply'
import { endOf } from './clock'
import { changeLayerEntry, readLayerFields, writeLayerFields } from './fields'
import { makeLayerEntry } from './make-entry'
import { checkOptions, FIELDS, OPTIONS } from './options'
import { PLAYER_NAME } from './sampling/layers'
import { fadeOutEntry, startEntry } from './start'
import { surveyLayers } from './survey'

export const layers: Player = {
  name: PLAYER_NAME,
  options: OPTIONS,
  fields: FIELDS,
  isRepeatable: false,
  check: checkOptions,
  checkFade(eid, _, queued) {
    if (queued) throw badOption(eid, 'queued', 'skeletons of DragonBones cannot queue it')
  },
  start: (state, eid, animation) => {
    playOnLayer(state, eid, animation, {})
  },
  play: playOnLayer,
  queue: queueOnLayer,
  fade: fadeOutLayer,
  advance: advanceLayers,
  survey: surveyLayers,
  apply: applyLayers,
  // Entries report while they advance.
  report() {},
  carryOut,
  write: writeLayerFields,
  read: readLayerFields,
  change: changeLayerEntry,
}

function playOnLayer(state: AnimationState, eid: number, animation: number, options: PlayOptions): number {
  const current = currentEntry(state, eid, options.track ?? 0)
  if (current >= 0) disposeQueue(state, current)
  const row = makeLayerEntry(state, registeredRigOf(state, eid), eid, animation, options)
  startEntry(state, row)
  return row
}

/** Queues an animation. On a vacant layer the entry starts at once. */
function queueOnLayer(state: AnimationState, eid: number, animation: number, options: QueueOptions): number {
  const { delay = 0, track = 0 } = options
  const row = makeLayerEntry(state, registeredRigOf(state, eid), eid, animation, options)
  const last = lastEntry(state, eid, track)
  if (last < 0) startEntry(state, row)
  else {
    const { entries, layerEntries } = state.playback
    const computed = Math.max(0, delay + endOf(state, last) - layerEntries.fadeSeconds[row])
    putBehind(state, row, last)
    entries.delay[row] = delay > 0 ? delay : computed
  }
  return row
}

function fadeOutLayer(state: AnimationState, eid: number, track: number, mix: number, only: number): number {
  const { newer } = state.playback.entries
  const seconds = Float64Array.of(mix)
  let newest = -1
  for (let row = oldestOn(state, eid, track); row >= 0; row = newer[row]) {
    if (only >= 0 && row !== only) continue
    disposeQueue(state, row)
    fadeOutEntry(state, row, seconds, 0, true)
    newest = row
  }
  noteEntriesChanged(state, eid)
  return newest
}
