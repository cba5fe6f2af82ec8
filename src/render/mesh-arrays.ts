/** Copies the drawn vertices and triangles into arrays for another engine. */

import { assembleFrame } from '../streams/frame/frame'
import { lookArrays, type RetainedLooks, updateLooks, withWords } from '../streams/looks'
import type { Frame, StreamState, TailArrays, VertexArrays } from '../world/streams'
import type { AnimationWorld } from '../world/world-type'
import { clearChanges } from './vertex-buffers'

/** Vertices and triangles of a world. */
export interface MeshArrays extends VertexArrays {
  /** The number of vertices that fit the arrays. */
  room: number
  /** Vertex numbers, three per triangle, back to front. */
  indices: Uint32Array
  /** The number of valid indices. */
  indexCount: number
  /** The parts that the last update changed. */
  readonly changed: MeshChanges
  /** The looks of retained vertices, over the same memory. @internal */
  looks: RetainedLooks
}

/** What an engine must upload. */
export interface MeshChanges {
  /** All arrays of vertices were replaced. */
  arrays: boolean
  /** `indices` was replaced. */
  indexArray: boolean
  positions: boolean
  /** Texture coordinates, colours and `info`. */
  looks: boolean
  /** Indices, their number, and draw calls. */
  indices: boolean
}

/** Makes arrays without vertices. */
export function createArrays(): MeshArrays {
  return {
    ...verticesOf(0),
    looks: { ...lookArrays(0), capacity: 0, read: -1 },
    indices: new Uint32Array(0),
    indexCount: 0,
    changed: { arrays: true, indexArray: true, positions: true, looks: true, indices: true },
    room: 0,
  }
}

/**
 * Brings arrays up to date with the last `skinning`, once a tick, and clears the notes of changes: they are the only
 * renderer of their world.
 *
 * @param expands whether what extensions add is among them, as vertices. @returns the frame that they hold.
 */
export function updateArrays(world: AnimationWorld, mesh: MeshArrays, expands = true): Frame {
  return copyStreams(world, mesh, assembleFrame(world), expands, (looks) => updateLooks(world, looks))
}

/**
 * Brings arrays up to date with streams.
 *
 * @param writeLooks brings the looks of retained vertices up to date. @param blends whether they differ from those of the
 *   last tick.
 */
export function copyStreams(
  world: AnimationWorld,
  mesh: MeshArrays,
  streams: StreamState,
  expands: boolean,
  writeLooks: (looks: RetainedLooks) => void,
  blends = false,
): Frame {
  const { capacity, vertexCount, positions, tail, frame, changes, looks } =
    (expands && world.animation.joins.frame?.addVertices(streams)) || streams
  const { changed } = mesh
  changed.arrays = mesh.looks.capacity !== capacity || capacity + tail.vertexCount > mesh.room
  if (changed.arrays) makeRoom(mesh, capacity, capacity + Math.ceil(tail.vertexCount * 1.5))

  changed.positions = changed.arrays || changes.replaced || changes.tail || changes.positions.includes(1)
  if (changed.positions) mesh.positions.set(positions.subarray(0, 2 * vertexCount))
  changed.looks = blends || changed.arrays || changes.tail || mesh.looks.read < looks.next
  if (changed.looks) writeLooks(mesh.looks)
  if (changed.arrays || changes.tail) copyTail(mesh, tail, capacity)

  changed.indices = changed.arrays || changes.indices || changes.runs || changes.patches.includes(1)
  changed.indexArray = frame.indexCount > mesh.indices.length
  if (changed.indexArray) mesh.indices = new Uint32Array(Math.ceil(frame.indexCount * 1.5))
  if (changed.indices) {
    mesh.indices.set(frame.indices.subarray(0, frame.indexCount))
    mesh.indexCount = frame.indexCount
  }
  changes.positions.fill(0)
  changes.patches.fill(0)
  clearChanges(changes)
  return frame
}

function makeRoom(mesh: MeshArrays, capacity: number, room: number): void {
  Object.assign(mesh, verticesOf(room), { room })
  const { uvs, light, dark, info } = mesh
  const looks = withWords({
    uvs: uvs.subarray(0, 2 * capacity),
    light: light.subarray(0, 4 * capacity),
    dark: dark.subarray(0, 4 * capacity),
    info: info.subarray(0, 4 * capacity),
  })
  mesh.looks = { ...looks, capacity, read: -1 }
}

function verticesOf(room: number): VertexArrays {
  return { positions: new Float32Array(2 * room), ...lookArrays(room) }
}

function copyTail(mesh: MeshArrays, tail: TailArrays, capacity: number): void {
  const { vertexCount } = tail
  mesh.positions.set(tail.positions.subarray(0, 2 * vertexCount), 2 * capacity)
  mesh.uvs.set(tail.uvs.subarray(0, 2 * vertexCount), 2 * capacity)
  mesh.light.set(tail.light.subarray(0, 4 * vertexCount), 4 * capacity)
  mesh.dark.set(tail.dark.subarray(0, 4 * vertexCount), 4 * capacity)
  mesh.info.set(tail.info.subarray(0, 4 * vertexCount), 4 * capacity)
}
