/** Columns of numbers in textures, and shaders that make vertices or instances of them. For contexts of WebGL2. */
import { readSingleTexels } from './beside'
import { createProgram, setUpload } from './gl-calls'
import { type HostState, savePixelStore } from './host-state'

/** Texels of a line; a power of two, so that shaders divide exactly. */
export const TEXTURE_WIDTH = 2048

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_MAX_TEXTURE_SIZE = 0x0d33
const GL_ARRAY_BUFFER = 0x8892
const GL_DYNAMIC_DRAW = 0x88e8
const GL_UNSIGNED_INT = 0x1405
const GL_FLOAT = 0x1406
const GL_RED = 0x1903
const GL_R32F = 0x822e
const GL_POINTS = 0
const GL_RASTERIZER_DISCARD = 0x8c89
const GL_LINK_STATUS = 0x8b82
const GL_INTERLEAVED_ATTRIBS = 0x8c8c
const GL_TRANSFORM_FEEDBACK = 0x8e22
const GL_TRANSFORM_FEEDBACK_BINDING = 0x8e25
const GL_TRANSFORM_FEEDBACK_BUFFER = 0x8c8e

/** Begins a shader that fills: its input `row`, and functions for its outputs. */
export const FILL_HEAD = `#version 300 es
precision highp float;
precision highp int;
in uint row;
uniform highp sampler2D columns;
uniform int height;

/** A number of a row: columns are one above the other, 'height' lines of texels each. */
float column(int number, int row) {
  return texelFetch(columns, ivec2(row % ${TEXTURE_WIDTH}, number * height + row / ${TEXTURE_WIDTH}), 0).x;
}

/** Cosine and sine, as exact as floats are; GPUs promise little for theirs. */
vec2 turned(float angle) {
  float quarters = floor(angle * 0.6366197723675814 + 0.5);
  float r = ((angle - quarters * 1.5703125) - quarters * 4.837512969970703e-4) - quarters * 7.54978995489e-8;
  float q = r * r;
  float s = r + r * q * (-1.0 / 6.0 + q * (1.0 / 120.0 - q * (1.0 / 5040.0 - q / 362880.0)));
  float c = 1.0 + q * (-0.5 + q * (1.0 / 24.0 - q * (1.0 / 720.0 - q / 40320.0)));
  int quadrant = int(quarters) & 3;
  vec2 turn = (quadrant & 1) == 0 ? vec2(c, s) : vec2(-s, c);
  return quadrant < 2 ? turn : -turn;
}

uint byte(float channel) {
  return channel > 0.0 ? uint(min(channel, 1.0) * 255.0 + 0.5) : 0u;
}
`

/** Nothing is drawn. */
const NO_FRAGMENTS = `#version 300 es
precision highp float;
void main() {}`

/** A shader whose outputs go into buffers. */
export interface FillProgram {
  readonly program: WebGLProgram
  readonly height: WebGLUniformLocation | null
}

/** Rows of columns, and the objects that take them through shaders. */
export interface ColumnReader {
  readonly gl: WebGL2RenderingContext
  readonly array: WebGLVertexArrayObject
  readonly feedback: WebGLTransformFeedback
  /** Rows in the order of what is made of them. */
  readonly order: WebGLBuffer
  readonly columns: WebGLTexture
  /** Texture unit of the columns. */
  readonly unit: number
  /** The greatest height of a texture. */
  readonly most: number
  /** Lines per column, and rows in the order, for which there is room. */
  lines: number
  room: number
}

export function createReader(gl: WebGL2RenderingContext, unit: number): ColumnReader {
  return {
    gl,
    array: gl.createVertexArray(),
    feedback: gl.createTransformFeedback(),
    order: gl.createBuffer(),
    columns: gl.createTexture(),
    unit,
    most: gl.getParameter(GL_MAX_TEXTURE_SIZE),
    lines: 0,
    room: 0,
  }
}

export function destroyReader({ array, columns, feedback, gl, order }: ColumnReader): void {
  gl.deleteBuffer(order)
  gl.deleteTexture(columns)
  gl.deleteTransformFeedback(feedback)
  gl.deleteVertexArray(array)
}

/**
 * Compiles a shader whose outputs are kept; null if the context does not keep outputs after all.
 *
 * @param code begins with FILL_HEAD. @param unit of the columns. @param what it is, for messages.
 */
export function createFillProgram(
  gl: WebGL2RenderingContext,
  code: string,
  outputs: string[],
  unit: number,
  what: string,
): FillProgram | null {
  const program = createProgram(gl, [code, NO_FRAGMENTS], ['row'], 'draw', what)
  // It still has its shaders. Linked again, it keeps their outputs.
  gl.transformFeedbackVaryings(program, outputs, GL_INTERLEAVED_ATTRIBS)
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, GL_LINK_STATUS)) {
    gl.deleteProgram(program)
    return null
  }
  gl.useProgram(program)
  gl.uniform1i(gl.getUniformLocation(program, 'columns'), unit)
  return { program, height: gl.getUniformLocation(program, 'height') }
}

/** Binds a texture that shaders read, beside those of pages. */
export function bindBeside(
  gl: WebGL2RenderingContext,
  unit: number,
  texture: WebGLTexture,
  host: HostState | null,
): void {
  gl.activeTexture(GL_TEXTURE0 + unit)
  host?.beforeBind(unit, GL_TEXTURE_2D)
  gl.bindTexture(GL_TEXTURE_2D, texture)
}

/**
 * Binds the columns and the order, and makes room for columns.
 *
 * @param lines of each column. @param height lines of the texture. @returns whether there was no room: all columns are
 *   to be uploaded.
 */
export function openReader(
  reader: ColumnReader,
  host: HostState | null,
  lines: number,
  height: number,
): boolean {
  const { gl } = reader
  bindBeside(gl, reader.unit, reader.columns, host)
  if (host) savePixelStore(host)
  setUpload(gl, false)
  gl.bindVertexArray(reader.array)
  gl.bindBuffer(GL_ARRAY_BUFFER, reader.order)
  if (lines <= reader.lines) return false
  reader.lines = lines
  gl.texImage2D(GL_TEXTURE_2D, 0, GL_R32F, TEXTURE_WIDTH, height, 0, GL_RED, GL_FLOAT, null)
  readSingleTexels(gl)
  return true
}

/** Uploads the order of `count` rows, while the reader is open. @returns the number of bytes. */
export function uploadOrder(reader: ColumnReader, rows: Uint32Array, count: number): number {
  const { gl } = reader
  if (count > reader.room) {
    reader.room = Math.max(count, Math.ceil(1.25 * reader.room))
    gl.bufferData(GL_ARRAY_BUFFER, 4 * reader.room, GL_DYNAMIC_DRAW)
    gl.enableVertexAttribArray(0)
    gl.vertexAttribIPointer(0, 1, GL_UNSIGNED_INT, 0, 0)
  }
  gl.bufferSubData(GL_ARRAY_BUFFER, 0, rows, 0, count)
  return 4 * count
}

/**
 * Uploads the numbers `from` … `to` of a column, and some before them, while the reader is open.
 *
 * @param line the first of the column. @param start index of the column's first number in `values`.
 * @returns the number of bytes.
 */
export function uploadNumbers(
  { gl }: ColumnReader,
  line: number,
  values: Float32Array,
  start: number,
  from: number,
  to: number,
): number {
  const first = Math.floor(from / TEXTURE_WIDTH)
  const end = Math.floor(to / TEXTURE_WIDTH)
  const whole = end - first
  const at = start + TEXTURE_WIDTH * first
  if (whole > 0)
    gl.texSubImage2D(GL_TEXTURE_2D, 0, 0, line + first, TEXTURE_WIDTH, whole, GL_RED, GL_FLOAT, values, at)
  const rest = to - TEXTURE_WIDTH * end
  const last = start + TEXTURE_WIDTH * end
  if (rest > 0) gl.texSubImage2D(GL_TEXTURE_2D, 0, 0, line + end, rest, 1, GL_RED, GL_FLOAT, values, last)
  return 4 * (to - TEXTURE_WIDTH * first)
}

/**
 * Takes rows through a program, which puts its outputs into a buffer and nothing on the screen.
 *
 * @param at byte offset in the buffer. @param bytes of a row. @param first row of the order, and `count` of them.
 */
export function keepOutputs(
  { feedback, gl }: ColumnReader,
  buffer: WebGLBuffer,
  at: number,
  bytes: number,
  first: number,
  count: number,
  host: HostState | null,
): void {
  // What is bound elsewhere can't be filled.
  gl.bindBuffer(GL_ARRAY_BUFFER, null)
  const before = host && gl.getParameter(GL_TRANSFORM_FEEDBACK_BINDING)
  gl.bindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback)
  gl.bindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, at, bytes * count)
  gl.enable(GL_RASTERIZER_DISCARD)
  gl.beginTransformFeedback(GL_POINTS)
  gl.drawArrays(GL_POINTS, first, count)
  gl.endTransformFeedback()
  gl.disable(GL_RASTERIZER_DISCARD)
  gl.bindTransformFeedback(GL_TRANSFORM_FEEDBACK, before)
  gl.bindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, null)
}

/** Leaves no columns open. @param array that of the host, if the context is shared. */
export function closeReader({ gl }: ColumnReader, array: WebGLVertexArrayObject | null): void {
  gl.bindVertexArray(array)
  gl.activeTexture(GL_TEXTURE0)
}
