/** The layout of a compiled animation: its image, word by word, and its discrete timelines. */
import type { EventDetails } from '../../base/model/animation'

/**
 * A compiled animation: curve channels as flat linear segments with bucket tables, deform keys, and the discrete
 * timelines beside them. `words` is relocatable; it is copied into a world's arena when the animation is first played
 * there. Addresses in it count words from its start.
 */
export interface AnimationImage {
  readonly name: string
  readonly duration: number
  readonly words: Int32Array
  /** Number of curve channels. */
  readonly channels: number
  readonly deforms: readonly DeformTrack[]
  readonly attachments: readonly AttachmentTrack[]
  readonly sequences: readonly SequenceTrack[]
  readonly inherits: readonly InheritTrack[]
  readonly drawOrder: DrawOrderTrack | null
  readonly folders: readonly FolderTrack[]
  readonly events: EventTrack | null
  readonly resets: readonly ResetTrack[]
  /**
   * Ascending times. Between two of them attachments, draw order and inherit modes keep their frames, no event or reset
   * fires, and no deform timeline starts or stops acting. `null` with sequences, which change between their keys.
   */
  readonly changes: Float32Array | null
  /** The times of `changes` without times of attachments, events and resets. */
  readonly steps: Float32Array
  /**
   * Per timeline, in the model's order. A timeline's place in it is its *ordinal*, by which tracks and channels name
   * it.
   */
  readonly timelineKinds: Uint8Array
  /**
   * Property ids that each timeline keys. Timeline i has the ids
   * `properties[propertyStart[i] … propertyStart[i + 1] - 1]`. An id means the same in all animations of a rig.
   */
  readonly propertyStart: Int32Array
  readonly properties: Int32Array
  /** All property ids that the animation keys, for look-ups. */
  readonly keyed: ReadonlySet<number>
}

/** Values of `AnimationImage.timelineKinds`: kinds that tracks treat differently. */
export const TIMELINE_KIND = {
  /** A timeline that is only mixed. */
  curve: 0,
  rotate: 1,
  inherit: 2,
  attachment: 3,
  deform: 4,
  sequence: 5,
  drawOrder: 6,
  event: 7,
  /** A timeline that is mixed, and that a [4.3] additive entry adds. */
  addable: 8,
  physicsReset: 9,
  drawOrderFolder: 10,
  /** As `curve`, but an additive entry adds it. */
  summed: 11,
} as const

/** Header words of `AnimationImage.words`. */
export const ANIMATION = {
  /**
   * Number of curve channels. Plain channels come first (ANIMATION.PLAIN). Then come flags, and clamped colours whose
   * curves stay within 0…1 (ANIMATION.STORES). Last come channels whose kind matters: other clamped colours, and
   * wrapped rotations.
   */
  CHANNELS: 0,
  /** Number of buckets; times past the last one belong to it, negative times to the first. */
  BUCKETS: 1,
  /** Float: buckets per second. The bucket of a time is `trunc(time * rate)` in float64. */
  RATE: 2,
  /** Word address of the channel records, CHANNEL_WORDS each. */
  CHANNEL_TABLE: 3,
  /**
   * Word address of the segments, SEGMENT_WORDS each. Each channel has one before all times with the setup value, then
   * ascending ones, then a sentinel that starts at +∞.
   */
  SEGMENT_TABLE: 4,
  /**
   * Word address of the bucket table: u16 or u32 segment numbers, `[bucket][channel]`, with ANIMATION.COLUMNS columns.
   * The entry is the segment at the bucket's start, or an earlier one: step on while the next one has begun.
   */
  BUCKET_TABLE: 5,
  /** 1: bucket entries are u32, else u16. */
  WIDE: 6,
  /** Number of deform tracks; their channels follow the curve channels in segments and buckets. */
  DEFORMS: 7,
  /** Number of plain channels: at full weight over the setup pose they are stores of the sampled value. */
  PLAIN: 8,
  /** 1: `maths.scaleAdd` is 'signed'. */
  SIGNED_SCALE: 9,
  /** Word address of the deform records, DEFORM_WORDS each. */
  DEFORM_TABLE: 10,
  /**
   * Columns of the bucket table: ANIMATION.CHANNELS + ANIMATION.DEFORMS, made even, so that each row of u16 entries can
   * be read in words.
   */
  COLUMNS: 11,
  /**
   * Number of channels that are stores at full weight over the setup pose when mixing in: plain ones, flags, and
   * colours that need no clamping.
   */
  STORES: 12,
  /** Word address of the u16 rows of the channels, two a word; 0 = a row does not fit, or is keyed twice. */
  ROWS: 13,
  /** 1: rotation memory by the new rule, else by the old one (`maths.tracks.turns`). */
  NEW_TURNS: 14,
  /** Float: the greatest time of a channel's first key, in seconds. */
  LATEST_FIRST: 15,
  /**
   * Words from the image's start to its slices (./slices), which are a separate piece; 0 = none. Only worlds with
   * kernels make them.
   */
  SLICES: 16,
} as const
export const ANIMATION_HEADER = 17

export const CHANNEL_WORDS = 10
export const CHANNEL = {
  /** Row in the local section. */
  ROW: 0,
  /** One of CHANNEL_KIND. */
  KIND_WORD: 1,
  /** Float: time of the first key. */
  FIRST: 2,
  /** Float: setup value of the row. */
  SETUP: 3,
  /** Float: time of the last key. */
  LAST: 4,
  /** Float, wrapped rotations: the last key's value as the file says it. */
  LAST_VALUE: 5,
  /** Ordinal of the timeline in the animation, for per-timeline modes. */
  TIMELINE: 6,
  /** Owner whose inactivity silences the channel: a bone's index (a slot's bone), or -1 - a constraint's index. */
  OWNER: 7,
  /** Float64 (two words), rotations: the setup value in degrees. */
  DEGREES: 8,
} as const

/** How a channel mixes; values of CHANNEL.KIND_WORD. */
export const CHANNEL_KIND = {
  /** Setup folded in; `add` adds (value − setup). */
  relative: 0,
  /** `add` behaves as replace. */
  absolute: 1,
  /** Value = factor × setup. */
  scale: 2,
  /** Absolute, not clamped. */
  color: 3,
  /** As relative; in tracks it takes the shorter arc while its weight is below 1. */
  rotation: 4,
  /** As absolute, but `add` adds the whole value (4.3). */
  summed: 5,
  /** Steps: alpha does not matter (bend, compress, stretch). The kinds above are plain. */
  flag: 6,
  /** Absolute, clamped to 0…1 after the write (setup values before the first key are not). */
  clampedColor: 7,
  /** 3.8 rotation: values are offsets from setup, unwrapped from key to key. */
  wrapped: 8,
  /** As clampedColor, but not clamped while it fades toward the setup value before its first key (4.3). */
  keyedColor: 9,
} as const

export const SEGMENT_WORDS = 4
export const SEGMENT = {
  /**
   * Float: start. It is 0 or more, except in a channel's first segment. So the bits, compared as integers, are in the
   * order of the times.
   */
  TIME: 0,
  /** Float: value at the start. */
  VALUE: 1,
  /** Float: per second. */
  SLOPE: 2,
  /** Int, deform channels: word address of the segment's key, from the image's start; -1 before the first. */
  KEY: 3,
  /**
   * Float, rotations: the file's value at the start, in degrees. In the next segment it is the value at the end, too:
   * where a curve leaps, a segment without length has it. Wrapped rotations have it between -180 and 180, up to the
   * last key.
   */
  DEGREES: 3,
} as const

/** Deform records: the same facts as `DeformTrack`, for kernels. */
export const DEFORM_WORDS = 8
export const DEFORM = {
  /** Floats of a key; words from its offsets to its differences. */
  SIZE: 0,
  AHEAD: 1,
  /** Float: time of the first key. */
  FIRST: 2,
  /**
   * Words from a lane's first slot row to the slot's, and from its first deform row to the slot's record and offsets.
   */
  SLOT_WORDS: 3,
  KEYED_WORDS: 4,
  ROW_WORDS: 5,
  /** Ordinal of the timeline in the animation, for per-timeline modes. */
  TIMELINE: 6,
  /** Float: from this time on the key is also added to the mixed deform. */
  ADDS: 7,
} as const

/**
 * A list of live channels (`liveChannels`), in the arena: number of plain channels, of stores (plain ones and flags),
 * of all channels, the address of their slices (as ANIMATION.SLICES), then the channel numbers, ascending.
 */
export const LIVE = {
  PLAIN: 0,
  STORES: 1,
  COUNT: 2,
  SLICES: 3,
  CHANNELS: 4,
} as const

/** A deform timeline in a slot. Its progress is channel `channels + index` of the tables. */
export interface DeformTrack {
  readonly slot: number
  /** Number of the timeline's attachment: it acts where this is the timeline attachment. */
  readonly attachment: number
  readonly timeline: number
  /** Time of the first key. */
  readonly first: number
  /** From this time on the key is also added to the mixed deform (`Maths.lastDeformAdds`); infinite: never. */
  readonly adds: number
  /** Number of keys. */
  readonly keys: number
  /** Floats of a key: offsets from setup, in the attachment's sorted order (x, y per influence). */
  readonly size: number
  /**
   * Word address of key 0. Key k is at `address + k * stride`. Its differences to the next key follow after `keyStride`
   * words; after them lie the records that kernels read instead (deform-places).
   */
  readonly address: number
  readonly stride: number
}

/** Words of a key's offsets, and of its differences, for so many floats: whole SIMD registers. */
export function keyStride(size: number): number {
  return (size + 3) & ~3
}

export interface AttachmentTrack {
  readonly slot: number
  readonly timeline: number
  /** Rounded to float32, compared with unrounded time. */
  readonly times: Float32Array
  /** Key numbers of the rig; -1 = no attachment. A key that no skin has is -2. */
  readonly keys: Int32Array
}

export interface SequenceTrack {
  readonly slot: number
  readonly timeline: number
  /** Number of the timeline's attachment. */
  readonly attachment: number
  readonly times: Float32Array
  readonly modes: Uint8Array
  readonly indices: Int32Array
  readonly delays: Float32Array
}

export interface InheritTrack {
  readonly bone: number
  /** Row in the local section. */
  readonly row: number
  readonly timeline: number
  readonly times: Float32Array
  /** Values of `INHERIT`. */
  readonly modes: Uint8Array
}

/** The order of some slots (4.3). */
export interface FolderTrack {
  readonly timeline: number
  readonly times: Float32Array
  /** Its slots in setup order; then a flag for each slot of the skeleton: 1 = it is in the folder. */
  readonly slots: Uint16Array
  readonly isIn: Uint8Array
  /** Place among these slots → index into `slots`; null = setup order. */
  readonly orders: readonly (Uint16Array | null)[]
}

export interface DrawOrderTrack {
  readonly timeline: number
  readonly times: Float32Array
  /** Draw position → slot; null = setup order. */
  readonly orders: readonly (Uint16Array | null)[]
}

export interface ResetTrack {
  /** Number of the constraint that is reset; -1 = all that keep state. */
  readonly constraint: number
  readonly timeline: number
  readonly times: Float32Array
}

export interface EventTrack {
  readonly timeline: number
  readonly times: Float32Array
  /** Index into the rig's events, per key. */
  readonly event: Uint16Array
  readonly int: Int32Array
  readonly float: Float64Array
  readonly string: readonly string[]
  readonly volume: Float64Array
  readonly balance: Float64Array
  readonly details: readonly (EventDetails | null)[]
}
