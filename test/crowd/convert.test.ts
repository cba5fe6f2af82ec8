import { getBounds, hitTest, play, spawnSkeleton } from 'osteon'
import { VISIBILITY } from 'osteon/components'
import {
  bakedCulling,
  getBakedBounds,
  hitTestBaked,
  isBaked,
  playFigure,
  registerTable,
  spawnBaked,
  toBaked,
  toLive,
} from 'osteon/crowd'
import { expect, test } from 'vitest'
import { ownFiles } from '../poses/rigs'
import { crowdWorld, eventsOf, spineFiles, tableOf, tick } from './stage'

const files = spineFiles()[0]

test('a figure that goes live and back stands where it stood, and fires nothing', async () => {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  const eid = spawnBaked(world, registerTable(world, rig, table), { x: 70, y: -20, scaleX: 0.5, flipX: true })
  tick(world, 0.3)
  const figure = [...(getBakedBounds(world, eid) ?? [])]
  toLive(world, eid)
  expect(isBaked(world, eid)).toBe(false)
  tick(world, 0)
  expect(eventsOf(world)).toEqual([])
  const live = [...(getBounds(world, eid) ?? [])]
  for (let i = 0; i < 4; i++) expect(Math.abs(live[i] - figure[i])).toBeLessThan(2 * table.slack)
  expect(toBaked(world, eid)).toBe(true)
  tick(world, 0)
  expect(eventsOf(world)).toEqual([])
  expect([...(getBakedBounds(world, eid) ?? [])]).toEqual(figure)
})

test('hits of a figure are those of the live skeleton', async () => {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  const eid = spawnBaked(world, registerTable(world, rig, table))
  tick(world, 0.2)
  const [x, y, width, height] = getBakedBounds(world, eid) ?? []
  const middle = { x: x + width / 2, y: y + height / 2 }
  const names = hitTestBaked(world, middle).map((hit) => hit.name)
  expect(hitTestBaked(world, { x: x - width, y })).toEqual([])
  toLive(world, eid)
  tick(world, 0)
  const live = hitTest(world, middle, { by: 'shapes' }).map((hit) => hit.name)
  expect(names).toEqual(live)
})

test('small ones are baked and large ones live, with room in between', async () => {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  registerTable(world, rig, table)
  const eid: number = spawnSkeleton(world, rig)
  play<never, string>(world, eid, table.animations[0].name as never, { loop: true })
  tick(world, 0.1)
  const see = (part: number) => {
    const height = table.height / part
    bakedCulling(world, { x: 0, y: 0, width: height, height }, { below: 0.35, margin: 0.1 })
    tick(world, 0)
    return isBaked(world, eid)
  }
  expect([0.5, 0.36, 0.33, 0.3, 0.33, 0.36, 0.4].map(see)).toEqual([
    ...[false, false, false, true, true, true, false],
  ])
})

test('large skeletons out of the view are baked, and figures out of it stay figures', async () => {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  registerTable(world, rig, table)
  const eid: number = spawnSkeleton(world, rig)
  play<never, string>(world, eid, table.animations[0].name as never, { loop: true })
  tick(world, 0.1)
  const size = 2 * table.height
  const lookFrom = (x: number) => {
    bakedCulling(world, { x, y: 0, width: size, height: size }, { below: 0.35 })
    tick(world, 0)
    return [isBaked(world, eid), world.components.Visibility.level[eid]]
  }
  const edge = size / Math.SQRT2 + Math.hypot(table.width, table.height)
  const { full, timeOnly } = VISIBILITY
  expect([0, edge * 1.2, edge * 1.2, 0.2 * edge].map(lookFrom)).toEqual([
    [false, full],
    [true, full],
    [true, timeOnly],
    [false, full],
  ])
})

test('figures of a DragonBones rig stay figures, however large', async () => {
  const dragonBones = ownFiles().find(({ name }) => name === 'badger_ske')
  const { rig, table } = await tableOf(dragonBones as NonNullable<typeof dragonBones>)
  const world = crowdWorld()
  const eid = spawnBaked(world, registerTable(world, rig, table))
  tick(world, 0.1)
  bakedCulling(world, { x: 0, y: 0, width: table.height, height: table.height }, { below: 0 })
  expect(isBaked(world, eid)).toBe(true)
})

test('what a table cannot do wakes the figure, or is refused', async () => {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  const eid = spawnBaked(world, registerTable(world, rig, table))
  const [{ name }] = table.animations
  tick(world, 0.1)
  expect(() =>
    playFigure<never, string>(world, eid as never, name as never, { track: 1, unless: 'refuse' }),
  ).toThrow(expect.objectContaining({ code: 'unsupported-feature' }))
  expect(isBaked(world, eid)).toBe(true)
  playFigure<never, string>(world, eid as never, name as never, { track: 1 })
  expect(isBaked(world, eid)).toBe(false)
})

test.each([
  ['a table of another rig', { rig: 'other' }, 'unknown-rig'],
  ['another version', { version: 0 }, 'unsupported-version'],
  ['triangles of no part', { triangles: new Uint16Array(3) }, 'damaged'],
  ['a box without size', { width: Number.NaN }, 'damaged'],
  ['no animations', { animations: [] }, 'damaged'],
])('%s is refused', async (_, wrong, code) => {
  const { rig, table } = await tableOf(files)
  const world = crowdWorld()
  expect(() => registerTable(world, rig, { ...table, ...wrong })).toThrow(expect.objectContaining({ code }))
  expect(world.animation.rigs.length).toBe(1)
})
