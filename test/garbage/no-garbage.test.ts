/** Ticks of skeletons make no garbage. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, type Program, runNode } from '../../bench/kit/child'
import { type Garbage, isClean } from '../../bench/kit/garbage'
import { ownCast } from '../../bench/kit/scenes'
import { sampleOf } from '../deep'
import { type Json, richAtlas, richRig } from '../fixtures/rigs/rich-rig'
import { swayJson } from '../fixtures/rigs/sway-rig'
import type { GarbageJob } from './child'

/**
 * Garbage of ours comes in every window. Garbage of V8 comes in some: it may compile a loop alone (and box values that were
 * computed before it in some 30 000 ticks), and code that first runs late is compiled late.
 */
const WINDOWS = { windows: 12, clean: 2 }

type Kind = Partial<Record<'camera' | 'fades' | 'reads' | 'between' | 'threads', boolean>>

let program: Program
beforeAll(async () => {
  program = await bundle(new URL('./child.ts', import.meta.url))
})
afterAll(() => program.remove())

/** The creature that uses every section of the format, except features that are read and not played yet. */
function creature(dialect: '3.8' | '4.2'): object {
  const { path: _, physics: __, ...rig } = richRig(dialect)
  const { walk, ...others } = rig.animations as Record<string, Json>
  const { path: ___, physics: ____, ...timelines } = walk
  return { ...rig, animations: { ...others, walk: timelines } }
}

/**
 * Deform, sequences, clipping, draw order, events, two colours; a second track at half weight, for which all
 * that is mixed is mixed from below; blocks that are full and blocks that are not; offsets of bones.
 */
function job(
  driver: GarbageJob['driver'],
  { camera = false, fades = false, reads = false, between = false, threads = false }: Kind,
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
  const branch = {
    ...{ skeleton: JSON.stringify(swayJson()), atlas: richAtlas(), animations: ['storm', 'nod'] },
    ...{ skin: 'horned', count: 5 },
  }
  const cast = camera ? [...creatures, ...demo] : [...creatures, branch, ...demo]
  return { cast, warmup, window: 10_000, ...WINDOWS, driver, camera, fades, reads, between, threads }
}

/** Each kind by one of the drivers, by turns; in `npm run test:deep` by both. */
const KINDS: Kind[] = [{}, { camera: true }, { fades: true }, { reads: true }, { between: true }]
const WAYS = KINDS.flatMap((kind, turn) =>
  sampleOf(['systems', 'pipeline'] as const, 2, turn).map((driver) => [driver, kind] as const),
)
WAYS.push(['pipeline', { threads: true }])

test.each(WAYS)('ten thousand ticks leave nothing on the heap once warm (%s, %o)', async (driver, kind) => {
  const made = job(driver, kind)
  const windows = await runNode<Garbage[]>(program.file, made, { flags: ['--expose-gc'] })
  expect({ windows, clean: windows.filter(isClean).length }).toMatchObject({ clean: made.clean })
})
