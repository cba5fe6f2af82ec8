/** Worlds on both builds of the kernels: in random games and with sample rigs all rows and vertices have the same bits. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { loadRig, OsteonError, play, type Rig, spawnSkeleton } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { runs, sampleOf } from '../deep'
import { makeWorld, poseBits, tick } from '../fixtures/play'
import { swayRig } from '../fixtures/rigs/sway-rig'
import { carryOut, drive, raise, type Stage, stepOf } from '../fixtures/shortcut-stage'
import { CASTS, carryOut as change, lookOf, trackOps } from '../fixtures/track-ops'
import { vertexBits } from '../fixtures/twins'
import { describeShared } from '../shared'

function expectSameBits({ world, ids }: Stage, other: Stage): void {
  for (const eid of ids) {
    expect(poseBits(other.world, eid)).toBe(poseBits(world, eid))
    expect(vertexBits(other.world, eid)).toBe(vertexBits(world, eid))
  }
}

test.each([
  ['the cast of shortcuts', undefined],
  ['physics', [swayRig()]],
] as const)('random games: %s', (_, cast) => {
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 5, maxLength: 20 }), (steps) => {
      const stages = [raise({}, cast), raise({ kernels: plainKernels }, cast)]
      for (const step of steps) {
        for (const stage of stages) for (const { who, op } of step.ops) carryOut(stage, who, op)
        for (let i = 0; i < step.ticks; i++) for (const stage of stages) drive(stage, step, [])
        expectSameBits(stages[0], stages[1])
      }
    }),
    { numRuns: runs(30) },
  )
})

test('random tracks', () => {
  const steps = fc.array(
    fc.record({
      ops: fc.array(trackOps, { maxLength: 2 }),
      ticks: fc.array(fc.constantFrom(0.05, 0.13, 0, 0.6), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 3, maxLength: 10 },
  )
  fc.assert(
    fc.property(fc.nat(CASTS.length - 1), steps, (number, script) => {
      const cast = CASTS[number]
      const worlds = [makeWorld(), makeWorld({ kernels: plainKernels })]
      const [eid] = worlds.map((world) => spawnSkeleton(world, cast.rig))
      for (const { ops, ticks } of script) {
        for (const world of worlds) for (const op of ops) change(world, eid, cast, op)
        for (const delta of ticks) {
          for (const world of worlds) tick(world, delta)
          const [wasm, plain] = worlds.map((world) => lookOf(world, eid, cast) + poseBits(world, eid))
          expect(plain).toBe(wasm)
        }
      }
    }),
    { numRuns: runs(100) },
  )
})

/** Folder, skeleton and atlas; an armature's atlas may be missing. */
type Sample = [folder: string, skeleton: string, atlas: string | null]

function samplesIn(folder: string, isSkeleton: RegExp, isAtlas: RegExp): Sample[] {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const atlas = files.find((file) => isAtlas.test(file)) ?? null
  return files.flatMap((file): Sample[] => (isSkeleton.test(file) ? [[folder, file, atlas]] : []))
}

/** The newest export of each skeleton of Spine, and the armatures of DragonBones. */
function findSamples(samples: string): Sample[] {
  const folders = (path: string) => {
    const folder = join(samples, path)
    if (!existsSync(folder)) return []
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  }
  const spine = ['spine/3.8', 'spine/4.2'].flatMap(folders)
  return [
    ...spine.flatMap((folder) => samplesIn(folder, /\.json$/, /\.atlas$/)),
    ...folders('dragonbones').flatMap((folder) => samplesIn(folder, /_ske\.json$/, /_tex\.json$/)),
  ]
}

describeShared('sample rigs', ['samples'], (samples) => {
  const load = ([folder, skeleton, atlas]: Sample): Promise<Rig | null> =>
    loadRig(readFileSync(join(folder, skeleton)), atlas === null ? null : readFileSync(join(folder, atlas)), {
      readers: [spineJson, dragonBones],
      name: skeleton,
      images: false,
      warn: () => {},
    }).catch((error: unknown) => {
      // Some atlases say nothing of the size of their pages, and images are not read here.
      if (error instanceof OsteonError && error.code === 'bad-atlas') return null
      throw error
    })

  test.each(sampleOf(findSamples(samples)))('%s %s', async (folder, skeleton, atlas) => {
    const rig = await load([folder, skeleton, atlas])
    if (rig === null) return
    const [wasm, plain] = [{}, { kernels: plainKernels }].map((options): Stage => {
      const world = makeWorld(options)
      const ids = Array.from({ length: 6 }, (_, i) => spawnSkeleton(world, rig, { x: i, rotation: i / 3 }))
      return { world, cast: [rig], ids, saved: null }
    })
    for (let now = 0; now < 24; now++) {
      for (const { world, ids } of [wasm, plain]) {
        if (rig.animations.length > 0 && now % 6 === 0)
          ids.forEach((eid, i) => {
            const { name } = rig.animations[(i + now / 6) % rig.animations.length]
            play(world, eid, name, { loop: true, mix: 0.2, track: i === 5 ? 1 : 0 })
          })
        tick(world, 0.07)
      }
      expectSameBits(wasm, plain)
    }
  })
})
