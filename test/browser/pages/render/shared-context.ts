/** A host library with state of every kind on its context, to see whether `draw` leaves it alone. */
import { type GlContext, isWebGL2 } from '../../../../src/render/context'

const VERTEX = 'attribute vec2 at; void main() { gl_Position = vec4(at, 0.0, 1.0); }'
const FRAGMENT = 'precision mediump float; void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }'

/** A host that has its own program, buffers and textures bound; `ownVertexArray`: in a VAO of its own. */
export interface Borrowed {
  /** Every listed value, by name; objects as a number of their own. */
  read(): Record<string, unknown>
  /** Draws a green triangle over the whole picture with the present bindings. */
  drawOwn(): void
}

export function createHost(gl: GlContext, ownVertexArray: boolean): Borrowed {
  const extension = isWebGL2(gl) ? null : gl.getExtension('OES_vertex_array_object')
  if (ownVertexArray && isWebGL2(gl)) gl.bindVertexArray(gl.createVertexArray())
  else if (ownVertexArray) extension?.bindVertexArrayOES(extension.createVertexArrayOES())
  bindProgram(gl)
  bindTextures(gl)
  setState(gl)
  return {
    read: stateReader(gl),
    drawOwn: () => gl.drawElements(gl.TRIANGLES, 3, gl.UNSIGNED_SHORT, 0),
  }
}

/** Reads every listed value of a context, by name; objects as a number of their own. */
export function stateReader(gl: GlContext): () => Record<string, unknown> {
  const ids = new Map<object, number>()
  return () => readState(gl, ids)
}

function bindProgram(gl: GlContext): void {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.bindAttribLocation(program, 0, 'at')
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
  gl.vertexAttrib4f(3, 1, 2, 3, 4)
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array([0, 1, 2]), gl.STATIC_DRAW)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
}

function bindTextures(gl: GlContext): void {
  for (let unit = 0; unit < 8; unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit)
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    gl.bindTexture(gl.TEXTURE_CUBE_MAP, gl.createTexture())
    if (!isWebGL2(gl)) continue
    const sampler = gl.createSampler()
    gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    gl.bindSampler(unit, sampler)
  }
  gl.activeTexture(gl.TEXTURE0 + 5)
}

function setState(gl: GlContext): void {
  const framebuffer = gl.createFramebuffer()
  const target = gl.createTexture()
  gl.activeTexture(gl.TEXTURE0 + 6)
  gl.bindTexture(gl.TEXTURE_2D, target)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 64, 64, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
  gl.activeTexture(gl.TEXTURE0 + 5)
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0)

  for (const flag of [gl.CULL_FACE, gl.SCISSOR_TEST, gl.SAMPLE_COVERAGE, gl.POLYGON_OFFSET_FILL])
    gl.enable(flag)
  gl.disable(gl.DITHER)
  gl.sampleCoverage(0.75, true)
  gl.polygonOffset(2, 3)
  gl.scissor(0, 0, 48, 64)
  gl.viewport(0, 0, 64, 60)
  gl.enable(gl.BLEND)
  gl.blendColor(0.1, 0.2, 0.3, 0.4)
  gl.blendEquationSeparate(gl.FUNC_SUBTRACT, gl.FUNC_REVERSE_SUBTRACT)
  gl.blendFuncSeparate(gl.SRC_COLOR, gl.DST_ALPHA, gl.ZERO, gl.CONSTANT_ALPHA)
  gl.enable(gl.DEPTH_TEST)
  gl.depthFunc(gl.GREATER)
  gl.depthMask(false)
  gl.depthRange(0.25, 0.5)
  gl.enable(gl.STENCIL_TEST)
  gl.stencilFuncSeparate(gl.FRONT, gl.EQUAL, 3, 0xf0)
  gl.stencilFuncSeparate(gl.BACK, gl.NOTEQUAL, 5, 0x0f)
  gl.stencilOpSeparate(gl.FRONT, gl.INCR, gl.DECR, gl.INVERT)
  gl.stencilOpSeparate(gl.BACK, gl.ZERO, gl.REPLACE, gl.KEEP)
  gl.stencilMaskSeparate(gl.FRONT, 0x0f)
  gl.stencilMaskSeparate(gl.BACK, 0xf0)
  gl.cullFace(gl.FRONT)
  gl.frontFace(gl.CW)
  gl.colorMask(true, true, false, true)
  gl.clearColor(0.5, 0.25, 0.125, 1)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 8)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  gl.pixelStorei(gl.PACK_ALIGNMENT, 2)
  if (!isWebGL2(gl)) return
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 77)
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 2)
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 3)
  gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, gl.createBuffer())
  gl.bindBuffer(gl.UNIFORM_BUFFER, gl.createBuffer())
}

const PARAMETERS = [
  'ACTIVE_TEXTURE',
  'ARRAY_BUFFER_BINDING',
  'BLEND',
  'BLEND_COLOR',
  'BLEND_DST_ALPHA',
  'BLEND_DST_RGB',
  'BLEND_EQUATION_ALPHA',
  'BLEND_EQUATION_RGB',
  'BLEND_SRC_ALPHA',
  'BLEND_SRC_RGB',
  'COLOR_CLEAR_VALUE',
  'COLOR_WRITEMASK',
  'CULL_FACE',
  'CULL_FACE_MODE',
  'CURRENT_PROGRAM',
  'DEPTH_CLEAR_VALUE',
  'DEPTH_FUNC',
  'DEPTH_RANGE',
  'DEPTH_TEST',
  'DEPTH_WRITEMASK',
  'DITHER',
  'ELEMENT_ARRAY_BUFFER_BINDING',
  'FRAMEBUFFER_BINDING',
  'FRONT_FACE',
  'GENERATE_MIPMAP_HINT',
  'LINE_WIDTH',
  'PACK_ALIGNMENT',
  'PIXEL_UNPACK_BUFFER_BINDING',
  'POLYGON_OFFSET_FACTOR',
  'POLYGON_OFFSET_FILL',
  'POLYGON_OFFSET_UNITS',
  'READ_FRAMEBUFFER_BINDING',
  'RENDERBUFFER_BINDING',
  'SAMPLE_ALPHA_TO_COVERAGE',
  'SAMPLE_COVERAGE',
  'SAMPLE_COVERAGE_INVERT',
  'SAMPLE_COVERAGE_VALUE',
  'SCISSOR_BOX',
  'SCISSOR_TEST',
  'STENCIL_BACK_FAIL',
  'STENCIL_BACK_FUNC',
  'STENCIL_BACK_PASS_DEPTH_FAIL',
  'STENCIL_BACK_PASS_DEPTH_PASS',
  'STENCIL_BACK_REF',
  'STENCIL_BACK_VALUE_MASK',
  'STENCIL_BACK_WRITEMASK',
  'STENCIL_CLEAR_VALUE',
  'STENCIL_FAIL',
  'STENCIL_FUNC',
  'STENCIL_PASS_DEPTH_FAIL',
  'STENCIL_PASS_DEPTH_PASS',
  'STENCIL_REF',
  'STENCIL_TEST',
  'STENCIL_VALUE_MASK',
  'STENCIL_WRITEMASK',
  'TRANSFORM_FEEDBACK_BINDING',
  'UNIFORM_BUFFER_BINDING',
  'UNPACK_ALIGNMENT',
  'UNPACK_COLORSPACE_CONVERSION_WEBGL',
  'UNPACK_FLIP_Y_WEBGL',
  'UNPACK_PREMULTIPLY_ALPHA_WEBGL',
  'UNPACK_ROW_LENGTH',
  'UNPACK_SKIP_PIXELS',
  'UNPACK_SKIP_ROWS',
  'VIEWPORT',
]

const ATTRIBUTE_PARAMETERS = [
  'CURRENT_VERTEX_ATTRIB',
  'VERTEX_ATTRIB_ARRAY_BUFFER_BINDING',
  'VERTEX_ATTRIB_ARRAY_ENABLED',
  'VERTEX_ATTRIB_ARRAY_NORMALIZED',
  'VERTEX_ATTRIB_ARRAY_SIZE',
  'VERTEX_ATTRIB_ARRAY_STRIDE',
  'VERTEX_ATTRIB_ARRAY_TYPE',
]

function readState(gl: GlContext, ids: Map<object, number>): Record<string, unknown> {
  const constants = gl as unknown as Record<string, number>
  const state: Record<string, unknown> = {}
  const plain = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>)
    if (Array.isArray(value)) return value
    if (!ids.has(value)) ids.set(value, ids.size)
    return `object ${ids.get(value)}`
  }
  for (const name of PARAMETERS) if (name in gl) state[name] = plain(gl.getParameter(constants[name]))
  state.VERTEX_ARRAY_BINDING = plain(gl.getParameter(0x85b5))
  for (let i = 0; i < gl.getParameter(gl.MAX_VERTEX_ATTRIBS); i++)
    for (const name of ATTRIBUTE_PARAMETERS)
      state[`attribute ${i} ${name}`] = plain(gl.getVertexAttrib(i, constants[name]))
  const active = gl.getParameter(gl.ACTIVE_TEXTURE)
  for (let unit = 0; unit < gl.getParameter(gl.MAX_TEXTURE_IMAGE_UNITS); unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit)
    state[`unit ${unit} 2D`] = plain(gl.getParameter(gl.TEXTURE_BINDING_2D))
    state[`unit ${unit} CUBE`] = plain(gl.getParameter(gl.TEXTURE_BINDING_CUBE_MAP))
    if (isWebGL2(gl)) state[`unit ${unit} SAMPLER`] = plain(gl.getParameter(gl.SAMPLER_BINDING))
  }
  gl.activeTexture(active)
  return state
}
