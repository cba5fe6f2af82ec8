import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, type Program, runNode } from '../../bench/child'
import type { Garbage } from '../../bench/garbage'
import { ownCast } from '../../bench/scenes'
import { type Json, richAtlas, richRig } from '../fixtures/rich-rig'
import type { GarbageJob } from './child'

let program: Program
beforeAll(async () => {
  program = await bundle(new URL('./child.ts', import.meta.url))
})
afterAll(() => program.remove())

/** The creature that uses every section of the format, but for what is read and not played yet. */
function creature(dialect: '3.8' | '4.2'): object {
  const { path: _, physics: __, ...rig } = richRig(dialect)
  const { walk, ...others } = rig.animations as Record<string, Json>
  const { path: ___, physics: ____, ...timelines } = walk
  return { ...rig, animations: { ...others, walk: timelines } }
}

/**
 * Deform, sequences, clipping, draw order, events, two colours; a second track at half weight, for which all
 * that is mixed is mixed from below; blocks that are full and blocks that are not.
 */
function job(
  driver: GarbageJob['driver'],
  windows: number,
  {
    camera = false,
    fades = false,
    compiled = false,
  }: { camera?: boolean; fades?: boolean; compiled?: boolean },
): GarbageJob {
  const demo = ownCast().map(({ skeleton, atlas, animation }) => {
    return { skeleton, atlas, animations: [animation], skin: null, count: 1 }
  })
  const creatures = (['3.8', '4.2'] as const).map((dialect) => {
    const skeleton = JSON.stringify(creature(dialect))
    const count = dialect === '3.8' ? 2 : 5
    return { skeleton, atlas: richAtlas(), animations: ['walk', 'walk', '2'], skin: 'horned', count }
  })
  // Skeletons change seats so rarely that the code for it is compiled late, and compiled code is heap.
  const warmup = camera ? 60_000 : 20_000
  return { cast: [...creatures, ...demo], warmup, window: 10_000, windows, driver, camera, fades, compiled }
}

test.each([
  ['systems', 3, {}],
  ['pipeline', 1, {}],
  ['systems', 3, { camera: true }],
  ['systems', 1, { fades: true }],
  ['pipeline', 1, { fades: true, compiled: true }],
] as const)(
  'ten thousand ticks leave nothing on the heap once warm (%s, %i windows, %o)',
  async (driver, count, kind) => {
    const camera = 'camera' in kind
    const made = job(driver, count, kind)
    const windows = await runNode<Garbage[]>(program.file, made, { flags: ['--expose-gc'] })
    expect(windows).toHaveLength(count)
    const collections = Math.max(...windows.map((window) => window.collections))
    // With a camera, code for what is rare may still be compiled in one window: garbage comes in each.
    const grown = windows.map((window) => window.bytes).sort((a, b) => b - a)
    const bytes = grown[camera ? 1 : 0]
    expect({ collections, fewBytes: bytes <= 64 * 1024, bytes }).toMatchObject({
      collections: 0,
      fewBytes: true,
    })
  },
  240_000,
)
