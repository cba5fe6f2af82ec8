/** `<osteon-figure>` on a page. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEEP } from '../deep'
import { checkRules } from './access'
import { type Harness, passFrames, serveCast, startHarness } from './harness'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** A hundred mounts in `npm run test:deep`. */
const ROUNDS = DEEP ? 10 : 4
const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' blob:"

/** Opens the page with elements, and waits for their figures. The cast is at `/cast/`. */
async function openPage(html: string, query = '', expected?: RegExp): Promise<Page> {
  const page = await harness.openPage('/test/browser/pages/smoke.html', { expected })
  await serveCast(page)
  await page.goto(`${harness.url}/test/browser/pages/element.html${query}`)
  await page.waitForFunction(() => window.elementPage !== undefined)
  await page.evaluate((given) => {
    const main = document.querySelector('main')
    if (main) main.innerHTML = given
  }, html)
  return page
}

async function openLoaded(html: string, query = ''): Promise<Page> {
  const page = await openPage(html, query)
  await settle(page)
  return page
}

/** Waits until all figures are loaded and drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all([...document.querySelectorAll('osteon-figure')].map((element) => element.ready)),
  )
  await passFrames(page, 3)
}

const look = (page: Page, id: string) =>
  page.evaluate((name) => window.elementPage?.look(name) ?? { width: 0, height: 0, opaque: 0, sum: 0 }, id)
const playing = (page: Page, id: string) =>
  page.evaluate((name) => window.elementPage?.playing(name) ?? { animation: '', time: -1 }, id)
const held = (page: Page, id: string) => page.evaluate((name) => window.elementPage?.held(name), id)
const happened = (page: Page) => page.evaluate(() => window.elementPage?.happened ?? [])

const THREE = `
  <osteon-figure id="a" src="/cast/badger.json" animation="walk" skin="rust" alt="A badger walks"></osteon-figure>
  <osteon-figure id="b" src="/cast/lamplighter.json" animation="walk" paused controls alt="A fox"></osteon-figure>
  <osteon-figure id="c" src="/cast/badger_ske.json" animation="walk" paused></osteon-figure>`

test('elements of all formats show their figures, from one context', async () => {
  const page = await openLoaded(THREE)
  const looks = await Promise.all(['a', 'b', 'c'].map((id) => look(page, id)))
  for (const { width, height, opaque } of looks) {
    expect([width, height]).toEqual([100, 120])
    expect(opaque).toBeGreaterThan(500)
    expect(opaque).toBeLessThan(100 * 120)
  }
  expect(new Set(looks.map(({ sum }) => sum)).size).toBe(3)
  expect(await page.evaluate(() => window.elementPage?.contexts.length)).toBe(1)
  const loads = (await happened(page)).filter((line) => / (load|error) /.test(line))
  expect(loads.sort()).toEqual(['a load badger', 'b load lamplighter', 'c load badger_ske'])
  // One plays, the others stand still.
  const before = await playing(page, 'a')
  await passFrames(page, 5)
  expect((await playing(page, 'a')).time).toBeGreaterThan(before.time)
  expect((await playing(page, 'b')).time).toBe(0)
  expect((await look(page, 'b')).sum).toBe(looks[1].sum)
})

test('attributes change what is shown', async () => {
  const page = await openLoaded(
    '<osteon-figure id="a" src="/cast/badger.json" skin="rust" paused></osteon-figure>',
  )
  const first = await look(page, 'a')
  const change = async (name: string, value: string) => {
    await page.evaluate(([key, text]) => document.querySelector('#a')?.setAttribute(key, text), [name, value])
    await settle(page)
    return look(page, 'a')
  }
  const walking = await change('animation', 'walk')
  expect(walking.sum).not.toBe(first.sum)
  expect((await playing(page, 'a')).animation).toBe('walk')
  const covering = await change('fit', 'cover')
  expect(covering.opaque).toBeGreaterThan(walking.opaque)
  expect((await change('fit', 'contain')).sum).toBe(walking.sum)
  const wide = await change('style', 'inline-size: 200px')
  expect(wide.width).toBe(200)
  expect(Math.abs(wide.opaque / walking.opaque - 1)).toBeGreaterThan(0.02)
  // The other figure has no such skin; it is shown without one.
  await change('src', '/cast/hare.json')
  expect(await happened(page)).toEqual(['a load badger', 'a error unknown-skin', 'a load hare'])
  const bare = await look(page, 'a')
  const dressed = await change('skin', 'snow')
  expect(dressed.opaque).toBeGreaterThan(500)
  expect(dressed.sum).not.toBe(bare.sum)
  // The first rig is gone, with its texture.
  expect(await held(page, 'a')).toMatchObject({ rigs: 1, skeletons: 1, textures: 1 })
})

test('those who prefer reduced motion see a still pose until they press play', async () => {
  const page = await openPage('')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const html =
    '<osteon-figure id="a" src="/cast/badger.json" skin="rust" animation="walk" still="0.3" controls></osteon-figure>'
  await page.evaluate((given) => document.body.insertAdjacentHTML('beforeend', given), html)
  await settle(page)
  const still = await look(page, 'a')
  expect(still.opaque).toBeGreaterThan(500)
  expect(await playing(page, 'a')).toEqual({ animation: 'walk', time: expect.closeTo(0.3, 6) })
  await passFrames(page, 5)
  expect((await playing(page, 'a')).time).toBeCloseTo(0.3, 6)
  // By keyboard.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Play animation' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause animation' }).waitFor()
  await passFrames(page, 5)
  expect((await playing(page, 'a')).time).toBeGreaterThan(0.3)
  expect((await look(page, 'a')).sum).not.toBe(still.sum)
  await page.keyboard.press('Space')
  await passFrames(page, 2)
  const { time } = await playing(page, 'a')
  await passFrames(page, 5)
  expect((await playing(page, 'a')).time).toBe(time)
})

test('figures out of view sleep, and nothing runs if none is in view', async () => {
  const page = await openLoaded(
    `<osteon-figure id="a" src="/cast/badger.json" skin="rust" animation="walk"></osteon-figure>
     <div style="height: 2000px"></div>
     <osteon-figure id="b" src="/cast/badger.json" skin="moss" animation="walk"></osteon-figure>`,
  )
  expect((await playing(page, 'a')).time).toBeGreaterThan(0)
  expect((await playing(page, 'b')).time).toBe(0)
  expect((await look(page, 'b')).opaque).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 1000))
  await passFrames(page, 4)
  const asked = await page.evaluate(async () => {
    const { requestAnimationFrame: ask } = window
    let count = 0
    window.requestAnimationFrame = (call) => {
      count++
      return ask(call)
    }
    await new Promise((done) => setTimeout(done, 200))
    window.requestAnimationFrame = ask
    return count
  })
  expect(asked).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 5000))
  await expect.poll(async () => (await look(page, 'b')).opaque).toBeGreaterThan(500)
  expect((await playing(page, 'b')).time).toBeLessThan(2)
})

test('of 200 elements those in view are drawn, once a frame and from one context', async () => {
  const figure = '<osteon-figure src="/cast/badger.json" skin="rust" animation="walk"></osteon-figure>'
  const page = await openPage('')
  await page.setViewportSize({ width: 515, height: 470 })
  await page.evaluate(
    ([main, count]) => {
      const { prototype: flat } = CanvasRenderingContext2D
      const { drawImage } = flat
      flat.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
        document.body.dataset.copies = String(Number(document.body.dataset.copies ?? 0) + 1)
        return Reflect.apply(drawImage, this, args)
      } as typeof drawImage
      const { prototype: solid } = WebGL2RenderingContext
      const { drawElements } = solid
      solid.drawElements = function (this: WebGL2RenderingContext, ...args) {
        document.body.dataset.draws = String(Number(document.body.dataset.draws ?? 0) + 1)
        return Reflect.apply(drawElements, this, args)
      }
      const place = document.querySelector('main')
      if (place) {
        place.style.cssText = 'display: flex; flex-wrap: wrap'
        place.innerHTML = main.repeat(count)
      }
    },
    [figure, 200] as const,
  )
  await settle(page)
  /** Frames that the elements asked for, copies into elements and draw calls, while the page shows 20 frames. */
  const during = () =>
    page.evaluate(async () => {
      const { requestAnimationFrame: ask } = window
      const { dataset } = document.body
      let asked = 0
      window.requestAnimationFrame = (call) => {
        asked++
        return ask(call)
      }
      // The call that is under way was asked for before.
      await new Promise(ask)
      asked = 0
      Object.assign(dataset, { copies: 0, draws: 0 })
      for (let i = 0; i < 20; i++) await new Promise(ask)
      window.requestAnimationFrame = ask
      return { asked, copies: Number(dataset.copies), draws: Number(dataset.draws) }
    })
  const seen = await during()
  expect(seen.asked).toBe(20)
  expect(seen.copies).toBe(20 * 20)
  expect(seen.draws).toBe(20 * 20)
  expect(await page.evaluate(() => window.elementPage?.living())).toBe(1)
  await page.evaluate(() => {
    document.body.style.paddingBottom = '3000px'
    window.scrollTo(0, 1e6)
  })
  await passFrames(page, 4)
  expect(await during()).toEqual({ asked: 0, copies: 0, draws: 0 })
})

test('what is wrong is told by events and by the promise, and never thrown', async () => {
  const page = await openPage(
    `<osteon-figure id="a" src="/nowhere/badger.json"></osteon-figure>
     <osteon-figure id="b" src="/cast/badger.json" animation="wlak" fit="round" speed="fast" loop="maybe" still="-1"></osteon-figure>`,
    '',
    /404/,
  )
  const told = await page.evaluate(() =>
    document
      .querySelector<HTMLElementTagNameMap['osteon-figure']>('#a')
      ?.ready.catch((error: { code: string }) => error.code),
  )
  expect(told).toBe('fetch-failed')
  await page.evaluate(() => document.querySelector<HTMLElementTagNameMap['osteon-figure']>('#b')?.ready)
  expect((await happened(page)).sort()).toEqual([
    'a error fetch-failed',
    ...Array(4).fill('b error bad-option'),
    'b error unknown-animation',
    'b load badger',
  ])
  expect(
    await page.evaluate(() => {
      const element = document.querySelector<HTMLElementTagNameMap['osteon-figure']>('#b')
      return [element?.speed, element?.still, element?.fit, element?.loop]
    }),
  ).toEqual([1, 0, 'contain', true])
})

test('scripts play, pause, and hear of keys and ends', async () => {
  const page = await openLoaded(
    '<osteon-figure id="a" src="/cast/badger.json" skin="rust" speed="4"></osteon-figure>',
  )
  const element = () => page.locator('#a')
  await element().evaluate((one: HTMLElementTagNameMap['osteon-figure']) => {
    one.loop = false
    one.play('walk')
  })
  await expect.poll(() => happened(page)).toContain('a complete walk')
  expect(await happened(page)).toContainEqual(expect.stringMatching(/^a event \w+$/))
  await passFrames(page, 5)
  expect((await happened(page)).filter((line) => line === 'a complete walk')).toHaveLength(1)
  const refused = await element().evaluate((one: HTMLElementTagNameMap['osteon-figure']) => {
    one.pause()
    try {
      one.play('wlak')
    } catch (error) {
      return [one.paused, Object(error).code]
    }
  })
  expect(refused).toEqual([true, 'unknown-animation'])
  await element().evaluate((one: HTMLElementTagNameMap['osteon-figure']) => one.play('run', { loop: true }))
  await expect.poll(async () => (await playing(page, 'a')).time).toBeGreaterThan(0)
  expect((await playing(page, 'a')).animation).toBe('run')
})

test('properties that are set before the element is defined count', async () => {
  const page = await openPage('')
  await page.evaluate(async () => {
    const element = document.createElement('osteon-figure-late')
    Object.assign(element, { id: 'a', src: '/cast/badger.json', skin: 'rust', paused: true })
    element.style.cssText = 'inline-size: 50px; block-size: 50px'
    document.body.append(element)
    window.elementPage?.defineFigure('osteon-figure-late')
    await (element as HTMLElementTagNameMap['osteon-figure']).ready
  })
  await passFrames(page, 3)
  expect((await look(page, 'a')).opaque).toBeGreaterThan(100)
  expect(await page.locator('#a').getAttribute('src')).toBe('/cast/badger.json')
})

test(`${10 * ROUNDS} mounts and unmounts leave nothing behind`, async () => {
  const page = await openLoaded('')
  const mount = (times: number) =>
    page.evaluate(async (count) => {
      for (let i = 0; i < count; i++) {
        const element = document.createElement('osteon-figure')
        Object.assign(element, { src: '/cast/badger.json', animation: 'walk', skin: 'rust' })
        document.body.append(element)
        await element.ready
        await new Promise(requestAnimationFrame)
        element.remove()
        await new Promise(requestAnimationFrame)
      }
      for (let i = 0; i < 3; i++) {
        window.gc()
        await new Promise((done) => setTimeout(done, 20))
      }
      return Object(performance).memory.usedJSHeapSize
    }, times)
  // Without another element, the context goes each time.
  const before = await mount(2 * ROUNDS)
  const after = await mount(8 * ROUNDS)
  expect(after - before).toBeLessThan(2_000_000)
  expect(await page.evaluate(() => window.elementPage?.contexts.length)).toBe(10 * ROUNDS)
  expect(await page.evaluate(() => window.elementPage?.living())).toBe(0)
})

test('elements that come and go beside others leave nothing behind', async () => {
  const page = await openLoaded(
    '<osteon-figure id="a" src="/cast/mouse.json" animation="idle"></osteon-figure>',
  )
  const mount = (times: number) =>
    page.evaluate(async (count) => {
      for (let i = 0; i < count; i++) {
        const element = document.createElement('osteon-figure')
        Object.assign(element, { src: '/cast/badger.json', animation: 'walk', skin: 'rust' })
        document.body.prepend(element)
        if (i % 3 === 0) document.body.append(element) // Moved, it stays as it is.
        if (i % 4 !== 0) await element.ready
        await new Promise(requestAnimationFrame)
        element.remove()
      }
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    }, times)
  await mount(10)
  const before = await held(page, 'a')
  await mount(40)
  expect(before).toMatchObject({ rigs: 1, skeletons: 1, textures: 1 })
  expect(await held(page, 'a')).toEqual(before)
  expect(await page.evaluate(() => window.elementPage?.contexts.length)).toBe(1)
})

declare global {
  interface Window {
    /** Put there by axe's script. */
    axe: typeof axe
  }
}

test.each([
  ['without WebAssembly', STRICT, 'plain'],
  ['with WebAssembly', STRICT.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"), 'wasm'],
])('it plays under a strict policy %s', async (_, policy, kernels) => {
  const page = await openLoaded(
    '<osteon-figure id="a" src="/cast/badger.json" skin="rust" animation="walk"></osteon-figure>',
    `?policy=${encodeURIComponent(policy)}`,
  )
  expect((await look(page, 'a')).opaque).toBeGreaterThan(100)
  expect((await held(page, 'a'))?.kernels).toBe(kernels)
})

test('a lost context comes back with its pictures', async () => {
  const page = await openLoaded(
    '<osteon-figure id="a" src="/cast/badger.json" skin="rust" animation="walk" paused></osteon-figure>',
  )
  const before = await look(page, 'a')
  await page.evaluate(async () => {
    const extension = window.elementPage?.contexts[0].deref()?.getExtension('WEBGL_lose_context')
    extension?.loseContext()
    await new Promise((done) => setTimeout(done, 50))
    document
      .querySelector<HTMLElementTagNameMap['osteon-figure']>('osteon-figure')
      ?.setAttribute('fit', 'cover')
    await new Promise(requestAnimationFrame)
    extension?.restoreContext()
    await new Promise((done) => setTimeout(done, 50))
    document.querySelector('osteon-figure')?.setAttribute('fit', 'contain')
  })
  await expect.poll(async () => (await look(page, 'a')).sum).toBe(before.sum)
})

test('axe finds nothing wrong with figures and their controls', async () => {
  const page = await openLoaded(`<h1>Figures</h1>${THREE}`)
  expect(await page.getByRole('img', { name: 'A badger walks' }).count()).toBe(1)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => window.axe.run('main', { resultTypes: ['violations'] }))
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([])
})

test.each([
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1920, height: 1080, colorScheme: 'dark' },
] as const)(
  'a whole page of figures with controls keeps the rules of axe at $width × $height, $colorScheme',
  async ({ colorScheme, ...size }) => {
    const figures = ['badger', 'hare', 'mouse', 'octopus'].flatMap((name) =>
      ['', 'paused'].map(
        (paused) =>
          `<osteon-figure src="/cast/${name}.json" ${paused} controls alt="A ${name}, ${paused || 'moving'}"></osteon-figure>`,
      ),
    )
    const page = await openPage('')
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await page.evaluate(
      (html) => {
        const main = document.querySelector('main')
        if (main) main.innerHTML = html
      },
      `<h1>Figures</h1>${figures.join('')}`,
    )
    await settle(page)
    // Each has the buttons and the slider of its controls.
    expect(await page.getByRole('button').count()).toBeGreaterThanOrEqual(8)
    await checkRules(page)
    const focused: string[] = []
    for (let press = 0; press < 40 && new Set(focused).size < 8; press++) {
      await page.keyboard.press('Tab')
      focused.push(await page.evaluate(() => document.activeElement?.getAttribute('alt') ?? ''))
    }
    // Tab reaches the controls of each figure.
    expect(new Set(focused.filter((alt) => alt !== '')).size).toBe(8)
  },
)

test('the example page shows its three figures', async () => {
  const page = await harness.openPage('/docs/examples/element.html', { width: 760, height: 280 })
  await settle(page)
  const opaque = await page.evaluate(() =>
    [...document.querySelectorAll('osteon-figure')].map((element) => {
      const canvas = element.shadowRoot?.querySelector('canvas')
      const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return data.filter((value, i) => i % 4 === 3 && value > 200).length
    }),
  )
  expect(opaque).toHaveLength(3)
  for (const count of opaque) expect(count).toBeGreaterThan(3000)
})
