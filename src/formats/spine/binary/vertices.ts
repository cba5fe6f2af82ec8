/** Reads points of meshes, paths, boxes and clipping polygons. */
import type { VertexData } from '../../../base/model/attachment'
import { BYTES_OF_AN_ARRAY, MOST_INFLUENCES, MOST_POINTS } from '../../shared/limits'
import type { Context } from './context'
import { fail, need, spend } from './cursor'
import * as read from './values'

/** Reads a number of points. A point takes at least one byte. Throws `too-large`, `truncated`. */
export function pointCountOf({ cursor }: Context): number {
  const { at } = cursor
  const count = read.integerOf(cursor, 'vertexCount')
  read.bounded(cursor, 'vertexCount', count >>> 0, 0, MOST_POINTS)
  cursor.at = at
  return read.countOf(cursor, 'vertexCount')
}

/** Reads the count and the points. */
export function readPoints(context: Context, weighted: boolean): VertexData {
  return readVertices(context, pointCountOf(context), weighted)
}

/**
 * Reads points. `weighted` counts only in layouts with flags. Throws `bad-vertices`, `too-large` and the errors of
 * numbers.
 */
export function readVertices(context: Context, count: number, weighted: boolean): VertexData {
  const { cursor, layout, scale } = context
  const hasWeights = layout.flags ? weighted : read.flagOf(cursor, 'vertices')
  if (hasWeights) return readWeighted(context, count)
  return { count, bones: null, vertices: read.floatsOf(cursor, 'vertices', count * 2, scale) }
}

/** Least bytes of bone, x, y and weight. */
const BYTES_OF_AN_INFLUENCE = 13

function readWeighted(context: Context, count: number): VertexData {
  const { cursor, layout, model, scale } = context
  const { at: start } = cursor
  const stated = layout.countsInfluences ? read.integerOf(cursor, 'vertices') : null
  const influences = countInfluences(context, count)
  if (stated !== null && stated !== count + influences) {
    const message = `expected ${count + influences} numbers of bones and points, the file says ${stated}`
    fail(cursor, 'vertices', 'bad-vertices', message, start)
  }
  spend(cursor, 2 * BYTES_OF_AN_ARRAY + count * 2 + influences * 14)
  const bones = new Uint16Array(count + influences)
  const vertices = new Float32Array(influences * 3)
  const boneCount = model.bones.length
  let bone = 0
  let vertex = 0
  cursor.path.push('vertices')
  for (let point = 0; point < count; point++) {
    const many = read.integerOf(cursor, point)
    bones[bone++] = many
    for (let i = 0; i < many; i++) {
      const { at } = cursor
      const index = read.integerOf(cursor, point)
      if (!(index >= 0 && index < boneCount)) {
        const message = `expected a bone from 0 to ${boneCount - 1} for point ${point}, got ${index}`
        fail(cursor, undefined, 'bad-vertices', message, at)
      }
      bones[bone++] = index
      vertices[vertex++] = read.numberOf(cursor, point) * scale
      vertices[vertex++] = read.numberOf(cursor, point) * scale
      vertices[vertex++] = read.numberOf(cursor, point)
    }
  }
  cursor.path.pop()
  return { count, bones, vertices }
}

/** Walks the points and goes back, so that memory is allocated only for points that are in the file. */
function countInfluences({ cursor }: Context, count: number): number {
  const start = cursor.at
  let influences = 0
  for (let point = 0; point < count; point++) {
    const { at } = cursor
    const many = read.countOf(cursor, 'vertices', BYTES_OF_AN_INFLUENCE)
    if (many < 1 || many > MOST_INFLUENCES)
      fail(cursor, 'vertices', 'bad-vertices', `point ${point} has ${many} bones`, at)
    influences += many
    for (let i = 0; i < many; i++) {
      read.integerOf(cursor, 'vertices')
      need(cursor, 'vertices', 12)
      cursor.at += 12
    }
  }
  cursor.at = start
  return influences
}
