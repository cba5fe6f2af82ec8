/** The device that draws with WebGL itself. No code is compiled from text at run time. */
import { OsteonError } from '../../base/errors'
import { BLEND } from '../../base/model/skeleton'
import { CAPABILITIES, type GlContext } from '../context'
import {
  type Device,
  type DeviceContext,
  GL_CLAMP_TO_EDGE,
  GL_REPEAT,
  type GpuBuffer,
  type GpuTexture,
  isMipmapped,
  MIN_FILTERS,
  STREAMS,
  type TexturePixels,
  type TextureSampling,
} from '../device'
import { fragmentShader, samplerName, vertexShader } from '../shader'

interface WebglTexture extends GpuTexture {
  readonly handle: WebGLTexture
}

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_RGBA = 0x1908
const GL_UNSIGNED_BYTE = 0x1401
const GL_UNSIGNED_INT = 0x1405
const GL_FLOAT = 0x1406
const GL_TRIANGLES = 4
const GL_ARRAY_BUFFER = 0x8892
const GL_ELEMENT_ARRAY_BUFFER = 0x8893
const GL_DYNAMIC_DRAW = 0x88e8
const GL_BLEND = 0x0be2
const GL_FUNC_ADD = 0x8006
const GL_ZERO = 0
const GL_ONE = 1
const GL_ONE_MINUS_SRC_COLOR = 0x0301
const GL_ONE_MINUS_SRC_ALPHA = 0x0303
const GL_DST_COLOR = 0x0306
const GL_NONE = 0

/** Factors for premultiplied colour, by BLEND: source and destination of rgb, then of alpha. */
const NORMAL = [GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA]
const FACTORS: Readonly<Record<number, readonly number[]>> = {
  [BLEND.normal]: NORMAL,
  [BLEND.additive]: NORMAL,
  [BLEND.multiply]: [GL_DST_COLOR, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA],
  [BLEND.screen]: [GL_ONE, GL_ONE_MINUS_SRC_COLOR, GL_ONE, GL_ONE_MINUS_SRC_COLOR],
  [BLEND.erase]: [GL_ZERO, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA],
}

/** Throws `unsupported-feature` if the shaders cannot be compiled. */
export function createWebglDevice(context: DeviceContext): Device<WebglTexture> {
  const { gl, units, beforeBind } = context
  const program = createProgram(gl, units)
  const viewAt = gl.getUniformLocation(program, 'view')
  const pagesAt = gl.getUniformLocation(program, 'pages')
  gl.useProgram(program)
  for (let unit = 0; unit < units; unit++)
    gl.uniform1i(gl.getUniformLocation(program, samplerName(unit)), unit)
  const streams = STREAMS.map(() => createBuffer(gl, GL_ARRAY_BUFFER))
  const indices = createBuffer(gl, GL_ELEMENT_ARRAY_BUFFER)
  const textures = new Set<WebGLTexture>()
  /** State of the present frame: the texture bound to each unit, and the blend state. */
  const current: (WebGLTexture | null)[] = new Array(units).fill(null)
  let blending = -1

  const bind = (unit: number, texture: WebGLTexture) => {
    gl.activeTexture(GL_TEXTURE0 + unit)
    beforeBind?.(unit, GL_TEXTURE_2D)
    gl.bindTexture(GL_TEXTURE_2D, texture)
  }
  return {
    streams,
    indices,
    bound: [],
    createTexture: (pixels, sampling) => {
      const handle = gl.createTexture()
      textures.add(handle)
      bind(0, handle)
      fillTexture(gl, pixels, sampling)
      const destroy = () => {
        textures.delete(handle)
        gl.deleteTexture(handle)
      }
      return { handle, destroy }
    },
    begin: (view) => {
      current.fill(null)
      blending = -1
      gl.useProgram(program)
      bindVertices(gl, streams, indices)
      for (const capability of CAPABILITIES) gl.disable(capability)
      gl.enable(GL_BLEND)
      gl.blendEquation(GL_FUNC_ADD)
      gl.colorMask(true, true, true, true)
      gl.uniformMatrix3fv(viewAt, false, view)
    },
    draw: (call) => {
      if (call.blend !== blending) {
        blending = call.blend
        const [source, target, sourceAlpha, targetAlpha] = FACTORS[blending]
        gl.blendFuncSeparate(source, target, sourceAlpha, targetAlpha)
      }
      for (let unit = 0; unit < units; unit++) {
        const { handle } = call.textures[unit]
        if (current[unit] === handle) continue
        current[unit] = handle
        bind(unit, handle)
      }
      gl.uniform4fv(pagesAt, call.pages)
      gl.drawElements(GL_TRIANGLES, call.count, GL_UNSIGNED_INT, 4 * call.offset)
    },
    destroy: () => {
      gl.deleteProgram(program)
      for (const { handle } of [...streams, indices]) gl.deleteBuffer(handle)
      for (const texture of textures) gl.deleteTexture(texture)
    },
  }
}

/** Attributes are numbered in the order of STREAMS. */
function createProgram(gl: GlContext, units: number): WebGLProgram {
  const program = gl.createProgram()
  const shaders = [
    compileShader(gl, gl.VERTEX_SHADER, vertexShader(units)),
    compileShader(gl, gl.FRAGMENT_SHADER, fragmentShader(units)),
  ]
  for (const shader of shaders) gl.attachShader(program, shader)
  STREAMS.forEach(({ attribute }, i) => {
    gl.bindAttribLocation(program, i, attribute)
  })
  gl.linkProgram(program)
  // A check of each shader would wait for each; this waits once.
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)]
    const message = `the shaders cannot be compiled here: ${logs.filter(Boolean).join(' ')}`
    throw new OsteonError('unsupported-feature', 'installRenderer', 'gl', message)
  }
  for (const shader of shaders) gl.deleteShader(shader)
  return program
}

function compileShader(gl: GlContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)
  if (!shader) throw new OsteonError('no-canvas', 'installRenderer', 'gl', 'the WebGL context is lost')
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}

function createBuffer(gl: GlContext, target: number): GpuBuffer {
  const handle = gl.createBuffer()
  const resize = (bytes: number) => {
    gl.bindBuffer(target, handle)
    gl.bufferData(target, bytes, GL_DYNAMIC_DRAW)
  }
  return { target, handle, resize }
}

function bindVertices(gl: GlContext, streams: readonly GpuBuffer[], indices: GpuBuffer): void {
  for (let i = 0; i < streams.length; i++) {
    const { size, float, normalized } = STREAMS[i]
    gl.bindBuffer(GL_ARRAY_BUFFER, streams[i].handle)
    gl.enableVertexAttribArray(i)
    gl.vertexAttribPointer(i, size, float ? GL_FLOAT : GL_UNSIGNED_BYTE, normalized, 0, 0)
  }
  gl.bindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.handle)
}

/** Fills the bound texture. */
function fillTexture(
  gl: GlContext,
  { width, height, source, premultiply }: TexturePixels,
  { magFilter, minFilter, repeatX, repeatY }: TextureSampling,
): void {
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, premultiply)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, GL_NONE)
  if (source instanceof Uint8Array)
    gl.texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, source)
  else gl.texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, source)
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_MAG_FILTER, MIN_FILTERS[magFilter])
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_MIN_FILTER, MIN_FILTERS[minFilter])
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_WRAP_S, repeatX ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  gl.texParameteri(GL_TEXTURE_2D, gl.TEXTURE_WRAP_T, repeatY ? GL_REPEAT : GL_CLAMP_TO_EDGE)
  if (isMipmapped(minFilter)) gl.generateMipmap(GL_TEXTURE_2D)
}
