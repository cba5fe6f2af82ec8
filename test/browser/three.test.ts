/** Figures as citizens of Three.js: beside its own planes, in any scene. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEEP } from '../deep'
import { type Harness, startHarness } from './harness'
import type { Compared, Leaf, Place, Tree } from './pages/three-citizens'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const RUNS = DEEP ? 500 : 30

test('figures of Three.js look, measure and are hit as planes in any tree of groups', async () => {
  const page = await harness.openPage('/test/browser/pages/three-citizens.html', { reuse: 'document' })
  await page.waitForFunction(() => window.threeCitizens !== undefined)
  let [shown, hits] = [0, 0]
  await fc.assert(
    fc.asyncProperty(tree, async (one) => {
      const found = (await page.evaluate((given) => window.threeCitizens?.compare(given), one)) as Compared
      // Colours are rounded in another order.
      expect(found.different).toBe(0)
      const [host, own] = found.measured
      expect(near(own)).toEqual(near(host))
      shown += found.shown
      hits += host.hits.length
    }),
    { numRuns: RUNS },
  )
  expect(shown).toBeGreaterThan(500 * RUNS)
  expect(hits).toBeGreaterThan(RUNS / 2)
})

test('additive slots of Three.js share a draw call on an opaque canvas, and change the alpha of textures as planes do', async () => {
  const page = await harness.openPage('/test/browser/pages/three-citizens.html', { reuse: 'document' })
  await page.waitForFunction(() => window.threeCitizens !== undefined)
  const found = (await page.evaluate(() => window.threeCitizens?.stack())) ?? []
  // In a texture each span is a call, and one more closes the figure.
  expect(found.map(([, calls]) => calls)).toEqual([1, 5, 1])
  for (const [worst] of found) expect(worst).toBeLessThanOrEqual(3)
})

test.each([
  ['one world', true],
  ['a world of its own each', false],
])('scenes of Three.js that come and go with %s leave nothing in the renderer', async (_, isShared) => {
  const page = await harness.openPage('/test/browser/pages/three-citizens.html', { reuse: 'document' })
  await page.waitForFunction(() => window.threeCitizens !== undefined)
  const held = await page.evaluate(([times, shared]) => window.threeCitizens?.rebuild(times, shared), [
    DEEP ? 40 : 10,
    isShared,
  ] as const)
  expect(held?.map(String)).toEqual(held?.map(() => String(held[1])))
})

/** To a thousandth of a unit: vertices have 32 bits. */
function near(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'number' ? Math.round(one * 1000) / 1000 + 0 : one,
  )
}

/** Of no grid, so that edges of texels and of triangles miss the middles of pixels. */
const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 9973 }).map((i) => min + ((max - min) * i) / 9973 + 0.0137)
const place = {
  x: between(-35, 35),
  y: between(-35, 35),
  z: between(-20, 20),
  turn: between(-3, 3),
  tilt: fc.oneof(fc.constant(0), between(-0.8, 0.8)),
  scaleX: fc.constantFrom(1, 1, 1.37, -1),
  scaleY: fc.constantFrom(1, 1, 0.73, -1),
  visible: fc.constantFrom(true, true, true, true, true, false),
  order: fc.constantFrom(0, 0, 0, 1, -1),
}
const tree = fc.record<Tree>({
  groups: fc.array(
    fc.record<Place & { nested: boolean }>({
      ...place,
      x: between(-15, 15),
      y: between(-15, 15),
      nested: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  leaves: fc.array(
    fc.record<Leaf>({
      ...place,
      color: fc.constantFrom(0xffffff, 0xffffff, 0x80ff40),
      opacity: fc.constantFrom(1, 1, 0.5, 0.25, 0),
      material: fc.constantFrom<Leaf['material']>('plain', 'plain', 'plain', 'cut'),
      layer: fc.constantFrom(0, 0, 0, 1),
      added: fc.boolean(),
      within: fc.integer({ min: -1, max: 2 }),
      how: fc.constantFrom<Leaf['how']>(
        'seen',
        'seen',
        'seen',
        'late',
        'shown',
        'moved',
        'unparented',
        'colored',
      ),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  pass: fc.constantFrom<Tree['pass']>(
    'plain',
    'plain',
    'target',
    'glass',
    'glass',
    'glass',
    'second',
    'normals',
    'flat',
    'clipped',
  ),
  rays: fc.array(fc.tuple(between(-0.7, 0.7), between(-0.7, 0.7)), { minLength: 4, maxLength: 8 }),
})
