/** Extensions of games: the example of the guide, the hooks of a tick, and refusals. */

import { addComponent, createWorld, resetWorld, set } from 'bitecs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type JiggleColumns, type JiggleData, jiggle } from '../../docs/examples/jiggle'
import { type Extension, getBone, type Hooks, installAnimation, spawnSkeleton } from '../../src/api'
import { boneControls, getBoneOffset } from '../../src/joins/bone-controls'
import { recordings } from '../../src/joins/recordings'
import { saveState } from '../../src/joins/save'
import { sprites } from '../../src/joins/sprites'
import { NO_QUADS } from '../../src/world/quads'
import { constraints, runPipeline, skinning, timelineSampling, worldTransform } from '../../systems'
import { makeRig } from '../fixtures/play'
import { noWarnings as warn } from '../fixtures/warnings'

describe('the example jiggle', () => {
  test('swings a bone when its skeleton moves, until it comes to rest', () => {
    const world = installAnimation(createWorld(), { use: [boneControls, jiggle], warn })
    const { Jiggle, Transform } = world.components
    const rig = makeRig()
    const eid = spawnSkeleton(world, rig)
    const bone = rig.bones.names.indexOf('hip')
    addComponent(world, eid, set(Jiggle, { bone } satisfies JiggleData))
    world.time.delta = 1 / 60
    runPipeline(world)
    expect(getBoneOffset(world, eid, 'hip')?.rotation).toBe(0)
    const still = [...getBone(world, eid, 'hip')]
    Transform.x[eid] += 30
    runPipeline(world)
    expect(getBoneOffset(world, eid, 'hip')?.rotation).toBeCloseTo(0.05)
    runPipeline(world)
    expect(getBone(world, eid, 'hip')[0]).not.toBeCloseTo(still[0], 3)
    for (let i = 0; i < 600; i++) runPipeline(world)
    expect(getBoneOffset(world, eid, 'hip')?.rotation).toBeCloseTo(0, 6)
    expect(getBone(world, eid, 'hip')[0]).toBeCloseTo(still[0], 5)
  })

  test('works again after resetWorld', () => {
    const world = installAnimation(createWorld(), { use: [boneControls, jiggle], warn })
    resetWorld(world)
    const eid = spawnSkeleton(world, makeRig())
    addComponent(world, eid, set(world.components.Jiggle, { bone: 1 }))
    expect(world.components.Jiggle.bone[eid]).toBe(1)
  })
})

test('saves refuse two extensions whose entities have one bit', () => {
  const one = (name: string): Extension => ({
    name,
    install: () => ({
      save: {
        what: name,
        structure: () => 0,
        save: () => null,
        member: { bit: 128, component: {}, mark() {} },
      },
    }),
  })
  const use = [one('first'), one('second')]
  expect(saveState(installAnimation(createWorld(), { use: use.slice(1), warn }))).toBeDefined()
  const world = installAnimation(createWorld(), { use, warn })
  expect(() => saveState(world)).toThrow('another extension has bit 128')
})

describe('hooks of a tick', () => {
  const install = (hooks: Partial<Hooks>) =>
    installAnimation(createWorld(), { use: [{ name: 'mine', install: () => hooks }], warn })

  test('openTick and finishTick are called once a tick, before and after the pose', () => {
    const seen: [string, number][] = []
    const note = (hook: string) => () => {
      seen.push([hook, getBone(world, eid, 'root')[4]])
    }
    const world = install({ openTick: note('open'), finishTick: note('finish') })
    const eid = spawnSkeleton(world, makeRig(), { x: 1 })
    runPipeline(world)
    seen.length = 0
    world.components.Transform.x[eid] = 5
    runPipeline(world)
    expect(seen).toEqual([
      ['open', 1],
      ['finish', 5],
    ])
  })

  test('single systems call them, too', () => {
    const seen: string[] = []
    const world = install({ openTick: () => seen.push('open'), finishTick: () => seen.push('finish') })
    spawnSkeleton(world, makeRig())
    for (const system of [timelineSampling, constraints, worldTransform]) system(world)
    expect(seen).toEqual(['open'])
    skinning(world)
    expect(seen).toEqual(['open', 'finish'])
  })

  test('a tick does not open if openTick throws', () => {
    let fails = true
    const openTick = () => {
      if (fails) throw new Error('not now')
    }
    const world = install({ openTick })
    spawnSkeleton(world, makeRig())
    expect(() => runPipeline(world)).toThrow('not now')
    expect(world.animation.tick.number).toBe(0)
    fails = false
    runPipeline(world)
    expect(world.animation.tick.number).toBe(1)
  })
})

describe('installAnimation refuses, and leaves the world as it was', () => {
  const nothing: Extension = { name: 'nothing', install: () => ({}) }
  const draws: Extension['install'] = () => ({ runChunks: () => {} })
  const named = (name: string) => ({ ...nothing, name })
  const adds = (...names: string[]): Extension => ({
    ...named(names.join()),
    components: () => Object.fromEntries(names.map((name) => [name, {}])),
  })
  const observes: Extension = {
    name: 'observes',
    install: () => ({
      observe() {
        throw new RangeError('no')
      },
    }),
  }
  const fails: Extension = {
    name: 'fails',
    install() {
      throw new RangeError('no')
    },
  }

  test.each<[string, Extension[], object]>([
    ['two of one name', [nothing, nothing], { code: 'bad-option', path: 'use' }],
    [
      'two of a hook that is called once',
      [
        { name: 'one', install: draws },
        { name: 'two', install: draws },
      ],
      { code: 'bad-option', path: 'use' },
    ],
    [
      'two that draw quads',
      [sprites, { name: 'quads', install: () => ({ quads: NO_QUADS }) }],
      { code: 'bad-option', path: 'use' },
    ],
    ['a component name of the user’s', [adds('Health')], { code: 'component-in-use' }],
    ['a component name of ours', [adds('SortKey')], { code: 'component-in-use' }],
    ['a component name of another one', [adds('A', 'B'), adds('B')], { code: 'component-in-use' }],
    ['an observer that throws', [adds('Mine'), observes], { name: 'RangeError', message: 'no' }],
    ['an install that throws', [adds('Mine'), fails], { name: 'RangeError', message: 'no' }],
  ])('%s', (_, use, error) => {
    const components = { Health: { hp: [1] } }
    const given = createWorld({ components, time: { delta: 3 } })
    expect(() => installAnimation(given, { use, warn })).toThrow(expect.objectContaining(error))
    expect(Object.keys(given)).toEqual(['components', 'time'])
    expect(given.components).toBe(components)
    expect(Object.keys(components)).toEqual(['Health'])
    const bare = createWorld({})
    expect(() => installAnimation(bare, { use: [...use, fails], warn })).toThrow()
    expect(Object.keys(bare)).toEqual([])
    for (const world of [given, bare])
      expect(spawnSkeleton(installAnimation(world, { use: [adds('Mine')], warn }), makeRig())).toBe(1)
  })
})

test('components are typed by `use`', () => {
  const world = installAnimation(createWorld({}), { use: [boneControls, jiggle, recordings], warn })
  expectTypeOf(world.components.Jiggle).toEqualTypeOf<JiggleColumns>()
  expectTypeOf(world.components).toHaveProperty('Pose3')
  const plain = installAnimation(createWorld({}), { warn })
  expectTypeOf(plain.components).not.toHaveProperty('Jiggle')
  expectTypeOf(plain.components).toHaveProperty('Skeleton')
  expect(Object.keys(world.components)).toEqual(expect.arrayContaining(['Jiggle', 'Pose3']))
  expect(Object.keys(plain.components)).not.toContain('Jiggle')
})
