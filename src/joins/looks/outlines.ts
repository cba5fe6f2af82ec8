/** Finds which pieces of the frame are drawn with outlines. */
import { QUAD_INDICES } from '../../world/quads'
import type { AnimationState } from '../../world/state'
import { hasLook } from './owners'
import type { LookState } from './state'

/** Pieces of the frame, in order, back to front. Those without an outline are as long as possible. */
export interface Pieces {
  count: number
  /** First index of each, and its end. */
  start: Uint32Array
  end: Uint32Array
  /** 1: a figure with an outline. */
  outlined: Uint8Array
}

export function createPieces(): Pieces {
  return {
    count: 0,
    start: new Uint32Array(16),
    end: new Uint32Array(16),
    outlined: new Uint8Array(16),
  }
}

/** @param has by entity id: 1 = its look has an outline. */
export function findPieces(state: AnimationState, own: LookState, has: Uint8Array, pieces: Pieces): void {
  const { skeletons, streams } = state
  const { drawn, drawnCount } = streams.pools
  pieces.count = 0
  let at = 0
  for (let i = 0; i < drawnCount; i++) {
    const drawable = drawn[i]
    const eid = drawable < 0 ? ~drawable : drawable
    const length = drawable < 0 ? QUAD_INDICES : skeletons.frameRoom[eid]
    if (length === 0) continue
    // What is drawn by itself is carried by nothing.
    add(pieces, at, at + length, hasLook(own, eid) ? has[eid] : 0)
    at += length
  }
}

function add(pieces: Pieces, start: number, end: number, outlined: number): void {
  const last = pieces.count - 1
  if (outlined === 0 && last >= 0 && pieces.outlined[last] === 0) {
    pieces.end[last] = end
    return
  }
  if (pieces.count === pieces.start.length) grow(pieces)
  const piece = pieces.count++
  pieces.start[piece] = start
  pieces.end[piece] = end
  pieces.outlined[piece] = outlined
}

function grow(pieces: Pieces): void {
  const { start, end, outlined } = pieces
  pieces.start = new Uint32Array(2 * start.length)
  pieces.end = new Uint32Array(2 * start.length)
  pieces.outlined = new Uint8Array(2 * start.length)
  pieces.start.set(start)
  pieces.end.set(end)
  pieces.outlined.set(outlined)
}
