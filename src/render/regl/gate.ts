/** Stands between regl and a context. */
import { CAPABILITIES, type GlContext } from '../context'
import type { DeviceContext } from '../device'

const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_MAX_TEXTURE_IMAGE_UNITS = 0x8872

/** The context as regl gets it. */
export interface Gate {
  /** What regl is given: the methods of `gl`, less what is said at `createGate`. */
  readonly context: WebGLRenderingContext
  /** What regl has bound to TEXTURE_2D of each unit, and believes to be there still. */
  readonly bound: (WebGLTexture | null)[]
  /** The objects that regl made last: it doesn't tell them otherwise. */
  latestTexture: WebGLTexture | null
  latestBuffer: WebGLBuffer | null
}

/** State that regl resets when it starts though nothing of ours depends on it. */
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
 * Stands between regl and the context:
 * - regl 2.1.1 knows WebGL1 only, so what its extensions gave and WebGL2 has by itself is answered here;
 * - state that we never use is left alone, so a shared context has less to be put back;
 * - regl has no more than `units` texture units, and what it binds to them is noted, so that a shared
 *   context can be made what regl left behind (it binds a texture only if it isn't bound already);
 * - it has no canvas, so regl doesn't listen for lost contexts: everything is made anew after one.
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

/** A plain object with the context's constants and methods, which only work when called on the context. */
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
