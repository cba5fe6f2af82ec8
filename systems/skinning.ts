/** The system `skinning`: makes the vertices of skeletons and quads. */

import { forMarked } from '../src/tick/chunks'
import { finishTick } from '../src/tick/finish-tick'
import { openSystem } from '../src/tick/make-room'
import { skinChunk } from '../src/tick/skin-chunk'
import { heardCall, isHeard } from '../src/world/calls'
import { PLACE } from '../src/world/state'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Writes the world vertices of all shown attachments, cuts clipped ones, and renews changed colours, texture
 * coordinates and draw order.
 *
 * reads   world, deform and slot rows, slot colours, tints
 * writes  the vertex streams, slot rows SLOT.VERTEX, colours last noted
 * runs    after `worldTransform` (and `constraints`); before `draw`
 * cost    a product with a 2 × 3 matrix per influence; allocates only if the number of vertices grew
 */
export function skinning(world: AnimationWorld): void {
  if (isHeard(world)) return void heardCall('skinning', skinning, world)
  openSystem(world, PLACE.skinning)
  forMarked(world, skinChunk)
  finishTick(world)
}
