/** Uploads changed looks. */
import { renewLooks } from '../streams/looks'
import type { AnimationState } from '../world/state'
import { uploadLookPages, type VertexBuffers } from './vertex-buffers'

/** Uploads the looks that changed since the last call. Returns the number of bytes. */
export function uploadLooks(buffers: VertexBuffers, state: AnimationState): number {
  renewLooks(state, buffers.looks, buffers.lookPages)
  return uploadLookPages(buffers, state.streams.vertexCount)
}
