/** Draws batches of figures with WebGL, on the context of Phaser's renderer. */

import { OsteonError } from '../../../base/errors'
import { BLEND } from '../../../base/model/skeleton'
import { STREAMS } from '../../../render/device'
import { type VertexArrays, vertexArraysOf } from '../../../render/host-state'
import type { MeshArrays } from '../../../render/mesh-arrays'
import { fragmentShader, samplerName, vertexShader } from '../../../render/shader'
import { isAdditive, spanEnd } from '../../figures/additive'
import type { Matrix } from '../../figures/place'
import type { Scene } from '../../figures/scene'
import type { Batch } from './batch'

/** Phaser's context, of either version. */
export type PhaserContext = WebGLRenderingContext

/** Buffers of a world and a program on one context; it is replaced after the context was lost. */
export interface Gpu {
  readonly gl: PhaserContext
  readonly units: number
  readonly program: WebGLProgram
  readonly arrays: VertexArrays
  readonly array: WebGLVertexArrayObject
  readonly streams: WebGLBuffer[]
  readonly indices: WebGLBuffer
  readonly uniforms: Readonly<Record<'view' | 'fade' | 'exact' | 'pages', WebGLUniformLocation | null>>
  /** Scratch for uniforms. */
  readonly pages: Float32Array
  readonly view: Float32Array
  /** Number of the refresh whose vertices were uploaded. */
  uploaded: number
}

/** Pixels → clip space, as the current target of Phaser has it. */
export interface Projection {
  scaleX: number
  scaleY: number
  x: number
  y: number
}

export function createGpu(gl: PhaserContext, units: number): Gpu {
  if (!gl.getExtension('OES_element_index_uint') && !('drawBuffers' in gl))
    throw refuse('this GPU has no indices of 32 bits')
  const program = compileProgram(gl, units)
  gl.useProgram(program)
  for (let unit = 0; unit < units; unit++)
    gl.uniform1i(gl.getUniformLocation(program, samplerName(unit)), unit)
  gl.useProgram(null)
  const arrays = vertexArraysOf(gl)
  if (!arrays) throw refuse('this GPU has no vertex array objects')
  const array = arrays.create()
  const streams = STREAMS.map(() => gl.createBuffer())
  const indices = gl.createBuffer()
  arrays.bind(array)
  STREAMS.forEach(({ size, float, normalized }, i) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, streams[i])
    gl.enableVertexAttribArray(i)
    gl.vertexAttribPointer(i, size, float ? gl.FLOAT : gl.UNSIGNED_BYTE, normalized, 0, 0)
  })
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices)
  arrays.bind(null)
  gl.bindBuffer(gl.ARRAY_BUFFER, null)
  const at = (name: string) => gl.getUniformLocation(program, name)
  return {
    gl,
    units,
    program,
    arrays,
    array,
    streams,
    indices,
    uniforms: { view: at('view'), fade: at('fade'), exact: at('exact'), pages: at('pages') },
    pages: new Float32Array(units),
    view: new Float32Array(9),
    uploaded: -1,
  }
}

export function destroyGpu({ gl, program, arrays, array, streams, indices }: Gpu): void {
  gl.deleteProgram(program)
  arrays.remove(array)
  for (const buffer of [...streams, indices]) gl.deleteBuffer(buffer)
}

/** Calls and state of Phaser, of either version. */
export interface Host {
  /** Binds the textures of pages to units from 0 on. */
  bind(pages: readonly number[]): void
  /** Sets a blend mode of BLEND; for normal, the object's own mode. */
  blend(blend: number): void
  /** Whether the object's own mode is normal. */
  isNormal(): boolean
  /** Whether the alpha of the target is not visible. */
  isOpaque(): boolean
}

/**
 * Draws a batch. On an opaque canvas additive triangles are drawn among normal ones, otherwise separately, as Phaser's
 * additive objects are.
 *
 * Needs target, viewport, scissor and blend state of the host, and its textures' binding by `host`. Afterwards program,
 * vertex array and array buffer are unbound, and the blend functions have changed.
 */
export function drawBatch(gpu: Gpu, scene: Scene, batch: Batch, projection: Projection, host: Host): void {
  const { arrays, gl, uniforms } = gpu
  const { mesh } = scene
  const isNormal = host.isNormal()
  const isShared = isNormal && host.isOpaque()
  arrays.bind(gpu.array)
  upload(gpu, scene)
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, batch.indices.subarray(0, batch.indexCount), gl.STREAM_DRAW)
  gl.useProgram(gpu.program)
  gl.uniform1f(uniforms.exact, isShared ? 0 : 1)
  for (let i = 0; i < batch.count; i++) {
    const draw = batch.draws[i]
    host.bind(draw.pages)
    gpu.pages.fill(-1)
    gpu.pages.set(draw.pages)
    gl.uniform4fv(uniforms.pages, gpu.pages)
    gl.uniform1f(uniforms.fade, draw.fade)
    gl.uniformMatrix3fv(uniforms.view, false, writeView(gpu.view, draw.matrix, projection))
    const end = draw.start + draw.count
    const mayMix = isNormal && !isShared && draw.blend === BLEND.normal
    for (let at = draw.start, next = end; at < end; at = next) {
      next = mayMix ? spanEnd(mesh, batch.indices, at, end) : end
      const isAdded = mayMix && isAdditive(mesh, batch.indices[at])
      host.blend(isAdded ? BLEND.additive : isNormal ? draw.blend : BLEND.normal)
      gl.drawElements(gl.TRIANGLES, next - at, gl.UNSIGNED_INT, 4 * at)
    }
  }
  arrays.bind(null)
  gl.bindBuffer(gl.ARRAY_BUFFER, null)
  gl.useProgram(null)
}

function refuse(message: string): OsteonError {
  return new OsteonError('unsupported-feature', 'osteon/phaser', 'gl', message)
}

/** Pixels of a matrix → clip space, as a uniform of nine numbers. */
function writeView(out: Float32Array, matrix: Matrix, { scaleX, scaleY, x, y }: Projection): Float32Array {
  out[0] = matrix.a * scaleX
  out[1] = matrix.b * scaleY
  out[3] = matrix.c * scaleX
  out[4] = matrix.d * scaleY
  out[6] = matrix.x * scaleX + x
  out[7] = matrix.y * scaleY + y
  out[8] = 1
  return out
}

/** Uploads all vertices of the world, once a refresh. */
function upload(gpu: Gpu, { mesh, stamp }: Scene): void {
  if (gpu.uploaded === stamp) return
  const { changed } = mesh
  const all = gpu.uploaded !== stamp - 1 || changed.arrays
  gpu.uploaded = stamp
  const { gl } = gpu
  STREAMS.forEach(({ name, part }, i) => {
    if (!all && !(part < 0 ? changed.positions : changed.looks)) return
    gl.bindBuffer(gl.ARRAY_BUFFER, gpu.streams[i])
    const array: MeshArrays[typeof name] = mesh[name]
    if (all) gl.bufferData(gl.ARRAY_BUFFER, array, gl.DYNAMIC_DRAW)
    else gl.bufferSubData(gl.ARRAY_BUFFER, 0, array)
  })
}

/** Source and destination of colours and alpha, by BLEND; normal is left to the object's own blend mode. */
export const FACTORS: Readonly<Record<number, readonly [number, number, number, number]>> = {
  [BLEND.additive]: [1, 0x0304, 1, 0x0304],
  [BLEND.multiply]: [0x0306, 0x0303, 1, 0x0303],
  [BLEND.screen]: [1, 0x0301, 1, 0x0301],
  [BLEND.erase]: [0, 0x0303, 0, 0x0303],
}

/** With the attributes of STREAMS, by their numbers. @throws OsteonError `unsupported-feature`. */
function compileProgram(gl: PhaserContext, units: number): WebGLProgram {
  const program = gl.createProgram()
  const shaders = [
    compile(gl, gl.VERTEX_SHADER, vertexSource(units)),
    compile(gl, gl.FRAGMENT_SHADER, fragmentShader(units)),
  ]
  for (const shader of shaders) gl.attachShader(program, shader)
  STREAMS.forEach(({ attribute }, i) => {
    gl.bindAttribLocation(program, i, attribute)
  })
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw refuse(`the shaders cannot be compiled here: ${gl.getProgramInfoLog(program)}`)
  for (const shader of shaders) gl.deleteShader(shader)
  return program
}

function compile(gl: PhaserContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)
  if (!shader) throw refuse('the WebGL context is lost')
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}

/**
 * Fades colours before it places the vertex. Colours of mode 0 are premultiplied. If all triangles are drawn with their
 * alpha, that of additive ones is in their dark colour.
 */
function vertexSource(units: number): string {
  const uniforms = 'uniform mat3 view;\nuniform float fade;\nuniform float exact;\nvec4 place();'
  return `${vertexShader(units, { uniforms, place: 'place()' })}
vec4 place() {
  if (exact > 0.5) {
    unit.z = 1.0;
    if (unit.y < 0.5) lightColor.a = max(lightColor.a, darkColor.a);
  }
  vec4 factors = unit.y > 0.5 ? vec4(1.0, 1.0, 1.0, fade) : vec4(fade);
  lightColor *= factors;
  darkColor *= factors;
  return vec4((view * vec3(position, 1.0)).xy, 0.0, 1.0);
}`
}
