/** The dress-up page: skins change colours, slots obey, carried things are drawn in their slots and follow; keys and names. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePng, type Harness, type Picture, passFrames, shootElement, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

async function openDressUp(width = 900, height = 460): Promise<Page> {
  const page = await harness.openPage('/demo/dress-up.html', { width, height, reuse: true })
  await page.locator('body[data-ready]').waitFor()
  return page
}

/** Holds an animation at a second of it. */
async function hold(page: Page, animation: string, time: number): Promise<void> {
  await choose(page, 'Animation', animation)
  await page.getByRole('slider', { name: 'Time' }).fill(String(time))
}

const choose = (page: Page, list: string, value: string): Promise<string[]> =>
  page.getByRole('combobox', { name: list, exact: true }).selectOption(value)

/** The stage two frames after the last action, so that it shows. */
async function shoot(page: Page): Promise<Picture> {
  await passFrames(page)
  return decodePng(await shootElement(page, '#skeletons'))
}

/** Pixels that differ between two pictures, and their middle. */
function difference(one: Picture, other: Picture): { count: number; x: number; y: number } {
  let [count, x, y] = [0, 0, 0]
  for (let i = 0; i < one.data.length; i += 4) {
    const apart = Math.max(...[0, 1, 2].map((c) => Math.abs(one.data[i + c] - other.data[i + c])))
    if (apart < 24) continue
    count++
    x += (i / 4) % one.width
    y += Math.floor(i / 4 / one.width)
  }
  return { count, x: x / count, y: y / count }
}

const countOf = ({ data }: Picture, isSo: (r: number, g: number, b: number) => boolean): number => {
  let count = 0
  for (let i = 0; i < data.length; i += 4) if (isSo(data[i], data[i + 1], data[i + 2])) count++
  return count
}
const isFur = (r: number, g: number, b: number): boolean => r > 200 && g > 100 && g < 150 && b < 80

/** The place of a slot's own picture: the pixels that go when the slot is emptied. */
async function placeOf(page: Page, slot: string): Promise<{ x: number; y: number }> {
  const shown = await shoot(page)
  await choose(page, slot, 'nothing')
  const place = difference(shown, await shoot(page))
  await choose(page, slot, '')
  expect(place.count).toBeGreaterThan(50)
  expect(difference(shown, await shoot(page)).count).toBe(0)
  return place
}

describe('the dress-up page', () => {
  test('shows the colours of a skin, and gives them up again', async () => {
    const page = await openDressUp()
    await hold(page, 'idle', 0)
    const fox = await shoot(page)
    expect(countOf(fox, isFur)).toBeGreaterThan(2500)
    const skins = page.getByRole('radiogroup', { name: 'Skin' })
    await skins.getByRole('radio', { name: 'frost' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => countOf(await shoot(page), isFur)).toBeLessThan(700)
    // Only this skin has a hat.
    await placeOf(page, 'hat')
    await skins.getByRole('radio', { name: 'default' }).check({ force: true })
    expect(difference(fox, await shoot(page)).count).toBe(0)
  })

  test('draws a sprite at the place of its slot, where it follows the bone', async () => {
    const page = await openDressUp()
    const places: { x: number; y: number }[] = []
    for (const time of [0, 0.5]) {
      await hold(page, 'jump', time)
      const paw = await placeOf(page, 'paw-front')
      const bare = await shoot(page)
      await choose(page, 'Hand', 'sprite:ring')
      const ring = difference(bare, await shoot(page))
      expect(ring.count).toBeGreaterThan(150)
      expect(Math.hypot(ring.x - paw.x, ring.y - paw.y)).toBeLessThan(8)
      await choose(page, 'Hand', '')
      expect(difference(bare, await shoot(page)).count).toBe(0)
      places.push(ring)
    }
    const [first, second] = places
    expect(Math.hypot(first.x - second.x, first.y - second.y)).toBeGreaterThan(40)
  })

  test('lets a character carry another, which goes with its holder', async () => {
    const page = await openDressUp()
    await hold(page, 'idle', 0)
    const bare = await shoot(page)
    await choose(page, 'Head', 'skeleton:badger')
    const rider = difference(bare, await shoot(page))
    expect(rider.count).toBeGreaterThan(1000)
    const head = await placeOf(page, 'head')
    expect(Math.abs(rider.x - head.x)).toBeLessThan(35)
    expect(rider.y).toBeLessThan(head.y - 30)
    await page.getByRole('img', { name: /carries a badger \(head\)/ }).waitFor()
    await page.getByText("putInSlot(world, eid, 'head', spawnSkeleton(world, badger))").waitFor()
    await page.getByRole('button', { name: 'Start over' }).click()
    await hold(page, 'idle', 0)
    expect(difference(bare, await shoot(page)).count).toBe(0)
  })

  test('shows requested attachments and regions over keyed ones', async () => {
    const page = await openDressUp()
    await hold(page, 'idle', 0)
    const open = await shoot(page)
    await choose(page, 'eyes', 'own:eyes-happy')
    expect(difference(open, await shoot(page)).count).toBeGreaterThan(40)
    await choose(page, 'head', 'region:star')
    const star = await shoot(page)
    expect(countOf(star, isFur)).toBeLessThan(countOf(open, isFur) - 1000)
    const isGold = (r: number, g: number, b: number): boolean => r > 235 && g > 180 && g < 225 && b < 110
    expect(countOf(star, isGold)).toBeGreaterThan(countOf(open, isGold) + 250)
  })

  test('names every control, and fits a telephone', async () => {
    const page = await openDressUp(390, 844)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const name of ['badger', 'hare', 'lamplighter']) {
      await page.locator('.chip', { hasText: name }).click()
      const nameless = await page.locator('select, input, button').evaluateAll((controls) =>
        controls
          .filter((control) => {
            const { labels, title } = control as HTMLInputElement
            const label = labels?.[0]?.textContent || control.getAttribute('aria-label') || title
            return !(label || control.textContent?.trim())
          })
          .map(({ id }) => id),
      )
      expect(nameless).toEqual([])
      const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }
    await page.getByRole('button', { name: 'Pause' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })
})
