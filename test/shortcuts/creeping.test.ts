/** Entries of partial weight whose components nobody takes from the setup pose: they go on in every tick, whatever else moves. */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import type { AnimationWorld } from '../../components/world-type'
import { fadeOut, getBone, getSlotColor, play, spawnSkeleton } from '../../src/api'
import type { Rig } from '../../src/rig/rig'
import { runs } from '../deep'
import { makeWorld, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { rigBy, VERSIONS } from '../players/tracks/worked-examples/rig'

/** Timelines of a bone and of a slot, with one key each; those of a line key parts of the same. */
const BONE: Readonly<Record<string, Json>> = {
  rotate: { value: 40 },
  translate: { x: 5, y: 7 },
  translatex: { value: 9 },
  translatey: { value: -4 },
  scale: { x: 2, y: 3 },
  scalex: { value: 0.5 },
  scaley: { value: -2 },
  shear: { x: 10, y: 20 },
  shearx: { value: 30 },
  sheary: { value: -15 },
}
const SLOT: Readonly<Record<string, Json>> = {
  rgba: { color: '20406080' },
  rgb: { color: '804020' },
  alpha: { value: 0.25 },
  rgba2: { light: '10203040', dark: '506070' },
  rgb2: { light: 'a0b0c0', dark: '102030' },
}
const KINDS = [...Object.keys(BONE), ...Object.keys(SLOT)]

type Version = '4.2' | '4.3'

/** An animation for each list of kinds, and one that moves another bone. */
function rigOf(version: Version, lists: readonly (readonly string[])[]): Rig {
  const animations: Json = { sway: { bones: { other: { rotate: [{ value: 0 }, { time: 10, value: 90 }] } } } }
  lists.forEach((kinds, i) => {
    const own = (table: Readonly<Record<string, Json>>) =>
      Object.fromEntries(kinds.filter((kind) => kind in table).map((kind) => [kind, [table[kind]]]))
    animations[`a${i}`] = { bones: { b: own(BONE) }, slots: { s: own(SLOT) } }
  })
  return rigBy(version, {
    skeleton: { spine: VERSIONS[version] },
    bones: [{ name: 'root' }, { name: 'b', parent: 'root', x: 1, y: 2 }, { name: 'other', parent: 'root' }],
    slots: [{ name: 's', bone: 'b', color: 'ffffffff', dark: '000000' }],
    animations,
  })
}

interface Script {
  readonly lists: readonly (readonly string[])[]
  readonly alphas: readonly number[]
  /** The track that fades out half-way. */
  readonly fading: number
  readonly ticks: readonly number[]
}

const script: fc.Arbitrary<Script> = fc.record({
  lists: fc.array(fc.uniqueArray(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 3,
  }),
  alphas: fc.array(fc.constantFrom(1, 0.5, 0.5, 0.25), { minLength: 3, maxLength: 3 }),
  fading: fc.nat(2),
  ticks: fc.array(fc.constantFrom(0, 0.125, 0.125, 0.5), { minLength: 4, maxLength: 12 }),
})

function start(world: AnimationWorld, rig: Rig, { lists, alphas }: Script): number {
  const eid = spawnSkeleton(world, rig)
  for (let i = 0; i < lists.length; i++)
    play(world, eid, `a${i}`, { track: i, alpha: alphas[i], loop: false })
  return eid
}

/** What the lists of kinds change, after each tick. @param beside whether another bone moves. */
function played(rig: Rig, given: Script, options: object, beside: boolean): string[] {
  const world = makeWorld(options)
  const eid = start(world, rig, given)
  if (beside) play(world, eid, 'sway', { track: 5, loop: false })
  return given.ticks.map((seconds, i) => {
    if (i === given.ticks.length >> 1 && given.fading < given.lists.length)
      fadeOut(world, eid, { track: given.fading, mix: 0.25 })
    tick(world, seconds)
    return ownBits(world, eid)
  })
}

/** All that the lists of kinds can change. */
function ownBits(world: AnimationWorld, eid: number): string {
  return [...getBone(world, eid, 'b'), ...getSlotColor(world, eid, 's')].join()
}

describe.each([
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
] as const)('%s', (_, options) => {
  test.each(['4.2', '4.3'] as const)(
    'constant keys of %s leave the same bits with and without shortcuts, alone and beside a bone that moves',
    (version) => {
      fc.assert(
        fc.property(script, (given) => {
          const rig = rigOf(version, given.lists)
          const expected = played(rig, given, { ...options, shortcuts: false }, false)
          expect(played(rig, given, options, false)).toEqual(expected)
          expect(played(rig, given, options, true)).toEqual(expected)
        }),
        { numRuns: runs(300) },
      )
    },
  )

  test('a colour of 4.3 that an upper track keys, over the alpha of a lower one, goes on from where it is', () => {
    const rig = rigOf('4.3', [['alpha'], ['rgba']])
    const world = makeWorld(options)
    const eid = start(world, rig, { lists: [['alpha'], ['rgba']], alphas: [1, 0.5], fading: 2, ticks: [] })
    const blue = Array.from({ length: 5 }, () => {
      tick(world, 0.125)
      return getSlotColor(world, eid, 's')[2]
    })
    // Each tick takes half of what is left between 1 and 96 / 255.
    const key = 0x60 / 255
    for (const [i, value] of blue.entries()) expect(value).toBeCloseTo(key + (1 - key) * 0.5 ** (i + 1), 6)
  })
})
