/** Buffers of vertices and indices, and the uploads to them. */
import { changePages } from '../streams/changes'
import { createLooks, type LookPages, type RetainedLooks, renewLooks } from '../streams/looks'
import type { AnimationState } from '../world/state'
import { CHANGE_PAGE, type StreamChanges, type StreamState, type VertexArrays } from '../world/streams'
import { type Device, type DeviceContext, type GpuBuffer, STREAMS } from './device'

/** The bytes that take as long to upload as another call does. */
const CALL_BYTES = 2048

type StreamArray = Float32Array | Uint8Array | Uint32Array

/** A buffer, and the data that is written to it. */
interface FilledBuffer {
  readonly gpu: GpuBuffer
  /** Array elements per vertex or index, and their bytes. */
  readonly width: number
  readonly bytes: number
  /** The last view for WebGL1. It is kept because the next frame mostly needs the same. */
  view: StreamArray
}

/** One vertex stream: the retained vertices, then the tail's. */
interface StreamBuffer extends FilledBuffer {
  readonly name: keyof VertexArrays
  /** The bit of LOOK that it holds, as an index of `LookPages`; -1: positions. */
  readonly part: number
}

/** The streams of one world on the GPU. */
export interface VertexBuffers {
  readonly context: DeviceContext
  /** Positions first. */
  readonly streams: readonly StreamBuffer[]
  readonly indices: FilledBuffer
  /** Room on the GPU, in vertices of the retained range and of the tail, and in indices. */
  capacity: number
  tailRoom: number
  indexRoom: number
  /** Whether no upload was made yet. */
  stale: boolean
  /** The looks of retained vertices, and which of them are not uploaded yet. */
  readonly looks: RetainedLooks
  lookPages: LookPages
}

export function createVertexBuffers(context: DeviceContext, device: Device): VertexBuffers {
  return {
    context,
    streams: STREAMS.map(({ name, part, size, float }, i) => ({
      name,
      part,
      gpu: device.streams[i],
      width: size,
      bytes: float ? 4 * size : size,
      view: float ? new Float32Array(0) : new Uint8Array(0),
    })),
    indices: { gpu: device.indices, width: 1, bytes: 4, view: new Uint32Array(0) },
    capacity: 0,
    tailRoom: 0,
    indexRoom: 0,
    stale: true,
    looks: createLooks(),
    lookPages: notedLooks(0),
  }
}

/**
 * Uploads all changes since the last call, except looks of retained vertices, and empties `state.changes`. Returns the
 * number of bytes.
 */
export function uploadStreams(buffers: VertexBuffers, state: StreamState): number {
  const { context, streams } = buffers
  const { changes, tail, frame, capacity } = state
  const all = buffers.stale || changes.replaced || capacity !== buffers.capacity
  const grown = all || tail.vertexCount > buffers.tailRoom
  if (grown) makeRoom(buffers, state)
  let bytes = 0
  const [positions] = streams
  // The tail lies after all retained vertices, so a longer buffer is written again.
  if (grown) {
    bytes += upload(context, positions, 0, state.positions, 0, state.vertexCount)
  } else bytes += uploadPages(context, positions, changes.positions, state.positions, state.vertexCount)
  changes.positions.fill(0)
  if (grown || changes.tail)
    for (const stream of streams)
      bytes += upload(context, stream, capacity, tail[stream.name], 0, tail.vertexCount)

  if (all || changes.indices || frame.indexCount > buffers.indexRoom) {
    bytes += uploadIndices(buffers, frame.indices, frame.indexCount)
  } else bytes += uploadPages(context, buffers.indices, changes.patches, frame.indices, frame.indexCount)
  changes.patches.fill(0)
  buffers.stale = false
  clearChanges(changes)
  return bytes
}

/** Uploads the looks of retained vertices that changed since the last call. Returns the number of bytes. */
export function uploadLooks(buffers: VertexBuffers, state: AnimationState): number {
  renewLooks(state, buffers.looks, buffers.lookPages)
  return uploadLookPages(buffers, state.streams.vertexCount)
}

/** Uploads the noted looks of retained vertices, up to vertex `limit`. Returns the number of bytes. */
export function uploadLookPages(
  { context, lookPages, looks, streams }: VertexBuffers,
  limit: number,
): number {
  let bytes = 0
  for (const stream of streams) {
    const { name, part } = stream
    if (name !== 'positions') bytes += uploadPages(context, stream, lookPages[part], looks[name], limit)
  }
  for (const pages of lookPages) pages.fill(0)
  return bytes
}

/** Notes all looks of so many pages. */
function notedLooks(pages: number): LookPages {
  return [0, 1, 2].map(() => new Uint8Array(pages).fill(1))
}

function makeRoom(buffers: VertexBuffers, { capacity, tail }: StreamState): void {
  buffers.capacity = capacity
  // Buffers lose their contents.
  buffers.lookPages = notedLooks(changePages(capacity))
  if (tail.vertexCount > buffers.tailRoom) buffers.tailRoom = Math.ceil(tail.vertexCount * 1.5)
  const vertices = Math.max(1, capacity + buffers.tailRoom)
  for (const { gpu, bytes } of buffers.streams) gpu.resize(vertices * bytes)
}

/**
 * Uploads the noted pages, and leaves the notes. Neighbours go in one call, together with small gaps between them,
 * since a call costs as much as some thousand bytes. With WebGL1, or where half of the pages changed, everything goes
 * in one call: with WebGL1 each range would need a view of its own, which is garbage.
 */
function uploadPages(
  context: DeviceContext,
  buffer: FilledBuffer,
  pages: Uint8Array,
  array: StreamArray,
  limit: number,
): number {
  const count = Math.ceil(limit / CHANGE_PAGE)
  let noted = 0
  for (let page = 0; page < count; page++) noted += pages[page]
  const inOne = !context.gl2 || 2 * noted > count
  const gap = inOne ? count : CALL_BYTES / (CHANGE_PAGE * buffer.bytes)
  let bytes = 0
  let from = pages.indexOf(1)
  while (from >= 0 && from < count) {
    const end = rangeEnd(pages, from, count, gap)
    const first = from * CHANGE_PAGE
    bytes += upload(context, buffer, first, array, first, Math.min(limit, end * CHANGE_PAGE))
    from = pages.indexOf(1, end)
  }
  return bytes
}

/** The page after the range that begins at the noted page `from`, with unnoted gaps of up to `gap` pages in it. */
function rangeEnd(pages: Uint8Array, from: number, count: number, gap: number): number {
  let last = from
  for (let page = from + 1; page < count && page - last <= gap; page++) if (pages[page] !== 0) last = page
  return last + 1
}

/** Uploads vertices or indices `from` … `to` of an array to `at` in a buffer. Returns the bytes. */
function upload(
  { gl, gl2 }: DeviceContext,
  buffer: FilledBuffer,
  at: number,
  array: StreamArray,
  from: number,
  to: number,
): number {
  if (from >= to) return 0
  const { width, bytes } = buffer
  const { target, handle } = buffer.gpu
  gl.bindBuffer(target, handle)
  if (gl2) gl2.bufferSubData(target, at * bytes, array, from * width, (to - from) * width)
  else {
    buffer.view = slice(buffer.view, array, from * width, to * width)
    gl.bufferSubData(target, at * bytes, buffer.view)
  }
  return (to - from) * bytes
}

function uploadIndices(buffers: VertexBuffers, indices: Uint32Array, count: number): number {
  if (count > buffers.indexRoom) {
    buffers.indexRoom = Math.ceil(count * 1.5)
    buffers.indices.gpu.resize(buffers.indexRoom * 4)
  }
  return upload(buffers.context, buffers.indices, 0, indices, 0, count)
}

/** `array.subarray(from, to)`, or `last` if it is the same: otherwise every frame would make a view. */
function slice(last: StreamArray, array: StreamArray, from: number, to: number): StreamArray {
  const same =
    last.buffer === array.buffer &&
    last.byteOffset === array.byteOffset + from * array.BYTES_PER_ELEMENT &&
    last.length === to - from
  return same ? last : array.subarray(from, to)
}

/** Clears the notes that `uploadPages` does not clear. */
export function clearChanges(changes: StreamChanges): void {
  changes.indices = false
  changes.runs = false
  changes.tail = false
  changes.replaced = false
}
