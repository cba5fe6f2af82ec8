/** Installing animation in bitECS worlds, and refusals. */
import { addEntity, createEntityIndex, createWorld, withVersioning } from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { getBone, installAnimation, play, spawnSkeleton } from '../../src/api'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld } from '../fixtures/play'

test('installs into a world that already has entities, components and a clock', () => {
  const mine = { health: [] as number[] }
  const before = createWorld({ components: { mine }, time: { delta: 0.5, elapsed: 7 }, score: 3 })
  const entity = addEntity(before)
  const world = installAnimation(before)
  expect(world).toBe(before)
  expect(world.components.mine).toBe(mine)
  expect(world.time).toEqual({ delta: 0.5, elapsed: 7 })
  expect(world.score).toBe(3)
  expect(spawnSkeleton(world, makeRig())).toBe(entity + 1)
})

test('makes a clock where there is none', () => {
  expect(installAnimation(createWorld({})).time.delta).toBe(0)
})

describe('refuses', () => {
  const refused = (install: () => unknown, code: string) =>
    expect(install).toThrow(expect.objectContaining({ name: 'OsteonError', code }))

  test('a world made withVersioning', () => {
    const world = createWorld(createEntityIndex(withVersioning(8)))
    refused(() => installAnimation(world), 'versioned-world')
    expect('animation' in world).toBe(false)
  })

  test('to overwrite a component of the user’s', () => {
    const Transform = { x: new Float32Array(1) }
    const world = createWorld({ components: { Transform } })
    refused(() => installAnimation(world), 'component-in-use')
    expect(world.components.Transform).toBe(Transform)
  })

  test('a Transform that lacks columns', () => {
    const world = createWorld({})
    refused(() => installAnimation(world, { Transform: { x: new Float32Array(9) } }), 'bad-option')
  })

  test('to be installed twice', () => {
    const world = makeWorld()
    refused(() => installAnimation(world), 'bad-option')
  })

  test.each([0, -1, 1.5, Number.NaN, 1e9])('a capacity of %s', (capacity) => {
    refused(() => makeWorld({ capacity }), 'bad-option')
  })
})

describe('a foreign world with its own Transform and milliseconds', () => {
  const column = () => new Float32Array(4)
  const foreign = () => {
    const Transform = { x: column(), y: column(), rotation: column(), scaleX: column(), scaleY: column() }
    const world = createWorld({ components: { Transform }, time: { delta: 500 } })
    return installAnimation(world, { Transform, delta: (it) => it.time.delta / 1000 })
  }

  test('is posed as one in seconds is', () => {
    const theirs = foreign()
    const ours = makeWorld()
    ours.time.delta = 0.5
    for (const world of [theirs, ours]) {
      const eid = spawnSkeleton(world, makeRig(), { x: 5, y: -3 })
      play(world, eid, 'walk')
      runPipeline(world)
    }
    expect(getBone(theirs, 1, 'hip')).toEqual(getBone(ours, 1, 'hip'))
    expect(theirs.components.Transform.x[1]).toBe(5)
  })

  test('keeps its columns, so more entities than they hold are refused and not left behind', () => {
    const world = foreign()
    const { x } = world.components.Transform
    for (let i = 0; i < 3; i++) spawnSkeleton(world, makeRig())
    expect(() => spawnSkeleton(world, makeRig())).toThrow(expect.objectContaining({ code: 'capacity' }))
    expect(world.components.Transform.x).toBe(x)
    expect(world.animation.alive.count).toBe(3)
  })
})

test('a tick of NaN seconds is refused and changes nothing', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, makeRig())
  play(world, eid, 'walk')
  world.time.delta = 0.1
  runPipeline(world)
  const { number } = world.animation.tick
  world.time.delta = Number.NaN
  expect(() => runPipeline(world)).toThrow(
    expect.objectContaining({ code: 'not-finite', path: 'time.delta' }),
  )
  expect(world.animation.tick.number).toBe(number)
  const still = [...getBone(world, eid, 'hip')]
  world.time.delta = 0
  runPipeline(world)
  expect([...getBone(world, eid, 'hip')]).toEqual(still)
})

test('both kernels give the same bits', () => {
  const poses = [{}, { kernels: plainKernels }].map((options) => {
    const world = makeWorld(options)
    expect(world.animation.arena.buffer).toBe(world.animation.arena.memory.buffer)
    const eid = spawnSkeleton(world, makeRig(), { skin: 'horned' })
    play(world, eid, 'walk', { loop: true })
    world.time.delta = 0.37
    for (let i = 0; i < 9; i++) runPipeline(world)
    return [...getBone(world, eid, 'shin')]
  })
  expect(poses[0]).toEqual(poses[1])
})

test('two worlds side by side do not touch each other', () => {
  const rig = makeRig()
  const [a, b] = [makeWorld(), makeWorld()]
  const inA = spawnSkeleton(a, rig, { x: 10 })
  const inB = spawnSkeleton(b, rig, { x: 20 })
  play(a, inA, 'walk')
  a.time.delta = b.time.delta = 0.25
  runPipeline(a)
  runPipeline(b)
  const moved = [...getBone(a, inA, 'hip')]
  expect([...getBone(b, inB, 'root')].slice(4)).toEqual([20, 0])
  expect(getBone(a, inA, 'root')[4]).toBe(10)
  for (let i = 0; i < 5; i++) runPipeline(b)
  expect([...getBone(a, inA, 'hip')]).toEqual(moved)
})
