/**
 * What kernels read of a deform key in place of its offsets: where its vertices are on their bone, and how far from
 * there the next key's are. Four vertices a record, so that four of one skeleton go through SIMD registers together: 0.93 of the
 * tick of a crowd of deformed meshes, against a vertex of four skeletons each.
 */
import { SKIN_PASS } from './table'
import type { VertexOrder } from './vertices'

/** Vertices of a record: runs of fewer have none. */
export const FOUR_VERTICES = 4
/** Words of a record: x of its vertices, y, and how these change. */
export const FOUR_WORDS = 16
export const FOUR_Y = 4
export const FOUR_CHANGE_X = 8
export const FOUR_CHANGE_Y = 12

/**
 * The first vertex, by sorted number, of each record: all of whole passes that have enough are in some. The last four of a pass
 * overlap those before where they have to.
 */
export function findFours({ passes }: VertexOrder): number[] {
  const fours: number[] = []
  for (const { kind, first, count } of passes)
    if (kind === SKIN_PASS.whole && count >= FOUR_VERTICES)
      for (let i = 0; i < count; i += FOUR_VERTICES) fours.push(first + Math.min(i, count - FOUR_VERTICES))
  return fours
}

/** Writes the records of the key at `key`, behind its offsets and its differences, `ahead` words each. */
export function writeFours(
  f32: Float32Array,
  key: number,
  ahead: number,
  fours: readonly number[],
  { influences, data: { bones, vertices } }: VertexOrder,
): void {
  let to = key + 2 * ahead
  for (const four of fours)
    for (let i = 0; i < FOUR_WORDS; i++) {
      const vertex = four + (i & 3)
      const axis = (i >> 2) & 1
      const from = key + 2 * vertex + axis
      f32[to++] =
        i < FOUR_CHANGE_X
          ? f32[from] + vertices[influences[vertex] * (bones ? 3 : 2) + axis]
          : f32[from + ahead]
    }
}
