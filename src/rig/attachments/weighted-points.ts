/** The influences of weighted points as columns, in the order in which they are taken. */
import type { VertexData } from '../../model/attachment'

/** Weighted points, by vertex and by influence. */
export interface WeightedPoints {
  /** A number a vertex, and one behind the last: the first of its influences. */
  readonly first: Uint32Array
  /** Per vertex: equal for those that are skinned alike, in the order in which they are. */
  readonly kind: Uint32Array
  /** Influences in file order's numbers, vertex by vertex, as they are taken, and their bones. */
  readonly influences: Uint32Array
  readonly bones: Uint16Array
}

/** The kind of a vertex that hangs on one bone at weight 1. */
export const WHOLE = 0

/** The kind of others. `even`: on two bones whose weights come to 1. */
export function kindOf(many: number, even: boolean): number {
  return 1 + 2 * many + (even ? 0 : 1)
}

/** What two float32 weights that come to 1 may miss it by. */
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

/** Sorts influences of a vertex, most of which are in order, by bones; equal ones stay in file order. */
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

/** Points of more influences are left as they are: each would be compared with each. */
export const MOST_COMPARED = 8

/** Of three and more influences, takes those two first whose bones most points of as many have together. */
export function putPairsFirst(points: WeightedPoints): void {
  const { first, kind } = points
  const counts = new Map<number, number>()
  for (let vertex = 0; vertex < kind.length; vertex++)
    forPairs(points, vertex, (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
  for (let vertex = 0; vertex < kind.length; vertex++) {
    let best = 0
    let one = 0
    let other = 1
    forPairs(points, vertex, (key, i, j) => {
      const count = counts.get(key) ?? 0
      if (count <= best) return
      best = count
      one = i
      other = j
    })
    if (best === 0) continue
    moveToFront(points, first[vertex], first[vertex] + other)
    moveToFront(points, first[vertex], first[vertex] + one + 1)
  }
}

/** Puts an influence where the first one is; those between move on. */
function moveToFront({ influences, bones }: WeightedPoints, first: number, at: number): void {
  const influence = influences[at]
  const bone = bones[at]
  influences.copyWithin(first + 1, first, at)
  bones.copyWithin(first + 1, first, at)
  influences[first] = influence
  bones[first] = bone
}

/**
 * Calls `visit` with each pair of a vertex's influences, and with a number that says which bones these are and how many
 * influences there are. Not for a vertex that has too few to choose from, or too many.
 */
function forPairs(
  { first, bones }: WeightedPoints,
  vertex: number,
  visit: (key: number, i: number, j: number) => void,
): void {
  const start = first[vertex]
  const many = first[vertex + 1] - start
  if (many < 3 || many > MOST_COMPARED) return
  // Points of as many influences only: the others are in passes of their own.
  for (let j = 1; j < many; j++)
    for (let i = 0; i < j; i++) visit((many * BONES + bones[start + i]) * BONES + bones[start + j], i, j)
}
const BONES = 65_536
