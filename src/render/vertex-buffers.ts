import type { Buffer, Elements, Regl } from 'regl'
import type { StreamChanges, StreamState, VertexArrays } from '../world/streams'
import type { Gate, GlContext } from './context'

const GL_ARRAY_BUFFER = 0x8892
const GL_ELEMENT_ARRAY_BUFFER = 0x8893
/** Where empty ranges start. */
const NOWHERE = 0x7fffffff

type StreamName = keyof VertexArrays
type StreamArray = VertexArrays[StreamName]

/** One vertex stream on the GPU: the retained vertices, then the tail's. */
interface StreamBuffer {
  readonly name: StreamName
  /** Array elements and bytes a vertex. */
  readonly width: number
  readonly bytes: number
  readonly buffer: Buffer
  /** The same buffer as WebGL knows it: regl's `subdata` makes strings in every call. */
  readonly handle: WebGLBuffer | null
  /** Views that were uploaded last, kept because their ranges are mostly those of the last frame. */
  retained: StreamArray
  tail: StreamArray
}

/** The streams of one world on the GPU. */
export interface VertexBuffers {
  readonly gl: GlContext
  readonly streams: readonly StreamBuffer[]
  readonly elements: Elements
  readonly elementsHandle: WebGLBuffer | null
  indices: Uint32Array
  /** Room on the GPU: vertices of both kinds, indices. */
  capacity: number
  tailRoom: number
  indexRoom: number
  /** Nothing was uploaded yet. */
  stale: boolean
}

export function createVertexBuffers(regl: Regl, gate: Gate): VertexBuffers {
  const stream = (name: StreamName, width: number, type: 'float' | 'uint8'): StreamBuffer => {
    const empty = type === 'float' ? new Float32Array(0) : new Uint8Array(0)
    const buffer = regl.buffer({ length: width * empty.BYTES_PER_ELEMENT, type, usage: 'dynamic' })
    return {
      name,
      width,
      bytes: width * empty.BYTES_PER_ELEMENT,
      buffer,
      handle: gate.latestBuffer,
      retained: empty,
      tail: empty,
    }
  }
  const streams = [
    stream('positions', 2, 'float'),
    stream('uvs', 2, 'float'),
    stream('light', 4, 'uint8'),
    stream('dark', 4, 'uint8'),
    stream('info', 4, 'uint8'),
  ]
  const elements = regl.elements({ length: 4, type: 'uint32', primitive: 'triangles', usage: 'dynamic' })
  return {
    gl: gate.gl,
    streams,
    elements,
    elementsHandle: gate.latestBuffer,
    indices: new Uint32Array(0),
    capacity: 0,
    tailRoom: 0,
    indexRoom: 0,
    stale: true,
  }
}

/**
 * Uploads what changed since the last call and empties `state.changes`. A tail that was made anew has brought
 * other indices with it, so those tell. Returns the number of bytes.
 */
export function uploadStreams(buffers: VertexBuffers, state: StreamState): number {
  const { changes, tail, frame, capacity } = state
  const all = buffers.stale || changes.replaced || capacity !== buffers.capacity
  const grown = all || tail.vertexCount > buffers.tailRoom
  if (grown) makeRoom(buffers, state)

  const { gl } = buffers
  let bytes = 0
  for (const stream of buffers.streams) {
    // The tail lies behind all retained vertices, so a buffer that grew is written anew.
    if (grown) bytes += uploadRetained(gl, stream, state, 0, capacity)
    else if (stream.name === 'positions')
      bytes += uploadRetained(gl, stream, state, changes.positionsFrom, changes.positionsTo)
    else if (stream.name === 'light' || stream.name === 'dark')
      bytes += uploadRetained(gl, stream, state, changes.colorsFrom, changes.colorsTo)
    else bytes += uploadRetained(gl, stream, state, changes.uvsFrom, changes.uvsTo)
    if (grown || changes.indices) bytes += uploadTail(gl, stream, state)
  }
  if (all || changes.indices) bytes += uploadIndices(buffers, frame.indices, frame.indexCount)
  buffers.stale = false
  clearChanges(changes)
  return bytes
}

function makeRoom(buffers: VertexBuffers, { capacity, tail }: StreamState): void {
  buffers.capacity = capacity
  if (tail.vertexCount > buffers.tailRoom) buffers.tailRoom = Math.ceil(tail.vertexCount * 1.5)
  const vertices = Math.max(1, capacity + buffers.tailRoom)
  for (const { buffer, bytes, name } of buffers.streams)
    buffer({
      length: vertices * bytes,
      type: name === 'positions' || name === 'uvs' ? 'float' : 'uint8',
      usage: 'dynamic',
    })
}

function uploadRetained(
  gl: GlContext,
  stream: StreamBuffer,
  state: StreamState,
  from: number,
  to: number,
): number {
  if (from >= to) return 0
  const { width, bytes, handle } = stream
  stream.retained = slice(stream.retained, state[stream.name], from * width, to * width)
  gl.bindBuffer(GL_ARRAY_BUFFER, handle)
  gl.bufferSubData(GL_ARRAY_BUFFER, from * bytes, stream.retained)
  return (to - from) * bytes
}

function uploadTail(gl: GlContext, stream: StreamBuffer, { tail, capacity }: StreamState): number {
  const { vertexCount } = tail
  if (vertexCount === 0) return 0
  const { width, bytes, handle } = stream
  stream.tail = slice(stream.tail, tail[stream.name], 0, vertexCount * width)
  gl.bindBuffer(GL_ARRAY_BUFFER, handle)
  gl.bufferSubData(GL_ARRAY_BUFFER, capacity * bytes, stream.tail)
  return vertexCount * bytes
}

function uploadIndices(buffers: VertexBuffers, indices: Uint32Array, count: number): number {
  if (count === 0) return 0
  if (count > buffers.indexRoom) {
    buffers.indexRoom = Math.ceil(count * 1.5)
    buffers.elements({
      length: buffers.indexRoom * 4,
      type: 'uint32',
      primitive: 'triangles',
      usage: 'dynamic',
    })
  }
  buffers.indices = slice(buffers.indices, indices, 0, count)
  buffers.gl.bindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers.elementsHandle)
  buffers.gl.bufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, buffers.indices)
  return count * 4
}

/** `array.subarray(from, to)`, or `last` where that is the same: a view is garbage in every frame otherwise. */
function slice<T extends StreamArray | Uint32Array>(last: T, array: T, from: number, to: number): T {
  const same =
    last.buffer === array.buffer &&
    last.byteOffset === array.byteOffset + from * array.BYTES_PER_ELEMENT &&
    last.length === to - from
  return same ? last : (array.subarray(from, to) as T)
}

/** Empty ranges that merge with others by minimum and maximum. */
function clearChanges(changes: StreamChanges): void {
  changes.positionsFrom = changes.uvsFrom = changes.colorsFrom = NOWHERE
  changes.positionsTo = changes.uvsTo = changes.colorsTo = 0
  changes.indices = false
  changes.replaced = false
}
