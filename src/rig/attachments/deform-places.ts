/**
 * Deform keys in the form that kernels read: places of vertices in their bone's space, and their way to the next key's
 * places. A record holds four vertices, so that one skeleton's fill the SIMD registers (see bench/README.md).
 */
import { PASS, SKIN_PASS } from './table'
import { ORDERED_WORDS, type VertexOrder } from './vertices'

/** Vertices of a record: runs of fewer have none. */
export const FOUR_VERTICES = 4
/** Words of a record: x of its vertices, y, and how these change. */
export const FOUR_WORDS = 16
export const FOUR_Y = 4
export const FOUR_CHANGE_X = 8
export const FOUR_CHANGE_Y = 12

/**
 * The first vertex of each record, by sorted number. Records cover all `whole` passes that have enough vertices. The
 * last record of a pass may overlap the one before.
 */
export function findFours({ passes }: VertexOrder): number[] {
  const fours: number[] = []
  for (let row = 0; row < passes.length; row += ORDERED_WORDS) {
    const count = passes[row + PASS.COUNT]
    if (passes[row + PASS.KIND] !== SKIN_PASS.whole || count < FOUR_VERTICES) continue
    const first = passes[row + PASS.TARGET] / 2
    for (let i = 0; i < count; i += FOUR_VERTICES) fours.push(first + Math.min(i, count - FOUR_VERTICES))
  }
  return fours
}

/** Writes the records of the key at `key`, after its offsets and its differences, which take `ahead` words each. */
export function writeFours(
  f32: Float32Array,
  key: number,
  ahead: number,
  fours: readonly number[],
  { influences, data: { bones, vertices } }: VertexOrder,
): void {
  const stride = bones ? 3 : 2
  let to = key + 2 * ahead
  for (const four of fours) {
    for (let vertex = four; vertex < four + FOUR_VERTICES; vertex++, to++) {
      const from = key + 2 * vertex
      const point = influences[vertex] * stride
      f32[to] = f32[from] + vertices[point]
      f32[to + FOUR_Y] = f32[from + 1] + vertices[point + 1]
      f32[to + FOUR_CHANGE_X] = f32[from + ahead]
      f32[to + FOUR_CHANGE_Y] = f32[from + ahead + 1]
    }
    to += FOUR_WORDS - FOUR_VERTICES
  }
}
