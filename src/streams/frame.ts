/** Puts the finished frame together: skeletons by sort key, runs merged where neighbours agree. */
import type { AnimationWorld } from '../../components/world-type'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import type { Frame, StreamState } from '../world/streams'
import { RUN_BLEND, RUN_COUNT, RUN_PAGE, RUN_START, RUN_WORDS, SPLICE } from './memory'
import { sortDrawn } from './sort'

/**
 * What is to be drawn, as of the last `skinning`: `streams.frame` holds the triangles of all skeletons,
 * ascending by sort key, those with equal keys by age. Renderers call this once a frame; nothing is done
 * where nothing changed. What changed since `changes` was last emptied is added there.
 */
export function assembleFrame(world: AnimationWorld): StreamState {
  const state = world.animation
  const { streams } = state
  const moved = sortDrawn(state)
  if (!moved && !streams.pools.frameStale) return streams
  collect(state)
  streams.pools.frameStale = false
  streams.changes.indices = true
  return streams
}

function collect(state: AnimationState): void {
  const { arena, skeletons, streams } = state
  const { frame, pools } = streams
  const { u32, i32 } = arena
  reserveFrame(state)
  frame.indexCount = 0
  frame.runCount = 0
  for (let i = 0; i < pools.drawnCount; i++) {
    const eid = pools.drawn[i]
    if ((skeletons.flags[eid] & SKELETON_FLAG.gone) !== 0) continue
    const first = pools.words.indices + skeletons.indexStart[eid]
    const end = pools.words.runs + (skeletons.runStart[eid] + skeletons.runCount[eid]) * RUN_WORDS
    for (let run = end - skeletons.runCount[eid] * RUN_WORDS; run < end; run += RUN_WORDS) {
      if (i32[run + RUN_BLEND] === SPLICE) splice(streams, i32[run + RUN_START], i32[run + RUN_COUNT])
      else {
        append(frame, u32, first + i32[run + RUN_START], i32[run + RUN_COUNT], 0)
        openRun(frame, i32[run + RUN_PAGE], i32[run + RUN_BLEND], i32[run + RUN_COUNT])
      }
    }
  }
}

function splice(streams: StreamState, firstRun: number, runs: number): void {
  const { frame, pools, capacity } = streams
  const { tailRuns, tail } = pools
  for (let run = firstRun * RUN_WORDS; run < (firstRun + runs) * RUN_WORDS; run += RUN_WORDS) {
    append(frame, tail.indices, tailRuns[run + RUN_START], tailRuns[run + RUN_COUNT], capacity)
    openRun(frame, tailRuns[run + RUN_PAGE], tailRuns[run + RUN_BLEND], tailRuns[run + RUN_COUNT])
  }
}

function append(frame: Frame, from: Uint32Array, start: number, count: number, vertex: number): void {
  const { indices, indexCount } = frame
  for (let i = 0; i < count; i++) indices[indexCount + i] = from[start + i] + vertex
  frame.indexCount += count
}

/** Says what the last `count` indices are drawn with. */
function openRun(frame: Frame, page: number, blend: number, count: number): void {
  if (count === 0) return
  const last = frame.runCount - 1
  if (last >= 0 && frame.runPage[last] === page && frame.runBlend[last] === blend) return
  const run = frame.runCount++
  frame.runPage[run] = page
  frame.runBlend[run] = blend
  frame.runStart[run] = frame.indexCount - count
}

function reserveFrame({ skeletons, streams }: AnimationState): void {
  const { frame, pools } = streams
  let indices = pools.tail.indexCount
  let runs = pools.tailRunCount
  for (let i = 0; i < pools.drawnCount; i++) {
    indices += skeletons.indexCount[pools.drawn[i]]
    runs += skeletons.runCount[pools.drawn[i]]
  }
  if (frame.indices.length < indices) frame.indices = new Uint32Array(Math.ceil(indices * 1.25))
  if (frame.runStart.length >= runs) return
  const room = Math.ceil(runs * 1.25)
  frame.runStart = new Uint32Array(room)
  frame.runPage = new Uint16Array(room)
  frame.runBlend = new Uint8Array(room)
}
