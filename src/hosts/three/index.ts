/**
 * Figures in a scene of Three.js: each as a separate object, or a crowd in one.
 *
 * @module osteon/three
 */
export type { FigureHit } from '../figures/methods'
export type { FixedRate } from '../figures/tick'
export type { FigureEventMap } from './body'
export type { FigureIntersection } from './cast-ray'
export { type Crowd, type CrowdOptions, createCrowd } from './crowd'
export { Figure, type FigureOptions } from './figure'
export { FigureLoader, type FigureLoaderOptions } from './loader'
export { FigureSlot } from './slot'
export { refreshFigures, updateFigures } from './update'
