import { defineConfig } from 'vite'
import { ENTRIES, EXTERNAL, ROOT } from './scripts/entries.ts'

/** The library's build: one module per entry, what they share in chunks, readable, with source maps. */
export default defineConfig({
  root: ROOT,
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    lib: {
      formats: ['es'],
      entry: {
        ...Object.fromEntries(
          Object.entries(ENTRIES).map(([name, file]) => [name.slice('osteon/'.length) || 'index', file]),
        ),
        cli: 'src/cli/osteon.ts',
      },
    },
    rolldownOptions: {
      external: [EXTERNAL, /^node:/],
      // Row and field numbers are constants of modules far away: written out they are shorter and faster.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      // V8 folds a top-level const, not the var that it may be lowered to: 5-12 % of a tick.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', topLevelVar: false },
    },
  },
})
