/** Turns an attachment's points into skin data: sorted by influence count, weights multiplied in. */
import { WORLD_RECORD } from '../memory/lanes'
import type { VertexData } from '../model/attachment'
import { INFLUENCE_WORDS, SKIN_GROUP_TABLE, SKIN_GROUPS, SKIN_RECORDS } from './attachment-table'
import { type ImageWriter, reserve, writeInts } from './image-writer'

/** The order in which an attachment's points are skinned. */
export interface VertexOrder {
  readonly count: number
  /** Sorted position → vertex in file order; null = same order. */
  readonly vertices: Uint16Array | Uint32Array | null
  /** Sorted influence → influence in file order; null = same order. */
  readonly influences: Uint32Array | null
  readonly influenceCount: number
  /** Pairs (influences a vertex, vertices), ascending. */
  readonly groups: readonly (readonly [influences: number, vertices: number])[]
}

/** Sorts points by influence count; equal counts keep the file's order. */
export function orderVertices(data: VertexData): VertexOrder {
  const { count, bones } = data
  if (bones === null)
    return { count, vertices: null, influences: null, influenceCount: count, groups: [[1, count]] }
  const counts = new Uint32Array(count)
  const first = new Uint32Array(count)
  let influenceCount = 0
  for (let vertex = 0, at = 0; vertex < count; vertex++) {
    counts[vertex] = bones[at]
    first[vertex] = influenceCount
    influenceCount += counts[vertex]
    at += 1 + counts[vertex]
  }
  const sorted = Uint32Array.from(counts.keys()).sort((a, b) => counts[a] - counts[b] || a - b)
  const groups: [number, number][] = []
  const influences = new Uint32Array(influenceCount)
  let next = 0
  for (const vertex of sorted) {
    const last = groups.at(-1)
    if (last && last[0] === counts[vertex]) last[1]++
    else groups.push([counts[vertex], 1])
    for (let i = 0; i < counts[vertex]; i++) influences[next++] = first[vertex] + i
  }
  const same = sorted.every((vertex, position) => vertex === position)
  const vertices = count > 65_536 ? sorted : Uint16Array.from(sorted)
  return {
    count,
    vertices: same ? null : vertices,
    influences: same ? null : influences,
    influenceCount,
    groups,
  }
}

/** Appends the skin data of a vertex attachment. @returns its word address. */
export function writeSkin(writer: ImageWriter, data: VertexData, order: VertexOrder, bone: number): number {
  const { groups, influences, influenceCount } = order
  const start = writeInts(writer, [groups.length, 0, ...groups.flat()])
  const records = reserve(writer, influenceCount * INFLUENCE_WORDS)
  const { f32, i32 } = writer
  i32[start + SKIN_RECORDS] = records
  const bones = data.bones && influenceBones(data.bones, data.count, influenceCount)
  for (let sorted = 0; sorted < influenceCount; sorted++) {
    const influence = influences ? influences[sorted] : sorted
    const at = records + sorted * INFLUENCE_WORDS
    const from = influence * (bones ? 3 : 2)
    const weight = bones ? data.vertices[from + 2] : 1
    f32[at] = data.vertices[from] * weight
    f32[at + 1] = data.vertices[from + 1] * weight
    f32[at + 2] = weight
    i32[at + 3] = (bones ? bones[influence] : bone) * WORLD_RECORD
  }
  return start
}

/** Words of a region's skin data: one group of four points that hang on the slot's bone. */
export const REGION_SKIN_WORDS = 4 + 4 * INFLUENCE_WORDS

/** Writes a region frame's skin data at `start`, REGION_SKIN_WORDS long. */
export function writeRegionSkin(
  { f32, i32 }: ImageWriter,
  start: number,
  corners: Float64Array,
  bone: number,
): void {
  const records = start + 4
  i32[start + SKIN_GROUPS] = 1
  i32[start + SKIN_RECORDS] = records
  i32[start + SKIN_GROUP_TABLE] = 1
  i32[start + SKIN_GROUP_TABLE + 1] = 4
  for (let corner = 0; corner < 4; corner++) {
    const at = records + corner * INFLUENCE_WORDS
    f32[at] = corners[2 * corner]
    f32[at + 1] = corners[2 * corner + 1]
    f32[at + 2] = 1
    i32[at + 3] = bone * WORLD_RECORD
  }
}

/** Triangles over sorted vertices. */
export function sortedTriangles(triangles: ArrayLike<number>, order: VertexOrder): Uint32Array {
  const { vertices } = order
  if (!vertices) return Uint32Array.from(triangles)
  const positions = new Uint32Array(order.count)
  vertices.forEach((vertex, position) => {
    positions[vertex] = position
  })
  return Uint32Array.from(triangles, (vertex) => positions[vertex])
}

/** Puts u, v pairs into sorted order. */
export function sortedPairs(pairs: Float64Array, order: VertexOrder): Float64Array {
  const { vertices } = order
  if (!vertices) return pairs
  const sorted = new Float64Array(pairs.length)
  vertices.forEach((vertex, position) => {
    sorted[2 * position] = pairs[2 * vertex]
    sorted[2 * position + 1] = pairs[2 * vertex + 1]
  })
  return sorted
}

/** `bones` without the counts. */
function influenceBones(bones: Uint16Array, count: number, influences: number): Uint16Array {
  const flat = new Uint16Array(influences)
  for (let vertex = 0, at = 0, next = 0; vertex < count; vertex++) {
    const end = at + 1 + bones[at]
    for (at++; at < end; at++) flat[next++] = bones[at]
  }
  return flat
}
