/** Example pages as they run on the site: below each paragraph that names the source of one. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import type { MarkdownRenderer } from 'vitepress'
import { ROOT, sourceAliases } from '../../scripts/entries'

const FOLDER = join(ROOT, 'docs/examples')

/** A rule for Markdown: a frame with `example.html` behind the paragraph that links to `example.ts`. */
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

/** Builds the example pages into the site, where they take the place of their sources. */
export default defineConfig({
  root: FOLDER,
  base: './',
  resolve: { alias: sourceAliases() },
  worker: { format: 'es' },
  build: {
    outDir: '../../out/site/docs/examples',
    emptyOutDir: false,
    target: 'es2022',
    // The artwork is loaded as users' files are: by address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 3000,
    rolldownOptions: {
      input: readdirSync(FOLDER)
        .filter((name) => name.endsWith('.html'))
        .map((name) => join(FOLDER, name)),
    },
  },
})
