/** The site: the guides, the README as its first page, and the API pages that typedoc wrote into `docs/api`. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { ENTRIES, ROOT } from '../../scripts/entries'
import { showExamples } from './live-examples'

/** Groups of the sidebar: names of files in `docs/guides`. A file that is in no group goes into the last. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ['start', 'game-loop', 'game', 'formats', 'cooked', 'playable-ads', 'errors', 'command-line'],
  Characters: [
    'tracks',
    'events',
    'skins',
    'attaching',
    'looks',
    'root-motion',
    'retargeting',
    'physics',
    'saving',
    'replay',
  ],
  Scenes: [
    'crowds',
    'kernels',
    'threads',
    'performance',
    'debugging',
    'recordings',
    'extensions',
    'how-it-works',
  ],
  'Other engines': [
    'engines',
    'element',
    'react',
    'webgl',
    'three',
    'pixi',
    'phaser',
    'canvas2d',
    'other-ecs',
    'worker',
    'node',
  ],
  'Moving here': ['from-spine', 'spine-versions', 'from-dragonbones'],
}

/** Other files that pages link to, such as examples in TypeScript. */
const linked = new Set<string>()

export default defineConfig({
  title: 'osteon',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  description: '2D skeletal animation for bitECS',
  srcDir: '..',
  srcExclude: ['node_modules/**', 'out/**', 'dist/**', 'demo/**', 'src/**', 'test/**', 'bench/peers/**'],
  rewrites: { 'README.md': 'index.md' },
  outDir: '../out/site',
  cacheDir: '../out/site-cache',
  metaChunk: true,
  // Copied below; tests check that they are there.
  ignoreDeadLinks: [/\.(tsx|sh)$/],
  // The library's own build does not concern the site.
  vite: { configFile: false, build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/docs/guides/start' },
      { text: 'API', link: '/docs/api/' },
      { text: 'Record', link: '/docs/record' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
    sidebar: [
      ...Object.entries(GROUPS).map(([text, names]) => ({ text, items: names.flatMap(guide) })),
      {
        text: 'More',
        items: [
          { text: 'The record', link: '/docs/record' },
          { text: 'For coding agents', link: '/docs/AGENTS' },
          { text: 'What was compared', link: '/docs/compared' },
          { text: 'How the code came about', link: '/docs/clean-room' },
          { text: 'Moving between versions', link: '/docs/moving' },
          { text: 'Security', link: '/SECURITY' },
          { text: 'How osteon is built', link: '/docs/architecture' },
        ],
      },
      { text: 'API', items: Object.keys(ENTRIES).map((name) => ({ text: name, link: `/docs/api/${name}` })) },
    ],
  },
  markdown: {
    config(md) {
      showExamples(md)
      // As in the repository, pages link to the README and to files that aren't pages by their paths.
      md.core.ruler.push('links', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? []))
          if (token.type === 'link_open') token.attrSet('href', onSite(token.attrGet('href') ?? '', env.path))
      })
    },
  },
  // Each page has its Markdown beside it, and `llms.txt` lists them: assistants read these.
  buildEnd({ outDir, pages }) {
    for (const file of [...linked, ...pages]) {
      mkdirSync(dirname(join(outDir, file)), { recursive: true })
      copyFileSync(join(ROOT, file), join(outDir, file))
    }
    writeFileSync(join(outDir, 'llms.txt'), llmsText(pages))
  },
})

/** The list of pages for assistants: https://llmstxt.org. */
function llmsText(pages: readonly string[]): string {
  const entry = (page: string) => {
    const [, title = page] = /^# (.*)$/m.exec(readFileSync(join(ROOT, page), 'utf8')) ?? []
    return `- [${title}](/${page})`
  }
  const first = ['docs/AGENTS.md', 'README.md']
  const [api, guides] = [true, false].map((isApi) =>
    pages.filter((page) => !first.includes(page) && page.startsWith('docs/api/') === isApi).sort(),
  )
  return [
    '# osteon\n\n> 2D skeletal animation (Spine, DragonBones) as an entity-component-system module for bitECS.\n',
    `## Begin\n\n${first.map(entry).join('\n')}\n`,
    `## Guides\n\n${guides.map(entry).join('\n')}\n`,
    `## API\n\n${api.map(entry).join('\n')}\n`,
  ].join('\n')
}

function guide(name: string): DefaultTheme.SidebarItem[] {
  const file = join(ROOT, 'docs/guides', `${name}.md`)
  if (!existsSync(file)) return []
  const [, title = name] = /^# (.*)$/m.exec(readFileSync(file, 'utf8')) ?? []
  return [{ text: title, link: `/docs/guides/${name}` }]
}

/** Returns where a page's link leads on the site. */
function onSite(href: string, page: string): string {
  const [target, anchor] = href.split('#')
  if (target === '' || /^[a-z]+:/.test(target)) return href
  const from = posix.dirname(page.slice(ROOT.length + 1))
  const file = posix.join(from === 'index.md' ? '' : from, target)
  if (file === 'README.md') return anchor ? `/#${anchor}` : '/'
  if (!file.endsWith('.md') && /\.\w+$/.test(file)) linked.add(file)
  return href
}
