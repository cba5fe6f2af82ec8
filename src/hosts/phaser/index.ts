/**
 * Figures and crowds as game objects of Phaser 4, and of 3.90.
 *
 * @module osteon/phaser
 */
export type { EventName, FigureHit, Listener } from '../figures/methods'
export type { FixedRate } from '../figures/tick'
export type { FigureConfig, FigureCreator, FigureFactory, FigureLoading } from './augment'
export { Crowd } from './crowd'
export { Figure, type FigureOptions, type HostEvent } from './figure'
export type { FailedFile, FigureFileOptions } from './loader'
export { FigurePlugin, type FigurePluginOptions, figurePlugin } from './plugin'
export { FigureSlot } from './slot'
