/** Which kernels a world gets, and that it works with either. */

import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  despawnSkeleton,
  installAnimation,
  kernelsOf,
  play,
  spawnSkeleton,
} from 'osteon'
import { kernels } from 'osteon/kernels'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createWasmKernels } from '../../src/kernels/wasm'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld } from '../fixtures/play'

afterEach(() => {
  vi.unstubAllGlobals()
})

const rig = makeRig()

/** Some skeletons at different times, after so many ticks. */
function crowd(world: AnimationWorld, count = 11, ticks = 5): number[] {
  const entities = Array.from({ length: count }, (_, i) => {
    const eid = spawnSkeleton(world, rig, { x: 10 * i, scaleX: i % 3 === 0 ? -1 : 1, rotation: i % 2 })
    play(world, eid, rig.animations[i % rig.animations.length].name, { loop: true })
    world.components.Skeleton.timeScale[eid] = 0.5 + i / 10
    return eid
  })
  world.time.delta = 0.13
  for (let i = 0; i < ticks; i++) runPipeline(world)
  return entities
}

function vertices(world: AnimationWorld, eid: number): number[] {
  const { skeletons, streams } = world.animation
  const first = 2 * skeletons.vertexStart[eid]
  return [...streams.positions.subarray(first, first + 2 * skeletons.vertexCount[eid])]
}

function worstDistance(one: AnimationWorld, other: AnimationWorld, entities: readonly number[]): number {
  let worst = 0
  for (const eid of entities) {
    const wanted = vertices(other, eid)
    expect(wanted.length).toBeGreaterThan(0)
    vertices(one, eid).forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - wanted[i]))
    })
  }
  return worst
}

test('a world with compiled kernels shows what one without them shows', () => {
  const [compiled, plain] = [makeWorld({ kernels }), makeWorld()]
  const entities = crowd(compiled)
  crowd(plain)
  expect([kernelsOf(compiled), kernelsOf(plain)]).toEqual(['wasm', 'typescript'])
  expect(worstDistance(compiled, plain, entities)).toBeLessThan(0.01)
})

test('kernels follow the memory when it grows', () => {
  const [compiled, plain] = [makeWorld({ kernels, capacity: 4 }), makeWorld()]
  crowd(compiled, 3)
  crowd(plain, 3)
  const { memory } = compiled.animation.arena
  const entities = crowd(compiled, 400, 1)
  crowd(plain, 400, 1)
  expect(compiled.animation.arena.memory).not.toBe(memory)
  expect(kernelsOf(compiled)).toBe('wasm')
  expect(worstDistance(compiled, plain, entities)).toBeLessThan(0.01)
})

describe('a world goes on with TypeScript', () => {
  const expectTwins = (world: AnimationWorld) => {
    expect(kernelsOf(world)).toBe('typescript')
    const plain = makeWorld()
    const entities = crowd(world)
    crowd(plain)
    expect(worstDistance(world, plain, entities)).toBe(0)
  }

  test('without WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expectTwins(makeWorld({ kernels: createWasmKernels() }))
  })

  test('under a policy that forbids to compile, which is asked once', () => {
    const compile = vi.fn(function refuse() {
      throw new EvalError('refused by the content security policy')
    })
    vi.stubGlobal('WebAssembly', { Module: compile, Memory: WebAssembly.Memory })
    const source = createWasmKernels()
    expectTwins(makeWorld({ kernels: source }))
    makeWorld({ kernels: source })
    expect(compile).toHaveBeenCalledTimes(1)
  })

  test('over an ArrayBuffer that was asked for', () => {
    expectTwins(makeWorld({ kernels, memory: 'buffer' }))
  })

  test('where no memory can be had', () => {
    const { Instance, Module } = WebAssembly
    vi.stubGlobal('WebAssembly', { Instance, Module })
    expectTwins(makeWorld({ kernels }))
  })

  test('where no larger memory can be had when it must grow', () => {
    const [compiled, plain] = [makeWorld({ kernels, capacity: 4 }), makeWorld()]
    crowd(compiled, 3)
    crowd(plain, 3)
    expect(kernelsOf(compiled)).toBe('wasm')
    const { Instance, Module } = WebAssembly
    vi.stubGlobal('WebAssembly', { Instance, Module })
    const entities = crowd(compiled, 400, 1)
    crowd(plain, 400, 1)
    expect(kernelsOf(compiled)).toBe('typescript')
    expect(worstDistance(compiled, plain, entities)).toBeLessThan(0.01)
  })
})

test('three hundred worlds, of which one hundred and thirty live, all work', () => {
  const living: AnimationWorld[] = []
  for (let i = 0; i < 300; i++) {
    living.push(installAnimation(createWorld(), { kernels, capacity: 8 }))
    crowd(living[living.length - 1], 2, 1)
    if (living.length > 130) living.shift()
  }
  expect(living.length).toBe(130)
  const plain = makeWorld()
  const entities = crowd(plain, 2, 1)
  for (const world of living) {
    expect(worstDistance(world, plain, entities)).toBeLessThan(0.01)
    for (const eid of entities) despawnSkeleton(world, eid)
  }
})
