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
  /** Pairs of bones that are counted. */
  codes: Float64Array
}

const CLASS_WORDS = 9
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
  /** Places of the best pair of bones so far, and number of points that share it. */
  PAIR: 6,
  SHARED: 7,
  /** Where its next vertex is put. */
  NEXT: 8,
} as const

export function createPoints(): WeightedPoints {
  return { ...arraysFor(0, 0), classes: 0, codes: new Float64Array(0) }
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

/** With more words in the rows of classes, no pairs are counted: their codes would not be exact. */
const MOST_ROWS = 2 ** 14
/** Factors of what a code holds: influences of the class and two bones; its row; places of the pair. */
const BONES = 2 ** 15
const PAIR = 2 ** 20
const ROW = MOST_PAIRED * MOST_PAIRED
/** Places of the first two influences. */
const FIRST_PAIR = MOST_PAIRED

/** For classes of three or more influences: puts the pair of bones first that most points with as many share. */
function putPairsFirst(points: WeightedPoints): void {
  const { rows } = points
  const end = points.classes * CLASS_WORDS
  const count = end > MOST_ROWS ? 0 : listPairs(points, end)
  if (count === 0) return
  const { codes } = points
  codes.subarray(0, count).sort()
  for (let start = 0; start < count; ) {
    const pair = Math.floor(codes[start] / PAIR) * PAIR
    let shared = 0
    let to = start
    for (; to < count && codes[to] < pair + PAIR; to++)
      shared += rows[Math.floor((codes[to] - pair) / ROW) + CLASS.SIZE]
    for (; start < to; start++) {
      const one = Math.floor((codes[start] - pair) / ROW)
      const places = codes[start] - pair - one * ROW
      const best = rows[one + CLASS.SHARED]
      if (shared < best || (shared === best && places > rows[one + CLASS.PAIR])) continue
      rows[one + CLASS.SHARED] = shared
      rows[one + CLASS.PAIR] = places
    }
  }
  for (let one = 0; one < end; one += CLASS_WORDS) {
    const pair = rows[one + CLASS.PAIR]
    if (pair === FIRST_PAIR) continue
    for (const place of [Math.floor(pair / MOST_PAIRED), (pair % MOST_PAIRED) + 1]) {
      moveToFront(points.bones, rows[one + CLASS.HEAD], place)
      moveToFront(points.nth, rows[one + CLASS.HEAD], place)
    }
  }
}

/** Lists the codes of all pairs. @returns their number. */
function listPairs(points: WeightedPoints, end: number): number {
  const { bones, rows } = points
  let count = 0
  for (let one = 0; one < end; one += CLASS_WORDS) {
    rows[one + CLASS.PAIR] = FIRST_PAIR
    rows[one + CLASS.SHARED] = 0
    const many = rows[one + CLASS.MANY]
    if (many < 3 || many > MOST_PAIRED) continue
    if (points.codes.length < count + ROW) {
      const { codes } = points
      points.codes = new Float64Array(2 * (count + ROW))
      points.codes.set(codes)
    }
    const head = rows[one + CLASS.HEAD]
    for (let j = 1; j < many; j++)
      for (let i = 0; i < j; i++) {
        const pair = ((many - 3) * BONES + bones[head + i]) * BONES + bones[head + j]
        points.codes[count++] = pair * PAIR + one * ROW + j * MOST_PAIRED + i
      }
  }
  return count
}

/** Moves the number in a place to the first one; the ones before it move on. */
function moveToFront(list: Uint16Array, head: number, place: number): void {
  const moved = list[head + place]
  list.copyWithin(head + 1, head, head + place)
  list[head] = moved
}

function sortClasses(points: WeightedPoints): void {
  const { classes, rows, sorted } = points
  for (let i = 0; i < classes; i++) {
    const one = i * CLASS_WORDS
    let to = i
    if (classes <= COMPARED)
      for (; to > 0 && compareClasses(points, sorted[to - 1], one) > 0; to--) sorted[to] = sorted[to - 1]
    sorted[to] = one
  }
  if (classes > COMPARED) sorted.subarray(0, classes).sort((a, b) => compareClasses(points, a, b))
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
