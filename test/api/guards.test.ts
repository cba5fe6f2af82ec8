/** Mistakes that are easy to make and hard to find: names of options, units of time, columns kept too long. */

import { addComponent, addEntity, createWorld, hasComponent, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import * as api from '../../src/api'
import { installAnimation } from '../../src/api/install'
import { compileRecording, playRecording, recordingSampling, recordings } from '../../src/joins/recordings'
import { culling } from '../../systems'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { performance } from '../fixtures/recordings'
import { collectWarnings } from '../fixtures/warnings'

const rig = makeRig()
const view = { x: 0, y: 0, width: 1, height: 1 }

describe('mistyped options are refused by name, and nothing changes:', () => {
  const call = (run: (world: ReturnType<typeof makeWorld>, eid: number, wrong: never) => unknown) => run
  test.each(
    Object.entries({
      play: call((world, eid, wrong) => api.play(world, eid, 'walk', wrong)),
      queue: call((world, eid, wrong) => api.queue(world, eid, 'walk', wrong)),
      fadeOut: call((world, eid, wrong) => api.fadeOut(world, eid, Object.assign(wrong, { mix: 0 }))),
      setEntry: call((world, _, wrong) => api.setEntry(world, api.play(world, 1, 'walk'), wrong)),
      applyAnimation: call((world, eid, wrong) =>
        api.applyAnimation(world, eid, 'walk', Object.assign(wrong, { time: 0 })),
      ),
      spawnSkeleton: call((world, _, wrong) => api.spawnSkeleton(world, rig, wrong)),
      sortByY: call((world, _, wrong) => api.sortByY(world, wrong)),
      hitTest: call((world, _, wrong) => api.hitTest(world, { x: 0, y: 0 }, wrong)),
      culling: call((world, _, wrong) => culling(world, view, wrong)),
      setBone: call((world, eid, wrong) => api.setBone(world, eid, 'root', wrong)),
      setIk: call((world, eid, wrong) => api.setIk(world, eid, 'reach', wrong)),
      setTransformConstraint: call((world, eid, wrong) =>
        api.setTransformConstraint(world, eid, 'lean', wrong),
      ),
      setSlotColor: call((world, eid, wrong) => api.setSlotColor(world, eid, 'body', wrong)),
      setPhysicsInheritance: call((world, eid, wrong) => api.setPhysicsInheritance(world, eid, wrong)),
      createMask: call((_world, _, wrong) => api.createMask(rig, Object.assign(wrong, { bones: [] }))),
      installAnimation: call((_world, _, wrong) => makeWorld(wrong)),
    }),
  )('%s', (_, run) => {
    const world = makeWorld()
    const eid = api.spawnSkeleton(world, rig)
    expect(() => run(world, eid, { looop: true } as never)).toThrow(
      expect.objectContaining({ code: 'bad-option', path: 'looop' }),
    )
    expect(world.animation.alive.count).toBe(1)
  })

  test('loadRig', async () => {
    const load = api.loadRig('{}', null, { readers: [], looop: 1 } as never)
    await expect(load).rejects.toMatchObject({ code: 'bad-option', path: 'looop' })
  })

  test.each(['Skeleton', 'Transform', 'SortKey', 'Visibility', 'Sprite', 'BoneFollower'] as const)(
    'set(%s, …)',
    (name) => {
      const world = makeWorld()
      const host = api.spawnSkeleton(world, rig)
      const eid = addEntity(world)
      const least = { Skeleton: { rig }, BoneFollower: { host, bone: 0 } }
      const data = { ...(name in least ? least[name as keyof typeof least] : {}), looop: 1 }
      expect(() => addComponent(world, eid, set(world.components[name], data))).toThrow(
        expect.objectContaining({ code: 'bad-option', path: 'looop' }),
      )
      if (name in least) expect(hasComponent(world, eid, world.components[name])).toBe(false)
    },
  )

  test('an argument that is no object of options', async () => {
    const world = makeWorld()
    const eid = api.spawnSkeleton(world, rig)
    const yes = true as never
    for (const run of [
      () => api.play(world, eid, 'walk', yes),
      () => api.queue(world, eid, 'walk', yes),
      () => api.fadeOut(world, eid, 0.2 as never),
      () => api.spawnSkeleton(world, rig, yes),
      () => api.setBone(world, eid, 'root', 1 as never),
      () => api.hitTest(world, { x: 0, y: 0 }, yes),
    ])
      expect(run).toThrow(/expected options, got (true|0\.2|1) \(bad-option\)/)
    expect(api.currentEntry(world, eid, 0)).toBe(0)
    expect(world.animation.alive.count).toBe(1)
    const load = api.loadRig('{}', null, undefined as never)
    await expect(load).rejects.toThrow('loadRig: expected options, got undefined')
  })

  test('setEntry knows no track', () => {
    const world = makeWorld()
    const entry = api.play(world, api.spawnSkeleton(world, rig), 'walk')
    expect(() => api.setEntry(world, entry, { track: 1 } as object)).toThrow('track')
  })
})

test('a tick of more than a second is told once', () => {
  const { warn, codes, list } = collectWarnings()
  const world = makeWorld({ warn })
  for (const seconds of [0.9, 1, -3]) tick(world, seconds)
  expect(codes()).toEqual([])
  tick(world, 16)
  tick(world, 17)
  expect(codes()).toEqual(['long-tick'])
  expect(list[0]).toMatchObject({ path: 'time.delta' })
})

describe('a column that growth has replaced', () => {
  const grow = () => {
    const { warn, list } = collectWarnings()
    const world = makeWorld({ warn, capacity: 4 })
    const eid = api.spawnSkeleton(world, rig, { x: 3 })
    const { x, y } = world.components.Transform
    for (let i = 0; i < 8; i++) api.spawnSkeleton(world, rig)
    expect(world.components.Transform.x).not.toBe(x)
    return { world, eid, x, y, list }
  }

  test('is noticed when it is written to', () => {
    const { world, eid, x, list } = grow()
    for (let i = 0; i < 10; i++) {
      x[eid] = i
      tick(world)
    }
    expect(list.map(({ code, path }) => [code, path])).toEqual([['stale-column', 'Transform.x']])
  })

  test('of a component that grows by itself is not taken for one', () => {
    const { warn, codes } = collectWarnings()
    const world = installAnimation(createWorld({}), { use: [recordings], warn, capacity: 4 })
    const player = playRecording(world, compileRecording(performance(10, 1)), { loop: true })
    for (let i = 0; i < 8; i++) api.spawnSkeleton(world, rig)
    for (let i = 0; i < 20; i++) {
      tick(world)
      recordingSampling(world)
    }
    expect(world.components.RecordingPlayer.time[player]).toBeGreaterThan(0)
    expect(codes()).toEqual([])
  })

  test('is forgotten when nobody does', () => {
    const { world, eid, list } = grow()
    for (let i = 0; i < 80; i++) {
      world.components.Transform.x[eid] = i
      tick(world)
    }
    expect(list).toEqual([])
    expect(world.animation.replaced).toEqual([])
  })
})
