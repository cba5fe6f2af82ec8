/** Examples and links of the pages agree with the sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ENGINE_ENTRIES, ENTRIES, ROOT } from '../../scripts/entries'
import { compiledExamples, compileExamples, deadLinks, examplesOf, globalsOf, readPages } from './markdown'

const PAGES = readPages()
const byFile = PAGES.map((page) => [page.file, page] as const)

let globals: string
beforeAll(async () => {
  // Examples import what belongs to an engine, as games do.
  const modules = Object.keys(ENTRIES).filter((name) => !ENGINE_ENTRIES.includes(name))
  globals = await globalsOf([...modules, 'bitecs'])
})

test('the helper finds links that lead nowhere and code that is wrong', () => {
  const text =
    '[a](missing.md) [b](README.md) [c](README.md#no-such-heading) [d](#here) `[e](none.md)`\n\n# Here\n'
  expect(deadLinks({ file: 'page.md', text })).toEqual(['missing.md', 'README.md#no-such-heading'])
  const code = 'text\n\n```ts\nplay(world, eid, "run")\nplay(world, hero, "run")\n```\n'
  const [problems] = compileExamples(examplesOf({ file: 'page.md', text: code }), globals)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^page\.md:5: .*not assignable/)
})

test.each(byFile)('the links of %s lead somewhere', (_, page) => {
  expect(deadLinks(page)).toEqual([])
})

test('all examples compile', () => {
  const examples = compiledExamples(PAGES)
  expect(examples.length).toBeGreaterThan(30)
  expect(compileExamples(examples, globals).flat()).toEqual([])
})

test('examples that are marked as `ts soon` do not compile yet', () => {
  const examples = PAGES.flatMap((page) => examplesOf(page, 'ts soon'))
  const problems = compileExamples(examples, globals)
  const ready = examples.filter((_, i) => problems[i].length === 0).map(({ page, line }) => `${page}:${line}`)
  expect(ready, 'these compile: make them `ts`').toEqual([])
})

test('the README lists every entry, and no other', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const listed = [...readme.matchAll(/^\| `(osteon[\w/-]*)` +\|/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(Object.keys(ENTRIES).sort())
})

test('each code of errors and warnings has an entry, and no other has', () => {
  const source = readFileSync(join(ROOT, 'src/base/errors.ts'), 'utf8')
  const page = readFileSync(join(ROOT, 'docs/guides/errors.md'), 'utf8')
  const [errors, warnings] = page.split('\n## Warnings\n')
  expect(entries(errors)).toEqual(codes(source, 'ErrorCode'))
  expect(entries(warnings)).toEqual(codes(source, 'WarningCode'))
})

/** Members of a union of names. */
function codes(source: string, type: string): string[] {
  const [, union] = new RegExp(`export type ${type} =((?:\\s+\\|.*|\\s+//.*)+)`).exec(source) ?? []
  const found = [...(union ?? '').matchAll(/'([\w-]+)'/g)].map(([, code]) => code)
  expect(found.length).toBeGreaterThan(10)
  return [...new Set(found)].sort()
}

function entries(text: string): string[] {
  return [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code]) => code).sort()
}
