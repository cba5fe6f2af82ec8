/** Bundles each test file with its imports from the project into one module. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin as BundlePlugin, build } from 'esbuild'
import type { Plugin } from 'vite'
import { ROOT } from './entries.ts'

/**
 * Vitest makes modules read their imports from objects at every use, which makes inner loops far slower. In one bundled
 * module that Node loads itself they are plain variables, as they are for users, who bundle their games.
 *
 * @param out folder, from the root.
 * @param change of a file's source by its path, or `null`.
 */
export function bundleTests(out: string, change: (code: string, path: string) => string | null): Plugin {
  const plugins = [changedFiles(change)]
  return {
    name: 'bundle-tests',
    enforce: 'pre',
    async load(id) {
      // Tests in test/docs import modules whose names come from pages, so a bundle cannot hold them.
      if (!id.endsWith('.test.ts') || id.includes('/test/docs/')) return null
      const outfile = join(ROOT, out, relative(ROOT, id)).replace(/ts$/, 'mjs')
      const { metafile } = await build({
        entryPoints: [id],
        outfile,
        plugins: id.startsWith(GUARDED) ? [guardedArena(), ...plugins] : plugins,
        absWorkingDir: ROOT,
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        target: 'node20',
        // Node reads the map, with --enable-source-maps.
        sourcemap: 'linked',
        sourcesContent: false,
        metafile: true,
        logLevel: 'warning',
      })
      for (const input of Object.keys(metafile.inputs)) this.addWatchFile(join(ROOT, input))
      return `import ${JSON.stringify(pathToFileURL(outfile).href)}`
    },
  }
}

/** Tests whose worlds lie in a guarded arena. */
const GUARDED = join(ROOT, 'test/guard/')

/** Replaces the plain arena by the guarded one, except in the guarded one itself. */
function guardedArena(): BundlePlugin {
  const plain = join(ROOT, 'src/memory/arena.ts')
  const guarded = join(GUARDED, 'arena.ts')
  return {
    name: 'guarded-arena',
    setup({ onResolve }) {
      onResolve({ filter: /\/arena$/ }, ({ importer, path, resolveDir }) =>
        importer !== guarded && join(resolveDir, `${path}.ts`) === plain ? { path: guarded } : undefined,
      )
    },
  }
}

/** Changes files that read `import.meta` or that `change` concerns. Others are loaded without this plugin, which is quicker. */
function changedFiles(change: (code: string, path: string) => string | null): BundlePlugin {
  const contents = new Map<string, string>()
  for (const folder of ['bench', 'components', 'demo', 'docs', 'scripts', 'src', 'systems', 'test'])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue
      const path = join(ROOT, folder, name)
      const code = readFileSync(path, 'utf8')
      const own = (change(code, path) ?? code)
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      if (own !== code) contents.set(path, own)
    }
  const escaped = [...contents.keys()].map((path) => path.replace(/[^\w/]/g, '\\$&'))
  return {
    name: 'changed-files',
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`^(${escaped.join('|')})$`) }, ({ path }) => ({
        loader: 'ts',
        contents: contents.get(path) ?? '',
      }))
    },
  }
}
