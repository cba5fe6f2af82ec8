/** The memory of the streams: the retained ones in the arena, tail and frame outside (DESIGN §3, §6). */
import { type Arena, allocate, release } from '../memory/arena'
import type { ClippedTail, RangePool, StreamState } from '../world/streams'

/**
 * A retained or tail run: first index (from the skeleton's range, or the tail's first), indices, page,
 * blend. A splice stands for what clipping makes: first tail run, tail runs, 0, SPLICE.
 */
export const RUN_WORDS = 4
export const RUN_START = 0
export const RUN_COUNT = 1
export const RUN_PAGE = 2
export const RUN_BLEND = 3
export const SPLICE = -1

/** Makes room for what the pools have handed out. A structure call: the arena may grow. */
export function growStreams(arena: Arena, streams: StreamState): void {
  const { words, vertices, indices, runs } = streams.pools
  if (indices.top > indices.capacity) {
    const room = roomFor(indices)
    words.indices = move(arena, words.indices, indices.capacity, room)
    indices.capacity = room
  }
  if (runs.top > runs.capacity) {
    const room = roomFor(runs)
    words.runs = move(arena, words.runs, RUN_WORDS * runs.capacity, RUN_WORDS * room)
    runs.capacity = room
  }
  if (vertices.top <= vertices.capacity) return
  const present = vertices.capacity
  const room = roomFor(vertices)
  words.positions = move(arena, words.positions, 2 * present, 2 * room)
  words.uvs = move(arena, words.uvs, 2 * present, 2 * room)
  words.light = move(arena, words.light, present, room)
  words.dark = move(arena, words.dark, present, room)
  words.info = move(arena, words.info, present, room)
  vertices.capacity = room
  streams.capacity = room
  streams.changes.replaced = true
  bindStreams(arena, streams)
}

/** An empty tail; also used by whoever wants clipped triangles on demand. */
export function createTail(): ClippedTail {
  return {
    positions: new Float32Array(0),
    uvs: new Float32Array(0),
    light: new Uint8Array(0),
    dark: new Uint8Array(0),
    info: new Uint8Array(0),
    vertexCount: 0,
    indices: new Uint32Array(0),
    indexCount: 0,
  }
}

/** Makes room for so many more vertices and indices in the tail. */
export function growTail(tail: ClippedTail, vertices: number, indices: number): void {
  const wanted = tail.vertexCount + vertices
  if (2 * wanted > tail.positions.length) {
    const room = Math.max(256, 2 * wanted)
    tail.positions = longerFloats(tail.positions, 2 * room)
    tail.uvs = longerFloats(tail.uvs, 2 * room)
    tail.light = longerBytes(tail.light, 4 * room)
    tail.dark = longerBytes(tail.dark, 4 * room)
    tail.info = longerBytes(tail.info, 4 * room)
  }
  if (tail.indexCount + indices > tail.indices.length) {
    const longer = new Uint32Array(Math.max(512, 2 * (tail.indexCount + indices)))
    longer.set(tail.indices)
    tail.indices = longer
  }
}

function roomFor(pool: RangePool): number {
  return Math.max(pool.top, pool.capacity + ((pool.capacity + 1) >> 1))
}

export function takeWords(arena: Arena, words: number): number {
  return allocate(arena, 4 * words) >>> 2
}

function move(arena: Arena, from: number, present: number, wanted: number): number {
  const to = takeWords(arena, wanted)
  arena.i32.copyWithin(to, from, from + present)
  release(arena, 4 * from, 4 * present)
  return to
}

/** Public views of the retained streams, renewed when the arena or the capacity grows. */
export function bindStreams({ buffer }: Arena, streams: StreamState): void {
  const { words } = streams.pools
  const { capacity } = streams
  streams.positions = new Float32Array(buffer, 4 * words.positions, 2 * capacity)
  streams.uvs = new Float32Array(buffer, 4 * words.uvs, 2 * capacity)
  streams.light = new Uint8Array(buffer, 4 * words.light, 4 * capacity)
  streams.dark = new Uint8Array(buffer, 4 * words.dark, 4 * capacity)
  streams.info = new Uint8Array(buffer, 4 * words.info, 4 * capacity)
}

function longerFloats(present: Float32Array, length: number): Float32Array {
  const longer = new Float32Array(length)
  longer.set(present)
  return longer
}

function longerBytes(present: Uint8Array, length: number): Uint8Array {
  const longer = new Uint8Array(length)
  longer.set(present)
  return longer
}
