import type { ClipScratch } from '../math/clip'
import type { PolygonScratch } from '../math/polygon'

/**
 * What is drawn, as plain arrays: the interface between systems 1-5 and any renderer (DESIGN §6).
 * `draw` is one consumer; another renderer reads the same fields after `assembleFrame(world)`.
 *
 * Vertices 0 … `capacity` − 1 are *retained*: every skeleton owns a stable range of them, rewritten only
 * where something changed (positions every tick). Vertices from `capacity` on are the *tail*: what clipping
 * made in this tick, at `vertex - capacity` in the tail's arrays.
 */
export interface StreamState extends VertexArrays {
  /** Number of retained vertices that the arrays can hold. */
  capacity: number
  readonly tail: TailArrays
  readonly frame: Frame
  /** What changed since a renderer last uploaded; it sets the ranges back to empty. */
  readonly changes: StreamChanges
  /** Free ranges, index and run pools, scratch: private to `src/streams`. */
  readonly pools: StreamPools
}

export interface VertexArrays {
  /** x, y in world units, y up. The retained ones are views into the arena: take them anew each frame. */
  positions: Float32Array
  /** u, v; v = 0 is the page's upper edge. May lie outside 0…1. */
  uvs: Float32Array
  /**
   * Light colour r, g, b, a: premultiplied by its alpha; additive slots have a = 0 (so that normal and
   * additive share one blend state, DESIGN §6).
   */
  light: Uint8Array
  /** Dark colour r, g, b premultiplied by the light's alpha; 0 for one-colour slots. Fourth byte: 0. */
  dark: Uint8Array
  /** Page number (low byte, high byte), colour mode (0: light and dark), signs (0). */
  info: Uint8Array
}

export interface TailArrays extends VertexArrays {
  /** Vertices in use. */
  vertexCount: number
}

/** The tail while it is made: with its triangles, over tail vertices (0 = the tail's first). */
export interface ClippedTail extends TailArrays {
  indices: Uint32Array
  indexCount: number
}

/** Page number of skeletons that were loaded without an atlas: there is nothing to draw them with. */
export const NO_PAGE = 0xffff

/**
 * The finished frame: triangles of everything visible, back to front. Runs are what can't be merged:
 * neighbours differ in blend state or page.
 */
export interface Frame {
  /** Vertex numbers, three a triangle. */
  indices: Uint32Array
  indexCount: number
  runCount: number
  /** Per run: BLEND value (normal and additive are both 0, see `VertexArrays.light`). */
  runBlend: Uint8Array
  /** Per run: page number of the world. */
  runPage: Uint16Array
  /** Per run: first index; it ends where the next one starts. */
  runStart: Uint32Array
}

/** Half-open ranges of vertices; empty when from ≥ to. */
export interface StreamChanges {
  /** Positions of awake skeletons: rewritten by `skinning`. */
  positionsFrom: number
  positionsTo: number
  /** Texture coordinates and `info`. */
  uvsFrom: number
  uvsTo: number
  /** Light and dark. */
  colorsFrom: number
  colorsTo: number
  /** The frame's indices and runs differ from the last frame's. */
  indices: boolean
  /** The arrays were replaced (capacity grew): everything must be uploaded. */
  replaced: boolean
}

/** Word indices in the arena of the retained streams; positions and uvs are two words a vertex. */
export interface StreamWords {
  positions: number
  uvs: number
  /** One word a vertex each: four bytes. */
  light: number
  dark: number
  info: number
  /** Vertex numbers. */
  indices: number
  /** RUN_WORDS a run. */
  runs: number
}

/** Ranges of one stream, in elements; see `src/streams/ranges.ts`. */
export interface RangePool {
  /** Elements that the stream's memory holds. */
  capacity: number
  /** First element that was never handed out. */
  top: number
  /** Elements handed out. */
  used: number
  /** By size: starts of freed ranges. */
  readonly free: Map<number, number[]>
}

/** Private to `src/streams`. */
export interface StreamPools {
  readonly words: StreamWords
  readonly vertices: RangePool
  readonly indices: RangePool
  readonly runs: RangePool
  /** The same object as `StreamState.tail`. */
  readonly tail: ClippedTail
  /** Runs of the tail, RUN_WORDS each; indices from the tail's first. */
  tailRuns: Int32Array
  tailRunCount: number
  /** Something that the tail is made of is gone or new. */
  tailStale: boolean
  /** Indices or runs changed since the frame was assembled. */
  frameStale: boolean
  /** Skeletons left since the frame was assembled. */
  membersStale: boolean
  /** Entities in drawing order, `drawnCount` of them, and room to sort. */
  drawn: Int32Array
  spare: Int32Array
  drawnCount: number
  /** Per slot of the skeleton at hand: slot of the clipping attachment that clips it; -1 = none. */
  clippedBy: Int32Array
  /** Per lane of the block at hand: word of its first position. */
  readonly starts: Int32Array
  /** Runs of a skeleton while they are counted. */
  draft: Int32Array
  /** World vertices of one attachment. */
  points: Float32Array
  polygonPoints: Float64Array
  readonly polygon: PolygonScratch
  /** The colour at hand. */
  readonly channels: Float64Array
  readonly clip: ClipScratch
}
