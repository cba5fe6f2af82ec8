/** `fitCanvas` on canvases with a size in CSS and without. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness'
import { labPage } from './lab'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

test.each([
  ['with a size in CSS follows it', 'width: 120px; height: 80px'],
  ['without one keeps the size that it has', ''],
])('a canvas %s, in device pixels', async (_, style) => {
  const page = await harness.openPage(labPage('webgl'))
  await page.waitForFunction(() => 'lab' in window)
  const { changed, pixels, place } = await page.evaluate((style) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 80 })
    canvas.style.cssText = style
    document.body.prepend(canvas)
    const changed = [2, 2, 1.5, 1.5].map((ratio) => window.lab.api.fitCanvas(canvas, ratio))
    const place = [canvas.clientWidth, canvas.clientHeight]
    const pixels = [canvas.width, canvas.height]
    canvas.hidden = true
    canvas.style.display = 'none'
    changed.push(window.lab.api.fitCanvas(canvas))
    return { changed, place, pixels: [pixels, [canvas.width, canvas.height]] }
  }, style)
  expect(changed).toEqual([true, false, true, false, true])
  expect(place).toEqual([120, 80])
  expect(pixels).toEqual([
    [180, 120],
    [0, 0],
  ])
})
