/** The pages of docs/examples, in the engines themselves. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleOf } from '../deep'
import { decodePng, type Harness, startHarness } from './harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const SIZE = { width: 480, height: 360, reuse: true }
type Test = (r: number, g: number, b: number) => boolean

/** The fox's fur, the hare's doublet, and drawings of the engine. */
const FUR: Test = (r, g, b) => r > 210 && g > 100 && g < 160 && b < 95
const DOUBLET: Test = (r, g, b) => r < 90 && g > 100 && g < 150 && b < 110
const OWN: Test = (r, g, b) => r > 40 && r < 200 && r > 1.8 * g && g > 1.2 * b

async function open(name: string): Promise<Page> {
  const page = await harness.openPage(`/docs/examples/${name}.html`, SIZE)
  await page.waitForFunction(() => (window.example?.frames ?? 0) > 5)
  return page
}

async function shoot(page: Page) {
  const { data } = decodePng(await page.screenshot())
  const count = (isSo: Test) => {
    let found = 0
    for (let i = 0; i < data.length; i += 4) if (isSo(data[i], data[i + 1], data[i + 2])) found++
    return found
  }
  return { count, bytes: Buffer.from(data).toString('base64') }
}

describe('two characters of a texture each, in one draw call:', () => {
  test.each<[string, number, [Test, number][]]>([
    ['three-shared', 1, [[OWN, 5000]]],
    ['pixi-shared', 1, [[OWN, 5000]]],
    ['pixi-crowd', 1, []],
    ['worker', 1, []],
    ['canvas2d', 0, []],
  ])('%s', async (name, drawCalls, own) => {
    const page = await open(name)
    const first = await shoot(page)
    const wanted: [Test, number][] = [[FUR, 1200], [DOUBLET, 200], ...own]
    for (const [isSo, least] of wanted) expect(first.count(isSo)).toBeGreaterThan(least)
    expect(await page.evaluate(() => window.example)).toMatchObject({ drawCalls, errors: 0 })
    await expect.poll(async () => (await shoot(page)).bytes).not.toBe(first.bytes)
  })
})

test('three hundred figures between as many sprites of PixiJS are one draw call', async () => {
  const page = await open('pixi-many')
  expect((await shoot(page)).count(DOUBLET)).toBeGreaterThan(500)
  expect(await page.evaluate(() => window.example)).toMatchObject({ drawCalls: 1, errors: 0 })
})

test('figures of PixiJS walk among baked ones, and clicks meet both', async () => {
  const page = await open('pixi-among')
  const seen = () => page.evaluate(() => window.example?.seen as { log: string; figures: number[][] })
  const { count } = await shoot(page)
  expect(count(FUR)).toBeGreaterThan(300)
  expect(count(DOUBLET)).toBeGreaterThan(500)
  expect(await page.evaluate(() => window.example)).toMatchObject({ errors: 0 })
  const last = (await seen()).figures[2]
  await page.mouse.click(last[0], last[1] - 20)
  await expect.poll(async () => (await seen()).log).toMatch(/^the .+ of a figure$/)
  for (let x = 20; x < 460; x += 11) await page.mouse.click(x, 64)
  await expect.poll(async () => (await seen()).log).toMatch(/^the baked figure [1-9]/)
})

test('figures of a pool are used again, and a rig is unloaded', async () => {
  const page = await open('pixi-pool')
  const seen = () => page.evaluate(() => window.example?.seen as { log: string; count: number; made: number })
  await expect.poll(async () => (await seen()).count).toBeGreaterThan(20)
  const { count, made } = await seen()
  expect(made).toBeLessThan(count)
  expect((await shoot(page)).count(DOUBLET)).toBeGreaterThan(100)
  await page.mouse.click(200, 200)
  await expect.poll(async () => (await seen()).log).toBe('unloaded')
  expect((await shoot(page)).count(DOUBLET)).toBe(0)
})

test('figures of PixiJS are clicked, tell events, and are dragged as a whole and by a bone', async () => {
  const page = await open('pixi-figures')
  const seen = () => page.evaluate(() => window.example?.seen)
  await expect.poll(seen).toMatchObject({ skin: [], log: 'footstep of walk', x: 390 })
  await page.mouse.click(85, 290)
  await expect.poll(seen).toMatchObject({ skin: ['night', 'hat of frost'] })
  const drag = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 4 })
    await page.mouse.up()
  }
  await drag([390, 262], [420, 252])
  await expect.poll(seen).toMatchObject({ x: 420 })
  const before = await seen()
  await drag([454, 236], [424, 296])
  await expect.poll(seen).not.toMatchObject({ reach: before && 'reach' in before ? before.reach : 0 })
  expect(await seen()).toMatchObject({ x: 420 })
})

/** A fox's fur in the skin of the night, and in that of the frost. */
const NIGHT: Test = (r, g, b) => r > 52 && r < 72 && g > 60 && g < 80 && b > 84 && b < 100
const FROST: Test = (r, g, b) => r > 155 && r < 200 && g > 185 && g < 215 && b > 220

test.each(['react-pixi', 'react-three'])('figures come, go and are dressed by React: %s', async (name) => {
  const page = await harness.openPage(`/docs/examples/${name}.html`, SIZE)
  const count = async (isSo: Test) => (await shoot(page)).count(isSo)
  await expect.poll(() => count(FUR)).toBeGreaterThan(1000)
  const before = { night: await count(NIGHT), frost: await count(FROST) }
  await page.getByText('three run').click()
  await expect.poll(() => count(NIGHT)).toBeGreaterThan(before.night + 1000)
  await page.getByText('two wait').click()
  await expect.poll(() => count(FROST)).toBeGreaterThan(before.frost + 1000)
  const two = await count(FROST)
  await page.getByText('one walks').click()
  await expect.poll(() => count(FUR)).toBeGreaterThan(1000)
  expect(await count(FROST)).toBeLessThan(two / 4)
})

test.each(
  sampleOf(
    [
      ['three', 'webgl'],
      ['pixi', 'webgl'],
      ['phaser3', 'webgl'],
      ['phaser4', 'webgl'],
      ['pixi', 'regl'],
      ['phaser4', 'regl'],
    ],
    2,
  ),
)('the context of %s is as it was after every draw with %s', async (engine, device) => {
  const address = `/test/browser/pages/embedded.html?engine=${engine}&device=${device}`
  const page = await harness.openPage(address, SIZE)
  await page.waitForFunction(() => (window.drawn ?? 0) > 5)
  expect(await page.evaluate(() => window.changed)).toEqual({})
})
