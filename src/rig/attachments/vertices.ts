/** Turns an attachment's points into skin data: sorted by the bones they hang on, weights multiplied in. */
import { WORLD_RECORD } from '../../memory/lanes'
import type { VertexData } from '../../model/attachment'
import { type ImageWriter, reserve } from '../image-writer'
import {
  GROUP_COUNT,
  GROUP_INFLUENCES,
  GROUP_TARGET,
  PASS_BONE,
  PASS_COUNT,
  PASS_INFLUENCES,
  PASS_KIND,
  PASS_MOVED,
  PASS_OTHER_BONE,
  PASS_TARGET,
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

/** The order in which an attachment's points are skinned. */
export interface VertexOrder {
  /** Sorted position → vertex in file order. */
  readonly vertices: Uint32Array
  /** Influence in the order of the passes → influence in file order. */
  readonly influences: Uint32Array
  readonly passes: readonly SkinPass[]
  /** Of the vertices that are in no `whole` pass. */
  readonly groups: readonly SkinGroup[]
  /** The points that are sorted. */
  readonly data: VertexData
}

/** Vertices with the same number of influences (see SKIN_GROUPS). */
interface SkinGroup {
  /** The first of them, in sorted order. */
  readonly first: number
  readonly points: readonly WeightedPoint[]
}

/** Some influences of a run of vertices (see SKIN_PASSES). */
export interface SkinPass {
  /** One of SKIN_PASS. */
  readonly kind: number
  /** First vertex, in sorted order, and their number. */
  readonly first: number
  readonly count: number
  /** As many as each vertex has influences here; -1 = the bone of the attachment's slot. */
  readonly bones: readonly number[]
  /** See PASS_MOVED; by default as many as there are. */
  readonly moved?: number
}

/**
 * Sorts points, those that hang on one bone before all others, by influence count and by bones; equal ones keep the
 * file's order. The influences of a point are taken by ascending bone, of three and more first the two that most others
 * have: a pass begins with 48 loads for four lanes, as much as two vertices cost, and runs are short. Unweighted points
 * are sorted by whether deform keys move them.
 *
 * @param moved per point of unweighted data, not 0 where a deform key moves it; `null`: any may.
 */
export function orderVertices(data: VertexData, moved: ArrayLike<number> | null = null): VertexOrder {
  const { bones } = data
  if (bones === null) return orderUnweighted(data, moved)
  const { count } = data
  const points = putPairsFirst(readPoints(data, bones)).sort(comparePoints)
  const influences: number[] = []
  const passes: SkinPass[] = []
  const groups: SkinGroup[] = []
  for (let first = 0; first < count; ) {
    const end = endOf(points, first, sameKind)
    const alike = points.slice(first, end)
    if (!alike[0].whole) groups.push({ first, points: alike })
    for (const { kind, from } of passesOf(alike[0])) {
      const to = from + PASS_INFLUENCES[kind]
      for (let start = 0; start < alike.length; ) {
        const stop = endOf(alike, start, (a, b) => sameBones(a, b, from, to))
        const run = alike.slice(start, stop)
        passes.push({ kind, first: first + start, count: run.length, bones: run[0].bones.slice(from, to) })
        for (const point of run) for (let i = from; i < to; i++) influences.push(point.influences[i])
        start = stop
      }
    }
    first = end
  }
  return {
    vertices: new Uint32Array(points.map(({ vertex }) => vertex)),
    influences: new Uint32Array(influences),
    passes,
    groups,
    data,
  }
}

/** Those that move first: the rest of a deformed mesh is skinned as if it were not, at two thirds of the cost. */
function orderUnweighted(data: VertexData, moved: ArrayLike<number> | null): VertexOrder {
  const { count } = data
  const vertices = new Uint32Array(count)
  let moving = 0
  for (let vertex = 0; vertex < count; vertex++) if (moved?.[vertex] !== 0) vertices[moving++] = vertex
  let end = moving
  for (let vertex = 0; vertex < count; vertex++) if (moved?.[vertex] === 0) vertices[end++] = vertex
  const passes = [{ kind: SKIN_PASS.whole, first: 0, count, bones: [-1], moved: moving }]
  return { vertices, influences: vertices, passes, groups: [], data }
}

interface WeightedPoint {
  readonly vertex: number
  /** Influences in file order, as they are taken, and their bones. */
  readonly influences: readonly number[]
  readonly bones: readonly number[]
  /** Hangs on one bone at weight 1. */
  readonly whole: boolean
  /** Hangs on two bones whose weights come to 1. */
  readonly even: boolean
}

/** What two float32 weights that come to 1 may miss it by. */
const EVEN = 2 ** -23

function readPoints({ count, vertices }: VertexData, bones: ArrayLike<number>): WeightedPoint[] {
  const points: WeightedPoint[] = []
  let at = 0
  let first = 0
  for (let vertex = 0; vertex < count; vertex++) {
    const length = bones[at]
    const start = at + 1 - first
    const influences: number[] = []
    for (let i = 0; i < length; i++) influences.push(first + i)
    if (length > 1) influences.sort((a, b) => bones[start + a] - bones[start + b] || a - b)
    const own = influences.map((influence) => bones[start + influence])
    const whole = length === 1 && vertices[3 * first + 2] === 1
    const even = length === 2 && Math.abs(vertices[3 * first + 2] + vertices[3 * first + 5] - 1) < EVEN
    points.push({ vertex, influences, bones: own, whole, even })
    at += 1 + length
    first += length
  }
  return points
}

function comparePoints(a: WeightedPoint, b: WeightedPoint): number {
  if (a.whole !== b.whole) return a.whole ? -1 : 1
  if (a.bones.length !== b.bones.length) return a.bones.length - b.bones.length
  if (a.even !== b.even) return a.even ? -1 : 1
  const differs = a.bones.findIndex((bone, i) => bone !== b.bones[i])
  return differs < 0 ? a.vertex - b.vertex : a.bones[differs] - b.bones[differs]
}

/** The point behind the run of those that are like the one at `first`. */
function endOf(
  points: readonly WeightedPoint[],
  first: number,
  alike: (a: WeightedPoint, b: WeightedPoint) => boolean,
): number {
  let end = first + 1
  while (end < points.length && alike(points[first], points[end])) end++
  return end
}

function sameKind(a: WeightedPoint, b: WeightedPoint): boolean {
  return a.whole === b.whole && a.bones.length === b.bones.length && a.even === b.even
}

function sameBones(a: WeightedPoint, b: WeightedPoint, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (a.bones[i] !== b.bones[i]) return false
  return true
}

/** What sorting weighted points takes, in bytes: by point, by influence, and by pair of influences that is counted. */
const BYTES_OF_A_POINT = 400
const BYTES_OF_AN_INFLUENCE = 200
const BYTES_OF_A_PAIR = 100

/** What `orderVertices` takes for such points, about. */
export function bytesOfOrder({ count, bones }: VertexData): number {
  if (!bones) return count * BYTES_OF_AN_INFLUENCE
  let bytes = 0
  for (let at = 0; at < bones.length; at += 1 + bones[at]) {
    const many = bones[at]
    const pairs = many > MOST_COMPARED ? 0 : (many * (many - 1)) / 2
    bytes += BYTES_OF_A_POINT + many * BYTES_OF_AN_INFLUENCE + pairs * BYTES_OF_A_PAIR
  }
  return bytes
}

/** Points of more influences are left as they are: each would be compared with each. */
const MOST_COMPARED = 8

/** Of three and more influences, takes those two first whose bones most points of as many have together. */
function putPairsFirst(points: readonly WeightedPoint[]): WeightedPoint[] {
  const counts = new Map<number, number>()
  for (const { bones } of points)
    forPairs(bones, (i, j) => {
      const key = pairKey(bones, i, j)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
  return points.map((point) => {
    const { bones, influences } = point
    if (bones.length < 3) return point
    let best = 0
    let first = 0
    let second = 1
    forPairs(bones, (i, j) => {
      const count = counts.get(pairKey(bones, i, j)) ?? 0
      if (count <= best) return
      best = count
      first = i
      second = j
    })
    const isOther = (_: number, i: number) => i !== first && i !== second
    return {
      ...point,
      bones: [bones[first], bones[second], ...bones.filter(isOther)],
      influences: [influences[first], influences[second], ...influences.filter(isOther)],
    }
  })
}

/** Nothing if there are too few to choose from, or too many. */
function forPairs({ length }: readonly number[], visit: (i: number, j: number) => void): void {
  if (length < 3 || length > MOST_COMPARED) return
  for (let j = 1; j < length; j++) for (let i = 0; i < j; i++) visit(i, j)
}

/** Points of as many influences only: the others are in passes of their own. */
function pairKey(bones: readonly number[], i: number, j: number): number {
  return (bones.length * BONES + bones[i]) * BONES + bones[j]
}
const BONES = 65_536

/** How a point's influences are shared out among passes: each one's kind and its first influence. */
function passesOf({ bones, whole, even }: WeightedPoint): { kind: number; from: number }[] {
  if (whole) return [{ kind: SKIN_PASS.whole, from: 0 }]
  if (even) return [{ kind: SKIN_PASS.blend, from: 0 }]
  const first = bones.length < 2 ? SKIN_PASS.clear : SKIN_PASS.pair
  const passes = [{ kind: first as number, from: 0 }]
  let from = PASS_INFLUENCES[first]
  while (from < bones.length) {
    const kind = from + 1 < bones.length ? SKIN_PASS.addPair : SKIN_PASS.addOne
    passes.push({ kind, from })
    from += PASS_INFLUENCES[kind]
  }
  return passes
}

/** Appends the skin data of a vertex attachment. @returns its word address. */
export function writeSkin(writer: ImageWriter, order: VertexOrder, bone: number): number {
  const { passes, influences, groups, data } = order
  const words = passes.reduce(
    (sum, { kind, count }) => sum + SKIN_PASS_WORDS + count * PASS_VERTEX_WORDS[kind],
    SKIN_FIRST_PASS + 1,
  )
  const start = reserve(writer, words)
  const { f32, i32 } = writer
  i32[start + SKIN_PASSES] = passes.length
  i32[start + SKIN_WHOLE_PASSES] = passes.filter(({ kind }) => kind === SKIN_PASS.whole).length
  let at = start + SKIN_FIRST_PASS
  let sorted = 0
  for (const pass of passes) {
    at = writePassHeader(i32, at, pass, bone)
    const end = sorted + pass.count * PASS_INFLUENCES[pass.kind]
    for (; sorted < end; sorted++) {
      const from = influences[sorted] * (data.bones ? 3 : 2)
      const weight = data.bones ? data.vertices[from + 2] : 1
      f32[at++] = data.vertices[from] * weight
      f32[at++] = data.vertices[from + 1] * weight
      if (pass.kind !== SKIN_PASS.whole) f32[at++] = weight
    }
  }
  i32[at] = SKIN_PASS.end
  if (groups.length > 0) writeGroups(writer, start, order)
  return start
}

/** Appends the groups of weighted points to their skin data, which begins at `start`. */
function writeGroups(writer: ImageWriter, start: number, { data: { vertices }, groups }: VertexOrder): void {
  const size = ({ points }: SkinGroup) =>
    SKIN_GROUP_WORDS + points.length * points[0].bones.length * SKIN_INFLUENCE_WORDS
  let at = reserve(
    writer,
    groups.reduce((sum, group) => sum + size(group), 1),
  )
  const { f32, i32 } = writer
  i32[start + SKIN_GROUPS] = at - start
  i32[at++] = groups.length
  for (const { first, points } of groups) {
    i32[at + GROUP_INFLUENCES] = points[0].bones.length
    i32[at + GROUP_COUNT] = points.length
    i32[at + GROUP_TARGET] = 2 * first
    at += SKIN_GROUP_WORDS
    for (const { influences, bones } of points)
      influences.forEach((influence, i) => {
        const from = 3 * influence
        const weight = vertices[from + 2]
        f32[at] = vertices[from] * weight
        f32[at + 1] = vertices[from + 1] * weight
        f32[at + 2] = weight
        i32[at + 3] = bones[i] * WORLD_RECORD * Float32Array.BYTES_PER_ELEMENT
        at += SKIN_INFLUENCE_WORDS
      })
  }
}

/** @param own bone of the attachment's slot. @returns the word behind the header. */
function writePassHeader(i32: Int32Array, at: number, pass: SkinPass, own: number): number {
  const { kind, first, count, bones, moved = count } = pass
  const offsets = bones.map((bone) => (bone < 0 ? own : bone) * WORLD_RECORD)
  i32[at + PASS_KIND] = kind
  i32[at + PASS_COUNT] = count
  i32[at + PASS_TARGET] = 2 * first
  i32[at + PASS_BONE] = offsets[0] ?? 0
  i32[at + PASS_OTHER_BONE] = offsets[1] ?? 0
  i32[at + PASS_MOVED] = moved
  return at + SKIN_PASS_WORDS
}

const REGION_PASS: SkinPass = { kind: SKIN_PASS.whole, first: 0, count: 4, bones: [-1] }
const REGION_CORNERS = SKIN_FIRST_PASS + SKIN_PASS_WORDS
/** Words of a region's skin data: one pass of four points that hang on the slot's bone, and the end. */
export const REGION_SKIN_WORDS = REGION_CORNERS + 8 + 1

/** Writes a region frame's skin data at `start`, REGION_SKIN_WORDS long. */
export function writeRegionSkin(
  { f32, i32 }: ImageWriter,
  start: number,
  corners: Float64Array,
  bone: number,
): void {
  i32[start + SKIN_PASSES] = 1
  i32[start + SKIN_WHOLE_PASSES] = 1
  i32[start + SKIN_GROUPS] = 0
  writePassHeader(i32, start + SKIN_FIRST_PASS, REGION_PASS, bone)
  f32.set(corners, start + REGION_CORNERS)
  i32[start + REGION_CORNERS + 8] = SKIN_PASS.end
}

/** Triangles over sorted vertices. */
export function sortedTriangles(triangles: ArrayLike<number>, { vertices }: VertexOrder): Uint32Array {
  const positions = new Uint32Array(vertices.length)
  for (let position = 0; position < vertices.length; position++) positions[vertices[position]] = position
  const sorted = new Uint32Array(triangles.length)
  for (let i = 0; i < sorted.length; i++) sorted[i] = positions[triangles[i]]
  return sorted
}

/** Puts u, v pairs into sorted order. */
export function sortedPairs(pairs: Float64Array, { vertices }: VertexOrder): Float64Array {
  const sorted = new Float64Array(pairs.length)
  for (let i = 0; i < sorted.length; i++) sorted[i] = pairs[2 * vertices[i >> 1] + (i & 1)]
  return sorted
}
