/** Checks and writes the options that users give entries. */
import { OsteonError, refuseUnknown } from '../../errors'
import type { Mask } from '../../rig/animation/mask'
import { markSums } from '../../tracks/modes/bases'
import { keepModes } from '../../tracks/modes/find-modes'
import { noteEntriesChanged } from '../../tracks/notify'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { maskWords } from '../../world/chunks/registry'
import {
  ENTRY_FLAG,
  MIX_BLEND,
  MIX_INTERPOLATION,
  type MixBlendName,
  type MixInterpolationName,
} from '../../world/playback'
import type { AnimationState } from '../../world/state'

/**
 * Fields of a track entry. `play` and `queue` set them at the start, `setEntry` later. Times are seconds. A field that is
 * left out keeps its default or its value. In parentheses: Spine's name, where it differs.
 */
export interface EntryFields {
  /** @default false */
  loop?: boolean
  /** Weight, usually 0…1; not clamped. It multiplies what the mix gives. @default 1 */
  alpha?: number
  /**
   * What the weight mixes from on tracks above 0 (`mixBlend`); track 0 always mixes from the setup pose. 'add'
   * adds to what lower tracks made. Rigs of Spine 4.3 only tell 'add' from the rest. @default 'replace'
   */
  blend?: MixBlendName
  /** The same as `blend: 'add'`; `false` makes 'replace' of it. @default false */
  additive?: boolean
  /**
   * The entry that this one replaces keeps its full weight while it is mixed out, so that upper tracks do not dip toward
   * lower ones. Set it before the next tick. Rigs of Spine 4.3 always do so; there it has no effect. @default false
   */
  holdPrevious?: boolean
  /** Plays backwards: the time shown is `duration - time`. @default false */
  reverse?: boolean
  /** Multiplies the skeleton's seconds, but not the mix's. Negative ones run below 0. @default 1 */
  timeScale?: number
  /** First and last second of the animation that are played (`animationStart`, `animationEnd`). @default 0 */
  start?: number
  /** @default the animation's duration */
  end?: number
  /** Second up to which keyed events have fired (`animationLast`); -1: those at 0 are still to come. @default -1 */
  last?: number
  /** Seconds that the entry has played, its time scale included. @default 0 */
  trackTime?: number
  /** Track time at which the entry leaves its track, if nothing is queued. @default Infinity */
  trackEnd?: number
  /**
   * Of a current entry: seconds that it still waits. Of a queued one: the track time of the entry before it at which it
   * takes over. @default 0
   */
  delay?: number
  /** Seconds that it is mixed in for (`mixDuration`), 0 or more. @default what `setMix` says of the two */
  mix?: number
  /** How the mix runs. Spine has it from 4.3 on; here rigs of all versions follow it. @default 'linear' */
  mixInterpolation?: MixInterpolationName
  /** Rotations are mixed along the difference of the raw angles, without memory. @default false */
  shortestRotation?: boolean
  /** While the entry is mixed out, its keyed events fire as long as the mix is below this fraction. @default 0 */
  eventThreshold?: number
  /** The same for the attachments that it keys (`mixAttachmentThreshold`). @default 0 */
  attachmentThreshold?: number
  /** The same for the draw order that it keys (`mixDrawOrderThreshold`). @default 0 */
  drawOrderThreshold?: number
  /** Attachments that it keys are kept only if its weight is at least this. @default 0 */
  alphaAttachmentThreshold?: number
  /**
   * Of blend trees of DragonBones: by what it chooses among its children (`parameterX`), unless another animation drives it.
   * @default 0
   */
  parameter?: number
  /** Bones and slots that it may move; `null`: all. Made with `createMask`. @default null */
  mask?: Mask | null
}

/** Fields that are numbers, and the columns that hold them. */
export const NUMBERS = {
  alpha: 'alpha',
  timeScale: 'timeScale',
  start: 'animationStart',
  end: 'animationEnd',
  last: 'animationLast',
  trackTime: 'trackTime',
  trackEnd: 'trackEnd',
  delay: 'delay',
  mix: 'mixDuration',
  eventThreshold: 'eventThreshold',
  attachmentThreshold: 'mixAttachmentThreshold',
  drawOrderThreshold: 'mixDrawOrderThreshold',
  alphaAttachmentThreshold: 'alphaAttachmentThreshold',
  parameter: 'parameter',
} as const
type NumberField = keyof typeof NUMBERS
const NUMBER_FIELDS = Object.keys(NUMBERS) as NumberField[]

const FLAGS = ['loop', 'reverse', 'shortestRotation', 'holdPrevious', 'additive'] as const
const FIELDS: readonly string[] = [...NUMBER_FIELDS, ...FLAGS, 'blend', 'mask', 'mixInterpolation']
/** What `play` and `queue` know besides. */
export const PLAY_FIELDS: readonly string[] = [...FIELDS, 'track']

/**
 * Checks fields before any of them is written.
 *
 * @throws OsteonError `bad-option`; nothing has been written.
 */
export function checkFields(
  eid: number,
  registered: RegisteredRig,
  fields: EntryFields,
  known = FIELDS,
): void {
  refuseUnknown(fields, known, eid)
  for (const field of NUMBER_FIELDS) checkNumber(eid, field, fields[field])
  if (fields.mix !== undefined) checkDuration(eid, 'mix', fields.mix)
  for (const field of FLAGS) {
    const value: unknown = fields[field]
    if (value !== undefined && typeof value !== 'boolean')
      throw badOption(eid, field, `expected true or false, got ${JSON.stringify(value)}`)
  }
  const { additive, blend, mask, mixInterpolation } = fields
  checkName(eid, 'blend', blend, MIX_BLEND)
  checkName(eid, 'mixInterpolation', mixInterpolation, MIX_INTERPOLATION)
  if (blend !== undefined && additive !== undefined && additive !== (blend === 'add'))
    throw badOption(eid, 'additive', `${additive} contradicts blend "${blend}"`)
  if (mask && mask.rig !== registered.rig)
    throw badOption(eid, 'mask', `it was made for rig "${mask.rig?.name}", not for "${registered.rig.name}"`)
}

function checkNumber(eid: number, field: NumberField, value: number | undefined): void {
  if (value === undefined || Number.isFinite(value)) return
  if (field === 'trackEnd' && value === Number.POSITIVE_INFINITY) return
  throw badOption(eid, field, `expected a finite number, got ${value}`)
}

/** Refuses what is no length of time. @throws OsteonError `bad-option`. */
export function checkDuration(eid: number, option: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return
  throw badOption(eid, option, `expected seconds, 0 or more, got ${value}`)
}

/** Refuses what is not one of the names. @throws OsteonError `bad-option`. */
export function checkName(eid: number, option: string, value: string | undefined, names: object): void {
  if (value === undefined || Object.hasOwn(names, value)) return
  const known = Object.keys(names).join(', ')
  throw badOption(eid, option, `expected one of ${known}, got ${JSON.stringify(value)}`)
}

export function badOption(eid: number, path: string, message: string): OsteonError {
  return new OsteonError('bad-option', `entity ${eid}`, path, message)
}

/** Writes fields that were checked. A structure call with a mask, and with the first field for which modes are needed. */
export function writeFields(
  state: AnimationState,
  registered: RegisteredRig,
  row: number,
  fields: EntryFields,
): void {
  const { alpha = 1, mask, trackEnd = Number.POSITIVE_INFINITY } = fields
  if (alpha !== 1 || mask || trackEnd < Number.POSITIVE_INFINITY) keepModes(state, registered.rig, row)
  if (mask !== undefined) writeMask(state, registered, row, mask)
  const { entries } = state.playback // Renewed where the arena grew.
  for (const field of NUMBER_FIELDS) {
    const value = fields[field]
    if (value !== undefined) entries[NUMBERS[field]][row] = Math.min(value, Number.MAX_VALUE)
  }
  if (fields.last !== undefined) entries.nextAnimationLast[row] = fields.last
  for (const flag of FLAGS) {
    const value = fields[flag]
    if (value === undefined) continue
    if (value) entries.flags[row] |= ENTRY_FLAG[flag]
    else entries.flags[row] &= ~ENTRY_FLAG[flag]
  }
  const { additive, blend, mixInterpolation } = fields
  if (mixInterpolation !== undefined) entries.mixInterpolation[row] = MIX_INTERPOLATION[mixInterpolation]
  if (blend !== undefined) writeBlend(state, row, MIX_BLEND[blend])
  else if (additive === true) writeBlend(state, row, MIX_BLEND.add)
  else if (additive === false && entries.mixBlend[row] === MIX_BLEND.add)
    writeBlend(state, row, MIX_BLEND.replace)
  if (registered.rig.maths.tracks.bases && (additive ?? blend) !== undefined)
    markSums(state, registered.rig, row)
}

/** Up to 4.2 a blend says what adds, from 4.3 on a flag: both are kept. */
function writeBlend(state: AnimationState, row: number, blend: number): void {
  const { entries } = state.playback
  entries.mixBlend[row] = blend
  if (blend === MIX_BLEND.add) entries.flags[row] |= ENTRY_FLAG.additive
  else entries.flags[row] &= ~ENTRY_FLAG.additive
}

/**
 * A mask decides which entry is the first to key a property, so modes are found anew. Modes of a queued entry are found when
 * it becomes current anyway.
 */
function writeMask(state: AnimationState, registered: RegisteredRig, row: number, mask: Mask | null): void {
  const animation = state.playback.entries.animation[row]
  const words = mask && animation >= 0 ? maskWords(state, registered, mask, animation) : 0
  const { entries } = state.playback // Renewed where the arena grew.
  if (entries.mask[row] === words) return
  entries.mask[row] = words
  if (entries.previous[row] < 0) noteEntriesChanged(state, entries.entity[row])
}
