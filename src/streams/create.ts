/** Creates the streams of a world. */
import { createClipScratch } from '../base/math/clip'
import { createPolygonScratch } from '../base/math/polygon'
import { type Arena, onGrow } from '../base/memory/arena'
import type { ClippedTail, RangePool, StreamPools, StreamState, StreamWords } from '../world/streams'
import { changePages, createLookLog } from './changes'
import { createSort } from './frame/sort'
import { bindStreams, createTail, TAIL_RUN_WORDS, takeWords } from './memory'
import { createCuts } from './vertices/cuts'
import { createRangePool } from './vertices/ranges'

const FIRST_VERTICES = 1024
const FIRST_INDICES = 4096
const FIRST_RUNS = 64

/** The streams of a world without skeletons. Their views follow the arena. */
export function createStreams(arena: Arena): StreamState {
  const words: StreamWords = { positions: takeWords(arena, 2 * FIRST_VERTICES) }
  const tail = createTail()
  const pools = createPools(words, createRangePool(FIRST_VERTICES), tail)
  const streams: StreamState = {
    capacity: FIRST_VERTICES,
    vertexCount: 0,
    positions: new Float32Array(0),
    tail,
    frame: {
      indices: pools.frames.subarray(0, FIRST_INDICES),
      indexCount: 0,
      runCount: 0,
      runBlend: new Uint8Array(FIRST_RUNS),
      runPage: new Uint16Array(FIRST_RUNS),
      runStart: new Uint32Array(FIRST_RUNS),
    },
    changes: {
      positions: new Uint8Array(changePages(FIRST_VERTICES)),
      indices: false,
      runs: false,
      patches: new Uint8Array(changePages(FIRST_INDICES)),
      tail: false,
      replaced: true,
    },
    looks: createLookLog(),
    pools,
  }
  onGrow(arena, () => bindStreams(arena, streams))
  return streams
}

function createPools(words: StreamWords, vertices: RangePool, tail: ClippedTail): StreamPools {
  return {
    words,
    vertices,
    tail,
    tailRuns: new Int32Array(TAIL_RUN_WORDS * 16),
    tailRunCount: 0,
    tailStale: false,
    frameStale: true,
    stale: new Int32Array(64),
    staleCount: 0,
    frames: new Uint32Array(2 * FIRST_INDICES),
    frameNumber: 0,
    membersStale: false,
    keysStale: false,
    drawn: new Int32Array(64),
    drawnCount: 0,
    sort: createSort(),
    clippedBy: new Int32Array(64),
    points: new Float32Array(512),
    polygonPoints: new Float64Array(64),
    polygon: createPolygonScratch(),
    cuts: createCuts(),
    channels: new Float64Array(4),
    flash: new Float64Array(4),
    offsets: new Int32Array(3),
    clip: createClipScratch(),
    hosts: null,
  }
}
