/**
 * World rows that are read after their chunk's turn. A chunk keeps them as long as they are read, and missing ones are
 * solved from the present local rows. Rows that are found nowhere else are always kept (`keepsWorldAlways`).
 */
import { LANES, WORLD_RECORD } from '../../base/memory/lanes'
import { worldOffset } from '../../rig/program/ops'
import type { Rig } from '../../rig/rig'
import { seatBase, worldBase } from '../../world/chunks/addresses'
import type { Chunk, RegisteredProgram } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { mayRunAgain } from '../../world/chunks/purity'
import { allocateWorld, isKnown, keepsWorldAlways, releaseWorld } from '../../world/chunks/world-rows'
import { hasLeftRows, setLeftRows } from '../../world/flags/states'
import type { AnimationState } from '../../world/state'

/** Ticks for which a chunk keeps its world rows after somebody wanted them. */
export const WORLD_KEPT_TICKS = 64

/**
 * Keeps the world rows of a skeleton and of its chunk for some time; to be called whenever they are read. A
 * structure call: the arena may grow.
 */
export function keepWorldOf(state: AnimationState, eid: number): void {
  const { blocks, skeletons, tick } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  chunk.wanted = tick.number
  if (chunk.world === 0) allocateWorld(state, chunk)
  if (!isKnown(state.arena.i32, chunk, skeletons.seat[eid])) solveUnknown(state, chunk)
}

/** Keeps world rows of all skeletons. Called by systems that run by themselves, before their loops. */
export function keepWorlds(state: AnimationState): void {
  for (const chunk of state.blocks.chunks) {
    if (!chunk) continue
    chunk.wanted = state.tick.number
    if (chunk.world !== 0) continue
    allocateWorld(state, chunk)
    solveUnknown(state, chunk)
  }
}

/**
 * Keeps the world rows of chunks that were noted as wanted in this tick; to be called before chunks have their turns.
 */
export function keepWanted(state: AnimationState): void {
  for (const chunk of state.blocks.chunks)
    if (chunk?.wanted === state.tick.number) {
      if (chunk.world === 0) allocateWorld(state, chunk)
      solveUnknown(state, chunk)
    }
}

/** Gives back rows that were not read for long; to be called when a tick opens. */
export function forgetWorlds(state: AnimationState): void {
  const oldest = state.tick.number - WORLD_KEPT_TICKS
  for (const chunk of state.blocks.chunks)
    if (chunk && chunk.world !== 0 && chunk.wanted < oldest && !keepsWorldAlways(chunk))
      releaseWorld(state, chunk)
}

/**
 * To be called before a skeleton moves to another program of its rig: a bone that is composed no more stays where it
 * is, which is seen where a mesh hangs on it. While there is such a skeleton, all of the program keep their rows, so
 * that it can take any seat.
 */
export function keepWorldLeft(state: AnimationState, eid: number, to: RegisteredProgram): void {
  const { blocks, skeletons } = state
  const { program } = chunkAt(blocks, skeletons.chunk[eid])
  const { activeBones } = program.program
  const had = hasLeftRows(state, eid)
  const has = to.hung.some((flag, bone) => flag === 1 && (had || activeBones[bone] === 1))
  if (has) keepWorldOf(state, eid)
  if (has) for (const chunk of to.chunks) if (chunk.world === 0) allocateWorld(state, chunk)
  if (had) program.left--
  if (has) to.left++
  setLeftRows(state, eid, has)
  if (chunkAt(blocks, skeletons.chunk[eid]).rig.source.maths.recompose === 'stamps')
    forgetMoved(state, eid, to)
}

/**
 * 4.3: a bone has a matrix for when constraints may move it, and another for when none does. One that is not composed
 * any more has the one of the two that counts then. We take it that it was never made.
 */
function forgetMoved({ arena, blocks, skeletons }: AnimationState, eid: number, to: RegisteredProgram): void {
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  if (chunk.world === 0) return
  const { source: rig } = chunk.rig
  const before = movedBy(rig, chunk.program)
  const after = movedBy(rig, to)
  const world = worldBase(chunk, seatBase(chunk, skeletons.seat[eid]))
  for (let bone = 0; bone < rig.bones.count; bone++) {
    if (before[bone] === after[bone] || to.program.activeBones[bone] === 1) continue
    const record = world + worldOffset(bone)
    for (let row = 0; row < WORLD_RECORD; row += LANES) arena.f32[record + row] = 0
  }
}

/** 1 for each bone that an active constraint of a program may move. */
function movedBy({ bones, constraints }: Rig, { program }: RegisteredProgram): Uint8Array {
  const moved = new Uint8Array(bones.count)
  constraints.touched.forEach(({ writes }, index) => {
    if (program.activeConstraints[index] === 1) for (const bone of writes.applied) moved[bone] = 1
  })
  return moved
}

/** Lanes whose rows depend on the tick before have their rows from their turn. */
function solveUnknown(state: AnimationState, chunk: Chunk): void {
  const { solver } = state
  // Before the first tick there is nothing to be seen, and a restored world is not solved yet.
  if (chunk.rig.keepsWorld || !mayRunAgain(chunk) || !state.solved || solver === null) return
  const { blocks, known, live } = chunk
  const { i32 } = state.arena
  let any = 0
  for (let block = 0; block < blocks; block++) {
    i32[known + block] = i32[live + block] & ~i32[known + block]
    any |= i32[known + block]
  }
  if (any !== 0) solver(state, chunk, known)
  for (let block = 0; block < blocks; block++) i32[known + block] = i32[live + block]
}
