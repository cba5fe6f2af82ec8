/** Sizes of the entries, against their budgets. */
import { expect, test } from 'vitest'
import { ENTRIES, NODE_ENTRIES } from '../../scripts/entries'
import { readmeExample } from '../../scripts/readme'
import budgets from './budgets.json'
import { bundledSize, wholeSize } from './consumer'

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

test.each([
  ['osteon/render', 169_350],
  ['osteon/render/webgl', 137_250],
])("the README's page, with all that it needs, drawn by %s: within %i bytes", async (entry, bytes) => {
  const example = readmeExample().code
  expect(example).toContain("'osteon/render'")
  expect(await wholeSize(example.replace("'osteon/render'", `'${entry}'`))).toBeLessThanOrEqual(bytes)
})
