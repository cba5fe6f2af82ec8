/**
 * Repeats commands. Between two keys of its discrete timelines only an entry's time and weights change. So clocks and
 * commands are updated without running the state machine. `repeat-until` finds how long that is valid.
 */
import { LANES } from '../../base/memory/lanes'
import { notifyEntry } from '../../tracks/entries/notify'
import { showTime } from '../../tracks/player/pass'
import { isPoint, writeFraction } from '../../tracks/player/times'
import { sumWeights, weighEntry } from '../../tracks/player/weights'
import { addAwake } from '../../world/awake'
import { chunkAt } from '../../world/chunks/blocks'
import { COMMAND, commandAt, flagsOf, workAt } from '../../world/commands'
import { EVENT_KIND, showQueued } from '../../world/events'
import { noteKeyedColors } from '../../world/flags/changes'
import { BLEND_PLAIN, WORK } from '../../world/playback'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import { type AnimationState, TICK } from '../../world/state'

const { atRest, keysColors, tinted, moved, completesEachTick, repeats, running, oneCommand } = ACTIVITY
/** Bits with which a skeleton may be repeated. */
const REPEATABLE = running | completesEachTick | repeats | oneCommand | keysColors | moved | tinted | atRest

/**
 * Returns whether `repeat` may be tried. While time stands still, skeletons come to rest instead.
 *
 * @param bits of ACTIVITY. @param still whether the tick's length is 0.
 */
export function mayRepeat(bits: number, still: boolean): boolean {
  if ((bits & repeats) === 0 || (bits & ~REPEATABLE) !== 0 || (still && (bits & completesEachTick) === 0))
    return false
  return (bits & atRest) === 0 || (bits & (moved | tinted)) === 0
}

/**
 * Takes skeletons through `timelineSampling` by their commands, one after another, as long as their commands are valid.
 *
 * @param from place in the list of active skeletons.
 * @returns place of the first skeleton whose commands are not; nothing of it has changed.
 */
export function repeatFrom(state: AnimationState, from: number): number {
  const { active, arena, blocks, events, playback, skeletons, tick } = state
  const { f64, i32 } = arena
  const { count, ids } = active
  const { commands, entries, trackEntries } = playback
  const { activity, chunk: chunkOf, command, lastMarked, level, seat: seatOf, serial, timeScale } = skeletons
  const { animationEnd, animationStart } = entries
  const { animationLast, cycleStart, repeatUntil } = trackEntries
  const { timeScale: paceOf, trackTime } = entries
  const { trackLast } = trackEntries
  const { number, seconds } = tick
  const still = seconds[TICK] === 0
  let id = -1
  let mix = 0
  let run = 0
  let skin = 0
  for (let i = from; i < count; i++) {
    const eid = ids[i]
    const bits = activity[eid]
    if (!mayRepeat(bits, still)) return i
    const completes = (bits & completesEachTick) !== 0
    if (completes) showQueued(events, serial[eid])
    if ((bits & oneCommand) !== 0) {
      const row = command[eid]
      const before = trackTime[row]
      const now = before + seconds[TICK] * timeScale[eid] * paceOf[row]
      if (!(now >= before && now < repeatUntil[row])) return i
      const at = (commandAt(commands, row) + COMMAND.TIME) >> 1
      animationLast[row] = f64[at]
      trackLast[row] = before
      trackTime[row] = now
      const time = now - cycleStart[row] + animationStart[row]
      const end = animationEnd[row]
      f64[at] = time < end ? time : end
      if (completes) reportComplete(state, row)
    } else if (!repeatEntries(state, eid)) return i
    if ((bits & atRest) !== 0 || level[eid] > LEVEL.noVertices) continue
    if ((bits & keysColors) !== 0) noteKeyedColors(state, eid)
    activity[eid] = bits & ~(moved | tinted)
    lastMarked[eid] = number
    addAwake(state, eid)
    if (chunkOf[eid] !== id) {
      id = chunkOf[eid]
      const chunk = chunkAt(blocks, id)
      chunk.lastMarked = number
      ;({ mix, run, skin } = chunk)
    }
    const block = seatOf[eid] >> 2
    const bit = 1 << (seatOf[eid] & (LANES - 1))
    i32[mix + block] |= bit
    i32[run + block] |= bit
    if (level[eid] === LEVEL.full) i32[skin + block] |= bit
  }
  return count
}

/** Repeats all entries of one skeleton. @returns false, with nothing changed, if a command is no longer valid. */
function repeatEntries(state: AnimationState, eid: number): boolean {
  const { arena, skeletons } = state
  const tracks = skeletons.tracks[eid]
  const end = tracks + skeletons.trackCount[eid]
  for (let track = tracks; track < end; track++) if (!holds(state, eid, arena.i32[track])) return false
  for (let track = tracks; track < end; track++) repeatTrack(state, eid, arena.i32[track])
  return true
}

/**
 * Returns whether the commands of a track are still valid. @param current row of its entry; -1 = the track is vacant.
 */
function holds({ playback, skeletons, tick }: AnimationState, eid: number, current: number): boolean {
  const { older, timeScale, trackTime } = playback.entries
  const { mixTime, mixUntil, repeatUntil } = playback.trackEntries
  const delta = tick.seconds[TICK] * skeletons.timeScale[eid]
  for (let row = current; row >= 0; row = older[row]) {
    const now = trackTime[row] + delta * timeScale[row]
    if (!(now >= trackTime[row] && now < repeatUntil[row])) return false
    if (older[row] >= 0 && !(delta >= 0 && mixTime[row] + delta < mixUntil[row])) return false
  }
  return true
}

/** Moves the clocks of a track's entries and writes times and weights into their commands, newest first. */
function repeatTrack(state: AnimationState, eid: number, current: number): void {
  const { arena, playback, rigs, skeletons, tick } = state
  const { f64 } = arena
  const { commands, entries, trackEntries } = playback
  const { older, timeScale, trackTime } = entries
  const { animationLast, mixTime, trackLast } = trackEntries
  const delta = tick.seconds[TICK] * skeletons.timeScale[eid]
  const bases = rigs[skeletons.rig[eid]]?.source.maths.tracks.bases === true
  for (let row = current; row >= 0; row = older[row]) {
    const at = workAt(commands, row)
    // A hand-over does not move entries that are mixed out: they pass the same keys as in the tick before.
    animationLast[row] = f64[at + WORK.TIME]
    trackLast[row] = trackTime[row]
    trackTime[row] += delta * timeScale[row]
    const time = trackTime[row] - trackEntries.cycleStart[row] + entries.animationStart[row]
    f64[at + WORK.TIME] = Math.min(time, entries.animationEnd[row])
    if (older[row] >= 0) {
      mixTime[row] += delta
      writeFraction(state, row)
    }
    if (row !== current) weighReplaced(state, row, bases)
    else if (older[row] >= 0)
      f64[at + WORK.ALPHA] = f64[at + WORK.HOLD] = entries.alpha[row] * trackEntries.fraction[row]
  }
  if (current >= 0 && (skeletons.activity[eid] & completesEachTick) !== 0) reportComplete(state, current)
}

function reportComplete(state: AnimationState, row: number): void {
  if (isPoint(state, row)) notifyEntry(state, row, EVENT_KIND.complete)
}

/** Computes the weights of an entry that is mixed out, as `applyTracks` does. */
function weighReplaced(state: AnimationState, row: number, bases: boolean): void {
  if (state.playback.entries.animation[row] < 0) return
  weighEntry(state, row, bases)
  if ((flagsOf(state, row) & BLEND_PLAIN) === 0) sumWeights(state, row, bases)
}

/** Updates the columns that `repeat` skips to a skeleton's clocks. Call it before other code reads its entries. */
export function catchUpClocks({ arena, playback, skeletons }: AnimationState, eid: number): void {
  if ((skeletons.activity[eid] & repeats) === 0) return
  const { entries, trackEntries } = playback
  const { older, appliedAt, trackTime } = entries
  const { nextAnimationLast } = trackEntries
  const tracks = skeletons.tracks[eid]
  const end = tracks + skeletons.trackCount[eid]
  for (let track = tracks; track < end; track++)
    for (let row = arena.i32[track]; row >= 0; row = older[row]) {
      showTime(playback, row, nextAnimationLast, row)
      appliedAt[row] = trackTime[row]
    }
}
