/** The player of Spine's animations, and of all rigs whose readers do not bring another. */

import { chunkAt } from '../../world/chunks/blocks'
import { mayRest } from '../../world/chunks/purity'
import { registeredRigOf } from '../../world/chunks/registry'
import { TRACK_FLAG } from '../../world/entries'
import type { PlayOptions } from '../../world/play-options'
import { MIX_BLEND } from '../../world/playback'
import { FOUND } from '../../world/skeletons'
import type { AnimationState, Player } from '../../world/state'
import { advanceTracks } from './advance'
import { applyTracks, reportTracks } from './apply'
import { changeTrackEntry, FIELDS, writeTrackFields } from './fields'
import { putOnTrack } from './put-on-track'
import { isPoint } from './times'

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
  const { playback } = registeredRigOf(state, eid).source.animations[animation]
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

/** Surveys a skeleton's tracks. @returns bits of FOUND. */
function surveyTracks(state: AnimationState, eid: number): number {
  const { arena, blocks, playback, skeletons } = state
  const { entries, trackEntries } = playback
  const tracks = skeletons.tracks[eid]
  const end = tracks + skeletons.trackCount[eid]
  const running = skeletons.timeScale[eid] !== 0
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { bases } = chunk.rig.source.maths.tracks
  const still = mayRest(state, eid, chunk)
  let found = skeletons.entriesChanged[eid] !== 0 || !still ? FOUND.changes : 0
  let waits = false
  for (let track = tracks; track < end; track++) {
    const row = arena.i32[track]
    if (row < 0) continue
    if (running && entries.timeScale[row] !== 0) found |= FOUND.clockRuns
    if (entries.older[row] >= 0)
      found |= FOUND.changes | FOUND.dependsOnPast | (running ? FOUND.clockRuns : 0)
    if (entries.delay[row] > 0) {
      waits = true
      continue
    }
    if (isPoint(state, row)) found |= FOUND.completesEachTick | FOUND.clockRuns
    // A queued entry takes over in the next tick, even if time stands still.
    const next = entries.next[row]
    if (next >= 0 && entries.trackTime[row] >= entries.delay[next])
      found |= FOUND.changes | FOUND.clockRuns | FOUND.entryEnds
    // An additive entry changes the pose in each tick. So does an entry with a partial weight, unless a lower entry
    // writes the rows first. A waiting entry does not count as such. From 4.3 on, a key of some components of a
    // timeline counts as a key of all of them, so components that no other entry keys go on from where they are.
    const adds = trackEntries.mixBlend[row] === MIX_BLEND.add
    const mixes = entries.alpha[row] !== 1
    if (adds || ((waits || bases) && mixes) || showsAnother(state, row)) found |= FOUND.changes
    if (adds || mixes || waits) found |= FOUND.dependsOnPast
    if (entries.next[row] < 0 && entries.trackTime[row] >= trackEntries.trackEnd[row])
      found |= FOUND.changes | FOUND.entryEnds
  }
  return found
}

/** Returns whether an entry shows another second of its animation than at its last application. */
function showsAnother({ playback: { entries, trackEntries } }: AnimationState, row: number): boolean {
  const start = entries.animationStart[row]
  const end = entries.animationEnd[row]
  const time = entries.trackTime[row]
  const last = trackEntries.nextAnimationLast[row]
  if ((trackEntries.flags[row] & TRACK_FLAG.loop) === 0) return Math.min(time + start, end) !== last
  const window = end - start
  // Within one cycle the costly remainder is not needed.
  const passed = time - entries.appliedAt[row]
  if (passed > 0 && passed < window) return true
  return (window === 0 ? start : (time % window) + start) !== last
}
