/** Figures as objects of Three.js and of Phaser: the pages of docs/examples, by their pixels. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePng, type Harness, type Picture, startHarness } from './harness'
import type {} from './pages/phaser-life' // Types what its window has.

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

type Test = (r: number, g: number, b: number) => boolean

/** Colours of the box behind a badger, of the one in front, of the sheet in a lantern, and of a badger's fur. */
const BEHIND: Test = (r, g, b) => r === 0xc0 && g === 0x40 && b === 0x20
const BEFORE: Test = (r, g, b) => r === 0x40 && g === 0xc0 && b === 0x40
const SHEET: Test = (r, g, b) => r < 215 && g > 195 && b > 195 && g - r > 25
const FUR: Test = (r, g, b) => r > 235 && g > 225 && b > 205 && b < 240

async function open(path: string): Promise<Page> {
  const page = await harness.openPage(path, { width: 480, height: 360, reuse: 'document' })
  await page.waitForFunction(() => (window.example?.frames ?? 0) > 5)
  return page
}

const shoot = async (page: Page): Promise<Picture> => decodePng(await page.screenshot())

type Part = readonly [x: number, y: number, width: number, height: number]
const WHOLE: Part = [0, 0, 480, 360]

/** Counts pixels of a part of a picture. */
function countIn({ data, width: wide }: Picture, isSo: Test, [left, top, width, height]: Part): number {
  let found = 0
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) {
      const at = 4 * (y * wide + x)
      if (isSo(data[at], data[at + 1], data[at + 2])) found++
    }
  return found
}

async function count(page: Page, isSo: Test, part = WHOLE): Promise<number> {
  return countIn(await shoot(page), isSo, part)
}

const seen = (page: Page) => page.evaluate(() => window.example?.seen as Record<string, unknown> | undefined)

describe('figures of Three.js', () => {
  const PATH = '/docs/examples/three-figures.html'

  test('stand behind and before boxes by their depth', async () => {
    const page = await open(PATH)
    expect(await page.evaluate(() => window.example?.errors)).toBe(0)
    // Of the box behind, its left edge; of that in front, all.
    const behind = await count(page, BEHIND)
    const before = await count(page, BEFORE)
    expect(behind).toBeGreaterThan(150)
    expect(before).toBeGreaterThan(1200)
    expect(behind).toBeLessThan(before / 2)
    // In the middle of the box behind, the badger is seen.
    expect(await count(page, BEHIND, [222, 200, 20, 30])).toBe(0)
  })

  test('take light, opacity and colour', async () => {
    const page = await open(PATH)
    const light: Test = (r, g, b) => r > 1.8 * b && r > 200 && g > 80 && g < 170
    const ghost: Test = (r, g, b) => g > 1.5 * r && g > 1.4 * b && g > 90 && g < 190
    expect(await count(page, FUR, [215, 100, 90, 80])).toBeGreaterThan(300)
    expect(await count(page, FUR, [330, 100, 70, 80])).toBe(0)
    expect(await count(page, light, [330, 100, 80, 80])).toBeGreaterThan(300)
    expect(await count(page, ghost, [420, 110, 60, 80])).toBeGreaterThan(300)
  })

  test('draw what is in a slot in their midst, cut by their clip', async () => {
    const page = await open(PATH)
    const picture = await shoot(page)
    const sheet = countIn(picture, SHEET, [155, 130, 35, 50])
    expect(sheet).toBeGreaterThan(30)
    expect(countIn(picture, SHEET, WHOLE)).toBe(sheet)
  })

  test('are met by a ray where they are drawn, and tell their events', async () => {
    const page = await open(PATH)
    await page.mouse.click(255, 130)
    await expect.poll(() => seen(page)).toMatchObject({ slot: expect.stringMatching(/head|eyes|mouth/) })
    await page.mouse.click(255, 30)
    await expect.poll(() => seen(page)).toMatchObject({ slot: 'nothing' })
    await expect.poll(async () => Number((await seen(page))?.completed)).toBeGreaterThan(0)
  })
})

test('a crowd of Three.js is one draw call', async () => {
  const page = await open('/docs/examples/three-crowd.html')
  expect(await count(page, FUR)).toBeGreaterThan(150)
  expect(await page.evaluate(() => window.example)).toMatchObject({ drawCalls: 1, errors: 0 })
})

describe.each([
  [
    '4',
    '/docs/examples/phaser-figures.html',
    '/docs/examples/phaser-many.html',
    '/test/browser/pages/phaser-life.html',
  ],
  [
    '3',
    '/test/browser/pages/phaser3.html',
    '/test/browser/pages/phaser3-many.html',
    '/test/browser/pages/phaser3-life.html',
  ],
])('figures of Phaser %s', (version, path, many, life) => {
  test('lie between images, as the display list has them', async () => {
    const page = await open(path)
    expect(await page.evaluate(() => window.example?.errors)).toBe(0)
    expect(await count(page, BEFORE)).toBe(2500)
    expect(await count(page, BEHIND)).toBeGreaterThan(1500)
    expect(await count(page, BEHIND)).toBeLessThan(60 * 220 - 2000)
  })

  test('take tint and the alpha of a container', async () => {
    const page = await open(path)
    const blue: Test = (r, g, b) => b > 200 && r < 110 && g < 110
    const faint: Test = (r, g, b) => r > 130 && r < 170 && g > 130 && g < 175 && b > 120 && b < 180
    expect(await count(page, blue, [350, 170, 120, 140])).toBeGreaterThan(200)
    expect(await count(page, faint, [420, 0, 60, 60])).toBeGreaterThan(20)
    expect(await count(page, FUR, [420, 0, 60, 120])).toBe(0)
  })

  test('draw what is in a slot in their midst, cut by their clip', async () => {
    const page = await open(path)
    const picture = await shoot(page)
    const sheet = countIn(picture, SHEET, [138, 180, 36, 60])
    expect(sheet).toBeGreaterThan(30)
    expect(countIn(picture, SHEET, WHOLE)).toBe(sheet)
  })

  test.runIf(version === '4')('go through filters', async () => {
    const page = await open(path)
    const sharp: Test = (r, g, b) => r < 50 && g < 45 && b < 60
    const drawn: Test = (r, g, b) => Math.abs(r - 0x30) + Math.abs(g - 0x40) + Math.abs(b - 0x58) > 60
    expect(await count(page, sharp, [50, 20, 100, 105])).toBe(0)
    expect(await count(page, drawn, [50, 20, 100, 105])).toBeGreaterThan(1000)
  })

  test('are under the pointer where they are drawn, and are dragged', async () => {
    const page = await open(path)
    await page.mouse.click(270, 130)
    await expect.poll(() => seen(page)).toMatchObject({ pressed: 1 })
    await page.mouse.click(390, 60)
    await page.mouse.move(330, 172)
    await page.mouse.down()
    await page.mouse.move(360, 172, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => Number((await seen(page))?.x)).toBeGreaterThan(340)
    expect(await seen(page)).toMatchObject({ pressed: 1 })
    await expect.poll(async () => Number((await seen(page))?.completed)).toBeGreaterThan(0)
  })

  test('share draw calls: a hundred with an image in their midst are a few', async () => {
    const page = await open(many)
    expect(await count(page, FUR)).toBeGreaterThan(1000)
    expect(await count(page, BEFORE)).toBeGreaterThan(500)
    const { drawCalls } = (await page.evaluate(() => window.example)) ?? {}
    expect(drawCalls).toBeGreaterThan(0)
    expect(drawCalls).toBeLessThanOrEqual(8)
  })

  test('share the lives of their entities, and the time of their scene', async () => {
    const page = await harness.openPage(life, { width: 480, height: 360, reuse: true })
    await page.waitForFunction(() => window.lives !== undefined)
    expect(await page.evaluate(() => window.lives)).toEqual({
      places: [
        [200, -300, 0.5],
        [500, -650, 1],
      ],
      isInBounds: true,
      levels: [0, 2, 2],
      pace: 3,
      paused: 0,
      resumed: 3,
      ends: [0, true],
      codes: ['unknown-slot', 'unknown-rig'],
      isListed: false,
      stopped: [0, true],
    })
  })
})
