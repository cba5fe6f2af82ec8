/** Random games are recorded, and played again in other worlds: every hash is the same. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { OsteonError } from '../../src/api'
import { boneControls } from '../../src/joins/bone-controls'
import { nesting } from '../../src/joins/nesting'
import { openReplay, record } from '../../src/joins/replay'
import { rootMotions } from '../../src/joins/root-motion'
import { sprites } from '../../src/joins/sprites'
import { startThreads } from '../../src/joins/threads'
import { runs } from '../deep'
import { carryOut, drive, raise, rigs, type Step, stepOf } from '../fixtures/shortcut-stage'

import { keepFailure } from './keep-failure'
import {
  use as all,
  atlases,
  rigs as cast,
  type GameWorld,
  makeGameWorld,
  playGame,
  tables,
} from './random-game'

const use = [boneControls, sprites, nesting, rootMotions]

/** Records a game of random steps, whose systems run together or apart. */
function gameOf(steps: readonly Step[], hash: 'some' | 'every'): Uint8Array {
  const stage = raise({ capacity: 8 })
  const recording = record(stage.world, { hash })
  for (const step of steps) {
    for (const { who, op } of step.ops.slice(step.within)) attempt(() => carryOut(stage, who, op))
    for (let i = 0; i < step.ticks; i++) drive(stage, step, i === 0 ? step.ops.slice(0, step.within) : [])
  }
  return recording.save()
}

function attempt(call: () => void): void {
  try {
    call()
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
  }
}

test.each([
  ['as recorded', {}],
  ['with plain kernels', { kernels: plainKernels }],
  ['without shortcuts', { shortcuts: false }],
] as const)('random games play again %s', (_, options) => {
  fc.assert(
    fc.property(
      fc.array(stepOf, { minLength: 5, maxLength: 25 }),
      fc.constantFrom('some' as const, 'every' as const),
      fc.nat(1000),
      (steps, hash, place) => {
        const bytes = gameOf(steps, hash)
        keepFailure(
          'steps',
          () => bytes,
          () => {
            const replay = openReplay(bytes, { rigs, use, warn: () => {}, ...options })
            expect(replay.check()).toBe(null)
            // Back to somewhere, and on from there.
            replay.seek(replay.first + (place % (replay.end - replay.first + 1)))
            expect(replay.check()).toBe(null)
            expect(replay.tick).toBe(replay.end)
          },
        )
      },
    ),
    { numRuns: runs(20), seed: 54 },
  )
})

/** Columns of `Look`, of all entities. */
function looksIn({ components: { Look } }: GameWorld): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Look).map(([name, column]) => [name, column.join().replace(/[,0]+$/, '')]),
  )
}

test('a bone that the skin leaves out is not compared, since it has no matrix', () => {
  const step = (seconds: number, ticks: number, ops: Step['ops'] = []): Step => ({
    ...{ seconds, ticks, ops, within: 0 },
    driver: 'pipeline',
  })
  const undress: Step['ops'] = [{ who: 1, op: { kind: 'skin', skin: null } }]
  const bytes = gameOf([step(0, 1), step(0, 1, undress), step(0.3, 40), step(0, 5)], 'every')
  const replay = openReplay(bytes, { rigs, use, warn: () => {} })
  expect(replay.check()).toBe(null)
  for (let tick = replay.first; tick < replay.end; tick++) {
    replay.seek(tick)
    expect(replay.check()).toBe(null)
  }
})

test.each(Array.from({ length: runs(100) }, (_, i) => i))('random game %i with all extensions', (seed) => {
  const world = makeGameWorld()
  const recording = record(world, { hash: seed % 2 === 0 ? 'every' : 'some' })
  keepFailure(
    `game-${seed}`,
    () => recording.save(),
    () => {
      playGame(world, seed, 150)
      const replay = openReplay(recording.save(), { atlases, rigs: cast, tables, use: all, warn: () => {} })
      expect(replay.check()).toBe(null)
      expect(looksIn(replay.world as GameWorld)).toEqual(looksIn(world))
      for (let i = 1; i < 4; i++) {
        replay.seek(replay.first + Math.floor((i * (replay.end - replay.first)) / 4))
        expect(replay.divergence).toBe(null)
      }
      replay.seek(replay.first)
      expect(replay.check()).toBe(null)
    },
  )
})

test('a game that fails is kept as a recording that plays', () => {
  const world = makeGameWorld()
  const recording = record(world)
  playGame(world, 1, 20)
  const attempt = () =>
    keepFailure(
      'kept',
      () => recording.save(),
      () => {
        throw new Error('tick 3 differs')
      },
    )
  expect(attempt).toThrow(/^tick 3 differs\nthe game was recorded: .*kept\.osteon$/)
  try {
    attempt()
  } catch (error) {
    const file = String(error).split('recorded: ')[1]
    const options = { atlases, rigs: cast, tables, use: all, warn: () => {} }
    expect(openReplay(new Uint8Array(readFileSync(file)), options).check()).toBe(null)
  }
})

test('random games play again on three threads', async () => {
  for (let seed = 0; seed < runs(6); seed++) {
    const world = makeGameWorld()
    const recording = record(world, { hash: 'every' })
    playGame(world, seed, 100)
    const threads = await startThreads(2)
    keepFailure(
      `threads-${seed}`,
      () => recording.save(),
      () => {
        const options = { atlases, rigs: cast, tables, use: [...all, threads], warn: () => {} }
        expect(openReplay(recording.save(), options).check()).toBe(null)
      },
    )
    threads.stop()
  }
})
