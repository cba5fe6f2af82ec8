/** Binds a mesh's points to their bones. */

import { MOST_INFLUENCES, MOST_POINTS } from '../shared/limits'
import { fail, missing, type ObjectPlace, spend, warnAt } from '../shared/place'
import { bounded } from '../shared/values'
import { geometryBlock } from './binary-geometry'
import type { Context } from './context'
import type { Binding, Geometry, RawGeometry, RawWeights } from './geometry-types'
import { IDENTITY, inverse, type Matrix, matrixOf, multiply, transformOf } from './transform'
import { looseList, numbersIn } from './values'

/** Reads a mesh's points. @param isBent whether the mesh is on a surface: its transform then has no effect. */
export function geometryOf(context: Context, at: ObjectPlace, scale: number, isBent: boolean): Geometry {
  const { blocks } = context
  const fromBlock = blocks !== null && !missing(at.value.offset)
  const raw = fromBlock ? geometryBlock(context, blocks, at, true) : geometryLists(context, at)
  const count = raw.vertices.length / 2
  const triangles = trianglesOf(at, raw.triangles, count)
  const uvs = Float32Array.from(raw.uvs)
  if (raw.weights) return { ...bound(at, count, raw.weights, scale), uvs, triangles, place: null }
  const transform = transformOf(at, 'transform')
  const matrix = isBent ? IDENTITY : matrixOf(transform)
  const vertices = new Float32Array(2 * count)
  for (let i = 0; i < vertices.length; i += 2) {
    const [x, y] = [raw.vertices[i], raw.vertices[i + 1]]
    vertices[i] = (matrix[0] * x + matrix[2] * y + matrix[4]) * scale
    vertices[i + 1] = -(matrix[1] * x + matrix[3] * y + matrix[5]) * scale
  }
  checkFinite(at, vertices)
  const binding = { count, counts: null, matrices: [matrix], bound: false }
  const { x, y, rotation, skew, scaleX, scaleY } = transform
  const place = { x: x * scale, y: -y * scale, rotation: -rotation, shearY: -skew, scaleX, scaleY }
  return { points: { count, bones: null, vertices }, uvs, triangles, binding, place: isBent ? null : place }
}

/** Refuses points that a file's matrices move beyond the range of numbers. Throws `out-of-range`. */
export function checkFinite(at: ObjectPlace, points: Float32Array): void {
  if (!points.every(Number.isFinite))
    fail(at, undefined, 'out-of-range', 'points are too far away to compute with')
}

/** Binds points, keeping influences of known bones. */
export function bound(
  at: ObjectPlace,
  count: number,
  { counts, bones, weights, local, matrices }: RawWeights,
  scale: number,
): Pick<Geometry, 'points' | 'binding'> {
  const words: number[] = []
  const vertices: number[] = []
  let next = 0
  for (let point = 0; point < count; point++) {
    const end = next + counts[point]
    words.push(counts[point])
    for (; next < end; next++) {
      const missed = bones[next] < 0
      // An influence of an unknown bone adds nothing, but keeps a place for its deltas.
      words.push(missed ? 0 : bones[next])
      vertices.push(local[2 * next] * scale, -local[2 * next + 1] * scale, missed ? 0 : weights[next])
    }
    if (counts[point] === 0) fail(at, 'weights', 'bad-vertices', `point ${point} hangs on no bone`)
  }
  const points = { count, bones: Uint16Array.from(words), vertices: Float32Array.from(vertices) }
  checkFinite(at, points.vertices)
  return { points, binding: { count, counts, matrices: matrices ?? [], bound: matrices === null } }
}

function geometryLists(context: Context, at: ObjectPlace): RawGeometry {
  const vertices = numbersIn(looseList(at, 'vertices'))
  const uvs = numbersIn(looseList(at, 'uvs'))
  const triangles = numbersIn(looseList(at, 'triangles'))
  const weights = numbersIn(looseList(at, 'weights'))
  spend(at, 16 * (vertices.length + uvs.length + triangles.length) + 120 * weights.length)
  if (weights.length === 0 || (missing(at.value.bonePose) && missing(at.value.bones))) {
    pairs(at, 'vertices', vertices, uvs.length)
    return { vertices, uvs, triangles, weights: null }
  }
  const count = uvs.length / 2
  const list = influences(context, at, weights, count)
  if (missing(at.value.bonePose)) {
    pairs(at, 'vertices', vertices, 2 * list.bones.length)
    return {
      vertices: new Float64Array(2 * count),
      uvs,
      triangles,
      weights: { ...list, local: vertices, matrices: null },
    }
  }
  pairs(at, 'vertices', vertices, uvs.length)
  const slot = matrixIn(at, 'slotPose', numbersIn(looseList(at, 'slotPose')), 0)
  const inverses = posesOf(context, at)
  const matrices = Array.from(list.bones, (bone) => multiply(inverses.get(bone) ?? IDENTITY, slot))
  const local = new Float64Array(2 * matrices.length)
  let influence = 0
  for (let point = 0; point < count; point++)
    for (let i = 0; i < list.counts[point]; i++, influence++) {
      const [a, b, c, d, tx, ty] = matrices[influence]
      const [x, y] = [vertices[2 * point], vertices[2 * point + 1]]
      local[2 * influence] = a * x + c * y + tx
      local[2 * influence + 1] = b * x + d * y + ty
    }
  return { vertices, uvs, triangles, weights: { ...list, local, matrices } }
}

export function pairs(at: ObjectPlace, key: string, { length }: Float64Array, expected: number): void {
  bounded(length / 2, at, key, 0, MOST_POINTS)
  if (length % 2 !== 0 || length !== expected)
    fail(at, key, 'bad-vertices', `expected ${expected} numbers, got ${length}`)
}

/** Reads counts, bones and weights of a flat list: n, then n times a bone and a weight. */
export function influences(
  { order }: Context,
  at: ObjectPlace,
  list: Float64Array,
  count: number,
): Pick<RawWeights, 'counts' | 'bones' | 'weights'> {
  const counts = new Uint16Array(count)
  const bones: number[] = []
  const weights: number[] = []
  let next = 0
  for (let point = 0; point < count; point++) {
    const many = list[next++]
    if (!Number.isInteger(many) || many < 0 || many > MOST_INFLUENCES || next + 2 * many > list.length)
      fail(
        at,
        'weights',
        'bad-vertices',
        `the list ends within point ${point}, or has no number of bones for it`,
      )
    counts[point] = many
    for (let i = 0; i < many; i++, next += 2) {
      bones.push(order[list[next]] ?? -1)
      weights.push(list[next + 1])
    }
  }
  if (next !== list.length)
    fail(at, 'weights', 'bad-vertices', `expected ${next} numbers for ${count} points, got ${list.length}`)
  return { counts, bones: Int32Array.from(bones), weights: Float64Array.from(weights) }
}

/** Returns inverse binding matrices by bone. */
function posesOf({ order }: Context, at: ObjectPlace): Map<number, Matrix> {
  const list = numbersIn(looseList(at, 'bonePose'))
  const found = new Map<number, Matrix>()
  for (let i = 0; i < list.length; i += 7)
    found.set(order[list[i]] ?? -1, inverse(matrixIn(at, 'bonePose', list, i + 1)))
  return found
}

function matrixIn(at: ObjectPlace, key: string, list: Float64Array, first: number): Matrix {
  if (list.length === 0) return IDENTITY
  if (first + 6 > list.length) fail(at, key, 'bad-vertices', 'the list ends within a matrix')
  const [a, b, c, d, tx, ty] = list.subarray(first, first + 6)
  return [a, b, c, d, tx, ty]
}

/** Reads triangles. Numbers after the last whole triangle are ignored, as in the official runtime. */
function trianglesOf(at: ObjectPlace, numbers: ArrayLike<number>, count: number): Uint16Array | Uint32Array {
  const over = numbers.length % 3
  if (over > 0)
    warnAt(
      at,
      'triangles',
      'ignored-key',
      `${numbers.length} numbers are not whole triangles; the last is left out`,
    )
  const list = over > 0 ? Array.from(numbers).slice(0, -over) : numbers
  for (let i = 0; i < list.length; i++)
    if (!(Number.isInteger(list[i]) && list[i] >= 0 && list[i] < count))
      fail(at, 'triangles', 'bad-triangles', `expected numbers of ${count} points, got ${list[i]}`)
  return count > 0xffff ? Uint32Array.from(list) : Uint16Array.from(list)
}

/**
 * Converts the deltas of a key to the model's form: x, y for each point or influence.
 *
 * @param deltas numbers from number `first` on; all others are 0.
 */
export function bindDeltas(
  { count, counts, matrices, bound: isBound }: Binding,
  deltas: ArrayLike<number>,
  first: number,
  scale: number,
): Float32Array {
  const at = (index: number) => deltas[index - first] ?? 0
  if (isBound || counts === null) {
    const influences = counts ? counts.reduce((sum, many) => sum + many, 0) : count
    const [a, b, c, d] = isBound ? IDENTITY : matrices[0]
    const out = new Float32Array(2 * influences)
    for (let i = 0; i < out.length; i += 2) {
      const [x, y] = [at(i), at(i + 1)]
      out[i] = (a * x + c * y) * scale
      out[i + 1] = -(b * x + d * y) * scale
    }
    return out
  }
  const out = new Float32Array(2 * matrices.length)
  let influence = 0
  for (let point = 0; point < count; point++) {
    const [x, y] = [at(2 * point), at(2 * point + 1)]
    for (let i = 0; i < counts[point]; i++, influence++) {
      const [a, b, c, d] = matrices[influence]
      out[2 * influence] = (a * x + c * y) * scale
      out[2 * influence + 1] = -(b * x + d * y) * scale
    }
  }
  return out
}
