/** Figures in the pages are those of the one data file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { PAGES, readRecord, withTables } from '../../scripts/record'

test.each(PAGES)('%s shows the tables of docs/record.json; `npm run record` writes them', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  expect(text).toContain('<!-- record: ')
  expect(withTables(text)).toBe(text)
})

test('a page that names an unknown table is refused', () => {
  expect(() => withTables('<!-- record: nothing -->\n<!-- /record -->')).toThrow('no table "nothing"')
})

test('every table says when, on what and by which command it was measured', () => {
  for (const [name, { date, machine, command, rows }] of Object.entries(readRecord())) {
    expect(date, name).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(machine.length, name).toBeGreaterThan(0)
    expect(command, name).toMatch(/^npm run /)
    for (const row of rows) expect(row, name).toHaveLength(rows[0].length)
  }
})
