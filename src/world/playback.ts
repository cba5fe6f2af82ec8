/** The playing entries of a world, and how they are applied. */
import { type ColumnPool, POOL_SCHEMA } from '../base/memory/columns'
import type { SaveSchema } from '../base/memory/fields'
import type { FloatBits } from '../base/memory/float-bits'
import { RECORDS_SCHEMA, type Records } from '../base/memory/records'
import type {
  ENTRY_COLUMNS,
  EntryColumns,
  LAYER_COLUMNS,
  LayerColumns,
  TRACK_COLUMNS,
  TrackColumns,
} from './entries'

/** Blend of an application; the numbers are the formats' own. */
export const MIX_BLEND = { setup: 0, first: 1, replace: 2, add: 3 } as const satisfies Record<
  MixBlendName,
  number
>
/** How an application is blended with the current values. */
export type MixBlendName = 'setup' | 'first' | 'replace' | 'add'

/** The curve of a mix; formats before Spine 4.3 have only the first. */
export const MIX_INTERPOLATION = {
  linear: 0,
  smooth: 1,
  slowFast: 2,
  fastSlow: 3,
  circle: 4,
} as const satisfies Record<MixInterpolationName, number>
/** The curve of a mix. */
export type MixInterpolationName = 'linear' | 'smooth' | 'slowFast' | 'fastSlow' | 'circle'

export const MIX_DIRECTION = { mixIn: 0, mixOut: 1 } as const satisfies Record<MixDirectionName, number>
/** Whether an application mixes in or out. */
export type MixDirectionName = 'mixIn' | 'mixOut'

/**
 * Fields of a work record, float64s: kernels take their numbers from here, not through calls. Commands begin with one
 * (COMMAND.TIME, …).
 */
export const WORK_FIELDS = 8
export const WORK = {
  /** Seconds in the animation. */
  TIME: 0,
  /** Weight of fading timelines, and of held ones. */
  ALPHA: 1,
  HOLD: 2,
  /** Scratch of the kernels: the last sampled value, and its weight. */
  VALUE: 3,
  WEIGHT: 4,
  /** The time as written by `writeTimeBits`. */
  BITS: 5,
  /** Scratch of rotation memory: the difference of two angles, radians; one of them computed again, degrees. */
  DIFFERENCE: 6,
  ANGLE: 7,
} as const

/**
 * An entry's record of a timeline: its mode, its own weight (float, while the mode uses it), and the memory of a
 * rotation (floats, radians; zeros mean an empty memory).
 */
export const MODE_WORDS = 4
export const MODE_WEIGHT = 1
export const MODE_TOTAL = 2
export const MODE_DIFFERENCE = 3

/** Bits of a timeline's mode; above them is the row of the entry whose mix MODE.own follows. */
export const MODE = {
  /** 0: the command's blend; otherwise 1 + one of MIX_BLEND: setup, first, replace. */
  blend: 3,
  /** Uses WORK.HOLD, not WORK.ALPHA. */
  hold: 4,
  /** Uses its record's MODE_WEIGHT. Only with `hold`. */
  own: 8,
  /** [4.3] Adds to the base. */
  add: 16,
  /** Left out by the entry's mask. */
  off: 32,
  bits: 8,
} as const

/** Modes of 3.8 to 4.2. */
export const TIMELINE_MODE = {
  subsequent: 0,
  first: 1 + MIX_BLEND.setup,
  holdSubsequent: MODE.hold,
  holdFirst: MODE.hold + 1 + MIX_BLEND.setup,
  holdMix: MODE.hold + MODE.own + 1 + MIX_BLEND.setup,
} as const

/** A bit next to a MIX_BLEND: rotations remember their direction. */
export const BLEND_TURNS = 4
/**
 * A bit next to a MIX_BLEND: every timeline uses the command's blend and alpha; modes only mark the timelines outside a
 * mask.
 */
export const BLEND_PLAIN = 8

/**
 * A bit next to the number of a deform timeline: its buffer is empty before this application, so it starts from the
 * setup pose.
 */
export const DEFORM_BEGINS = 2 ** 16

export interface Playback {
  readonly pool: ColumnPool<typeof ENTRY_COLUMNS>
  readonly entries: EntryColumns
  readonly trackPool: ColumnPool<typeof TRACK_COLUMNS>
  readonly trackEntries: TrackColumns
  readonly layerPool: ColumnPool<typeof LAYER_COLUMNS>
  readonly layerEntries: LayerColumns
  /** COMMAND_WORDS per entry. */
  readonly commands: Records
  /** Rows that can be reused; and rows freed since the tick opened, whose commands may still be mixed. */
  readonly free: number[]
  readonly freed: number[]
  /** Number of rows ever used. */
  rows: number
  /** The current skeleton's last command so far; -1 = none. */
  lastCommand: number
  /** Whether the current skeleton's next application may leave other slots than this one, at the same times. */
  slotsChanged: boolean
  /** Whether this application deforms slots differently from the one before. */
  deformsChanged: boolean
  /** For each slot of the current skeleton: how this application set its attachment (ATTACHMENT_MARK). */
  marks: Uint8Array
  /** The marked slots, and their number. */
  marked: Uint16Array
  markedCount: number
  /** Scratch of the event walk. */
  readonly ranges: Int32Array
  /** Scratch of `getEntry`: a work record. */
  readonly work: Float64Array
  /** Scratch of `writeTimeBits`. */
  readonly bits: FloatBits
  /** Scratch of `findModes`. */
  readonly owners: PropertyOwners
}

export const PLAYBACK_SCHEMA = {
  pool: POOL_SCHEMA,
  entries: 'scratch',
  trackPool: POOL_SCHEMA,
  trackEntries: 'scratch',
  layerPool: POOL_SCHEMA,
  layerEntries: 'scratch',
  commands: RECORDS_SCHEMA,
  free: 'saved',
  // An open tick is saved with it.
  freed: 'saved',
  rows: 'saved',
  lastCommand: 'scratch',
  slotsChanged: 'scratch',
  deformsChanged: 'scratch',
  marks: 'saved',
  marked: 'saved',
  markedCount: 'saved',
  ranges: 'scratch',
  work: 'scratch',
  bits: 'scratch',
  owners: 'scratch',
} as const satisfies SaveSchema<Playback>

/** A hash table from property ids to the track that keyed them first; a slot counts if its stamp is the table's. */
export interface PropertyOwners {
  stamp: number
  count: number
  ids: Int32Array
  tracks: Int32Array
  stamps: Uint32Array
}

/**
 * How a slot's attachment was set in this application: not at all, until the skeleton's list is complete, or for good.
 */
export const ATTACHMENT_MARK = { untouched: 0, temporary: 1, stays: 2 } as const
