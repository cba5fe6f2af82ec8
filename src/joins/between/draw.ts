/** Draws between two ticks. */
import type { ReadonlyMat3 } from 'gl-matrix'
import { OsteonError } from '../../base/errors'
import type { View } from '../../base/math/view'
import { drawStreams } from '../../render/renderer'
import { uploadLookPages, type VertexBuffers } from '../../render/vertex-buffers'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { blendLooks, blendTicks, endBlend, unblendLooks } from './blend'

/**
 * Draws a world as `draw` does, between its last two ticks: positions of vertices and colours are blended. Draw order,
 * attachments and texture coordinates are those of the last tick. What is new, or shows something else since, is drawn
 * as it was in the last tick; so are sprites that clips cut.
 *
 * Each call uploads what moved in the last tick, and cuts clipped slots again.
 *
 * @param share 0: the tick before the last one; 1: the last tick. `fixedTicks` returns it.
 * @throws OsteonError as `draw`; `no-extension`: the world doesn't use `betweenTicks`; `bad-option`: the share isn't from
 *   0 to 1. In these cases nothing has been drawn.
 */
export function drawBetween(world: AnimationWorld, share: number, view?: View | ReadonlyMat3): void {
  const state = stateOf(world)
  const { joins, pages, renderer } = state
  if (!renderer) throw new OsteonError('no-renderer', 'drawBetween', 'world', 'call installRenderer first')
  const streams = blendTicks(world, share)
  try {
    drawStreams(renderer, { streams, pages, joins, state }, uploadBlend, view)
  } finally {
    endBlend(state)
  }
}

function uploadBlend(buffers: VertexBuffers, { state }: { readonly state: AnimationState }): number {
  const { lookPages, looks } = buffers
  blendLooks(state, looks, lookPages)
  const bytes = uploadLookPages(buffers, state.streams.vertexCount)
  unblendLooks(state, looks, lookPages)
  return bytes
}
