/** Reads a mesh's points from the arrays of a binary file. */

import { MOST_POINTS } from '../shared/limits'
import { fail, type ObjectPlace, spend } from '../shared/place'
import { bounded } from '../shared/values'
import type { Blocks } from './blocks'
import type { Context } from './context'
import type { RawGeometry } from './geometry-types'
import { looseInteger } from './values'

const VERTICES = 0
const TRIANGLES = 1
const FLOATS = 2
const WEIGHTS = 3
const INDICES = 4

/** Returns an offset as an unsigned 16-bit number; a negative value stands for one above 32,767. */
function unsigned(offset: number): number {
  return offset < 0 ? offset + 0x10000 : offset
}

/** Returns a section of an array. Throws `truncated`. */
export function part<Numbers extends Int16Array | Uint16Array | Float32Array>(
  at: ObjectPlace,
  list: Numbers,
  first: number,
  count: number,
): Numbers {
  if (!(first >= 0 && count >= 0 && first + count <= list.length)) {
    const message = `numbers ${first} to ${first + count} are needed; there are ${list.length}`
    fail(at, 'offset', 'truncated', message)
  }
  const found = list.subarray(first, first + count) as Numbers
  const far = found.findIndex((value: number) => !(Math.abs(value) <= at.file.limit))
  if (far >= 0) fail(at, 'offset', 'not-finite', `number ${first + far} is ${found[far]}`)
  return found
}

/** Reads the points of a geometry without texture coordinates and triangles. */
export function verticesBlock({ ints, floats }: Blocks, at: ObjectPlace): Float32Array {
  const head = part(at, ints, unsigned(looseInteger(at, 'offset', 0)), INDICES)
  return part(at, floats, unsigned(head[FLOATS]), 2 * bounded(head[VERTICES], at, 'offset', 0, MOST_POINTS))
}

/** Reads a geometry. @param textured whether texture coordinates follow the points. */
export function geometryBlock(
  { order }: Context,
  blocks: Blocks,
  at: ObjectPlace,
  textured: boolean,
): RawGeometry {
  const { ints, floats } = blocks
  const start = unsigned(looseInteger(at, 'offset', 0))
  const head = part(at, ints, start, INDICES)
  const count = bounded(head[VERTICES], at, 'offset', 0, MOST_POINTS)
  const triangles = part(at, ints, start + INDICES, 3 * bounded(head[TRIANGLES], at, 'offset', 0))
  const first = unsigned(head[FLOATS])
  spend(at, 60 * count + 16 * triangles.length)
  const vertices = part(at, floats, first, 2 * count)
  const uvs = textured ? part(at, floats, first + 2 * count, 2 * count) : []
  const raw = { vertices, uvs, triangles: Int32Array.from(triangles, unsigned), weights: null }
  const weights = head[WEIGHTS] < -1 ? head[WEIGHTS] + 0x10000 : head[WEIGHTS]
  if (weights < 0) return raw
  const [bones, values] = part(at, ints, weights, 2)
  const own = part(at, ints, weights + 2, bounded(bones, at, 'offset', 0))
  const counts = new Uint16Array(count)
  const found: number[] = []
  let next = weights + 2 + own.length
  for (let point = 0; point < count; point++) {
    const [many] = part(at, ints, next, 1)
    counts[point] = bounded(many, at, 'offset', 0)
    for (const index of part(at, ints, next + 1, many)) found.push(order[own[index]] ?? -1)
    next += 1 + many
  }
  spend(at, 120 * found.length)
  const triples = part(at, floats, unsigned(values), 3 * found.length)
  const local = new Float64Array(2 * found.length)
  found.forEach((_, i) => {
    local[2 * i] = triples[3 * i + 1]
    local[2 * i + 1] = triples[3 * i + 2]
  })
  return {
    ...raw,
    weights: {
      counts,
      bones: Int32Array.from(found),
      weights: Float64Array.from(found, (_, i) => triples[3 * i]),
      local,
      matrices: null,
    },
  }
}
