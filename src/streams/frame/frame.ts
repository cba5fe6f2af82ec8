/** Assembles the frame: drawables by sort key, neighbours with equal page and blend state merged into runs. */
import type { AnimationWorld } from '../../../components/world-type'
import { BLEND } from '../../model/skeleton'
import { isDrawn, showsClips } from '../../world/flags/states'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { Frame, StreamState } from '../../world/streams'
import { changePages, noteRange } from '../changes'
import { SPRITE_INDICES, spritePage, spriteVertex } from '../sprites'
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
 * Assembles the frame of the last `skinning`: `streams.frame` gets the triangles of all skeletons and sprites, ascending by sort key,
 * equal keys by age. Renderers call this once a frame. Without changes it does nothing. New changes add to `changes`, which the
 * renderer empties.
 */
export function assembleFrame(world: AnimationWorld): StreamState {
  const state = stateOf(world)
  const { streams } = state
  const { pools } = streams
  const moved = sortDrawn(state)
  if (moved || pools.frameStale || !patch(state)) {
    assemble(state)
    pools.frameStale = false
    streams.changes.indices = true
  }
  if (pools.staleCount > 0) clearStale(state)
  return streams
}

/**
 * Rewrites the indices of stale skeletons in place, if they fit and keep their page and blend state. In a crowd whose order stays,
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
    // A slot child is written together with its outermost holder.
    if ((skeletons.children[eid] | skeletons.held[eid]) !== 0) return false
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
 * Assembles the frame in the half of `frames` that the last frame did not use. Copying a skeleton's indices from there is cheaper than
 * making them anew, and a y-sorted crowd changes its order in every frame.
 */
function assemble(state: AnimationState): void {
  const { skeletons, streams } = state
  const { frame, pools } = streams
  const { drawn, drawnCount } = pools
  reserveFrame(streams, giveRooms(state))
  const last = pools.frameNumber++
  const half = pools.frameNumber & 1
  frame.indices = pools.halves[half]
  frame.runCount = 0
  const { frames } = pools
  const { frameStart, frameRoom, frameRun, frameNumber } = skeletons
  const to = half * frame.indices.length
  const from = frame.indices.length - to
  let at = 0
  for (let i = 0; i < drawnCount; i++) {
    const drawable = drawn[i]
    if (drawable < 0) {
      writeSprite(frame, spriteVertex(state, ~drawable), at)
      openRun(frame, spritePage(state, ~drawable), BLEND.normal, at)
      at += SPRITE_INDICES
      continue
    }
    const room = frameRoom[drawable]
    if (room === 0) continue
    const run = frameRun[drawable]
    const start = from + frameStart[drawable]
    frameStart[drawable] = at
    let copied = frameNumber[drawable] === last && run >= 0 && !isReordered(state, drawable)
    if (copied) {
      frames.copyWithin(to + at, start, start + room)
      copied = !showsClips(state, drawable) || rewriteSplice(state, drawable)
    }
    if (copied) openRun(frame, run >> BLEND_BITS, run & BLEND_MASK, at)
    else fillRoom(state, drawable, writeSkeletonIndices(state, drawable, at, true), at + room)
    frameNumber[drawable] = pools.frameNumber
    at += room
  }
  frame.indexCount = at
}

/** Gives every skeleton the room for its indices. @returns the total, sprites included. */
function giveRooms(state: AnimationState): number {
  const { skeletons, streams } = state
  const { nestingHooks: hooks } = state
  const { drawn, drawnCount } = streams.pools
  const { children, frameRoom, frameRun } = skeletons
  let total = 0
  for (let i = 0; i < drawnCount; i++) {
    const drawable = drawn[i]
    if (drawable < 0) {
      total += SPRITE_INDICES
      continue
    }
    const nested = children[drawable] !== 0 && hooks !== null
    const room = nested ? hooks.roomOf(state, drawable) : roomFor(state, drawable)
    if (nested || room !== frameRoom[drawable]) frameRun[drawable] = -1
    frameRoom[drawable] = room
    total += room
  }
  return total
}

/**
 * The room for a skeleton's indices. The present room stays if it suffices and is not far too large, so that attachments may come
 * and go. Otherwise it is made to fit.
 */
function roomFor(state: AnimationState, eid: number): number {
  const needed = indicesOf(state, eid)
  const present = state.skeletons.frameRoom[eid]
  return needed <= present && present <= needed + (needed >> 3) ? present : needed
}

/** Indices that a skeleton needs, without its children. Clipped triangles change all the time, so they get a quarter more. */
export function indicesOf({ skeletons }: AnimationState, eid: number): number {
  const { frameRun, spliceRoom } = skeletons
  const clipped = skeletons.tailIndices[eid]
  if (clipped > spliceRoom[eid] || 2 * clipped < spliceRoom[eid]) {
    spliceRoom[eid] = clipped + 3 * Math.ceil(clipped / 12)
    // The indices behind the splice move.
    frameRun[eid] = -1
  }
  return skeletons.indexCount[eid] + spliceRoom[eid]
}

export function writeSprite({ indices }: Frame, vertex: number, at: number): void {
  indices[at] = vertex
  indices[at + 1] = vertex + 1
  indices[at + 2] = indices[at + 3] = vertex + 2
  indices[at + 4] = vertex + 3
  indices[at + 5] = vertex
}

function reserveFrame({ changes, frame, pools }: StreamState, indices: number): void {
  if (frame.indices.length >= indices) return
  const room = Math.ceil(indices * 1.25)
  pools.frames = new Uint32Array(2 * room)
  pools.halves[0] = pools.frames.subarray(0, room)
  pools.halves[1] = pools.frames.subarray(room)
  // A new number, so that nothing is copied from the former array.
  pools.frameNumber++
  changes.patches = new Uint8Array(changePages(room))
}
