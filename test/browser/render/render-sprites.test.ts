/** Many sprites, whose vertices the GPU makes: the same as those of the processor, among skeletons. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage } from './lab'

/** Three regions of one page: trimmed, turned, whole. */
const DOTS = `dots.png
size: 64, 64
a
bounds: 0, 0, 12, 7
offsets: 3, 1, 16, 9
b
bounds: 16, 0, 20, 10
rotate: 90
c
bounds: 40, 40, 8, 8
`

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each(DEVICES)('drawing with %s', (device) => {
  test.each([
    { count: 3000, kind: 'own', filled: 9 },
    { count: 3000, kind: 'shared', filled: 9 },
    { count: 300, kind: 'own', filled: 0 },
    { count: 3000, kind: 'webgl1', filled: 0 },
  ] as const)(
    '$count sprites, $kind: placed and tinted as the processor does',
    async ({ count, kind, filled }) => {
      const page = await harness.openPage(labPage(device), { reuse: true })
      await page.waitForFunction(() => 'lab' in window)
      const found = await page.evaluate(
        async ([atlas, count, kind]) => {
          const { compareSprites, loadMixed } = window.lab
          const { badger } = await loadMixed()
          return compareSprites(badger, atlas, count, kind)
        },
        [DOTS, count, kind] as const,
      )
      expect(found.filled).toBeGreaterThanOrEqual(filled)
      if (filled === 0) expect(found.filled).toBe(0)
      expect(found.drawCalls).toBe(1)
      if (kind === 'webgl1') return
      expect(found.count).toBeGreaterThan(14 * count)
      expect(found.place).toBeLessThan(1e-6)
      expect(found.colors).toBe(0)
      expect(found.drawn).toBeGreaterThan(30 * count)
      expect(found.pixels / found.drawn).toBeLessThan(0.001)
    },
  )
})
