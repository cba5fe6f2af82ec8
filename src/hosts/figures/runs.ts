/** The runs of one figure: its triangles in draw order, split wherever a host has to change something. */

import { isDrawn } from '../../world/flags/states'
import type { Frame } from '../../world/streams'
import type { AnimationWorld } from '../../world/world-type'
import type { HostSlot, Scene } from './scene'

/** Pieces of a figure, back to front; only the first `count` are valid. Made by `createRuns`, filled by `readRuns`. */
export interface Runs {
  count: number
  /** First index in `Scene.mesh.indices`, and number of indices. */
  start: Int32Array
  length: Int32Array
  /** The world's page number. */
  page: Int32Array
  /** Value of BLEND. Additive triangles are in runs of the blend `normal`: their light colour has an alpha of 0. */
  blend: Int32Array
  /** The slot whose host objects are drawn here, in a piece without indices; -1 in pieces with indices. */
  slot: Int32Array
}

export function createRuns(): Runs {
  return { count: 0, ...columns(8) }
}

function columns(room: number): Omit<Runs, 'count'> {
  const column = () => new Int32Array(room)
  return { start: column(), length: column(), page: column(), blend: column(), slot: column() }
}

/**
 * Fills `runs` with the figure of an entity and everything in its slots. There are none for entities that are not
 * drawn: hidden, removed, or in a slot of another figure, whose runs include theirs.
 *
 * Call it after `refreshScene`, for entities in any order; figures with neighbouring entities need not be neighbours in
 * `indices`.
 */
export function readRuns({ hostSlots, world }: Scene, eid: number, runs: Runs): void {
  const { skeletons, streams } = world.animation
  const { pools } = streams
  const frame = frameOf(world)
  runs.count = 0
  if (!isDrawn(world.animation, eid) || skeletons.carried[eid] !== 0 || skeletons.serial[eid] === 0) return
  const hosts = hostSlots.get(eid)
  const isInFrame = skeletons.frameRoom[eid] > 0 && skeletons.frameNumber[eid] === pools.frameNumber
  const start = isInFrame ? placeInFrame(world, skeletons.frameStart[eid]) : 0
  const end = isInFrame ? start + skeletons.frameRoom[eid] : 0
  let at = start
  if (hosts)
    for (const { slot, offset } of inOrder(hosts)) {
      if (isInFrame) addRuns(runs, frame, at, start + offset)
      at = Math.max(at, start + offset)
      addRun(runs, at, 0, 0, 0, slot)
    }
  if (isInFrame) addRuns(runs, frame, at, end)
}

/** Returns the frame that `Scene.mesh` holds: with baked figures, if there are any. */
export function frameOf(world: AnimationWorld): Frame {
  const { joins, streams } = world.animation
  return joins.frame?.shownFrame() ?? streams.frame
}

/** Returns where a drawable begins in that frame. @param index where it begins in the frame of live drawables. */
export function placeInFrame(world: AnimationWorld, index: number): number {
  const { frame } = world.animation.joins
  return frame ? frame.placeOf(index) : index
}

/** Sorts by draw order. */
function inOrder(hosts: HostSlot[]): HostSlot[] {
  return hosts.length < 2 ? hosts : hosts.sort((a, b) => a.place - b.place)
}

/** Adds the frame's runs between two of its indices. */
export function addRuns(runs: Runs, frame: Frame, from: number, to: number): void {
  const { runBlend, runCount, runPage, runStart, indexCount } = frame
  for (let run = runAt(frame, from), at = from; at < to; run++) {
    const end = Math.min(to, run + 1 < runCount ? runStart[run + 1] : indexCount)
    addRun(runs, at, end - at, runPage[run], runBlend[run], -1)
    at = end
  }
}

/** Returns the last run that starts at or before an index. */
function runAt({ runCount, runStart }: Frame, index: number): number {
  let low = 0
  let high = runCount - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (runStart[middle] <= index) low = middle
    else high = middle - 1
  }
  return low
}

export function addRun(
  runs: Runs,
  start: number,
  length: number,
  page: number,
  blend: number,
  slot: number,
): void {
  if (runs.count === runs.start.length) grow(runs)
  const at = runs.count++
  runs.start[at] = start
  runs.length[at] = length
  runs.page[at] = page
  runs.blend[at] = blend
  runs.slot[at] = slot
}

function grow(runs: Runs): void {
  const { start, length, page, blend, slot } = runs
  Object.assign(runs, columns(2 * start.length))
  runs.start.set(start)
  runs.length.set(length)
  runs.page.set(page)
  runs.blend.set(blend)
  runs.slot.set(slot)
}
