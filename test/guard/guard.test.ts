/** The guard of these tests works: each kind of overrun, done on purpose, is caught. */
import binaryen from 'assemblyscript/binaryen'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import type { Extension } from '../../components/extension'
import * as api from '../../src/api'
import { RESERVED } from '../../src/base/memory/arena'
import { WORLD_RECORD } from '../../src/base/memory/lanes'
import type { Round } from '../../src/joins/threads/hooks'
import { JOB } from '../../src/joins/threads/job-layout'
import { chunkAt } from '../../src/world/chunks/blocks'
import { CONTEXT } from '../../src/world/chunks/program-context'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { richRig } from '../fixtures/rigs/rich-rig'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { allocate, CANARY, checkArena, createArena, release } from './arena'
import { guardWorld } from './check-world'
import { checkedKernels } from './checked-kernels'
import { checkedThreads } from './checked-threads'
import { instrument } from './instrument'

describe('the arena', () => {
  const take = () => {
    const arena = createArena(plainKernels.createMemory)
    const [first, second] = [allocate(arena, 100), allocate(arena, 5000)]
    checkArena(arena)
    return { arena, first, second }
  }

  test.each<[string, (given: ReturnType<typeof take>) => void, RegExp]>([
    [
      'a byte behind a piece',
      ({ arena, first }) => arena.u8.fill(0, first + 100, first + 101),
      /of 100 bytes.* 100 bytes from/,
    ],
    [
      'a word before a piece',
      ({ arena, second }) => arena.f32.fill(1, (second >> 2) - 1, second >> 2),
      /of 5000 bytes.* -4 bytes/,
    ],
    [
      'its first words',
      ({ arena, second }) => arena.i32.fill(7, (second >> 2) - 16, (second >> 2) - 15),
      /before the piece/,
    ],
    [
      'the freed piece',
      ({ arena, first }) => {
        release(arena, first, 100)
        arena.f64[(first >> 3) + 2] = 1
      },
      /given back .* overrun/,
    ],
    ['a piece twice', ({ arena, first }) => [1, 2].map(() => release(arena, first, 100)), /given back twice/],
    ['a piece of another size', ({ arena, second }) => release(arena, second, 100), /5000 bytes, and 100/],
    [
      'a piece that is given back while it is overrun',
      ({ arena, first }) => {
        arena.u32[(first >> 2) + 25] = 0
        release(arena, first, 100)
      },
      /overrun/,
    ],
  ])('%s', (_, spoil, message) => {
    const given = take()
    expect(() => {
      spoil(given)
      checkArena(given.arena)
    }).toThrow(message)
  })

  test('pieces hold zeros, or a word that no index can be', () => {
    const { arena, first } = take()
    expect(arena.u32[first >> 2]).toBe(0)
    expect(arena.u32[allocate(arena, 8, false) >> 2]).toBe(CANARY)
  })
})

/** A module with one function, which takes a word. */
function compile(name: string, body: string): Uint8Array {
  const made = binaryen.parseText(
    `(module (import "env" "memory" (memory 1)) (func (export "${name}") (param $at i32) ${body}))`,
  )
  made.setFeatures(binaryen.Features.All)
  return made.emitBinary()
}

describe('each instruction that reaches memory is asked about', () => {
  test.each([
    ['(i32.store8 offset=3 (local.get $at) (i32.const 1))', 'store', 1, 3],
    ['(f64.store offset=8 (local.get $at) (f64.const 1))', 'store', 8, 8],
    ['(v128.store (local.get $at) (v128.const i32x4 0 0 0 0))', 'store', 16, 0],
    ['(v128.store32_lane offset=4 1 (local.get $at) (v128.const i32x4 0 0 0 0))', 'store', 4, 4],
    ['(v128.store64_lane 1 (local.get $at) (v128.const i32x4 0 0 0 0))', 'store', 8, 0],
    ['(drop (i32.load16_u (local.get $at)))', 'load', 2, 0],
    ['(drop (v128.load32_splat (local.get $at)))', 'load', 4, 0],
    ['(drop (v128.load8x8_s offset=16 (local.get $at)))', 'load', 8, 16],
  ])('%s', (body, kind, bytes, offset) => {
    const asked: unknown[] = []
    const ask = (name: string) => (_site: number, bytes: number, offset: number, at: number) => {
      asked.push([name, bytes, offset, at])
      return at
    }
    const guarded = new WebAssembly.Module(instrument(compile('run', body)).bytes as BufferSource)
    const env = { memory: new WebAssembly.Memory({ initial: 1 }) }
    const { exports } = new WebAssembly.Instance(guarded, {
      env,
      guard: { load: ask('load'), store: ask('store') },
    })
    const run = exports.run as (at: number) => void
    run(64)
    expect(asked).toEqual([[kind, bytes, offset, 64]])
  })

  test('and an unknown name is refused', () => {
    const fill = '(memory.fill (local.get $at) (i32.const 0) (i32.const 4))'
    expect(() => instrument(compile('run', fill))).toThrow('memory.fill')
  })
})

describe('in a world', () => {
  const stage = () => {
    const kernels = checkedKernels()
    const rig = makeRig()
    const world = makeWorld({ kernels, capacity: 8 })
    kernels.watch(world.animation)
    const ids = Array.from({ length: 6 }, (_, x) => api.spawnSkeleton(world, rig, { x }))
    for (const eid of ids) api.play(world, eid, 'walk', { loop: true })
    const guard = guardWorld(world)
    for (let i = 0; i < 3; i++) {
      tick(world)
      guard.check()
    }
    expect(kernels.counts.stores).toBeGreaterThan(100)
    const { blocks, skeletons } = world.animation
    const chunk = blocks.chunks[skeletons.chunk[ids[0]]]
    if (!chunk) throw new Error('it has no seat')
    return { chunk, guard, ids, world }
  }

  test('vertices past the shown ones of a skeleton are not written by skinning', () => {
    const { ids, world } = stage()
    world.animation.skeletons.vertexCount[ids[2]] -= 1
    expect(() => tick(world)).toThrow(/not given to this call/)
  })

  test("vertices between ranges stay nobody's", () => {
    const { guard, world } = stage()
    world.animation.streams.positions[world.animation.streams.positions.length - 1] = 1
    expect(() => guard.check()).toThrow(/which nobody shows/)
  })

  test('world rows past the rows of a block are not written by programs', () => {
    const { chunk, world } = stage()
    // The checks go by it; the program has one bone more.
    Object.assign(chunk.layout, { worldStride: chunk.layout.worldStride - WORLD_RECORD })
    expect(() => tick(world)).toThrow(/not given to this call/)
  })

  /** Where a kernel that is made for a test reaches, in the part of memory that is never handed out. */
  const TARGET = RESERVED - 8

  /** A program of one instruction, in the place of the last one that ran: it was for lanes 0 and 1 of a block. */
  const runInstead = ({ world }: ReturnType<typeof stage>, instruction: string, at: number) => {
    const { arena, context } = world.animation
    const body = instruction.replace('AT', `(i32.load (i32.const ${TARGET}))`)
    arena.i32[TARGET >> 2] = 4 * at
    const fake = checkedKernels(compile('runProgram', body))
    fake.watch(world.animation)
    if (arena.memory) fake.instantiate(arena.memory)?.runProgram(context)
  }
  const ONE = '(i32.store AT (i32.const 77))'
  const FOUR = '(v128.store AT (v128.const i32x4 77 77 77 77))'

  test.each<[string, string, (context: Int32Array) => number, RegExp | null]>([
    ['a lane that it was asked for', ONE, (context) => context[CONTEXT.LOCAL] + 1, null],
    ['a lane that it was not asked for', ONE, (context) => context[CONTEXT.LOCAL] + 2, /not given/],
    [
      'four lanes where it was asked for two',
      FOUR,
      (context) => context[CONTEXT.LOCAL],
      /lane [23] was changed, row 0/,
    ],
    ['rows that programs only read', ONE, (context) => context[CONTEXT.SKELETON], /not given/],
    ['the rig', ONE, (context) => context[CONTEXT.PROGRAM], /not given/],
    ['words without an owner', ONE, (context) => context[CONTEXT.PROGRAM] - 2 ** 20, /which nobody has/],
    ['loads from words without an owner', '(drop (i32.load AT))', () => 2 ** 22, /which nobody has/],
  ])('a program that reaches %s', (_, instruction, where, message) => {
    const stand = stage()
    const { arena, context } = stand.world.animation
    const run = () => runInstead(stand, instruction, where(arena.i32.subarray(context)))
    if (message) expect(run).toThrow(message)
    else expect(run).not.toThrow()
  })
})

describe('threads', () => {
  const crowd = (spoil?: (round: Round) => void, use: Extension[] = []) => {
    const kernels = checkedKernels()
    const threads = checkedThreads(kernels, 1, spoil)
    const world = makeWorld({ use: [threads, ...use] })
    kernels.watch(world.animation)
    // Clips of the second one need room in every tick, so that its jobs are never early.
    const rigs = [swayRig(), makeRig('4.2', richRig('4.2'))]
    for (const rig of rigs)
      for (let i = 0; i < 50; i++)
        api.play(world, api.spawnSkeleton(world, rig), rig.animations[0].name, { loop: true })
    for (let i = 0; i < 10; i++) tick(world, 0.01)
    return threads
  }

  test('no word is reached by two of them', () => {
    expect(crowd().early).toBeGreaterThan(0)
  })

  test('what the caller writes for a skeleton in a job, while it samples another, is found', () => {
    const install: Extension['install'] = ({ animation: { arena, blocks } }) => {
      const advanced = () => {
        const { layout, words } = chunkAt(blocks, 0)
        arena.f32[words + layout.local]++
      }
      return {
        rows: {
          advancing: () => true,
          advanced,
          mixed() {},
          isIn: () => false,
          rename: () => true,
          drop() {},
        },
      }
    }
    expect(() => crowd(undefined, [{ name: 'meddler', install }])).toThrow(/by the caller/)
  })

  test('scratch that two of them share is found', () => {
    const shareScratch = ({ count, jobs, state }: Round) => {
      for (let number = 0; number < count; number++)
        state.arena.i32[jobs + number * JOB.words + JOB.scratch] = 0
    }
    expect(() => crowd(shareScratch)).toThrow(/by a thread, and threads/)
  })
})
