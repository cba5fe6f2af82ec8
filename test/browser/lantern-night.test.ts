/** The game of the guide, as a page: it is drawn, played by taps, stored, and taken up again. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePng, type Harness, startHarness } from './harness'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const SIZE = { width: 600, height: 300 }

/** Middle of the fox's fur, CSS pixels, and how much of it there is. */
async function fox(page: Page): Promise<{ x: number; count: number }> {
  const { data, width } = decodePng(await page.screenshot())
  let [sum, count] = [0, 0]
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = data.subarray(i, i + 3)
    if (!(r > 210 && g > 100 && g < 160 && b < 95)) continue
    sum += (i / 4) % width
    count++
  }
  return { x: sum / count, count }
}

async function open(): Promise<Page> {
  const page = await harness.openPage('/docs/examples/lantern-night.html', SIZE)
  await page.waitForFunction(() => (window.example?.frames ?? 0) > 5)
  return page
}

test('lantern night is drawn, goes where it is tapped, and goes on from its stored state', async () => {
  const page = await open()
  const first = await fox(page)
  expect(first.count).toBeGreaterThan(300)
  await page.keyboard.press('s')
  await page.waitForFunction(
    async () => (await (await caches.open('lantern-night')).match('/world')) !== undefined,
  )
  await page.mouse.click(60, 290)
  await expect.poll(async () => (await fox(page)).x).toBeLessThan(first.x - 60)
  await page.keyboard.press('l')
  await expect.poll(async () => Math.abs((await fox(page)).x - first.x)).toBeLessThan(30)
  expect(await page.evaluate(() => window.example)).toMatchObject({ drawCalls: 1, errors: 0 })
  if (process.env.OSTEON_SHOT) await page.screenshot({ path: process.env.OSTEON_SHOT })
})
