/** `warmUp`: what a game makes on first use, made before. */
import { createWorld } from 'bitecs'
import { expect, test, vi } from 'vitest'
import {
  installAnimation,
  loadRig,
  play,
  setSkin,
  spawnSkeleton,
  type WarmUpOptions,
  warmUp,
} from '../../src/api'
import type { Reader } from '../../src/base/model/reader'
import { spineJson } from '../../src/formats/spine-json'
import { runPipeline } from '../../systems'

const turn = (value: number) => ({ bones: { root: { rotate: [{ value: 0 }, { time: 1, value }] } } })
const SKELETON = {
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }, { name: 'hip', parent: 'root' }, { name: 'horn', parent: 'hip', skin: true }],
  slots: [
    { name: 'body', bone: 'root', attachment: 'body' },
    { name: 'horn', bone: 'horn', attachment: 'horn' },
  ],
  ik: [{ name: 'aim', bones: ['hip'], target: 'root' }],
  skins: [
    { name: 'default', attachments: { body: { body: { width: 4, height: 4 } } } },
    { name: 'bull', bones: ['horn'], attachments: { horn: { horn: { width: 1, height: 1 } } } },
  ],
  animations: { run: turn(10), jump: turn(20) },
}

/** Notes in `looked` when the object's member is read. */
function watch<T extends object>(of: T, key: keyof T, looked: Set<object>): void {
  const value = of[key]
  Object.defineProperty(of, key, {
    get() {
      looked.add(of)
      return value
    },
  })
}

/** Loads a rig whose model tells what is compiled: regions, animations, and programs, by their constraint. */
async function load(data: object = SKELETON) {
  const regions = new Set<object>()
  const animations = new Set<object>()
  const watching: Reader = {
    ...spineJson,
    readSkeleton(file, options) {
      const model = spineJson.readSkeleton(file, options)
      for (const { entries } of model.skins)
        for (const { attachment } of entries)
          if (attachment.type === 'region') watch(attachment, 'rotation', regions)
      for (const animation of model.animations) watch(animation, 'duration', animations)
      return model
    },
  }
  const rig = await loadRig(data, null, { readers: [watching] })
  // A rig knows its animations' lengths.
  animations.clear()
  const emit = vi.spyOn(rig.constraints.kinds[0], 'emit')
  emit.mockClear()
  return { rig, made: () => [regions.size, animations.size, emit.mock.calls.length] }
}

test('a game that warmed up compiles nothing when it plays', async () => {
  const { made, rig } = await load()
  expect(made()).toEqual([0, 0, 0])
  await warmUp(rig)
  expect(made()).toEqual([2, 2, 2])
  await warmUp(rig)
  // Shortcuts compile programs of what can be seen, in a tick.
  const world = installAnimation(createWorld(), { shortcuts: false })
  const eid = spawnSkeleton(world, rig)
  for (const name of ['run', 'jump']) play(world, eid, name)
  setSkin(world, eid, 'bull')
  runPipeline(world)
  expect(made()).toEqual([2, 2, 2])
})

test('only what is named is made', async () => {
  const { made, rig } = await load()
  await warmUp(rig, { animations: ['jump'], skins: [['default', 'bull']] })
  expect(made()).toEqual([2, 1, 1])
  rig.animations[1].image()
  expect(made()).toEqual([2, 1, 1])
  rig.animations[0].image()
  expect(made()).toEqual([2, 2, 1])
})

test('pauses part the work', async () => {
  const entries = Array.from({ length: 50 }, (_, i) => [`body${i}`, { width: 4, height: 4 }] as const)
  const skins = [{ name: 'default', attachments: { body: Object.fromEntries(entries) } }]
  const { rig } = await load({ ...SKELETON, skins })
  let pauses = 0
  const count = () => {
    pauses++
    if (!done) setTimeout(count)
  }
  let done = false
  setTimeout(count)
  await warmUp(rig, { slice: 1e-9 })
  done = true
  expect(pauses).toBeGreaterThan(10)
})

test('work that is cut goes on where it was', async () => {
  const { made, rig } = await load()
  const controller = new AbortController()
  const warming = warmUp(rig, { slice: 1e-9, signal: controller.signal })
  controller.abort()
  await expect(warming).rejects.toMatchObject({ code: 'aborted', source: rig.name })
  expect(made()).toEqual([1, 0, 0])
  const { words } = rig.image()
  const whole = await load()
  expect([...words]).toEqual([...whole.rig.image().words])
  expect(rig.image().words).toBe(words)
})

test.each([
  [{ animations: ['fly'] }, 'unknown-animation', 'animation'],
  [{ skins: [['default', 'cow']] }, 'unknown-skin', 'skin'],
  [{ slice: 0 }, 'bad-option', 'slice'],
  [{ slices: 3 }, 'bad-option', 'slices'],
])('%j is refused', async (options, code, path) => {
  const { made, rig } = await load()
  await expect(warmUp(rig, options as WarmUpOptions)).rejects.toMatchObject({ code, path })
  expect(made()).toEqual([0, 0, 0])
})
