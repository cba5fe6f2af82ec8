/** The drawing order of skeletons: ascending sort key, equal keys by age. */
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'

/**
 * Brings `pools.drawn` up to date. One comparison a skeleton while the order holds; a merge sort that
 * passes over what is in order already where it does not. Allocates only to grow.
 *
 * @returns whether the list differs from the last one.
 */
export function sortDrawn(state: AnimationState): boolean {
  const { alive, skeletons, streams, tick } = state
  const { pools } = streams
  const renewed = pools.membersStale || pools.drawnCount + tick.leaving.size !== alive.count
  if (renewed) {
    if (pools.drawn.length < alive.count) {
      pools.drawn = new Int32Array(2 * alive.count)
      pools.spare = new Int32Array(2 * alive.count)
    }
    pools.drawnCount = 0
    for (let i = 0; i < alive.count; i++) {
      const eid = alive.ids[i]
      if ((skeletons.flags[eid] & SKELETON_FLAG.gone) === 0) pools.drawn[pools.drawnCount++] = eid
    }
    pools.membersStale = false
  }
  const { drawn, drawnCount } = pools
  const { sortKey, serial } = skeletons
  for (let i = 1; i < drawnCount; i++) {
    if (isBefore(drawn[i], drawn[i - 1], sortKey, serial)) {
      mergeSort(state)
      return true
    }
  }
  return renewed
}

function isBefore(a: number, b: number, sortKey: Float32Array, serial: Uint32Array): boolean {
  return sortKey[a] < sortKey[b] || (sortKey[a] === sortKey[b] && serial[a] < serial[b])
}

function mergeSort({ skeletons, streams }: AnimationState): void {
  const { pools } = streams
  const { drawnCount: count } = pools
  const { sortKey, serial } = skeletons
  for (let width = 1; width < count; width *= 2) {
    const { drawn: from, spare: to } = pools
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count)
      const end = Math.min(start + 2 * width, count)
      let left = start
      let right = middle
      // Halves in order already are copied as one.
      if (right >= end || !isBefore(from[right], from[right - 1], sortKey, serial)) right = end
      for (let at = start; at < end; at++) {
        const takeRight =
          left >= middle || (right < end && isBefore(from[right], from[left], sortKey, serial))
        to[at] = from[takeRight && right < end ? right++ : left++]
      }
    }
    pools.drawn = to
    pools.spare = from
  }
}
