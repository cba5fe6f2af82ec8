/** The player of Spine's animations, and of all rigs whose readers bring no other. */
import { badOption } from '../../errors'
import { registeredRigOf } from '../../world/chunks/registry'
import type { PlayOptions, QueueOptions } from '../../world/play-options'
import type { AnimationState, Player } from '../../world/state'
import { advanceTracks } from './advance'
import { applyTracks, reportTracks } from './apply'
import { emptyTrack } from './empty'
import { changeTrackEntry, FIELDS, readTrackFields, writeTrackFields } from './fields'
import { putOnTrack } from './put-on-track'
import { queueEmpty, queueEntry, setMixWithDelay } from './queue'
import { surveyTracks } from './survey'

export const tracks: Player = {
  name: 'tracks',
  options: [...FIELDS, 'track'],
  fields: FIELDS,
  isRepeatable: true,
  check() {},
  checkFade(eid, one) {
    if (one) throw badOption(eid, 'entry', 'only those of DragonBones fade out one by one')
  },
  start: startOnTrack,
  play: playOnTrack,
  queue: queueOnTrack,
  fade: (state, eid, track, mix, _, delay) =>
    delay === null ? emptyTrack(state, eid, track, mix) : queueEmpty(state, eid, track, mix, delay),
  advance: advanceTracks,
  survey: surveyTracks,
  apply: applyTracks,
  report: reportTracks,
  // Animations of Spine have no actions.
  carryOut() {},
  write: writeTrackFields,
  read: readTrackFields,
  change: changeTrackEntry,
}

function startOnTrack(state: AnimationState, eid: number, animation: number): void {
  const { playback } = registeredRigOf(state, eid).rig.animations[animation]
  const row = putOnTrack(state, eid, 0, animation, (playback?.playTimes ?? 1) !== 1)
  state.playback.trackEntries.mixDuration[row] = playback?.fadeInTime ?? 0
}

function playOnTrack(
  state: AnimationState,
  eid: number,
  animation: number,
  options: PlayOptions,
  plain: boolean,
): number {
  const { track = 0, loop = false } = options
  const row = putOnTrack(state, eid, track, animation, loop)
  if (!plain) writeTrackFields(state, row, options)
  return row
}

function queueOnTrack(state: AnimationState, eid: number, animation: number, options: QueueOptions): number {
  const { track = 0, loop = false, delay = 0, mix } = options
  const row = queueEntry(state, eid, track, animation, loop, delay)
  if (mix !== undefined) setMixWithDelay(state, row, mix, delay)
  writeTrackFields(state, row, { ...options, delay: undefined })
  return row
}
