/** Every page of the demo where the browser has no WebGL: it says so, and draws with Canvas2D. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../scripts/entries'
import { decodePng, type Harness, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ args: ['--disable-3d-apis'] })
})
afterAll(() => harness?.close())

/** The canvas with figures on each page. */
const CANVASES: Record<string, string> = {
  'index.html': '#parade',
  'viewer.html': '#canvas2d',
  'constraints.html': '#skeletons',
  'dress-up.html': '#skeletons',
  'tracks.html': '#webgl',
  'hands.html': '#webgl, #skeleton',
  'canvas2d.html': '#canvas2d',
  'ticks.html': '#last',
  'lockstep.html': '#first, #second',
  'crowd.html': '#square canvas',
}
const pages = readdirSync(`${ROOT}/demo`).filter((name) => name.endsWith('.html'))

test.each(pages)('%s', async (name) => {
  const expected = /WebGL|context/i
  const page = await harness.openPage(`/demo/${name}?count=12&sprites=0&paused=1`, {
    width: 480,
    height: 360,
    expected,
    reuse: true,
  })
  await page.locator('#flat').waitFor()
  expect(await page.locator('#flat').textContent()).toMatch(/no WebGL/)
  expect(await page.evaluate(() => document.createElement('canvas').getContext('webgl'))).toBe(null)
  const canvases = await page.locator(CANVASES[name] ?? 'canvas').all()
  expect(canvases.length).toBeGreaterThan(0)
  for (const canvas of canvases) {
    const colors = async () => {
      const { data } = decodePng(Buffer.from(await canvas.evaluate(pixels), 'base64'))
      const found = new Set<number>()
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] > 200)
          found.add((data[i] >> 4) | ((data[i + 1] >> 4) << 4) | ((data[i + 2] >> 4) << 8))
      return found.size
    }
    await expect.poll(colors).toBeGreaterThan(12)
  }
})

/** A canvas's own pixels, as a PNG in base64, without the page behind it. */
function pixels(canvas: Element): string {
  return (canvas as HTMLCanvasElement).toDataURL().split(',')[1]
}
