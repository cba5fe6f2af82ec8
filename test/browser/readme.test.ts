import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePng, type Harness, startHarness } from './harness'
import { README_FOLDER } from './harness/built-pages'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** The painted area: its size, and its edges in CSS pixels. */
interface Painted {
  count: number
  left: number
  top: number
  right: number
  bottom: number
  bytes: string
}

async function painted(page: Page): Promise<Painted> {
  const { data, width } = decodePng(await page.screenshot())
  const bytes = Buffer.from(data).toString('base64')
  const found = { count: 0, left: Infinity, top: Infinity, right: -1, bottom: -1, bytes }
  for (let i = 0; i < data.length; i += 4) {
    if (Math.min(data[i], data[i + 1], data[i + 2]) >= 250) continue
    const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)]
    found.count++
    found.left = Math.min(found.left, x)
    found.right = Math.max(found.right, x)
    found.top = Math.min(found.top, y)
    found.bottom = Math.max(found.bottom, y)
  }
  return found
}

async function openExample(width: number, height: number): Promise<Page> {
  const page = await harness.openPage(`/${README_FOLDER}/index.html`, { width, height })
  await expect.poll(async () => (await painted(page)).count).toBeGreaterThan(5000)
  return page
}

test.each([
  [640, 480],
  [390, 844],
  [900, 300],
])('the example of the README shows the whole hero, running, on a page of %i × %i', async (width, height) => {
  const page = await openExample(width, height)
  const first = await painted(page)
  // All of it with air around, and no smaller than need be.
  expect(first.left).toBeGreaterThan(2)
  expect(first.top).toBeGreaterThan(2)
  expect(first.right).toBeLessThan(width - 3)
  expect(first.bottom).toBeLessThan(height - 3)
  const size = Math.max((first.right - first.left) / width, (first.bottom - first.top) / height)
  expect(size).toBeGreaterThan(0.5)
  await expect.poll(async () => (await painted(page)).bytes).not.toBe(first.bytes)
})

test.each(['pixi', 'phaser', 'three', 'tag', 'react'])(
  'the example of %s runs as it is written',
  async (name) => {
    const page = await harness.openPage(`/${README_FOLDER}/${name}.html`, { width: 800, height: 600 })
    // Elements lie on the white page, in a skin without orange; the canvases of engines are black.
    const isElement = name === 'tag' || name === 'react'
    const seen = async () => (isElement ? (await painted(page)).count : await orange(page))
    await expect.poll(seen).toBeGreaterThan(isElement ? 5000 : 1000)
    const first = (await painted(page)).bytes
    await expect.poll(async () => (await painted(page)).bytes).not.toBe(first)
  },
)

test('the example of bitECS alone runs as it is written', async () => {
  const page = await harness.openPage(`/${README_FOLDER}/bitecs.html`)
  await page.locator('body[data-bounds]').waitFor({ state: 'attached' })
  const [, , width, height] = (await page.locator('body').getAttribute('data-bounds'))?.split(',') ?? []
  expect(Number(width)).toBeGreaterThan(100)
  expect(Number(height)).toBeGreaterThan(100)
})

/** Pixels of the hero's fur, on any background. */
async function orange(page: Page): Promise<number> {
  const { data } = decodePng(await page.screenshot())
  let found = 0
  for (let i = 0; i < data.length; i += 4)
    if (data[i] > 200 && data[i + 1] > 90 && data[i + 1] < 170 && data[i + 2] < 110) found++
  return found
}

test('the example has as many pixels as the page, also after it changed, and goes on after it had none', async () => {
  const page = await openExample(640, 480)
  const pixels = () =>
    page.evaluate(() => {
      const { width, height } = document.querySelector('canvas') ?? {}
      return [width, height]
    })
  expect(await pixels()).toEqual([640, 480])
  await page.setViewportSize({ width: 500, height: 700 })
  await expect.poll(pixels).toEqual([500, 700])
  const hide = (display: string) =>
    page.evaluate((value) => {
      document.querySelector('canvas')?.style.setProperty('display', value)
    }, display)
  await hide('none')
  await expect.poll(pixels).toEqual([0, 0])
  await hide('block')
  await expect.poll(async () => (await painted(page)).count).toBeGreaterThan(5000)
})
