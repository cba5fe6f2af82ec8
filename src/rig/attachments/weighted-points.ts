/** Sorts weighted points by the bones that move them. */
import type { VertexData } from '../../base/model/attachment'

/**
 * Weighted points while they are sorted. Points of one kind for which the file lists the same bones are a *class*. Most
 * points are of the class of the point before, so bones are sorted once for each class. Arrays are scratch: they grow,
 * and serve one attachment after another.
 */
export interface WeightedPoints {
  /** By vertex: the number of its first influence in file order, and the row of its class. */
  first: Uint32Array
  classOf: Uint32Array
  /** Rows of the classes, see CLASS. */
  rows: Uint32Array
  /** Rows of classes in the order of skinning, and their number. */
  sorted: Uint32Array
  classes: number
  /** By influence of a class, in the order of the passes: its bone, and its number among those of a vertex. */
  bones: Uint16Array
  nth: Uint16Array
}

const CLASS_WORDS = 7
/** A class: its row in `WeightedPoints.rows` is the place of the first of these words. */
export const CLASS = {
  KIND: 0,
  /** Influences of a vertex. */
  MANY: 1,
  /** Where the file lists its bones, and where `bones` and `nth` list its influences. */
  LISTED: 2,
  HEAD: 3,
  /** Number of vertices, with those of classes that are joined to it; the class that it is joined to, or itself. */
  SIZE: 4,
  JOINED: 5,
  /** Where its next vertex is put. */
  NEXT: 6,
} as const

export function createPoints(): WeightedPoints {
  return { ...arraysFor(0, 0), classes: 0 }
}

function arraysFor(count: number, influences: number) {
  return {
    first: new Uint32Array(count),
    classOf: new Uint32Array(count),
    rows: new Uint32Array(CLASS_WORDS * count),
    sorted: new Uint32Array(count),
    bones: new Uint16Array(influences),
    nth: new Uint16Array(influences),
  }
}

/** The kind of a vertex of one bone at weight 1. Kinds ascend in the order of skinning. */
export const WHOLE = 0

/** The kind of other vertices. `even`: two bones whose weights add up to 1. */
export function kindOf(many: number, even: boolean): number {
  return 1 + 2 * many + (even ? 0 : 1)
}

/** Greatest difference from 1 of a sum of two float32 weights that counts as 1. */
const EVEN = 2 ** -23

/**
 * Finds the classes of points and sorts them by kind and bones.
 *
 * Influences of a class are sorted by bone. With three or more, the pair comes first that most points with as many
 * influences share.
 */
export function sortPoints(points: WeightedPoints, data: VertexData, bones: Uint16Array): void {
  const influences = bones.length - data.count
  if (points.first.length < data.count || points.bones.length < influences)
    Object.assign(points, arraysFor(2 * data.count, 2 * influences))
  findClasses(points, data, bones)
  putPairsFirst(points)
  sortClasses(points)
}

function findClasses(points: WeightedPoints, { count, vertices }: VertexData, listed: Uint16Array): void {
  const { classOf, first, rows } = points
  let end = 0
  let last = -1
  let at = 0
  let from = 0
  let head = 0
  for (let vertex = 0; vertex < count; vertex++) {
    const many = listed[at++]
    const weight = vertices[3 * from + 2]
    const even = many === 2 && Math.abs(weight + vertices[3 * from + 5] - 1) < EVEN
    const kind = many === 1 && weight === 1 ? WHOLE : kindOf(many, even)
    const start = Math.max(0, end - COMPARED * CLASS_WORDS)
    if (last < 0 || !isOf(rows, last, kind, listed, at, many)) {
      last = end - CLASS_WORDS
      while (last >= start && !isOf(rows, last, kind, listed, at, many)) last -= CLASS_WORDS
    }
    if (last < start) {
      last = end
      end += CLASS_WORDS
      rows[last + CLASS.KIND] = kind
      rows[last + CLASS.MANY] = many
      rows[last + CLASS.LISTED] = at
      rows[last + CLASS.HEAD] = head
      rows[last + CLASS.SIZE] = 0
      listBones(points, listed, at, head, many)
      head += many
    }
    first[vertex] = from
    classOf[vertex] = last
    rows[last + CLASS.SIZE]++
    at += many
    from += many
  }
  points.classes = end / CLASS_WORDS
}

/** Classes that a point is compared with. Others may be found twice, so that no file takes long; they are joined. */
const COMPARED = 32

/** Whether a point is of a class. */
function isOf(
  rows: Uint32Array,
  one: number,
  kind: number,
  listed: Uint16Array,
  at: number,
  many: number,
): boolean {
  return rows[one + CLASS.KIND] === kind && areSame(listed, rows[one + CLASS.LISTED], at, many)
}

/** Whether `many` bones from `a` on are those from `b` on. */
export function areSame(bones: Uint16Array, a: number, b: number, many: number): boolean {
  for (let i = 0; i < many; i++) if (bones[a + i] !== bones[b + i]) return false
  return true
}

/** Lists influences by bone; equal ones stay in file order. */
function listBones(
  { bones, nth }: WeightedPoints,
  listed: Uint16Array,
  at: number,
  head: number,
  many: number,
): void {
  const order = nth.subarray(head, head + many)
  let sorted = true
  for (let i = 0; i < many; i++) {
    order[i] = i
    if (i > 0 && listed[at + i] < listed[at + i - 1]) sorted = false
  }
  if (!sorted) order.sort((a, b) => listed[at + a] - listed[at + b] || a - b)
  for (let i = 0; i < many; i++) bones[head + i] = listed[at + order[i]]
}

/** Points with more influences are not sorted by pairs: each influence would be compared with each. */
export const MOST_PAIRED = 8

/** For classes of three or more influences: puts the pair of bones first that most points with as many share. */
function putPairsFirst(points: WeightedPoints): void {
  const { bones, classes, nth, rows } = points
  const counts = new Map<number, number>()
  for (let one = 0; one < classes * CLASS_WORDS; one += CLASS_WORDS)
    for (let j = 1; j < manyToPair(rows, one); j++)
      for (let i = 0; i < j; i++) {
        const pair = pairOf(points, one, i, j)
        counts.set(pair, (counts.get(pair) ?? 0) + rows[one + CLASS.SIZE])
      }
  if (counts.size === 0) return
  for (let one = 0; one < classes * CLASS_WORDS; one += CLASS_WORDS) {
    let most = 0
    let first = 0
    let second = 1
    for (let j = 1; j < manyToPair(rows, one); j++)
      for (let i = 0; i < j; i++) {
        const count = counts.get(pairOf(points, one, i, j)) ?? 0
        if (count <= most) continue
        most = count
        first = i
        second = j
      }
    if (second === 1) continue
    for (const list of [bones, nth]) {
      moveToFront(list, rows[one + CLASS.HEAD], second)
      moveToFront(list, rows[one + CLASS.HEAD], first + 1)
    }
  }
}

/** The number of influences; 0 if there are too few to choose from, or too many. */
function manyToPair(rows: Uint32Array, one: number): number {
  const many = rows[one + CLASS.MANY]
  return many < 3 || many > MOST_PAIRED ? 0 : many
}

/**
 * Names two bones of a class by a number. It counts in the number of influences: points with others are in other
 * passes.
 */
function pairOf({ bones, rows }: WeightedPoints, one: number, i: number, j: number): number {
  const head = rows[one + CLASS.HEAD]
  return (rows[one + CLASS.MANY] * BONES + bones[head + i]) * BONES + bones[head + j]
}
const BONES = 65_536

/** Moves the number in a place to the first one; the ones before it move on. */
function moveToFront(list: Uint16Array, head: number, place: number): void {
  const moved = list[head + place]
  list.copyWithin(head + 1, head, head + place)
  list[head] = moved
}

function sortClasses(points: WeightedPoints): void {
  const { classes, rows, sorted } = points
  for (let i = 0; i < classes; i++) sorted[i] = i * CLASS_WORDS
  sorted.subarray(0, classes).sort((a, b) => compareClasses(points, a, b))
  let last = -1
  for (let i = 0; i < classes; i++) {
    const one = sorted[i]
    if (last < 0 || compareClasses(points, sorted[last], one) !== 0) sorted[++last] = one
    else rows[sorted[last] + CLASS.SIZE] += rows[one + CLASS.SIZE]
    rows[one + CLASS.JOINED] = sorted[last]
  }
  points.classes = last + 1
}

function compareClasses({ bones, rows }: WeightedPoints, a: number, b: number): number {
  let differs = rows[a + CLASS.KIND] - rows[b + CLASS.KIND]
  for (let i = 0; differs === 0 && i < rows[a + CLASS.MANY]; i++)
    differs = bones[rows[a + CLASS.HEAD] + i] - bones[rows[b + CLASS.HEAD] + i]
  return differs
}
