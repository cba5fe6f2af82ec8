import { OsteonError } from '../errors'

/** Either generation of WebGL. */
export type GlContext = WebGLRenderingContext | WebGL2RenderingContext

/** What can be drawn on. */
export type GlCanvas = HTMLCanvasElement | OffscreenCanvas

const GL_VERSION = 0x1f02
const GL_TEXTURE_2D = 0x0de1
const GL_TEXTURE0 = 0x84c0
const GL_MAX_TEXTURE_IMAGE_UNITS = 0x8872

/** Depth and stencil are not needed, and textured edges are soft without multisampling. */
const ATTRIBUTES: WebGLContextAttributes = {
  alpha: true,
  premultipliedAlpha: true,
  antialias: false,
  depth: false,
  stencil: false,
}

/** The canvas's context, WebGL2 if it can be had. Throws `no-canvas` if there is no WebGL. */
export function contextOf(canvas: GlCanvas, attributes?: WebGLContextAttributes): GlContext {
  const wanted = { ...ATTRIBUTES, ...attributes }
  const gl = canvas.getContext('webgl2', wanted) ?? canvas.getContext('webgl', wanted)
  if (gl) return gl as GlContext
  throw new OsteonError('no-canvas', 'installRenderer', 'canvas', 'the canvas gives no WebGL context')
}

/**
 * Whether it is a WebGL2 context: libraries give WebGL1 ones methods of WebGL2. Asks the context: not for every
 * frame (`Gate.gl2`).
 */
export function isWebGL2(gl: GlContext): gl is WebGL2RenderingContext {
  if (typeof WebGL2RenderingContext !== 'undefined' && gl instanceof WebGL2RenderingContext) return true
  // Of another window, or a wrapper.
  return String(gl.getParameter(GL_VERSION)).startsWith('WebGL 2')
}

/** Whether there are pixels to draw into: a hidden canvas often has none. */
export function hasPixels(gl: GlContext): boolean {
  const { canvas } = gl
  if (!canvas) return gl.drawingBufferWidth > 0 && gl.drawingBufferHeight > 0
  return canvas.width > 0 && canvas.height > 0
}

/** Under this key a context holds the renderer that takes it for its own. Other copies of this code know it, too. */
const OWNER = Symbol.for('osteon.renderer')
type Owned = { [OWNER]?: object }

/** @throws OsteonError `context-in-use`. */
export function checkUnowned(gl: GlContext, path: string): void {
  if (!(gl as Owned)[OWNER]) return
  const message = 'another renderer has this context for its own: give all but one of them `shared: true`'
  throw new OsteonError('context-in-use', 'installRenderer', path, message)
}

export function ownContext(gl: GlContext, owner: object): void {
  const context = gl as Owned
  context[OWNER] = owner
}

/** Does nothing if another renderer owns it. */
export function disownContext(gl: GlContext, owner: object): void {
  const context = gl as Owned
  if (context[OWNER] === owner) delete context[OWNER]
}

/** The context as regl gets it. */
export interface Gate {
  readonly gl: GlContext
  /** The same, if it is a WebGL2 context. */
  readonly gl2: WebGL2RenderingContext | null
  /** What regl is given: the methods of `gl`, less what is said at `createGate`. */
  readonly context: WebGLRenderingContext
  /** What regl has bound to TEXTURE_2D of each unit, and believes to be there still. */
  readonly bound: (WebGLTexture | null)[]
  /** The objects that regl made last: it doesn't tell them otherwise. */
  latestTexture: WebGLTexture | null
  latestBuffer: WebGLBuffer | null
  /** Called before regl binds to a target of a unit, which is active then. */
  beforeBind: ((unit: number, target: number) => void) | null
}

/** Capabilities that decide how triangles come out; each draw sets them. All others stay the host's. */
export const CAPABILITIES = [
  0x0be2, // BLEND
  0x0b44, // CULL_FACE
  0x0b71, // DEPTH_TEST
  0x0b90, // STENCIL_TEST
  0x809e, // SAMPLE_ALPHA_TO_COVERAGE
  0x80a0, // SAMPLE_COVERAGE
]

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
export function createGate(gl: GlContext, units: number): Gate {
  const bound: (WebGLTexture | null)[] = new Array(units).fill(null)
  let active = 0
  const methods = boundMethods(gl)
  const gl2 = isWebGL2(gl) ? gl : null
  for (const name of UNUSED) methods[name] = () => {}
  const gate: Gate = {
    gl,
    gl2,
    context: methods as unknown as WebGLRenderingContext,
    bound,
    latestTexture: null,
    latestBuffer: null,
    beforeBind: null,
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
        gate.beforeBind?.(active, target)
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
