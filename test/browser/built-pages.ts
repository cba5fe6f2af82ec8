/** Builds and serves the pages of the browser tests. */
import { readdirSync } from 'node:fs'
import { build, preview } from 'vite'
import { ROOT, sourceAliases } from '../../scripts/entries'
import { guidePages } from '../../scripts/guide-pages'
import { givenPolicy, noIcon, type PageServer } from '../../scripts/serve'

const FOLDERS = ['demo', 'docs/examples', 'test/browser/pages', 'test/golden/pictures-page']
const OUT = 'out/pages'

/**
 * Builds every page of the demo and of the tests, and serves them under the addresses of their sources. Built
 * pages have few files, so they open much faster than pages whose files are compiled one by one.
 */
export async function serveBuiltPages(): Promise<PageServer> {
  const shared = {
    configFile: false as const,
    root: ROOT,
    publicDir: false as const,
    logLevel: 'warn' as const,
  }
  await build({
    ...shared,
    resolve: { alias: sourceAliases() },
    plugins: [guidePages({ under: 'demo/' })],
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'es2022',
      // Names in stack traces are worth more here than bytes.
      minify: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { input: FOLDERS.flatMap(pagesIn) },
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
