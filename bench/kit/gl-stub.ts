/** A WebGL2 context that only counts calls, for measuring the processor time of drawing without a GPU. */
import type { GlContext } from 'osteon/render'

export interface GlCounts {
  /** Of any function. */
  calls: number
  drawCalls: number
  /** Calls of `bufferSubData` and `texSubImage2D`, and bytes that they were given. */
  uploads: number
  bytes: number
}

const IGNORED = [
  [
    'activeTexture',
    'attachShader',
    'bindAttribLocation',
    'bindBuffer',
    'bindFramebuffer',
    'bindRenderbuffer',
  ],
  ['bindTexture', 'bindVertexArray', 'blendColor', 'blendEquation', 'blendEquationSeparate', 'blendFunc'],
  ['blendFuncSeparate', 'bufferData', 'clear', 'clearColor', 'colorMask', 'compileShader', 'cullFace'],
  ['deleteBuffer', 'deleteProgram', 'deleteShader', 'deleteTexture', 'depthFunc', 'depthMask', 'depthRange'],
  ['disable', 'disableVertexAttribArray', 'enable', 'enableVertexAttribArray', 'frontFace', 'generateMipmap'],
  ['hint', 'lineWidth', 'linkProgram', 'pixelStorei', 'polygonOffset', 'sampleCoverage', 'scissor'],
  ['shaderSource', 'stencilFunc', 'stencilFuncSeparate', 'stencilMask', 'stencilMaskSeparate', 'stencilOp'],
  ['stencilOpSeparate', 'texImage2D', 'texParameteri', 'uniform1f', 'uniform1i', 'uniform1iv', 'uniform2f'],
  [
    'uniform3f',
    'uniform4f',
    'uniform4fv',
    'uniformMatrix3fv',
    'useProgram',
    'vertexAttrib2f',
    'vertexAttrib4f',
  ],
  ['vertexAttribPointer', 'vertexAttribIPointer', 'vertexAttribDivisor', 'viewport'],
  [
    'beginTransformFeedback',
    'bindBufferRange',
    'bindTransformFeedback',
    'drawArrays',
    'endTransformFeedback',
  ],
  ['transformFeedbackVaryings'],
].flat()
const CREATED = ['Buffer', 'Framebuffer', 'Program', 'Shader', 'Texture', 'TransformFeedback', 'VertexArray']

const GL_MAX_TEXTURE_IMAGE_UNITS = 0x8872
const GL_MAX_VERTEX_ATTRIBS = 0x8869
const GL_VERSION = 0x1f02
const GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS = 0x8b4c
const GL_MAX_TEXTURE_SIZE = 0x0d33
const GL_ACTIVE_UNIFORMS = 0x8b86
const GL_ACTIVE_ATTRIBUTES = 0x8b89
const GL_FLOAT_VEC4 = 0x8b52
const GL_FLOAT_MAT3 = 0x8b5b
const GL_SAMPLER_2D = 0x8b5e
const UNITS = 16

const ATTRIBUTES = ['position', 'uv', 'light', 'dark', 'info']
const UNIFORMS = [
  { name: 'view', type: GL_FLOAT_MAT3, size: 1 },
  ...Array.from({ length: UNITS }, (_, unit) => ({ name: `page${unit}`, type: GL_SAMPLER_2D, size: 1 })),
  { name: 'pages[0]', type: GL_FLOAT_VEC4, size: UNITS / 4 },
]

/** Makes the context and its counts. */
export function countingGl(): { gl: GlContext; counts: GlCounts } {
  const counts: GlCounts = { calls: 0, drawCalls: 0, uploads: 0, bytes: 0 }
  const called = () => {
    counts.calls++
  }
  const drawn = () => {
    counts.calls++
    counts.drawCalls++
  }
  const gl: Record<string, unknown> = {
    drawingBufferWidth: 1920,
    drawingBufferHeight: 1080,
    drawElements: drawn,
    drawArraysInstanced: drawn,
    drawElementsInstanced: drawn,
    bufferSubData: (
      _: number,
      __: number,
      data: Float32Array | Uint8Array,
      ___ = 0,
      length = data.length,
    ) => {
      counts.calls++
      counts.uploads++
      counts.bytes += length * (data instanceof Uint8Array ? 1 : 4)
    },
    // Of one float a texel, as instances are; no other texture is measured.
    texSubImage2D: (_: number, __: number, ___: number, ____: number, width: number, height: number) => {
      counts.calls++
      counts.uploads++
      counts.bytes += 4 * width * height
    },
    getActiveAttrib: (_: unknown, index: number) => ({
      name: ATTRIBUTES[index],
      type: GL_FLOAT_VEC4,
      size: 1,
    }),
    getActiveUniform: (_: unknown, index: number) => UNIFORMS[index],
    getAttribLocation: (_: unknown, name: string) => ATTRIBUTES.indexOf(name),
    getUniformLocation: (_: unknown, name: string) => ({ name }),
    getContextAttributes: () => ({}),
    getError: () => 0,
    getExtension: (name: string) =>
      name === 'WEBGL_multi_draw' ? { multiDrawElementsInstancedWEBGL: drawn } : null,
    getProgramParameter: (_: unknown, name: number) => {
      if (name === GL_ACTIVE_UNIFORMS) return UNIFORMS.length
      return name === GL_ACTIVE_ATTRIBUTES ? ATTRIBUTES.length : true
    },
    getShaderParameter: () => true,
    getParameter: (name: number) => {
      if (name === GL_VERSION) return 'WebGL 2.0'
      if (name === GL_MAX_TEXTURE_SIZE) return 8192
      if (name === GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS) return UNITS
      return name === GL_MAX_TEXTURE_IMAGE_UNITS || name === GL_MAX_VERTEX_ATTRIBS ? UNITS : 0
    },
    isContextLost: () => false,
  }
  for (const name of IGNORED) gl[name] = called
  for (const kind of CREATED) gl[`create${kind}`] = () => ({})
  return { gl: gl as unknown as GlContext, counts }
}
