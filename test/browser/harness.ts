/** Opens pages for browser tests, and fails tests on their errors. */
import type { ConsoleMessage, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect, inject, onTestFinished } from 'vitest'
import type { PageServer } from '../../scripts/serve'
import { STEP_PATIENCE } from '../patience'
import { launchBrowser } from './chromium'

export interface HarnessOptions {
  /**
   * If given, even empty: pages are compiled from their sources as they are asked for, and may fetch files
   * of these absolute folders outside the project as `/@fs/<path>`. @default the run's built pages
   */
  allow?: readonly string[]
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
   * new window. Not for tests that change the window itself, such as its media. @default false
   */
  reuse?: boolean
}

export interface Harness {
  /** The server's address, without a trailing slash. */
  url: string
  /**
   * Opens a page of the project (`/test/browser/pages/smoke.html`) for the running test, and closes it after.
   * The test fails on an error in the page's console, an uncaught one, and a request that failed.
   */
  openPage(path: string, options?: PageOptions): Promise<Page>
  close(): Promise<void>
}

/** Connects to the project's pages and to Chromium: once per test file, in `beforeAll`; `close` it in `afterAll`. */
export async function startHarness({ allow, args = [] }: HarnessOptions = {}): Promise<Harness> {
  const [browser, server] = await Promise.all([launchBrowser(args), allow && serveSources(allow)])
  const url = server?.url ?? inject('pagesUrl')
  // Pages of one context share a process and fetched files; none of them stores anything.
  const context = await browser.newContext()
  context.setDefaultTimeout(STEP_PATIENCE)
  let reused: Page | undefined
  return {
    url,
    openPage: async (path, { expected, width = 320, height = 240, reuse = false } = {}) => {
      const page = (reuse && reused) || (await context.newPage())
      if (reuse) reused = page
      await page.setViewportSize({ width, height })
      const stop = collectErrors(page)
      onTestFinished(async () => {
        await (reuse ? page.goto('about:blank') : page.close())
        expect(stop().filter((text) => !expected?.test(text))).toEqual([])
      })
      await page.goto(`${url}${path}`)
      return page
    },
    close: async () => {
      await Promise.all([context.close().then(() => browser.close()), server?.close()])
    },
  }
}

/** Few files need the compiler, which takes a second to load. */
async function serveSources(allow: readonly string[]): Promise<PageServer> {
  const { servePages } = await import('../../scripts/serve')
  return servePages(allow)
}

/** Collects errors as they happen, until the result is called, which gives them. */
function collectErrors(page: Page): () => string[] {
  const errors: string[] = []
  const thrown = (error: Error) => errors.push(error.stack ?? error.message)
  const logged = (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  }
  page.on('pageerror', thrown)
  page.on('console', logged)
  return () => {
    page.off('pageerror', thrown)
    page.off('console', logged)
    return errors
  }
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
