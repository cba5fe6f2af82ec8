/** Columns of entries: common ones, and further columns of tracks and of layers. */
import type { ColumnSchema, Columns } from '../base/memory/columns'

/** Handles are `generation * HANDLE_ROWS + row`: plain numbers that recognise when a row was reused. */
export const HANDLE_ROWS = 2 ** 20

declare const isHandle: unique symbol
/** Handle of a track entry; 0 = none. It has a type of its own, so that an entity is never mistaken for one. */
export type EntryHandle = number & { readonly [isHandle]: true }

/** Marks a number that is known to be a handle. */
export function asHandle(number: number): EntryHandle {
  return number as EntryHandle
}

/** No entry. */
export const NO_ENTRY: EntryHandle = asHandle(0)

/** Row of the entry that `applyAnimation` uses: it is on no track, and has no handle. */
export const BY_HAND = 0

/** Entries by row, with everything that persists between ticks. */
export const ENTRY_COLUMNS = {
  /**
   * The number of times that the row was freed, which is part of its handles. A handle that has ended must never become
   * valid again.
   */
  generation: ['u32', 'always'],
  /** 0 = the row is free. */
  entity: ['u32', 'saved'],
  serial: ['u32', 'saved'],
  /** Animation number in the rig; -1 = the empty animation. */
  animation: ['i32', 'saved'],
  track: ['i32', 'saved'],
  /** Rows of the entries queued after it and before it; -1 = none. */
  next: ['i32', 'saved'],
  previous: ['i32', 'saved'],
  /** Rows of the entries of its track that started before it and after it, and have not ended; -1 = none. */
  older: ['i32', 'saved'],
  newer: ['i32', 'saved'],
  /** First and last second of the animation that it plays. */
  animationStart: ['f64', 'saved'],
  animationEnd: ['f64', 'saved'],
  timeScale: ['f64', 'saved'],
  alpha: ['f64', 'saved'],
  /** Queued: track time of the entry before at which it takes over. Playing: seconds that it waits. */
  delay: ['f64', 'saved'],
  /**
   * Word index of one bit per timeline of its animation: bit `t & 31` of word `mask + (t >> 5)` is set if the mask
   * includes timeline t; 0 = no mask.
   */
  mask: ['i32', 'described'],
  /** Seconds that it has played, over all loops. */
  trackTime: ['f64', 'saved'],
  /** Track time at its last application; -1 = it was never applied. */
  appliedAt: ['f64', 'saved'],
  /**
   * Word index of its timelines' records, MODE_WORDS each, and their number; 0 if they are not needed (`reserveModes`).
   */
  modes: ['i32', 'described'],
  modeCount: ['i32', 'saved'],
  /** Word index of the list of its command's active deform timelines, and the length of that list. */
  deforms: ['i32', 'described'],
  deformRoom: ['i32', 'saved'],
  /** Word index and number of the rows of its blend tree and other clocks, itself first; 0 = it is alone. */
  nodes: ['i32', 'described'],
  nodeCount: ['i32', 'saved'],
} as const satisfies ColumnSchema
export type EntryColumns = Columns<typeof ENTRY_COLUMNS>

/** Further columns of tracks, with the same rows. */
export const TRACK_COLUMNS = {
  /** Bits of TRACK_FLAG. */
  flags: ['u32', 'saved'],
  /** Values of MIX_BLEND. */
  mixBlend: ['u8', 'saved'],
  /** Values of MIX_INTERPOLATION. */
  mixInterpolation: ['u8', 'saved'],
  /** Track time at which it leaves its track. */
  trackEnd: ['f64', 'saved'],
  /** Seconds of its mix-in, and seconds since the mix-in began. */
  mixDuration: ['f64', 'saved'],
  mixTime: ['f64', 'saved'],
  /** Progress of its mix-in at the last application; without `older` it has no meaning. */
  fraction: ['f64', 'saved'],
  interruptAlpha: ['f64', 'saved'],
  /** The sum of its timelines' weights at its last mix-out: at 0 it ends. */
  totalAlpha: ['f64', 'saved'],
  eventThreshold: ['f64', 'saved'],
  mixAttachmentThreshold: ['f64', 'saved'],
  mixDrawOrderThreshold: ['f64', 'saved'],
  alphaAttachmentThreshold: ['f64', 'saved'],
  /** Track time and second of the previous application: keyed events fire from there on. */
  trackLast: ['f64', 'saved'],
  animationLast: ['f64', 'saved'],
  /** Second of the animation at its last application, which becomes `animationLast` after the next one. */
  nextAnimationLast: ['f64', 'saved'],
  /** The numbers of its timelines that fade, that are held, and that are held with a weight of their own. */
  fading: ['i32', 'saved'],
  holding: ['i32', 'saved'],
  mixing: ['i32', 'saved'],
  /** 1: a draw order that fades is left out of `fading`. */
  skipped: ['u8', 'saved'],
  /**
   * Limits for repeating its command (src/tick/shortcuts/repeat), exclusive: of its track time and of its mix time. Its
   * current cycle began at track time `cycleStart`. After a load no skeleton repeats commands.
   */
  repeatUntil: ['f64', 'left'],
  mixUntil: ['f64', 'left'],
  cycleStart: ['f64', 'left'],
} as const satisfies ColumnSchema
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

/** Further columns of layers, with the same rows. */
export const LAYER_COLUMNS = {
  /** Bits of LAYER_FLAG. */
  flags: ['u32', 'saved'],
  /** Its fade: one of FADE, seconds in all, seconds so far, and the resulting share of its weight. */
  fade: ['u8', 'saved'],
  fadeSeconds: ['f64', 'saved'],
  fadeTime: ['f64', 'saved'],
  fadeShare: ['f64', 'saved'],
  /** Its weight in this update, including its fade and the weight of the entry above it. */
  totalWeight: ['f64', 'saved'],
  /** One of RUN. */
  run: ['u8', 'saved'],
  /** Loops to play, 0 = forever, and loops that are over. */
  playTimes: ['i32', 'saved'],
  plays: ['i32', 'saved'],
  /** The second that it shows, and the second of the last step of its discrete timelines; -1 = never. */
  second: ['f64', 'saved'],
  stepped: ['f64', 'saved'],
  /** The event key in force; -1 = none yet in this loop. */
  lastKey: ['i32', 'saved'],
  /**
   * Entries of one group may be faded out together. When it starts it fades out entries: which ones (one of REPLACES),
   * and in how many seconds.
   */
  group: ['i32', 'saved'],
  replaces: ['u8', 'saved'],
  mixOut: ['f64', 'saved'],
  /** Seconds of its automatic fade-out after it is complete; -1 = it stays. */
  autoFadeOut: ['f64', 'saved'],
  /** Rows of the entries of its layer that act after it and before it; 0 = none. */
  actsNext: ['i32', 'saved'],
  actsBefore: ['i32', 'saved'],
  /** Blend trees: the played entry (itself, if it was played); its place in the tree; the entry above it, -1 = none. */
  root: ['i32', 'saved'],
  node: ['i32', 'saved'],
  above: ['i32', 'saved'],
  /**
   * The parameter by which it chooses among its children, and the two children that share its weight: places in the
   * tree; 0 = none.
   */
  parameter: ['f64', 'saved'],
  left: ['i32', 'saved'],
  right: ['i32', 'saved'],
  /**
   * 1 plus the number of meshes on which deform timelines had acted before its first update
   * (`BlockLayout.deformRanks`): it resets these. 0 = it has had no update yet.
   */
  deformRanks: ['i32', 'saved'],
  /** 0; or, for a further row of the entry above it, the clock (`PlaybackModel.clocks`) whose timelines it plays. */
  clock: ['u8', 'saved'],
} as const satisfies ColumnSchema
export type LayerColumns = Columns<typeof LAYER_COLUMNS>
