/** Places of deform keys: vertices in fours. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VertexData } from '../../../src/base/model/attachment'
import { keyStride } from '../../../src/rig/animation/image'
import {
  FOUR_CHANGE_X,
  FOUR_CHANGE_Y,
  FOUR_VERTICES,
  FOUR_WORDS,
  FOUR_Y,
  findFours,
  writeFours,
} from '../../../src/rig/attachments/deform-places'
import { orderVertices } from '../../../src/rig/attachments/vertices'

/** On so many bones each, at full weight where it is one. */
function weighted(bones: readonly (readonly number[])[]): VertexData {
  const influences = bones.flatMap((own) => own.map(() => 1 / own.length))
  return {
    count: bones.length,
    bones: Uint16Array.from(bones.flatMap((own) => [own.length, ...own])),
    vertices: Float32Array.from(influences.flatMap((weight, i) => [100 + i, 200 + i, weight])),
  }
}

function unweighted(count: number): VertexData {
  return { count, bones: null, vertices: Float32Array.from({ length: 2 * count }, (_, i) => 100 + i) }
}

describe('fours', () => {
  test.each([
    [3, []],
    [4, [0]],
    [5, [0, 1]],
    [8, [0, 4]],
    [11, [0, 4, 7]],
  ])('of %i vertices overlap in the last one', (count, fours) => {
    expect(findFours(orderVertices(unweighted(count)))).toEqual(fours)
  })

  test('are of runs on one bone each, not of vertices between bones', () => {
    const bones = [...Array(5).fill([1]), ...Array(3).fill([2]), ...Array(4).fill([3]), [1, 2], [2, 3, 4]]
    expect(findFours(orderVertices(weighted(bones)))).toEqual([0, 1, 8])
  })

  test('say where keys put their vertices and how far from there the next ones do', () => {
    const bones = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom([1], [2]) },
      fc.constantFrom([1, 2], [3, 4, 5]),
    )
    const meshes = fc.oneof(
      fc.array(bones, { minLength: 1, maxLength: 12 }).map(weighted),
      fc.integer({ min: 1, max: 12 }).map(unweighted),
    )
    fc.assert(
      fc.property(meshes, fc.array(fc.nat({ max: 1 }), { minLength: 12, maxLength: 12 }), (data, moved) => {
        const order = orderVertices(data, moved)
        const ahead = keyStride(2 * order.influences.length)
        const fours = findFours(order)
        const key = 4
        const f32 = Float32Array.from(
          { length: key + 2 * ahead + FOUR_WORDS * fours.length + 1 },
          (_, i) => i / 8,
        )
        const before = f32.slice()
        writeFours(f32, key, ahead, fours, order)
        const end = key + 2 * ahead
        expect(f32.subarray(0, end)).toEqual(before.subarray(0, end))
        expect(f32.at(-1)).toBe(before.at(-1))
        fours.forEach((four, record) => {
          for (let i = 0; i < FOUR_VERTICES; i++) {
            const vertex = four + i
            const point = order.influences[vertex] * (data.bones ? 3 : 2)
            const [x, y] = data.vertices.subarray(point)
            const [dx, dy] = before.subarray(key + 2 * vertex)
            const [changeX, changeY] = before.subarray(key + ahead + 2 * vertex)
            const at = end + record * FOUR_WORDS + i
            expect([f32[at], f32[at + FOUR_Y]]).toEqual([x + dx, y + dy])
            expect([f32[at + FOUR_CHANGE_X], f32[at + FOUR_CHANGE_Y]]).toEqual([changeX, changeY])
          }
        })
      }),
    )
  })
})
