/** Finishes a tick, once all chunks are skinned. */

import { finishStreams } from '../streams/finish'
import { PLACE } from '../world/state'
import type { AnimationWorld } from '../world/world-type'
import { endSystem } from './open-tick'

/** Ends `skinning` after all chunks: quads, colours, clipping, notes of changes. Vertices and bounds can be read. */
export function finishTick({ animation: state }: AnimationWorld): void {
  state.joins.quads.place()
  state.joins.carry?.skinned()
  finishStreams(state)
  endSystem(state, PLACE.skinning)
  for (const finish of state.joins.finishTick) finish()
}
