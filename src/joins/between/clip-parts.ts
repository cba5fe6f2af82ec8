/** What was cut in the last two ticks, as plain data. */
import type { ClipRule } from '../../base/math/clip'
import type { PolygonScratch } from '../../base/math/polygon'
import { createTail } from '../../streams/memory'
import { createCuts } from '../../streams/vertices/cuts'
import type { ClippedTail, Cuts, StreamPools } from '../../world/streams'

/** A clipped slot, or a clip, which has only what comes before `OWN`. */
export const PART = {
  EID: 0,
  SERIAL: 1,
  SLOT: 2,
  ATTACHMENT: 3,
  /** The first of its vertices in `points`, and how many there are. */
  POINT: 4,
  COUNT: 5,
  /** Value of CLIP_SHAPE; -1: it is a slot. */
  SHAPE: 6,
  /** Of clips: 1 = their rule is `parametric`. */
  RULE: 7,
  /** Whether a clip of its own skeleton cuts it: the last one listed before it. */
  OWN: 8,
  SPLICE: 9,
  PAGE: 10,
  BLEND: 11,
  LIGHT: 12,
  DARK: 13,
  INFO: 14,
  /** Word indices in the arena. */
  UVS: 15,
  INDICES: 16,
  INDEX_COUNT: 17,
  WORDS: 18,
} as const

/** A skeleton with clipped slots: its parts, and the columns of its tail while another stands in. */
export const OWNER = {
  EID: 0,
  SERIAL: 1,
  /** The number of its rig. */
  RIG: 2,
  /** Its first part, how many of them are clips of its holders, and the part after its last one. */
  FIRST: 3,
  CUTS: 4,
  END: 5,
  TAIL_START: 6,
  TAIL_RUNS: 7,
  TAIL_INDICES: 8,
  WORDS: 9,
} as const

/** What was cut in a tick. */
export interface Parts {
  words: Int32Array
  count: number
  /** x, y in world units. */
  points: Float32Array
  pointCount: number
}

export interface Clips {
  now: Parts
  /** What was cut before that: also what the last tick shows, if it made no new cuts. */
  before: Parts
  /** By part of `now`: the same part of `before`, or -1. Found when it is first asked for. */
  matches: Int32Array
  isMatched: boolean
  /** Whether the last tick made cuts. Otherwise `now` has no meaning. */
  isMoved: boolean
  owners: Int32Array
  ownerCount: number
  /** While parts are listed: the present skeleton, and the slot of its clip. */
  isListing: boolean
  owner: number
  clip: number
  /** Clips of the present skeleton, between the ticks: its own, then those of its holders. */
  readonly polygons: PolygonScratch[]
  readonly rules: ClipRule[]
  /** The clips that cut the present slot. */
  readonly cuts: Cuts
  /** The tail that stands in, and the world's own meanwhile. */
  readonly tail: ClippedTail
  tailRuns: Int32Array
  readonly kept: { tail: ClippedTail; tailRuns: Int32Array; tailRunCount: number }
  isCut: boolean
}

export function createClips({ tail, tailRuns }: StreamPools): Clips {
  const parts = (): Parts => ({
    words: new Int32Array(0),
    count: 0,
    points: new Float32Array(0),
    pointCount: 0,
  })
  return {
    now: parts(),
    before: parts(),
    matches: new Int32Array(0),
    isMatched: false,
    isMoved: false,
    owners: new Int32Array(0),
    ownerCount: 0,
    isListing: false,
    owner: 0,
    clip: -1,
    polygons: [],
    rules: [],
    cuts: createCuts(),
    tail: createTail(),
    tailRuns: new Int32Array(tailRuns.length),
    kept: { tail, tailRuns, tailRunCount: 0 },
    isCut: false,
  }
}

/** Makes room for more parts and points. */
export function growParts(parts: Parts, count: number, points: number): void {
  const words = (parts.count + count) * PART.WORDS
  if (parts.words.length < words) parts.words = longer(parts.words, words)
  const numbers = 2 * (parts.pointCount + points)
  if (parts.points.length >= numbers) return
  const { points: present } = parts
  parts.points = new Float32Array(2 * numbers)
  parts.points.set(present)
}

export function longer(present: Int32Array, length: number): Int32Array {
  const grown = new Int32Array(2 * length)
  grown.set(present)
  return grown
}
