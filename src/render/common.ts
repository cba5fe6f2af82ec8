/** The exports that `osteon/render` and `osteon/render/webgl` have in common. */
export { draw } from '../../systems/draw'
export type { View } from '../base/math/view'
export { fitView, type PlanePoint, screenToWorld, viewMatrix, viewOf, worldToScreen } from './camera'
export type { GlCanvas, GlContext } from './context'
export { fitCanvas } from './fit-canvas'
export { disposeRenderer, type Renderer, type RendererOptions, type RenderStats } from './renderer'
