/** The harness itself: pictures, and pages that fail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePng, type Harness, pixelAt, startHarness } from './harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

test('a WebGL canvas cleared by regl has its colour, read back and in a screenshot', async () => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', { width: 64, height: 40 })
  await page.waitForFunction(() => 'clearTo' in window)
  expect(await page.evaluate(() => window.clearTo([1, 0.2, 0.4, 1]))).toEqual([255, 51, 102, 255])

  const picture = decodePng(await page.screenshot())
  expect([picture.width, picture.height]).toEqual([64, 40])
  expect(pixelAt(picture, 60, 30)).toEqual([255, 51, 102, 255])
  expect(pixelAt(picture, 60, 36)).toEqual([255, 255, 255, 255])
})

const WINDOWS = [
  ['a new window', {}],
  ['a window used again', { reuse: true }],
  ['a window used once more', { reuse: true }],
] as const

test.fails.each(WINDOWS)('a page that logs an error fails its test: %s', async (_, options) => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', options)
  await page.evaluate(() => console.error('broken'))
})

test.fails.each(WINDOWS)('a page that throws outside any call fails its test: %s', async (_, options) => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', options)
  await page.evaluate(async () => {
    setTimeout(() => {
      throw new Error('broken')
    })
    await new Promise((done) => setTimeout(done, 50))
  })
})

test('an expected error does not fail its test', async () => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', { expected: /^broken/ })
  await page.evaluate(() => console.error('broken'))
})
