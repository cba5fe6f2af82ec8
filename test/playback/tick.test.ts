import { expect, test } from 'vitest'
import { play, spawnSkeleton } from '../../src/api'
import { allocate } from '../../src/memory/arena'
import { assertSteady } from '../../src/playback/tick'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld } from '../fixtures/play'

test('a system in which the arena grew says so', () => {
  const { animation: state } = makeWorld()
  const { generation } = state.arena
  expect(() => assertSteady(state, generation)).not.toThrow()
  allocate(state.arena, state.arena.buffer.byteLength)
  expect(() => assertSteady(state, generation)).toThrow(RangeError)
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
