/** Serves pages of the project to browser tests. */
import { type Connect, createServer, type Plugin } from 'vite'
import { ROOT, sourceAliases } from './entries'

/** A server of the project's files; it compiles TypeScript on request. */
export interface PageServer {
  /** Without a trailing slash; `${url}/test/browser/pages/x.html` is that file of the project. */
  url: string
  close(): Promise<void>
}

/** A plugin that calls `handle` for each request, of sources and of built pages. */
export function onRequest(name: string, handle: Connect.NextHandleFunction): Plugin {
  return {
    name,
    configureServer: ({ middlewares }) => void middlewares.use(handle),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(handle),
  }
}

/** Answers a browser's own request for an icon, as a missing one is an error in the console. */
export const noIcon = onRequest('no-icon', ({ url }, response, next) => {
  if (url !== '/favicon.ico') return next()
  response.statusCode = 204
  response.end()
})

/** Serves `?policy=script-src 'self'` in a page's address as its Content-Security-Policy. */
export const givenPolicy = onRequest('given-policy', ({ url = '' }, response, next) => {
  const policy = new URLSearchParams(url.split('?')[1]).get('policy')
  if (policy) response.setHeader('Content-Security-Policy', policy)
  next()
})

/** Isolates pages whose address asks for it by `?isolated`: they share memory with their workers. */
export const isolation = onRequest('isolation', ({ url = '' }, response, next) => {
  if (new URLSearchParams(url.split('?')[1]).has('isolated')) {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
  }
  next()
})

/**
 * Serves the project on a free port of this machine. `allow` names folders outside it that pages may read, as
 * `/@fs/<absolute path>`.
 */
export async function servePages(allow: readonly string[] = []): Promise<PageServer> {
  const server = await createServer({
    configFile: false,
    root: ROOT,
    cacheDir: `${ROOT}/node_modules/.vite-pages`,
    publicDir: false,
    appType: 'mpa',
    logLevel: 'warn',
    clearScreen: false,
    resolve: { alias: sourceAliases() },
    plugins: [noIcon, givenPolicy, isolation],
    // All dependencies are listed: one that is found later would reload the page in the middle of a test.
    optimizeDeps: {
      noDiscovery: true,
      include: ['bitecs', 'bitecs/serialization', 'regl/dist/regl.unchecked.js', 'gl-matrix', 'gifenc'],
    },
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      watch: null,
      fs: { allow: [ROOT, ...allow] },
    },
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (!address || typeof address === 'string') throw new Error('the page server has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}
