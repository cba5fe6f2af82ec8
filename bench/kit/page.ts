/** Bundles a page that measures osteon beside a peer. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { ROOT, sourceAliases } from '../../scripts/entries'
import library from '../../vite.config'
import { PLUGIN } from './host-plugin'

/**
 * Bundles with the options of the package's build. Both sides get the project's PixiJS.
 *
 * @param folder has the peer's package, and gets the bundle. @returns its path.
 */
export async function bundlePage(entry: URL, folder: string): Promise<string> {
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
        { find: PLUGIN, replacement: join(folder, 'node_modules', PLUGIN) },
      ],
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...options,
      outDir: join(folder, 'page'),
      sourcemap: false,
      lib: { formats: ['es'], entry: fileURLToPath(entry) },
      rolldownOptions: {
        ...rolldownOptions,
        external: [],
        output: { ...output, entryFileNames: name, codeSplitting: false },
      },
    },
  })
  return join(folder, 'page', name)
}
