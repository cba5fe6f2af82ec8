import { readdirSync } from 'node:fs'
import { build, preview } from 'vite'
import { ROOT, sourceAliases } from '../../scripts/entries'
import { guidePages } from '../../scripts/guide-pages'
import { givenPolicy, noIcon, type PageServer } from '../../scripts/serve'

const FOLDERS = ['demo', 'docs/examples', 'test/browser/pages', 'test/golden/pictures-page']
const OUT = 'out/pages'
const PHASER_3 = /pages\/phaser3[\w-]*\.html$/

/**
 * Builds every page of the demo and of the tests, and serves them under the addresses of their sources. A
 * page of 20 files opens six times as fast as one of 300 that are compiled one by one, and the build takes
 * as long as one such page.
 */
export async function serveBuiltPages(): Promise<PageServer> {
  const shared = {
    configFile: false as const,
    root: ROOT,
    publicDir: false as const,
    logLevel: 'warn' as const,
  }
  const options = {
    outDir: OUT,
    target: 'es2022',
    // Names in stack traces are worth more here than bytes.
    minify: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  }
  const pages = FOLDERS.flatMap(pagesIn)
  await build({
    ...shared,
    resolve: { alias: sourceAliases() },
    plugins: [guidePages({ under: 'demo/' })],
    build: {
      ...options,
      emptyOutDir: true,
      rolldownOptions: { input: pages.filter((page) => !PHASER_3.test(page)) },
    },
  })
  // Users have one Phaser. Here both are installed, and these pages have the older one under its name.
  await build({
    ...shared,
    resolve: { alias: [...sourceAliases(), { find: /^phaser$/, replacement: 'phaser3' }] },
    build: {
      ...options,
      emptyOutDir: false,
      rolldownOptions: { input: pages.filter((page) => PHASER_3.test(page)) },
    },
  })
  const server = await preview({
    ...shared,
    appType: 'mpa',
    build: { outDir: OUT },
    plugins: [noIcon, givenPolicy],
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.httpServer.address()
  if (!address || typeof address === 'string') throw new Error('the page server has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

function pagesIn(folder: string): string[] {
  const names = readdirSync(`${ROOT}/${folder}`).filter((name) => name.endsWith('.html'))
  return names.map((name) => `${ROOT}/${folder}/${name}`)
}
