/** The order of points, beside the same rules written down plainly. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSorter, orderVertices } from '../../../src/rig/attachments/vertices'

interface Influence {
  readonly bone: number
  readonly weight: number
}
type Points = readonly (readonly Influence[])[]

function dataOf(points: Points) {
  return {
    count: points.length,
    bones: Uint16Array.from(points.flatMap((own) => [own.length, ...own.map(({ bone }) => bone)])),
    vertices: Float32Array.from(points.flat().flatMap(({ weight }, i) => [i, -i, weight])),
  }
}

/** Number of influences by which points are skinned: 0 = one at weight 1; half more if they don't add up to 1. */
function kindOf(own: readonly Influence[]): number {
  if (own.length === 1 && own[0].weight === 1) return 0
  return own.length + (own.length === 2 && own[0].weight + own[1].weight === 1 ? 0 : 0.5)
}

const pairsOf = (bones: readonly number[]) =>
  bones.flatMap((b, j) => bones.slice(0, j).map((a, i) => ({ i, j, name: `${bones.length} ${a} ${b}` })))

/** Sorted vertices, and the influences in the order of the passes. */
function plainOrder(points: Points): { vertices: number[]; influences: number[] } {
  let before = 0
  const sorted = points.map((own, vertex) => {
    const list = own.map(({ bone }, i) => ({ bone, number: before + i })).sort((a, b) => a.bone - b.bone)
    before += own.length
    return { vertex, list, kind: kindOf(own) }
  })
  const paired = ({ length }: readonly unknown[]) => length > 2 && length < 9
  const shared = new Map<string, number>()
  for (const { list } of sorted)
    if (paired(list))
      for (const { name } of pairsOf(list.map(({ bone }) => bone)))
        shared.set(name, (shared.get(name) ?? 0) + 1)
  for (const point of sorted) {
    const { list } = point
    if (!paired(list)) continue
    const pairs = pairsOf(list.map(({ bone }) => bone))
    const most = Math.max(...pairs.map(({ name }) => shared.get(name) ?? 0))
    const { i, j } = pairs.find(({ name }) => shared.get(name) === most) ?? { i: 0, j: 1 }
    point.list = [list[i], list[j], ...list.filter((_, place) => place !== i && place !== j)]
  }
  sorted.sort(
    (a, b) =>
      a.kind - b.kind ||
      a.list.map(({ bone }, i) => bone - b.list[i].bone).find((differs) => differs !== 0) ||
      a.vertex - b.vertex,
  )
  const influences: number[] = []
  for (const kind of new Set(sorted.map((point) => point.kind))) {
    const run = sorted.filter((point) => point.kind === kind)
    const many = run[0].list.length
    for (let from = 0; from < many; from += many < 2 ? 1 : 2)
      for (const { list } of run) influences.push(...list.slice(from, from + 2).map(({ number }) => number))
  }
  return { vertices: sorted.map(({ vertex }) => vertex), influences }
}

const influence = fc.record({ bone: fc.nat({ max: 3 }), weight: fc.constantFrom(1, 0.5, 0.25) })
const listOf = <T>(one: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(one, { minLength: 1, maxLength, size: 'max' })
/** Few lists of bones that recur, as in drawn meshes, or many different ones, some of them long. */
const points = fc.oneof(
  listOf(fc.array(influence, { maxLength: 5 }), 6).chain((lists) => listOf(fc.constantFrom(...lists), 40)),
  listOf(fc.array(influence, { maxLength: 3 }), 100),
  listOf(fc.array(influence, { maxLength: 10, size: 'max' }), 30),
)

test('weighted points and their influences are in the order of the rules', () => {
  const sorter = createSorter(16)
  fc.assert(
    fc.property(points, (list) => {
      const expected = plainOrder(list)
      const { vertices, isOfFile, influences } = orderVertices(dataOf(list), undefined, sorter)
      expect({ vertices: [...vertices], influences: [...influences] }).toEqual(expected)
      expect(isOfFile).toBe(expected.vertices.every((vertex, position) => vertex === position))
    }),
  )
})

test('orders of one sorter keep their numbers while others are made', () => {
  const sorter = createSorter(16)
  const lists = fc.sample(points, { numRuns: 20, seed: 1 })
  const orders = lists.map((list) => orderVertices(dataOf(list), undefined, sorter))
  const alone = lists.map((list) => orderVertices(dataOf(list)))
  expect(orders).toEqual(alone)
})
