import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnimationWorld } from '../../components/world-type'
import { setAttachment } from '../../src/api/skins'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { BLEND } from '../../src/model/skeleton'
import { assembleFrame } from '../../src/streams/frame'
import { NO_PAGE } from '../../src/world/streams'
import { skinning } from '../../systems/skinning'
import { worldTransform } from '../../systems/world-transform'
import { atlasOf, region, rigOf, type SlotPlan, worldOf } from './fixture'

const ONE = rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] }, atlasOf('a'))

function step(world: AnimationWorld) {
  worldTransform(world)
  skinning(world)
  return assembleFrame(world)
}

/** Entities in the order in which their first triangles are drawn. */
function drawnOrder(world: AnimationWorld): number[] {
  const { frame } = assembleFrame(world)
  const { skeletons, alive } = world.animation
  const owner = (vertex: number) =>
    [...alive.ids.slice(0, alive.count)].find((eid) => {
      const start = skeletons.vertexStart[eid]
      return vertex >= start && vertex < start + skeletons.vertexCount[eid]
    }) ?? -1
  const owners = [...frame.indices.slice(0, frame.indexCount)].map(owner)
  return owners.filter((eid, i) => i === 0 || owners[i - 1] !== eid)
}

const runsOf = (world: AnimationWorld) => {
  const { frame } = assembleFrame(world)
  return Array.from({ length: frame.runCount }, (_, run) => ({
    page: frame.runPage[run],
    blend: frame.runBlend[run],
    start: frame.runStart[run],
  }))
}

describe('assembleFrame', () => {
  test('draws skeletons by ascending sort key, those with equal keys by age', () => {
    const world = worldOf()
    const keys = [2, 0, 1, 0, 2, -1, 0]
    const eids = keys.map((sortKey) => spawnSkeleton(world, ONE, { sortKey }))
    step(world)
    expect(drawnOrder(world)).toEqual([5, 1, 3, 6, 2, 0, 4].map((i) => eids[i]))
  })

  test('follows any change of keys and members', () => {
    const action = fc.oneof(
      fc.record({ spawn: fc.integer({ min: -3, max: 3 }) }),
      fc.record({ move: fc.nat(30), key: fc.integer({ min: -3, max: 3 }) }),
      fc.record({ remove: fc.nat(30) }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(action, { maxLength: 8 }), { maxLength: 8 }), (ticks) => {
        const world = worldOf()
        let list: { eid: number; age: number; key: number }[] = []
        let age = 0
        for (const actions of ticks) {
          for (const it of actions) {
            if ('spawn' in it)
              list.push({ eid: spawnSkeleton(world, ONE, { sortKey: it.spawn }), age: age++, key: it.spawn })
            else if (list.length === 0) continue
            else if ('move' in it) {
              const one = list[it.move % list.length]
              one.key = it.key
              world.components.SortKey.value[one.eid] = it.key
            } else {
              const [gone] = list.splice(it.remove % list.length, 1)
              despawnSkeleton(world, gone.eid)
            }
          }
          step(world)
          list = list.sort((a, b) => a.key - b.key || a.age - b.age)
          expect(drawnOrder(world)).toEqual(list.map(({ eid }) => eid))
          list = list.sort((a, b) => a.age - b.age)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('does nothing where nothing changed', () => {
    const world = worldOf()
    spawnSkeleton(world, ONE)
    const { changes } = step(world)
    changes.indices = false
    step(world)
    expect(changes.indices).toBe(false)
    expect(world.animation.streams.frame.indexCount).toBe(6)
  })

  test('merges runs of one page and blend state, within skeletons and across them', () => {
    const world = worldOf()
    const slots: SlotPlan[] = [
      { name: 'a', attachments: { a: region('a') } },
      { name: 'b', blend: 'additive', attachments: { b: region('b') } },
      { name: 'c', blend: 'multiply', attachments: { c: region('c') } },
      { name: 'd', attachments: { d: region('d') } },
    ]
    const rig = rigOf({ slots }, atlasOf('a', 'b', 'c', 'd'))
    spawnSkeleton(world, rig)
    spawnSkeleton(world, rig)
    step(world)
    const { normal, multiply } = BLEND
    expect(runsOf(world).map(({ blend, start }) => [blend, start])).toEqual([
      [normal, 0],
      [multiply, 12],
      [normal, 18],
      [multiply, 36],
      [normal, 42],
    ])
  })

  test('numbers pages by the world, and says where there is none', () => {
    const world = worldOf()
    spawnSkeleton(world, rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] }))
    spawnSkeleton(world, ONE)
    spawnSkeleton(world, rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] }, atlasOf('a*')))
    const { info } = step(world)
    expect(runsOf(world).map(({ page }) => page)).toEqual([NO_PAGE, 0, 3])
    expect([...info.slice(4 * 4, 4 * 5)]).toEqual([0, 0, 0, 0])
    expect([...info.slice(4 * 8, 4 * 9)]).toEqual([3, 0, 0, 0])
  })

  test('follows attachments that change, come and go', () => {
    const world = worldOf()
    const slots: SlotPlan[] = [
      { name: 'back', attachments: { a: region('a'), b: region('b') } },
      { name: 'front', attachments: { c: region('c') } },
    ]
    const eid = spawnSkeleton(world, rigOf({ slots }, atlasOf('a', 'b*', 'c')))
    step(world)
    expect(runsOf(world).length).toBe(1)
    setAttachment(world, eid, 'back', 'b')
    step(world)
    expect(runsOf(world).map(({ page }) => page)).toEqual([1, 0])
    setAttachment(world, eid, 'back', null)
    expect(step(world).frame.indexCount).toBe(6)
    setAttachment(world, eid, 'front', null)
    expect(step(world).frame.indexCount).toBe(0)
    expect(runsOf(world)).toEqual([])
  })
})
