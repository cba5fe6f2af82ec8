/** Sizes of the entries, against their budgets. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ENTRIES, NODE_ENTRIES } from '../../scripts/entries'
import { bundleOf, PAGES, type PageName, pageSize } from '../../scripts/smallest-pages'
import budgets from './budgets.json'
import { bundledSize, consumerFolder } from './consumer'

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
    const text = new TextDecoder().decode(await bundleOf(source, await consumerFolder(), ['react']))
    expect(text).toContain('customElements')
  },
)

test('the element as one file is small, and does nothing in Node', async () => {
  const file = join(await consumerFolder(), 'node_modules/osteon/dist/osteon-element.js')
  expect(gzipSync(readFileSync(file), { level: 9 }).length).toBeLessThanOrEqual(234_448)
  await promisify(execFile)(process.execPath, [file])
})

/** Greatest sizes of pages that load Spine JSON, and of the same pages with cooked rigs. */
const MOST: Readonly<Record<PageName, readonly [json: number, cooked: number]>> = {
  'osteon/render': [174_404, 172_542],
  'osteon/render/webgl': [141_583, 139_712],
  'pixi.js': [148_993, 146_574],
  three: [148_315, 146_205],
  phaser: [150_213, 147_963],
}

test.each(PAGES)(
  'the smallest page by %s, with what it needs but an engine: within its bounds',
  async (name) => {
    const folder = await consumerFolder()
    const sizes = [await pageSize(name, folder), await pageSize(name, folder, true)]
    sizes.forEach((size, i) => {
      expect(size).toBeGreaterThan(100_000)
      expect(size).toBeLessThanOrEqual(MOST[name][i])
    })
  },
)
