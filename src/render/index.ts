/**
 * Drawing with regl on WebGL 1 and 2. Needs a canvas and, for regl, `unsafe-eval`.
 *
 * @module osteon/render
 */
export { draw } from '../../systems/draw'
export type { View } from '../math/view'
export { fitView, type PlanePoint, screenToWorld, viewMatrix, worldToScreen } from './camera'
export type { GlCanvas, GlContext } from './context'
export {
  disposeRenderer,
  installRenderer,
  type Renderer,
  type RendererOptions,
  type RenderStats,
} from './renderer'
