/** Columns of skeletons, and the bits in them. */
import type { ColumnPool, Columns } from '../memory/columns'

/**
 * Private columns of skeletons, by entity id. They lie in the arena and are renewed when it grows: take
 * them into locals at the start of a call.
 */
export const SKELETON_COLUMNS = {
  /** Grows with every skeleton made; 0 = the entity has no skeleton rows. */
  serial: 'u32',
  /** Number of the registered rig. */
  rig: 'i32',
  /** Chunk id and lane: `seat = block * LANES + lane`. */
  chunk: 'i32',
  seat: 'i32',
  /** World skin number; -1 = none. */
  skin: 'i32',
  /** Bits of `flags/bits`: what changed, and what is so. */
  flags: 'u32',
  /** Tint and alpha, straight, as last copied from the component. */
  red: 'f32',
  green: 'f32',
  blue: 'f32',
  alpha: 'f32',
  sortKey: 'f32',
  timeScale: 'f32',
  /** `Transform`, flips and `Visibility` as last copied: side by side, since a tick compares all of them. */
  x: 'f32',
  y: 'f32',
  rotation: 'f32',
  scaleX: 'f32',
  scaleY: 'f32',
  flipX: 'u8',
  flipY: 'u8',
  level: 'u8',
  rate: 'u8',
  /** Bits of ACTIVITY. */
  activity: 'u16',
  /** Number of the last tick in which it was mixed, solved or skinned. */
  lastMarked: 'i32',
  /** With an update rate: the world's seconds up to which its clocks have gone. */
  since: 'f64',
  /** First row of its track list; -1 = none. Number of tracks. */
  tracks: 'i32',
  trackCount: 'i32',
  /** 1: entries came or went since they were applied last; tracks find their modes anew. */
  entriesChanged: 'u8',
  /** Entry of its first command, which says which is next; means something in a tick in which its lane is mixed. */
  command: 'i32',
  /** Range of the retained vertex streams: first vertex, room, vertices shown. */
  vertexStart: 'i32',
  vertexRoom: 'i32',
  vertexCount: 'i32',
  /** Indices of what is shown and not clipped. */
  indexCount: 'i32',
  /** Vertices and indices of the slots whose attachment no animation keys: their numbers come first. */
  unkeyedVertices: 'i32',
  unkeyedIndices: 'i32',
  /** What clipping made of the rest in this tick: first run of the tail, runs, indices. */
  tailStart: 'i32',
  tailRuns: 'i32',
  tailIndices: 'i32',
  /** In how many places of its draw order clipped slots stand. */
  splices: 'i32',
  /** Its indices in the assembled frame: the first, and room, filled up with triangles without area. */
  frameStart: 'i32',
  frameRoom: 'i32',
  /** What all of them are drawn with, page * 4 + blend; -1 = different things, or not known; -2 = there are none. */
  frameRun: 'i32',
  /** Where clipped slots stand in one place: offset of their indices from the first, and room for them. */
  spliceStart: 'i32',
  spliceRoom: 'i32',
  /** Number of the assembled frame that it was in last. */
  frameNumber: 'u32',
  /** Word index of its own values of slot colours that no animation keys; 0 = the rig's. */
  colors: 'i32',
  /** First row of its bones' offsets; 0 = none has one (see `world/attached/offsets`). */
  offsets: 'i32',
  /** First row of what its slots hold; 0 = nothing (see `world/attached/nesting`). */
  children: 'i32',
  /** Row by which it is in a slot of another; 0 = in none. */
  held: 'i32',
  /** Alpha that it has from the slot and the skeletons that hold it; 1 in no slot. */
  slotAlpha: 'f32',
} as const

/** All but `flags`, which are read and written by the functions of `world/flags`. */
export type SkeletonColumns = Omit<Columns<typeof SKELETON_COLUMNS>, 'flags'>

/** The part of a state that has all of them. */
export interface SkeletonPool {
  readonly pool: ColumnPool<typeof SKELETON_COLUMNS>
}

/** What is done for a skeleton or sprite; see `VISIBILITY` of osteon/components. */
export const LEVEL = { full: 0, noVertices: 1, timeOnly: 2, frozen: 3 } as const

/** Why a skeleton is awake, and what it does in the open tick. One that has `atRest` alone when a tick opens falls asleep. */
export const ACTIVITY = {
  /** Written to, or new: all of it is done anew, in this tick and once more in the next. */
  written: 1,
  /** Its pose was decided in a tick that left out `mixing` or the world transforms. */
  owesPose: 2,
  /** The same, `skinning` left out. */
  owesSkin: 4,
  /** Place, scale or flip changed: solved and skinned, not sampled. */
  moved: 8,
  /** Only the tint changed. */
  tinted: 16,
  /** Its pose was done twice with nothing changed between: doing it again leaves the same bits. */
  atRest: 32,
  /** Some clock of its entries runs while time does. */
  running: 64,
  /** With `running`: an entry completes in every tick, even while time stands still. */
  completesEachTick: 128,
  /** Its commands can be repeated (src/shortcuts/repeat); with `oneCommand`, it has one, whose weight is constant. */
  repeats: 256,
  oneCommand: 512,
  /** With `repeats`: its animations key colours. */
  keysColors: 1024,
  /** In `awake`. */
  listed: 2048,
  /** This tick: its clocks are advanced; its pose is sampled whether it changes or not. */
  advances: 4096,
  posed: 8192,
  /** It is left out of `active` until something ends its sleep (`endSleep`). */
  asleep: 16384,
} as const

/** What shortcuts note in `activity`. */
export const SHORTCUT_ACTIVITY = ACTIVITY.keysColors | ACTIVITY.oneCommand | ACTIVITY.repeats

/** What applying a skeleton's entries, which were just advanced, will do. */
export const FOUND = {
  /** A clock runs while time does. */
  clockRuns: 1,
  /** Applying them may leave another pose than the last application did. */
  changes: 2,
  /** An entry is applied for the last time. That restores what only it keyed. */
  entryEnds: 4,
  /** A loop without length: it completes whenever it is applied. */
  completesEachTick: 8,
  /**
   * The result of an application depends on earlier ones: rotations remember their direction, and an added value stays
   * where no lower entry keys it. If it were left out, later poses would differ.
   */
  dependsOnPast: 16,
} as const

/** A growing list of entity ids; only the first `count` mean something. */
export interface EntityList {
  ids: Int32Array
  count: number
}
