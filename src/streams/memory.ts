/** Allocates the streams: positions in the arena, tail and frame outside it. */
import { type Arena, allocate, release } from '../base/memory/arena'
import type { ClippedTail, StreamState } from '../world/streams'
import { changePages } from './changes'

/**
 * A run of the tail: first index, number of indices, page, blend, and its splice. A splice is a group of clipped slots
 * with no unclipped slot between them in the draw order. A skeleton's splices count from 0.
 */
export const TAIL_RUN_WORDS = 5
export const TAIL_START = 0
export const TAIL_COUNT = 1
export const TAIL_PAGE = 2
export const TAIL_BLEND = 3
export const TAIL_SPLICE = 4

/** Makes room for all ranges of the pool. A structure call: the arena may grow. */
export function growStreams(arena: Arena, streams: StreamState): void {
  const { words, vertices } = streams.pools
  streams.vertexCount = vertices.top
  if (vertices.top <= vertices.capacity) return
  // Only by a quarter: every skeleton pays for spare room.
  const room = Math.max(vertices.top, vertices.capacity + ((vertices.capacity + 3) >> 2))
  words.positions = move(arena, words.positions, 2 * vertices.capacity, 2 * room)
  vertices.capacity = room
  streams.capacity = room
  streams.changes.replaced = true
  // Numbers of tail vertices begin at the capacity.
  streams.pools.frameStale = true
  streams.changes.positions = new Uint8Array(changePages(room))
  bindStreams(arena, streams)
}

/** An empty tail. Clipping on demand uses one, too. */
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

/** Makes room for more vertices and indices in the tail. */
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

export function takeWords(arena: Arena, words: number): number {
  return allocate(arena, 4 * words) >>> 2
}

function move(arena: Arena, from: number, present: number, wanted: number): number {
  const to = takeWords(arena, wanted)
  arena.i32.copyWithin(to, from, from + present)
  release(arena, 4 * from, 4 * present)
  return to
}

/** Renews the public view of the positions, after the arena or the capacity grew. */
export function bindStreams({ buffer }: Arena, streams: StreamState): void {
  streams.positions = new Float32Array(buffer, 4 * streams.pools.words.positions, 2 * streams.capacity)
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
