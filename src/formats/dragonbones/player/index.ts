/**
 * The player of DragonBones' animations, which their reader brings along. It writes the same commands as
 * src/tracks/player.
 */
import { badOption } from '../../../base/errors'
import { disposeQueue, noteEntriesChanged } from '../../../tracks/entries/notify'
import { currentEntry, lastEntry, oldestOn, putBehind } from '../../../tracks/entries/rows'
import { resolveSkeleton } from '../../../world/attached/skeleton-ref'
import { registeredRigOf } from '../../../world/chunks/registry'
import type { PlayOptions, QueueOptions } from '../../../world/play-options'
import { FOUND } from '../../../world/skeletons'
import type { AnimationState, PlayAction, Player } from '../../../world/state'
import { advanceLayers } from './advance'
import { applyLayers } from './apply'
import { clockRuns, endOf } from './clock'
import { changeLayerEntry, readLayerFields, writeLayerFields } from './fields'
import { firstActing } from './list'
import { makeLayerEntry } from './make-entry'
import { checkOptions, FIELDS, OPTIONS } from './options'
import { FADE, LAYER_FLAG, PLAYER_NAME, RUN } from './sampling/layers'
import { fadeOutEntry, startEntry } from './start'

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

/** Carries out an action (`Player.carryOut`). */
function carryOut(state: AnimationState, event: number, play: PlayAction): void {
  const { events, joins, rigs, skeletons } = state
  const { animation, entity, key, rig: rigOf, serial } = events.shown
  const eid = resolveSkeleton(state, entity[event], serial[event])
  const rig = rigs[rigOf[event]]?.source
  if (!rig || eid === 0 || skeletons.rig[eid] !== rigOf[event]) return
  const track = rig.animations[animation[event]].image().events
  const details = track?.details[key[event]]
  if (!track || !details) return
  const name = track.string[key[event]]
  const slot = details.slot === null ? undefined : rig.slots.index.get(details.slot)
  const bone = details.bone === null ? undefined : rig.bones.index.get(details.bone)
  if (slot !== undefined) {
    joins.carry?.playInSlot(eid, slot, name)
    return
  }
  if (bone !== undefined) {
    for (let one = 0; one < rig.slots.count; one++)
      if (rig.slots.bone[one] === bone) joins.carry?.playInSlot(eid, one, name)
    return
  }
  const number = rig.animationIndex.get(name)
  if (number === undefined) return
  play(state, eid, number)
}

const { faded, moved, overBefore, ranBefore, reorders, wasFaded } = LAYER_FLAG

/** Predicts the effect of applying a skeleton's entries (`Player.survey`). */
function surveyLayers(state: AnimationState, eid: number): number {
  const { playback, skeletons } = state
  const { delay, next, appliedAt, trackTime } = playback.entries
  const { actsNext, fade, flags } = playback.layerEntries
  const running = skeletons.timeScale[eid] !== 0
  let found = skeletons.entriesChanged[eid] !== 0 ? FOUND.changes | FOUND.dependsOnPast : 0
  let acting = 0
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++)
    for (let row = firstActing(state, eid, layer); row > 0; row = actsNext[row]) {
      if (acting++ > 0 || !isSettled(state, row)) found |= FOUND.dependsOnPast
      if ((flags[row] & (faded | moved | wasFaded)) !== 0 || appliedAt[row] === -1) found |= FOUND.changes
      if (fade[row] !== FADE.steady) found |= FOUND.changes | FOUND.clockRuns
      if (running && clockRuns(state, row)) found |= FOUND.clockRuns
      // A queued entry takes over in the next tick, even if time stands still.
      const queued = next[row]
      if (queued >= 0 && Math.abs(trackTime[row]) >= delay[queued])
        found |= FOUND.changes | FOUND.clockRuns | FOUND.entryEnds
    }
  return found
}

/**
 * Returns whether an entry that acts alone leaves the same pose in later updates if this update skips it. Of several
 * entries, the one that reached its keys last decides. Fades and first updates reset targets without keys. Timelines
 * act for the last time in the update in which the entry is over.
 */
function isSettled({ playback }: AnimationState, row: number): boolean {
  const { appliedAt } = playback.entries
  const { fade, flags, run } = playback.layerEntries
  const bits = flags[row]
  if (fade[row] !== FADE.steady || (bits & (faded | wasFaded | reorders)) !== 0) return false
  if (appliedAt[row] === -1 || (bits & ranBefore) === 0) return false
  return run[row] !== RUN.over || (bits & overBefore) !== 0
}
