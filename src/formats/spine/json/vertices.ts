/** Points of meshes, paths, boxes and clipping polygons (spine-json §7.2). */
import type { VertexData } from '../../../model/attachment'
import type { Context } from './context'
import { fail, type Place, within } from './place'
import * as read from './values'

const MOST_POINTS = 1_000_000

/** Throws `missing`, `out-of-range`, `too-large`. */
export function vertexCountOf(json: read.JsonObject, at: Place): number {
  const count = read.requiredInteger(json, 'vertexCount', at)
  if (count < 0) fail(at, 'vertexCount', 'out-of-range', `expected 0 or more, got ${count}`)
  return checkedCount(count, 'vertexCount', at)
}

export function checkedCount(count: number, key: string, at: Place): number {
  return count > MOST_POINTS
    ? fail(at, key, 'too-large', `at most ${MOST_POINTS} points are supported, got ${count}`)
    : count
}

/** Throws `missing`, `bad-vertices`, and what numbers throw. */
export function readVertices(context: Context, json: read.JsonObject, count: number, at: Place): VertexData {
  const list = read.requiredList(json, 'vertices', at)
  const place = within(at, 'vertices')
  if (list.length !== count * 2) return readWeighted(context, list, count, place)
  return { count, bones: null, vertices: floatsOf(list, context.scale, place) }
}

/** Numbers times `scale`. */
export function floatsOf(list: readonly unknown[], scale: number, at: Place): Float32Array {
  const { limit } = at.file
  const floats = new Float32Array(list.length)
  for (let i = 0; i < list.length; i++) {
    const value = list[i]
    const good = typeof value === 'number' && value <= limit && value >= -limit
    floats[i] = (good ? value : read.checkedNumber(value, i, at)) * scale
  }
  return floats
}

function readWeighted(context: Context, list: readonly unknown[], count: number, at: Place): VertexData {
  const influences = countInfluences(list, count, at)
  const boneCount = context.model.bones.length
  const { scale } = context
  const bones = new Uint16Array(count + influences)
  const vertices = new Float32Array(influences * 3)
  let bone = 0
  let vertex = 0
  for (let i = 0; i < list.length; ) {
    const many = Number(list[i++])
    bones[bone++] = many
    for (let n = 0; n < many; n++, i += 4) {
      const index = read.checkedNumber(list[i], i, at)
      if (!(index >= 0 && index < boneCount && Number.isInteger(index)))
        fail(at, i, 'bad-vertices', `expected a bone index from 0 to ${boneCount - 1}, got ${index}`)
      bones[bone++] = index
      vertices[vertex++] = read.checkedNumber(list[i + 1], i + 1, at) * scale
      vertices[vertex++] = read.checkedNumber(list[i + 2], i + 2, at) * scale
      vertices[vertex++] = read.checkedNumber(list[i + 3], i + 3, at)
    }
  }
  return { count, bones, vertices }
}

/** Walks the groups `n, n × (bone, x, y, weight)` and checks that they are `count` and fill the list. */
function countInfluences(list: readonly unknown[], count: number, at: Place): number {
  const neither = `neither 2 × ${count} numbers nor valid weighted data for ${count} points`
  let influences = 0
  let point = 0
  let i = 0
  for (; i < list.length; point++) {
    const many = list[i]
    if (typeof many !== 'number' || !Number.isInteger(many) || many < 1)
      return fail(at, i, 'bad-vertices', `${neither}: point ${point} has ${read.shown(many)} bones`)
    i += 1 + many * 4
    influences += many
    if (i > list.length) fail(at, undefined, 'bad-vertices', `${neither}: point ${point} runs past the end`)
  }
  if (point !== count) fail(at, undefined, 'bad-vertices', `${neither}: the list holds ${point}`)
  return influences
}
