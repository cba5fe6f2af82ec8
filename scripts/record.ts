/**
 * Fills the tables of measured figures in the pages, and the README's badges, from `docs/record.json`, which the benches write.
 * `npm run record` does so; a test checks that both are current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { drawBadges } from './badges.ts'
import { ROOT } from './entries.ts'

export const RECORD_FILE = join(ROOT, 'docs/record.json')

/** Pages that show tables. A table stands between `<!-- record: NAME -->` and `<!-- /record -->`. */
export const PAGES = ['README.md', 'docs/record.md', 'docs/guides/performance.md'] as const

export interface RecordedTable {
  /** Of the run, as `2026-11-28`. */
  date: string
  machine: string
  command: string
  /** Packages beside which osteon was measured, with versions. */
  peers: readonly string[]
  /** The head first. */
  rows: readonly (readonly string[])[]
}

/** All tables by name. */
export function readRecord(): Record<string, RecordedTable> {
  return JSON.parse(readFileSync(RECORD_FILE, 'utf8'))
}

/**
 * The text of a page with current tables. `<!-- record: games 0,1 -->` shows these columns only.
 *
 * @throws Error if the page names a table that the record lacks.
 */
export function withTables(page: string): string {
  const record = readRecord()
  return page.replace(
    /<!-- record: (\w+)((?: \d+(?:,\d+)*)?) -->[\s\S]*?<!-- \/record -->/g,
    (_, name: string, columns: string) => {
      const table = record[name]
      if (!table) throw new Error(`docs/record.json has no table "${name}"`)
      const chosen = columns === '' ? table.rows[0].map((_, i) => i) : columns.split(',').map(Number)
      return `<!-- record: ${name}${columns} -->\n${markdown(table, chosen)}\n<!-- /record -->`
    },
  )
}

function markdown(
  { rows, date, machine, command, peers }: RecordedTable,
  columns: readonly number[],
): string {
  const line = (cells: readonly string[]) => `| ${columns.map((i) => cells[i]).join(' | ')} |`
  const [head, ...body] = rows
  const beside = peers.length > 0 ? `\n${wrap(`Beside ${peers.join(', ')}.`)}` : ''
  const table = [line(head), `|${' --- |'.repeat(columns.length)}`, ...body.map(line)].join('\n')
  return `\`${command}\`, ${date}, ${machine}.${beside}\n\n${table}`
}

/** Breaks a text at spaces, so that no line is longer than 120 columns. */
function wrap(text: string): string {
  return text.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd()
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of PAGES) {
    const path = join(ROOT, page)
    writeFileSync(path, withTables(readFileSync(path, 'utf8')))
  }
  for (const [name, svg] of Object.entries(drawBadges(readRecord()))) writeFileSync(join(ROOT, name), svg)
}
