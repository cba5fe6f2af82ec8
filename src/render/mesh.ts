/**
 * Copies the drawn vertices, triangles and draw calls into arrays for another engine's mesh. Needs no WebGL, and loads none.
 *
 * @module osteon/render/mesh
 */
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { assembleFrame } from '../streams/frame/frame'
import { lookArrays, type RetainedLooks, updateLooks } from '../streams/looks'
import type { TailArrays, VertexArrays } from '../world/streams'
import { type Batches, createBatches, cutBatches, MOST_UNITS } from './batches'
import { clearChanges } from './vertex-buffers'

export { BLEND } from '../model/skeleton'
export type { Batches } from './batches'
export { NO_PAGE } from './batches'
export { fragmentShader, type ShaderPlace, samplerName, vertexShader } from './shader'

/** Vertices, triangles and draw calls of a world; made by `createMesh`. */
export interface Mesh extends VertexArrays {
  /** The number of vertices that fit the arrays. */
  room: number
  /** Vertex numbers, three a triangle, back to front. */
  indices: Uint32Array
  /** The number of valid indices. */
  indexCount: number
  /** The draw calls, in order: each a piece of `indices`, one blend state and up to `units` pages. */
  readonly batches: Batches
  /** The parts that the last `updateMesh` changed. */
  readonly changed: MeshChanges
  /** The looks of retained vertices, over the same memory. @internal */
  looks: RetainedLooks
}

/** The parts that an engine must upload. */
export interface MeshChanges {
  /** All arrays of vertices were replaced. */
  arrays: boolean
  /** `indices` was replaced. */
  indexArray: boolean
  positions: boolean
  /** Texture coordinates, colours and `info`. */
  looks: boolean
  /** Indices, their number, and the batches. */
  indices: boolean
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
  return {
    ...verticesOf(0),
    looks: { ...lookArrays(0), capacity: 0, read: -1 },
    indices: new Uint32Array(0),
    indexCount: 0,
    batches: createBatches(units),
    changed: { arrays: true, indexArray: true, positions: true, looks: true, indices: true },
    room: 0,
  }
}

/**
 * Brings `mesh` up to date with the last `skinning`. Call it once a tick. A mesh is the only renderer of its world, since it clears
 * the notes of changes. Arrays are replaced when they must grow.
 */
export function updateMesh(world: AnimationWorld, mesh: Mesh): void {
  const streams = assembleFrame(world)
  const { capacity, vertexCount, positions, tail, frame, changes, looks } =
    world.animation.crowd?.withFigures(streams) ?? streams
  const { changed } = mesh
  changed.arrays = mesh.looks.capacity !== capacity || capacity + tail.vertexCount > mesh.room
  if (changed.arrays) makeRoom(mesh, capacity, capacity + Math.ceil(tail.vertexCount * 1.5))

  changed.positions = changed.arrays || changes.replaced || changes.tail || changes.positions.includes(1)
  if (changed.positions) mesh.positions.set(positions.subarray(0, 2 * vertexCount))
  changed.looks = changed.arrays || changes.tail || mesh.looks.read < looks.next
  if (changed.looks) updateLooks(world, mesh.looks)
  if (changed.arrays || changes.tail) copyTail(mesh, tail, capacity)

  changed.indices = changed.arrays || changes.indices || changes.runs || changes.patches.includes(1)
  changed.indexArray = frame.indexCount > mesh.indices.length
  if (changed.indexArray) mesh.indices = new Uint32Array(Math.ceil(frame.indexCount * 1.5))
  if (changed.indices) {
    mesh.indices.set(frame.indices.subarray(0, frame.indexCount))
    mesh.indexCount = frame.indexCount
    cutBatches(mesh.batches, frame)
  }
  changes.positions.fill(0)
  changes.patches.fill(0)
  clearChanges(changes)
}

function makeRoom(mesh: Mesh, capacity: number, room: number): void {
  Object.assign(mesh, verticesOf(room), { room })
  const { uvs, light, dark, info } = mesh
  mesh.looks = {
    uvs: uvs.subarray(0, 2 * capacity),
    light: light.subarray(0, 4 * capacity),
    dark: dark.subarray(0, 4 * capacity),
    info: info.subarray(0, 4 * capacity),
    capacity,
    read: -1,
  }
}

function verticesOf(room: number): VertexArrays {
  return { positions: new Float32Array(2 * room), ...lookArrays(room) }
}

function copyTail(mesh: Mesh, tail: TailArrays, capacity: number): void {
  const { vertexCount } = tail
  mesh.positions.set(tail.positions.subarray(0, 2 * vertexCount), 2 * capacity)
  mesh.uvs.set(tail.uvs.subarray(0, 2 * vertexCount), 2 * capacity)
  mesh.light.set(tail.light.subarray(0, 4 * vertexCount), 4 * capacity)
  mesh.dark.set(tail.dark.subarray(0, 4 * vertexCount), 4 * capacity)
  mesh.info.set(tail.info.subarray(0, 4 * vertexCount), 4 * capacity)
}
