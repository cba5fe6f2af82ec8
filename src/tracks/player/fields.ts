/** Writes and reads the fields of a track's entry. */
import type { RigAnimation } from '../../rig/rig'
import { registeredRigOf } from '../../world/chunks/registry'
import { TRACK_FLAG } from '../../world/entries'
import type { EntryFields, EntryValues } from '../../world/play-options'
import {
  MIX_BLEND,
  MIX_INTERPOLATION,
  type MixBlendName,
  type MixInterpolationName,
  WORK,
} from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { COMMON_FIELDS, readNumbers, writeCommonFields, writeNumbers } from '../entries/common-fields'
import { markSums } from '../entries/modes/bases'
import { changeModes, keepModes } from '../entries/modes/find-modes'
import { showTime } from './pass'
import { trackComplete, writeFraction } from './times'

/** Numeric fields, and their columns. */
export const NUMBERS = {
  last: 'animationLast',
  trackEnd: 'trackEnd',
  mix: 'mixDuration',
  eventThreshold: 'eventThreshold',
  attachmentThreshold: 'mixAttachmentThreshold',
  drawOrderThreshold: 'mixDrawOrderThreshold',
  alphaAttachmentThreshold: 'alphaAttachmentThreshold',
} as const
const FLAGS = ['loop', 'reverse', 'shortestRotation', 'holdPrevious', 'additive'] as const
export const FIELDS: readonly string[] = [
  ...COMMON_FIELDS,
  ...Object.keys(NUMBERS),
  ...FLAGS,
  'blend',
  'mixInterpolation',
]

const BLENDS = Object.keys(MIX_BLEND) as MixBlendName[]
const INTERPOLATIONS = Object.keys(MIX_INTERPOLATION) as MixInterpolationName[]

/** Writes fields (`Player.write`). The arena may grow for a mask, and for the first field that needs modes. */
export function writeTrackFields(state: AnimationState, row: number, fields: EntryFields): void {
  const { source: rig } = registeredRigOf(state, state.playback.entries.entity[row])
  const { alpha = 1, mask, trackEnd = Number.POSITIVE_INFINITY } = fields
  if (alpha !== 1 || mask || trackEnd < Number.POSITIVE_INFINITY) keepModes(state, rig, row)
  writeCommonFields(state, row, fields)
  const { trackEntries } = state.playback // Renewed: the arena may have grown.
  writeNumbers(trackEntries, NUMBERS, row, fields)
  if (fields.last !== undefined) trackEntries.nextAnimationLast[row] = fields.last
  for (const flag of FLAGS) {
    const value = fields[flag]
    if (value === undefined) continue
    if (value) trackEntries.flags[row] |= TRACK_FLAG[flag]
    else trackEntries.flags[row] &= ~TRACK_FLAG[flag]
  }
  const { additive, blend, mixInterpolation } = fields
  if (mixInterpolation !== undefined) trackEntries.mixInterpolation[row] = MIX_INTERPOLATION[mixInterpolation]
  if (blend !== undefined) writeBlend(state, row, MIX_BLEND[blend])
  else if (additive === true) writeBlend(state, row, MIX_BLEND.add)
  else if (additive === false && trackEntries.mixBlend[row] === MIX_BLEND.add)
    writeBlend(state, row, MIX_BLEND.replace)
  if (rig.maths.tracks.bases && (additive ?? blend) !== undefined) markSums(state, rig, row)
}

/** Writes a blend. Adding is a blend up to 4.2, and a flag from 4.3 on. Both are stored. */
function writeBlend(state: AnimationState, row: number, blend: number): void {
  const { trackEntries } = state.playback
  trackEntries.mixBlend[row] = blend
  if (blend === MIX_BLEND.add) trackEntries.flags[row] |= TRACK_FLAG.additive
  else trackEntries.flags[row] &= ~TRACK_FLAG.additive
}

/** Reads fields (`Player.read`). */
export function readTrackFields(state: AnimationState, row: number, out: EntryValues): void {
  const { trackEntries, work } = state.playback
  for (const flag of FLAGS) out[flag] = (trackEntries.flags[row] & TRACK_FLAG[flag]) !== 0
  readNumbers(trackEntries, NUMBERS, row, out)
  out.blend = BLENDS[trackEntries.mixBlend[row]]
  out.mixInterpolation = INTERPOLATIONS[trackEntries.mixInterpolation[row]]
  out.trackEnd =
    trackEntries.trackEnd[row] === Number.MAX_VALUE ? Number.POSITIVE_INFINITY : trackEntries.trackEnd[row]
  out.parameter = 0
  out.last = trackEntries.nextAnimationLast[row]
  out.mixTime = trackEntries.mixTime[row]
  out.interruptAlpha = trackEntries.interruptAlpha[row]
  writeFraction(state, row)
  out.mixFraction = trackEntries.fraction[row]
  showTime(state.playback, row, work, WORK.TIME)
  out.animationTime = work[WORK.TIME]
  out.trackComplete = trackComplete(state, row)
}

/** Changes an entry (`Player.change`). */
export function changeTrackEntry(
  state: AnimationState,
  row: number,
  from: RigAnimation,
  to: RigAnimation,
): void {
  const { animationEnd, entity } = state.playback.entries
  if (animationEnd[row] === from.duration) animationEnd[row] = to.duration
  if (changeModes(state, registeredRigOf(state, entity[row]).source, row))
    state.playback.trackEntries.flags[row] &= ~TRACK_FLAG.turned
}
