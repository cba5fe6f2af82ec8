/**
 * The clocks of one figure by the rules of tracks (`src/tracks/player`), for one track: an animation, and one that
 * fades out. Every sum and comparison is that of the live machine, so that events come in the same tick.
 *
 * Fractions go through `CrowdState.work`, because as arguments they could become garbage.
 */

import type { EventTrack } from '../../rig/animation/image'
import { eventRanges } from '../../tracks/commands/frames'
import { EVENT_KIND, pushEvent, writePayload } from '../../world/events'
import type { AnimationState } from '../../world/state'
import type { CrowdWorld } from './component'
import { dropFade } from './figures'
import { CLIP } from './layout'
import { type CrowdState, FIGURE, type RegisteredTable } from './state'

/** Places in `CrowdState.work`: the seconds by which a figure moves; track time at the last pass and now. */
export const SECONDS = 0
const TRACK_LAST = 1
const TRACK_NOW = 2
/** The second that the animation showed at the last pass, and shows now. */
const LAST = 3
const NOW = 4
/** Track time at the last pass, modulo the duration; NaN for an animation without length. */
const SPLIT = 5
export const WORK_NUMBERS = 6
/** Seconds by which the limit of the shortcut comes early, because sums of cycles are rounded. */
const EARLY = 1e-6

/** Moves a figure by `work[SECONDS]` times its speed: its fade first, then its own animation. */
export function passFigure(world: CrowdWorld, crowd: CrowdState, eid: number): void {
  const { animation, loop, speed, table, time } = world.components.Baked
  const { figures, firstClip, tables, work } = crowd
  const registered = tables[table[eid]]
  if (!registered) return
  const most = registered.table.animations.length - 1
  if (animation[eid] > most) animation[eid] = most
  const clip = firstClip[table[eid]] + animation[eid]
  const state = world.animation
  const row = figures.fade[eid]
  if (row !== 0) passFade(state, crowd, registered, eid, work[SECONDS] * speed[eid])
  const applied = (figures.flags[eid] & FIGURE.applied) !== 0
  work[TRACK_LAST] = applied ? time[eid] : -1
  time[eid] += work[SECONDS] * speed[eid] * figures.rate[eid]
  work[TRACK_NOW] = time[eid]
  const loops = loop[eid] !== 0
  showSeconds(crowd, clip, loops, applied)
  report(state, crowd, registered, eid, clip, loops, true)
  figures.flags[eid] |= FIGURE.applied
  figures.seen[eid] = 2 * clip + loop[eid] + 1
  findDue(state, crowd, registered, eid, clip, loops)
}

/** Moves a fade, or ends it. The outgoing animation reports its ends, but no keys. */
function passFade(
  state: AnimationState,
  crowd: CrowdState,
  registered: RegisteredTable,
  eid: number,
  delta: number,
): void {
  const { fades, figures, firstClip, work } = crowd
  const row = figures.fade[eid]
  const { appliedGuard } = registered.rig.source.maths.tracks
  const begun = appliedGuard ? (figures.flags[eid] & FIGURE.applied) !== 0 : fades.mixTime[row] > 0
  if (begun && fades.mixTime[row] >= figures.mix[eid]) {
    endFade(state, crowd, registered, eid)
    return
  }
  const applied = (fades.flags[row] & FIGURE.applied) !== 0
  work[TRACK_LAST] = applied ? fades.time[row] : -1
  fades.time[row] += delta * fades.rate[row]
  fades.mixTime[row] += delta
  work[TRACK_NOW] = fades.time[row]
  const clip = firstClip[registered.number] + fades.animation[row]
  const loops = fades.loop[row] !== 0
  showSeconds(crowd, clip, loops, applied)
  if (figures.mix[eid] > 0) report(state, crowd, registered, eid, clip, loops, false)
  fades.flags[row] |= FIGURE.applied
}

/** Ends the animation that fades out. */
function endFade(state: AnimationState, crowd: CrowdState, registered: RegisteredTable, eid: number): void {
  const clip = crowd.firstClip[registered.number] + crowd.fades.animation[crowd.figures.fade[eid]]
  notify(state, crowd, registered, eid, clip, EVENT_KIND.end, -1)
  notify(state, crowd, registered, eid, clip, EVENT_KIND.dispose, -1)
  dropFade(crowd, eid)
}

/** Finds the seconds that a clip showed and shows at two track times. @param applied whether it was passed before. */
function showSeconds({ clips, work }: CrowdState, clip: number, loops: boolean, applied: boolean): void {
  const duration = clips.numbers[CLIP.SIZE * clip + CLIP.DURATION]
  // Remainders take most of the time of a pass, so each is found once.
  work[SPLIT] = work[TRACK_LAST] % duration
  if (loops) {
    work[LAST] = duration === 0 ? 0 : work[SPLIT]
    work[NOW] = duration === 0 ? 0 : work[TRACK_NOW] % duration
  } else {
    work[LAST] = Math.min(work[TRACK_LAST], duration)
    work[NOW] = Math.min(work[TRACK_NOW], duration)
  }
  if (!applied) work[LAST] = -1
}

/** Fires the keys that were passed, and `complete`: keys of the ended cycle before it, keys of the new one after it. */
function report(
  state: AnimationState,
  crowd: CrowdState,
  registered: RegisteredTable,
  eid: number,
  clip: number,
  loops: boolean,
  keyed: boolean,
): void {
  const { clips, ranges, work } = crowd
  const { source: rig } = registered.rig
  const duration = clips.numbers[CLIP.SIZE * clip + CLIP.DURATION]
  const track = keyed ? rig.animations[clips.animation[clip]].image().events : null
  const bounded = rig.maths.tracks.reversedEvents
  let fired = 0
  let place = 0
  if (track) {
    eventRanges(track.times, work, LAST, work, NOW, ranges)
    fired = ranges[1] - ranges[0] + ranges[3] - ranges[2]
    for (; place < fired; place++) {
      const key = keyAt(ranges, place)
      // An animation without length has a NaN split: no key is before it.
      if (track.times[key] < work[SPLIT]) break
      if (track.times[key] <= duration) fire(state, crowd, registered, eid, clip, track, key)
    }
  }
  if (completes(crowd, clip, loops, rig.maths.tracks.countsCycles))
    notify(state, crowd, registered, eid, clip, EVENT_KIND.complete, -1)
  if (!track) return
  for (; place < fired; place++) {
    const key = keyAt(ranges, place)
    if (!bounded || track.times[key] <= duration) fire(state, crowd, registered, eid, clip, track, key)
  }
}

function completes({ clips, work }: CrowdState, clip: number, loops: boolean, counts: boolean): boolean {
  const duration = clips.numbers[CLIP.SIZE * clip + CLIP.DURATION]
  if (!loops) return work[NOW] >= duration && work[LAST] < duration
  if (duration === 0) return true
  if (!counts) return work[SPLIT] > work[NOW]
  const cycles = Math.floor(work[TRACK_NOW] / duration)
  return cycles > 0 && cycles > Math.floor(work[TRACK_LAST] / duration)
}

/** The key at a place in the order of firing. */
function keyAt(ranges: Int32Array, place: number): number {
  const before = ranges[1] - ranges[0]
  return place < before ? ranges[0] + place : ranges[2] + place - before
}

function fire(
  state: AnimationState,
  crowd: CrowdState,
  registered: RegisteredTable,
  eid: number,
  clip: number,
  track: EventTrack,
  key: number,
): void {
  notify(state, crowd, registered, eid, clip, EVENT_KIND.event, key)
  writePayload(state.events, track, key)
}

/** Reports an event of a figure, which has no entry. */
export function notify(
  state: AnimationState,
  { clips, figures }: CrowdState,
  { rig }: RegisteredTable,
  eid: number,
  clip: number,
  kind: number,
  key: number,
): void {
  pushEvent(state.events, kind, eid, figures.serial[eid], rig.number, 0, 0, 0, clips.animation[clip], key)
}

/** Finds the times between which a figure passes no key and no end. */
function findDue(
  { rigs }: AnimationState,
  { clips, figures, work }: CrowdState,
  { rig }: RegisteredTable,
  eid: number,
  clip: number,
  loops: boolean,
): void {
  const { cycle, due, since } = figures
  const duration = clips.numbers[CLIP.SIZE * clip + CLIP.DURATION]
  const track = rigs[rig.number]?.source.animations[clips.animation[clip]].image().events
  const now = work[TRACK_NOW]
  // A quotient may be rounded up to the next cycle, of which the machine would not know.
  const begun = loops && duration > 0 ? now - work[NOW] : 0
  cycle[eid] = begun
  since[eid] = now
  let next = loops || now < duration ? duration : Number.POSITIVE_INFINITY
  if (track)
    for (let i = 0; i < track.times.length; i++)
      if (track.times[i] >= now - begun && track.times[i] < next) next = track.times[i]
  // A loop without length completes in each tick.
  due[eid] = loops && duration === 0 ? 0 : begun + next - EARLY
}
