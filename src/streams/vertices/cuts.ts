/** Cuts triangles with several clips, one after another. */
import { clipTriangles } from '../../base/math/clip'
import type { ClippedTail, Cuts, StreamPools } from '../../world/streams'
import { createTail, growTail } from '../memory'

export function createCuts(): Cuts {
  return { count: 0, polygons: [], rules: [], between: [createTail(), createTail()] }
}

/** Appends the parts of a triangle list that all cuts leave. There is one at least. Arguments as of `clipTriangles`. */
export function cutTriangles(
  pools: StreamPools,
  cuts: Cuts,
  positions: ArrayLike<number>,
  vertexCount: number,
  uvs: ArrayLike<number>,
  uvsAt: number,
  indices: ArrayLike<number>,
  indicesAt: number,
  indexCount: number,
  tail: ClippedTail,
): void {
  const { parts } = cuts.polygons[0]
  const left = cuts.count === 1 ? tail : emptied(cuts, 0)
  clipTriangles(
    positions,
    vertexCount,
    uvs,
    uvsAt,
    indices,
    indicesAt,
    indexCount,
    parts,
    cuts.rules[0],
    pools.clip,
    left,
    growTail,
  )
  if (left !== tail) cutLeft(pools, cuts, 1, tail)
}

/** Appends the parts of `cuts.between[0]` that all cuts from number `first` on leave. There is one at least. */
export function cutLeft(pools: StreamPools, cuts: Cuts, first: number, tail: ClippedTail): void {
  for (let i = first; i < cuts.count; i++) {
    const turn = i - first
    const from = cuts.between[turn & 1]
    const to = i === cuts.count - 1 ? tail : emptied(cuts, (turn + 1) & 1)
    const { parts } = cuts.polygons[i]
    clipTriangles(
      from.positions,
      from.vertexCount,
      from.uvs,
      0,
      from.indices,
      0,
      from.indexCount,
      parts,
      cuts.rules[i],
      pools.clip,
      to,
      growTail,
    )
  }
}

export function emptied({ between }: Cuts, turn: number): ClippedTail {
  const tail = between[turn]
  tail.vertexCount = tail.indexCount = 0
  return tail
}
