import { expect, test } from 'vitest'
import { ENTRIES } from '../../scripts/entries'
import budgets from './budgets.json'
import { bundledSize } from './consumer'

test.each(budgets)('$entries: minified and gzipped within $bytes bytes', async ({ entries, bytes }) => {
  const size = await bundledSize(entries.map((name) => `export * from '${name}'`).join('\n'))
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(bytes)
})

test('every entry has a budget of its own', () => {
  const alone = budgets.filter(({ entries }) => entries.length === 1).map(({ entries }) => entries[0])
  expect(alone.sort()).toEqual(Object.keys(ENTRIES).sort())
})
