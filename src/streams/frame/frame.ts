/** Assembles the frame: drawables by sort key, with neighbours of equal page and blend state merged into runs. */

import { BLEND } from '../../base/model/skeleton'
import { isDrawn, showsClips } from '../../world/flags/states'
import { QUAD_INDICES } from '../../world/quads'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { StreamState } from '../../world/streams'
import type { AnimationWorld } from '../../world/world-type'
import { changePages, noteRange } from '../changes'
import { clearStale, isReordered } from '../stale'
import {
  BLEND_BITS,
  BLEND_MASK,
  fillRoom,
  openRun,
  rewriteSplice,
  writeSkeletonIndices,
} from './frame-indices'
import { sortDrawn } from './sort'

/**
 * Assembles the frame of the last `skinning`: `streams.frame` gets the triangles of all skeletons and quads,
 * ascending by sort key, equal keys by age. Renderers call this once a frame. Without changes it does nothing. New
 * changes add to `changes`, which the renderer empties.
 *
 * @param waits whether the renderer makes vertices of quads itself, as `draw` does. @default false
 */
export function assembleFrame(world: AnimationWorld, waits?: boolean): StreamState {
  const state = stateOf(world)
  if (!waits) state.joins.quads.catchUp?.()
  const { streams } = state
  const { pools } = streams
  const moved = sortDrawn(state)
  if (moved || pools.frameStale || !patch(state)) {
    assemble(state)
    pools.frameStale = false
    streams.changes.runs = true
  }
  if (pools.staleCount > 0) clearStale(state)
  return streams
}

/**
 * Rewrites the indices of stale skeletons in place, if they fit and keep their page and blend state. In a scene whose order stays,
 * only mouths and clips change in each frame.
 *
 * @returns whether this was possible; else everything must be assembled.
 */
function patch(state: AnimationState): boolean {
  const { skeletons, streams } = state
  const { changes, pools } = streams
  const { frameStart, frameRoom, frameRun, spliceRoom, spliceStart, vertexRoom } = skeletons
  for (let i = 0; i < pools.staleCount; i++) {
    const eid = pools.stale[i]
    if (!isDrawn(state, eid)) continue
    // What is in a slot is written together with the outermost skeleton that carries it.
    if ((skeletons.carries[eid] | skeletons.carried[eid]) !== 0) return false
    if (!isReordered(state, eid)) {
      if (!rewriteSplice(state, eid)) return false
      const rewritten = vertexRoom[eid] > 0 ? spliceRoom[eid] : frameRoom[eid] - spliceStart[eid]
      noteRange(changes.patches, frameStart[eid] + spliceStart[eid], rewritten)
      continue
    }
    const run = frameRun[eid]
    const needed = skeletons.indexCount[eid] + skeletons.tailIndices[eid]
    if (needed === 0 && frameRoom[eid] === 0) continue
    if (needed === 0 || run === -1 || roomFor(state, eid) !== frameRoom[eid]) return false
    const end = writeSkeletonIndices(state, eid, frameStart[eid], false)
    if (frameRun[eid] !== run) return false
    fillRoom(state, eid, end, frameStart[eid] + frameRoom[eid])
    noteRange(changes.patches, frameStart[eid], frameRoom[eid])
  }
  return true
}

/**
 * Assembles the frame. Indices of skeletons that stay at their places stay; those of skeletons that moved are copied, which is cheaper
 * than making them again. In a y-sorted scene, some neighbours change places in every frame.
 */
function assemble(state: AnimationState): void {
  const { skeletons, streams } = state
  const { quads } = state.joins
  const { vertex } = quads.rows
  const { row } = quads.places.columns
  const { changes, frame, pools } = streams
  const { drawn, drawnCount } = pools
  reserveFrame(streams, giveRooms(state))
  fetchMoved(state)
  const { frames } = pools
  const behind = frame.indices.length
  frame.runCount = 0
  const { frameStart, frameRoom, frameRun, frameNumber } = skeletons
  let at = 0
  for (let i = 0; i < drawnCount; i++) {
    const drawable = drawn[i]
    if (drawable < 0) {
      writeQuad(streams, vertex[row[~drawable]], at)
      openRun(frame, quads.pageOf(~drawable), BLEND.normal, at)
      at += QUAD_INDICES
      continue
    }
    const room = frameRoom[drawable]
    if (room === 0) continue
    const run = frameRun[drawable]
    const clips = showsClips(state, drawable)
    let kept = isKept(state, drawable)
    const moved = frameStart[drawable] !== at
    frameStart[drawable] = at
    if (kept && moved) frames.copyWithin(at, behind + at, behind + at + room)
    if (kept && clips) kept = rewriteSplice(state, drawable)
    if (kept) openRun(frame, run >> BLEND_BITS, run & BLEND_MASK, at)
    else fillRoom(state, drawable, writeSkeletonIndices(state, drawable, at, true), at + room)
    if (!kept || moved || clips) noteRange(changes.patches, at, room)
    frameNumber[drawable] = pools.frameNumber + 1
    at += room
  }
  pools.frameNumber++
  frame.indexCount = at
}

/** Whether a skeleton's indices of the last frame are right, at their old place. */
function isKept(state: AnimationState, eid: number): boolean {
  const { skeletons, streams } = state
  return (
    skeletons.frameRun[eid] >= 0 &&
    skeletons.frameNumber[eid] === streams.pools.frameNumber &&
    !isReordered(state, eid)
  )
}

/**
 * Copies indices of skeletons that move to the second half of `frames`, before others are written to their old places.
 */
function fetchMoved(state: AnimationState): void {
  const { skeletons, streams } = state
  const { drawn, drawnCount, frames } = streams.pools
  const behind = frames.length >> 1
  const { frameStart, frameRoom } = skeletons
  let at = 0
  for (let i = 0; i < drawnCount; i++) {
    const drawable = drawn[i]
    if (drawable < 0) {
      at += QUAD_INDICES
      continue
    }
    const room = frameRoom[drawable]
    const start = frameStart[drawable]
    if (room > 0 && start !== at && isKept(state, drawable))
      frames.copyWithin(behind + at, start, start + room)
    at += room
  }
}

/** Gives every skeleton the room for its indices. @returns the total, quads included. */
function giveRooms(state: AnimationState): number {
  const { skeletons, streams } = state
  const { carry } = state.joins
  const { drawn, drawnCount } = streams.pools
  const { carries, frameRoom, frameRun } = skeletons
  let total = 0
  for (let i = 0; i < drawnCount; i++) {
    const drawable = drawn[i]
    if (drawable < 0) {
      total += QUAD_INDICES
      continue
    }
    const isCarrier = carries[drawable] !== 0 && carry !== null
    const room = isCarrier ? carry.roomOf(drawable) : roomFor(state, drawable)
    if (isCarrier || room !== frameRoom[drawable]) frameRun[drawable] = -1
    frameRoom[drawable] = room
    total += room
  }
  return total
}

/**
 * The room for a skeleton's indices. The present room stays if it suffices and is not far too large, so that
 * attachments may come and go. Otherwise it is made to fit.
 */
function roomFor(state: AnimationState, eid: number): number {
  const needed = indicesOf(state, eid)
  const present = state.skeletons.frameRoom[eid]
  return needed <= present && present <= needed + (needed >> 3) ? present : needed
}

/**
 * Indices that a skeleton needs, without its children. Clipped triangles change all the time, so they get a quarter
 * more.
 */
export function indicesOf({ skeletons }: AnimationState, eid: number): number {
  const { frameRun, spliceRoom } = skeletons
  const clipped = skeletons.tailIndices[eid]
  if (clipped > spliceRoom[eid] || 2 * clipped < spliceRoom[eid]) {
    spliceRoom[eid] = clipped + 3 * Math.ceil(clipped / 12)
    // The indices after the splice move.
    frameRun[eid] = -1
  }
  return skeletons.indexCount[eid] + spliceRoom[eid]
}

/** Writes a quad's indices, unless they are there already. */
export function writeQuad({ changes, frame }: StreamState, vertex: number, at: number): void {
  const { indices } = frame
  if (indices[at] === vertex && indices[at + 4] === vertex + 3) return
  indices[at] = vertex
  indices[at + 1] = vertex + 1
  indices[at + 2] = indices[at + 3] = vertex + 2
  indices[at + 4] = vertex + 3
  indices[at + 5] = vertex
  noteRange(changes.patches, at, QUAD_INDICES)
}

function reserveFrame({ changes, frame, pools }: StreamState, indices: number): void {
  if (frame.indices.length >= indices) return
  const room = Math.ceil(indices * 1.25)
  pools.frames = new Uint32Array(2 * room)
  frame.indices = pools.frames.subarray(0, room)
  // A new number, so that nothing is copied from the former array.
  pools.frameNumber++
  changes.patches = new Uint8Array(changePages(room))
  changes.indices = true
}
