/** Starting entries, and fading out those that they replace. */
import { OsteonError } from '../errors'
import type { LayerOptions } from '../model/machine'
import type { Mask } from '../rig/animation/mask'
import type { Rig, RigAnimation } from '../rig/rig'
import { addEntry, currentEntry, setCurrent } from '../tracks/entries'
import { reserveDeforms, reserveModes } from '../tracks/modes/find-modes'
import { prepareAnimation } from '../tracks/prepare'
import type { RegisteredRig } from '../world/chunks/blocks'
import { maskWords } from '../world/chunks/registry'
import { FADE, LAYER_FLAG, REPLACES, RUN } from '../world/layers'
import type { AnimationState } from '../world/state'
import { adoptEntries } from './adopt'
import { followClocks, reachFrame } from './clock'
import { oldestOn } from './list'
import { planFor } from './sampling/plan'
import { treeFor } from './tree-plan'
import { plantTree } from './trees'
import { countTurns } from './turns'

/** Options of `play` and `queue` that layers know. */
export interface PlayedWith extends LayerOptions {
  track?: number
  loop?: boolean
  alpha?: number
  timeScale?: number
  mix?: number
  start?: number
  end?: number
  trackTime?: number
  delay?: number
  mask?: Mask | null
  additive?: boolean
  parameter?: number
}

export const KNOWN: readonly string[] = [
  ...[
    'track',
    'loop',
    'alpha',
    'timeScale',
    'mix',
    'start',
    'end',
    'trackTime',
    'delay',
    'mask',
    'additive',
    'parameter',
  ],
  ...['playTimes', 'group', 'replaces', 'mixOut', 'autoFadeOut'],
  ...['pauseIn', 'pauseOut', 'resets', 'displays', 'reports', 'paused'],
]
const { begun, displays, done, frozen, pausesOut, reports, resets, stopped } = LAYER_FLAG
/** Progress of a fade that has no length, or none yet: neither 0 nor 1. */
const ALMOST = 1e-6
/** Seconds in which nothing fades visibly. */
const NEVER = Float64Array.of(999_999)

/** @throws OsteonError `bad-option` for what layers cannot do; nothing has changed then. */
export function checkOptions(eid: number, { animations }: Rig, animation: number, options: PlayedWith): void {
  const { autoFadeOut, group = 0, mixOut = 0, replaces = 'all', start, end } = options
  const playTimes = timesOf(animations[animation], options)
  if (!(Number.isInteger(playTimes) && playTimes >= 0 && playTimes < 2 ** 31))
    throw bad(eid, 'playTimes', `expected a whole number of loops, 0 or more, got ${playTimes}`)
  if (!(Number.isInteger(group) && Math.abs(group) < 2 ** 31))
    throw bad(eid, 'group', `expected a whole number, got ${group}`)
  if (!Object.hasOwn(REPLACES, replaces))
    throw bad(
      eid,
      'replaces',
      `expected one of ${Object.keys(REPLACES).join(', ')}, got ${JSON.stringify(replaces)}`,
    )
  for (const [name, seconds] of Object.entries({ mixOut, autoFadeOut: autoFadeOut ?? 0 }))
    if (!(Number.isFinite(seconds) && seconds >= 0))
      throw bad(eid, name, `expected seconds, 0 or more, got ${seconds}`)
  if (start !== undefined && end !== undefined && end < start)
    throw bad(eid, 'end', `expected a second behind the start, got ${end}`)
}

/** How often it is played; 0: for ever. */
function timesOf({ playback }: RigAnimation, { loop, playTimes }: PlayedWith): number {
  return playTimes ?? (loop === undefined ? (playback?.playTimes ?? 1) : loop ? 0 : 1)
}

function bad(eid: number, path: string, message: string): OsteonError {
  return new OsteonError('bad-option', `entity ${eid}`, path, message)
}

/** Makes an entry that is on no track yet, with all that it needs, and those of its blend tree and other clocks. A structure call. */
export function makeEntry(
  state: AnimationState,
  registered: RegisteredRig,
  eid: number,
  animation: number,
  options: PlayedWith,
): number {
  const row = addAlone(state, registered, eid, animation, options)
  const { clocks, tree } = registered.rig.animations[animation].playback ?? {}
  if (clocks || tree) growTree(state, registered, eid, row)
  return row
}

function addAlone(
  state: AnimationState,
  registered: RegisteredRig,
  eid: number,
  animation: number,
  options: PlayedWith,
): number {
  const { rig } = registered
  const { track = 0, mask, resets: isReset = true, displays: shows = true, reports: tells = true } = options
  const { duration, playback } = rig.animations[animation]
  prepareAnimation(state, eid, animation)
  planFor(state, rig, animation)
  const row = addEntry(state, eid, track, animation)
  reserveDeforms(state, row, rig)
  reserveModes(state, rig, row)
  const words = mask ? maskWords(state, registered, mask, animation) : 0
  const { entries } = state.playback // Renewed where the arena grew.
  entries.playTimes[row] = duration > 0 ? timesOf(rig.animations[animation], options) : 1
  entries.mask[row] = words
  entries.alpha[row] = options.alpha ?? 1
  entries.timeScale[row] = options.timeScale ?? 1
  entries.group[row] = options.group ?? 0
  entries.parameter[row] = options.parameter ?? 0
  entries.autoFadeOut[row] = options.autoFadeOut ?? -1
  entries.fade[row] = FADE.in
  entries.run[row] = RUN.waits
  entries.plays[row] = 0
  entries.lastKey[row] = -1
  entries.flags[row] =
    (isReset ? resets : 0) |
    (shows ? displays : 0) |
    (tells ? reports : 0) |
    (options.pauseIn === false ? 0 : frozen) |
    (options.pauseOut === false ? 0 : pausesOut) |
    (options.paused === true ? stopped : 0)
  entries.mixDuration[row] = options.mix ?? playback?.fadeInTime ?? 0
  entries.mixOut[row] = options.mixOut ?? entries.mixDuration[row]
  entries.replaces[row] = REPLACES[options.replaces ?? 'trackAndGroup']
  setTimes(state, row, playback?.seconds ?? duration, options)
  return row
}

/** What only a tree's other entries are played with: they go by what is above them. Those of other clocks follow all of it. */
const OF_TREE: PlayedWith = { mix: 0, playTimes: 1, paused: true, resets: false, reports: false }

/** Makes the other entries: of a blend tree, and of other clocks. */
function growTree(state: AnimationState, registered: RegisteredRig, eid: number, root: number): void {
  const { animation, track } = state.playback.entries
  const options = { ...OF_TREE, track: track[root] }
  const tree = treeFor(state, registered.rig, animation[root])
  const rows = [root]
  for (const number of tree.animation.slice(1)) rows.push(addAlone(state, registered, eid, number, options))
  plantTree(state, tree, rows)
  tree.clock.forEach((clock, place) => {
    if (clock === 0) followClocks(state, rows[place])
  })
}

/** The part that is played, and where its clock begins. */
function setTimes(state: AnimationState, row: number, duration: number, options: PlayedWith): void {
  const { entries } = state.playback
  const start = duration > 0 ? Math.min(Math.max(options.start ?? 0, 0), duration) : 0
  entries.animationStart[row] = start
  entries.animationEnd[row] = duration > 0 ? Math.min(Math.max(options.end ?? duration, start), duration) : 0
  const length = entries.animationEnd[row] - start
  let at = duration > 0 ? (options.trackTime ?? 0) : 0
  if (at < 0) at = length - (-at % length)
  else if (at === length && at > 0) at -= ALMOST
  else if (at > length) at %= length
  if (entries.timeScale[row] < 0 && at !== 0) at -= length
  if (entries.timeScale[row] < 0 && at === 0) at = -ALMOST
  entries.trackTime[row] = at
  entries.nextAnimationLast[row] = at < 0 ? length - at : at
  entries.animationLast[row] = -1
  if (at >= 0) reachFrame(state, row)
}

/** Puts an entry on its track, where it fades in; what it replaces fades out. Nothing grows where the track is there. */
export function startEntry(state: AnimationState, row: number): void {
  const { skeletons } = state
  const { entity, flags, mixOut, track } = state.playback.entries
  const eid = entity[row]
  let isFirst = true
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++)
    for (
      let other = oldestOn(state, eid, layer);
      other >= 0;
      other = state.playback.entries.mixingTo[other]
    ) {
      isFirst = false
      if (isReplaced(state, other, row))
        fadeOutEntry(state, other, mixOut, row, (flags[row] & pausesOut) !== 0)
    }
  if (state.playback.entries.nodeCount[row] > 0) adoptEntries(state, row)
  const before = currentEntry(state, eid, track[row])
  setCurrent(state, eid, track[row], row)
  const { entries } = state.playback // Renewed where the arena grew.
  entries.previous[row] = -1
  entries.mixingFrom[row] = before
  if (before >= 0) entries.mixingTo[before] = row
  if (isFirst) entries.mixDuration[row] = 0
  entries.fraction[row] = entries.mixDuration[row] > 0 ? 0 : 1 - ALMOST
  state.skeletons.modesDirty[eid] = 1
}

function isReplaced({ playback: { entries } }: AnimationState, other: number, by: number): boolean {
  const { group, replaces, track } = entries
  const onTrack = track[other] === track[by]
  const inGroup = group[other] === group[by]
  switch (replaces[by]) {
    case REPLACES.all:
      return true
    case REPLACES.none:
      return false
    case REPLACES.track:
      return onTrack
    case REPLACES.group:
      return inGroup
    default:
      return onTrack && inGroup
  }
}

/**
 * Fades an entry out, from where it is.
 *
 * @param times the seconds that it takes are `times[at]`. @param pauses its clock stands still meanwhile.
 */
export function fadeOutEntry(
  state: AnimationState,
  row: number,
  times: Float64Array,
  at: number,
  pauses: boolean,
): void {
  const seconds = times[at]
  const { entries } = state.playback
  const { fade, flags, fraction, mixDuration, mixTime } = entries
  if (pauses) flags[row] |= frozen
  if (fade[row] === FADE.out) {
    if (seconds > mixDuration[row] - mixTime[row]) return
  } else {
    // What it has no keys of was at the setup pose when its fade-in was over.
    if (fade[row] === FADE.steady) flags[row] &= ~resets
    fade[row] = FADE.out
    flags[row] &= ~(begun | done)
    countTurns(state, row)
    if (seconds <= 0 || fraction[row] <= 0) fraction[row] = ALMOST
  }
  mixDuration[row] = fraction[row] > ALMOST ? seconds / fraction[row] : 0
  mixTime[row] = mixDuration[row] * (1 - fraction[row])
  // What is below has its weight.
  for (let node = 1; node < entries.nodeCount[row]; node++) {
    const other = state.arena.i32[entries.nodes[row] + node]
    if (entries.clock[other] === 0) fadeOutEntry(state, other, NEVER, 0, true)
  }
}
