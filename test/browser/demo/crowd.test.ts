/** The crowd page: numbers, choices and its address. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../demo/crowd/messages'
import { turnsOf } from '../../deep'
import { decodePng, type Harness, passFrames, startHarness } from '../harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** Wide enough that nothing is folded. */
const SIZE = { width: 800, height: 440 }

/** Opens the page and waits for its first figures. */
async function openCrowd(query: string, size = SIZE): Promise<Page> {
  const page = await harness.openPage(`/demo/crowd.html?${query}`, { ...size, reuse: true })
  await page.locator('body[data-ready]').waitFor()
  return page
}

const reportOf = (page: Page): Promise<Report> =>
  page.evaluate(() => {
    const { crowd } = window as { crowd?: Report }
    if (!crowd) throw new Error('the page has no figures')
    return crowd
  })

/** Pixels of the scene that have the colour of a fox's fur, or its cream. */
async function fur(page: Page): Promise<number> {
  const { data } = decodePng(await page.screenshot())
  let found = 0
  for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 1] > 90 && data[i + 2] < 120) found++
  return found
}

/** Mean distance of a picture's channels from their neighbours to the right. */
const contrast = (picture: Uint8Array): number => difference(picture.subarray(4), picture.subarray(0, -4))

/** Mean distance of two pictures' channels. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i])
  return sum / a.length
}

describe.each([
  ['on the main thread', 'worker=0', 'on the main thread'],
  ['in a worker', 'worker=1', 'in a worker'],
])('the crowd %s', (_, thread, named) => {
  const isNext = turnsOf(thread === 'worker=1' ? 1 : 0)
  test.runIf(isNext())('draws a hundred after so many ticks, and says how', async () => {
    const page = await openCrowd(`count=100&ticks=90&paused=1&hud=1&${thread}`)
    const report = await reportOf(page)
    expect(report).toMatchObject({ tick: 90, count: 100, kernels: 'wasm' })
    expect(report.awake + report.asleep + report.offScreen).toBe(100)
    expect(report.asleep).toBeGreaterThan(10)
    expect(report.drawCalls).toBeGreaterThan(0)
    expect(report.drawCalls).toBeLessThanOrEqual(6)
    expect(report.triangles).toBeGreaterThan(10_000)
    expect(await fur(page)).toBeGreaterThan(300)
    expect(await page.locator('#thread').textContent()).toBe(named)
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  test.runIf(isNext())('takes another number, and comes back to life', async () => {
    const page = await openCrowd(`count=5&ticks=1&paused=1&kernels=plain&${thread}`)
    expect((await reportOf(page)).kernels).toBe('plain')
    await page.locator('#count').fill('12')
    await page.locator('#count').press('Enter')
    await expect.poll(async () => (await reportOf(page)).count).toBe(12)
    expect(new URL(page.url()).searchParams.get('count')).toBe('12')
    await page.locator('[data-setting="paused"]').uncheck()
    await expect.poll(async () => (await reportOf(page)).tick).toBeGreaterThan(3)
  })
})

test('the same address shows the same people at the same places', async () => {
  const pictures: Buffer[] = []
  for (let look = 0; look < 2; look++) {
    const page = await openCrowd('count=20&seed=4&ticks=30&paused=1&hud=0')
    await passFrames(page, 20)
    pictures.push(await page.screenshot())
  }
  expect(pictures[0].equals(pictures[1])).toBe(true)
})

test('the inner loops can be switched, and figures say which run', async () => {
  const page = await openCrowd('count=5&ticks=1&paused=1&kernels=plain')
  expect(await page.locator('#figures').textContent()).toContain('Kernelsplain')
  // Not `check`, which looks afterwards and clicks again if the new document's box isn't set yet.
  await page.locator('#kernels').click()
  await page.waitForURL(/kernels=wasm/)
  await expect.poll(() => page.locator('#figures').textContent()).toContain('KernelsWebAssembly')
  expect((await reportOf(page)).kernels).toBe('wasm')
})

test('a budget is switched on, and the panel says who is what', async () => {
  const page = await openCrowd('count=60&ticks=30&paused=1')
  expect((await reportOf(page)).budget).toBe(null)
  expect(await page.locator('#tiers').isVisible()).toBe(false)
  await page.locator('[data-setting="budget"]').check()
  await expect.poll(async () => (await reportOf(page)).budget).not.toBe(null)
  const { budget } = await reportOf(page)
  expect(Object.values(budget ?? {}).reduce((sum, count) => sum + count, 0)).toBe(60)
  expect(budget?.unseen).toBeLessThan(60)
  expect(await page.locator('#tiers').textContent()).toContain(`out of sight${budget?.unseen}`)
  expect(new URL(page.url()).searchParams.get('budget')).toBe('1')
})

test('kernels run on two threads where the page is isolated', async () => {
  const page = await openCrowd('count=500&ticks=90&paused=1&threads=2&isolated')
  expect(await reportOf(page)).toMatchObject({ tick: 90, threads: 2 })
  expect(await page.locator('#figures').textContent()).toContain('Threads2')
  expect(await fur(page)).toBeGreaterThan(300)
  const alone = await openCrowd('count=5&ticks=1&paused=1')
  expect((await reportOf(alone)).threads).toBe(1)
  expect(await alone.locator('#threads').isDisabled()).toBe(true)
})

test('zooming in puts some out of sight, and a click hits somebody', async () => {
  const page = await openCrowd('count=60&ticks=5&paused=1&sprites=500')
  expect((await reportOf(page)).offScreen).toBeLessThan(30)
  for (let i = 0; i < 9; i++) await page.keyboard.press('+')
  await expect.poll(async () => (await reportOf(page)).offScreen).toBeGreaterThan(40)
  await page.keyboard.press('0')
  await expect.poll(async () => (await reportOf(page)).offScreen).toBeLessThan(30)
  const { sprites } = await reportOf(page)
  for (let x = 40; x < SIZE.width; x += 60) await page.mouse.click(x, 180)
  await expect.poll(async () => (await reportOf(page)).sprites).toBeGreaterThan(sprites)
})

test('far ones of a large crowd are drawn from tables, and look as if they were live', async () => {
  const query = 'count=1600&ticks=1&paused=1&sprites=0&hud=0'
  const pictures: Uint8Array[] = []
  for (const tables of ['tables=0', 'tables=1']) {
    const page = await openCrowd(`${query}&${tables}`)
    await page.locator('#zoom-fit').click()
    await passFrames(page, 10)
    const { baked, count } = await reportOf(page)
    expect(count).toBe(1600)
    expect(baked > 1400).toBe(tables === 'tables=1')
    pictures.push(decodePng(await page.screenshot()).data)
  }
  const [live, baked] = pictures
  expect(difference(live, baked)).toBeLessThan(0.1 * contrast(live))
})

test('a crowd grows to a hundred thousand while the scene goes on', async () => {
  const page = await openCrowd('count=5&ticks=1&sprites=0&hud=0')
  await page.locator('#count').fill('100000')
  await page.locator('#count').press('Enter')
  // What each report of the scene says on the way to five thousand.
  const reports = await page.evaluate(async () => {
    const seen: Report[] = []
    const last = () => seen.at(-1)
    while ((last()?.count ?? 0) < 5000) {
      const { crowd } = window as { crowd?: Report }
      if (crowd && crowd.tick !== last()?.tick) seen.push({ ...crowd })
      await new Promise(requestAnimationFrame)
    }
    return seen
  })
  // Each tick brings some of them. A pair more than its share may arrive, and the next brings so many fewer.
  const first = reports.findIndex(({ count }) => count > 5)
  const before = reports[first - 1]?.tick ?? 1
  for (const { tick, count } of reports.slice(first))
    expect(count).toBeLessThan(1600 + 1500 * (tick - before))
  const { baked, count } = reports[reports.length - 1]
  expect(baked).toBeGreaterThan(0.98 * count)
})

test('a browser without OffscreenCanvas is told so, and sees the crowd all the same', async () => {
  const page = await harness.openPage('/test/browser/pages/smoke.html', SIZE)
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')
  })
  await page.goto(`${harness.url}/demo/crowd.html?count=5&ticks=1&paused=1&worker=1`)
  await page.locator('body[data-ready]').waitFor()
  expect(await page.locator('#problem').textContent()).toContain('the scene runs on the main thread')
  expect(await page.locator('#thread').textContent()).toBe('on the main thread')
})

test('the crowd fits a telephone, and its panels are folded until they are wanted', async () => {
  const page = await openCrowd('count=8&ticks=1&paused=1', { width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const [count, figures] = [page.locator('#count'), page.locator('#figures')]
  expect([await count.isVisible(), await figures.isVisible()]).toEqual([false, false])
  expect(await page.locator('#fps').isVisible()).toBe(true)
  await page.getByText('Controls').click()
  await page.locator('.hud summary').click()
  expect([await count.isVisible(), await figures.isVisible()]).toEqual([true, true])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  // Turned to its side it has room for all.
  await page.getByText('Controls').click()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(() => count.isVisible()).toBe(true)
})
