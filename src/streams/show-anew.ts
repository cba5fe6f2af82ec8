import type { AnimationState } from '../world/state'
import { changePages } from './changes'

/**
 * Marks all streams as changed after the state was replaced. The frame is assembled again, and renderers renew all
 * copies.
 */
export function showAnew({ streams }: AnimationState): void {
  const { capacity, changes, looks, pools } = streams
  pools.frameStale = true
  pools.membersStale = true
  // A new number, so that nothing is copied from the last frame.
  pools.frameNumber++
  const pages = changePages(capacity)
  if (changes.positions.length !== pages) changes.positions = new Uint8Array(pages)
  changes.replaced = true
  changes.indices = true
  changes.tail = true
  looks.first = ++looks.next
}
