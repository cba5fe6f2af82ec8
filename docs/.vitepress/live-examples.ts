/** Shows example pages live on the site, below each paragraph that links to the source of one. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import type { MarkdownRenderer } from 'vitepress'
import { assetFileNames } from '../../scripts/asset-names'
import { ROOT, sourceAliases } from '../../scripts/entries'

const FOLDER = join(ROOT, 'docs/examples')

/** A Markdown rule: adds a frame with `example.html` after the paragraph that links to `example.ts`. */
export function showExamples(md: MarkdownRenderer): void {
  md.core.ruler.push('examples', (state) => {
    const shown = state.tokens.flatMap((token, i) => {
      if (token.type !== 'paragraph_close') return [token]
      const frames = (state.tokens[i - 1].children ?? []).flatMap((child) => frameOf(child.attrGet('href')))
      return [
        token,
        ...frames.map((html) => Object.assign(new state.Token('html_block', '', 0), { content: html })),
      ]
    })
    state.tokens.splice(0, state.tokens.length, ...shown)
  })
}

function frameOf(href: string | null): string[] {
  const [, path, name] = /^(\.\.\/examples\/)([\w-]+)\.tsx?$/.exec(href ?? '') ?? []
  if (!name || !existsSync(join(FOLDER, `${name}.html`))) return []
  return [
    `<iframe class="live-example" loading="lazy" title="${name}, running" src="${path}${name}.html"></iframe>\n`,
  ]
}

/** Builds the example pages into the site, in place of their sources. */
export default defineConfig({
  root: FOLDER,
  base: './',
  resolve: { alias: sourceAliases() },
  worker: { format: 'es' },
  build: {
    outDir: '../../out/site/docs/examples',
    emptyOutDir: false,
    target: 'es2022',
    // The artwork is loaded by address, as users' files are.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 3000,
    rolldownOptions: {
      output: { assetFileNames },
      input: readdirSync(FOLDER)
        .filter((name) => name.endsWith('.html'))
        .map((name) => join(FOLDER, name)),
    },
  },
})
