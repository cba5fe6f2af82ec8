/** Columns of entries: common ones, and the further columns of tracks and of layers. */
import type { Columns } from '../memory/columns'

/** Handles are `generation * HANDLE_ROWS + row`: plain numbers that recognise a row used again. */
export const HANDLE_ROWS = 2 ** 20

declare const isHandle: unique symbol
/** Handle of a track entry; 0 = none. A number of a kind of its own, so that an entity is never taken for one. */
export type EntryHandle = number & { readonly [isHandle]: true }

/** A number that is known to be a handle. */
export function asHandle(number: number): EntryHandle {
  return number as EntryHandle
}

/** No entry. */
export const NO_ENTRY: EntryHandle = asHandle(0)

/** Row of the entry by which `applyAnimation` applies: it is on no track, and has no handle. */
export const BY_HAND = 0

/** Entries by row, with all that persists between ticks. */
export const ENTRY_COLUMNS = {
  /** The number of times that the row was freed: part of its handles. */
  generation: 'u32',
  /** 0 = the row is free. */
  entity: 'u32',
  serial: 'u32',
  /** Animation number in the rig; -1 = the empty animation. */
  animation: 'i32',
  track: 'i32',
  /** Rows of the entries queued after it and before it; -1 = none. */
  next: 'i32',
  previous: 'i32',
  /** Rows of the entries of its track that started before it and after it, and have not ended; -1 = none. */
  older: 'i32',
  newer: 'i32',
  /** First and last second of the animation that it plays. */
  animationStart: 'f64',
  animationEnd: 'f64',
  timeScale: 'f64',
  alpha: 'f64',
  /** Queued: track time of the entry before at which it takes over. Playing: seconds that it waits. */
  delay: 'f64',
  /**
   * Word index of one bit per timeline of its animation: bit `t & 31` of word `mask + (t >> 5)` is set if the mask
   * includes timeline t; 0 = no mask.
   */
  mask: 'i32',
  /** Seconds that it has played, over all loops. */
  trackTime: 'f64',
  /** Track time at its last application; -1 = it was never applied. */
  appliedAt: 'f64',
  /** Word index of its timelines' records, MODE_WORDS each, and their number: 0 where they are not needed (`reserveModes`). */
  modes: 'i32',
  modeCount: 'i32',
  /** Word index of the list of its command's active deform timelines, and the length of that list. */
  deforms: 'i32',
  deformRoom: 'i32',
  /**
   * Word index and number of the rows of its blend tree and other clocks, itself first; 0 = it is alone. Behind
   * them follows, for each, the row of the entry that acts next; -1 = none.
   */
  nodes: 'i32',
  nodeCount: 'i32',
} as const
export type EntryColumns = Columns<typeof ENTRY_COLUMNS>

/** Further columns of tracks, by the same row. */
export const TRACK_COLUMNS = {
  /** Bits of TRACK_FLAG. */
  flags: 'u32',
  /** Values of MIX_BLEND. */
  mixBlend: 'u8',
  /** Values of MIX_INTERPOLATION. */
  mixInterpolation: 'u8',
  /** Track time at which it leaves its track. */
  trackEnd: 'f64',
  /** Seconds of its mix-in, and seconds since that began. */
  mixDuration: 'f64',
  mixTime: 'f64',
  /** Progress of its mix-in at the last application; meaningless without `older`. */
  fraction: 'f64',
  interruptAlpha: 'f64',
  /** The sum of its timelines' weights at its last mix-out: at 0 it ends. */
  totalAlpha: 'f64',
  eventThreshold: 'f64',
  mixAttachmentThreshold: 'f64',
  mixDrawOrderThreshold: 'f64',
  alphaAttachmentThreshold: 'f64',
  /** Track time and second of the previous application: keyed events fire from there on. */
  trackLast: 'f64',
  animationLast: 'f64',
  /** Second of the animation at its last application, which takes the place of `animationLast` after the next one. */
  nextAnimationLast: 'f64',
  /** The numbers of its timelines that fade, that are held, and that are held with a weight of their own. */
  fading: 'i32',
  holding: 'i32',
  mixing: 'i32',
  /** 1: a draw order that fades is left out of `fading`. */
  skipped: 'u8',
  /**
   * Limits for repeating its command (src/shortcuts/repeat), exclusive: of its track time and of its mix time.
   * Its present cycle began at track time `cycleStart`.
   */
  repeatUntil: 'f64',
  mixUntil: 'f64',
  cycleStart: 'f64',
} as const
export type TrackColumns = Columns<typeof TRACK_COLUMNS>

export const TRACK_FLAG = {
  loop: 1,
  reverse: 2,
  shortestRotation: 4,
  holdPrevious: 8,
  additive: 16,
  keepHold: 32,
  /** Its rotation memory may hold something. */
  turned: 64,
  /** All its mixed timelines are held over the setup pose: nothing fades. */
  held: 128,
} as const

/** Further columns of layers, by the same row. */
export const LAYER_COLUMNS = {
  /** Bits of LAYER_FLAG. */
  flags: 'u32',
  /** Its fade: one of FADE, seconds in all, seconds so far, and the share of its weight that results. */
  fade: 'u8',
  fadeSeconds: 'f64',
  fadeTime: 'f64',
  fadeShare: 'f64',
  /** Its weight in this update: with its fade, and the weight of the entry above it. */
  totalWeight: 'f64',
  /** One of RUN. */
  run: 'u8',
  /** Loops to play, 0 = for ever, and loops that are over. */
  playTimes: 'i32',
  plays: 'i32',
  /** The second that it shows, and the second of the last step of its discrete timelines; -1 = never. */
  second: 'f64',
  stepped: 'f64',
  /** The event key in force; -1 = none yet in this loop. */
  lastKey: 'i32',
  /** Entries of one group may be faded out together. When it starts it fades out entries: which (one of REPLACES), in how many seconds. */
  group: 'i32',
  replaces: 'u8',
  mixOut: 'f64',
  /** Seconds of its automatic fade-out after it is complete; -1 = it stays. */
  autoFadeOut: 'f64',
  /** Blend trees: the played entry (itself, if it was played); its place in the tree; the entry above it, -1 = none. */
  root: 'i32',
  node: 'i32',
  above: 'i32',
  /** The parameter by which it chooses among its children, and the two children that share its weight: places in the tree; 0 = none. */
  parameter: 'f64',
  left: 'i32',
  right: 'i32',
  /** 0; or, for a further row of the entry above it, the clock (`PlaybackModel.clocks`) whose timelines it plays. */
  clock: 'u8',
} as const
export type LayerColumns = Columns<typeof LAYER_COLUMNS>
