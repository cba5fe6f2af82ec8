/**
 * Crowds of every rig there is, saved after some ticks, go on bit for bit: in their own world, in a fresh and in a used one. Of
 * the numbers of skeletons, kernels and ticks there are some at random for each rig; `OSTEON_SAVES` says how many.
 */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { play, type Rig, registerRig, setSkin, spawnSkeleton } from '../../src/api'
import { nesting } from '../../src/joins/nesting'
import { decodeState, encodeState, restoreState } from '../../src/joins/save'
import type { AnimationWorld } from '../../src/world/world-type'
import { runs, sampleOf } from '../deep'
import { makeWorld, poseBits, tick } from '../fixtures/play'
import { validateImages } from '../fixtures/validate-images'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'
import { verticesOf } from '../nesting/kit'
import { ownFiles, type RigFiles, sampleFiles } from './rig-files'

const CASES = Number(process.env.OSTEON_SAVES ?? 1)
const TICKS = 12

interface Crowd {
  count: number
  plain: boolean
  ticks: number
  /** Their animations and skins, by number. */
  dice: readonly number[]
}

const crowd: fc.Arbitrary<Crowd> = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  plain: fc.boolean(),
  ticks: fc.constantFrom(0, 1, 30),
  dice: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
})

function know(rig: Rig, { plain }: Crowd): AnimationWorld {
  const world = makeWorld({ use: [nesting], capacity: 8, ...(plain ? { kernels: plainKernels } : {}) })
  registerRig(world, rig, 'rig')
  return world
}

/** Spawns them, and plays for so many ticks; some fade, wear something or hide. */
function begin(world: AnimationWorld, rig: Rig, { count, dice, ticks }: Crowd): number[] {
  const { animations, skins } = rig
  const ids = Array.from({ length: count }, (_, i) =>
    spawnSkeleton(world, rig, { x: 10 * i, timeScale: 1 + i / 50 }),
  )
  const playOne = (eid: number, die: number, mix?: number) => {
    if (animations.length === 0) return
    const { name } = animations[die % animations.length]
    play(world, eid, name, { loop: die % 3 > 0, ...(mix === undefined ? {} : { mix }) })
  }
  for (const [i, eid] of ids.entries()) {
    playOne(eid, dice[i])
    if (skins.length > 0 && dice[i] % 4 === 0) setSkin(world, eid, skins[dice[i] % skins.length].name)
    if (dice[i] % 9 === 0) world.components.Visibility.level[eid] = dice[i] % 4
  }
  for (let i = 0; i < ticks; i++) {
    if (i === ticks - 5)
      for (const [n, eid] of ids.entries()) if (dice[n] % 2 === 0) playOne(eid, dice[n] + 1, 0.3)
    tick(world, 1 / 30)
  }
  return ids
}

/** Hashes of poses and vertices, and events, of some ticks. */
function goOn(world: AnimationWorld, ids: readonly number[]): string[] {
  const seen: string[] = []
  for (let i = 0; i < TICKS; i++) {
    tick(world, (1 + (i % 3)) / 60)
    for (const { kind, entity, animation, name, time, entry } of wholeEvents(world))
      seen.push(`${i} ${kind} ${ids.indexOf(entity)} ${animation} ${name} ${time} ${entry}`)
    if (i % 4 > 0) continue
    const { level } = world.components.Visibility
    for (const [n, eid] of ids.entries())
      seen.push(
        `${i} ${n} ${hash(poseBits(world, eid))} ${level[eid] > 0 ? '' : hash(verticesOf(world, eid).join())}`,
      )
  }
  return seen
}

function hash(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return sum
}

async function check({ load }: RigFiles, runs: number): Promise<void> {
  const rig = await load()
  fc.assert(
    fc.property(crowd, (given) => {
      const world = know(rig, given)
      const ids = begin(world, rig, given)
      const bytes = encodeState(world)
      const wanted = goOn(world, ids)
      validateImages(world)
      const used = know(rig, given)
      goOn(used, begin(used, rig, { ...given, count: 1 + (given.dice[0] % 9), ticks: 3 }))
      for (const there of [world, know(rig, given), used]) {
        restoreState(there, decodeState(there, bytes))
        expect(encodeState(there)).toEqual(bytes)
        expect(goOn(there, ids)).toEqual(wanted)
        validateWorld(there)
      }
    }),
    { numRuns: runs },
  )
}

describe('crowds of the own characters', () => {
  test.each(ownFiles())('$name', (files) => check(files, runs(3 * CASES)))
})

const samples = sampleFiles()
describe.skipIf(samples.length === 0)('crowds of the samples', () => {
  test.each(sampleOf(samples, 48))('$name', (files) => check(files, CASES))
})
