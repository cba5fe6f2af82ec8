/** The looks that the guide names for PixiJS, Phaser and Three.js. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness'
import type {} from './pages/host-looks' // Types what its window has.

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

test('figures are silhouettes, grey, dissolving and in other colours, by the lines of the guide', async () => {
  const page = await harness.openPage('/test/browser/pages/host-looks.html')
  await page.waitForFunction(() => window.looks !== undefined)
  const seen = await page.evaluate(() => window.looks)
  const near = (...color: number[]) => color.map((value) => expect.closeTo(value, -1))
  const plain = near(0xc8, 0x3c, 0x14)
  const silhouette = near(0x20, 0x30, 0x40)
  const grey = (value: number) => near(value, value, value)
  expect(seen).toEqual({
    // Their filters weigh the channels alike or by eye, and Three.js calculates in linear light.
    pixi: { plain, silhouette, grey: expect.anything() },
    phaser: { plain, silhouette, grey: expect.anything() },
    three: {
      plain,
      same: plain,
      silhouette,
      grey: grey(114),
      palette: near(0, 160, 0),
      whole: plain,
      gone: near(0, 0, 0),
    },
  })
  for (const {
    grey: [red, green, blue],
  } of [seen?.pixi, seen?.phaser] as { grey: number[] }[]) {
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(3)
    expect(red).toBeGreaterThan(40)
  }
})
