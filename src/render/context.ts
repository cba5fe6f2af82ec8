/** Creates WebGL contexts, and notes which renderer owns each. */
import { OsteonError } from '../base/errors'

/** A context of WebGL 1 or 2. */
export type GlContext = WebGLRenderingContext | WebGL2RenderingContext

/** A canvas to draw on. */
export type GlCanvas = HTMLCanvasElement | OffscreenCanvas

const GL_VERSION = 0x1f02

/** Drawing needs no depth or stencil, and textured edges are soft without multisampling. */
const ATTRIBUTES: WebGLContextAttributes = {
  alpha: true,
  premultipliedAlpha: true,
  antialias: false,
  depth: false,
  stencil: false,
}

/** The canvas's context, WebGL2 if possible. Throws `no-canvas` if there is no WebGL. */
export function contextOf(canvas: GlCanvas, attributes?: WebGLContextAttributes): GlContext {
  const wanted = { ...ATTRIBUTES, ...attributes }
  const gl = canvas.getContext('webgl2', wanted) ?? canvas.getContext('webgl', wanted)
  if (gl) return gl as GlContext
  throw new OsteonError('no-canvas', 'installRenderer', 'canvas', 'the canvas has no WebGL context')
}

/**
 * Whether a context is of WebGL2. Methods aren't a sign of it: libraries add methods of WebGL2 to WebGL1 contexts. It
 * asks the context, so do not call it in every frame (`DeviceContext.gl2`).
 */
export function isWebGL2(gl: GlContext): gl is WebGL2RenderingContext {
  if (typeof WebGL2RenderingContext !== 'undefined' && gl instanceof WebGL2RenderingContext) return true
  // A context of another window, or a wrapper.
  return String(gl.getParameter(GL_VERSION)).startsWith('WebGL 2')
}

/** Whether the context has pixels to draw into. A hidden canvas often has none. */
export function hasPixels(gl: GlContext): boolean {
  const { canvas } = gl
  if (!canvas) return gl.drawingBufferWidth > 0 && gl.drawingBufferHeight > 0
  return canvas.width > 0 && canvas.height > 0
}

/** The key under which a context holds the renderer that owns it. Other copies of this code use it, too. */
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

/** Does nothing if another renderer owns the context. */
export function disownContext(gl: GlContext, owner: object): void {
  const context = gl as Owned
  if (context[OWNER] === owner) delete context[OWNER]
}

/** Capabilities that affect how triangles are drawn. Each draw sets them; all others stay the host's. */
export const CAPABILITIES = [
  0x0be2, // BLEND
  0x0b44, // CULL_FACE
  0x0b71, // DEPTH_TEST
  0x0b90, // STENCIL_TEST
  0x809e, // SAMPLE_ALPHA_TO_COVERAGE
  0x80a0, // SAMPLE_COVERAGE
]
