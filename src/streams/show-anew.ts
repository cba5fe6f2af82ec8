import type { AnimationState } from '../world/state'
import { changePages } from './changes'

/**
 * Call it after the state was replaced: the frame is assembled from nothing, and renderers take all of their copies anew.
 */
export function showAnew({ streams }: AnimationState): void {
  const { capacity, changes, looks, pools } = streams
  pools.frameStale = true
  pools.membersStale = true
  // No skeleton was in the last frame: nothing is copied from it.
  pools.frameNumber++
  const pages = changePages(capacity)
  if (changes.positions.length !== pages) changes.positions = new Uint8Array(pages)
  changes.replaced = true
  changes.indices = true
  changes.tail = true
  looks.first = ++looks.next
}
