/** Reads points of meshes, paths, boxes and clipping polygons. */
import type { VertexData } from '../../../base/model/attachment'
import { BYTES_OF_AN_ARRAY, MOST_INFLUENCES, MOST_POINTS } from '../../shared/limits'
import { fail, type ListPlace, type ObjectPlace, refuse, spend } from '../../shared/place'
import { shown } from '../../shared/source-file'
import * as read from '../../shared/values'
import type { Context } from './context'

/** Throws `missing`, `out-of-range`, `too-large`. */
export function vertexCountOf(at: ObjectPlace): number {
  return checkedCount(read.requiredInteger(at, 'vertexCount'), at, 'vertexCount')
}

export function checkedCount(count: number, at: ObjectPlace, key: string): number {
  return read.bounded(count, at, key, 0, MOST_POINTS)
}

/** Throws `missing`, `bad-vertices`, and the errors of numbers. */
export function readVertices(context: Context, at: ObjectPlace, count = vertexCountOf(at)): VertexData {
  const list = read.requiredList(at, 'vertices')
  if (list.value.length !== count * 2) return readWeighted(context, list, count)
  return { count, bones: null, vertices: floatsOf(list, context.scale) }
}

const NOTHING = new Float32Array(0)

/** Reads numbers and multiplies them by `scale`. Throws `too-large`. */
export function floatsOf(list: ListPlace, scale: number): Float32Array {
  if (list.value.length === 0) return NOTHING
  spend(list, BYTES_OF_AN_ARRAY + list.value.length * Float32Array.BYTES_PER_ELEMENT)
  const floats = new Float32Array(list.value.length)
  const { limit } = list.file
  for (let i = 0; i < floats.length; i++) {
    const value = list.value[i]
    const isNumber = typeof value === 'number' && value <= limit && value >= -limit
    floats[i] = (isNumber ? value : read.requiredNumber(list, i)) * scale
  }
  return floats
}

function readWeighted(context: Context, at: ListPlace, count: number): VertexData {
  const list = at.value
  const influences = countInfluences(at, count)
  const boneCount = context.model.bones.length
  const { scale } = context
  spend(at, 2 * BYTES_OF_AN_ARRAY + count * 2 + influences * 14)
  const bones = new Uint16Array(count + influences)
  const vertices = new Float32Array(influences * 3)
  let bone = 0
  let vertex = 0
  for (let i = 0; i < list.length; ) {
    const many = Number(list[i++])
    bones[bone++] = many
    for (let n = 0; n < many; n++, i += 4) {
      const index = read.numberIn(at, i)
      if (!(index >= 0 && index < boneCount && Number.isInteger(index)))
        refuse(at, i, 'bad-vertices', `a bone index from 0 to ${boneCount - 1}`)
      bones[bone++] = index
      vertices[vertex++] = read.numberIn(at, i + 1) * scale
      vertices[vertex++] = read.numberIn(at, i + 2) * scale
      vertices[vertex++] = read.numberIn(at, i + 3)
    }
  }
  return { count, bones, vertices }
}

/** Walks the groups `n, n × (bone, x, y, weight)`; checks that there are `count` and that they fill the list. */
function countInfluences(at: ListPlace, count: number): number {
  const list = at.value
  const refuseList = (why: string, index?: number) => {
    const message = `neither 2 × ${count} numbers nor valid weighted data for ${count} points: ${why}`
    return fail(at, index, 'bad-vertices', message)
  }
  let influences = 0
  let point = 0
  let i = 0
  for (; i < list.length; point++) {
    const many = list[i]
    if (typeof many !== 'number' || !Number.isInteger(many) || many < 1 || many > MOST_INFLUENCES)
      return refuseList(`point ${point} has ${shown(many)} bones`, i)
    i += 1 + many * 4
    influences += many
    if (i > list.length) refuseList(`point ${point} runs past the end`)
  }
  if (point !== count) refuseList(`the list holds ${point}`)
  return influences
}
