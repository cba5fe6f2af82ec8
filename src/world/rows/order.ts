/** Writes draw orders. */
import { LANES } from '../../base/memory/lanes'
import type { FolderTrack } from '../../rig/animation/image'
import type { PosedChunk } from '../chunks/blocks'
import { noteOrder } from '../flags/changes'
import type { AnimationState } from '../state'

/**
 * Writes the draw order. @param order draw position → slot; null = setup order. @param base row 0 of the skeleton's
 * lane.
 */
export function writeOrder(
  state: AnimationState,
  eid: number,
  chunk: PosedChunk,
  order: Uint16Array | null,
  base: number,
): void {
  const { i32 } = state.arena
  const start = base + chunk.layout.order
  const count = chunk.rig.source.rows.order
  let changed = false
  for (let place = 0; place < count; place++) {
    const slot = order ? order[place] : place
    if (i32[start + place * LANES] === slot) continue
    i32[start + place * LANES] = slot
    changed = true
  }
  if (changed) noteOrder(state, eid)
}

/**
 * Distributes the places of a folder's slots among these slots in another order. @param order of the folder; null = as
 * in the setup pose.
 */
export function writeFolderOrder(
  state: AnimationState,
  eid: number,
  chunk: PosedChunk,
  { slots, isIn }: FolderTrack,
  order: Uint16Array | null,
  base: number,
): void {
  const { i32 } = state.arena
  const start = base + chunk.layout.order
  let changed = false
  let next = 0
  for (let place = 0; place < isIn.length; place++) {
    const row = start + place * LANES
    if (isIn[i32[row]] === 0) continue
    const slot = slots[order ? order[next] : next]
    next++
    if (i32[row] === slot) continue
    i32[row] = slot
    changed = true
  }
  if (changed) noteOrder(state, eid)
}

/**
 * Sorts slots by depth, then place, ascending. Equal ones stay as they are.
 *
 * @param depths, places word indices of rows by slot.
 */
export function sortOrder(
  state: AnimationState,
  eid: number,
  chunk: PosedChunk,
  base: number,
  depths: number,
  places: number,
): void {
  const { f32, i32 } = state.arena
  const order = base + chunk.layout.order
  const { count } = chunk.rig.source.slots
  let changed = false
  for (let i = 1; i < count; i++) {
    const slot = i32[order + i * LANES]
    const key = depthOf(f32, depths, places, slot)
    let to = i
    for (; to > 0 && depthOf(f32, depths, places, i32[order + (to - 1) * LANES]) > key; to--)
      i32[order + to * LANES] = i32[order + (to - 1) * LANES]
    if (to === i) continue
    i32[order + to * LANES] = slot
    changed = true
  }
  if (changed) noteOrder(state, eid)
}

function depthOf(f32: Float32Array, depths: number, places: number, slot: number): number {
  return f32[depths + slot * LANES] * 1000 + f32[places + slot * LANES]
}
