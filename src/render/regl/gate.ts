/** Filters the calls of regl to a context. */
import { CAPABILITIES, type GlContext } from '../context'
import type { DeviceContext } from '../device'

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_MAX_TEXTURE_IMAGE_UNITS = 0x8872

/** A context for regl, and the objects that regl makes. */
export interface Gate {
  /** The context for regl: the methods of `gl`, changed as `createGate` says. */
  readonly context: WebGLRenderingContext
  /** By unit: the texture that regl has bound to TEXTURE_2D, and assumes to be still bound. */
  readonly bound: (WebGLTexture | null)[]
  /** The latest objects of regl, which does not expose them. */
  latestTexture: WebGLTexture | null
  latestBuffer: WebGLBuffer | null
}

/** State that regl resets at its start, and that we never use. */
const UNUSED = [
  'bindFramebuffer',
  'blendColor',
  'cullFace',
  'depthFunc',
  'depthMask',
  'depthRange',
  'frontFace',
  'lineWidth',
  'polygonOffset',
  'sampleCoverage',
  'scissor',
  'stencilFunc',
  'stencilMask',
  'stencilOpSeparate',
  'vertexAttrib4f',
  'viewport',
]

/**
 * Filters the calls of regl to a context:
 * - regl 2.1.1 knows WebGL1 only. Extensions that are part of WebGL2 are emulated here.
 * - State that we never use is left alone, so a shared context has less to restore.
 * - regl sees `units` texture units only, and its bindings are noted. It binds a texture only if it is not bound
 *   already, so a shared context must have its bindings restored.
 * - The context has no canvas, so regl does not listen for lost contexts. After a loss everything is made again.
 */
export function createGate({ gl, gl2, units, beforeBind }: DeviceContext): Gate {
  const bound: (WebGLTexture | null)[] = new Array(units).fill(null)
  let active = 0
  const methods = boundMethods(gl)
  for (const name of UNUSED) methods[name] = () => {}
  const gate: Gate = {
    context: methods as unknown as WebGLRenderingContext,
    bound,
    latestTexture: null,
    latestBuffer: null,
  }
  return Object.assign(gate, {
    context: Object.assign(methods, {
      getExtension: (name: string) =>
        gl2 !== null && name.toLowerCase() === 'oes_element_index_uint' ? {} : gl.getExtension(name),
      getParameter: (name: number) => (name === GL_MAX_TEXTURE_IMAGE_UNITS ? units : gl.getParameter(name)),
      enable: (flag: number) => {
        if (CAPABILITIES.includes(flag)) gl.enable(flag)
      },
      disable: (flag: number) => {
        if (CAPABILITIES.includes(flag)) gl.disable(flag)
      },
      createTexture: () => {
        gate.latestTexture = gl.createTexture()
        return gate.latestTexture
      },
      createBuffer: () => {
        gate.latestBuffer = gl.createBuffer()
        return gate.latestBuffer
      },
      activeTexture: (unit: number) => {
        active = unit - GL_TEXTURE0
        gl.activeTexture(unit)
      },
      bindTexture: (target: number, texture: WebGLTexture | null) => {
        beforeBind?.(active, target)
        if (target === GL_TEXTURE_2D) bound[active] = texture
        gl.bindTexture(target, texture)
      },
    }) as unknown as WebGLRenderingContext,
  })
}

/** A plain object with the context's constants, and its methods bound to the context. */
function boundMethods(gl: GlContext): Record<string, unknown> {
  const methods: Record<string, unknown> = {}
  for (const name in gl) {
    const value: unknown = gl[name as keyof GlContext]
    if (typeof value === 'function') methods[name] = value.bind(gl)
    else if (typeof value === 'number') methods[name] = value
  }
  return Object.defineProperties(methods, {
    drawingBufferWidth: { get: () => gl.drawingBufferWidth },
    drawingBufferHeight: { get: () => gl.drawingBufferHeight },
  })
}
