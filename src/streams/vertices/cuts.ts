/** Cuts triangles with several clips, one after another. */
import { clipTriangles, type TriangleList } from '../../base/math/clip'
import type { ClippedTail, Cuts, StreamPools } from '../../world/streams'
import { createTail, growTail } from '../memory'

export function createCuts(): Cuts {
  return { count: 0, polygons: [], rules: [], slots: [], holders: [], between: [createTail(), createTail()] }
}

/** Appends the parts of a triangle list that all cuts leave. There is one at least. */
export function cutTriangles(pools: StreamPools, cuts: Cuts, list: TriangleList, tail: ClippedTail): void {
  const { parts } = cuts.polygons[0]
  const left = cuts.count === 1 ? tail : emptied(cuts, 0)
  clipTriangles(list, parts, cuts.rules[0], pools.clip, left, growTail)
  if (left !== tail) cutLeft(pools, cuts, 1, tail)
}

/** Appends the parts of `cuts.between[0]` that all cuts from number `first` on leave. There is one at least. */
export function cutLeft(pools: StreamPools, cuts: Cuts, first: number, tail: ClippedTail): void {
  for (let i = first; i < cuts.count; i++) {
    const turn = i - first
    const from = cuts.between[turn & 1]
    const to = i === cuts.count - 1 ? tail : emptied(cuts, (turn + 1) & 1)
    const { parts } = cuts.polygons[i]
    clipTriangles(listOf(pools, from), parts, cuts.rules[i], pools.clip, to, growTail)
  }
}

/** Returns the triangles of a tail as a list, which is valid until the next one is asked for. */
function listOf({ clip: { list } }: StreamPools, tail: ClippedTail): TriangleList {
  list.positions = tail.positions
  list.vertexCount = tail.vertexCount
  list.uvs = tail.uvs
  list.indices = tail.indices
  list.indexCount = tail.indexCount
  list.uvsAt = list.indicesAt = 0
  return list
}

export function emptied({ between }: Cuts, turn: number): ClippedTail {
  const tail = between[turn]
  tail.vertexCount = tail.indexCount = 0
  return tail
}
