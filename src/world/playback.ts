/** Columns of entries, and the bits in them. */
import { type ColumnPool, type Columns, POOL_SCHEMA } from '../memory/columns'
import type { SaveSchema } from '../memory/fields'
import type { FloatBits } from '../memory/float-bits'
import { RECORDS_SCHEMA, type Records } from '../memory/records'

/** Handles are `generation * HANDLE_ROWS + row`: plain numbers that recognise a row used again. */
export const HANDLE_ROWS = 2 ** 20

/**
 * Track entries, by row, with all that persists between ticks.
 */
export const ENTRY_COLUMNS = {
  /** How often the row was given back: part of its handles. */
  generation: 'u32',
  /** 0 = the row is free. */
  entity: 'u32',
  serial: 'u32',
  /** Animation number in the rig; -1 = the empty animation. */
  animation: 'i32',
  track: 'i32',
  /** Bits of ENTRY_FLAG. */
  flags: 'u32',
  /** Values of MIX_BLEND. */
  mixBlend: 'u8',
  /** Rows of other entries; -1 = none. */
  next: 'i32',
  previous: 'i32',
  mixingFrom: 'i32',
  mixingTo: 'i32',
  animationStart: 'f64',
  animationEnd: 'f64',
  trackEnd: 'f64',
  timeScale: 'f64',
  alpha: 'f64',
  delay: 'f64',
  mixDuration: 'f64',
  eventThreshold: 'f64',
  mixAttachmentThreshold: 'f64',
  mixDrawOrderThreshold: 'f64',
  alphaAttachmentThreshold: 'f64',
  /** Values of MIX_INTERPOLATION. */
  mixInterpolation: 'u8',
  /**
   * Index in words of a bit a timeline of its animation: bit `t & 31` of word `mask + (t >> 5)` is set where
   * timeline t is let through; 0 = no mask, all are.
   */
  mask: 'i32',
  /** Seconds that it has played; layers count them over all loops. */
  trackTime: 'f64',
  /**
   * Of tracks: track time and animation time at its last application, from which keyed events are fired on. What is to take their
   * place after this one is in `next…`; `nextTrackLast` -1 = it was never applied.
   */
  trackLast: 'f64',
  nextTrackLast: 'f64',
  /** Of layers: the second at which its discrete timelines were stepped last; -1 = never. */
  animationLast: 'f64',
  /** Of layers: the second of the loop at which it stands. */
  nextAnimationLast: 'f64',
  /** Seconds of its fade. */
  mixTime: 'f64',
  interruptAlpha: 'f64',
  totalAlpha: 'f64',
  /** How far it has been mixed in, as of the last application; meaningless without `mixingFrom`. */
  fraction: 'f64',
  /** Word index of its timelines' records, MODE_WORDS each, and their number: 0 where they are not needed (`reserveModes`). */
  modes: 'i32',
  modeCount: 'i32',
  /** How many of them fade, are held, and are held until a weight of their own is gone. */
  fading: 'i32',
  holding: 'i32',
  mixing: 'i32',
  /** Word index of room for the deform applications of its command, and for how many. */
  deforms: 'i32',
  deformRoom: 'i32',
  /** How it was applied last: bits of APPLY_FLAG, values of MIX_BLEND and MIX_DIRECTION. */
  applyFlags: 'u8',
  applyBlend: 'u8',
  direction: 'u8',
  /** 1: a draw order that fades is left out of `fading`. */
  skipped: 'u8',
  /**
   * Until when its command can be repeated (src/shortcuts/repeat): exclusive limits of its track time and of its mix time.
   * The cycle that it is in began at track time `cycleStart`.
   */
  repeatUntil: 'f64',
  mixUntil: 'f64',
  cycleStart: 'f64',
  /** Of layers (world/layers): loops to play, 0 = for ever, and those that are over. */
  playTimes: 'i32',
  plays: 'i32',
  /** One of FADE; one of RUN. */
  fade: 'u8',
  run: 'u8',
  /** Entries of a group may be faded out together. One of REPLACES, and seconds: what it fades out when it starts. */
  group: 'i32',
  replaces: 'u8',
  mixOut: 'f64',
  /** The action key in force; -1 = none was yet in this loop. */
  lastKey: 'i32',
  /** Seconds for which it fades out by itself once it is complete; -1 = it stays. */
  autoFadeOut: 'f64',
  /**
   * Of blend trees: the entry that was played, itself where it is that; its place in the tree, and the entry above it, -1 = none.
   * Of the entry that was played: word index of the rows of all of the tree, by place, and how many; 0 where it plays alone. Behind
   * them stands, by place, the row of the one that acts next, -1 = none.
   */
  root: 'i32',
  node: 'i32',
  above: 'i32',
  nodes: 'i32',
  nodeCount: 'i32',
  /** What it chooses by among its children, and the two that share its weight: places in the tree; 0 = none. */
  parameter: 'f64',
  left: 'i32',
  right: 'i32',
  /**
   * Of layers: 0, or that it is the one above it once more, for the timelines that go by that clock
   * (`PlaybackModel.clocks`).
   */
  clock: 'u8',
} as const
export type EntryColumns = Columns<typeof ENTRY_COLUMNS>

export const ENTRY_FLAG = {
  loop: 1,
  reverse: 2,
  shortestRotation: 4,
  holdPrevious: 8,
  additive: 16,
  keepHold: 32,
  /** Its rotation memory may hold something. */
  turned: 64,
  /** All its timelines that do not step are held over the setup pose: nothing of it fades. */
  held: 128,
} as const

/** Blend of an application; the numbers are the formats' own. */
export const MIX_BLEND = { setup: 0, first: 1, replace: 2, add: 3 } as const satisfies Record<
  MixBlendName,
  number
>
/** How an application is blended with what is there. */
export type MixBlendName = 'setup' | 'first' | 'replace' | 'add'

/** How a mix runs; formats before Spine 4.3 only know the first. */
export const MIX_INTERPOLATION = {
  linear: 0,
  smooth: 1,
  slowFast: 2,
  fastSlow: 3,
  circle: 4,
} as const satisfies Record<MixInterpolationName, number>
/** How a mix runs. */
export type MixInterpolationName = 'linear' | 'smooth' | 'slowFast' | 'fastSlow' | 'circle'

export const MIX_DIRECTION = { mixIn: 0, mixOut: 1 } as const satisfies Record<MixDirectionName, number>
/** Whether an application mixes in or out. */
export type MixDirectionName = 'mixIn' | 'mixOut'

/**
 * Fields of a work record, float64s: kernels take their numbers from here, not through calls. Commands begin with one
 * (COMMAND_TIME, …).
 */
export const WORK_FIELDS = 8
/** Seconds in the animation. */
export const WORK_TIME = 0
/** Weight of timelines that fade, and of those that are held. */
export const WORK_ALPHA = 1
export const WORK_HOLD = 2
/** Scratch of the kernels: the value sampled last, and its weight. */
export const WORK_VALUE = 3
export const WORK_WEIGHT = 4
/** The time as `writeTimeBits` wrote it. */
export const WORK_BITS = 5
/** Scratch of rotation memory: the difference of two angles, radians; one of them anew, degrees. */
export const WORK_DIFFERENCE = 6
export const WORK_ANGLE = 7

/**
 * What an entry keeps of a timeline: its mode, its own weight (float, while the mode says so), and the memory of
 * a rotation (floats, radians; zeros are an empty memory).
 */
export const MODE_WORDS = 4
export const MODE_WEIGHT = 1
export const MODE_TOTAL = 2
export const MODE_DIFFERENCE = 3

/** Bits of a timeline's mode; above them the row that MODE.own is told by. */
export const MODE = {
  /** 0: the command's blend; else 1 + one of MIX_BLEND: setup, first, replace. */
  blend: 3,
  /** Takes WORK_HOLD, not WORK_ALPHA. */
  hold: 4,
  /** Takes its record's MODE_WEIGHT. Only with `hold`. */
  own: 8,
  /** [4.3] adds to the base. */
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

export const APPLY_FLAG = {
  /** Attachments keyed here stay; else they are shown to this tick's deform timelines only. */
  keepAttachments: 1,
  /** Attachments are marked and fixed up when the skeleton's list is complete. */
  marks: 2,
  /** Keyed events are collected. */
  events: 4,
  /** Mixing out: the draw order keyed here stays. */
  keepOrder: 8,
  /** Rotations remember which way they turned. */
  turns: 16,
  /** Every timeline takes the command's blend and alpha; modes only say what a mask leaves out. */
  plain: 32,
  /** All that is mixed is held at full weight over the setup pose (ENTRY_FLAG.held). */
  held: 64,
} as const

/** Beside a MIX_BLEND, for kernels: APPLY_FLAG.turns and APPLY_FLAG.plain. */
export const BLEND_TURNS = 4
export const BLEND_PLAIN = 8

/** Beside the number of a deform timeline: its buffer is empty before this application, so that it starts from the setup pose. */
export const DEFORM_BEGINS = 2 ** 16

/** Row of the entry by which `applyAnimation` applies: it is on no track, and no handle means it. */
export const BY_HAND = 0

export interface Playback {
  readonly pool: ColumnPool<typeof ENTRY_COLUMNS>
  readonly entries: EntryColumns
  /** COMMAND_WORDS an entry. */
  readonly commands: Records
  /** Rows that can be used again; and those that were freed since the tick opened, whose commands may still be mixed. */
  readonly free: number[]
  readonly freed: number[]
  /** Rows ever used. */
  rows: number
  /** Of the skeleton at hand: its last command so far; -1 = it has none. */
  lastCommand: number
  /** Of the skeleton at hand, whether its next application may leave other slots than this one, at the same times. */
  slotsChanged: boolean
  /** Whether this application deforms slots otherwise than the one before. */
  deformsChanged: boolean
  /** Per slot of the skeleton at hand: how its attachment was set in this apply (ATTACHMENT_MARK). */
  marks: Uint8Array
  /** Slots that are marked, and their number. */
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
  commands: RECORDS_SCHEMA,
  free: 'saved',
  // It is saved with a tick that is open.
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

/** A hash table from property ids to who keyed them first; a slot counts where its stamp is the table's. */
export interface PropertyOwners {
  stamp: number
  count: number
  ids: Int32Array
  tracks: Int32Array
  stamps: Uint32Array
}

/** How a slot's attachment was set in this application: not at all, until the skeleton's list is complete, or for good. */
export const ATTACHMENT_MARK = { untouched: 0, temporary: 1, stays: 2 } as const
