/** The player of Spine's animations, and of all rigs whose readers do not bring another. */
import { registeredRigOf } from '../../world/chunks/registry'
import type { PlayOptions } from '../../world/play-options'
import type { AnimationState, Player } from '../../world/state'
import { advanceTracks } from './advance'
import { applyTracks, reportTracks } from './apply'
import { changeTrackEntry, FIELDS, writeTrackFields } from './fields'
import { putOnTrack } from './put-on-track'
import { surveyTracks } from './survey'

export const tracks: Player = {
  name: 'tracks',
  options: [...FIELDS, 'track'],
  fields: FIELDS,
  isRepeatable: true,
  check() {},
  start: startOnTrack,
  play: playOnTrack,
  advance: advanceTracks,
  survey: surveyTracks,
  apply: applyTracks,
  report: reportTracks,
  // Animations of Spine have no actions.
  carryOut() {},
  write: writeTrackFields,
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
