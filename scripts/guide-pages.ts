/** Renders the project's Markdown as pages of the demo: guides, API and figures, under their paths in the repository. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import MarkdownIt from 'markdown-it'
import type { Plugin } from 'vite'
import { ROOT } from './entries.ts'
import { besideOthers, readmeExample } from './readme.ts'

/** Pages from which links lead to all others. */
const FIRST = ['README.md', 'docs/guides/start.md', 'docs/guides/performance.md', 'docs/api/index.md']
const STYLE = 'style/guide-pages.css'
const API = /^docs\/api\//

const markdown = new MarkdownIt({ html: true })

/** The linked files of the project: pages, and other files, such as examples and pictures. */
export function listGuidePages(): { pages: Set<string>; files: Set<string> } {
  const pages = new Set(FIRST.filter(exists))
  const files = new Set<string>()
  for (const page of pages)
    for (const href of [...linksOf(read(page)), ...picturesOf(read(page))]) {
      const target = targetOf(page, href)
      if (target === null || !exists(target)) continue
      if (target.endsWith('.md')) pages.add(target)
      else if (/\.\w+$/.test(target)) files.add(target)
    }
  return { pages, files }
}

/** @param page its path in the repository. @returns HTML. */
export function renderGuidePage(page: string): string {
  const tokens = markdown.parse(read(page), {})
  const ids = new Map<string, number>()
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', uniqueId(ids, tokens[i + 1].content))
    for (const child of token.children ?? [])
      if (child.type === 'link_open') child.attrSet('href', pageAddress(child.attrGet('href') ?? ''))
  }
  const title = tokens[tokens.findIndex(({ type }) => type === 'heading_open') + 1]?.content ?? page
  const body = markdown.renderer.render(tokens, markdown.options, {})
  const home = '../'.repeat(page.split('/').length - 1) || './'
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${markdown.utils.escapeHtml(title)} – osteon</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${home}${STYLE}" />
  </head>
  <body>
    <header class="guide-head">
      <a class="wordmark" href="${home}index.html">osteon</a>
      <nav class="guide-nav" aria-label="Documentation">
        <a href="${home}README.html#guides">Guides</a>
        <a href="${home}docs/api/index.html">API</a>
        <a href="${home}docs/guides/performance.html">Figures</a>
      </nav>
    </header>
    <main class="guide">${body}</main>
  </body>
</html>
`
}

/** The README's example of a page, as HTML. */
function firstExample(): string {
  return markdown.utils.escapeHtml(readmeExample().code.trimEnd())
}

/** The README's table of other players, as HTML. */
function othersTable(): string {
  return markdown.render(besideOthers()).replaceAll('.md"', '.html"')
}

/**
 * Serves the pages beside the demo's own, or builds them with it. API pages exist once `typedoc` has written them; the server
 * runs it on the first request for one.
 *
 * @param under folder of the demo in the build. @default the build's root
 */
export function guidePages({ under = '' }: { under?: string } = {}): Plugin {
  let writing: Promise<unknown> | null = null
  return {
    name: 'guide-pages',
    transformIndexHtml: (html) =>
      html.replace('<!-- first example -->', firstExample).replace('<!-- beside others -->', othersTable),
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        const path = decodeURI(url.split('?')[0].slice(1))
        if (API.test(path) && !exists('docs/api/index.md')) {
          writing ??= promisify(execFile)('npx', ['typedoc', '--logLevel', 'Error'], { cwd: ROOT })
          await writing.catch(console.error)
        }
        const { pages, files } = listGuidePages()
        const page = path.replace(/\.html$/, '.md')
        const isPage = path.endsWith('.html') && pages.has(page)
        if (!isPage && path !== STYLE && !files.has(path)) return next()
        response.setHeader('Content-Type', isPage ? 'text/html; charset=utf-8' : typeOf(path))
        response.end(isPage ? renderGuidePage(page) : path === STYLE ? styles() : bytesOf(path))
      })
    },
    generateBundle() {
      const { pages, files } = listGuidePages()
      const emit = (name: string, source: string | Uint8Array) =>
        void this.emitFile({ type: 'asset', fileName: `${under}${name}`, source })
      for (const page of pages) emit(page.replace(/\.md$/, '.html'), renderGuidePage(page))
      for (const file of files) emit(file, bytesOf(file))
      emit(STYLE, styles())
    },
  }
}

function styles(): string {
  return read('demo/style/base.css') + read('demo/style/guide-pages.css')
}

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
}

function typeOf(path: string): string {
  return TYPES[path.replace(/^.*\./, '')] ?? 'text/plain; charset=utf-8'
}

function bytesOf(path: string): Uint8Array {
  return readFileSync(join(ROOT, path))
}

/** Addresses of pictures in Markdown, and in its HTML. */
function picturesOf(text: string): string[] {
  return [...text.matchAll(/(?:<img src="|!\[[^\]]*\]\()([^")\s]+)/g)].map(([, address]) => address)
}

function linksOf(text: string): string[] {
  const inline = markdown.parse(text, {}).flatMap(({ children }) => children ?? [])
  return inline.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href') ?? '')
}

/** The file that a page's link leads to; null if it leaves the project or stays on the page. */
function targetOf(page: string, href: string): string | null {
  const [path] = href.split('#')
  return path === '' || /^[a-z]+:/.test(path) ? null : posix.join(posix.dirname(page), decodeURI(path))
}

function pageAddress(href: string): string {
  return /^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html')
}

/** The id that GitHub gives a heading; repeated names get a number. */
function uniqueId(ids: Map<string, number>, heading: string): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

function exists(file: string): boolean {
  return existsSync(join(ROOT, file))
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
