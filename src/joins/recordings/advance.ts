/** Runs a recording player's tick: moves its clock, writes poses, and reports events. */

import { EVENT_KIND } from '../../world/events'
import type { RecordingPlayerColumns, RecordingWorld } from './components'
import { IMAGE } from './layout'
import { compareSwitches, passBackwards, passForwards, reportEnd, startAt } from './pass'
import { SAMPLE_TIME, sampleBentGaze, sampleBentPoses, sampleGaze, samplePoses } from './sample'
import { PLAYER_FLAG, type RecordingState, TABLE_GAZE, TABLE_MORE } from './state'

/** Words of `RecordingState.seconds`: seconds of the tick, and seconds by which the current player moves. */
export const TICK_SECONDS = 0
const PLAYER_SECONDS = 1

/** Moves one player, unless its time stands still and was not written. */
export function advancePlayer(world: RecordingWorld, recordings: RecordingState, row: number): void {
  const { rows, seconds, work } = recordings
  const { RecordingPlayer } = world.components
  const eid = rows.entity[row]
  takeSeek(recordings, RecordingPlayer, row, eid)
  seconds[PLAYER_SECONDS] =
    RecordingPlayer.paused[eid] !== 0 ? 0 : seconds[TICK_SECONDS] * RecordingPlayer.speed[eid]
  const sought = (rows.flags[row] & PLAYER_FLAG.sought) !== 0
  const moves = isMoving(world, recordings, row, eid)
  if (!moves && !sought) return
  if (sought) {
    work[SAMPLE_TIME] = rows.time[row]
    startAt(world, recordings, row, RecordingPlayer.speed[eid] < 0)
  }
  if (moves) moveClock(world, recordings, row, eid)
  rows.flags[row] = moves ? 0 : PLAYER_FLAG.begins
  sample(world, recordings, row)
}

/** Returns whether code wrote to the public time. */
function takeSeek(
  recordings: RecordingState,
  { time }: RecordingPlayerColumns,
  row: number,
  eid: number,
): void {
  const { rows } = recordings
  if (time[eid] === rows.time[row]) return
  // A time that is not finite is overwritten.
  if (Number.isFinite(time[eid])) {
    rows.time[row] = time[eid]
    rows.flags[row] = PLAYER_FLAG.sought | PLAYER_FLAG.begins
  } else time[eid] = rows.time[row]
}

/** Returns whether time moves the player. A player that reached its end stays there; one that was put there goes on. */
function isMoving(
  world: RecordingWorld,
  { rows, seconds }: RecordingState,
  row: number,
  eid: number,
): boolean {
  const { f32 } = world.animation.arena
  const delta = seconds[PLAYER_SECONDS]
  const time = rows.time[row]
  const duration = f32[rows.image[row] + IMAGE.DURATION]
  if (delta === 0 || !Number.isFinite(time + delta)) return false
  if (rows.flags[row] !== 0 || (duration > 0 && world.components.RecordingPlayer.loop[eid] !== 0)) return true
  return delta > 0 ? time < duration : time > 0
}

/** Moves the clock on, past markers and switches, up to the end or round it. */
function moveClock(world: RecordingWorld, recordings: RecordingState, row: number, eid: number): void {
  const { rows, seconds, work } = recordings
  const { RecordingPlayer } = world.components
  const duration = world.animation.arena.f32[rows.image[row] + IMAGE.DURATION]
  const loops = duration > 0 && RecordingPlayer.loop[eid] !== 0
  const forwards = seconds[PLAYER_SECONDS] > 0
  let time = rows.time[row] + seconds[PLAYER_SECONDS]
  const passed = forwards ? time >= duration : time <= 0
  if (passed) {
    // If a tick spans several rounds, events fire only for the end of the first round and the start of the last one.
    work[SAMPLE_TIME] = forwards ? duration : 0
    pass(world, recordings, row, forwards)
    reportEnd(world, recordings, row, EVENT_KIND.complete)
    if (loops) {
      work[SAMPLE_TIME] = forwards ? 0 : duration
      startAt(world, recordings, row, !forwards)
      time = forwards ? time % duration : duration - (-time % duration)
    } else time = forwards ? duration : 0
  }
  work[SAMPLE_TIME] = time
  if (loops || !passed) pass(world, recordings, row, forwards)
  else reportEnd(world, recordings, row, EVENT_KIND.end)
  rows.time[row] = time
  RecordingPlayer.time[eid] = time
}

function pass(world: RecordingWorld, recordings: RecordingState, row: number, forwards: boolean): void {
  if (forwards) passForwards(world, recordings, row)
  else passBackwards(world, recordings, row)
}

/** Writes the player's poses and gaze, and reports repeating switches. */
function sample(world: RecordingWorld, recordings: RecordingState, row: number): void {
  const { rows, work } = recordings
  const { f32, i32 } = world.animation.arena
  const { Pose3, Gaze } = world.components
  const image = rows.image[row]
  const table = rows.table[row]
  const more = table + rows.words[row] - TABLE_MORE
  work[SAMPLE_TIME] = rows.time[row]
  samplePoses(f32, i32, image, table, work, Pose3)
  if (i32[image + IMAGE.BENT_POSES] !== 0) sampleBentPoses(f32, i32, image, table, work, Pose3)
  const gaze = i32[more + TABLE_GAZE]
  if (gaze !== 0) {
    if (i32[image + IMAGE.BENT_GAZE] === 0) sampleGaze(f32, i32, image, gaze, work, Gaze)
    else sampleBentGaze(f32, i32, image, gaze, work, Gaze)
  }
  compareSwitches(world, recordings, row)
}
