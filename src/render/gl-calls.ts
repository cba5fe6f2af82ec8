/** WebGL calls of the device that draws with WebGL itself, and of extensions that draw beside any device. */
import { OsteonError } from '../base/errors'
import { BLEND } from '../base/model/skeleton'
import type { GlContext } from './context'
import { type GpuBuffer, STREAMS } from './device'

const GL_ZERO = 0
const GL_ONE = 1
const GL_ONE_MINUS_SRC_COLOR = 0x0301
const GL_ONE_MINUS_SRC_ALPHA = 0x0303
const GL_DST_COLOR = 0x0306
const GL_BLEND = 0x0be2
const GL_FUNC_ADD = 0x8006
const GL_ARRAY_BUFFER = 0x8892
const GL_ELEMENT_ARRAY_BUFFER = 0x8893
const GL_UNSIGNED_BYTE = 0x1401
const GL_FLOAT = 0x1406
const GL_NONE = 0

/** Switches blending on, and the writing of all channels. */
export function startBlending(gl: GlContext): void {
  gl.enable(GL_BLEND)
  gl.blendEquation(GL_FUNC_ADD)
  gl.colorMask(true, true, true, true)
}

/** Sets the factors for premultiplied colour. @param blend a value of BLEND: additive colour has an alpha of 0. */
export function setBlend(gl: GlContext, blend: number): void {
  const source = blend === BLEND.erase ? GL_ZERO : GL_ONE
  const target = blend === BLEND.screen ? GL_ONE_MINUS_SRC_COLOR : GL_ONE_MINUS_SRC_ALPHA
  gl.blendFuncSeparate(blend === BLEND.multiply ? GL_DST_COLOR : source, target, source, target)
}

/** Points the attributes of STREAMS, numbered in their order, at buffers, and binds the indices. */
export function bindVertices(gl: GlContext, streams: readonly GpuBuffer[], indices: GpuBuffer): void {
  for (let i = 0; i < streams.length; i++) {
    const { size, float, normalized } = STREAMS[i]
    gl.bindBuffer(GL_ARRAY_BUFFER, streams[i].handle)
    gl.enableVertexAttribArray(i)
    gl.vertexAttribPointer(i, size, float ? GL_FLOAT : GL_UNSIGNED_BYTE, normalized, 0, 0)
  }
  gl.bindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.handle)
}

/** Says how the next uploads of texels are to be read. @param premultiply whether colours are multiplied by alpha. */
export function setUpload(gl: GlContext, premultiply: boolean): void {
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, premultiply)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, GL_NONE)
}

/**
 * Compiles and links shaders.
 *
 * @param attributes in the order of their locations. @param source of errors. @param what the shaders are, for messages.
 * @throws OsteonError `unsupported-feature` if they cannot be compiled, `no-canvas` if the context is lost.
 */
export function createProgram(
  gl: GlContext,
  codes: readonly [vertex: string, fragment: string],
  attributes: readonly string[],
  source: string,
  what: string,
): WebGLProgram {
  const program = gl.createProgram()
  const shaders = codes.map((code, i) => {
    const shader = gl.createShader(i === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER)
    if (!shader) throw new OsteonError('no-canvas', source, 'gl', 'the WebGL context is lost')
    gl.shaderSource(shader, code)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    return shader
  })
  attributes.forEach((name, location) => {
    gl.bindAttribLocation(program, location, name)
  })
  gl.linkProgram(program)
  // A check of each shader would wait for each; this waits once.
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)]
    const message = `${what} cannot be compiled here: ${logs.filter(Boolean).join(' ')}`
    throw new OsteonError('unsupported-feature', source, 'gl', message)
  }
  for (const shader of shaders) gl.deleteShader(shader)
  return program
}
