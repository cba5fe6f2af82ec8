/**
 * Makes room for everything that the loops of a tick write: the only place between sampling and these loops where the
 * arena may grow. Systems call it before they take views.
 */

import { needsRanges, rangeStreams } from '../streams/vertices/range'
import type { Chunk } from '../world/chunks/blocks'
import { type AnimationState, PLACE } from '../world/state'
import type { AnimationWorld } from '../world/world-type'
import { forMarked, poseChunk } from './chunks'
import { openTick } from './open-tick'
import { findVisiblePrograms, lacksProgram } from './shortcuts'
import { keepWanted, keepWorlds } from './solve/keep-world'
import { giveSolver } from './solve/solve'

/**
 * Opens a system that runs by itself: the tick, if it has not begun, and room for the system.
 *
 * @param prepare `giveSolver`, for systems that solve; others do without its code.
 * @throws OsteonError as `openTick`.
 */
export function openSystem(
  world: AnimationWorld,
  place: number,
  prepare?: (state: AnimationState) => void,
): void {
  openTick(world, place)
  const { animation: state } = world
  prepare?.(state)
  if (place >= PLACE.constraints) keepWorlds(state)
  if (place === PLACE.worldTransform) state.joins.carry?.prepare()
  if (place === PLACE.skinning) reserveVertices(state)
  state.tick.generation = state.arena.generation
}

/** Makes room for all that follows sampling in a tick. */
export function makeRoom(world: AnimationWorld): void {
  const { animation: state } = world
  giveSolver(state)
  state.joins.bones?.open()
  state.joins.carry?.prepare()
  // Slots decide how vertices are numbered. World rows of these chunks are kept until vertices are made.
  forMarked(world, poseShowing)
  reserveVertices(state)
  if (state.shortcuts) findVisiblePrograms(state)
  state.tick.generation = state.arena.generation
}

/** Returns whether `makeRoom` has anything to do for a chunk whose skeletons were sampled, and that carries nothing. */
export function needsRoom(state: AnimationState, chunk: Chunk): boolean {
  return (
    chunk.program.program.changesShown ||
    needsRanges(state, chunk) ||
    (state.shortcuts && lacksProgram(chunk))
  )
}

function poseShowing(world: AnimationWorld, chunk: Chunk): void {
  if (chunk.program.program.changesShown) poseChunk(world, chunk)
}

/** Reserves ranges of vertices, and world rows for vertices that are made after all chunks. */
function reserveVertices(state: AnimationState): void {
  rangeStreams(state)
  keepWanted(state)
}
