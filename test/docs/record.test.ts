/** Figures in the pages are those of the one data file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawBadges } from '../../scripts/badges'
import { ROOT } from '../../scripts/entries'
import { PAGES, readRecord, withTables } from '../../scripts/record'

test.each(PAGES)('%s shows the tables of docs/record.json; `npm run record` writes them', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  expect(text).toContain('<!-- record: ')
  expect(withTables(text)).toBe(text)
})

test('the badges of the README show facts of the package', () => {
  const badges = drawBadges(readRecord())
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  expect(Object.keys(badges)).toHaveLength(3)
  for (const [name, svg] of Object.entries(badges)) {
    const [, alt] = /aria-label="([^"]*)"/.exec(svg) ?? []
    expect(readme).toContain(`![${alt}](${name})`)
    expect(readFileSync(join(ROOT, name), 'utf8')).toBe(svg)
  }
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
