/** Bundles a page that measures osteon beside a peer, and opens it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Route } from 'playwright-core'
import { build } from 'vite'
import { launchChromium } from '../../scripts/chromium'
import { ROOT, sourceAliases } from '../../scripts/entries'
import library from '../../vite.config'
import { PLAYER, PLUGIN } from './host-plugin'

/** Isolated pages have clocks of 5 µs, others of 100 µs. */
export const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/**
 * Bundles with the options of the package's build. Both sides get the project's PixiJS.
 *
 * @param folder has the peer's package, and gets the bundle. @param kept name of the bundle's folder in it.
 * @returns the bundle's path.
 */
export async function bundlePage(entry: URL, folder: string, kept = 'page'): Promise<string> {
  const { rolldownOptions, ...options } = library.build ?? {}
  const output = [rolldownOptions?.output ?? {}].flat()[0]
  const name = 'page.js'
  await build({
    configFile: false,
    plugins: library.plugins,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    resolve: {
      alias: [
        ...sourceAliases(),
        { find: /^pixi\.js$/, replacement: join(ROOT, 'node_modules/pixi.js') },
        ...[PLUGIN, PLAYER].map((name) => ({ find: name, replacement: join(folder, 'node_modules', name) })),
      ],
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...options,
      outDir: join(folder, kept),
      sourcemap: false,
      lib: { formats: ['es'], entry: fileURLToPath(entry) },
      rolldownOptions: {
        ...rolldownOptions,
        external: [],
        output: { ...output, entryFileNames: name, codeSplitting: false },
      },
    },
  })
  return join(folder, kept, name)
}

/**
 * Opens a bundled page in Chromium for `work`. Its requests are answered here, so it needs no server.
 *
 * @param answer answers requests for other files. @default there are none
 */
export async function inPage<T>(
  page: string,
  work: (tab: Page) => Promise<T>,
  answer: (route: Route) => Promise<void> = (route) => route.fulfill({ status: 404 }),
): Promise<T> {
  const browser = await launchChromium()
  try {
    const tab = await browser.newPage({ viewport: { width: 640, height: 360 } })
    tab.on('pageerror', (error) => console.error(error))
    await tab.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url())
      const fulfill = (contentType: string, body: string | Buffer) =>
        route.fulfill({ contentType, body, headers: ISOLATED })
      if (pathname === '/')
        return fulfill('text/html', '<!doctype html><script type="module" src="page.js"></script>')
      if (pathname === '/page.js') return fulfill('text/javascript', readFileSync(page))
      return answer(route)
    })
    await tab.goto('http://localhost/')
    return await work(tab)
  } finally {
    await browser.close()
  }
}
