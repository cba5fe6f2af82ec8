/** Ticks: growth of the arena, and entities that go in the middle. */
import { expect, test } from 'vitest'
import { despawnSkeleton, play, spawnSkeleton } from '../../src/api'
import { allocate } from '../../src/base/memory/arena'
import { assertNotGrown } from '../../src/tick/open-tick'
import { constraints, mixing, runPipeline, skinning, timelineSampling, worldTransform } from '../../systems'
import { makeRig, makeWorld } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'

test('a system in which the arena grew says so', () => {
  const { animation: state } = makeWorld()
  const { generation } = state.arena
  expect(() => assertNotGrown(state, generation)).not.toThrow()
  allocate(state.arena, state.arena.buffer.byteLength)
  expect(() => assertNotGrown(state, generation)).toThrow(RangeError)
})

test('ticks take nothing from the arena once everything is ranged', () => {
  const world = makeWorld()
  const rig = makeRig()
  for (let i = 0; i < 30; i++) {
    const eid = spawnSkeleton(world, rig, { skin: i % 2 ? 'horned' : null })
    play(world, eid, 'walk', { loop: true, timeScale: 1 + i / 30 })
    play(world, eid, '2', { track: 1, alpha: 0.5 })
  }
  world.time.delta = 1 / 30
  for (let i = 0; i < 60; i++) runPipeline(world)
  const { used, top } = world.animation.arena
  for (let i = 0; i < 120; i++) runPipeline(world)
  expect([world.animation.arena.used, world.animation.arena.top]).toEqual([used, top])
})

test('a skeleton may go between two systems of a tick', () => {
  const world = makeWorld()
  const rig = makeRig()
  const ids = Array.from({ length: 9 }, () => {
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'walk', { loop: true })
    return eid
  })
  world.time.delta = 1 / 30
  for (const system of [mixing, constraints, worldTransform, skinning]) {
    timelineSampling(world)
    for (const next of [mixing, constraints, worldTransform, skinning]) {
      if (next === system) despawnSkeleton(world, ids.shift() ?? 0)
      next(world)
    }
    runPipeline(world)
    validateWorld(world)
  }
})
