/** What guides show is what the examples do, and their links lead somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'

const GUIDES = join(ROOT, 'docs/guides')
const EXAMPLES = join(ROOT, 'docs/examples')
const guides = readdirSync(GUIDES).filter((name) => name.endsWith('.md'))

/** Lines without their indentation: an excerpt may stand deeper in the example. */
const bare = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()

const examples = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => bare(readFileSync(join(EXAMPLES, name), 'utf8')))

test.each(guides)('%s quotes examples, which are run elsewhere', (name) => {
  const text = readFileSync(join(GUIDES, name), 'utf8')
  for (const [, code] of text.matchAll(/```ts\n([\s\S]*?)```/g))
    expect(
      examples.some((example) => example.includes(bare(code))),
      code,
    ).toBe(true)
})

test.each(guides)('the links of %s lead to files', (name) => {
  const text = readFileSync(join(GUIDES, name), 'utf8')
  for (const [, target] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g))
    expect(existsSync(join(dirname(join(GUIDES, name)), target)), target).toBe(true)
})

test('there are guides', () => {
  expect(guides.length).toBeGreaterThanOrEqual(7)
})

test('the example for Node plays', async () => {
  const { bounds, root, steps } = await import('../../docs/examples/node')
  expect(steps.length).toBeGreaterThan(2)
  expect(bounds?.every(Number.isFinite)).toBe(true)
  expect([...root]).toEqual([1, 0, 0, 1, 0, 0])
})
