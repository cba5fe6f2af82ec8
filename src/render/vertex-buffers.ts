/** Buffers of vertices and indices, and the uploads to them. */
import {
  CHANGE_PAGE,
  type StreamChanges,
  type StreamState,
  type VertexArrays,
  type VertexLooks,
} from '../world/streams'
import { type Device, type DeviceContext, type GpuBuffer, STREAMS } from './device'

/** The bytes that take as long to upload as another call does. */
const CALL_BYTES = 4096

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
  /** The bits of LOOK that it holds; 0: positions. */
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
  /** Number of the first unread note of `StreamState.looks`; -1: all looks are to be uploaded. */
  looksRead: number
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
    looksRead: -1,
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
    changes.positions.fill(0)
    bytes += upload(context, positions, 0, state.positions, 0, state.vertexCount)
  } else bytes += uploadPages(context, positions, changes.positions, state.positions, state.vertexCount)
  if (grown || changes.tail)
    for (const stream of streams)
      bytes += upload(context, stream, capacity, tail[stream.name], 0, tail.vertexCount)

  if (all || changes.indices || frame.indexCount > buffers.indexRoom) {
    changes.patches.fill(0)
    bytes += uploadIndices(buffers, frame.indices, frame.indexCount)
  } else bytes += uploadPages(context, buffers.indices, changes.patches, frame.indices, frame.indexCount)
  buffers.stale = false
  clearChanges(changes)
  return bytes
}

/**
 * Uploads looks of a range of retained vertices. `looks` begins with the first of them.
 *
 * @param parts bits of LOOK. @returns number of bytes.
 */
export function uploadRange(
  { context, streams }: VertexBuffers,
  looks: VertexLooks,
  parts: number,
  first: number,
  count: number,
): number {
  let bytes = 0
  for (const stream of streams)
    if ((stream.part & parts) !== 0 && stream.name !== 'positions')
      bytes += upload(context, stream, first, looks[stream.name], 0, count)
  return bytes
}

function makeRoom(buffers: VertexBuffers, { capacity, tail }: StreamState): void {
  buffers.capacity = capacity
  buffers.looksRead = -1
  if (tail.vertexCount > buffers.tailRoom) buffers.tailRoom = Math.ceil(tail.vertexCount * 1.5)
  const vertices = Math.max(1, capacity + buffers.tailRoom)
  for (const { gpu, bytes } of buffers.streams) gpu.resize(vertices * bytes)
}

/**
 * Uploads the noted pages, and clears the notes. Neighbours go in one call, together with small gaps between them,
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
  let from = -1
  let last = -1
  for (let page = 0; page < count; page++) {
    if (pages[page] === 0) continue
    pages[page] = 0
    if (from >= 0 && page - last > gap) {
      bytes += upload(
        context,
        buffer,
        from * CHANGE_PAGE,
        array,
        from * CHANGE_PAGE,
        (last + 1) * CHANGE_PAGE,
      )
      from = page
    } else if (from < 0) from = page
    last = page
  }
  if (from < 0) return bytes
  const end = Math.min(limit, (last + 1) * CHANGE_PAGE)
  return bytes + upload(context, buffer, from * CHANGE_PAGE, array, from * CHANGE_PAGE, end)
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
