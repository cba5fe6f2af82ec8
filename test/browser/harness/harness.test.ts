import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { decodePng, type Harness, pixelAt, startHarness } from '.'

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
    await new Promise((done) => setTimeout(done))
  })
})

test('an expected error does not fail its test', async () => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', { expected: /^broken/ })
  await page.evaluate(() => console.error('broken'))
})

describe('what fails in a page ends its test at once, whatever that waits for', () => {
  const reasons: (string | undefined)[] = []

  test.fails.each<[string, (page: Page) => Promise<void>]>([
    ['an error, and a wait for the page', (page) => page.locator('body[data-ready]').waitFor()],
    ['an error, and a poll', (page) => expect.poll(() => page.title()).toBe('something else')],
    ['an error, and nothing that ends', () => new Promise(() => {})],
  ])('%s', async (_, wait) => {
    onTestFinished(({ task }) => void reasons.push(task.result?.errors?.[0].message))
    const page = await harness.openPage('/test/browser/pages/smoke.html', { reuse: true })
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('broken')
      })
    })
    await wait(page)
  })

  test.fails('a file that is missing', async () => {
    onTestFinished(({ task }) => void reasons.push(task.result?.errors?.[0].message))
    const page = await harness.openPage('/test/browser/pages/smoke.html')
    await page.evaluate(() => void fetch('/undefined'))
    await page.locator('body[data-ready]').waitFor()
  })

  test.fails('a page that is missing', async () => {
    onTestFinished(({ task }) => void reasons.push(task.result?.errors?.[0].message))
    await harness.openPage('/demo/undefined.html')
  })

  test('and is what the test tells', () => {
    const missing = expect.stringContaining('/undefined')
    const broken = expect.stringContaining('Error: broken')
    expect(reasons).toEqual([broken, broken, broken, missing, missing])
  })
})
