/** Figures in the pages are those of the one data file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawBadges } from '../../scripts/badges'
import { ROOT } from '../../scripts/entries'
import { besideOthers } from '../../scripts/readme'
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

test('the README’s table of others has the figures of the record', () => {
  const record = readRecord()
  const cells = (table: string, column: number, row: RegExp) =>
    record[table].rows.filter(([what]) => row.test(what)).map((cells) => Number.parseFloat(cells[column]))
  const range = (row: RegExp) => {
    const times = cells('games', 3, row)
    return `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`
  }
  const [own, plugin] = [/webgl/, /PixiJS/].map(
    (row) => record.size.rows.find(([what]) => row.test(what)) ?? [],
  )
  const [rive, lottie] = [/Rive/, /dotLottie/].map((row) => cells('size', 3, row)[0])
  const table = besideOthers()
  for (const figures of [
    `| ${range(/^([\w-]+-pro|cloud-pot)$/)} (one loop each), ${range(/fading/)} (always fading) |`,
    `| ${cells('hosts', 3, /osteon/)[0].toFixed(1)} ms | ${Math.round(cells('hosts', 3, /spine-pixi/)[0])} ms |`,
    `| ${cells('load_json', 1, /median/)[0].toFixed(1)} to ${cells('load_skel', 1, /median/)[0].toFixed(1)} × its time |`,
    `| ${own[1]} kB | ${own[3]} kB | – | ${rive} kB | ${lottie} kB |`,
    `| ${plugin[1]} kB | ${plugin[3]} kB |`,
  ])
    expect(table).toContain(figures)
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  expect(readme).toContain(`It is ${range(/^(?!scene$)/)} times as fast as the official web`)
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
