/** The demo's documentation: every link of its first page and of the guides leads to something. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENTRIES, ROOT } from '../../scripts/entries'
import { listGuidePages, renderGuidePage } from '../../scripts/guide-pages'

const { pages, files } = listGuidePages()
const guides = [...pages].filter((page) => !page.startsWith('docs/api/'))
const rendered = new Map(guides.map((page) => [page.replace(/\.md$/, '.html'), renderGuidePage(page)]))

/** The pages of typedoc: one for each entry, and a list of them. */
const api = ['index', ...Object.keys(ENTRIES)].map((name) => `docs/api/${name}.html`)

/** Links and pictures of a page that lead nowhere where the demo is served. */
function deadLinks(page: string, html: string): string[] {
  const hrefs = [...html.matchAll(/<(?:a [^>]*href|img [^>]*src)="([^"]*)"/g)].map(([, href]) => href)
  return hrefs.filter((href) => {
    if (/^[a-z]+:/.test(href)) return false
    const [path, anchor] = href.split('?')[0].split('#')
    const target = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path))
    const found = rendered.get(target)
    if (found === undefined)
      return !files.has(target) && !api.includes(target) && !existsSync(join(ROOT, 'demo', target))
    return anchor !== undefined && !found.includes(`id="${decodeURI(anchor)}"`)
  })
}

describe('pages of the documentation', () => {
  test('are all guides, and more', () => {
    const names = readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`)
    expect(guides).toEqual(expect.arrayContaining([...names, 'README.md', 'bench/README.md', 'SECURITY.md']))
  })

  test.each([...rendered])('%s has no dead link', (page, html) => {
    expect(html).toMatch(/<h1 id="[^"]+">/)
    expect(deadLinks(page, html)).toEqual([])
  })

  test('the first page shows pictures', () => {
    expect([...files].filter((file) => file.startsWith('docs/pictures/')).length).toBeGreaterThan(5)
  })

  test('each example page is named by a guide, below which the site runs it', () => {
    const examples = readdirSync(join(ROOT, 'docs/examples')).filter((name) => name.endsWith('.html'))
    const text = guides.map((page) => readFileSync(join(ROOT, page), 'utf8')).join('')
    const named = (name: string) =>
      ['.ts', '.tsx'].some((end) => text.includes(`](../examples/${name.replace(/\.html$/, end)})`))
    expect(examples.length).toBeGreaterThan(10)
    expect(examples.filter((name) => !named(name))).toEqual([])
  })

  test('the first page leads to guides, API and figures', () => {
    const html = readFileSync(join(ROOT, 'demo/index.html'), 'utf8')
    expect(deadLinks('index.html', html)).toEqual([])
    for (const page of ['docs/guides/start.html', 'docs/api/index.html', 'docs/guides/performance.html'])
      expect(html).toContain(`href="./${page}"`)
  })
})
