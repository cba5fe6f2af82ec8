/** Clocks of an entry: its fade, its time, and what it reports on the way. */

import { EVENT_KIND } from '../../world/events'
import { isBehind } from '../../world/flags/states'
import { FADE, LAYER_FLAG, RUN } from '../../world/layers'
import { type AnimationState, STEP } from '../../world/state'
import { notifyEntry } from '../entries/notify'
import { passKeys } from './keys'
import { clockAfter } from './list'
import { regainTurns } from './turns'

const {
  acts,
  atLast,
  begun,
  displays,
  fadedOut,
  faded,
  frozen,
  holdsLast,
  looped,
  moved,
  overBefore,
  ranBefore,
  reports,
  stopped,
  wasFaded,
} = LAYER_FLAG
/** By how much an animation that is over is past its end. */
const PAST = 1e-6

/** Moves a fade on. Fades are linear, and only the skeleton's time scale counts. */
export function advanceFade(state: AnimationState, row: number): void {
  const { playback, skeletons, tick } = state
  const { entity } = playback.entries
  const { fade, flags, fadeShare, fadeSeconds, fadeTime } = playback.layerEntries
  const out = fade[row] === FADE.out
  const told = (flags[row] & reports) !== 0
  flags[row] |= faded
  if ((flags[row] & begun) === 0) {
    flags[row] |= begun
    if (told) notifyEntry(state, row, out ? EVENT_KIND.fadeOut : EVENT_KIND.fadeIn)
  }
  fadeTime[row] += Math.abs(tick.seconds[STEP] * skeletons.timeScale[entity[row]])
  if (fadeTime[row] < fadeSeconds[row]) {
    const part = fadeTime[row] > 0 ? fadeTime[row] / fadeSeconds[row] : 0
    fadeShare[row] = out ? 1 - part : part
    return
  }
  fadeShare[row] = out ? 0 : 1
  if (out) flags[row] |= fadedOut
  else {
    fade[row] = FADE.steady
    flags[row] &= ~frozen
  }
  if (told) notifyEntry(state, row, out ? EVENT_KIND.fadeOutComplete : EVENT_KIND.fadeInComplete)
}

/** Writes the weight with which an entry acts in this update. What is above it has its own already. */
export function weigh({ playback: { entries, layerEntries } }: AnimationState, row: number): void {
  const { alpha } = entries
  const { above, fadeShare, totalWeight } = layerEntries
  totalWeight[row] = alpha[row] * fadeShare[row] * (above[row] < 0 ? 1 : totalWeight[above[row]])
}

/** Moves an entry's time on, and reports what it passes. */
export function advanceTime(state: AnimationState, row: number): void {
  const { entity } = state.playback.entries
  const { flags, second: times, plays } = state.playback.layerEntries
  const { alpha, timeScale, trackTime } = state.playback.entries
  const { run } = state.playback.layerEntries
  const { skeletons, tick } = state
  noteRun(state, row)
  const runs = (flags[row] & (frozen | stopped)) === 0
  if (clockRuns(state, row))
    trackTime[row] += Math.abs(tick.seconds[STEP] * skeletons.timeScale[entity[row]]) * timeScale[row]
  const { work } = state.playback
  work[0] = times[row]
  const ranAs = run[row]
  const playedBefore = plays[row]
  writePlayed(state, row, runs)
  if (alpha[row] !== 0) flags[row] |= acts
  if (times[row] === work[0] && plays[row] === playedBefore) return
  flags[row] |= moved | loopBit(state, row, playedBefore)
  regainTurns(state, row, work)
  passKeys(state, row, ranAs, playedBefore, work)
}

/** Whether an entry's time moves on. It does so past the end, since what is queued goes by it; what is over does not come back by itself. */
export function clockRuns(state: AnimationState, row: number): boolean {
  const { timeScale, trackTime } = state.playback.entries
  const { flags, run } = state.playback.layerEntries
  if ((flags[row] & (frozen | stopped)) !== 0 || timeScale[row] === 0) return false
  return run[row] !== RUN.over || trackTime[row] * timeScale[row] >= 0 || !isPast(state, row)
}

/**
 * Notes how an entry was when it acted last, before it moves. A motion stays noted while the entry is not applied: its skeleton is
 * out of sight.
 */
function noteRun(state: AnimationState, row: number): void {
  const { entries, layerEntries } = state.playback
  const { flags, run } = layerEntries
  if ((flags[row] & acts) === 0) return
  flags[row] &= ~(isBehind(state, entries.entity[row])
    ? acts | overBefore | ranBefore
    : acts | moved | overBefore | ranBefore)
  if (run[row] !== RUN.waits) flags[row] |= ranBefore
  if (run[row] === RUN.over) flags[row] |= overBefore
}

function loopBit({ playback: { layerEntries } }: AnimationState, row: number, playedBefore: number): number {
  return layerEntries.plays[row] === playedBefore || layerEntries.run[row] === RUN.over ? 0 : looped
}

/** What entries of other clocks have from the one above them. */
const FOLLOWED = begun | displays | faded | frozen | stopped | wasFaded

/** Moves the entries of an entry's other clocks on to where its own says. */
export function followClocks(state: AnimationState, row: number): void {
  for (let own = clockAfter(state, row); own >= 0; own = clockAfter(state, own)) follow(state, own)
}

function follow(state: AnimationState, row: number): void {
  const { playback, rigs, skeletons } = state
  const { entries, work, layerEntries } = playback
  const { trackTime } = entries
  const { above, flags, second: times, plays } = layerEntries
  const how = rigs[skeletons.rig[entries.entity[row]]]?.rig.animations[entries.animation[row]].playback
  const own = how?.clocks?.[layerEntries.clock[row] - 1]
  if (!own) return
  const from = above[row]
  entries.alpha[row] = entries.alpha[from]
  entries.animationStart[row] = entries.animationStart[from]
  entries.animationEnd[row] = entries.animationEnd[from]
  layerEntries.fade[row] = layerEntries.fade[from]
  layerEntries.fadeShare[row] = layerEntries.fadeShare[from]
  entries.mask[row] = entries.mask[from]
  layerEntries.playTimes[row] = layerEntries.playTimes[from]
  entries.timeScale[row] = entries.timeScale[from]
  flags[row] = (flags[row] & ~FOLLOWED) | (flags[from] & FOLLOWED)
  noteRun(state, row)
  trackTime[row] = trackTime[from] / own.stretch + own.ahead * how.seconds
  work[0] = times[row]
  const playedBefore = plays[row]
  writePlayed(state, row, (flags[row] & (frozen | stopped)) === 0)
  if (entries.alpha[row] !== 0) flags[row] |= acts
  if (times[row] !== work[0] || plays[row] !== playedBefore || entries.appliedAt[row] === -1) {
    flags[row] |= moved | loopBit(state, row, playedBefore)
    regainTurns(state, row, work)
  }
  if (own.last !== undefined && entries.alpha[row] !== 0) reachLast(state, row, from, own.last)
}

/**
 * Whether last keys hold is said when they are reached, by the loop in which the animation itself is then. They are reached anew in
 * each loop, and when the clock begins to run.
 */
function reachLast(
  { playback: { layerEntries } }: AnimationState,
  row: number,
  from: number,
  last: number,
): void {
  const { flags, second: times, playTimes, plays, run } = layerEntries
  if (times[row] < last) {
    flags[row] &= ~atLast
    return
  }
  const begins = (flags[row] & ranBefore) === 0 && run[row] !== RUN.waits
  if ((flags[row] & atLast) !== 0 && (flags[row] & looped) === 0 && !begins) return
  const holds = playTimes[row] > 0 && plays[from] >= playTimes[row] - 1
  flags[row] = (flags[row] & ~holdsLast) | atLast | (holds ? holdsLast : 0)
}

/** The track time at which an entry is over, or the loop that it is in. */
export function endOf({ playback: { entries, layerEntries } }: AnimationState, row: number): number {
  const length = entries.animationEnd[row] - entries.animationStart[row]
  const time = Math.abs(entries.trackTime[row])
  if (layerEntries.playTimes[row] > 0) return layerEntries.playTimes[row] * length
  return length * (1 + Math.floor(time / length))
}

/** Whether its clock has passed all that it plays. */
function isPast({ playback: { entries, layerEntries } }: AnimationState, row: number): boolean {
  const { animationEnd, animationStart, trackTime } = entries
  const { playTimes } = layerEntries
  const length = animationEnd[row] - animationStart[row]
  return playTimes[row] > 0 && Math.abs(trackTime[row]) >= playTimes[row] * length
}

/** Writes the second of the animation that an entry shows, how often it has played, and whether it is over. */
function writePlayed(state: AnimationState, row: number, runs: boolean): void {
  const { entries, layerEntries } = state.playback
  const { trackTime } = entries
  const { second: times, playTimes, plays, run } = layerEntries
  const start = entries.animationStart[row]
  const length = entries.animationEnd[row] - start
  const time = trackTime[row]
  const passed = Math.abs(time)
  if (isPast(state, row)) {
    if (runs) run[row] = RUN.over
    plays[row] = playTimes[row]
    times[row] = start + (time < 0 ? 0 : run[row] === RUN.over ? length + PAST : length)
  } else {
    if (runs) run[row] = RUN.runs
    plays[row] = length > 0 ? Math.floor(passed / length) : 0
    const rest = length > 0 ? passed % length : 0
    times[row] = start + (time < 0 ? length - rest : rest)
  }
  reachFrame(state, row)
}

/**
 * Keys are at frames, whose times are float32s: the frame that is reached is reached there too, where that was rounded up, and
 * where it was rounded down, what is at the frame is not past it, and what is before it has not reached it.
 */
export function reachFrame({ playback, rigs, skeletons }: AnimationState, row: number): void {
  const { animation, entity } = playback.entries
  const { second: times } = playback.layerEntries
  const rate = rigs[skeletons.rig[entity[row]]]?.rig.animations[animation[row]].playback?.rate ?? 0
  if (rate <= 0) return
  const frame = Math.floor(times[row] * rate)
  const key = Math.fround(frame / rate)
  const next = Math.fround((frame + 1) / rate)
  if (times[row] < key || times[row] === frame / rate) times[row] = key
  else if (times[row] >= next) times[row] = next * (1 - 2 ** -23)
}
