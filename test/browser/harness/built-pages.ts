import { createReadStream, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { build, preview } from 'vite'
import { assetFileNames } from '../../../scripts/asset-names'
import { ROOT, sourceAliases } from '../../../scripts/entries'
import { guidePages } from '../../../scripts/guide-pages'
import { givenPolicy, isolation, noIcon, onRequest, type PageServer } from '../../../scripts/serve'
import { writeEngineExamples, writeReadmeExample } from '../../fixtures/readme-example'

const FOLDERS = ['demo', 'docs/examples', 'test/browser/pages', 'test/golden/pictures-page']
/** Where the page of the README's page is, from the root. */
export const README_FOLDER = 'out/readme'
const OUT = 'out/pages'
/** React's development build tells of what it finds wrong, and runs effects twice. */
const DEVELOPMENT = { 'process.env.NODE_ENV': '"development"' }
/** Pages that are built apart: users have one version of a package, and this project has two. */
const APART = [
  { pages: /pages\/phaser3[\w-]*\.html$/, alias: [{ find: /^phaser$/, replacement: 'phaser3' }] },
  { pages: /pages\/react(-\w+)?\.html$/, alias: [], define: DEVELOPMENT },
  {
    pages: /pages\/react18\.html$/,
    alias: [{ find: /^(react|react-dom)(?=$|\/)/, replacement: '$1-18' }],
    define: DEVELOPMENT,
  },
]
/** Files in it are copied beside the built pages. */
const PUBLIC = 'out/public'

const SHARED = {
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
} as const

/**
 * Serves every page of the demo, of the README and of the tests, built, under the addresses of their sources. A
 * page of 20 files opens six times as fast as one of 300 that are compiled one by one, and the build takes
 * as long as one such page. The server is there at once; requests wait for the build.
 *
 * @param files a folder outside the project; pages fetch its files as `/@fs/<absolute path>`.
 */
export async function serveBuiltPages(files: string | null): Promise<PageServer> {
  mkdirSync(join(ROOT, OUT), { recursive: true })
  const built = buildPages()
  // Each request tells of it.
  built.catch(() => {})
  const waiting = onRequest('waiting', async (_, response, next) => {
    try {
      await built
      next()
    } catch (error) {
      response.statusCode = 500
      response.end(String(error))
    }
  })
  const server = await preview({
    ...SHARED,
    appType: 'mpa',
    build: { outDir: OUT },
    plugins: [waiting, noIcon, givenPolicy, isolation, filesOf(files)],
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.httpServer.address()
  if (!address || typeof address === 'string') throw new Error('the page server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      await built.catch(() => {})
      await server.close()
    },
  }
}

const BUILD = {
  outDir: OUT,
  target: 'es2022',
  // Names in stack traces are worth more here than bytes.
  minify: false,
  assetsInlineLimit: 0,
  reportCompressedSize: false,
} as const

async function buildPages(): Promise<void> {
  writeReadmeExample(join(ROOT, README_FOLDER), join(ROOT, PUBLIC, README_FOLDER))
  writeEngineExamples(join(ROOT, README_FOLDER))
  const pages = [...FOLDERS, README_FOLDER].flatMap(pagesIn)
  await build({
    ...SHARED,
    publicDir: PUBLIC,
    resolve: { alias: sourceAliases() },
    plugins: [guidePages({ under: 'demo/' })],
    build: {
      ...BUILD,
      emptyOutDir: true,
      rolldownOptions: {
        input: pages.filter((page) => !APART.some((one) => one.pages.test(page))),
        output: { assetFileNames },
      },
    },
  })
  for (const { alias, define, pages: own } of APART)
    await build({
      ...SHARED,
      publicDir: false,
      ...{ define },
      resolve: { alias: [...sourceAliases(), ...alias] },
      build: {
        ...BUILD,
        emptyOutDir: false,
        rolldownOptions: { input: pages.filter((page) => own.test(page)) },
      },
    })
}

function pagesIn(folder: string): string[] {
  const names = readdirSync(`${ROOT}/${folder}`).filter((name) => name.endsWith('.html'))
  return names.map((name) => `${ROOT}/${folder}/${name}`)
}

/** Answers for the files of a folder outside the project. */
function filesOf(folder: string | null) {
  return onRequest('files', ({ url = '' }, response, next) => {
    if (folder === null || !url.startsWith('/@fs/')) return next()
    const path = resolve(decodeURIComponent(url.slice('/@fs'.length).split('?')[0]))
    if (!path.startsWith(resolve(folder) + sep) || !statSync(path, { throwIfNoEntry: false })?.isFile())
      return next()
    createReadStream(path).pipe(response)
  })
}
