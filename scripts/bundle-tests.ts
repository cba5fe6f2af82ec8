/** Bundles the tests with their imports from the project: a module for each test file, and modules for the code that they share. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin as BundlePlugin, build, type Metafile } from 'esbuild'
import type { Plugin } from 'vite'
import type {} from 'vitest/config' // Types `configureVitest`.
import { ROOT } from './entries.ts'

/**
 * Vitest makes modules read their imports from objects at every use, which makes inner loops far slower. Modules that Node
 * loads itself read them as users' modules do. Test files share modules, so that a worker loads and compiles them once.
 *
 * @param out folder, from the root.
 * @param change of a file's source by its path, or `null`.
 */
export function bundleTests(out: string, change: (code: string, path: string) => string | null): Plugin {
  // A run of its own beside this one has a folder of its own.
  const folder = join(ROOT, out, String(process.pid))
  const plugins = [changedFiles(change)]
  let listFiles: () => Promise<string[]> = async () => []
  /** Files of the last bundle that are not asked for yet, by guarded and plain. */
  const bundles = new Map<boolean, { files: Set<string>; inputs: Promise<Metafile['inputs'] | null> }>()

  const bundle = async (files: string[], guarded: boolean): Promise<Metafile['inputs']> => {
    const { metafile } = await build({
      entryPoints: files,
      outdir: guarded ? join(folder, 'guarded') : folder,
      outbase: ROOT,
      outExtension: { '.js': '.mjs' },
      plugins: guarded ? [guardedArena(), ...plugins] : plugins,
      absWorkingDir: ROOT,
      bundle: true,
      splitting: true,
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
    return metafile.inputs
  }

  return {
    name: 'bundle-tests',
    enforce: 'pre',
    configureVitest({ project, vitest }) {
      listFiles = async () => (await project.globTestFiles()).testFiles.filter(isBundled)
      vitest.onClose(() => rmSync(folder, { recursive: true, force: true }))
    },
    async load(id) {
      if (!id.endsWith('.test.ts') || !isBundled(id)) return null
      const guarded = id.startsWith(GUARDED)
      // One that is asked for again has changed.
      if (!bundles.get(guarded)?.files.delete(id)) {
        const files = new Set((await listFiles()).filter((file) => file.startsWith(GUARDED) === guarded))
        files.add(id)
        // A file that cannot be bundled fails alone.
        const inputs = bundle([...files], guarded).catch(() => null)
        files.delete(id)
        bundles.set(guarded, { files, inputs })
      }
      const inputs = (await bundles.get(guarded)?.inputs) ?? (await bundle([id], guarded))
      for (const input of reached(inputs, relative(ROOT, id))) this.addWatchFile(join(ROOT, input))
      const path = relative(ROOT, id).replace(/ts$/, 'mjs')
      return `import ${JSON.stringify(pathToFileURL(join(folder, guarded ? 'guarded' : '', path)).href)}`
    },
  }
}

/** Tests in test/docs import modules whose names come from pages, so a bundle cannot hold them. */
function isBundled(id: string): boolean {
  return !id.includes('/test/docs/')
}

/** A file and its imports, direct or not. */
function reached(inputs: Metafile['inputs'], file: string): Set<string> {
  const found = new Set([file])
  for (const one of found) for (const { path } of inputs[one]?.imports ?? []) found.add(path)
  return found
}

/** Tests whose worlds lie in a guarded arena. */
const GUARDED = join(ROOT, 'test/guard/')

/** Replaces the plain arena by the guarded one, except in the guarded one itself. */
function guardedArena(): BundlePlugin {
  const plain = join(ROOT, 'src/base/memory/arena.ts')
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
