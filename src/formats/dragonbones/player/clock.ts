/** Advances the clocks of an entry: its fade and its time, with their reports. */

import { notifyEntry } from '../../../tracks/entries/notify'
import { EVENT_KIND } from '../../../world/events'
import { isBehind } from '../../../world/flags/states'
import { type AnimationState, STEP } from '../../../world/state'
import { passKeys } from './keys'
import { clockAfter } from './list'
import { FADE, LAYER_FLAG, RUN } from './sampling/layers'
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
/** An animation that is over shows a time past its end, by this many seconds. */
const PAST = 1e-6

/** Advances a fade. Fades are linear, and follow only the skeleton's time scale. */
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

/** Writes the weight of an entry in this update. The entry above already has its weight. */
export function weigh({ playback: { entries, layerEntries } }: AnimationState, row: number): void {
  const { alpha } = entries
  const { above, fadeShare, totalWeight } = layerEntries
  totalWeight[row] = alpha[row] * fadeShare[row] * (above[row] < 0 ? 1 : totalWeight[above[row]])
}

/** Advances an entry's time, and reports the keys and loops that it passes. */
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

/**
 * Returns whether an entry's time advances. It also does past the end, because queued entries need it. An entry that is
 * over never starts again by itself.
 */
export function clockRuns(state: AnimationState, row: number): boolean {
  const { timeScale, trackTime } = state.playback.entries
  const { flags, run } = state.playback.layerEntries
  if ((flags[row] & (frozen | stopped)) !== 0 || timeScale[row] === 0) return false
  return run[row] !== RUN.over || trackTime[row] * timeScale[row] >= 0 || !isPast(state, row)
}

/**
 * Notes the state of an entry's clock when it last acted. While the entry is not applied, because its skeleton is not
 * seen, the flag `moved` stays.
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

/** Flags that an entry with another clock copies from the entry above it. */
const FOLLOWED = begun | displays | faded | frozen | stopped | wasFaded

/** Advances the entries of an entry's other clocks to match its time. */
export function followClocks(state: AnimationState, row: number): void {
  for (let own = clockAfter(state, row); own >= 0; own = clockAfter(state, own)) follow(state, own)
}

function follow(state: AnimationState, row: number): void {
  const { playback, rigs, skeletons } = state
  const { entries, work, layerEntries } = playback
  const { trackTime } = entries
  const { above, flags, second: times, plays } = layerEntries
  const how = rigs[skeletons.rig[entries.entity[row]]]?.source.animations[entries.animation[row]].playback
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
 * Decides, when the last keys are reached, whether they hold: this depends on the animation's own loop at that moment.
 * They are reached again in each loop, and when the clock starts.
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

/** Returns the track time at which a one-shot is over, or a looping entry's current loop. */
export function endOf({ playback: { entries, layerEntries } }: AnimationState, row: number): number {
  const length = entries.animationEnd[row] - entries.animationStart[row]
  const time = Math.abs(entries.trackTime[row])
  if (layerEntries.playTimes[row] > 0) return layerEntries.playTimes[row] * length
  return length * (1 + Math.floor(time / length))
}

/** Returns whether the clock has passed the end of the last loop. */
function isPast({ playback: { entries, layerEntries } }: AnimationState, row: number): boolean {
  const { animationEnd, animationStart, trackTime } = entries
  const { playTimes } = layerEntries
  const length = animationEnd[row] - animationStart[row]
  return playTimes[row] > 0 && Math.abs(trackTime[row]) >= playTimes[row] * length
}

/** Writes the second of the animation that is shown, the number of loops played, and whether the entry is over. */
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
  roundToKey(state, row)
}

/**
 * Rounds an entry's second to the times of keys. Keys are on frames, and their times are float32s. An entry that
 * reaches a frame gets exactly its key time, whether that was rounded up or down. An entry before a frame stays before
 * its key time.
 */
export function roundToKey({ playback, rigs, skeletons }: AnimationState, row: number): void {
  const { animation, entity } = playback.entries
  const { second: times } = playback.layerEntries
  const rate = rigs[skeletons.rig[entity[row]]]?.source.animations[animation[row]].playback?.rate ?? 0
  if (rate <= 0) return
  const frame = Math.floor(times[row] * rate)
  const key = Math.fround(frame / rate)
  const next = Math.fround((frame + 1) / rate)
  if (times[row] < key || times[row] === frame / rate) times[row] = key
  else if (times[row] >= next) times[row] = next * (1 - 2 ** -23)
}
