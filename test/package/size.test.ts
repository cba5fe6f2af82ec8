/** Sizes of the entries, against their budgets. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ENTRIES, NODE_ENTRIES, ROOT } from '../../scripts/entries'
import { readmeExample } from '../../scripts/readme'
import budgets from './budgets.json'
import { bundledSize, bundleOf, consumerFolder, sizeBeside, wholeSize } from './consumer'

interface Budget {
  entries: string[]
  bytes: number
  /** Modules that a game has already: their size is subtracted. */
  over?: string[]
}

const sizeOf = (entries: readonly string[]): Promise<number> =>
  bundledSize(entries.map((name) => `export * from '${name}'`).join('\n'))

test.each<Budget>(budgets)(
  '$entries over $over: minified and gzipped within $bytes bytes',
  async ({ entries, bytes, over }) => {
    const size = (await sizeOf([...entries, ...(over ?? [])])) - (over ? await sizeOf(over) : 0)
    expect(size).toBeGreaterThan(0)
    expect(size).toBeLessThanOrEqual(bytes)
  },
)

test('every entry for pages has a budget of its own', () => {
  const alone = (budgets as Budget[])
    .filter(({ entries, over }) => entries.length === 1 && !over)
    .map(({ entries }) => entries[0])
  expect(alone.sort()).toEqual(
    Object.keys(ENTRIES)
      .filter((name) => !NODE_ENTRIES.includes(name))
      .sort(),
  )
})

test.each(["import 'osteon/element'", "export { Figure } from 'osteon/react'"])(
  'bundlers keep the definition of the element: %s',
  async (source) => {
    const text = new TextDecoder().decode(await bundleOf(source, ['react']))
    expect(text).toContain('customElements')
  },
)

test('the element as one file: gzipped within 233 040 bytes, and it does nothing in Node', async () => {
  const file = join(await consumerFolder(), 'node_modules/osteon/dist/osteon-element.js')
  expect(gzipSync(readFileSync(file), { level: 9 }).length).toBeLessThanOrEqual(233_040)
  await promisify(execFile)(process.execPath, [file])
})

test.each([
  ['osteon/render', 173_090],
  ['osteon/render/webgl', 140_473],
])("the README's page, with all that it needs, drawn by %s: within %i bytes", async (entry, bytes) => {
  const example = readmeExample().code
  expect(example).toContain("'osteon/render'")
  expect(await wholeSize(example.replace("'osteon/render'", `'${entry}'`))).toBeLessThanOrEqual(bytes)
})

test.each([
  ['pixi', 'pixi.js', 147_850],
  ['three', 'three', 147_160],
  ['phaser', 'phaser', 148_770],
])('the first example of the guide to %s, beside %s: within %i bytes', async (guide, engine, bytes) => {
  const page = readFileSync(join(ROOT, `docs/guides/${guide}.md`), 'utf8')
  const example = page.split('```ts\n')[1].split('```')[0]
  expect(example).toContain(`from '${engine}'`)
  const size = await sizeBeside(engine, example)
  expect(size).toBeGreaterThan(100_000)
  expect(size).toBeLessThanOrEqual(bytes)
})
