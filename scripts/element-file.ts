/** Writes `dist/osteon-element.js`: the element with all that it needs, as one file for a script tag. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from './entries.ts'

await build({
  // What Vite has built, with constants where they are named.
  entryPoints: [join(ROOT, 'dist/element.js')],
  outfile: join(ROOT, 'dist/osteon-element.js'),
  // Pages never come to the code for Node.
  external: ['node:*'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  logLevel: 'warning',
})
