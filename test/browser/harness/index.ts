/** Opens pages for browser tests, and fails tests on their errors. */
import { join } from 'node:path'
import type { ConsoleMessage, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect, inject, onTestFinished, TestRunner } from 'vitest'
import { ROOT } from '../../../scripts/entries'
import { STEP_PATIENCE } from '../../patience'
import { launchBrowser } from './chromium'
import { failTest } from './failures'

export interface HarnessOptions {
  /** Extra Chromium arguments; any gives the harness a browser of its own. */
  args?: readonly string[]
}

export interface PageOptions {
  /** Messages that the test expects in the console, such as a lost context's; all others fail it. */
  expected?: RegExp
  /** CSS pixels. @default 320 × 240 */
  width?: number
  height?: number
  /**
   * Goes on in the window of the last test that said so, with the document loaded anew: twice as fast as a
   * new window. With `document` even that goes on if it is of the same path: for tests that leave it as they found it,
   * or count on the tests before them. Not for tests that change the window itself, such as its media. @default false
   */
  reuse?: boolean | 'document'
}

export interface Harness {
  /** The server's address, without a trailing slash. */
  url: string
  /**
   * Opens a page of the project (`/test/browser/pages/smoke.html`) for the running test, and closes it after.
   * The test ends at once and fails on an error in the page's console, an uncaught one, and a request that failed.
   */
  openPage(path: string, options?: PageOptions): Promise<Page>
  close(): Promise<void>
}

/** Connects to Chromium: once per test file, in `beforeAll`; `close` it in `afterAll`. */
export async function startHarness({ args = [] }: HarnessOptions = {}): Promise<Harness> {
  const browser = await launchBrowser(args)
  const url = inject('pagesUrl')
  // Pages of one context share a process and a cache; none of them stores anything.
  const context = await browser.newContext()
  context.setDefaultTimeout(STEP_PATIENCE)
  let reused: Page | undefined
  return {
    url,
    openPage: async (path, { expected, width = 320, height = 240, reuse = false } = {}) => {
      const test = TestRunner.getCurrentTest()
      if (!test) throw new Error('pages are opened by tests')
      const page = (reuse && reused) || (await context.newPage())
      if (reuse) reused = page
      await page.setViewportSize({ width, height })
      const errors: string[] = []
      const stop = watchErrors(page, (text) => {
        if (expected?.test(text)) return
        errors.push(text)
        failTest(test, new Error(text))
      })
      onTestFinished(async () => {
        // A test that was ended may go on: its window is not used again.
        const last = !reuse || errors.length > 0
        if (last && page === reused) reused = undefined
        if (last) await page.close()
        else if (reuse !== 'document') await page.goto('about:blank')
        stop()
        expect(errors).toEqual([])
      })
      if (reuse === 'document' && page.url() === `${url}${path}`) return page
      const response = await page.goto(`${url}${path}`)
      if (response?.ok() === false) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
      return page
    },
    close: () => context.close().then(() => browser.close()),
  }
}

/** Serves the artwork of the demo's cast to a page, at `/cast/`. */
export async function serveCast(page: Page): Promise<void> {
  await page.route('**/cast/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop() ?? ''
    return route.fulfill({ path: join(ROOT, 'demo/assets', name) })
  })
}

/** Waits for so many frames of the page; after two, all that was changed before is drawn. */
export function passFrames(page: Page, count = 2): Promise<void> {
  return page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
  }, count)
}

/** Tells of errors as they happen, until the result is called. */
function watchErrors(page: Page, tell: (text: string) => void): () => void {
  const thrown = (error: Error) => tell(error.stack ?? error.message)
  const logged = (message: ConsoleMessage) => {
    if (message.type() === 'error') tell(`${message.text()} (${message.location().url})`)
  }
  const crashed = () => tell('the page crashed')
  page.on('pageerror', thrown)
  page.on('console', logged)
  page.on('crash', crashed)
  return () => {
    page.off('pageerror', thrown)
    page.off('console', logged)
    page.off('crash', crashed)
  }
}

/**
 * A PNG of what is seen of an element, without buttons over it, whose round corners a browser blends differently now
 * and then: in half the time of the element's own `screenshot`, which waits until nothing moves.
 */
export async function shootElement(page: Page, selector: string): Promise<Buffer> {
  const clip = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const [x, y] = [Math.floor(left + 1e-3), Math.floor(top + 1e-3)]
      return { x, y, width: Math.ceil(right - 1e-3) - x, height: Math.ceil(bottom - 1e-3) - y }
    })
  return page.screenshot({ clip, style: '.zoom { visibility: hidden }' })
}

/**
 * Takes pictures of an element until two are the same, since software drawing may lag behind a change.
 *
 * @param most limit of pictures. Throws an Error behind it.
 */
export async function shootStill(page: Page, selector: string, most: number): Promise<Picture> {
  let last: Buffer = Buffer.alloc(0)
  for (let look = 0; look < most; look++) {
    await passFrames(page)
    const now = await shootElement(page, selector)
    if (now.equals(last)) return decodePng(now)
    last = now
  }
  throw new Error(`${selector} does not come to rest`)
}

/** Rows from the top, RGBA, 4 bytes a pixel, straight alpha. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array
}

/** Decodes a PNG, such as `page.screenshot()` gives. */
export function decodePng(bytes: Uint8Array): Picture {
  return PNG.sync.read(Buffer.from(bytes))
}

/** [r, g, b, a], 0 to 255 each, at a pixel counted from the top left. */
export function pixelAt({ width, data }: Picture, x: number, y: number): number[] {
  const at = (y * width + x) * 4
  return [...data.subarray(at, at + 4)]
}
