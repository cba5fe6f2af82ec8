/**
 * Sprites: entities that show one region of an atlas each, drawn among skeletons. Particles, props, or anything else.
 *
 * @module osteon/sprites
 */
export type { SpriteData } from './component'
export { sprites } from './render/install'
export { despawnSprite, registerAtlas, type SpriteOptions, spawnSprite, spawnSprites } from './spawn'
export type { SpriteColumns, SpriteSheet } from './state'
