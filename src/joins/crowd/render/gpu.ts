/** The GPU objects that draw figures by instances. */

import { readSingleTexels } from '../../../render/beside'
import { TEXTURE_WIDTH } from '../../../render/columns'
import { type GlContext, isWebGL2 } from '../../../render/context'
import { createProgram, setUpload } from '../../../render/gl-calls'
import type { Gpu } from '../../../render/gpu'
import { type VertexArrays, vertexArraysOf } from '../../../render/host-state'
import { fragmentShader, samplerName } from '../../../render/shader'
import { INSTANCE_WORDS } from '../layout'
import { createFiller, destroyFiller, type Filler } from './filler'
import { ATTRIBUTES, FIGURE_SHADER } from './shader'
import type { TableTexels, Texels } from './texels'

/** Bytes of an instance. */
export const RECORD_BYTES = 4 * INSTANCE_WORDS

const GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS = 0x8b4c
const GL_ARRAY_BUFFER = 0x8892
const GL_STATIC_DRAW = 0x88e4
const GL_DYNAMIC_DRAW = 0x88e8
const GL_FLOAT = 0x1406
const GL_UNSIGNED_SHORT = 0x1403
const GL_UNSIGNED_BYTE = 0x1401
const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_RGBA = 0x1908

/** Instances of WebGL 1 or 2. */
export interface Instancing {
  divisor(location: number, divisor: number): void
  draw(first: number, count: number, instances: number): void
}

/** Objects of one context. */
export interface FigureGpu {
  readonly gl: GlContext
  readonly gl2: WebGL2RenderingContext | null
  readonly instancing: Instancing
  readonly arrays: VertexArrays
  readonly array: WebGLVertexArrayObject
  readonly program: WebGLProgram
  readonly viewMatrix: WebGLUniformLocation | null
  readonly tableSize: WebGLUniformLocation | null
  readonly color: WebGLUniformLocation | null
  readonly corners: WebGLBuffer
  readonly records: WebGLBuffer
  readonly texture: WebGLTexture
  /** Unit of the tables, after those of pages. */
  readonly unit: number
  /** Corners and records that the buffers hold. */
  cornerRoom: number
  recordRoom: number
  /** The layout that the texture holds, and the number of tables then. */
  texels: Texels | null
  tables: number
  /** A view of the records in use, for WebGL1. */
  view: Float32Array
  /** What fills the records on the GPU; null: the processor does. */
  readonly filler: Filler | null
  /** The largest table of this frame, if all figures are one call. */
  alike: TableTexels | null
}

/** Creates the objects for a context; null if it has no instances, or no textures in vertex shaders. */
export function createFigureGpu(gl: GlContext, { host }: Pick<Gpu, 'host'>, units: number): FigureGpu | null {
  const instancing = instancingOf(gl)
  const arrays = host?.arrays ?? vertexArraysOf(gl)
  if (!instancing || !arrays || gl.getParameter(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS) === 0) return null
  const codes = [FIGURE_SHADER, fragmentShader(units)] as const
  const program = createProgram(gl, codes, ATTRIBUTES, 'draw', 'the shaders of figures')
  gl.useProgram(program)
  for (let unit = 0; unit < units; unit++)
    gl.uniform1i(gl.getUniformLocation(program, samplerName(unit)), unit)
  gl.uniform1i(gl.getUniformLocation(program, 'tables'), units)
  const made: FigureGpu = {
    gl,
    gl2: isWebGL2(gl) ? gl : null,
    instancing,
    arrays,
    array: arrays.create(),
    program,
    viewMatrix: gl.getUniformLocation(program, 'view'),
    tableSize: gl.getUniformLocation(program, 'tableSize'),
    color: gl.getUniformLocation(program, 'color'),
    corners: gl.createBuffer(),
    records: gl.createBuffer(),
    texture: gl.createTexture(),
    unit: units,
    cornerRoom: 0,
    recordRoom: 0,
    texels: null,
    tables: 0,
    view: new Float32Array(0),
    filler: isWebGL2(gl) ? createFiller(gl, units) : null,
    alike: null,
  }
  return made
}

export function destroyFigureGpu(own: FigureGpu): void {
  const { gl, arrays, array, corners, program, records, texture } = own
  if (own.filler) destroyFiller(own.filler)
  gl.deleteProgram(program)
  for (const buffer of [corners, records]) gl.deleteBuffer(buffer)
  gl.deleteTexture(texture)
  arrays.remove(array)
}

function instancingOf(gl: GlContext): Instancing | null {
  if (isWebGL2(gl))
    return {
      divisor: (location, divisor) => gl.vertexAttribDivisor(location, divisor),
      draw: (first, count, instances) => gl.drawArraysInstanced(gl.TRIANGLES, first, count, instances),
    }
  const extension = gl.getExtension('ANGLE_instanced_arrays')
  return (
    extension && {
      divisor: (location, divisor) => extension.vertexAttribDivisorANGLE(location, divisor),
      draw: (first, count, instances) =>
        extension.drawArraysInstancedANGLE(gl.TRIANGLES, first, count, instances),
    }
  )
}

/** Makes corner numbers 0, 1, 2 … for the table with the most corners. The vertex array of figures is bound. */
export function reserveCorners(own: FigureGpu, count: number): void {
  if (count <= own.cornerRoom) return
  own.cornerRoom = count
  const { gl } = own
  gl.bindBuffer(GL_ARRAY_BUFFER, own.corners)
  gl.bufferData(
    GL_ARRAY_BUFFER,
    Float32Array.from({ length: count }, (_, i) => i),
    GL_STATIC_DRAW,
  )
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 1, GL_FLOAT, false, 0, 0)
  for (let location = 1; location < ATTRIBUTES.length; location++) {
    gl.enableVertexAttribArray(location)
    own.instancing.divisor(location, 1)
  }
}

/** Makes room for records. */
export function reserveRecords(own: FigureGpu, count: number): void {
  if (count <= own.recordRoom) return
  own.recordRoom = Math.max(count, Math.ceil(1.25 * own.recordRoom))
  own.gl.bindBuffer(GL_ARRAY_BUFFER, own.records)
  own.gl.bufferData(GL_ARRAY_BUFFER, own.recordRoom * RECORD_BYTES, GL_DYNAMIC_DRAW)
}

/** Points the attributes at a record. The buffer of records is bound. */
export function pointAt({ gl }: FigureGpu, record: number): void {
  const at = record * RECORD_BYTES
  gl.vertexAttribPointer(1, 4, GL_FLOAT, false, RECORD_BYTES, at)
  gl.vertexAttribPointer(2, 4, GL_FLOAT, false, RECORD_BYTES, at + 16)
  gl.vertexAttribPointer(3, 1, GL_FLOAT, false, RECORD_BYTES, at + 32)
  gl.vertexAttribPointer(4, 4, GL_UNSIGNED_SHORT, true, RECORD_BYTES, at + 36)
  gl.vertexAttribPointer(5, 4, GL_UNSIGNED_BYTE, true, RECORD_BYTES, at + 44)
}

/** Uploads tables. The texture stays bound to its unit. */
export function uploadTexels(own: FigureGpu, texels: Texels): void {
  const { gl } = own
  gl.activeTexture(GL_TEXTURE0 + own.unit)
  gl.bindTexture(GL_TEXTURE_2D, own.texture)
  setUpload(gl, false)
  const { bytes, height } = texels
  gl.texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXTURE_WIDTH, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes)
  readSingleTexels(gl)
  if (own.filler) own.filler.filled = -1
  // The bytes are on the GPU now.
  own.texels = { ...texels, bytes: new Uint8Array(0) }
}
