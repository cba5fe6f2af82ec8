/** Figures as objects of Three.js and of Phaser: the pages of docs/examples, by their pixels. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleOf, turnsOf } from '../deep'
import { decodePng, type Harness, type Picture, startHarness } from './harness'
import type {} from './pages/phaser-blending' // Types what its window has.
import type {} from './pages/phaser-life'
import type {} from './pages/three-passes'

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

/** Moves the pointer with its button held. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

/** Colours of a page on which figures are played with: a cape of the night, a hat of frost, the handle of a bone, a frame of bounds. */
const CAPE: Test = (r, g, b) => g > r + 25 && g > b + 15 && g > 80 && g < 160
const HAT: Test = (r, g, b) => r > 95 && r < 155 && g < 75 && b > 70 && b < 120 && r > b
const HANDLE: Test = (r, g, b) => r === 0xff && g === 0x60 && b === 0x50
const FRAME: Test = (r, g, b) => b > 0x78 && b - r > 0x20 && b - r < 0x48 && Math.abs(g - (r + b) / 2) < 6
const NOTHING: Test = (r, g, b) => r === 0x30 && g === 0x40 && b === 0x58

/** The page of an engine on which figures are played with, and places on it. */
interface Play {
  path: string
  /** In the fox's hit box, and on its lantern, which is drawn beside the box. */
  fox: [number, number]
  lantern: [number, number]
  /** Where the bone's handle is at first, where it is dragged to, and where the mouse is held. */
  handle: [number, number]
  target: [number, number]
  coat: [number, number]
}

/** A page is left as it was found but for the fox's outfit. */
function testPlay({ path, fox, lantern, handle, target, coat }: Play): void {
  test('wear outfits of parts, and are met by their boxes', async () => {
    const page = await open(path)
    expect(await page.evaluate(() => window.example?.errors)).toBe(0)
    const left: Part = [0, 0, 240, 360]
    const before = await shoot(page)
    await page.mouse.click(...lantern)
    await page.mouse.click(...fox)
    await expect.poll(() => seen(page)).toMatchObject({ skin: ['night', 'hat of frost'] })
    for (const isSo of [CAPE, HAT])
      await expect.poll(() => count(page, isSo, left)).toBeGreaterThan(countIn(before, isSo, left) + 100)
    await expect.poll(async () => (await seen(page))?.log).toBe('footstep of walk')
  })

  test('have the bounds of all that is drawn', async () => {
    const page = await open(path)
    await expect.poll(() => count(page, FRAME)).toBeGreaterThan(400)
    const picture = await shoot(page)
    const [left, top, right, bottom] = edgesOf(picture, FRAME)
    // Ears and tail come near its edges, and nothing is drawn beside it.
    const drawn: Test = (...color) => !NOTHING(...color) && !FRAME(...color)
    expect(countIn(picture, drawn, [left, top, right - left, 24])).toBeGreaterThan(30)
    expect(countIn(picture, drawn, [left, top, 24, bottom - top])).toBeGreaterThan(30)
    expect(countIn(picture, NOTHING, [0, top - 20, right, 19])).toBe(right * 19)
    expect(countIn(picture, NOTHING, [0, top, left - 1, 360 - top])).toBe((left - 1) * (360 - top))
  })

  test('are dragged by a bone, and as a whole', async () => {
    const page = await open(path)
    expect(await count(page, HANDLE, boxAbout(handle))).toBeGreaterThan(60)
    expect(await count(page, HANDLE, boxAbout(target))).toBe(0)
    await drag(page, handle, target)
    await expect.poll(() => count(page, HANDLE, boxAbout(target))).toBeGreaterThan(60)
    expect(await count(page, HANDLE, boxAbout(handle))).toBe(0)
    await drag(page, target, handle)
    await expect.poll(() => count(page, HANDLE, boxAbout(handle))).toBeGreaterThan(60)
    const { x } = (await seen(page)) ?? {}
    const there: [number, number] = [coat[0] + 30, coat[1]]
    await drag(page, coat, there)
    await expect.poll(async () => (await seen(page))?.x).toBeGreaterThan(Number(x))
    await drag(page, there, coat)
    await expect.poll(async () => (await seen(page))?.x).toBeCloseTo(Number(x), 3)
  })
}

const boxAbout = ([x, y]: [number, number]): Part => [x - 10, y - 10, 20, 20]

/** First and last column and row that have pixels of a colour. */
function edgesOf({ data, width }: Picture, isSo: Test): [number, number, number, number] {
  const edges: [number, number, number, number] = [width, width, 0, 0]
  for (let i = 0; i < data.length; i += 4) {
    if (!isSo(data[i], data[i + 1], data[i + 2])) continue
    const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)]
    edges[0] = Math.min(edges[0], x)
    edges[1] = Math.min(edges[1], y)
    edges[2] = Math.max(edges[2], x)
    edges[3] = Math.max(edges[3], y)
  }
  return edges
}

describe('figures of Three.js at play', () => {
  testPlay({
    path: '/docs/examples/three-play.html',
    fox: [120, 210],
    lantern: [204, 216],
    handle: [385, 243],
    target: [415, 190],
    coat: [345, 250],
  })
})

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

test('a figure of Three.js casts the shadow of its image, and passes with other materials draw it as a plane', async () => {
  const page = await harness.openPage('/test/browser/pages/three-passes.html', { reuse: true })
  await page.waitForFunction(() => window.passes !== undefined)
  const passes = Object.entries((await page.evaluate(() => window.passes)) ?? {})
  expect(passes).toHaveLength(7)
  for (const [name, { different, shown }] of passes) {
    expect([name, different]).toEqual([name, 0])
    expect(shown).toBeGreaterThan(1000)
  }
})

test('three hundred figures of Three.js and a lawn are a draw call each, where the camera sees them', async () => {
  const page = await open('/docs/examples/three-many.html')
  expect(await count(page, FUR)).toBeGreaterThan(300)
  const example = await page.evaluate(() => window.example)
  expect(example?.errors).toBe(0)
  expect(example?.drawCalls).toBeGreaterThan(200)
  expect(example?.drawCalls).toBeLessThanOrEqual(301)
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
    '/docs/examples/phaser-play.html',
    '/test/browser/pages/phaser-life.html',
  ],
  [
    '3',
    '/test/browser/pages/phaser3.html',
    '/test/browser/pages/phaser3-many.html',
    '/test/browser/pages/phaser3-play.html',
    '/test/browser/pages/phaser3-life.html',
  ],
])('figures of Phaser %s', (version, path, many, play, life) => {
  const isNext = turnsOf(Number(version))
  test.runIf(isNext())('lie between images, as the display list has them', async () => {
    const page = await open(path)
    expect(await page.evaluate(() => window.example?.errors)).toBe(0)
    expect(await count(page, BEFORE)).toBe(2500)
    expect(await count(page, BEHIND)).toBeGreaterThan(1500)
    expect(await count(page, BEHIND)).toBeLessThan(60 * 220 - 2000)
  })

  test.runIf(isNext())('take tint and the alpha of a container', async () => {
    const page = await open(path)
    const blue: Test = (r, g, b) => b > 200 && r < 110 && g < 110
    const faint: Test = (r, g, b) => r > 130 && r < 170 && g > 130 && g < 175 && b > 120 && b < 180
    expect(await count(page, blue, [350, 170, 120, 140])).toBeGreaterThan(200)
    expect(await count(page, faint, [420, 0, 60, 60])).toBeGreaterThan(20)
    expect(await count(page, FUR, [420, 0, 60, 120])).toBe(0)
  })

  test.runIf(isNext())('draw what is in a slot in their midst, cut by their clip', async () => {
    const page = await open(path)
    const picture = await shoot(page)
    const sheet = countIn(picture, SHEET, [138, 180, 36, 60])
    expect(sheet).toBeGreaterThan(30)
    expect(countIn(picture, SHEET, WHOLE)).toBe(sheet)
  })

  test.runIf(isNext())('go through filters', async () => {
    const page = await open(path)
    const sharp: Test = (r, g, b) => r < 50 && g < 45 && b < 60
    const drawn: Test = (r, g, b) => Math.abs(r - 0x30) + Math.abs(g - 0x40) + Math.abs(b - 0x58) > 60
    expect(await count(page, sharp, [50, 20, 100, 105])).toBe(0)
    expect(await count(page, drawn, [50, 20, 100, 105])).toBeGreaterThan(1000)
  })

  test.runIf(isNext())('are under the pointer where they are drawn, and are dragged', async () => {
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

  test.runIf(isNext())('share draw calls: a hundred with an image in their midst are a few', async () => {
    const page = await open(many)
    expect(await count(page, FUR)).toBeGreaterThan(1000)
    expect(await count(page, BEFORE)).toBeGreaterThan(500)
    const { drawCalls } = (await page.evaluate(() => window.example)) ?? {}
    expect(drawCalls).toBeGreaterThan(0)
    expect(drawCalls).toBeLessThanOrEqual(8)
  })

  testPlay({
    path: play,
    fox: [90, 300],
    lantern: [198, 270],
    handle: [346, 221],
    target: [390, 175],
    coat: [312, 235],
  })

  test.runIf(isNext())('are cut by a mask', async () => {
    const page = await open(play)
    const coat: Test = (r, g, b) => r > 140 && r < 180 && g > 55 && g < 85 && b > 45 && b < 75
    const picture = await shoot(page)
    expect(countIn(picture, coat, [343, 213, 124, 124])).toBeGreaterThan(500)
    // Its nose would be seen to the right of the porthole, and its boots below.
    for (const part of [
      [471, 235, 9, 100],
      [370, 342, 80, 18],
    ] as const)
      expect(countIn(picture, NOTHING, part)).toBe(part[2] * part[3])
  })

  test.runIf(isNext())('share the lives of their entities, and the time of their scene', async () => {
    const page = await harness.openPage(life, { width: 480, height: 360, reuse: true })
    await page.waitForFunction(() => window.lives !== undefined)
    expect(await page.evaluate(() => window.lives)).toEqual({
      bone: { x: expect.closeTo(10, 3), y: expect.closeTo(-20, 3) },
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
      over: [true, 0, 0],
      codes: ['unknown-slot', 'unknown-rig', 'disposed'],
      isListed: false,
      stopped: [0, true],
    })
  })
})

test.each(['4', '3'])(
  'additive slots of figures of Phaser %s change the alpha of targets as its own objects do',
  async (version) => {
    const path = `/test/browser/pages/phaser${version === '3' ? '3' : ''}-blending.html`
    const page = await harness.openPage(path, { width: 160, height: 120, reuse: true })
    await page.waitForFunction(() => window.blending !== undefined)
    expect(await page.evaluate(() => window.blending)).toEqual({
      plain: [192, 192],
      faded: [128, 128],
      texture: [160, 160],
      // Phaser 3 draws a filtered container with the blend mode of its last child.
      filter: [160, version === '3' ? 192 : 160],
      // A container has no blend mode of its own.
      multiply: [64, expect.any(Number)],
      screen: [160, expect.any(Number)],
    })
  },
)

test.each(
  sampleOf(
    [
      ['4', '/docs/examples/phaser-crowd.html'],
      ['3', '/test/browser/pages/phaser3-crowd.html'],
    ],
    2,
  ),
)('a crowd of Phaser %s is one object: live skeletons, and figures of tables among them', async (_, path) => {
  const page = await open(path)
  expect(await count(page, FUR)).toBeGreaterThan(2000)
  expect(await count(page, BEFORE)).toBeLessThan(2600)
  const before = await page.screenshot()
  const example = await page.evaluate(() => window.example)
  expect(example).toMatchObject({ errors: 0, seen: { met: 0 } })
  expect(example?.drawCalls).toBeLessThanOrEqual(4)
  await page.mouse.click(4, 4)
  expect(await seen(page)).toMatchObject({ met: 0 })
  await page.mouse.click(200, 150)
  await expect.poll(async () => Number((await seen(page))?.met)).toBeGreaterThan(0)
  await expect.poll(async () => (await page.screenshot()).equals(before)).toBe(false)
})
