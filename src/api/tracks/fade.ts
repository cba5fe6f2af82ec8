/** Fades out and clears tracks. */

import { badOption, refuseUnknown } from '../../base/errors'
import { currentEntry, handleOf, rowOf } from '../../tracks/entries/rows'
import { checkTrackFade, clearAllTracks, clearTrackEntries, fadeTrack } from '../../tracks/player/empty'
import { heardCall, isHeard } from '../../world/calls'
import { type EntryHandle, NO_ENTRY } from '../../world/entries'
import type { FadeOptions } from '../../world/play-options'
import type { AnimationWorld } from '../../world/world-type'
import { liveRow } from './entries'
import { checkDuration } from './entry-fields'
import { checkTrack, openTracks, playerOf, registeredOf } from './tracks'

const FADE_FIELDS = ['track', 'entry', 'mix', 'queued', 'delay']

/**
 * Fades a track out to the pose of lower tracks and the setup pose. It plays the empty animation, which leaves the
 * track by itself (Spine's `setEmptyAnimation`, or with `queued` its `addEmptyAnimation`). To fade an animation in,
 * call `fadeOut(world, eid, { track, mix: 0 })` before `play`. A structure call.
 *
 * @returns a handle of the empty animation's entry. DragonBones has no such animation: there it is the newest entry
 *   that fades out. 0 if the track is vacant.
 * @throws OsteonError `no-skeleton`, `bad-option`, `stale-handle`, `capacity` past 2^20 entries; everything stays as it
 *   was.
 */
export function fadeOut(world: AnimationWorld, eid: number, options: FadeOptions): EntryHandle {
  if (isHeard(world)) return heardCall('fadeOut', fadeOut, world, eid, options)
  const { entry, mix, queued = false, delay } = options
  registeredOf(world, eid)
  const { checkFade = checkTrackFade, fade = fadeTrack } = playerOf(world, eid)
  refuseUnknown(options, FADE_FIELDS, eid)
  const only = entry === undefined ? -1 : liveRow(world, entry)
  const { entity, track: trackOf } = world.animation.playback.entries
  checkFade(eid, only >= 0, queued)
  if (only >= 0 && entity[only] !== eid) throw badOption(eid, 'entry', 'that is one of another skeleton')
  const track = only < 0 ? (options.track ?? 0) : trackOf[only]
  checkTrack(eid, track)
  checkDuration(eid, 'mix', mix)
  if (delay !== undefined && !queued) throw badOption(eid, 'delay', 'only what is queued has a delay')
  if (delay !== undefined && !Number.isFinite(delay))
    throw badOption(eid, 'delay', `expected a finite number, got ${delay}`)
  openTracks(world, eid, -1, 1)
  const state = world.animation
  // Its clocks have caught up, which may have ended the entry.
  if (entry !== undefined && rowOf(state, entry) < 0) return NO_ENTRY
  const row = fade(state, eid, track, mix, only, queued ? (delay ?? 0) : null)
  return row < 0 ? NO_ENTRY : handleOf(state, row)
}

/**
 * Fades out all tracks that are not vacant, at once (Spine's `setEmptyAnimations`). A structure call.
 *
 * @param mix seconds, 0 or more.
 * @throws OsteonError `no-skeleton`, `bad-option`, `capacity` past 2^20 entries.
 */
export function fadeOutAll(world: AnimationWorld, eid: number, mix: number): void {
  if (isHeard(world)) return void heardCall('fadeOutAll', fadeOutAll, world, eid, mix)
  registeredOf(world, eid)
  checkDuration(eid, 'mix', mix)
  const state = world.animation
  const count = state.skeletons.trackCount[eid]
  openTracks(world, eid, -1, count)
  const { fade = fadeTrack } = playerOf(world, eid)
  for (let track = 0; track < count; track++)
    if (currentEntry(state, eid, track) >= 0) fade(state, eid, track, mix, -1, null)
}

/**
 * Ends the playing and the queued entries of a track without a fade: the pose stays as it is. Does nothing on a vacant
 * track. A structure call.
 *
 * @throws OsteonError `no-skeleton`, `bad-option`.
 */
export function clearTrack(world: AnimationWorld, eid: number, track: number): void {
  if (isHeard(world)) return void heardCall('clearTrack', clearTrack, world, eid, track)
  registeredOf(world, eid)
  checkTrack(eid, track)
  openTracks(world, eid, -1, 0)
  clearTrackEntries(world.animation, eid, track)
}

/**
 * Ends the playing and the queued entries of all tracks, without a fade.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function clearTracks(world: AnimationWorld, eid: number): void {
  if (isHeard(world)) return void heardCall('clearTracks', clearTracks, world, eid)
  registeredOf(world, eid)
  openTracks(world, eid, -1, 0)
  clearAllTracks(world.animation, eid)
}
