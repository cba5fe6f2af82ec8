/**
 * Drawing with regl on WebGL 1 and 2. Needs a canvas and, for regl, `unsafe-eval`.
 *
 * @module osteon/render
 */
export { draw } from '../../systems/draw'
export { fitView, screenToWorld, type View, viewMatrix, worldToScreen } from './camera'
export type { GlCanvas, GlContext } from './context'
export {
  disposeRenderer,
  installRenderer,
  type Renderer,
  type RendererOptions,
  type RenderStats,
} from './renderer'
