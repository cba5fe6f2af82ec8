/** The system `draw`: draws the vertex streams on a canvas. */
import type { ReadonlyMat3 } from 'gl-matrix'
import { OsteonError } from '../src/base/errors'
import type { View } from '../src/base/math/view'
import { drawStreams } from '../src/render/renderer'
import { uploadLooks } from '../src/render/vertex-buffers'
import { assembleFrame } from '../src/streams/frame/frame'
import { stateOf } from '../src/world/state-of'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Draws all visible drawables over the current contents of the canvas. Clearing it is up to you.
 *
 * reads   the vertex streams, slot rows and colours of changed skeletons, pages of registered rigs and atlases
 * writes  the canvas; `stats` of the renderer
 * runs    after `skinning`, once for each view: further views of a tick upload nothing
 * cost    one draw call per blend state and set of textures; 8 bytes uploaded per moving
 *         vertex, 4 per index if the order changed
 *
 * `view` is a rectangle about its middle, y up, or a mat3 from world to clip space (−1…1). Without one, a world unit is
 * a pixel and the origin is in the canvas's middle.
 *
 * While the context is lost nothing is drawn, and changes are kept until it returns. A target without pixels is not
 * drawn to either: a canvas of 0 × 0 with a view of its size isn't an error.
 *
 * Throws `no-renderer`; `missing-page` if a visible page was loaded without its image; `bad-option` for a view with a
 * number that isn't finite, or without a size. In these cases nothing has been drawn.
 */
export function draw(world: AnimationWorld, view?: View | ReadonlyMat3): void {
  const state = stateOf(world)
  const { renderer } = state
  if (!renderer) throw new OsteonError('no-renderer', 'draw', 'world', 'call installRenderer first')
  assembleFrame(world, true)
  drawStreams(renderer, state, uploadLooks, view)
}
