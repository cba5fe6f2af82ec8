/** The GPU objects that draw looks. */
import { type Batches, createBatches, MOST_UNITS } from '../../render/batches'
import { type GlContext, isWebGL2 } from '../../render/context'
import { STREAMS } from '../../render/device'
import { bindVertices, createProgram } from '../../render/gl-calls'
import type { Gpu } from '../../render/gpu'
import { type VertexArrays, vertexArraysOf } from '../../render/host-state'
import { samplerName } from '../../render/shader'
import { createPieces, type Pieces } from './outlines'
import { createOwners, type Owners } from './owners'
import { lookShaders, OWNER, SHIFT } from './shader'
import { createTexels, type LookTexels } from './texels'

const GL_MAX_TEXTURE_IMAGE_UNITS = 0x8872
const GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS = 0x8b4c
const GL_ARRAY_BUFFER = 0x8892
const GL_STATIC_DRAW = 0x88e4
const GL_FLOAT = 0x1406
const GL_UNSIGNED_INT = 0x1405
const GL_TRIANGLES = 4

/** Draws triangles several times, with another `shift` each. */
export interface Copying {
  divisor(location: number, divisor: number): void
  draw(offset: number, count: number, instances: number): void
  /** Draws several pieces in one call; null = the context has no such call. */
  readonly multi: ((pieces: CallList) => void) | null
}

/** Pieces of one draw call: counts of indices, offsets in bytes, instances. */
export interface CallList {
  length: number
  counts: Int32Array
  offsets: Int32Array
  instances: Int32Array
}

/** Objects of one context. */
export interface LookGpu {
  readonly gl: GlContext
  readonly copying: Copying | null
  readonly arrays: VertexArrays
  readonly array: WebGLVertexArrayObject
  readonly program: WebGLProgram
  readonly at: Readonly<Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>>
  readonly owners: WebGLBuffer
  readonly shifts: WebGLBuffer
  readonly looks: WebGLTexture
  readonly palettes: WebGLTexture
  /** Texture units of pages; that of palettes and that of looks follow. */
  readonly units: number
  readonly batches: Batches
  /** Page numbers of the present batch, by unit. */
  readonly pages: Float32Array
  readonly texels: LookTexels
  readonly found: Owners
  readonly pieces: Pieces
  readonly list: CallList
  /** By entity id: 1 = its look has an outline. */
  outlined: Uint8Array
  /** `Palettes.number` of the texture; 0 = none yet. */
  palette: number
  /** Size of the palettes, in pixels. */
  columns: number
  rows: number
  /** Vertices that the buffer of owners holds, and rows of the texture of looks. */
  room: number
  height: number
  /** Entities had no look in the last frame, so what is known of vertices is old. */
  isOld: boolean
}

const UNIFORMS = ['view', 'pages', 'looksSize', 'firstLook', 'palettesSize', 'body'] as const
/** Location of the attribute `shift`, after `owner`. */
export const SHIFT_AT = STREAMS.length + 1

/** Creates the objects for a context; null if vertex shaders there have no textures, or it has no vertex arrays. */
export function createLookGpu(gl: GlContext, { device, host }: Gpu): LookGpu | null {
  const arrays = host?.arrays ?? vertexArraysOf(gl)
  if (!arrays || gl.getParameter(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS) === 0) return null
  const most = gl.getParameter(GL_MAX_TEXTURE_IMAGE_UNITS) - 1
  const units = Math.min(MOST_UNITS, most - (most % 4))
  const names = [...STREAMS.map(({ attribute }) => attribute), OWNER, SHIFT]
  const program = createProgram(gl, lookShaders(units), names, 'draw', 'the shaders of looks')
  const uniform = (name: string) => gl.getUniformLocation(program, name)
  gl.useProgram(program)
  for (let unit = 0; unit < units; unit++) gl.uniform1i(uniform(samplerName(unit)), unit)
  gl.uniform1i(uniform('palettes'), units)
  gl.uniform1i(uniform('looks'), units + 1)
  const made: LookGpu = {
    ...{ gl, copying: copyingOf(gl), arrays, array: arrays.create(), program, units },
    at: Object.fromEntries(UNIFORMS.map((name) => [name, uniform(name)])) as LookGpu['at'],
    ...{ owners: gl.createBuffer(), shifts: gl.createBuffer() },
    ...{ looks: gl.createTexture(), palettes: gl.createTexture() },
    ...{
      batches: createBatches(units),
      pages: new Float32Array(units),
      texels: createTexels(),
      found: createOwners(),
      pieces: createPieces(),
    },
    list: {
      length: 0,
      ...{ counts: new Int32Array(16), offsets: new Int32Array(16), instances: new Int32Array(16) },
    },
    ...{ outlined: new Uint8Array(0), palette: 0, columns: 0, rows: 0, room: 0, height: 0 },
    isOld: true,
  }
  arrays.bind(made.array)
  bindAttributes(made, device)
  arrays.bind(host?.array ?? null)
  return made
}

export function destroyLookGpu(own: LookGpu): void {
  const { gl, arrays, array, looks, owners, palettes, program, shifts } = own
  gl.deleteProgram(program)
  for (const buffer of [owners, shifts]) gl.deleteBuffer(buffer)
  for (const texture of [looks, palettes]) gl.deleteTexture(texture)
  arrays.remove(array)
}

function bindAttributes({ gl, copying, owners, shifts }: LookGpu, device: Gpu['device']): void {
  const point = (at: number, buffer: WebGLBuffer) => {
    gl.bindBuffer(GL_ARRAY_BUFFER, buffer)
    gl.enableVertexAttribArray(at)
    gl.vertexAttribPointer(at, 2, GL_FLOAT, false, 0, 0)
  }
  bindVertices(gl, device.streams, device.indices)
  point(STREAMS.length, owners)
  if (!copying) return
  point(SHIFT_AT, shifts)
  gl.bufferData(GL_ARRAY_BUFFER, directions(), GL_STATIC_DRAW)
  copying.divisor(SHIFT_AT, 1)
}

/** Directions of the COPIES, an eighth of a turn apart, then that of the figure itself, which has none. */
function directions(): Float32Array {
  const h = Math.sqrt(0.5)
  return Float32Array.of(1, 0, h, h, 0, 1, -h, h, -1, 0, -h, -h, 0, -1, h, -h, 0, 0)
}

function copyingOf(gl: GlContext): Copying | null {
  const multi = gl.getExtension('WEBGL_multi_draw')
  const all =
    multi &&
    (({ counts, offsets, instances, length }: CallList) =>
      multi.multiDrawElementsInstancedWEBGL(
        GL_TRIANGLES,
        counts,
        0,
        GL_UNSIGNED_INT,
        offsets,
        0,
        instances,
        0,
        length,
      ))
  if (isWebGL2(gl))
    return {
      divisor: (location, divisor) => gl.vertexAttribDivisor(location, divisor),
      draw: (offset, count, instances) =>
        gl.drawElementsInstanced(GL_TRIANGLES, count, GL_UNSIGNED_INT, offset, instances),
      multi: all,
    }
  const extension = gl.getExtension('ANGLE_instanced_arrays')
  return (
    extension && {
      divisor: (location, divisor) => extension.vertexAttribDivisorANGLE(location, divisor),
      draw: (offset, count, instances) =>
        extension.drawElementsInstancedANGLE(GL_TRIANGLES, count, GL_UNSIGNED_INT, offset, instances),
      multi: all,
    }
  )
}
