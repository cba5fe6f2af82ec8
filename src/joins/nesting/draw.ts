/** Draws slot children: their indices are among their holder's. */

import { BLEND } from '../../base/model/skeleton'
import { noteRange } from '../../streams/changes'
import { indicesOf, writeQuad } from '../../streams/frame/frame'
import { fillRoom, openRun, writeSkeletonIndices } from '../../streams/frame/frame-indices'
import { chunkAt } from '../../world/chunks/blocks'
import { isDrawn } from '../../world/flags/states'
import { QUAD_INDICES, QUAD_VERTICES, quadRow } from '../../world/quads'
import { CHILD_KIND, type NestedState } from './state'

/** Returns the room for a holder and its children. Writes the need of each skeleton below to `frameRoom`. */
export function roomOf(state: NestedState, holder: number): number {
  const { nesting, skeletons } = state
  const { rows } = nesting
  let room = indicesOf(state, holder)
  for (let row = skeletons.carries[holder]; row !== 0; row = rows.next[row]) {
    const child = rows.entity[row]
    if (isSkeletonDrawn(state, row)) room += skeletons.frameRoom[child] = roomOf(state, child)
    if (isSpriteDrawn(state, row)) room += rows.cut[row] === 0 ? QUAD_INDICES : rows.cutCount[row]
  }
  return room
}

/** Writes the indices of a slot's children. */
export function writeSlot(state: NestedState, holder: number, slot: number, start: number): number {
  const { nesting, skeletons, streams } = state
  const { quads } = state.joins
  const { rows } = nesting
  const { frame } = streams
  let at = start
  for (let row = skeletons.carries[holder]; row !== 0; row = rows.next[row]) {
    if (rows.slot[row] !== slot) continue
    const child = rows.entity[row]
    if (isSkeletonDrawn(state, row)) {
      const end = at + skeletons.frameRoom[child]
      skeletons.frameStart[child] = at
      if (end > at) fillRoom(state, child, writeSkeletonIndices(state, child, at, true), end)
      at = end
    }
    if (!isSpriteDrawn(state, row) || (rows.cut[row] !== 0 && rows.cutCount[row] === 0)) continue
    if (rows.cut[row] === 0) {
      writeQuad(state.streams, quads.rows.vertex[quadRow(quads, child)], at)
      openRun(frame, quads.pageOf(child), BLEND.normal, at)
      at += QUAD_INDICES
    } else {
      openRun(frame, quads.pageOf(child), BLEND.normal, at)
      at = writeCut(state, row, at)
    }
  }
  return at
}

/** Writes the triangles that clips leave of a sprite. @returns the index after the last one. */
function writeCut({ nesting, streams }: NestedState, row: number, at: number): number {
  const { cutCount, cutStart } = nesting.rows
  const { capacity, frame, pools } = streams
  const { indices } = pools.tail
  for (let i = 0; i < cutCount[row]; i++) frame.indices[at + i] = indices[cutStart[row] + i] + capacity
  return at + cutCount[row]
}

/** Returns whether a child is shown: it is not if the holder's skin leaves out the slot's bone. */
function isShown({ blocks, nesting: { rows }, skeletons }: NestedState, row: number): boolean {
  if (rows.shown[row] === 0) return false
  const { program, rig } = chunkAt(blocks, skeletons.chunk[rows.holder[row]])
  return program.program.activeBones[rig.source.slots.bone[rows.slot[row]]] !== 0
}

function isSkeletonDrawn(state: NestedState, row: number): boolean {
  const { kind, entity } = state.nesting.rows
  if ((kind[row] & CHILD_KIND.skeleton) === 0 || !isShown(state, row)) return false
  return isDrawn(state, entity[row])
}

function isSpriteDrawn(state: NestedState, row: number): boolean {
  const { joins, nesting } = state
  const { kind, entity } = nesting.rows
  if ((kind[row] & CHILD_KIND.sprite) === 0 || !isShown(state, row)) return false
  return joins.quads.rows.shown[quadRow(joins.quads, entity[row])] !== 0
}

/** Moves sprites to their slots. Until then the stream holds their corners as their `Transform` places them. */
export function placeSprites(state: NestedState): void {
  const { nesting } = state
  const { order, places, rows } = nesting
  for (let i = 0; i < places.size; i++)
    if ((rows.kind[order[i]] & CHILD_KIND.sprite) !== 0) placeCorners(state, order[i])
}

function placeCorners({ arena, joins, nesting, streams }: NestedState, row: number): void {
  const { rows } = nesting
  const { points: corners } = streams.pools
  const { f32 } = arena
  const { quads } = joins
  const quad = quadRow(quads, rows.entity[row])
  if (quads.rows.shown[quad] === 0) return
  quads.writeCorners(quad, corners)
  const at = streams.pools.words.positions + 2 * quads.rows.vertex[quad]
  let changed = false
  for (let i = 0; i < 2 * QUAD_VERTICES; i += 2) {
    const x = Math.fround(rows.a[row] * corners[i] + rows.b[row] * corners[i + 1] + rows.x[row])
    const y = Math.fround(rows.c[row] * corners[i] + rows.d[row] * corners[i + 1] + rows.y[row])
    if (f32[at + i] !== x || f32[at + i + 1] !== y) changed = true
    f32[at + i] = x
    f32[at + i + 1] = y
  }
  if (!changed) return
  noteRange(streams.changes.positions, quads.rows.vertex[quad], QUAD_VERTICES)
  if (rows.cut[row] !== 0) streams.pools.tailStale = true
}
