import type { Columns } from '../memory/columns'

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
  /** Bits of SKELETON_FLAG. */
  flags: 'u32',
  /** Tint and alpha, straight, as last copied from the component. */
  red: 'f32',
  green: 'f32',
  blue: 'f32',
  alpha: 'f32',
  sortKey: 'f32',
  timeScale: 'f32',
  /** Seconds that the skeleton has lived, scaled. */
  time: 'f64',
  /** First row of its track list; -1 = none. Number of tracks. */
  tracks: 'i32',
  trackCount: 'i32',
  /** 1: the timeline modes of the entries must be found anew. */
  modesDirty: 'u8',
  /** Items of the apply list in the tick that is open. */
  itemStart: 'i32',
  itemCount: 'i32',
  /** Range of the retained vertex streams: first vertex, room, vertices shown. */
  vertexStart: 'i32',
  vertexRoom: 'i32',
  vertexCount: 'i32',
  /** Range of the retained index stream. */
  indexStart: 'i32',
  indexRoom: 'i32',
  indexCount: 'i32',
  /** Range of the run pool. */
  runStart: 'i32',
  runRoom: 'i32',
  runCount: 'i32',
} as const

export type SkeletonColumns = Columns<typeof SKELETON_COLUMNS>

export const SKELETON_FLAG = {
  /** Attachments shown changed: vertex offsets, uvs, colours, indices and runs are made anew. */
  shape: 1,
  /** Draw order changed: indices and runs are made anew. */
  order: 2,
  /** Skeleton or slot colours may have changed. */
  color: 4,
  /** A clipping attachment is shown: part of the output goes to the tail. */
  clipping: 16,
  /** A sequence frame changed: uvs (and region corners) are made anew. */
  frame: 32,
  /** The entity lost its `Skeleton`; rows are freed at the next structure call, nothing is drawn. */
  gone: 64,
} as const
