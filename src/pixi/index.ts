/**
 * Skeletons as objects of a PixiJS scene.
 *
 * @module osteon/pixi
 */
export { Figure, type FigureOptions } from './figure'
