/**
 * Finds until when a skeleton's commands can be repeated. Limits may be too early, but never too late: a tick at a
 * limit only runs the state machine once more.
 */
import { isStored } from '../../tracks/commands/command'
import { frameAt } from '../../tracks/commands/frames'
import { isPoint } from '../../tracks/player/times'
import type { Chunk } from '../../world/chunks/blocks'
import { sitsAmongSleepers } from '../../world/chunks/seats'
import { TRACK_FLAG } from '../../world/entries'
import { MIX_BLEND, MIX_INTERPOLATION } from '../../world/playback'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import type { AnimationState } from '../../world/state'

/** Seconds by which limits are too early: far above rounding, far below ticks. */
const MARGIN = 1e-6
/** Seconds of track time up to which rounding stays below that. */
const LONGEST = 2 ** 30
/** Cycles of a float32 length for which every product is exact in a float64: 24 + 29 bits. */
const EXACT_CYCLES = 2 ** 29

/**
 * Notes limits in the entries of a skeleton that was just applied, or only reported because its pose is at rest or not
 * seen.
 *
 * @param applied its commands were written.
 * @param rests its pose is at rest: while its commands are repeated, nothing but clocks may change.
 * @returns bits of ACTIVITY: 0 if its commands cannot be repeated.
 */
export function findRepeats(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  applied: boolean,
  rests: boolean,
): number {
  const { arena, playback, skeletons } = state
  const { isRepeatable } = state.players[skeletons.rig[eid]]
  if (!isRepeatable || skeletons.entriesChanged[eid] !== 0 || skeletons.rate[eid] > 1) return 0
  // It is about to move to a seat among skeletons that are awake.
  if (applied && sitsAmongSleepers(chunk, skeletons.seat[eid])) return 0
  const tracks = skeletons.tracks[eid]
  const count = skeletons.trackCount[eid]
  const only = count === 1 ? arena.i32[tracks] : -1
  const oneCommand = only >= 0 && playback.entries.older[only] < 0
  const isSeen = skeletons.level[eid] <= LEVEL.noVertices
  if (!isSeen && !(oneCommand && isPlain(state, only))) return 0
  let moves = false
  for (let track = 0; track < count; track++)
    for (let row = arena.i32[tracks + track]; row >= 0; row = playback.entries.older[row]) {
      if (!findLimits(state, chunk, row, isSeen)) return 0
      moves ||= !(isOver(state, row) || isPoint(state, row)) || playback.entries.older[row] >= 0
    }
  // A pose that does not move comes to rest first; one at rest must not move.
  if (isSeen && moves === rests) return 0
  if (applied && playback.slotsChanged && !(oneCommand && isStored(state, only))) return 0
  if (oneCommand && playback.entries.animation[only] >= 0) {
    // A skeleton that is only reported has no command yet.
    skeletons.command[eid] = only
    return ACTIVITY.repeats | ACTIVITY.oneCommand | colorsOf(state, chunk, only)
  }
  let colors = 0
  for (let track = 0; track < count; track++)
    for (let row = arena.i32[tracks + track]; row >= 0; row = playback.entries.older[row])
      colors |= colorsOf(state, chunk, row)
  return ACTIVITY.repeats | colors
}

/** Returns whether applying it again gives the same result, independent of earlier values. */
function isPlain({ playback }: AnimationState, row: number): boolean {
  const { alpha } = playback.entries
  const { mixBlend } = playback.trackEntries
  return alpha[row] === 1 && mixBlend[row] !== MIX_BLEND.add
}

/** Returns whether an entry shows the end of its animation from now on. */
function isOver({ playback: { entries, trackEntries } }: AnimationState, row: number): boolean {
  return (
    (trackEntries.flags[row] & TRACK_FLAG.loop) === 0 &&
    trackEntries.nextAnimationLast[row] >= entries.animationEnd[row]
  )
}

function colorsOf({ playback }: AnimationState, { rig }: Chunk, row: number): number {
  const animation = playback.entries.animation[row]
  return animation >= 0 && rig.keysColors[animation] === 1 ? ACTIVITY.keysColors : 0
}

const NO_KEYS = new Float32Array(0)
/** Keys of the empty animation. */
const NOTHING = { changes: NO_KEYS, events: null }

/** Writes the limits of one entry. @param isSeen if false, only events count. @returns false if there are none. */
function findLimits(state: AnimationState, chunk: Chunk, row: number, isSeen: boolean): boolean {
  const { entries, trackEntries } = state.playback
  const time = entries.trackTime[row]
  if (entries.delay[row] > 0 || !(time >= 0 && time < LONGEST)) return false
  // `repeat` writes times as they are; a reversed entry mirrors them.
  if ((trackEntries.flags[row] & TRACK_FLAG.reverse) !== 0) return false
  if (!findCycle(state, row)) return false
  const { source: rig } = chunk.rig
  let until = Number.POSITIVE_INFINITY
  if (isPoint(state, row)) {
    // It completes in every tick: `repeat` reports that for an entry that plays alone on its track.
    if (entries.older[row] >= 0 || entries.newer[row] >= 0 || entries.animation[row] < 0) return false
    if (rig.animations[entries.animation[row]].image().events) return false
  } else if (!isOver(state, row)) {
    // Sequences change between their keys.
    const animation = entries.animation[row]
    const { changes, events } = animation < 0 ? NOTHING : rig.animations[animation].image()
    const keys = isSeen ? changes : (events?.times ?? NO_KEYS)
    if (keys === null) return false
    const begun = trackEntries.cycleStart[row] - entries.animationStart[row]
    const next = frameAt(keys, trackEntries.nextAnimationLast, row) + 1
    until = begun + entries.animationEnd[row]
    if (next < keys.length) until = Math.min(until, begun + keys[next])
  }
  if (entries.next[row] >= 0) until = Math.min(until, entries.delay[entries.next[row]])
  until = Math.min(until, trackEntries.trackEnd[row], LONGEST)
  trackEntries.repeatUntil[row] = until - MARGIN
  return entries.older[row] < 0 || findMixLimit(state, row, rig.maths.tracks.bases)
}

/**
 * Notes the track time at which an entry's current cycle began; without a loop or a length, there is one cycle, from 0
 * on.
 */
function findCycle(state: AnimationState, row: number): boolean {
  const { entries, trackEntries } = state.playback
  trackEntries.cycleStart[row] = 0
  if ((trackEntries.flags[row] & TRACK_FLAG.loop) === 0 || isPoint(state, row)) return true
  const time = entries.trackTime[row]
  const window = entries.animationEnd[row] - entries.animationStart[row]
  const cycles = Math.floor(time / window)
  const begun = cycles * window
  trackEntries.cycleStart[row] = begun
  // If the product might be rounded, the remainder would be another number.
  return cycles >= 0 && cycles < EXACT_CYCLES && Math.fround(window) === window && time >= begun
}

/** Finds the mix time at which a fade ends, or at which the entry that is mixed out passes one of its thresholds. */
function findMixLimit(
  { playback: { entries, trackEntries } }: AnimationState,
  row: number,
  bases: boolean,
): boolean {
  const from = entries.older[row]
  const duration = trackEntries.mixDuration[row]
  if (
    trackEntries.mixInterpolation[row] !== MIX_INTERPOLATION.linear ||
    !(trackEntries.mixTime[row] > 0 && duration > 0)
  )
    return false
  if (trackEntries.alphaAttachmentThreshold[row] !== 0 || trackEntries.alphaAttachmentThreshold[from] !== 0)
    return false
  if (!isWeight(entries.alpha[row]) || !isWeight(entries.alpha[from])) return false
  // From 4.3 on, whether all of an entry is held at full weight depends on the fade.
  if (bases && (trackEntries.flags[from] & TRACK_FLAG.held) !== 0) return false
  let until = 1
  until = beforeThreshold(until, trackEntries.fraction[row], trackEntries.eventThreshold[from])
  until = beforeThreshold(until, trackEntries.fraction[row], trackEntries.mixAttachmentThreshold[from])
  until = beforeThreshold(until, trackEntries.fraction[row], trackEntries.mixDrawOrderThreshold[from])
  trackEntries.mixUntil[row] = until * duration - MARGIN
  return true
}

function isWeight(alpha: number): boolean {
  return alpha >= 0 && alpha <= 1
}

function beforeThreshold(until: number, fraction: number, threshold: number): number {
  return threshold > fraction && threshold < until ? threshold : until
}
