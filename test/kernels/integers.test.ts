/** Floats become integers by one function, which gives the same in both builds. */
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { CORE, kernelText } from '../../scripts/kernels'
import { applyAnimation, getBone, play, spawnSkeleton } from '../../src/api'
import { makeWorld, poseBits, tick } from '../fixtures/play'
import { rigBy, VERSIONS } from '../players/tracks/worked-examples/rig'

const LONGEST = 3.4e38
/** Seconds past all keys: around the limits of integers, and far past them. */
const LATE = [2 ** 31 / 120, 2 ** 31 - 1, 2 ** 31, 2.18e9, 3e9, 2 ** 32, 2 ** 53, 2 ** 63, 1e30, 3e38]
const EARLY = [0, 2 ** -1074, 1e-310, 2 ** -149]

test.each(['plain', 'simd'] as const)(
  'only one function of the %s kernels turns floats into integers',
  async (build) => {
    const text = await kernelText(CORE, build)
    const converting = text
      .split('\n (func ')
      .slice(1)
      .filter((code) => /\bi(32|64)\.trunc_/.test(code))
      .map((code) => /^\$?"?([^\s"]+)/.exec(code)?.[1] ?? '')
    const others = converting.filter((name) => !/integers\/(toInt|toUnsigned)$/.test(name))
    expect(others).toEqual([])
    expect(converting).toContainEqual(expect.stringMatching(/toInt$/))
  },
)

/** Seconds between keys: they decide into which integer a late time would wrap. */
const GAPS = [0.1, 1 / 60, 0.3, 0.9]

/** A bone with keys that are `gap` seconds apart, so that a bucket is short, and that ends at x = 390. */
function stage(options: object, gap = 0.1) {
  const keys = Array.from({ length: 40 }, (_, i) => ({ time: gap * i, x: 10 * i }))
  const animations = {
    go: { bones: { b: { translate: keys } } },
    stay: { bones: { b: { rotate: [{ time: 0, value: 5 }] } } },
  }
  const bones = [{ name: 'root' }, { name: 'b', parent: 'root' }]
  const rig = rigBy('4.2', { skeleton: { spine: VERSIONS['4.2'] }, bones, animations })
  const world = makeWorld(options)
  return { world, eid: spawnSkeleton(world, rig) }
}

describe.each([
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
] as const)('%s', (_, options) => {
  test.each(LATE.flatMap((seconds) => GAPS.map((gap) => [seconds, gap])))(
    'shows the end at %f s, keys %f s apart',
    (seconds, gap) => {
      const played = stage(options, gap)
      play(played.world, played.eid, 'go', { trackTime: seconds, end: LONGEST })
      tick(played.world, 0)
      expect(getBone(played.world, played.eid, 'b')[4]).toBe(390)
      const applied = stage(options, gap)
      tick(applied.world, 0)
      applyAnimation(applied.world, applied.eid, 'go', { time: seconds })
      tick(applied.world, 0)
      expect(getBone(applied.world, applied.eid, 'b')[4]).toBe(390)
    },
  )

  test.each([...EARLY, ...LATE.map((seconds) => -seconds)])(
    'shows the same at %f s as the other kernels',
    (seconds) => {
      const bits = [options, {}].map((kernels) => {
        const { world, eid } = stage(kernels)
        play(world, eid, 'go', { trackTime: seconds })
        play(world, eid, 'stay', { track: 1, alpha: 0.5 })
        tick(world, 0)
        return poseBits(world, eid)
      })
      expect(bits[0]).toBe(bits[1])
      expect(bits[0]).not.toMatch(/NaN/)
    },
  )

  test.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])('refuses %f s', (seconds) => {
    const { world, eid } = stage(options)
    expect(() => play(world, eid, 'go', { trackTime: seconds })).toThrow(/trackTime/)
  })
})
