import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'
import { ROOT, sourceAliases } from '../scripts/entries.ts'
import { guidePages } from '../scripts/guide-pages.ts'

const root = `${ROOT}/demo`
/** With them threads can share memory. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}
const pages = readdirSync(root).filter((name) => name.endsWith('.html'))

/** `npm start` serves the demo from the sources; `npm run build:demo` writes it, static, to out/demo. Both have the guides, too. */
export default defineConfig({
  root,
  base: './',
  plugins: [guidePages()],
  resolve: { alias: sourceAliases() },
  worker: { format: 'es' },
  server: { fs: { allow: [ROOT] }, headers },
  preview: { headers },
  build: {
    outDir: '../out/demo',
    emptyOutDir: true,
    target: 'es2022',
    // The artwork is loaded as users' files are: by address.
    assetsInlineLimit: 0,
    rolldownOptions: { input: pages.map((name) => `${root}/${name}`) },
  },
})
