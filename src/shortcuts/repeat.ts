/**
 * Repeats commands. Between two keys of its discrete timelines an entry does the same in each tick: only its time and its
 * weights change. So the state machine is passed over; clocks and commands are brought up to date, and nothing else.
 * `repeat-until` says how long that holds.
 */
import { notifyEntry } from '../tracks/notify'
import { showTime } from '../tracks/pass'
import { writeFraction } from '../tracks/times'
import { sumWeights, weighEntry } from '../tracks/weights'
import { enlist } from '../world/awake'
import { COMMAND_TIME, commandAt, workAt } from '../world/commands'
import { EVENT_KIND } from '../world/events'
import { APPLY_FLAG, ENTRY_FLAG, WORK_ALPHA, WORK_HOLD, WORK_TIME } from '../world/playback'
import { chunkAt, MIXED, markLane, SKINNED, SOLVED } from '../world/seats'
import { ACTIVITY, LEVEL, SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'

const { atRest, colored, look, moved, pulses, repeats, running, sole } = ACTIVITY
/** Bits with which a skeleton may be repeated. */
const REPEATABLE = running | pulses | repeats | sole | colored | moved | look | atRest

/**
 * Whether `repeat` may be tried. While time stands still skeletons come to rest instead.
 *
 * @param bits of ACTIVITY. @param still the tick's length is 0.
 */
export function mayRepeat(bits: number, still: boolean): boolean {
  if ((bits & repeats) === 0 || (bits & ~REPEATABLE) !== 0 || (still && (bits & pulses) === 0)) return false
  return (bits & atRest) === 0 || (bits & (moved | look)) === 0
}

/**
 * Takes a skeleton through `timelineSampling` by its commands, if they hold for this tick.
 *
 * @returns false if they do not; nothing has changed then.
 */
export function repeat(state: AnimationState, eid: number): boolean {
  const { arena, blocks, playback, skeletons, tick } = state
  const { activity, level } = skeletons
  const bits = activity[eid]
  if ((bits & sole) === 0) {
    if (!repeatEntries(state, eid)) return false
  } else {
    const { entries } = playback
    const row = skeletons.command[eid]
    const before = entries.trackTime[row]
    const now = before + tick.seconds[0] * skeletons.timeScale[eid] * entries.timeScale[row]
    if (!(now >= before && now < entries.repeatUntil[row])) return false
    entries.trackTime[row] = now
    const time = now - entries.cycleStart[row] + entries.animationStart[row]
    const end = entries.animationEnd[row]
    arena.f64[(commandAt(playback.commands, row) + COMMAND_TIME) >> 1] = time < end ? time : end
    if ((bits & pulses) !== 0) pulse(state, row)
  }
  if ((bits & atRest) !== 0 || level[eid] > LEVEL.noVertices) return true
  if ((bits & colored) !== 0) skeletons.flags[eid] |= SKELETON_FLAG.keyedColor
  activity[eid] = bits & ~(moved | look)
  skeletons.lastActive[eid] = tick.number
  enlist(state, eid)
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const masks = level[eid] === LEVEL.full ? MIXED | SOLVED | SKINNED : MIXED | SOLVED
  markLane(state, chunk, skeletons.seat[eid], masks)
  return true
}

/** The same for the entries of a skeleton, current ones and those that are mixed out. */
function repeatEntries(state: AnimationState, eid: number): boolean {
  const { arena, skeletons } = state
  const tracks = skeletons.tracks[eid]
  const end = tracks + skeletons.trackCount[eid]
  for (let track = tracks; track < end; track++) if (!holds(state, eid, arena.i32[track])) return false
  for (let track = tracks; track < end; track++) repeatTrack(state, eid, arena.i32[track])
  return true
}

/** Whether the commands of a track hold. @param current row of its entry; -1 = the track is vacant. */
function holds({ playback, skeletons, tick }: AnimationState, eid: number, current: number): boolean {
  const { mixingFrom, mixTime, mixUntil, repeatUntil, timeScale, trackTime } = playback.entries
  const delta = tick.seconds[0] * skeletons.timeScale[eid]
  for (let row = current; row >= 0; row = mixingFrom[row]) {
    const now = trackTime[row] + delta * timeScale[row]
    if (!(now >= trackTime[row] && now < repeatUntil[row])) return false
    if (mixingFrom[row] >= 0 && !(delta >= 0 && mixTime[row] + delta < mixUntil[row])) return false
  }
  return true
}

/** Moves the clocks of a track's entries and writes times and weights into their commands, newest first. */
function repeatTrack(state: AnimationState, eid: number, current: number): void {
  const { arena, playback, rigs, skeletons, tick } = state
  const { f64 } = arena
  const { commands, entries } = playback
  const { mixingFrom, mixTime, timeScale, trackTime } = entries
  const delta = tick.seconds[0] * skeletons.timeScale[eid]
  const bases = rigs[skeletons.rig[eid]]?.rig.maths.tracks.bases === true
  for (let row = current; row >= 0; row = mixingFrom[row]) {
    const at = workAt(commands, row)
    const time =
      (trackTime[row] += delta * timeScale[row]) - entries.cycleStart[row] + entries.animationStart[row]
    f64[at + WORK_TIME] = Math.min(time, entries.animationEnd[row])
    if (mixingFrom[row] >= 0) {
      mixTime[row] += delta
      writeFraction(state, row)
    }
    if (row !== current) weighReplaced(state, row, bases)
    else if (mixingFrom[row] >= 0)
      f64[at + WORK_ALPHA] = f64[at + WORK_HOLD] = entries.alpha[row] * entries.fraction[row]
  }
  if (current >= 0 && (skeletons.activity[eid] & pulses) !== 0) pulse(state, current)
}

/** A loop without length completes in every tick. */
function pulse(state: AnimationState, row: number): void {
  const { animationEnd, animationStart, flags } = state.playback.entries
  if ((flags[row] & ENTRY_FLAG.loop) === 0 || animationStart[row] !== animationEnd[row]) return
  notifyEntry(state, row, EVENT_KIND.complete)
}

/** Weights of an entry that is mixed out, as `applyTracks` finds them. */
function weighReplaced(state: AnimationState, row: number, bases: boolean): void {
  const { applyFlags, animation } = state.playback.entries
  if (animation[row] < 0) return
  weighEntry(state, row, bases)
  if ((applyFlags[row] & APPLY_FLAG.plain) === 0) sumWeights(state, row)
  if ((applyFlags[row] & APPLY_FLAG.held) !== 0)
    state.arena.f64[workAt(state.playback.commands, row) + WORK_ALPHA] = 1
}

/** Brings the rest of a skeleton's entries to where their clocks are. Call it before anything but `repeat` looks at them. */
export function meetClocks({ arena, playback, skeletons }: AnimationState, eid: number): void {
  if ((skeletons.activity[eid] & repeats) === 0) return
  const { entries } = playback
  const { mixingFrom, nextAnimationLast, nextTrackLast, trackTime } = entries
  const tracks = skeletons.tracks[eid]
  const end = tracks + skeletons.trackCount[eid]
  for (let track = tracks; track < end; track++)
    for (let row = arena.i32[track]; row >= 0; row = mixingFrom[row]) {
      showTime(entries, row, nextAnimationLast, row)
      nextTrackLast[row] = trackTime[row]
    }
}
