/** Compiles an attachment's points to skin data: sorted by bones, weights multiplied in. */
import { WORLD_RECORD } from '../../base/memory/lanes'
import type { VertexData } from '../../base/model/attachment'
import { type ImageWriter, reserve } from '../image-writer'
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
  comparePoints,
  kindOf,
  MOST_COMPARED,
  putPairsFirst,
  readPoints,
  sameBones,
  type WeightedPoints,
  WHOLE,
} from './weighted-points'

/** The order in which an attachment's points are skinned. */
export interface VertexOrder {
  /** Sorted position → vertex in file order. */
  readonly vertices: Uint32Array
  /** Influence in the order of the passes → influence in file order. */
  readonly influences: Uint32Array
  readonly passes: readonly SkinPass[]
  /** Groups of the vertices that are in no `whole` pass. */
  readonly groups: readonly SkinGroup[]
  /** The unsorted points. */
  readonly data: VertexData
}

/** Vertices with the same number of influences (see SKIN_GROUPS). */
interface SkinGroup {
  /** First vertex, in sorted order, and number of vertices. */
  readonly first: number
  readonly count: number
  /** Influences of each vertex. */
  readonly many: number
  /** Influences in the order of the passes, vertex by vertex, as numbers of file order; and their bones. */
  readonly influences: Uint32Array
  readonly bones: Uint16Array
}

/** Some influences of a run of vertices (see SKIN_PASSES). */
export interface SkinPass {
  /** One of SKIN_PASS. */
  readonly kind: number
  /** First vertex, in sorted order, and number of vertices. */
  readonly first: number
  readonly count: number
  /** One bone for each influence of a vertex in this pass; -1 = the bone of the attachment's slot. */
  readonly bones: readonly number[]
  /** See PASS.MOVED. @default all */
  readonly moved?: number
}

/**
 * Sorts points: points of one bone first, then by influence count and bones; equal points keep the file's order.
 * Influences of a point are taken by ascending bone. With three or more influences, the pair that most other points
 * share comes first: a pass begins with many loads, so long runs save time. Unweighted points are sorted by whether
 * deform keys move them.
 *
 * @param moved for each unweighted point: not 0 if a deform key moves it; `null`: any may be moved.
 */
export function orderVertices(data: VertexData, moved: ArrayLike<number> | null = null): VertexOrder {
  const { count } = data
  if (data.bones === null) return orderUnweighted(data, moved)
  const points = readPoints(data, data.bones)
  putPairsFirst(points)
  const vertices = new Uint32Array(count)
  let sorted = true
  for (let vertex = 0; vertex < count; vertex++) {
    vertices[vertex] = vertex
    if (vertex > 0 && comparePoints(points, vertex - 1, vertex) > 0) sorted = false
  }
  if (!sorted) vertices.sort((a, b) => comparePoints(points, a, b))
  const influences = new Uint32Array(points.influences.length)
  const passes: SkinPass[] = []
  const groups: SkinGroup[] = []
  let written = 0
  for (let first = 0; first < count; ) {
    const { kind: alike } = points
    let end = first + 1
    while (end < count && alike[vertices[end]] === alike[vertices[first]]) end++
    if (alike[vertices[first]] !== WHOLE) groups.push(groupOf(points, vertices, first, end))
    for (const { kind, from } of passesOf(points, vertices[first])) {
      const to = from + PASS_INFLUENCES[kind]
      for (let start = first; start < end; ) {
        let stop = start + 1
        while (stop < end && sameBones(points, vertices[start], vertices[stop], from, to)) stop++
        const bones: number[] = []
        const own = points.first[vertices[start]]
        for (let i = from; i < to; i++) bones.push(points.bones[own + i])
        passes.push({ kind, first: start, count: stop - start, bones })
        for (; start < stop; start++)
          for (let i = from; i < to; i++)
            influences[written++] = points.influences[points.first[vertices[start]] + i]
      }
    }
    first = end
  }
  return { vertices, influences, passes, groups, data }
}

/** Puts moving points first, as kernels skin the rest of a deformed mesh like an undeformed one. */
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

/** @param vertices in sorted order; the ones from `start` up to `end` have one kind. */
function groupOf(
  { first, influences, bones }: WeightedPoints,
  vertices: Uint32Array,
  start: number,
  end: number,
): SkinGroup {
  const count = end - start
  const many = first[vertices[start] + 1] - first[vertices[start]]
  const group = {
    first: start,
    count,
    many,
    influences: new Uint32Array(count * many),
    bones: new Uint16Array(count * many),
  }
  let at = 0
  for (let i = start; i < end; i++)
    for (let from = first[vertices[i]]; from < first[vertices[i] + 1]; from++) {
      group.influences[at] = influences[from]
      group.bones[at++] = bones[from]
    }
  return group
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
    const pairs = many > MOST_COMPARED ? 0 : (many * (many - 1)) / 2
    bytes += BYTES_OF_A_POINT + many * BYTES_OF_AN_INFLUENCE + pairs * BYTES_OF_A_PAIR
  }
  return bytes
}

/** Passes of a point: the kind and the first influence of each. */
function passesOf({ first, kind }: WeightedPoints, vertex: number): { kind: number; from: number }[] {
  const many = first[vertex + 1] - first[vertex]
  if (kind[vertex] === WHOLE) return [{ kind: SKIN_PASS.whole, from: 0 }]
  if (kind[vertex] === kindOf(2, true)) return [{ kind: SKIN_PASS.blend, from: 0 }]
  const begin = many < 2 ? SKIN_PASS.clear : SKIN_PASS.pair
  const passes = [{ kind: begin as number, from: 0 }]
  let from = PASS_INFLUENCES[begin]
  while (from < many) {
    const next = from + 1 < many ? SKIN_PASS.addPair : SKIN_PASS.addOne
    passes.push({ kind: next, from })
    from += PASS_INFLUENCES[next]
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
  const words = groups.reduce(
    (sum, { influences }) => sum + SKIN_GROUP_WORDS + influences.length * SKIN_INFLUENCE_WORDS,
    1,
  )
  let at = reserve(writer, words)
  const { f32, i32 } = writer
  i32[start + SKIN_GROUPS] = at - start
  i32[at++] = groups.length
  for (const { first, count, many, influences, bones } of groups) {
    i32[at + GROUP_INFLUENCES] = many
    i32[at + GROUP_COUNT] = count
    i32[at + GROUP_TARGET] = 2 * first
    at += SKIN_GROUP_WORDS
    for (let i = 0; i < influences.length; i++) {
      const from = 3 * influences[i]
      const weight = vertices[from + 2]
      f32[at] = vertices[from] * weight
      f32[at + 1] = vertices[from + 1] * weight
      f32[at + 2] = weight
      i32[at + 3] = bones[i] * WORLD_RECORD * Float32Array.BYTES_PER_ELEMENT
      at += SKIN_INFLUENCE_WORDS
    }
  }
}

/** @param own bone of the attachment's slot. @returns the word after the header. */
function writePassHeader(i32: Int32Array, at: number, pass: SkinPass, own: number): number {
  const { kind, first, count, bones, moved = count } = pass
  i32[at + PASS.KIND] = kind
  i32[at + PASS.COUNT] = count
  i32[at + PASS.TARGET] = 2 * first
  i32[at + PASS.BONE] = bones.length > 0 ? recordOf(bones[0], own) : 0
  i32[at + PASS.OTHER_BONE] = bones.length > 1 ? recordOf(bones[1], own) : 0
  i32[at + PASS.MOVED] = moved
  return at + SKIN_PASS_WORDS
}

function recordOf(bone: number, own: number): number {
  return (bone < 0 ? own : bone) * WORLD_RECORD
}

const REGION_PASS: SkinPass = { kind: SKIN_PASS.whole, first: 0, count: 4, bones: [-1] }
const REGION_CORNERS = SKIN_FIRST_PASS + SKIN_PASS_WORDS
/** Words of a region's skin data: one pass of four points on the slot's bone, and the end. */
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

/** Triangles with indices of sorted vertices. */
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
