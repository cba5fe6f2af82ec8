/** Columns of entries: those of all players, and those that tracks and layers keep besides. */
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

/** Row of the entry by which `applyAnimation` applies: it is on no track, and no handle means it. */
export const BY_HAND = 0

/** Entries by row, with all that persists between ticks. */
export const ENTRY_COLUMNS = {
  /** How often the row was given back: part of its handles. */
  generation: 'u32',
  /** 0 = the row is free. */
  entity: 'u32',
  serial: 'u32',
  /** Animation number in the rig; -1 = the empty animation. */
  animation: 'i32',
  track: 'i32',
  /** Rows of the entries that are queued behind it and before it; -1 = none. */
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
  /** Of a queued entry: track time of the one before at which it takes over. Of one that plays: seconds that it waits. */
  delay: 'f64',
  /**
   * Index in words of a bit a timeline of its animation: bit `t & 31` of word `mask + (t >> 5)` is set where
   * timeline t is let through; 0 = no mask, all are.
   */
  mask: 'i32',
  /** Seconds that it has played, over all loops. */
  trackTime: 'f64',
  /** Track time at its last application; -1 = it was never applied. */
  appliedAt: 'f64',
  /** Word index of its timelines' records, MODE_WORDS each, and their number: 0 where they are not needed (`reserveModes`). */
  modes: 'i32',
  modeCount: 'i32',
  /** Word index of room for the deform applications of its command, and for how many. */
  deforms: 'i32',
  deformRoom: 'i32',
  /** How it was applied last: bits of APPLY_FLAG, values of MIX_BLEND and MIX_DIRECTION. */
  applyFlags: 'u8',
  applyBlend: 'u8',
  direction: 'u8',
  /**
   * Word index of the rows of the entries that came with it and go with it, itself first, and how many; 0 where it is alone. Behind
   * them stands, for each, the row of the one that acts next, -1 = none.
   */
  nodes: 'i32',
  nodeCount: 'i32',
} as const
export type EntryColumns = Columns<typeof ENTRY_COLUMNS>

/** What tracks keep besides, by the same row. */
export const TRACK_COLUMNS = {
  /** Bits of TRACK_FLAG. */
  flags: 'u32',
  /** Values of MIX_BLEND. */
  mixBlend: 'u8',
  /** Values of MIX_INTERPOLATION. */
  mixInterpolation: 'u8',
  /** Track time at which it leaves its track. */
  trackEnd: 'f64',
  /** Seconds in which it is mixed in, and seconds since that began. */
  mixDuration: 'f64',
  mixTime: 'f64',
  /** How far it has been mixed in, as of the last application; meaningless without `older`. */
  fraction: 'f64',
  interruptAlpha: 'f64',
  /** The sum of its timelines' weights, when it was mixed out last: at 0 it ends. */
  totalAlpha: 'f64',
  eventThreshold: 'f64',
  mixAttachmentThreshold: 'f64',
  mixDrawOrderThreshold: 'f64',
  alphaAttachmentThreshold: 'f64',
  /** Track time and second of the animation from which keyed events are fired on: those of the application before. */
  trackLast: 'f64',
  animationLast: 'f64',
  /** Second of the animation at its last application, which takes the place of `animationLast` after the next one. */
  nextAnimationLast: 'f64',
  /** How many of its timelines fade, are held, and are held until a weight of their own is gone. */
  fading: 'i32',
  holding: 'i32',
  mixing: 'i32',
  /** 1: a draw order that fades is left out of `fading`. */
  skipped: 'u8',
  /**
   * Until when its command can be repeated (src/shortcuts/repeat): exclusive limits of its track time and of its mix time.
   * The cycle that it is in began at track time `cycleStart`.
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
  /** All its timelines that do not step are held over the setup pose: nothing of it fades. */
  held: 128,
} as const

/** What layers keep besides, by the same row. */
export const LAYER_COLUMNS = {
  /** Bits of LAYER_FLAG. */
  flags: 'u32',
  /** One of FADE: how it is faded; for how many seconds in all, and since when; the share of its weight that this leaves. */
  fade: 'u8',
  fadeSeconds: 'f64',
  fadeTime: 'f64',
  fadeShare: 'f64',
  /** The weight with which it acts: with its fade, and that of the entry above it. */
  totalWeight: 'f64',
  /** One of RUN. */
  run: 'u8',
  /** Loops to play, 0 = for ever, and those that are over. */
  playTimes: 'i32',
  plays: 'i32',
  /** Second of the animation at which it stands, and that at which its discrete timelines were stepped last; -1 = never. */
  second: 'f64',
  stepped: 'f64',
  /** The action key in force; -1 = none was yet in this loop. */
  lastKey: 'i32',
  /** Entries of a group may be faded out together. One of REPLACES, and seconds: what it fades out when it starts. */
  group: 'i32',
  replaces: 'u8',
  mixOut: 'f64',
  /** Seconds for which it fades out by itself once it is complete; -1 = it stays. */
  autoFadeOut: 'f64',
  /** Of blend trees: the entry that was played, itself where it is that; its place in the tree, and the entry above it, -1 = none. */
  root: 'i32',
  node: 'i32',
  above: 'i32',
  /** What it chooses by among its children, and the two that share its weight: places in the tree; 0 = none. */
  parameter: 'f64',
  left: 'i32',
  right: 'i32',
  /** 0, or that it is the one above it once more, for the timelines that go by that clock (`PlaybackModel.clocks`). */
  clock: 'u8',
} as const
export type LayerColumns = Columns<typeof LAYER_COLUMNS>
