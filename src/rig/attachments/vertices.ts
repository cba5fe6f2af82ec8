/** Compiles an attachment's points to skin data: sorted by bones, weights multiplied in. */
import { WORLD_RECORD } from '../../base/memory/lanes'
import type { VertexData } from '../../base/model/attachment'
import { type ImageWriter, reserve } from '../image-writer'
import { createPool, type Pool, take } from '../pool'
import {
  GROUP_COUNT,
  GROUP_INFLUENCES,
  GROUP_TARGET,
  PASS,
  PASS_INFLUENCES,
  PASS_VERTEX_WORDS,
  SKIN_FIRST_PASS,
  SKIN_GROUP_WORDS,
  SKIN_GROUPS,
  SKIN_INFLUENCE_WORDS,
  SKIN_PASS,
  SKIN_PASS_WORDS,
  SKIN_PASSES,
  SKIN_WHOLE_PASSES,
} from './table'
import {
  areSame,
  CLASS,
  createPoints,
  kindOf,
  MOST_PAIRED,
  sortPoints,
  type WeightedPoints,
  WHOLE,
} from './weighted-points'

/** The order in which an attachment's points are skinned. */
export interface VertexOrder {
  /** Sorted position → vertex in file order. */
  readonly vertices: Uint32Array
  /** Whether the vertices are in file order. */
  readonly isOfFile: boolean
  /** Influence in the order of the passes → influence in file order. */
  readonly influences: Uint32Array
  /** Passes, ORDERED_WORDS each. */
  readonly passes: Uint32Array
  /** The unsorted points. */
  readonly data: VertexData
}

/**
 * Words of a pass in `VertexOrder.passes`, after those of its header (PASS), which has bones here instead of their
 * records.
 */
const ORDERED = {
  /** Number of influences of each vertex, and the first one that this pass takes. */
  MANY: 6,
  FROM: 7,
  /** First vertex of its group (see SKIN_GROUPS), in sorted order. */
  GROUP: 8,
  /** Number of vertices of the group if this is its first pass, otherwise 0. */
  GROUP_COUNT: 9,
} as const
export const ORDERED_WORDS = 10
/** Of unweighted points: the bone of the attachment's slot. */
const OF_SLOT = 65_535

/** Sorts points of one attachment after another, in memory that they share. */
export interface Sorter {
  /** Made for the first weighted points. */
  points: WeightedPoints | null
  /** What is kept as long as the rig, and the rest. */
  readonly vertices: Pool
  readonly others: Pool
}

/** @param words see `Pool`. */
export function createSorter(words: number): Sorter {
  return { points: null, vertices: createPool(words), others: createPool(words) }
}

/**
 * Sorts points: points of one bone first, then by influence count and bones; equal points keep the file's order.
 * Influences of a point are taken by ascending bone. With three or more influences, the pair that most other points
 * share comes first: a pass begins with many loads, so long runs save time. Unweighted points are sorted by whether
 * deform keys move them.
 *
 * @param moved for each unweighted point: not 0 if a deform key moves it. @default any may be moved
 */
export function orderVertices(
  data: VertexData,
  moved?: ArrayLike<number>,
  sorter = createSorter(0),
): VertexOrder {
  const { bones, count } = data
  const vertices = take(sorter.vertices, count)
  if (bones === null) return orderUnweighted(data, moved, vertices, take(sorter.others, ORDERED_WORDS))
  sorter.points ??= createPoints()
  const { points } = sorter
  sortPoints(points, data, bones)
  const isOfFile = placeVertices(points, vertices)
  const influences = take(sorter.others, bones.length - count)
  const passes = take(sorter.others, mostWords(points))
  const end = listPasses(points, vertices, influences, passes)
  return { vertices, isOfFile, influences, passes: passes.subarray(0, end), data }
}

/** Puts moving points first, as kernels skin the rest of a deformed mesh like an undeformed one. */
function orderUnweighted(
  data: VertexData,
  moved: ArrayLike<number> | undefined,
  vertices: Uint32Array,
  passes: Uint32Array,
): VertexOrder {
  const { count } = data
  let moving = 0
  for (let vertex = 0; vertex < count; vertex++) if (moved?.[vertex] !== 0) vertices[moving++] = vertex
  let end = moving
  let isOfFile = true
  for (let vertex = 0; vertex < count; vertex++) {
    if (moved?.[vertex] === 0) vertices[end++] = vertex
    else if (end > moving) isOfFile = false
  }
  passes[PASS.COUNT] = count
  passes[PASS.BONE] = OF_SLOT
  passes[PASS.MOVED] = moving
  return { vertices, isOfFile, influences: vertices, passes, data }
}

/** @returns whether all vertices stay in their places. */
function placeVertices({ classes, classOf, rows, sorted }: WeightedPoints, vertices: Uint32Array): boolean {
  let next = 0
  for (let i = 0; i < classes; i++) {
    rows[sorted[i] + CLASS.NEXT] = next
    next += rows[sorted[i] + CLASS.SIZE]
  }
  let isOfFile = true
  for (let vertex = 0; vertex < vertices.length; vertex++) {
    const to = rows[rows[classOf[vertex] + CLASS.JOINED] + CLASS.NEXT]++
    vertices[to] = vertex
    if (to !== vertex) isOfFile = false
  }
  return isOfFile
}

/** Most words of the passes of sorted points. */
function mostWords({ classes, rows, sorted }: WeightedPoints): number {
  let passes = 0
  for (let i = 0; i < classes; i++) passes += (rows[sorted[i] + CLASS.MANY] >> 1) + 2
  return passes * ORDERED_WORDS
}

/** Writes the passes of sorted points, and their influences. @returns the end of the passes. */
function listPasses(
  { bones, classes, classOf, first, nth, rows, sorted }: WeightedPoints,
  vertices: Uint32Array,
  influences: Uint32Array,
  passes: Uint32Array,
): number {
  let row = 0
  let written = 0
  let start = 0
  for (let since = 0; since < classes; ) {
    const kind = rows[sorted[since] + CLASS.KIND]
    const many = rows[sorted[since] + CLASS.MANY]
    let until = since
    let end = start
    while (until < classes && rows[sorted[until] + CLASS.KIND] === kind)
      end += rows[sorted[until++] + CLASS.SIZE]
    let pass = firstPass(kind, many)
    let from = 0
    let group = kind === WHOLE ? 0 : end - start
    do {
      const width = PASS_INFLUENCES[pass]
      let target = start
      for (let i = since; i < until; row += ORDERED_WORDS) {
        const at = rows[sorted[i] + CLASS.HEAD] + from
        let count = 0
        // Classes with the same bones in these places share a pass.
        do count += rows[sorted[i++] + CLASS.SIZE]
        while (i < until && areSame(bones, at, rows[sorted[i] + CLASS.HEAD] + from, width))
        passes[row + PASS.KIND] = pass
        passes[row + PASS.COUNT] = count
        passes[row + PASS.TARGET] = 2 * target
        if (width > 0) passes[row + PASS.BONE] = bones[at]
        if (width > 1) passes[row + PASS.OTHER_BONE] = bones[at + 1]
        passes[row + PASS.MOVED] = count
        passes[row + ORDERED.MANY] = many
        passes[row + ORDERED.FROM] = from
        passes[row + ORDERED.GROUP] = start
        passes[row + ORDERED.GROUP_COUNT] = group
        group = 0
        target += count
      }
      for (let vertex = start; vertex < end; vertex++) {
        const file = vertices[vertex]
        const at = rows[classOf[file] + CLASS.HEAD] + from
        for (let i = 0; i < width; i++) influences[written++] = first[file] + nth[at + i]
      }
      from += width
      pass = from + 1 < many ? SKIN_PASS.addPair : SKIN_PASS.addOne
    } while (from < many)
    since = until
    start = end
  }
  return row
}

function firstPass(kind: number, many: number): number {
  if (kind === WHOLE) return SKIN_PASS.whole
  if (kind === kindOf(2, true)) return SKIN_PASS.blend
  return many < 2 ? SKIN_PASS.clear : SKIN_PASS.pair
}

/** Bytes that sorting weighted points takes: per point, per influence, and per pair of influences that is counted. */
const BYTES_OF_A_POINT = 400
const BYTES_OF_AN_INFLUENCE = 200
const BYTES_OF_A_PAIR = 100

/** Bytes that `orderVertices` takes for these points, roughly. */
export function bytesOfOrder({ count, bones }: VertexData): number {
  if (!bones) return count * BYTES_OF_AN_INFLUENCE
  let bytes = 0
  for (let at = 0; at < bones.length; at += 1 + bones[at]) {
    const many = bones[at]
    const pairs = many > MOST_PAIRED ? 0 : (many * (many - 1)) / 2
    bytes += BYTES_OF_A_POINT + many * BYTES_OF_AN_INFLUENCE + pairs * BYTES_OF_A_PAIR
  }
  return bytes
}

/** Appends the skin data of a vertex attachment. @returns its word address. */
export function writeSkin(writer: ImageWriter, order: VertexOrder, bone: number): number {
  const { data, influences, passes } = order
  let words = SKIN_FIRST_PASS + 1
  let groupWords = 1
  let groups = 0
  let whole = 0
  for (let row = 0; row < passes.length; row += ORDERED_WORDS) {
    const kind = passes[row + PASS.KIND]
    const grouped = passes[row + ORDERED.GROUP_COUNT]
    words += SKIN_PASS_WORDS + passes[row + PASS.COUNT] * PASS_VERTEX_WORDS[kind]
    if (kind === SKIN_PASS.whole) whole++
    if (grouped === 0) continue
    groups++
    groupWords += SKIN_GROUP_WORDS + grouped * passes[row + ORDERED.MANY] * SKIN_INFLUENCE_WORDS
  }
  const start = reserve(writer, words)
  /** Where the next group is written. */
  let next = groups > 0 ? reserve(writer, groupWords) : start
  const { f32, i32 } = writer
  i32[start + SKIN_PASSES] = passes.length / ORDERED_WORDS
  i32[start + SKIN_WHOLE_PASSES] = whole
  i32[start + SKIN_GROUPS] = next - start
  if (groups > 0) i32[next++] = groups
  const stride = data.bones ? 3 : 2
  const { vertices } = data
  let at = start + SKIN_FIRST_PASS
  let sorted = 0
  /** Address of the first influence of the current group. */
  let group = 0
  for (let row = 0; row < passes.length; row += ORDERED_WORDS) {
    const many = passes[row + ORDERED.MANY]
    const grouped = passes[row + ORDERED.GROUP_COUNT]
    const first = passes[row + ORDERED.GROUP]
    if (grouped > 0) {
      i32[next + GROUP_INFLUENCES] = many
      i32[next + GROUP_COUNT] = grouped
      i32[next + GROUP_TARGET] = 2 * first
      group = next + SKIN_GROUP_WORDS
      next = group + many * grouped * SKIN_INFLUENCE_WORDS
    }
    for (let i = 0; i < SKIN_PASS_WORDS; i++) i32[at + i] = passes[row + i]
    i32[at + PASS.BONE] =
      (passes[row + PASS.BONE] === OF_SLOT ? bone : passes[row + PASS.BONE]) * WORLD_RECORD
    i32[at + PASS.OTHER_BONE] *= WORLD_RECORD
    const kind = i32[at + PASS.KIND]
    const count = i32[at + PASS.COUNT]
    const bones = at + PASS.BONE
    const width = PASS_INFLUENCES[kind]
    let to =
      group + ((i32[at + PASS.TARGET] / 2 - first) * many + passes[row + ORDERED.FROM]) * SKIN_INFLUENCE_WORDS
    at += SKIN_PASS_WORDS
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < width; k++) {
        const from = influences[sorted++] * stride
        if (kind === SKIN_PASS.whole) {
          f32[at++] = vertices[from]
          f32[at++] = vertices[from + 1]
          continue
        }
        const weight = vertices[from + 2]
        f32[at] = f32[to] = vertices[from] * weight
        f32[at + 1] = f32[to + 1] = vertices[from + 1] * weight
        f32[at + 2] = f32[to + 2] = weight
        i32[to + 3] = i32[bones + k] * Float32Array.BYTES_PER_ELEMENT
        at += 3
        to += SKIN_INFLUENCE_WORDS
      }
      to += (many - width) * SKIN_INFLUENCE_WORDS
    }
  }
  i32[at] = SKIN_PASS.end
  return start
}

const REGION_CORNERS = SKIN_FIRST_PASS + SKIN_PASS_WORDS
/** Words of a region's skin data: one pass of four points on the slot's bone, and the end. */
export const REGION_SKIN_WORDS = REGION_CORNERS + 8 + 1

/** Writes a region frame's skin data at `start`, REGION_SKIN_WORDS long, which are zero. */
export function writeRegionSkin(
  { f32, i32 }: ImageWriter,
  start: number,
  corners: Float64Array,
  bone: number,
): void {
  i32[start + SKIN_PASSES] = 1
  i32[start + SKIN_WHOLE_PASSES] = 1
  const pass = start + SKIN_FIRST_PASS
  i32[pass + PASS.KIND] = SKIN_PASS.whole
  i32[pass + PASS.COUNT] = 4
  i32[pass + PASS.BONE] = bone * WORLD_RECORD
  i32[pass + PASS.MOVED] = 4
  for (let i = 0; i < 8; i++) f32[start + REGION_CORNERS + i] = corners[i]
  i32[start + REGION_CORNERS + 8] = SKIN_PASS.end
}
