/** The input of renderers: vertices, indices, and notes of changes. */
import type { ClipRule, ClipScratch } from '../base/math/clip'
import type { PolygonScratch } from '../base/math/polygon'
import type { SaveSchema } from '../base/memory/fields'

/**
 * The picture of a tick as plain arrays: the interface between systems 1-5 and any renderer. `draw` is one consumer;
 * another renderer reads the same fields after `assembleFrame(world)`.
 *
 * Vertices 0 … `capacity` − 1 are *retained*: every skeleton and quad owns a stable range of them. The world keeps
 * only their positions; a renderer keeps their looks, and finds changed ones in the log `looks` (`createLooks`,
 * `updateLooks`). Vertices from `capacity` on are the *tail*: clipped triangles of this tick, at `vertex - capacity` in
 * the tail's arrays, including looks.
 */
export interface StreamState {
  /** Number of retained vertices that the arrays can hold. */
  capacity: number
  /** All ranges end at or before this vertex. */
  vertexCount: number
  /** x, y in world units, y up. A view into the arena: get it again each frame. */
  positions: Float32Array
  readonly tail: TailArrays
  readonly frame: Frame
  /** Changes since a renderer last uploaded. The renderer clears them. */
  readonly changes: StreamChanges
  /** Changed looks. */
  readonly looks: LookLog
  /** Free ranges, scratch: private to `src/streams`. @internal */
  readonly pools: StreamPools
}

export interface VertexArrays extends VertexLooks {
  /** x, y in world units, y up. */
  positions: Float32Array
}

/** The looks of vertices. They do not depend on the pose, so they seldom change. */
export interface VertexLooks {
  /** u, v; v = 0 is the page's upper edge. May be outside 0…1. */
  uvs: Float32Array
  /**
   * Light colour r, g, b, a: premultiplied by its alpha; additive slots have a = 0 (so that normal and additive share
   * one blend state). In mode 1: factors, not premultiplied.
   */
  light: Uint8Array
  /**
   * Dark colour r, g, b premultiplied by the light's alpha; 0 for one-colour slots. Fourth byte: the alpha of additive
   * slots, for targets whose alpha is read later; 0 for others. In mode 1: addends.
   */
  dark: Uint8Array
  /**
   * Page number (low byte, high byte), colour mode (0: light and dark), signs (0). Mode 1, the lowest bit: a straight
   * texel times `light`, plus `dark`, clamped, then premultiplied. Its second bit: alpha is drawn as 0. The other bits:
   * how many times `light` is doubled. Signs: the lower four bits mark negative channels of `dark`, the upper four
   * those of `light`.
   */
  info: Uint8Array
}

/** Arrays to which looks are written, a word of each for a vertex. */
export interface LookArrays extends VertexLooks {
  /** The memory of `light`, `dark` and `info` as words, the first byte lowest. */
  lightWords: Uint32Array
  darkWords: Uint32Array
  infoWords: Uint32Array
}

export interface TailArrays extends VertexArrays {
  /** Vertices in use. */
  vertexCount: number
}

/** The tail while it is made, with its triangles over tail vertices (0 = the tail's first). */
export interface ClippedTail extends TailArrays {
  indices: Uint32Array
  indexCount: number
}

const TAIL_SCHEMA = {
  positions: 'saved',
  uvs: 'saved',
  light: 'saved',
  dark: 'saved',
  info: 'saved',
  vertexCount: 'saved',
  indices: 'saved',
  indexCount: 'saved',
} as const satisfies SaveSchema<ClippedTail>

/**
 * The finished frame: triangles of everything visible, back to front. Runs cannot be merged: neighbours differ in blend
 * state or page.
 */
export interface Frame {
  /** Vertex numbers, three per triangle. */
  indices: Uint32Array
  indexCount: number
  runCount: number
  /** For each run, its BLEND value (normal and additive are both 0, see `VertexArrays.light`). */
  runBlend: Uint8Array
  /** For each run, the world's page number. */
  runPage: Uint16Array
  /** For each run, its first index; it ends where the next one starts. */
  runStart: Uint32Array
}

/** Kinds of data in a vertex's looks, as bits. */
export const LOOK = {
  /** Texture coordinates and `info`. */
  textures: 1,
  light: 2,
  dark: 4,
  all: 7,
} as const

/** In a log of looks, in place of a drawable: all quads. */
export const ALL_QUADS = -0x80000000

/**
 * Changed looks, the latest last. Any number of readers may read it: each remembers the number that it has read up to.
 * A reader that has fallen behind `first` reads everything again.
 */
export interface LookLog {
  /** Drawables (skeletons as their entity, quads as its complement, or ALL_QUADS): number n is at n modulo the length. */
  drawables: Int32Array
  /** Bits of LOOK. */
  parts: Uint8Array
  /** The slot with these looks; -1 = the whole drawable. */
  slots: Int32Array
  /** The oldest readable number, and the next number to be written. */
  first: number
  next: number
}

/** Number of vertices, or indices of the frame, that share one note of a change. A power of two. */
export const CHANGE_PAGE = 64

/** What a renderer must upload again; it clears these notes afterwards. */
export interface StreamChanges {
  /** 1 for every CHANGE_PAGE vertices among which positions were rewritten. */
  positions: Uint8Array
  /** All indices and runs differ from the last frame's. */
  indices: boolean
  /** Runs and the number of indices may differ. */
  runs: boolean
  /** 1 for every CHANGE_PAGE indices among which some were rewritten. */
  patches: Uint8Array
  /** The tail was made again. */
  tail: boolean
  /** The arrays were replaced (capacity grew): everything must be uploaded. */
  replaced: boolean
}

/** Word indices in the arena. */
export interface StreamWords {
  /** Two words per vertex. */
  positions: number
}

const WORDS_SCHEMA = { positions: 'saved' } as const satisfies SaveSchema<StreamWords>

/** Ranges of one stream, in elements; see `src/streams/vertices/ranges.ts`. */
export interface RangePool {
  /** Elements that the stream's memory holds. */
  capacity: number
  /** First element that was never in a range. */
  top: number
  /** Elements in ranges that are in use. */
  used: number
  /** For each size, the starts of freed ranges. */
  readonly free: Map<number, number[]>
  /** For each size, elements of all ranges ever made, in use or in stock. */
  readonly made: Map<number, number>
}

const RANGES_SCHEMA = {
  capacity: 'saved',
  top: 'saved',
  used: 'saved',
  free: 'saved',
  made: 'saved',
} as const satisfies SaveSchema<RangePool>

/** Private to `src/streams/frame/sort`. */
export interface SortScratch {
  /** The drawables' keys, and the same bytes as bits. */
  readonly keys: Float32Array
  readonly bits: Uint32Array
  readonly spareBits: Uint32Array
  spare: Int32Array
  /** Histograms. */
  readonly digits: Int32Array
  /** Number of skeletons that were gone, but not yet removed from the list, when it was made. */
  leaving: number
}

/**
 * Slots in which another engine draws. Only worlds in the scene of another engine have them.
 */
export interface HostSlots {
  holds(eid: number, slot: number): boolean
  /**
   * Notes where a slot ends in an assembled frame: place in the draw order, indices after the skeleton's first.
   * @returns as `holds`.
   */
  note(eid: number, slot: number, place: number, offset: number): boolean
}

/**
 * The clips in force that cut what is in a slot: those of the skeleton that carries it, and of all above that one. Only
 * the first `count` are valid.
 */
export interface Cuts {
  count: number
  readonly polygons: PolygonScratch[]
  readonly rules: ClipRule[]
  /** The slots with the clips, and their skeletons. */
  readonly slots: number[]
  readonly holders: number[]
  /** Triangles between one clip and the next, used alternately. */
  readonly between: readonly [ClippedTail, ClippedTail]
}

/** Private to `src/streams`. */
export interface StreamPools {
  readonly words: StreamWords
  readonly vertices: RangePool
  /** This is `StreamState.tail`. */
  readonly tail: ClippedTail
  /** Runs of the tail, TAIL_RUN_WORDS each. */
  tailRuns: Int32Array
  tailRunCount: number
  /** Whether a drawable of the tail is gone or new. */
  tailStale: boolean
  /** The frame must be assembled again. */
  frameStale: boolean
  /** Skeletons whose indices must be made again, `staleCount` of them. */
  stale: Int32Array
  staleCount: number
  /** `Frame.indices`, and as many indices of skeletons that are moving to other places in the frame. */
  frames: Uint32Array
  /** Number of assembled frames. */
  frameNumber: number
  /** A drawable came, went, appeared or vanished since the frame was assembled. */
  membersStale: boolean
  /** A sort key may have changed since drawables were last sorted. */
  keysStale: boolean
  /** Drawables in drawing order, `drawnCount` of them: skeletons as their entity, quads as its complement. */
  drawn: Int32Array
  drawnCount: number
  sort: SortScratch
  /** For each slot of the current skeleton: the slot of the clipping attachment that clips it; -1 = none. */
  clippedBy: Int32Array
  /** World vertices of one attachment. */
  points: Float32Array
  polygonPoints: Float64Array
  readonly polygon: PolygonScratch
  /** The clips of the current child's holders. */
  readonly cuts: Cuts
  /** The current colour. */
  readonly channels: Float64Array
  /** Scratch for `readFlash`. */
  readonly flash: Float64Array
  /** Words of a slot with colour offsets. */
  readonly offsets: Int32Array
  readonly clip: ClipScratch
  hosts: HostSlots | null
}

/** The frame and the tail are not saved: they are made again. */
const POOLS_SCHEMA = {
  words: WORDS_SCHEMA,
  vertices: RANGES_SCHEMA,
  tail: TAIL_SCHEMA,
  tailRuns: 'saved',
  tailRunCount: 'saved',
  tailStale: 'saved',
  frameStale: 'scratch',
  stale: 'saved',
  staleCount: 'saved',
  frames: 'scratch',
  frameNumber: 'stays',
  membersStale: 'scratch',
  keysStale: 'saved',
  drawn: 'scratch',
  drawnCount: 'scratch',
  sort: 'scratch',
  clippedBy: 'scratch',
  points: 'scratch',
  polygonPoints: 'scratch',
  polygon: 'scratch',
  cuts: 'scratch',
  channels: 'scratch',
  flash: 'scratch',
  offsets: 'scratch',
  clip: 'scratch',
  hosts: 'stays',
} as const satisfies SaveSchema<StreamPools>

export const STREAMS_SCHEMA = {
  capacity: 'saved',
  vertexCount: 'saved',
  positions: 'scratch',
  // `pools` has the same object.
  tail: 'stays',
  frame: 'scratch',
  changes: 'scratch',
  looks: 'scratch',
  pools: POOLS_SCHEMA,
} as const satisfies SaveSchema<StreamState>
