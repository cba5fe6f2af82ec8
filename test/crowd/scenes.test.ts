/** Baked figures in the scene of another engine, among its own figures. */
import { spawnSkeleton } from 'osteon'
import { getBakedBounds, registerTable, spawnBaked } from 'osteon/crowd'
import { Raycaster, Scene, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { type Crowd, createCrowd, Figure, refreshFigures, updateFigures } from '../../src/hosts/three'
import { crowdWorld, spineFiles, tableOf, tick } from './stage'

/** Rays across a box. */
const ROWS = 12

/** Vertices that an object draws, in order, as texts. */
function drawnBy({ geometry }: Figure | Crowd): string[] {
  const indices = geometry.index?.array ?? []
  const { position } = geometry.attributes
  return geometry.groups.flatMap(({ start, count }) =>
    Array.from(indices.slice(start, start + count), (at) => `${position.getX(at)} ${position.getY(at)}`),
  )
}

/** A rig with pictures, without clips, and its table. */
async function pictured() {
  const { rig: loaded, table } = await tableOf(spineFiles()[0])
  const image = { width: 64, height: 64 } as HTMLCanvasElement
  const rig = {
    ...loaded,
    attachments: { ...loaded.attachments, clips: false },
    pages: loaded.pages.map((page) => ({ ...page, image })),
  }
  return { rig, table }
}

test('a crowd in one object shows baked figures, and figures of their own stay whole', async () => {
  const { rig, table } = await pictured()
  const world = crowdWorld()
  const number = registerTable(world, rig, table)
  const scene = new Scene()
  const crowd = createCrowd(world)
  const own = [new Figure({ world, rig }), new Figure({ world, rig })]
  scene.add(crowd, ...own)
  const { SortKey } = world.components
  own.forEach(({ eid }, i) => {
    SortKey.value[eid] = 10 * i + 5
  })
  const rest: number = spawnSkeleton(world, rig, { x: 30 })
  SortKey.value[rest] = 7
  const show = () => {
    tick(world, 0)
    refreshFigures(world)
    return [...own, crowd].map(drawnBy)
  }
  const [first, second, others] = show()
  expect(first.length).toBeGreaterThan(0)
  const baked = [1, 6, 8, 20].map((sortKey, i) => spawnBaked(world, number, { x: 5000 + i, sortKey }))
  const withBaked = show()
  expect(withBaked[0]).toEqual(first)
  expect(withBaked[1]).toEqual(second)
  const added = withBaked[2].filter((place) => Number.parseFloat(place) > 2500)
  expect(withBaked[2].filter((place) => !added.includes(place))).toEqual(others)
  const [x, , width] = getBakedBounds(world, baked[3]) ?? []
  expect(crowd.geometry.boundingBox?.max.x).toBeCloseTo(x + width, 2)
  expect(added.length % baked.length).toBe(0)
  expect(added.length).toBeGreaterThan(0)
  world.components.Transform.x[baked[3]] += 100
  expect(show()[0]).toEqual(first)
  expect(crowd.geometry.boundingBox?.max.x).toBeCloseTo(x + width + 100, 2)
})

test('a crowd moves the clocks of baked figures, and rays meet the foremost of skeletons and figures', async () => {
  const { rig, table } = await pictured()
  const world = crowdWorld()
  const baked = spawnBaked(world, registerTable(world, rig, table), { sortKey: 2 })
  const live: number = spawnSkeleton(world, rig, { sortKey: 1 })
  const crowd = createCrowd(world)
  updateFigures(world, 0.2)
  expect(world.components.Baked.time[baked]).toBeCloseTo(0.2)
  const [x, y, width, height] = getBakedBounds(world, baked) ?? []
  const metAt = (eid: number, along: number) => {
    for (let row = 1; row < ROWS; row++) {
      const from = new Vector3(x + along * width, y + (row / ROWS) * height, 10)
      const [hit] = new Raycaster(from, new Vector3(0, 0, -1)).intersectObject(crowd)
      if (hit && (hit as { eid?: number }).eid === eid) return true
    }
    return false
  }
  expect([metAt(baked, 0.5), metAt(live, 0.5)]).toEqual([true, false])
  world.components.SortKey.value[live] = 3
  updateFigures(world, 0)
  expect(metAt(live, 0.5)).toBe(true)
  crowd.hitProvider = 'boxes'
  expect(metAt(baked, 0.5)).toBe(false)
})
