/** Figures and rigs in React 19 and 18, in the development build: it runs effects twice, and reports what is wrong. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, passFrames, serveCast, startHarness } from './harness'
import type { Scene } from './pages/react'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const BADGER = { id: 'a', src: '/cast/badger.json', skin: 'rust', play: 'walk' }

describe.each([
  ['19', 'react.html'],
  ['18', 'react18.html'],
])('React %s', (major, file) => {
  async function openPage(expected?: RegExp): Promise<Page> {
    const page = await harness.openPage('/test/browser/pages/smoke.html', {
      expected,
      width: 400,
      height: 400,
    })
    await serveCast(page)
    await page.goto(`${harness.url}/test/browser/pages/${file}`)
    await page.waitForFunction(() => window.reactPage !== undefined)
    expect(await page.evaluate(() => window.reactPage?.version.split('.')[0])).toBe(major)
    return page
  }

  const show = (page: Page, scene: Scene) => page.evaluate((given) => window.reactPage?.show(given), scene)
  const told = (page: Page) => page.evaluate(() => window.reactPage?.told ?? [])
  const look = (page: Page) => page.evaluate(() => window.reactPage?.look('a'))
  const attributes = (page: Page) =>
    page
      .locator('#a')
      .evaluate((element) =>
        Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      )

  test('props show a figure, and follow the state of the page', async () => {
    const page = await openPage()
    await show(page, { figures: [{ ...BADGER, paused: true, alt: 'A badger' }] })
    await expect.poll(() => told(page)).toEqual(['a load badger'])
    await passFrames(page, 3)
    const walking = await look(page)
    expect(walking?.opaque).toBeGreaterThan(500)
    expect(await page.getByRole('img', { name: 'A badger' }).count()).toBe(1)
    await show(page, { figures: [{ ...BADGER, skin: ['moss'], loop: false, speed: 8, controls: true }] })
    await expect.poll(() => told(page)).toContain('a complete walk')
    expect((await told(page)).filter((line) => line === 'a load badger')).toHaveLength(1)
    expect((await told(page)).some((line) => line.startsWith('a event '))).toBe(true)
    expect(await attributes(page)).toMatchObject({ skin: 'moss', loop: 'false', speed: '8' })
    expect(
      await page.locator('#a').evaluate((one) => [Reflect.get(one, 'loop'), Reflect.get(one, 'controls')]),
    ).toEqual([false, true])
    await show(page, { figures: [{ id: 'a', src: BADGER.src, className: 'big', paused: true }] })
    await expect.poll(async () => (await look(page))?.sum).not.toBe(walking?.sum)
    const bare = await attributes(page)
    expect(bare).toMatchObject({ id: 'a', src: BADGER.src, class: 'big' })
    for (const name of ['skin', 'loop', 'speed', 'controls', 'alt', 'animation'])
      expect(bare).not.toHaveProperty(name)
  })

  test('useFigure follows what is shown', async () => {
    const page = await openPage()
    const output = page.locator('output')
    await show(page, { watched: BADGER })
    await expect.poll(() => output.textContent()).toBe('badger')
    await page.getByRole('button', { name: 'run' }).click()
    expect((await page.evaluate(() => window.reactPage?.playing('a')))?.animation).toBe('run')
    await page.route('**/cast/hare.json', () => {}) // It never arrives.
    await show(page, { watched: { id: 'a', src: '/cast/hare.json' } })
    await expect.poll(() => output.textContent()).toBe('none')
  })

  test('what cannot be shown is told', async () => {
    const page = await openPage(/404/)
    await show(page, { figures: [{ id: 'a', src: '/nowhere/badger.json' }] })
    await expect.poll(() => told(page)).toEqual(['a error fetch-failed'])
  })

  test('a server sends the same box, which comes to life', async () => {
    const page = await openPage()
    const scene = {
      figures: [{ ...BADGER, loop: false, paused: true, controls: true, still: 0.5, title: 'x' }],
    }
    const html = await page.evaluate((given) => window.reactPage?.toHtml(given), scene)
    // Another window has no such element.
    const box = await page.evaluate(async (text = '') => {
      const frame = document.createElement('iframe')
      frame.srcdoc = text
      document.body.append(frame)
      await new Promise((done) => frame.addEventListener('load', done))
      const { width, height } =
        frame.contentDocument?.querySelector('osteon-figure')?.getBoundingClientRect() ?? {}
      frame.remove()
      return [width, height]
    }, html)
    expect(box).toEqual([240, 240])
    await page.evaluate(
      ([text, given]) => {
        const main = document.querySelector('main')
        if (main) main.innerHTML = text
        window.reactPage?.hydrate(given)
      },
      [html ?? '', scene] as const,
    )
    await expect.poll(() => told(page)).toEqual(['a load badger'])
    expect(await attributes(page)).toMatchObject({ loop: 'false', animation: 'walk', still: '0.5' })
    expect(await page.locator('#a').evaluate((one) => Reflect.get(one, 'paused'))).toBe(true)
    // React knows the element as its own.
    await page.evaluate((given) => window.reactPage?.show({ figures: [{ ...given, skin: 'moss' }] }), BADGER)
    await expect.poll(() => page.locator('#a').getAttribute('skin')).toBe('moss')
    expect(await page.locator('osteon-figure').count()).toBe(1)
  })

  test('a figure that loaded, or failed, before its page was hydrated is told', async () => {
    const page = await openPage(/404/)
    const scene = {
      figures: [
        { ...BADGER, paused: true },
        { id: 'b', src: '/nowhere/badger.json' },
      ],
    }
    await page.evaluate(async (given) => {
      const main = document.querySelector('main')
      if (main) main.innerHTML = window.reactPage?.toHtml(given) ?? ''
      await document.querySelector<HTMLElementTagNameMap['osteon-figure']>('#a')?.ready
      await document.querySelector<HTMLElementTagNameMap['osteon-figure']>('#b')?.ready.catch(() => {})
      window.reactPage?.hydrate(given)
    }, scene)
    await expect
      .poll(async () => (await told(page)).sort())
      .toEqual(['a load badger', 'b error fetch-failed'])
  })

  test('components wait for a rig, share it, and release it', async () => {
    const page = await openPage()
    await show(page, { lists: ['badger', 'badger'] })
    expect(await page.locator('i').textContent()).toBe('loading')
    await expect.poll(() => page.locator('li').count()).toBe(2)
    expect(await page.locator('li').first().textContent()).toContain('walk')
    expect(await page.evaluate(() => window.reactPage?.heldRigs())).toBe(1)
    await show(page, { lists: ['badger'] })
    await page.waitForTimeout(2500)
    expect(await page.evaluate(() => window.reactPage?.heldRigs())).toBe(1)
    await show(page, {})
    await expect.poll(() => page.evaluate(() => window.reactPage?.heldRigs())).toBe(0)
    await show(page, { lists: ['badger'] })
    await expect.poll(() => page.locator('li').count()).toBe(1)
  })

  test('a rig that cannot be loaded goes to the error boundary, and a server sends the fallback', async () => {
    const page = await openPage(/404|nowhere|fetch-failed|error boundary/i)
    const html = await page.evaluate(() => window.reactPage?.toHtml({ lists: ['badger'] }))
    expect(html).toContain('<i>loading</i>')
    await show(page, { lists: ['../nowhere/badger'] })
    await expect.poll(() => page.locator('em').textContent()).toBe('fetch-failed')
  })

  test('a lazy figure is shown', async () => {
    const page = await openPage()
    await show(page, { lazy: BADGER })
    await page.locator('#a').waitFor()
    await expect.poll(async () => (await look(page))?.opaque).toBeGreaterThan(500)
  })

  test('50 mounts and unmounts leave nothing behind', async () => {
    const page = await openPage()
    const mount = (times: number) =>
      page.evaluate(
        async ([count, given]) => {
          for (let i = 0; i < count; i++) {
            window.reactPage?.show({ figures: [given] })
            while (!document.querySelector<HTMLElementTagNameMap['osteon-figure']>('#a')?.figure)
              await new Promise(requestAnimationFrame)
            await new Promise(requestAnimationFrame)
            window.reactPage?.end()
            await new Promise(requestAnimationFrame)
          }
          for (let i = 0; i < 3; i++) {
            window.gc()
            await new Promise((done) => setTimeout(done, 20))
          }
          return Object(performance).memory.usedJSHeapSize
        },
        [times, BADGER] as const,
      )
    const before = await mount(10)
    const after = await mount(40)
    expect(after - before).toBeLessThan(2_000_000)
    expect(await page.evaluate(() => window.reactPage?.living())).toBe(0)
    expect((await told(page)).filter((line) => line === 'a load badger')).toHaveLength(50)
  })
})
