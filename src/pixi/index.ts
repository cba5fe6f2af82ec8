/**
 * Skeletons as objects of a PixiJS scene.
 *
 * @module osteon/pixi
 */
export { Figure, type FigureOptions } from './figure'
export { FigureSlot } from './slot'
export { setPageTexture } from './stage'
export { afterTick, beforeTick, type OsteonTicker, osteonTicker } from './ticker'
