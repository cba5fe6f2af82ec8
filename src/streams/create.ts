import { createClipScratch } from '../math/clip'
import { createPolygonScratch } from '../math/polygon'
import { type Arena, onGrow } from '../memory/arena'
import type { ClippedTail, RangePool, StreamPools, StreamState, StreamWords } from '../world/streams'
import { bindStreams, createTail, RUN_WORDS, takeWords } from './memory'
import { createRangePool } from './ranges'

/** Where empty ranges of changes start, so that they merge by minimum and maximum. */
const NOWHERE = 0x7fffffff
const FIRST_VERTICES = 1024
const FIRST_INDICES = 4096
const FIRST_RUNS = 64

/** The streams of a world without skeletons; views follow the arena. */
export function createStreams(arena: Arena): StreamState {
  const vertices = createRangePool(FIRST_VERTICES)
  const indices = createRangePool(FIRST_INDICES)
  const runs = createRangePool(FIRST_RUNS)
  const words: StreamWords = {
    positions: takeWords(arena, 2 * FIRST_VERTICES),
    uvs: takeWords(arena, 2 * FIRST_VERTICES),
    light: takeWords(arena, FIRST_VERTICES),
    dark: takeWords(arena, FIRST_VERTICES),
    info: takeWords(arena, FIRST_VERTICES),
    indices: takeWords(arena, FIRST_INDICES),
    runs: takeWords(arena, RUN_WORDS * FIRST_RUNS),
  }
  const tail = createTail()
  const none = new Float32Array(0)
  const noBytes = new Uint8Array(0)
  const streams: StreamState = {
    capacity: FIRST_VERTICES,
    positions: none,
    uvs: none,
    light: noBytes,
    dark: noBytes,
    info: noBytes,
    tail,
    frame: {
      indices: new Uint32Array(FIRST_INDICES),
      indexCount: 0,
      runCount: 0,
      runBlend: new Uint8Array(FIRST_RUNS),
      runPage: new Uint16Array(FIRST_RUNS),
      runStart: new Uint32Array(FIRST_RUNS),
    },
    changes: {
      positionsFrom: NOWHERE,
      positionsTo: 0,
      uvsFrom: NOWHERE,
      uvsTo: 0,
      colorsFrom: NOWHERE,
      colorsTo: 0,
      indices: false,
      replaced: true,
    },
    pools: createPools(words, vertices, indices, runs, tail),
  }
  onGrow(arena, () => bindStreams(arena, streams))
  return streams
}

function createPools(
  words: StreamWords,
  vertices: RangePool,
  indices: RangePool,
  runs: RangePool,
  tail: ClippedTail,
): StreamPools {
  return {
    words,
    vertices,
    indices,
    runs,
    tail,
    tailRuns: new Int32Array(RUN_WORDS * 16),
    tailRunCount: 0,
    tailStale: false,
    frameStale: false,
    membersStale: false,
    drawn: new Int32Array(64),
    spare: new Int32Array(64),
    drawnCount: 0,
    clippedBy: new Int32Array(64),
    starts: new Int32Array(4),
    draft: new Int32Array(RUN_WORDS * 64),
    points: new Float32Array(512),
    polygonPoints: new Float64Array(64),
    polygon: createPolygonScratch(),
    channels: new Float64Array(4),
    clip: createClipScratch(),
  }
}
