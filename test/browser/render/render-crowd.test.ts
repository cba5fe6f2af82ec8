/** Figures of tables beside live ones: the same picture, in few draw calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each(DEVICES)('drawing with %s', (device) => {
  test.each([
    { version: 1 as const, live: 1000, instances: true, calls: 2 },
    { version: 2 as const, live: 1000, instances: true, calls: 2 },
    { version: 2 as const, live: 4, instances: true, calls: 21 },
    { version: 1 as const, live: 4, instances: false, calls: 1 },
  ])(
    'WebGL $version, one of $live live, instances: $instances',
    async ({ version, live, instances, calls }) => {
      const page = await harness.openPage(labPage(device), { reuse: true })
      await page.waitForFunction(() => 'lab' in window)
      const found = await page.evaluate(
        async ([version, live, instances]) => {
          const { compareCrowd, loadMixed } = window.lab
          const { badger } = await loadMixed()
          return compareCrowd(badger, version, live, instances)
        },
        [version, live, instances] as const,
      )
      expect(found.drawn).toBeGreaterThan(4000)
      expect(found.drawCalls).toBeLessThanOrEqual(calls)
      expect(found.mean).toBeLessThan(2)
      expect(found.differ / found.drawn).toBeLessThan(0.01)
    },
  )
})

test.each([
  { figures: 5000, others: 0 },
  { figures: 500, others: 5000 },
])(
  'the GPU fills the instances of $figures figures among $others others, and gets only what changed',
  async ({ figures, others }) => {
    const page = await harness.openPage(labPage('webgl'), { reuse: true })
    await page.waitForFunction(() => 'lab' in window)
    const found = await page.evaluate(
      async ([figures, others]) => {
        const { compareFilled, loadMixed } = window.lab
        const { badger } = await loadMixed()
        return compareFilled(badger, figures, 1, others)
      },
      [figures, others] as const,
    )
    expect(found.count).toBeGreaterThan(6 * figures)
    expect(found.others).toBe(0)
    // Below 4 seconds floats are 2 ** -22 apart.
    expect(found.seconds).toBeLessThan(2 ** -21)
    expect(found.place).toBeLessThan(1e-6)
    const [all, none, one, tints] = found.bytes
    expect(one).toBeGreaterThanOrEqual(4 * figures)
    expect(none).toBe(0)
    expect(9 * one).toBeLessThan(all)
    expect(tints).toBe(one)
  },
)
