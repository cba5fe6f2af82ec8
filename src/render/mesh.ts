/**
 * Copies the drawn vertices, triangles and draw calls into arrays for another engine's mesh. Needs no WebGL, and loads
 * none.
 *
 * @module osteon/render/mesh
 */

import { OsteonError } from '../base/errors'
import type { AnimationWorld } from '../world/world-type'
import { type Batches, createBatches, cutBatches, MOST_UNITS } from './batches'
import { createArrays, type MeshArrays, updateArrays } from './mesh-arrays'

export { BLEND } from '../base/model/skeleton'
export type { Batches } from './batches'
export { NO_PAGE } from './batches'
export type { MeshArrays, MeshChanges } from './mesh-arrays'
export { fragmentShader, type ShaderPaint, type ShaderPlace, samplerName, vertexShader } from './shader'

/** Vertices, triangles and draw calls of a world, created by `createMesh`. */
export interface Mesh extends MeshArrays {
  /** The draw calls, in order: each has a range of `indices`, one blend state and up to `units` pages. */
  readonly batches: Batches
}

/**
 * Makes a mesh without vertices.
 *
 * @param units texture units of a draw call: a multiple of 4, as in the shaders. @default 16
 * @throws OsteonError `bad-option`.
 */
export function createMesh(units = MOST_UNITS): Mesh {
  if (!(Number.isInteger(units) && units > 0 && units % 4 === 0))
    throw new OsteonError('bad-option', 'createMesh', 'units', `expected a multiple of 4, got ${units}`)
  return { ...createArrays(), batches: createBatches(units) }
}

/**
 * Brings `mesh` up to date with the last `skinning`. Call it once a tick. A mesh is the only renderer of its world,
 * since it clears the notes of changes. Arrays are replaced when they must grow.
 */
export function updateMesh(world: AnimationWorld, mesh: Mesh): void {
  const frame = updateArrays(world, mesh)
  if (mesh.changed.indices) cutBatches(mesh.batches, frame)
}
