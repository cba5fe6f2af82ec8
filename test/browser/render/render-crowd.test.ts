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
