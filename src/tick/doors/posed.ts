/**
 * The door to the current pose of a skeleton that nobody sees: it is posed on demand, at most once for each change, and
 * afterwards everything is as before.
 */

import { LANES } from '../../base/memory/lanes'
import { seatBase, worldBase } from '../../world/chunks/addresses'
import { type Chunk, chunkAt } from '../../world/chunks/blocks'
import { startAnew } from '../../world/chunks/clocks'
import { mayRunAgain } from '../../world/chunks/purity'
import { isKnown, noteKnown } from '../../world/chunks/world-rows'
import { COMMAND_WORDS, commandAt } from '../../world/commands'
import { isBehind } from '../../world/flags/states'
import { MODE_WORDS } from '../../world/playback'
import { LEVEL } from '../../world/skeletons'
import { type AnimationState, EARLIER, type RememberedPose } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { poseUnseen } from '../catch-up'
import { readBones } from './read'

/**
 * Calls `read` while the rows of a skeleton, including world rows, are those of its current pose: what it would show if
 * it had been `full` in the last tick. For a frozen skeleton it is the pose in which it was frozen. No clock moves, no
 * event fires, and all rows are as before afterwards. For a skeleton that is seen it is a structure call: its chunk
 * keeps world rows for some time.
 *
 * @param read gets the word index of the first world row, and `a` and `b`, so that it need not be a closure, which
 *   would go to the heap with each read. It must not write, nor start or end entities.
 */
export function withPose<T, A = undefined, B = undefined>(
  world: AnimationWorld,
  eid: number,
  read: (state: AnimationState, eid: number, first: number, a: A, b: B) => T,
  a: A,
  b: B,
): T {
  const { animation: state } = world
  if (!isPosedOnDemand(state, eid)) return read(state, eid, readBones(state, eid), a, b)
  const restore = showPose(world, eid)
  try {
    return read(state, eid, firstWorldRow(state, eid), a, b)
  } finally {
    restore()
  }
}

function firstWorldRow({ blocks, skeletons }: AnimationState, eid: number): number {
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  return worldBase(chunk, seatBase(chunk, skeletons.seat[eid]))
}

/**
 * Remembers the current pose of a skeleton that nobody sees, before it is written to: writes count in the next tick.
 */
export function rememberPose(world: AnimationWorld, eid: number): void {
  if (isPosedOnDemand(world.animation, eid)) showPose(world, eid)()
}

/**
 * Returns whether the world rows of a skeleton are not those of its current pose, because nobody sees it or a skeleton
 * that holds it.
 */
export function isPosedOnDemand(state: AnimationState, eid: number): boolean {
  const { arena, blocks, skeletons, poser, solved } = state
  if (isMisplaced(state, eid)) return true
  if (skeletons.level[eid] <= LEVEL.noVertices || !solved || poser === null) return false
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  // Frozen rows that cannot be computed again.
  const kept = !mayRunAgain(chunk) && isKnown(arena.i32, chunk, skeletons.seat[eid])
  return skeletons.level[eid] < LEVEL.frozen || isBehind(state, eid) || !kept
}

/** Whether what carries a skeleton is posed on demand, and so moves it. A frozen one stays where it was frozen. */
function isMisplaced({ joins, skeletons }: AnimationState, eid: number): boolean {
  if (skeletons.carried[eid] === 0 || skeletons.level[eid] >= LEVEL.frozen) return false
  return joins.carry?.isMisplaced(eid) ?? false
}

/** Puts a skeleton's current pose into its rows. @returns a function that restores everything. */
function showPose(world: AnimationWorld, eid: number): () => void {
  const { animation: state } = world
  const { arena, blocks, poses, skeletons } = state
  const seat = skeletons.seat[eid]
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const before = captureLane(state, chunk, seat)
  const columns = captureColumns(state, eid)
  const behind = isBehind(state, eid)
  const moves = isMisplaced(state, eid)
  const found = poses.get(eid)
  const isFound = found !== undefined && isPresentPose(state, eid, chunk, found)
  const putPlaceBack = moves && !isFound ? state.joins.carry?.placeNow(eid) : null
  if (chunk.world === 0) {
    chunk.world = chunk.rig.scratch
    if (chunk.program.stale.length > 0)
      arena.f32.fill(0, chunk.world, chunk.world + chunk.blocks * chunk.layout.worldStride)
  }
  if (isFound) {
    if (behind) putRows(arena.i32, seatBase(chunk, seat), found.lane)
    putRows(arena.i32, worldBase(chunk, seatBase(chunk, seat)), found.world)
  } else {
    if (behind) poseUnseen(state, eid, chunk)
    solveAlone(world, eid, chunk, seat, behind)
    putPlaceBack?.()
    const { number } = state.tick
    for (const [other, { level, tick }] of poses)
      if (tick !== number && level !== LEVEL.frozen) poses.delete(other)
    poses.set(eid, {
      serial: skeletons.serial[eid],
      level: skeletons.level[eid],
      program: chunk.program,
      tick: number,
      lane: rowsAt(state.arena.i32, seatBase(chunk, seat), chunk.layout.stride),
      world: rowsAt(state.arena.i32, worldBase(chunk, seatBase(chunk, seat)), chunk.layout.worldStride),
    })
  }
  noteKnown(state.arena.i32, chunk, seat, true)
  return () => {
    before()
    columns()
  }
}

function isPresentPose({ skeletons, tick }: AnimationState, eid: number, chunk: Chunk, pose: RememberedPose) {
  const { level, serial } = skeletons
  if (pose.serial !== serial[eid] || pose.level !== level[eid] || pose.program !== chunk.program) return false
  return level[eid] === LEVEL.frozen || pose.tick === tick.number
}

/**
 * Runs the program of one skeleton as the last tick would have. @param moves whether it was posed since it was frozen.
 */
function solveAlone(world: AnimationWorld, eid: number, chunk: Chunk, seat: number, moves: boolean): void {
  const { animation: state } = world
  const { i32 } = state.arena
  const { blocks, run } = chunk
  const masks = i32.slice(run, run + blocks)
  i32.fill(0, run, run + blocks)
  i32[run + (seat >> 2)] = 1 << (seat & (LANES - 1))
  if (moves || state.skeletons.level[eid] < LEVEL.frozen) state.joins.bones?.mixed(chunk)
  // Physics of a skeleton that was not seen begin with the tick.
  if (state.skeletons.level[eid] > LEVEL.noVertices) startAnew(state, eid, -1, EARLIER)
  state.poser?.(state, chunk)
  i32.set(masks, run)
}

/** Captures a lane. @returns a function that restores a skeleton's rows, and its world rows. */
function captureLane(state: AnimationState, chunk: Chunk, seat: number): () => void {
  const { arena } = state
  const { world } = chunk
  const base = seatBase(chunk, seat)
  const lane = rowsAt(arena.i32, base, chunk.layout.stride)
  const rows = world === 0 ? null : rowsAt(arena.i32, worldBase(chunk, base), chunk.layout.worldStride)
  const known = isKnown(arena.i32, chunk, seat)
  return () => {
    putRows(arena.i32, base, lane)
    if (rows) putRows(arena.i32, worldBase(chunk, base), rows)
    chunk.world = world
    noteKnown(arena.i32, chunk, seat, known)
  }
}

function rowsAt(i32: Int32Array, first: number, words: number): Int32Array {
  return Int32Array.from({ length: words / LANES }, (_, row) => i32[first + row * LANES])
}

function putRows(i32: Int32Array, first: number, rows: Int32Array): void {
  for (let row = 0; row < rows.length; row++) i32[first + row * LANES] = rows[row]
}

/**
 * Captures columns. @returns a function that restores the columns of a skeleton and of its entries, their commands and
 * what these list.
 */
function captureColumns(state: AnimationState, eid: number): () => void {
  const { arena, playback, pool } = state
  const { commands, entries, layerPool, pool: entryPool, trackPool } = playback
  const columns: [column: { [row: number]: number }, row: number, value: number][] = []
  const words: [first: number, words: Int32Array][] = []
  const keep = (
    table: Readonly<Record<string, { [row: number]: number; readonly length: number }>>,
    row: number,
  ) => {
    for (const column of Object.values(table))
      if (row < column.length) columns.push([column, row, column[row]])
  }
  const keepWords = (first: number, count: number) => {
    if (count > 0) words.push([first, arena.i32.slice(first, first + count)])
  }
  keep(pool.columns, eid)
  if (isBehind(state, eid))
    for (let row = 0; row < playback.rows; row++) {
      if (entries.entity[row] !== eid) continue
      for (const { columns: table } of [entryPool, trackPool, layerPool]) keep(table, row)
      keepWords(commandAt(commands, row), COMMAND_WORDS)
      keepWords(entries.modes[row], entries.modeCount[row] * MODE_WORDS)
      keepWords(entries.deforms[row], entries.deformRoom[row])
      keepWords(entries.nodes[row], 2 * entries.nodeCount[row])
    }
  return () => {
    for (const [column, row, value] of columns) column[row] = value
    for (const [first, kept] of words) arena.i32.set(kept, first)
  }
}
