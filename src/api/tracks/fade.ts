/** Fades out and clears tracks. */
import type { AnimationWorld } from '../../../components/world-type'
import { refuseUnknown } from '../../errors'
import { clearAllTracks, clearTrackEntries, emptyAllTracks, emptyTrack } from '../../tracks/empty'
import { handleOf } from '../../tracks/entries'
import { queueEmpty } from '../../tracks/queue'
import { liveRow } from './entries'
import { badOption, checkDuration } from './entry-fields'
import { checkTrack, openTracks, registeredOf } from './tracks'

/** How a track is faded out. */
export interface FadeOptions {
  /** @default 0 */
  track?: number
  /** Only this one of a track's entries, a handle; only skeletons of DragonBones have several. `track` is not read then. */
  entry?: number
  /** Seconds, 0 or more. */
  mix: number
  /** Behind what is queued, instead of at once. @default false */
  queued?: boolean
  /** With `queued`: as for `queue`. @default 0 */
  delay?: number
}

const FADE_FIELDS = ['track', 'entry', 'mix', 'queued', 'delay']

/**
 * Fades a track out to what lower tracks and the setup pose give. It plays the empty animation, which leaves the track by
 * itself (Spine's `setEmptyAnimation`, with `queued` its `addEmptyAnimation`). To fade an animation in, call
 * `fadeOut(world, eid, { track, mix: 0 })` before `play`. A structure call.
 *
 * @returns a handle of the empty animation's entry; of skeletons of DragonBones, which have no such animation, of the newest
 *   entry that fades out, 0 if nothing plays there.
 * @throws OsteonError `no-skeleton`, `bad-option`, `stale-handle`, `capacity` past 2^20 entries; nothing has changed then.
 */
export function fadeOut(world: AnimationWorld, eid: number, options: FadeOptions): number {
  const { entry, mix, queued = false, delay } = options
  const { rig } = registeredOf(world, eid)
  refuseUnknown(options, FADE_FIELDS, eid)
  const only = entry === undefined ? -1 : liveRow(world, entry)
  const { entity, track: trackOf } = world.animation.playback.entries
  if (only >= 0 && !rig.machine)
    throw badOption(eid, 'entry', 'only those of DragonBones fade out one by one')
  if (only >= 0 && entity[only] !== eid) throw badOption(eid, 'entry', 'that is one of another skeleton')
  const track = only < 0 ? (options.track ?? 0) : trackOf[only]
  checkTrack(eid, track)
  checkDuration(eid, 'mix', mix)
  if (delay !== undefined && !queued) throw badOption(eid, 'delay', 'only what is queued has a delay')
  if (delay !== undefined && !Number.isFinite(delay))
    throw badOption(eid, 'delay', `expected a finite number, got ${delay}`)
  if (queued && rig.machine) throw badOption(eid, 'queued', 'skeletons of DragonBones cannot queue it')
  openTracks(world, eid, -1, 1)
  const state = world.animation
  if (rig.machine) {
    const faded = rig.machine.fadeOut(state, eid, track, mix, only)
    return faded < 0 ? 0 : handleOf(state, faded)
  }
  const row = queued ? queueEmpty(state, eid, track, mix, delay ?? 0) : emptyTrack(state, eid, track, mix)
  return handleOf(state, row)
}

/**
 * Fades out every track that something plays on, at once (Spine's `setEmptyAnimations`). A structure call.
 *
 * @param mix seconds, 0 or more.
 * @throws OsteonError `no-skeleton`, `bad-option`, `capacity` past 2^20 entries.
 */
export function fadeOutAll(world: AnimationWorld, eid: number, mix: number): void {
  const { rig } = registeredOf(world, eid)
  checkDuration(eid, 'mix', mix)
  openTracks(world, eid, -1, world.animation.skeletons.trackCount[eid])
  if (rig.machine) rig.machine.fadeOut(world.animation, eid, -1, mix, -1)
  else emptyAllTracks(world.animation, eid, mix)
}

/**
 * Ends what plays and what is queued on a track, without a fade: the pose stays as it is. Does nothing on a vacant track.
 * A structure call.
 *
 * @throws OsteonError `no-skeleton`, `bad-option`.
 */
export function clearTrack(world: AnimationWorld, eid: number, track: number): void {
  registeredOf(world, eid)
  checkTrack(eid, track)
  openTracks(world, eid, -1, 0)
  clearTrackEntries(world.animation, eid, track)
}

/**
 * Ends what plays and what is queued on all tracks, without a fade.
 *
 * @throws OsteonError `no-skeleton`.
 */
export function clearTracks(world: AnimationWorld, eid: number): void {
  registeredOf(world, eid)
  openTracks(world, eid, -1, 0)
  clearAllTracks(world.animation, eid)
}
