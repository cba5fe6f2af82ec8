/** The constraints page: its picture; handles by pointer and keyboard; sliders; a telephone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePng, type Harness, type Picture, shootElement, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

async function openConstraints(width = 1280, height = 760): Promise<Page> {
  const page = await harness.openPage('/demo/constraints.html', { width, height, reuse: true })
  await page.locator('body[data-ready]').waitFor()
  return page
}

const shoot = async (page: Page): Promise<Picture> => decodePng(await shootElement(page, '#skeletons'))

/** Pixels of a kind, and their middle from the left. */
function find({ width, data }: Picture, isSo: (r: number, g: number, b: number) => boolean) {
  let [count, sum] = [0, 0]
  for (let i = 0; i < data.length; i += 4)
    if (isSo(data[i], data[i + 1], data[i + 2])) {
      count++
      sum += (i / 4) % width
    }
  return { count, x: sum / count }
}

const isUmbrella = (r: number, g: number, b: number): boolean =>
  r > 195 && g > 50 && g < 95 && b > 70 && b < 110
const isOctopus = (r: number, g: number, b: number): boolean => r < 95 && g > 160 && b > 145 && b < 185

const middleOf = async (page: Page, name: string): Promise<[x: number, y: number]> => {
  const box = await page.getByRole('button', { name }).boundingBox()
  if (!box) throw new Error(`no handle ${name}`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

describe('the constraints page', () => {
  test('shows both characters, and drags the mouse by its umbrella', async () => {
    const page = await openConstraints()
    const before = await shoot(page)
    expect(find(before, isUmbrella).count).toBeGreaterThan(3000)
    expect(find(before, isOctopus).count).toBeGreaterThan(8000)
    const [x, y] = await middleOf(page, 'Umbrella')
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 150, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await middleOf(page, 'Umbrella'))[0] - x).toBeCloseTo(150, -1)
    const by = find(await shoot(page), isUmbrella).x - find(before, isUmbrella).x
    expect(by).toBeGreaterThan(110)
    expect(by).toBeLessThan(190)
  })

  test('moves handles by keys, and the path with them', async () => {
    const page = await openConstraints()
    const line = page.locator('#path-line')
    const drawn = await line.getAttribute('d')
    expect(drawn).toMatch(/^M[\d.]+ [\d.]+C/)
    const before = await middleOf(page, 'knot 3 of 3')
    await page.getByRole('button', { name: 'knot 3 of 3' }).focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(async () => (await middleOf(page, 'knot 3 of 3'))[1]).toBeLessThan(before[1] - 20)
    expect(await line.getAttribute('d')).not.toBe(drawn)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(async () => (await middleOf(page, 'knot 3 of 3'))[1]).toBeCloseTo(before[1], 0)
  })

  test('sets mixes and the physics mode', async () => {
    const page = await openConstraints()
    /** Units that the paw is short of its handle. */
    const miss = async (): Promise<number> =>
      Number.parseInt((await page.locator('#paw').textContent())?.match(/\d+/)?.[0] ?? '0', 10)
    await page.getByRole('button', { name: 'Paw' }).focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(miss).toBeLessThan(25)
    await page.locator('#ik').fill('0')
    await expect.poll(miss).toBeGreaterThan(35)
    await page.locator('.chip', { hasText: 'pose' }).click()
    await page.getByText('Physics holds the offsets that it has.').waitFor()
    await page.getByRole('button', { name: 'Start over' }).click()
    expect(await page.locator('#ik').inputValue()).toBe('1')
    await page.getByText('Physics goes on with each tick.').waitFor()
  })

  test('fits a telephone', async () => {
    const page = await openConstraints(390, 844)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const ring of await page.locator('.handle').all()) {
      const box = await ring.boundingBox()
      expect(box?.x).toBeGreaterThan(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390)
    }
  })
})
