/** Columns of skeletons, and the bits in them. */
import type { ColumnPool, ColumnSchema, Columns } from '../base/memory/columns'

/**
 * Private columns of skeletons, by entity id. They are in the arena and are renewed when it grows: take them into
 * locals at the start of a call.
 */
export const SKELETON_COLUMNS = {
  /** Grows with every new skeleton; 0 = the entity has no skeleton rows. */
  serial: ['u32', 'saved'],
  /** Number of the registered rig. */
  rig: ['i32', 'described'],
  /** Chunk id and lane: `seat = block * LANES + lane`. */
  chunk: ['i32', 'left'],
  seat: ['i32', 'left'],
  /** World skin number; -1 = none. */
  skin: ['i32', 'described'],
  /** Bits of `flags/bits`: changes since the last tick, and lasting states. */
  flags: ['u32', 'saved'],
  /** Tint and alpha, straight, and flash, as last copied from the component. */
  red: ['f32', 'saved'],
  green: ['f32', 'saved'],
  blue: ['f32', 'saved'],
  alpha: ['f32', 'saved'],
  flash: ['u32', 'saved'],
  sortKey: ['f32', 'saved'],
  timeScale: ['f32', 'saved'],
  /** `Transform`, flips and `Visibility` as last copied. They are adjacent, because a tick compares all of them. */
  x: ['f32', 'saved'],
  y: ['f32', 'saved'],
  rotation: ['f32', 'saved'],
  scaleX: ['f32', 'saved'],
  scaleY: ['f32', 'saved'],
  flipX: ['u8', 'saved'],
  flipY: ['u8', 'saved'],
  level: ['u8', 'saved'],
  rate: ['u8', 'saved'],
  /** Bits of ACTIVITY. */
  activity: ['u16', 'saved'],
  /** Number of the last tick in which it was mixed, solved or skinned. */
  lastMarked: ['i32', 'saved'],
  /** With an update rate: the world's seconds up to which its clocks have gone. */
  since: ['f64', 'saved'],
  /** First row of its track list; -1 = none. Number of tracks. */
  tracks: ['i32', 'described'],
  trackCount: ['i32', 'saved'],
  /** 1: entries came or went since the last application; tracks find their modes again. */
  entriesChanged: ['u8', 'saved'],
  /** Entry of its first command, which names the next; valid in a tick in which its lane is mixed. */
  command: ['i32', 'described'],
  /** Range of the retained vertex streams: first vertex, room, vertices shown. */
  vertexStart: ['i32', 'left'],
  vertexRoom: ['i32', 'left'],
  vertexCount: ['i32', 'left'],
  /** Indices of its shown attachments that are not clipped. */
  indexCount: ['i32', 'left'],
  /** Vertices and indices of the slots whose attachment no animation keys: their numbers come first. */
  unkeyedVertices: ['i32', 'left'],
  unkeyedIndices: ['i32', 'left'],
  /** Its clipped triangles in this tick: first run of the tail, runs, indices. */
  tailStart: ['i32', 'left'],
  tailRuns: ['i32', 'left'],
  tailIndices: ['i32', 'left'],
  /** Number of places in its draw order with clipped slots. */
  splices: ['i32', 'left'],
  /** Its indices in the assembled frame: the first, and room, filled up with triangles without area. */
  frameStart: ['i32', 'left'],
  frameRoom: ['i32', 'left'],
  /** Page * 4 + blend of all these indices; -1 = several, or unknown; -2 = there are none. */
  frameRun: ['i32', 'left'],
  /** If clipped slots are in one place: offset of their indices from the first, and room for them. */
  spliceStart: ['i32', 'left'],
  spliceRoom: ['i32', 'left'],
  /** Number of the last assembled frame that contained it. */
  frameNumber: ['u32', 'left'],
  /** Word index of its own values of slot colours that no animation keys; 0 = the rig's. */
  colors: ['i32', 'described'],
  /** What an extension moves of its bones: a number of the extension's own; 0 = nothing. */
  moved: ['i32', 'described'],
  /** What an extension draws in its slots: a number of the extension's own; 0 = nothing. */
  carries: ['i32', 'described'],
  /**
   * How an extension places and draws it within another skeleton: a number of the extension's own; 0 = it stands by
   * itself.
   */
  carried: ['i32', 'described'],
  /** Alpha of what carries it; 1 if nothing does. */
  outerAlpha: ['f32', 'saved'],
} as const satisfies ColumnSchema

/** All columns but `flags`, which only the functions of `world/flags` read and write. */
export type SkeletonColumns = Omit<Columns<typeof SKELETON_COLUMNS>, 'flags'>

/** The members of a state that hold these columns. */
export interface SkeletonPool {
  readonly pool: ColumnPool<typeof SKELETON_COLUMNS>
}

/** Levels of work for a skeleton or quad; see `VISIBILITY` of osteon/components. */
export const LEVEL = { full: 0, noVertices: 1, timeOnly: 2, frozen: 3 } as const

/**
 * Reasons why a skeleton is awake, and its work in the open tick. A skeleton with only `atRest` falls asleep when a
 * tick opens.
 */
export const ACTIVITY = {
  /** Written to, or new: everything is done again, in this tick and once more in the next. */
  written: 1,
  /** Its pose was decided in a tick that skipped `mixing` or the world transforms. */
  owesPose: 2,
  /** Its pose was decided in a tick that skipped `skinning`. */
  owesSkin: 4,
  /** Place, scale or flip changed: it is solved and skinned, but not sampled. */
  moved: 8,
  /** Only the tint changed. */
  tinted: 16,
  /** Its pose was made twice with nothing changed in between: making it again leaves the same bits. */
  atRest: 32,
  /** Some clock of its entries runs while time does. */
  running: 64,
  /** With `running`: an entry completes in every tick, even while time stands still. */
  completesEachTick: 128,
  /**
   * Its commands can be repeated (src/tick/shortcuts/repeat). With `oneCommand`, it has only one, of constant weight.
   */
  repeats: 256,
  oneCommand: 512,
  /** With `repeats`: its animations key colours. */
  keysColors: 1024,
  /** It is in the list `awake`. */
  listed: 2048,
  /** In this tick: its clocks advance; its pose is sampled, whether it changes or not. */
  advances: 4096,
  posed: 8192,
  /** It is not in `active` until something ends its sleep (`endSleep`). */
  asleep: 16384,
} as const

/** The bits that shortcuts write. */
export const SHORTCUT_ACTIVITY = ACTIVITY.keysColors | ACTIVITY.oneCommand | ACTIVITY.repeats

/** Effects that applying a skeleton's advanced entries will have. */
export const FOUND = {
  /** A clock runs while time does. */
  clockRuns: 1,
  /** Applying them may leave another pose than the last application did. */
  changes: 2,
  /** An entry is applied for the last time, which restores values that only it keyed. */
  entryEnds: 4,
  /** A loop without length, which completes at every application. */
  completesEachTick: 8,
  /**
   * The result of an application depends on earlier ones: rotations remember their direction, and an added value stays
   * if no lower entry keys it. Skipping the application would change later poses.
   */
  dependsOnPast: 16,
} as const

/** A growing list of entity ids, of which the first `count` are valid. */
export interface EntityList {
  ids: Int32Array
  count: number
}
