import fc from 'fast-check'
import { registerTable, spawnBaked } from 'osteon/crowd'
import { expect, test } from 'vitest'
import { figureAt, sortFigures } from '../../src/joins/crowd/frame/order'
import { crowdOf } from '../../src/joins/crowd/state'
import { createUsage, trimEvents } from '../../src/joins/crowd/trim-events'
import { crowdWorld, spineFiles, tableOf, tick } from './stage'

const files = spineFiles()[0]

test('figures are drawn by ascending key, equal ones by age, NaN last, hidden ones not at all', async () => {
  const { rig, table } = await tableOf(files)
  const key = fc.oneof(
    fc.constantFrom(0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    fc.float({ noNaN: true }),
  )
  const figure = fc.record({ key, hidden: fc.boolean() })
  fc.assert(
    fc.property(fc.array(figure, { maxLength: 40 }), (list) => {
      const world = crowdWorld()
      const number = registerTable(world, rig, table)
      const ids = list.map(({ hidden, key }) => {
        const eid = spawnBaked(world, number)
        world.components.SortKey.value[eid] = key
        world.components.Visibility.level[eid] = hidden ? 1 : 0
        return eid
      })
      const last = (value: number) => (Number.isNaN(value) ? 1 : 0)
      const value = (eid: number) => world.components.SortKey.value[eid]
      const expected = ids
        .filter((_, i) => !list[i].hidden)
        .sort((a, b) => {
          const [x, y] = [value(a), value(b)]
          return last(x) - last(y) || (x < y ? -1 : x > y ? 1 : a - b)
        })
      const count = sortFigures(world)
      const crowd = crowdOf(world.animation)
      const found = Array.from({ length: count }, (_, i) => figureAt(crowd, i))
      expect(found).toEqual(expected)
      expect(Array.from(crowd.memory.lists.columns.drawn.subarray(0, count))).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})

test('room for events of a crowd that came at once is given back, and no event is lost', async () => {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  const number = registerTable(world, rig, table)
  for (let i = 0; i < 3000; i++) spawnBaked(world, number, { loop: false, speed: 0 })
  const { shown, queue } = world.animation.events
  const room = shown.kind.length
  tick(world, 0.1)
  expect(shown.count).toBe(3000)
  for (let i = 0; i < 40; i++) tick(world, 0)
  for (const buffer of [shown, queue]) expect(buffer.kind.length).toBeLessThan(3000)
  expect(room).toBeLessThan(3000)
  for (let i = 0; i < 3000; i++) spawnBaked(world, number, { loop: false, speed: 0 })
  tick(world, 0)
  expect(shown.count).toBe(3000)
})

test('room that is used now and then is kept', () => {
  const column = () => new Float64Array(8192)
  const buffer = { count: 0, kind: new Uint8Array(8192), float: column() } as never
  const usage = createUsage()
  for (let i = 0; i < 200; i++) trimEvents(buffer, i % 20 === 0 ? 5000 : 0, usage)
  expect((buffer as { kind: Uint8Array }).kind.length).toBe(8192)
  for (let i = 0; i < 30; i++) trimEvents(buffer, 700, usage)
  expect((buffer as { kind: Uint8Array }).kind.length).toBe(1400)
})
