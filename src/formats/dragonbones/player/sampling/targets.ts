/** Shares targets among entries: from the top layer down, each takes a share of the weight that higher layers left. */
import type { BlendTargets } from './layers'

export function createTargets(): BlendTargets {
  return { ...columns(0) }
}

function columns(count: number): BlendTargets {
  return {
    seen: new Uint8Array(count),
    layer: new Int32Array(count),
    remaining: new Float64Array(count),
    taken: new Float64Array(count),
    share: new Float64Array(count),
  }
}

/** Makes room for `count` targets. */
export function growTargets(targets: BlendTargets, count: number): void {
  if (targets.seen.length < count) Object.assign(targets, columns(count))
}

/** What has acted on a target so far: no entry, one, several; or higher layers left no weight. */
export const SEEN = { never: 0, once: 1, more: 2, shut: 3 } as const

/**
 * Makes an entry act on a target with the weight `weights[row]`, and writes its share.
 *
 * @returns one of SEEN: `once`, it sets the target; `more`, it adds; `shut`, it does nothing.
 */
export function takeShare(
  { seen, layer: layerOf, remaining, taken, share: shares }: BlendTargets,
  target: number,
  layer: number,
  weights: Float64Array,
  row: number,
): number {
  if (seen[target] === SEEN.never) {
    seen[target] = SEEN.once
    layerOf[target] = layer
    remaining[target] = 1
    taken[target] = shares[target] = weights[row]
    return SEEN.once
  }
  if (seen[target] === SEEN.shut) return SEEN.shut
  if (layerOf[target] !== layer) {
    if (taken[target] >= remaining[target]) {
      seen[target] = SEEN.shut
      return SEEN.shut
    }
    remaining[target] -= taken[target]
    taken[target] = 0
    layerOf[target] = layer
  }
  seen[target] = SEEN.more
  shares[target] = weights[row] * remaining[target]
  taken[target] += shares[target]
  return SEEN.more
}
