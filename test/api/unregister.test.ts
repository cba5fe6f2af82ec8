/** Rigs that leave a world. */
import { addComponent, addEntity, set } from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import {
  createMask,
  despawnSkeleton,
  play,
  registerRig,
  setSkin,
  spawnSkeleton,
  unregisterRig,
} from '../../src/api'
import type { InstallOptions } from '../../src/api/install'
import { restoreState, saveState } from '../../src/joins/save'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { digestOf } from '../fixtures/state-graph'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'

const code = (wanted: string) => expect.objectContaining({ code: wanted })

test.each<[string, InstallOptions]>([
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
])('all memory of a rig comes back: %s', (_, options) => {
  const world = makeWorld(options)
  const rig = makeRig('4.2')
  const { arena } = world.animation
  const round = () => {
    const ids = [0, 1, 2].map(() => spawnSkeleton(world, rig, { skin: 'horned' }))
    for (const [i, eid] of ids.entries()) {
      play(world, eid, i === 0 ? '2' : 'walk', { loop: true })
      play(world, eid, 'walk', { track: 1, mask: createMask(rig, { bones: ['head'] }) })
    }
    setSkin(world, ids[0], null)
    setSkin(world, ids[1], ['default', 'horned'])
    for (let i = 0; i < 40; i++) tick(world)
    expect(() => unregisterRig(world, rig)).toThrow(code('rig-in-use'))
    for (const eid of ids) despawnSkeleton(world, eid)
    expect(unregisterRig(world, rig)).toBe(true)
    validateWorld(world)
  }
  round()
  const { used, top } = arena
  for (let i = 0; i < 20; i++) round()
  expect(arena.used).toBe(used)
  expect(arena.top).toBe(top)
})

test('a skeleton that has the rig, or waits for it, keeps it registered', () => {
  const world = makeWorld()
  const rig = makeRig('4.2')
  expect(unregisterRig(world, rig)).toBe(false)
  const eid = spawnSkeleton(world, rig)
  addComponent(world, addEntity(world), set(world.components.Skeleton, { rig }))
  const before = digestOf(world, [eid])
  expect(() => unregisterRig(world, rig)).toThrow(code('rig-in-use'))
  despawnSkeleton(world, eid)
  expect(before.size).toBeGreaterThan(100)
  expect(() => unregisterRig(world, rig)).toThrow(code('rig-in-use'))
})

test('states from before are refused, later ones are not; registered again it is another rig', () => {
  const world = makeWorld()
  const [old, kept] = [makeRig('4.2'), makeRig('3.8')]
  const number = registerRig(world, old, 'hero')
  const eid = spawnSkeleton(world, kept)
  play(world, eid, 'walk', { loop: true })
  const early = saveState(world)
  const reused = saveState(world)
  expect(unregisterRig(world, old)).toBe(true)
  expect(() => restoreState(world, early)).toThrow(code('unknown-rig'))
  expect(registerRig(world, old, 'hero')).toBeGreaterThan(number)
  expect(() => restoreState(world, early)).toThrow(code('unknown-rig'))
  for (const saved of [saveState(world), saveState(world, reused)]) {
    const run = () => {
      for (let i = 0; i < 10; i++) tick(world)
      return poseBits(world, eid)
    }
    const first = run()
    restoreState(world, saved)
    validateWorld(world)
    expect(run()).toBe(first)
    restoreState(world, saved)
  }
})

test('a hot reload: the old rig goes once no skeleton has it, and its events lose only the names', () => {
  const world = makeWorld()
  const [old, next] = [makeRig('4.2'), makeRig('4.2')]
  const eid = spawnSkeleton(world, old)
  play(world, eid, 'walk', { loop: true })
  addComponent(world, eid, set(world.components.Skeleton, { rig: next }))
  expect(unregisterRig(world, old)).toBe(true)
  tick(world)
  const told = Array.from(wholeEvents(world), ({ kind, animation, name }) => [kind, animation, name])
  expect(told).toEqual([
    ['start', null, null],
    ['event', 'walk', 'step'],
  ])
  validateWorld(world)
})
