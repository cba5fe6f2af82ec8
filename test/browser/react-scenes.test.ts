/** Figures in scenes of `@pixi/react` and react-three-fiber, in the development build of React 19, in StrictMode. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePng, type Harness, passFrames, serveCast, startHarness } from './harness'
import type { SceneState, ShownFigure } from './pages/react-scenes'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** The background, the fur of a badger in two of its skins, and the square in a slot. */
type Test = (r: number, g: number, b: number) => boolean
const CREAM: Test = (r, g, b) => r > 235 && g > 225 && b > 205 && b < 240
const PALE: Test = (r, g, b) => r > 215 && r < 230 && g > 225 && b > 225
const SQUARE: Test = (r, g, b) => r > 250 && g < 5 && b > 250

describe.each([['pixi'], ['three']])('%s', (engine) => {
  async function openPage(expected?: RegExp): Promise<Page> {
    const page = await harness.openPage('/test/browser/pages/smoke.html', {
      expected,
      width: 400,
      height: 400,
    })
    await serveCast(page)
    await page.goto(`${harness.url}/test/browser/pages/react-${engine}.html`)
    await page.waitForFunction(() => window.reactScene !== undefined)
    return page
  }

  const LEFT: ShownFigure = { id: 'a', of: 'badger', x: 120, scale: 0.4, skin: 'rust', play: 'walk' }
  const RIGHT: ShownFigure = { id: 'b', of: 'hare', x: 300, scale: 0.4, play: 'run', slot: 'head' }

  const show = (page: Page, scene: SceneState) =>
    page.evaluate((given) => window.reactScene?.show(given), scene)
  const end = (page: Page) => page.evaluate(() => window.reactScene?.end())
  const told = (page: Page) => page.evaluate(() => window.reactScene?.told ?? [])
  const place = (page: Page, id: string) => page.evaluate((one) => window.reactScene?.place(one), id)
  const counts = (page: Page) => page.evaluate(() => window.reactScene?.counts())
  const skeletons = async (page: Page) => (await counts(page))?.skeletons

  /** Counts ticks, and milliseconds, of some frames. A frame counts for a tenth of a second at most. */
  const during = (page: Page, frames: number) =>
    page.evaluate(async (most) => {
      let last = await new Promise(requestAnimationFrame)
      const before = window.reactScene?.ticks() ?? 0
      let ms = 0
      for (let i = 0; i < most; i++) {
        const now = await new Promise(requestAnimationFrame)
        ms += Math.min(100, now - last)
        last = now
      }
      return { ms, ticks: (window.reactScene?.ticks() ?? 0) - before }
    }, frames)

  async function count(page: Page, isSo: Test): Promise<number> {
    const { data } = decodePng(await page.screenshot())
    let found = 0
    for (let i = 0; i < data.length; i += 4) if (isSo(data[i], data[i + 1], data[i + 2])) found++
    return found
  }

  test('figures are shown, follow the state of the page, and end', async () => {
    const page = await openPage()
    await show(page, { figures: [LEFT, RIGHT] })
    await expect.poll(() => count(page, CREAM)).toBeGreaterThan(500)
    await expect.poll(() => count(page, SQUARE)).toBeGreaterThan(100)
    expect(await counts(page)).toEqual({ worlds: 1, skeletons: 2, rigs: 2, held: 2 })
    await expect.poll(() => told(page)).toContain('a event footstep')
    await show(page, { figures: [{ ...LEFT, skin: ['moss'], play: 'run', loop: false, timeScale: 4 }] })
    await expect.poll(() => count(page, PALE)).toBeGreaterThan(500)
    expect(await count(page, SQUARE)).toBe(0)
    expect(await skeletons(page)).toBe(1)
    await expect.poll(() => told(page)).toContain('a complete run')
    // What a later render leaves out is as in the beginning.
    const { x: _, scale: __, ...bare } = LEFT
    await show(page, { figures: [bare] })
    await expect.poll(() => place(page, 'a')).toEqual({ x: 0, scale: 1 })
    await show(page, {})
    await expect.poll(() => skeletons(page)).toBe(0)
    // The world forgets rigs that no component uses.
    await expect.poll(() => counts(page)).toMatchObject({ rigs: 0, held: 0 })
  })

  test('a list written in place and a new callback do not start an animation again', async () => {
    const page = await openPage()
    const again = { ...LEFT, skin: ['rust'], loop: false, timeScale: 8 }
    await show(page, { figures: [again] })
    await expect.poll(() => told(page)).toContain('a complete walk')
    for (let i = 0; i < 5; i++) {
      await show(page, { figures: [{ ...again, skin: ['rust'] }] })
      await passFrames(page, 10)
    }
    expect((await told(page)).filter((line) => line === 'a complete walk')).toHaveLength(1)
  })

  test('the world is ticked once a frame, unless it is paused', async () => {
    const page = await openPage()
    await show(page, { figures: [LEFT] })
    await expect.poll(() => skeletons(page)).toBe(1)
    await passFrames(page, 5)
    const { ticks } = await during(page, 20)
    expect(ticks).toBeGreaterThan(17)
    expect(ticks).toBeLessThan(23)
    await show(page, { figures: [LEFT], paused: true })
    await passFrames(page, 3)
    expect((await during(page, 5)).ticks).toBe(0)
  })

  test('the world is ticked at a rate, and the rate may change', async () => {
    const page = await openPage(/no-extension|bad-option|error boundary/i)
    for (const rate of [10, 25]) {
      await show(page, { figures: [LEFT], rate })
      await expect.poll(() => skeletons(page)).toBe(1)
      await passFrames(page, 5)
      const { ms, ticks } = await during(page, 60)
      expect(Math.abs(ticks - (ms / 1000) * rate)).toBeLessThan(2)
    }
    await expect.poll(() => count(page, CREAM)).toBeGreaterThan(500)
    await show(page, { figures: [LEFT], rate: -1 })
    await expect.poll(() => told(page)).toContain('error bad-option')
    await end(page)
    await show(page, { figures: [LEFT], rate: 30, lacking: true })
    await expect.poll(() => told(page)).toContain('error no-extension')
  })

  test('clicks go to the figure that is hit', async () => {
    const page = await openPage()
    await show(page, { figures: [LEFT, RIGHT], paused: true })
    await expect.poll(() => count(page, CREAM)).toBeGreaterThan(500)
    await page.mouse.click(120, 270)
    await page.mouse.click(10, 10)
    await expect.poll(() => told(page)).toEqual(['a click'])
  })

  test('what is rendered but not mounted has no skeleton, and what waits keeps its own', async () => {
    const page = await openPage()
    await show(page, { figures: [LEFT], waits: true })
    await expect.poll(async () => (await counts(page))?.held).toBe(1)
    await passFrames(page, 10)
    expect(await skeletons(page)).toBe(0)
    await show(page, { figures: [LEFT] })
    await expect.poll(() => skeletons(page)).toBe(1)
    await show(page, { figures: [LEFT], waits: true })
    await passFrames(page, 10)
    expect(await skeletons(page)).toBe(1)
    expect(await count(page, CREAM)).toBe(0)
    await show(page, { figures: [LEFT] })
    await expect.poll(() => count(page, CREAM)).toBeGreaterThan(500)
    expect(await skeletons(page)).toBe(1)
  })

  test('a wrong name, and no world, go to the error boundary', async () => {
    const page = await openPage(/unknown-skin|no-animation|error boundary/i)
    await show(page, { figures: [{ ...LEFT, skin: 'nowhere' }] })
    await expect.poll(() => told(page)).toContain('error unknown-skin')
    await expect.poll(() => skeletons(page)).toBe(0)
    await end(page)
    await show(page, { figures: [LEFT], bare: true })
    await expect.poll(() => told(page)).toContain('error no-animation')
  })

  test('50 mounts and unmounts leave nothing behind', async () => {
    const page = await openPage()
    const mount = (times: number) =>
      page.evaluate(
        async ([most, figures]) => {
          const scene = window.reactScene
          if (!scene) return 0
          const until = async (isSo: () => boolean) => {
            while (!isSo()) await new Promise(requestAnimationFrame)
          }
          for (let i = 0; i < most; i++) {
            scene.show({ figures })
            await until(() => scene.counts().skeletons === 2)
            await new Promise(requestAnimationFrame)
            scene.show({})
            await until(() => scene.counts().skeletons === 0)
          }
          for (let i = 0; i < 3; i++) {
            window.gc()
            await new Promise((done) => setTimeout(done, 20))
          }
          return Object(performance).memory.usedJSHeapSize
        },
        [times, [LEFT, RIGHT]] as const,
      )
    const before = await mount(10)
    const after = await mount(40)
    expect(after - before).toBeLessThan(2_000_000)
  })
})
