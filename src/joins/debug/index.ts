/**
 * Shows what is inside a world as lines and labels over its picture: bones, meshes, clips, boxes, names, sleep, drawing
 * order.
 *
 * `debugShapes` lists them as typed arrays. `drawDebug` draws them on a Canvas2D. `createDebugLines` and
 * `placeDebugLines` turn the lines into sprites, which any renderer draws.
 *
 * @module osteon/debug
 */
export { type DebugContext, type DebugSize, drawDebug } from './canvas'
export { type DebugOptions, debugShapes } from './collect'
export { createDebugLines, type DebugLines, placeDebugLines } from './lines'
export { createDebugShapes, DEBUG_KIND, type DebugShapes } from './shapes'
