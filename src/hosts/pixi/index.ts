/**
 * Skeletons as objects of a PixiJS scene: placed, tinted, masked, filtered and clicked like PixiJS's own objects, and
 * batched with them.
 *
 * @module osteon/pixi
 */
export type { AnimationWorld } from '../../world/world-type'
export type { Box } from '../figures/bounds'
export type { EventName, FigureHit, Listener } from '../figures/methods'
export type { FixedRate } from '../figures/tick'
export { Crowd, createCrowd } from './crowd'
export { type BoundsProvider, Figure, type FigureOptions, type HitProvider, type HostEvent } from './figure'
export { type FigureAssetData, figureParser } from './loader'
export { FigureSlot } from './slot'
export { setPageTexture } from './stage'
export { afterTick, beforeTick, type OsteonTicker, osteonTicker } from './ticker'
