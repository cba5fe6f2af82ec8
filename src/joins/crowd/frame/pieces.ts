/** Finds where figures come among live skeletons and sprites. */
import type { Pieces } from '../../../world/joins'
import { QUAD_INDICES } from '../../../world/quads'
import type { CrowdWorld } from '../component'
import { type CrowdState, crowdOf } from '../state'
import { figureAt, keyOf, type OneKey, sortFigures } from './order'

export function createPieces(): Pieces {
  return { count: 0, at: new Uint32Array(16), until: new Uint32Array(16) }
}

/** Scratch for one live drawable's key. */
const ONE: OneKey = oneKey()

function oneKey(): OneKey {
  const floats = new Float32Array(1)
  return { floats, bits: new Uint32Array(floats.buffer) }
}

/**
 * Sorts the figures, and finds their pieces between the live drawables of the assembled frame. The last piece is after
 * all of them. Equal keys go by age.
 */
export function findPieces(world: CrowdWorld): Pieces {
  const { animation: state } = world
  const crowd = crowdOf(state)
  const count = sortFigures(world)
  const { pieces } = crowd
  const { joins, skeletons, streams } = state
  const { places, rows } = joins.quads
  const { drawn, drawnCount } = streams.pools
  pieces.count = 0
  let index = 0
  let from = 0
  for (let i = 0; i < drawnCount && from < count; i++) {
    const drawable = drawn[i]
    const row = drawable >= 0 ? 0 : places.columns.row[~drawable]
    // Adding 0 turns -0 into 0.
    ONE.floats[0] = (drawable >= 0 ? skeletons.sortKey[drawable] : rows.sortKey[row]) + 0
    const serial = drawable >= 0 ? skeletons.serial[drawable] : rows.serial[row]
    const until = firstBehind(crowd, count, from, keyOf(ONE), serial)
    if (until > from) addPiece(pieces, index, until)
    from = until
    index += drawable >= 0 ? skeletons.frameRoom[drawable] : QUAD_INDICES
  }
  if (from < count) addPiece(pieces, streams.frame.indexCount, count)
  return pieces
}

/** Returns the first figure from `from` on that is drawn over a live drawable. Neighbours are tried before halves. */
function firstBehind(crowd: CrowdState, count: number, from: number, key: number, serial: number): number {
  const { serial: ages } = crowd.figures
  const { key: keys } = crowd.memory.lists.columns
  let step = 1
  let low = from
  while (
    low + step <= count &&
    isBelow(ages[figureAt(crowd, low + step - 1)], keys[low + step - 1], serial, key)
  ) {
    low += step
    step *= 2
  }
  let high = Math.min(count, low + step)
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(ages[figureAt(crowd, middle)], keys[middle], serial, key)) low = middle + 1
    else high = middle
  }
  return low
}

function isBelow(age: number, key: number, otherAge: number, otherKey: number): boolean {
  return key === otherKey ? age < otherAge : key < otherKey
}

function addPiece(pieces: Pieces, at: number, until: number): void {
  if (pieces.count === pieces.at.length) {
    for (const name of ['at', 'until'] as const) {
      const longer = new Uint32Array(2 * pieces.count)
      longer.set(pieces[name])
      pieces[name] = longer
    }
  }
  pieces.at[pieces.count] = at
  pieces.until[pieces.count++] = until
}
