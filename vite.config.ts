import { builtinModules } from 'node:module'
import { basename, dirname } from 'node:path'
import { transform } from 'esbuild'
import { defineConfig, esmExternalRequirePlugin, type Plugin } from 'vite'
import { ENTRIES, EXTERNAL, ROOT, SCRIPTS } from './scripts/entries.ts'
import { inlineTables } from './scripts/inline-tables.ts'

/** Code that nobody reads needs neither blanks nor names: the command, its packages, and the compiler's plain kernels. */
const dense: Plugin = {
  name: 'dense',
  async generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      // Kernels keep their names, by which engines and profiles know them.
      const isKernels = file.fileName === 'kernels/plain.js'
      if (!isKernels && !file.moduleIds.every(isOfCommand)) continue
      const options = isKernels ? { minifyWhitespace: true } : { minify: true }
      const written = await transform(file.code, { ...options, format: 'esm', target: 'es2022' })
      file.code = written.code
    }
  },
}

const isOfCommand = (id: string): boolean => /node_modules|src\/cli\/|^\0|^builtin:/.test(id)

/** Addresses of scripts are for the bundlers of games: the build leaves them as they are, and names its own files. */
const scriptAddresses: Plugin = {
  name: 'script-addresses',
  enforce: 'pre',
  transform(code, file) {
    const found = Object.entries(SCRIPTS).find(([, source]) => file.startsWith(`${ROOT}/${dirname(source)}/`))
    const [name, source] = found ?? ['', '']
    return found
      ? code.replace(`new URL('./${basename(source)}', import.meta.url)`, `${MARK}('./${name}.js')`)
      : null
  },
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          new RegExp(`${MARK}\\(("[^"]+"|'[^']+')\\)`),
          'new URL($1, import.meta.url)',
        )
  },
}
const MARK = '__scriptAddress'

/** The library's build: one module per entry, shared parts in chunks, readable. The types have the comments, so that code does without. */
export default defineConfig({
  root: ROOT,
  plugins: [inlineTables(), scriptAddresses, dense],
  publicDir: false,
  // Packages that the command brings along name Node's modules by their old names, for which Vite has stand-ins.
  resolve: {
    alias: [
      {
        find: new RegExp(`^(${builtinModules.filter((it) => /^\w+$/.test(it)).join('|')})$`),
        replacement: 'node:$1',
      },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    reportCompressedSize: false,
    lib: {
      formats: ['es'],
      entry: {
        ...Object.fromEntries(
          Object.entries(ENTRIES).map(([name, file]) => [name.slice('osteon/'.length) || 'index', file]),
        ),
        cli: 'src/cli/osteon.ts',
        ...SCRIPTS,
      },
    },
    rolldownOptions: {
      // What these packages require is imported: modules have no `require`.
      plugins: [esmExternalRequirePlugin({ external: [/^node:/] })],
      external: EXTERNAL,
      // Row and field numbers are constants of modules far away: written out they are shorter and faster.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        entryFileNames: '[name].js',
        comments: { jsdoc: false, annotation: true, legal: true },
        chunkFileNames: 'chunks/[name]-[hash].js',
        // V8 folds a top-level const, not the var that it may be lowered to: 5-12 % of a tick.
        topLevelVar: false,
        // Shorter statements of the same meaning, as minifiers of games do not find them all. Names and lines stay.
        minify: { compress: { joinVars: false, sequences: false }, mangle: false, codegen: false },
      },
    },
  },
})
