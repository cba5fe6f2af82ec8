/** The influences of weighted points as columns, in the order of the passes. */
import type { VertexData } from '../../base/model/attachment'

/** Weighted points, by vertex and by influence. */
export interface WeightedPoints {
  /** For each vertex, and once after the last: the number of its first influence. */
  readonly first: Uint32Array
  /** Per vertex: its kind. Vertices of one kind are skinned alike; kinds ascend in the order of skinning. */
  readonly kind: Uint32Array
  /** Influences in the order of the passes, vertex by vertex, as numbers of file order; and their bones. */
  readonly influences: Uint32Array
  readonly bones: Uint16Array
}

/** The kind of a vertex of one bone at weight 1. */
export const WHOLE = 0

/** The kind of other vertices. `even`: two bones whose weights add up to 1. */
export function kindOf(many: number, even: boolean): number {
  return 1 + 2 * many + (even ? 0 : 1)
}

/** Greatest difference from 1 of a sum of two float32 weights that counts as 1. */
const EVEN = 2 ** -23

export function readPoints({ count, vertices }: VertexData, bones: Uint16Array): WeightedPoints {
  const points: WeightedPoints = {
    first: new Uint32Array(count + 1),
    kind: new Uint32Array(count),
    influences: new Uint32Array(bones.length - count),
    bones: new Uint16Array(bones.length - count),
  }
  let at = 0
  let first = 0
  for (let vertex = 0; vertex < count; vertex++) {
    const many = bones[at++]
    for (let i = 0; i < many; i++) {
      points.influences[first + i] = first + i
      points.bones[first + i] = bones[at + i]
    }
    sortByBone(points, first, first + many)
    const weight = vertices[3 * first + 2]
    const even = many === 2 && Math.abs(weight + vertices[3 * first + 5] - 1) < EVEN
    points.kind[vertex] = many === 1 && weight === 1 ? WHOLE : kindOf(many, even)
    at += many
    first += many
    points.first[vertex + 1] = first
  }
  return points
}

/** Sorts influences of a vertex by bone; equal ones stay in file order. Most are sorted already. */
function sortByBone({ influences, bones }: WeightedPoints, first: number, end: number): void {
  let sorted = true
  for (let i = first + 1; i < end; i++) if (bones[i] < bones[i - 1]) sorted = false
  if (sorted) return
  const own = bones.slice(first, end)
  influences.subarray(first, end).sort((a, b) => own[a - first] - own[b - first] || a - b)
  for (let i = first; i < end; i++) bones[i] = own[influences[i] - first]
}

export function comparePoints({ first, kind, bones }: WeightedPoints, a: number, b: number): number {
  if (kind[a] !== kind[b]) return kind[a] - kind[b]
  const many = first[a + 1] - first[a]
  for (let i = 0; i < many; i++) {
    const differs = bones[first[a] + i] - bones[first[b] + i]
    if (differs !== 0) return differs
  }
  return a - b
}

/** Whether two vertices have the same bones in some places. */
export function sameBones(
  { first, bones }: WeightedPoints,
  a: number,
  b: number,
  from: number,
  to: number,
): boolean {
  for (let i = from; i < to; i++) if (bones[first[a] + i] !== bones[first[b] + i]) return false
  return true
}

/** Points with more influences are not sorted by pairs: each influence would be compared with each. */
export const MOST_COMPARED = 8

/**
 * For points of three or more influences: puts the pair of bones first that most points with as many influences share.
 */
export function putPairsFirst(points: WeightedPoints): void {
  const { first, kind } = points
  const counts = new Map<number, number>()
  for (let vertex = 0; vertex < kind.length; vertex++) {
    const many = manyToPair(points, vertex)
    for (let j = 1; j < many; j++)
      for (let i = 0; i < j; i++) {
        const pair = pairOf(points, vertex, i, j)
        counts.set(pair, (counts.get(pair) ?? 0) + 1)
      }
  }
  if (counts.size === 0) return
  for (let vertex = 0; vertex < kind.length; vertex++) {
    const many = manyToPair(points, vertex)
    let best = 0
    let one = 0
    let other = 1
    for (let j = 1; j < many; j++)
      for (let i = 0; i < j; i++) {
        const count = counts.get(pairOf(points, vertex, i, j)) ?? 0
        if (count <= best) continue
        best = count
        one = i
        other = j
      }
    if (best === 0) continue
    moveToFront(points, first[vertex], first[vertex] + other)
    moveToFront(points, first[vertex], first[vertex] + one + 1)
  }
}

/** Moves an influence to the first place; the ones before it move on. */
function moveToFront({ influences, bones }: WeightedPoints, first: number, at: number): void {
  const influence = influences[at]
  const bone = bones[at]
  influences.copyWithin(first + 1, first, at)
  bones.copyWithin(first + 1, first, at)
  influences[first] = influence
  bones[first] = bone
}

/** The number of a vertex's influences; 0 if there are too few to choose from, or too many. */
function manyToPair({ first }: WeightedPoints, vertex: number): number {
  const many = first[vertex + 1] - first[vertex]
  return many < 3 || many > MOST_COMPARED ? 0 : many
}

/**
 * Names two bones of a vertex by a number. It counts in the number of influences: points with others are in other
 * passes.
 */
function pairOf({ first, bones }: WeightedPoints, vertex: number, i: number, j: number): number {
  const start = first[vertex]
  const many = first[vertex + 1] - start
  return (many * BONES + bones[start + i]) * BONES + bones[start + j]
}
const BONES = 65_536
