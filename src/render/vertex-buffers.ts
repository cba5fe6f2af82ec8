import type { Buffer, Elements, Regl } from 'regl'
import {
  CHANGE_PAGE,
  LOOK,
  type StreamChanges,
  type StreamState,
  type VertexArrays,
  type VertexLooks,
} from '../world/streams'
import type { Gate } from './context'

const GL_ARRAY_BUFFER = 0x8892
const GL_ELEMENT_ARRAY_BUFFER = 0x8893

type StreamName = keyof VertexArrays
type StreamArray = Float32Array | Uint8Array | Uint32Array

/** A buffer on the GPU; regl's `subdata` makes strings in every call, so that WebGL itself is asked. */
interface GpuBuffer {
  readonly target: number
  readonly handle: WebGLBuffer | null
  /** Array elements and bytes of a vertex or index. */
  readonly width: number
  readonly bytes: number
  /** What WebGL1 was given last, kept because it is mostly the same in the next frame. */
  view: StreamArray
}

/** One vertex stream: the retained vertices, then the tail's. */
interface StreamBuffer extends GpuBuffer {
  readonly name: StreamName
  /** Bits of LOOK that it holds; 0: positions. */
  readonly part: number
  readonly buffer: Buffer
}

/** The streams of one world on the GPU. */
export interface VertexBuffers {
  readonly gate: Gate
  /** Positions first. */
  readonly streams: readonly StreamBuffer[]
  readonly elements: Elements
  readonly indices: GpuBuffer
  /** Room on the GPU: vertices of both kinds, indices. */
  capacity: number
  tailRoom: number
  indexRoom: number
  /** Nothing was uploaded yet. */
  stale: boolean
  /** Number of the first note of `StreamState.looks` that was not seen to; -1: none was. */
  looksRead: number
}

export function createVertexBuffers(regl: Regl, gate: Gate): VertexBuffers {
  const stream = (name: StreamName, width: number, type: 'float' | 'uint8', part: number): StreamBuffer => {
    const view = type === 'float' ? new Float32Array(0) : new Uint8Array(0)
    const bytes = width * view.BYTES_PER_ELEMENT
    const buffer = regl.buffer({ length: bytes, type, usage: 'dynamic' })
    return { name, width, bytes, part, buffer, target: GL_ARRAY_BUFFER, handle: gate.latestBuffer, view }
  }
  const streams = [
    stream('positions', 2, 'float', 0),
    stream('uvs', 2, 'float', LOOK.textures),
    stream('light', 4, 'uint8', LOOK.light),
    stream('dark', 4, 'uint8', LOOK.dark),
    stream('info', 4, 'uint8', LOOK.textures),
  ]
  const elements = regl.elements({ length: 4, type: 'uint32', primitive: 'triangles', usage: 'dynamic' })
  const view = new Uint32Array(0)
  return {
    gate,
    streams,
    elements,
    indices: { target: GL_ELEMENT_ARRAY_BUFFER, handle: gate.latestBuffer, width: 1, bytes: 4, view },
    capacity: 0,
    tailRoom: 0,
    indexRoom: 0,
    stale: true,
    looksRead: -1,
  }
}

/**
 * Uploads all that changed since the last call but the looks of retained vertices, and empties
 * `state.changes`. Returns the number of bytes.
 */
export function uploadStreams(buffers: VertexBuffers, state: StreamState): number {
  const { gate, streams } = buffers
  const { changes, tail, frame, capacity } = state
  const all = buffers.stale || changes.replaced || capacity !== buffers.capacity
  const grown = all || tail.vertexCount > buffers.tailRoom
  if (grown) makeRoom(buffers, state)
  let bytes = 0
  const [positions] = streams
  // The tail lies behind all retained vertices, so a buffer that grew is written anew.
  if (grown) {
    changes.positions.fill(0)
    bytes += upload(gate, positions, 0, state.positions, 0, state.vertexCount)
  } else bytes += uploadPages(gate, positions, changes.positions, state.positions, state.vertexCount)
  if (grown || changes.tail)
    for (const stream of streams)
      bytes += upload(gate, stream, capacity, tail[stream.name], 0, tail.vertexCount)

  if (all || changes.indices) {
    changes.patches.fill(0)
    bytes += uploadIndices(buffers, frame.indices, frame.indexCount)
  } else bytes += uploadPages(gate, buffers.indices, changes.patches, frame.indices, frame.indexCount)
  buffers.stale = false
  clearChanges(changes)
  return bytes
}

/**
 * Uploads looks of a range of retained vertices from the start of `looks`.
 *
 * @param parts bits of LOOK. @returns number of bytes.
 */
export function uploadRange(
  { gate, streams }: VertexBuffers,
  looks: VertexLooks,
  parts: number,
  first: number,
  count: number,
): number {
  let bytes = 0
  for (const stream of streams)
    if ((stream.part & parts) !== 0 && stream.name !== 'positions')
      bytes += upload(gate, stream, first, looks[stream.name], 0, count)
  return bytes
}

function makeRoom(buffers: VertexBuffers, { capacity, tail }: StreamState): void {
  buffers.capacity = capacity
  buffers.looksRead = -1
  if (tail.vertexCount > buffers.tailRoom) buffers.tailRoom = Math.ceil(tail.vertexCount * 1.5)
  const vertices = Math.max(1, capacity + buffers.tailRoom)
  for (const { buffer, bytes, width } of buffers.streams)
    buffer({ length: vertices * bytes, type: width === 2 ? 'float' : 'uint8', usage: 'dynamic' })
}

/**
 * Uploads what lies on noted pages, and takes the notes back. Neighbours go at once, with what little lies
 * between them: a call costs as much as some thousand bytes. With WebGL1 all of it goes at once, since there
 * every range would take a view of its own, which is garbage.
 */
function uploadPages(
  gate: Gate,
  buffer: GpuBuffer,
  pages: Uint8Array,
  array: StreamArray,
  limit: number,
): number {
  const count = Math.ceil(limit / CHANGE_PAGE)
  // So there are 256 ranges at most.
  const gap = gate.gl2 ? Math.max(8, count >> 8) : count
  let bytes = 0
  let from = -1
  let last = -1
  for (let page = 0; page < count; page++) {
    if (pages[page] === 0) continue
    pages[page] = 0
    if (from >= 0 && page - last > gap) {
      bytes += upload(gate, buffer, from * CHANGE_PAGE, array, from * CHANGE_PAGE, (last + 1) * CHANGE_PAGE)
      from = page
    } else if (from < 0) from = page
    last = page
  }
  if (from < 0) return bytes
  const end = Math.min(limit, (last + 1) * CHANGE_PAGE)
  return bytes + upload(gate, buffer, from * CHANGE_PAGE, array, from * CHANGE_PAGE, end)
}

/** Copies vertices or indices `from` … `to` of an array into a buffer, from `at` on. Returns the bytes. */
function upload(
  { gl, gl2 }: Gate,
  buffer: GpuBuffer,
  at: number,
  array: StreamArray,
  from: number,
  to: number,
): number {
  if (from >= to) return 0
  const { target, handle, width, bytes } = buffer
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
    buffers.elements({
      length: buffers.indexRoom * 4,
      type: 'uint32',
      primitive: 'triangles',
      usage: 'dynamic',
    })
  }
  return upload(buffers.gate, buffers.indices, 0, indices, 0, count)
}

/** `array.subarray(from, to)`, or `last` where that is the same: a view is garbage in every frame otherwise. */
function slice(last: StreamArray, array: StreamArray, from: number, to: number): StreamArray {
  const same =
    last.buffer === array.buffer &&
    last.byteOffset === array.byteOffset + from * array.BYTES_PER_ELEMENT &&
    last.length === to - from
  return same ? last : array.subarray(from, to)
}

function clearChanges(changes: StreamChanges): void {
  changes.indices = false
  changes.tail = false
  changes.replaced = false
}
