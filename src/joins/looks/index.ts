/**
 * Looks: entities that are drawn grey, flat, dissolving, in other colours or with an outline, in the draw calls of all
 * others. Needs `osteon/render` or `osteon/render/webgl`.
 *
 * @module osteon/looks
 */
export type { LookData } from './component'
export { looks } from './install'
export { look, setPalettes } from './look'
export type { LookColumns, LookWorld } from './state'
