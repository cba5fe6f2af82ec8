/** Fills instances on the GPU, in contexts that can keep a shader's outputs: those of WebGL2. */
import { readSingleTexels } from '../../../render/beside'
import { createProgram, setUpload } from '../../../render/gl-calls'
import { type HostState, savePixelStore } from '../../../render/host-state'
import type { CrowdWorld } from '../component'
import { findFadeSecond, mixOf } from '../frame/place'
import { COPY, SENT } from '../layout'
import { noteChange, runLooks } from '../run-kernels'
import type { CrowdState } from '../state'
import { FILL_SHADER, INSTANCE_OUTPUTS, NO_FRAGMENTS } from './fill-shader'
import { floorFloat, TEXTURE_WIDTH, type Texels } from './texels'

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_ARRAY_BUFFER = 0x8892
const GL_DYNAMIC_DRAW = 0x88e8
const GL_UNSIGNED_INT = 0x1405
const GL_FLOAT = 0x1406
const GL_RED = 0x1903
const GL_R32F = 0x822e
const GL_POINTS = 0
const GL_MAX_TEXTURE_SIZE = 0x0d33
const GL_RASTERIZER_DISCARD = 0x8c89
const GL_LINK_STATUS = 0x8b82
const GL_INTERLEAVED_ATTRIBS = 0x8c8c
const GL_TRANSFORM_FEEDBACK = 0x8e22
const GL_TRANSFORM_FEEDBACK_BINDING = 0x8e25
const GL_TRANSFORM_FEEDBACK_BUFFER = 0x8c8e

/** Objects of one context. */
export interface Filler {
  readonly gl: WebGL2RenderingContext
  readonly program: WebGLProgram
  readonly height: WebGLUniformLocation | null
  readonly clips: WebGLUniformLocation | null
  readonly array: WebGLVertexArrayObject
  readonly feedback: WebGLTransformFeedback
  /** Rows of copies in the order of drawing. */
  readonly order: WebGLBuffer
  readonly columns: WebGLTexture
  /** Unit of the columns, after that of the tables. */
  readonly unit: number
  /** The greatest height of a texture. */
  readonly most: number
  /** Rows of texels per column, and figures, for which there is room. */
  rows: number
  room: number
  /** `CrowdMemory.version` and `versions` of what was uploaded, and of the instances that were filled. */
  filled: number
  readonly versions: Float64Array
}

/** The buffer of instances, and the tables. */
interface Filled {
  readonly records: WebGLBuffer
  readonly texels: Texels | null
  readonly texture: WebGLTexture
}

const FADE = new Float64Array(2)

/** Creates the objects; null if the context does not keep outputs after all. @param unit of the tables. */
export function createFiller(gl: WebGL2RenderingContext, unit: number): Filler | null {
  const codes = [FILL_SHADER, NO_FRAGMENTS] as const
  const program = createProgram(gl, codes, ['figure'], 'draw', 'the shader that fills figures')
  // It still has its shaders. Linked again, it keeps their outputs.
  gl.transformFeedbackVaryings(program, INSTANCE_OUTPUTS, GL_INTERLEAVED_ATTRIBS)
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, GL_LINK_STATUS)) {
    gl.deleteProgram(program)
    return null
  }
  gl.useProgram(program)
  gl.uniform1i(gl.getUniformLocation(program, 'tables'), unit)
  gl.uniform1i(gl.getUniformLocation(program, 'columns'), unit + 1)
  return {
    gl,
    program,
    height: gl.getUniformLocation(program, 'height'),
    clips: gl.getUniformLocation(program, 'clips'),
    array: gl.createVertexArray(),
    feedback: gl.createTransformFeedback(),
    order: gl.createBuffer(),
    columns: gl.createTexture(),
    unit: unit + 1,
    most: gl.getParameter(GL_MAX_TEXTURE_SIZE),
    rows: 0,
    room: 0,
    filled: -1,
    versions: new Float64Array(SENT + 1).fill(-1),
  }
}

export function destroyFiller({ gl, array, columns, feedback, order, program }: Filler): void {
  gl.deleteProgram(program)
  gl.deleteBuffer(order)
  gl.deleteTexture(columns)
  gl.deleteTransformFeedback(feedback)
  gl.deleteVertexArray(array)
}

/**
 * Fills the instances of all figures that are drawn into a buffer. Leaves no vertex array and no buffer bound.
 *
 * @returns the bytes that were uploaded; -1: there are more figures than the context has room for.
 */
export function fillOnGpu(
  filler: Filler,
  world: CrowdWorld,
  crowd: CrowdState,
  { records, texels, texture }: Filled,
  host: HostState | null,
): number {
  const { gl } = filler
  const { memory } = crowd
  const rows = Math.ceil(memory.copies.capacity / TEXTURE_WIDTH)
  if (SENT * rows > filler.most) return -1
  runLooks(world, crowd)
  writeFades(world, crowd)
  if (filler.filled === memory.version) return 0
  filler.filled = memory.version
  bindTexture(filler, filler.unit - 1, texture, host)
  bindTexture(filler, filler.unit, filler.columns, host)
  if (host) savePixelStore(host)
  setUpload(gl, false)
  if (rows > filler.rows) {
    filler.rows = rows
    filler.versions.fill(-1)
    gl.texImage2D(GL_TEXTURE_2D, 0, GL_R32F, TEXTURE_WIDTH, SENT * rows, 0, GL_RED, GL_FLOAT, null)
    readSingleTexels(gl)
  }
  gl.bindVertexArray(filler.array)
  gl.bindBuffer(GL_ARRAY_BUFFER, filler.order)
  let bytes = uploadOrder(filler, crowd)
  for (let column = 0; column < SENT; column++) bytes += uploadColumn(filler, crowd, column)
  gl.bindBuffer(GL_ARRAY_BUFFER, null)
  gl.useProgram(filler.program)
  gl.uniform1i(filler.height, filler.rows)
  gl.uniform1i(filler.clips, texels?.clips ?? 0)
  keepOutputs(filler, records, memory.shown, host)
  gl.bindVertexArray(null)
  gl.activeTexture(GL_TEXTURE0)
  return bytes
}

function bindTexture({ gl }: Filler, unit: number, texture: WebGLTexture, host: HostState | null): void {
  gl.activeTexture(GL_TEXTURE0 + unit)
  host?.beforeBind(unit, GL_TEXTURE_2D)
  gl.bindTexture(GL_TEXTURE_2D, texture)
}

/** Draws all figures as points, which puts instances into the buffer and nothing on the screen. */
function keepOutputs(
  { feedback, gl }: Filler,
  records: WebGLBuffer,
  count: number,
  host: HostState | null,
): void {
  const before = host && gl.getParameter(GL_TRANSFORM_FEEDBACK_BINDING)
  gl.bindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback)
  gl.bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, records)
  gl.enable(GL_RASTERIZER_DISCARD)
  gl.beginTransformFeedback(GL_POINTS)
  gl.drawArrays(GL_POINTS, 0, count)
  gl.endTransformFeedback()
  gl.disable(GL_RASTERIZER_DISCARD)
  gl.bindTransformFeedback(GL_TRANSFORM_FEEDBACK, before)
  gl.bindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, null)
}

/** Uploads the order if it changed. Its buffer is bound. @returns the number of bytes. */
function uploadOrder(filler: Filler, { memory }: CrowdState): number {
  const { gl, versions } = filler
  if (memory.shown > filler.room) {
    filler.room = Math.max(memory.shown, Math.ceil(1.25 * filler.room))
    gl.bufferData(GL_ARRAY_BUFFER, 4 * filler.room, GL_DYNAMIC_DRAW)
    gl.enableVertexAttribArray(0)
    gl.vertexAttribIPointer(0, 1, GL_UNSIGNED_INT, 0, 0)
    versions[SENT] = -1
  }
  if (versions[SENT] === memory.versions[SENT]) return 0
  versions[SENT] = memory.versions[SENT]
  gl.bufferSubData(GL_ARRAY_BUFFER, 0, memory.lists.columns.drawn, 0, memory.shown)
  return 4 * memory.shown
}

/** Uploads a column if it changed. The texture is bound. @returns the number of bytes. */
function uploadColumn(
  { gl, rows, versions }: Filler,
  { fadeCount, memory }: CrowdState,
  column: number,
): number {
  const { arena, copies } = memory
  if (versions[column] === memory.versions[column]) return 0
  versions[column] = memory.versions[column]
  const count = column > COPY.fading ? fadeCount : memory.rows
  const whole = Math.floor(count / TEXTURE_WIDTH)
  const rest = count % TEXTURE_WIDTH
  const first = column * rows
  const from = copies.offsets[column] / 4
  const { f32 } = arena
  if (whole > 0)
    gl.texSubImage2D(GL_TEXTURE_2D, 0, 0, first, TEXTURE_WIDTH, whole, GL_RED, GL_FLOAT, f32, from)
  const last = from + TEXTURE_WIDTH * whole
  if (rest > 0) gl.texSubImage2D(GL_TEXTURE_2D, 0, 0, first + whole, rest, 1, GL_RED, GL_FLOAT, f32, last)
  return 4 * count
}

/** Writes the columns of fades. */
function writeFades({ components: { Baked } }: CrowdWorld, crowd: CrowdState): void {
  const { fadeCount, fades, firstClip, memory } = crowd
  const { fadeClip, fadeMix, fadeSecond } = memory.copies.columns
  let any = false
  for (let row = 1; row < fadeCount; row++) {
    const eid = fades.entity[row]
    if (eid === 0) continue
    any = true
    const clip = firstClip[Baked.table[eid]] + fades.animation[row]
    findFadeSecond(crowd, clip, row, FADE, 0)
    fadeClip[row] = clip
    fadeSecond[row] = floorFloat(FADE[1])
    fadeMix[row] = mixOf(crowd, row)
  }
  if (any) for (let column = COPY.fadeClip; column <= COPY.fadeMix; column++) noteChange(memory, column)
}
