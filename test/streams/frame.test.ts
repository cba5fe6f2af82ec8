/** Assembling the frame. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setAttachment } from '../../src/api/dress/skins'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { getPages } from '../../src/api/streams'
import { BLEND } from '../../src/base/model/skeleton'
import { assembleFrame } from '../../src/streams/frame/frame'
import { createLooks, updateLooks } from '../../src/streams/looks'
import type { StreamState } from '../../src/world/streams'
import type { AnimationWorld } from '../../src/world/world-type'
import { skinning } from '../../systems/skinning'
import { worldTransform } from '../../systems/world-transform'
import { runs } from '../deep'
import { atlasOf, clipping, mesh, region, rigOf, type SlotPlan, worldOf } from './fixture'

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

/** Drawn triangles, with page and blend: "page blend: x,y x,y x,y" each, without triangles without area. */
function trianglesOf(world: AnimationWorld): string[] {
  const { capacity, frame, positions, tail } = world.animation.streams
  const at = (vertex: number) => {
    const [list, i] = vertex < capacity ? [positions, vertex] : [tail.positions, vertex - capacity]
    return `${list[2 * i]},${list[2 * i + 1]}`
  }
  const found: string[] = []
  let run = 0
  for (let i = 0; i < frame.indexCount; i += 3) {
    while (run + 1 < frame.runCount && frame.runStart[run + 1] <= i) run++
    const [a, b, c] = frame.indices.subarray(i, i + 3)
    if (a !== b) found.push(`${frame.runPage[run]} ${frame.runBlend[run]}: ${at(a)} ${at(b)} ${at(c)}`)
  }
  return found
}

const runsOf = (world: AnimationWorld) => {
  const { frame } = assembleFrame(world)
  return Array.from({ length: frame.runCount }, (_, run) => ({
    page: frame.runPage[run],
    blend: frame.runBlend[run],
    start: frame.runStart[run],
  }))
}

/** Copies changed indices as a renderer does: the noted ones. */
function copyNoted({ changes, frame }: StreamState, copy: Uint32Array): void {
  const { indices, indexCount } = frame
  for (let i = 0; i < indexCount; i++)
    if (changes.indices || changes.patches[i >> 6] === 1) copy[i] = indices[i]
  changes.patches.fill(0)
  changes.indices = changes.runs = false
}

describe('assembleFrame', () => {
  test('draws skeletons by ascending sort key, equal keys by age', () => {
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
      { numRuns: runs(200) },
    )
  })

  test('notes the indices of skeletons that change places, and few others', () => {
    const world = worldOf()
    const eids = Array.from({ length: 400 }, (_, sortKey) => spawnSkeleton(world, ONE, { sortKey }))
    const { value } = world.components.SortKey
    const copy = new Uint32Array(6 * 400)
    const check = () => {
      const { changes, frame } = step(world)
      const noted = changes.patches.reduce((sum, page) => sum + page, 0)
      copyNoted(world.animation.streams, copy)
      expect([...copy]).toEqual([...frame.indices.subarray(0, 6 * 400)])
      return noted
    }
    check()
    for (const [a, b] of [
      [3, 4],
      [0, 399],
      [3, 4],
      [200, 260],
    ]) {
      const key = value[eids[a]]
      value[eids[a]] = value[eids[b]]
      value[eids[b]] = key
      expect(check()).toBeLessThanOrEqual(4)
    }
    // The last one to the front: all move.
    value[eids[350]] = -1
    check()
  })

  test('does nothing where nothing changed', () => {
    const world = worldOf()
    spawnSkeleton(world, ONE)
    const { changes } = step(world)
    changes.indices = changes.runs = false
    step(world)
    expect(changes.indices || changes.runs).toBe(false)
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

  test('draws each blend mode with a blend state of its own, additive with that of normal', () => {
    const world = worldOf()
    for (const blend of Object.keys(BLEND) as (keyof typeof BLEND)[])
      spawnSkeleton(
        world,
        rigOf({ slots: [{ name: 'a', blend, attachments: { a: region('a') } }] }, atlasOf('a')),
      )
    step(world)
    const { normal, multiply, screen, erase } = BLEND
    expect(runsOf(world).map(({ blend }) => blend)).toEqual([normal, normal, multiply, screen, erase])
  })

  test('numbers pages by the world, pages without an image as well', () => {
    const world = worldOf()
    spawnSkeleton(world, rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] }))
    spawnSkeleton(world, ONE)
    spawnSkeleton(world, rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] }, atlasOf('a*')))
    step(world)
    const looks = createLooks()
    updateLooks(world, looks)
    const { info } = looks
    expect(runsOf(world).map(({ page }) => page)).toEqual([0, 1, 4])
    expect(getPages(world)[0].image).toBe(null)
    expect([...info.slice(4 * 4, 4 * 5)]).toEqual([1, 0, 0, 0])
    expect([...info.slice(4 * 8, 4 * 9)]).toEqual([4, 0, 0, 0])
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

  test('a copied and patched frame equals a frame from nothing, after any changes', () => {
    const slots: SlotPlan[] = [
      { name: 'clip', attachments: { clip: clipping([-3, -3, 3, -3, 3, 3, -3, 3]) }, empty: true },
      { name: 'a', attachments: { a: region('a'), fan: mesh('b', [0, 0, 9, 0, 9, 9, 0, 9, -5, 5]) } },
      { name: 'b', blend: 'multiply', attachments: { b: region('b') }, empty: true },
      { name: 'c', attachments: { c: region('c') } },
    ]
    const rig = rigOf({ slots }, atlasOf('a', 'b', 'c*'))
    const shown = [null, 'clip', 'a', 'fan', 'b', 'c'] as const
    const change = fc.oneof(
      fc.record({ who: fc.nat(9), shows: fc.constantFrom(...shown), slot: fc.nat(3) }),
      fc.record({ who: fc.nat(9), key: fc.integer({ min: -3, max: 3 }) }),
      fc.record({ who: fc.nat(9), x: fc.integer({ min: -5, max: 5 }) }),
      fc.record({ who: fc.nat(9), level: fc.constantFrom(0, 1) }),
      fc.record({ who: fc.nat(9), leaves: fc.constant(true) }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 10 }), (frames) => {
        const world = worldOf()
        const { SortKey, Transform, Visibility } = world.components
        const eids = Array.from({ length: 10 }, (_, sortKey) => spawnSkeleton(world, rig, { sortKey }))
        step(world)
        for (const changes of frames) {
          for (const it of changes) {
            const eid = eids[it.who]
            if ('key' in it) SortKey.value[eid] = it.key
            else if ('x' in it) Transform.x[eid] = it.x
            else if ('level' in it) Visibility.level[eid] = it.level
            else if ('leaves' in it) {
              despawnSkeleton(world, eid)
              eids[it.who] = spawnSkeleton(world, rig)
            } else {
              const { name, attachments = {} } = slots[it.slot]
              setAttachment(world, eid, name, it.shows !== null && it.shows in attachments ? it.shows : null)
            }
          }
          step(world)
          const found = trianglesOf(world)
          const { pools } = world.animation.streams
          pools.frameStale = true
          for (const eid of eids) world.animation.skeletons.frameRun[eid] = -1
          assembleFrame(world)
          expect(found).toEqual(trianglesOf(world))
        }
      }),
      { numRuns: runs(150) },
    )
  })

  test('a mouth that opens and shuts is patched where it stands: the frame is assembled once', () => {
    const world = worldOf()
    const slots: SlotPlan[] = [
      {
        name: 'head',
        attachments: { head: mesh('a', [0, 0, 9, 0, 9, 9, 5, 9, 3, 9, 2, 9, 1, 9, 0, 9, -5, 5]) },
      },
      { name: 'mouth', attachments: { open: region('b'), shut: mesh('b', [0, 0, 9, 0, 9, 9]) } },
    ]
    const rig = rigOf({ slots }, atlasOf('a', 'b'))
    const eids = Array.from({ length: 50 }, () => spawnSkeleton(world, rig))
    step(world)
    const { pools, changes } = world.animation.streams
    const assembled = pools.frameNumber
    changes.indices = changes.runs = false
    changes.patches.fill(0)
    for (const mouth of ['shut', 'open', 'shut']) {
      setAttachment(world, eids[20], 'mouth', mouth)
      step(world)
    }
    expect(pools.frameNumber).toBe(assembled)
    expect(changes.indices || changes.runs).toBe(false)
    expect(changes.patches.indexOf(1)).toBe(Math.floor(world.animation.skeletons.frameStart[eids[20]] / 64))
    expect(trianglesOf(world)).toHaveLength(50 * (7 + 2) - 1)
  })

  test('a skeleton dressed anew after skinning is drawn as it was until skinning has seen it', () => {
    const world = worldOf()
    const slots = [
      {
        name: 'a',
        attachments: {
          a: region('a'),
          fan: mesh(
            'b',
            Array.from({ length: 80 }, (_, i) => i),
          ),
        },
      },
    ]
    const rig = rigOf({ slots }, atlasOf('a', 'b'))
    const eids = [spawnSkeleton(world, rig), spawnSkeleton(world, rig)]
    step(world)
    const before = trianglesOf(world)
    setAttachment(world, eids[0], 'a', 'fan')
    world.components.SortKey.value[eids[0]] = 1
    // As if the order had changed, too.
    world.animation.streams.pools.frameStale = true
    assembleFrame(world)
    expect(trianglesOf(world)).toEqual(before)
    const looks = createLooks()
    updateLooks(world, looks)
    expect([...looks.uvs.slice(8, 16)].every((value) => value >= 0 && value <= 1)).toBe(true)
    step(world)
    expect(trianglesOf(world).length).toBe(38 + 2)
  })
})
