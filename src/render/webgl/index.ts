/**
 * Drawing with plain WebGL 1 and 2: the same picture as `osteon/render`, in as many draw calls, without regl and under
 * a content security policy of `script-src 'self'`.
 *
 * @module osteon/render/webgl
 */
import type { AnimationWorld } from '../../world/world-type'
import { installDevice, type Renderer, type RendererOptions } from '../renderer'
import { createWebglDevice } from './device'

export * from '../common'

/**
 * Gives `world` a renderer; it can have one. Draws premultiplied colour, so a canvas that is not opaque
 * needs the default `premultipliedAlpha`. A lost context recovers by itself: while it is lost `draw` does
 * nothing, and afterwards everything is uploaded again.
 *
 * Throws `no-animation` (the world has no `installAnimation`), `bad-option` (it has a renderer already;
 * not exactly one of `canvas` and `gl`), `no-canvas` (no WebGL, or the context is lost), `context-in-use` (another
 * world draws there, and neither is `shared`),
 * `unsupported-feature` (the context lacks 32-bit indices or, if shared, vertex array objects; its shaders cannot be
 * compiled).
 */
export function installRenderer(world: AnimationWorld, options: RendererOptions): Renderer {
  return installDevice(world, options, createWebglDevice)
}
