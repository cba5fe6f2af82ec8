/** Reports the markers and the switches of hands that a recording player passes. */
import type { RecordingWorld } from './components'
import { pushRecordingEvent, RECORDING_EVENT_KIND } from './events'
import { IMAGE, KEYED, SWITCHES } from './layout'
import { isOn, SAMPLE_TIME, switchKey } from './sample'
import { type RecordingState, TABLE_HANDS, TABLE_KEYS, TABLE_MORE } from './state'

const NOTHING = -1
const MARKER = SWITCHES
/** Events of a switch that goes on, and off. Switches 0 and 1 say whether the hands are tracked. */
const ON = [RECORDING_EVENT_KIND.tracked, RECORDING_EVENT_KIND.pinch]
const OFF = [RECORDING_EVENT_KIND.lost, RECORDING_EVENT_KIND.release]

/** Starts a player at SAMPLE_TIME. A marker at this time is still to come; switches are compared. */
export function startAt(
  world: RecordingWorld,
  recordings: RecordingState,
  row: number,
  backwards: boolean,
): void {
  const { rows, work } = recordings
  const { f32, i32 } = world.animation.arena
  const image = rows.image[row]
  const times = image + i32[image + IMAGE.MARKER_TIMES]
  const time = work[SAMPLE_TIME]
  let low = 0
  let high = i32[image + IMAGE.MARKERS]
  while (low < high) {
    const middle = (low + high) >> 1
    const marker = f32[times + middle]
    if (backwards ? marker <= time : marker < time) low = middle + 1
    else high = middle
  }
  rows.marker[row] = low
  rows.due[row] = Number.NEGATIVE_INFINITY
  const keys = keysOf(recordings, row)
  for (let which = 0; which < SWITCHES; which++) i32[keys + which] = switchKey(f32, i32, image, which, work)
  turnSwitches(world, recordings, row)
}

/** Reports switches whose state differs from the player's. Their keys are up to date; the time is SAMPLE_TIME. */
function turnSwitches(world: RecordingWorld, recordings: RecordingState, row: number): void {
  const { work, eventTime } = recordings
  const { i32 } = world.animation.arena
  const keys = keysOf(recordings, row)
  eventTime[0] = work[SAMPLE_TIME]
  for (let which = 0; which < SWITCHES; which++) turnSwitch(world, recordings, row, which, i32[keys + which])
}

/** Compares repeating switches by state, because they are not passed key by key. */
export function compareSwitches(world: RecordingWorld, recordings: RecordingState, row: number): void {
  const { rows, work } = recordings
  const { f32, i32 } = world.animation.arena
  const image = rows.image[row]
  if (i32[image + IMAGE.WRAPPED_SWITCHES] === 0) return
  const keys = keysOf(recordings, row)
  for (let which = 0; which < SWITCHES; which++) i32[keys + which] = switchKey(f32, i32, image, which, work)
  turnSwitches(world, recordings, row)
}

/** Sets a switch to its state at a key, and reports a change. */
function turnSwitch(
  world: RecordingWorld,
  recordings: RecordingState,
  row: number,
  which: number,
  key: number,
): void {
  const { rows, eventTime } = recordings
  const { arena, events } = world.animation
  const on = isOn(arena.f32, arena.i32, rows.image[row], which, key)
  if (on === ((rows.on[row] & (1 << which)) !== 0)) return
  rows.on[row] ^= 1 << which
  const side = which & 1
  const hand = arena.i32[rows.table[row] + rows.words[row] - TABLE_MORE + TABLE_HANDS + side]
  if (hand === 0) return
  const { tracked, pinching } = world.components.Hand
  const column = which < 2 ? tracked : pinching
  column[hand] = on ? 1 : 0
  const kind = (on ? ON : OFF)[which >> 1]
  pushRecordingEvent(events, kind, hand, rows.serial[row], rows.recording[row], side, -1, eventTime)
}

/** Passes markers and keys up to SAMPLE_TIME, in order of time. */
export function passForwards(world: RecordingWorld, recordings: RecordingState, row: number): void {
  const { rows, work, eventTime } = recordings
  const until = work[SAMPLE_TIME]
  while (rows.due[row] <= until) {
    const next = findNext(world, recordings, row)
    if (next === NOTHING || rows.due[row] > until) return
    eventTime[0] = rows.due[row]
    if (next === MARKER) reportMarker(world, recordings, row, rows.marker[row]++)
    else {
      const { i32 } = world.animation.arena
      turnSwitch(world, recordings, row, next, ++i32[keysOf(recordings, row) + next])
    }
    rows.due[row] = Number.NEGATIVE_INFINITY
  }
}

/** Returns what comes next forwards: a switch or MARKER. Writes its time to the player's `due`. */
function findNext(world: RecordingWorld, recordings: RecordingState, row: number): number {
  const { rows } = recordings
  const { f32, i32 } = world.animation.arena
  const image = rows.image[row]
  const keys = keysOf(recordings, row)
  const switches = i32[image + IMAGE.WRAPPED_SWITCHES] === 0 ? SWITCHES : 0
  let next = NOTHING
  let time = Number.POSITIVE_INFINITY
  for (let which = 0; which < switches; which++) {
    const curve = image + i32[image + i32[image + IMAGE.SWITCHES] + which]
    const key = i32[keys + which] + 1
    if (key === 0 || key >= i32[curve + KEYED.COUNT]) continue
    const due = f32[curve + KEYED.TIMES + key]
    if (due >= time) continue
    next = which
    time = due
  }
  const marker = rows.marker[row]
  if (marker < i32[image + IMAGE.MARKERS]) {
    const due = f32[image + i32[image + IMAGE.MARKER_TIMES] + marker]
    if (due < time) {
      next = MARKER
      time = due
    }
  }
  rows.due[row] = time
  return next
}

/** Returns the word index of the current keys of a player's switches. */
function keysOf({ rows }: RecordingState, row: number): number {
  return rows.table[row] + rows.words[row] - TABLE_MORE + TABLE_KEYS
}

/** Passes markers and keys down to SAMPLE_TIME. A switch takes the state before the key that is passed. */
export function passBackwards(world: RecordingWorld, recordings: RecordingState, row: number): void {
  const { rows, work, eventTime } = recordings
  const { f32, i32 } = world.animation.arena
  const image = rows.image[row]
  const until = work[SAMPLE_TIME]
  const keys = keysOf(recordings, row)
  const markers = image + i32[image + IMAGE.MARKER_TIMES]
  const switches = i32[image + IMAGE.WRAPPED_SWITCHES] === 0 ? SWITCHES : 0
  rows.due[row] = Number.NEGATIVE_INFINITY
  for (;;) {
    let next = NOTHING
    let time = until
    for (let which = 0; which < switches; which++) {
      const curve = image + i32[image + i32[image + IMAGE.SWITCHES] + which]
      const key = i32[keys + which]
      if (key < 1) continue
      const due = f32[curve + KEYED.TIMES + key]
      if (due <= time) continue
      next = which
      time = due
    }
    if (rows.marker[row] > 0) {
      const due = f32[markers + rows.marker[row] - 1]
      if (next === NOTHING ? due >= time : due > time) {
        next = MARKER
        time = due
      }
    }
    if (next === NOTHING) return
    eventTime[0] = time
    if (next === MARKER) reportMarker(world, recordings, row, --rows.marker[row])
    else turnSwitch(world, recordings, row, next, --i32[keys + next])
  }
}

/** Reports a marker. @param place number of the marker in ascending time. */
function reportMarker(world: RecordingWorld, recordings: RecordingState, row: number, place: number): void {
  const { rows, eventTime } = recordings
  const { arena, events } = world.animation
  const image = rows.image[row]
  const marker = arena.i32[image + arena.i32[image + IMAGE.MARKER_NUMBERS] + place]
  const { marker: kind } = RECORDING_EVENT_KIND
  pushRecordingEvent(
    events,
    kind,
    rows.entity[row],
    rows.serial[row],
    rows.recording[row],
    -1,
    marker,
    eventTime,
  )
}

/** Reports that a player came to an end of its recording, at SAMPLE_TIME. */
export function reportEnd(
  world: RecordingWorld,
  recordings: RecordingState,
  row: number,
  kind: number,
): void {
  const { rows, work, eventTime } = recordings
  const { events } = world.animation
  eventTime[0] = work[SAMPLE_TIME]
  pushRecordingEvent(events, kind, rows.entity[row], rows.serial[row], rows.recording[row], -1, -1, eventTime)
}
