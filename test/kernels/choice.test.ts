/** The choice of kernels in a world, and its errors where they cannot run. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  despawnSkeleton,
  installAnimation,
  kernelsOf,
  OsteonError,
  play,
  spawnSkeleton,
} from 'osteon'
import { plainKernels } from 'osteon/kernels/plain'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createWasmKernels, shippedBytes, wasmKernels } from '../../src/kernels/wasm'
import { runPipeline } from '../../systems'
import { makeRig, makeWorld } from '../fixtures/play'
import { vertexBits } from '../fixtures/twins'

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

function expectSameVertices(one: AnimationWorld, other: AnimationWorld, entities: readonly number[]): void {
  for (const eid of entities) {
    expect(vertexBits(one, eid)).not.toBe('')
    expect(vertexBits(one, eid)).toBe(vertexBits(other, eid))
  }
}

test('a world runs WebAssembly, and plain kernels where they are given', () => {
  const [wasm, plain] = [makeWorld(), makeWorld({ kernels: plainKernels })]
  expect([kernelsOf(wasm), kernelsOf(plain)]).toEqual(['wasm', 'plain'])
  const entities = crowd(wasm)
  crowd(plain)
  expectSameVertices(wasm, plain, entities)
})

test('kernels follow the memory when it grows', () => {
  const worlds = [wasmKernels, plainKernels].map((kernels) => makeWorld({ kernels, capacity: 4 }))
  const grown = worlds.map((world) => {
    crowd(world, 3)
    const { memory } = world.animation.arena
    const entities = crowd(world, 400, 1)
    expect(world.animation.arena.memory).not.toBe(memory)
    return entities
  })
  const [wasm, plain] = worlds
  expectSameVertices(wasm, plain, grown[0])
})

describe('where WebAssembly cannot run', () => {
  const refused = (name: string) =>
    function refuse(): never {
      throw Object.assign(new Error('refused'), { name })
    }

  test.each([
    ['it is missing', undefined],
    ['a policy forbids it', { Module: refused('EvalError'), Memory: WebAssembly.Memory }],
    ['it has no SIMD', { Module: refused('CompileError'), Memory: WebAssembly.Memory }],
  ])('the error of installing names the import and the call that help: %s', (_, stub) => {
    vi.stubGlobal('WebAssembly', stub)
    const world = createWorld()
    const attempt = () => installAnimation(world, { kernels: createWasmKernels(shippedBytes) })
    expect(attempt).toThrow(OsteonError)
    expect(attempt).toThrow(expect.objectContaining({ code: 'no-kernels', source: 'installAnimation' }))
    expect(attempt).toThrow("import { plainKernels } from 'osteon/kernels/plain'")
    expect(attempt).toThrow('installAnimation(world, { kernels: plainKernels })')
    expect(world).not.toHaveProperty('animation')
  })

  test('plain kernels run all the same', () => {
    const wasm = makeWorld()
    const entities = crowd(wasm)
    vi.stubGlobal('WebAssembly', undefined)
    const plain = makeWorld({ kernels: plainKernels })
    crowd(plain)
    expectSameVertices(wasm, plain, entities)
  })
})

describe('where no memory is left', () => {
  const { Instance, Module } = WebAssembly
  const full = {
    Instance,
    Module,
    Memory: function refuse() {
      throw new RangeError('could not allocate memory')
    },
  }

  test('installing is refused, and the world is as it was', () => {
    vi.stubGlobal('WebAssembly', full)
    const world = createWorld()
    expect(() => installAnimation(world)).toThrow(expect.objectContaining({ code: 'out-of-memory' }))
    expect(world).not.toHaveProperty('animation')
    expect(kernelsOf(installAnimation(world, { kernels: plainKernels }))).toBe('plain')
  })

  test('a larger memory that cannot be had is refused, and the world goes on', () => {
    const [wasm, plain] = [makeWorld({ capacity: 4 }), makeWorld({ kernels: plainKernels, capacity: 4 })]
    const entities = crowd(wasm, 3)
    crowd(plain, 3)
    vi.stubGlobal('WebAssembly', full)
    const { memory } = wasm.animation.arena
    const spawnMany = () => {
      for (let i = 0; i < 4000; i++) spawnSkeleton(wasm, rig)
    }
    expect(spawnMany).toThrow(expect.objectContaining({ code: 'out-of-memory' }))
    expect(wasm.animation.arena.memory).toBe(memory)
    for (const world of [wasm, plain]) runPipeline(world)
    expectSameVertices(wasm, plain, entities)
  })
})

test('three hundred worlds, of which one hundred and thirty live, all work', () => {
  const living: AnimationWorld[] = []
  for (let i = 0; i < 300; i++) {
    living.push(installAnimation(createWorld(), { capacity: 8 }))
    crowd(living[living.length - 1], 2, 1)
    if (living.length > 130) living.shift()
  }
  expect(living.length).toBe(130)
  const plain = makeWorld({ kernels: plainKernels })
  const entities = crowd(plain, 2, 1)
  for (const world of living) {
    expectSameVertices(world, plain, entities)
    for (const eid of entities) despawnSkeleton(world, eid)
  }
})
