/** Prints a bench's table, and with `--record` writes it into the one data file that the pages show. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { RECORD_FILE, type RecordedTable, readRecord } from '../../scripts/record.ts'
import { PEERS_FOLDER } from './peers-folder'
import { alignColumns } from './table'

/** Adds `--record` to a command. */
export function recordOption(command: Command): Command {
  return command.option('--record', 'writes the table into docs/record.json, for `npm run record`')
}

/**
 * Prints a table and, if `record` is true, keeps it under `name` in the place of the former one.
 *
 * @param peers packages beside which osteon was measured, with versions.
 * @param rows the head first.
 * @param kept names of the rows that the record keeps. @default all
 */
export function reportTable(
  name: string,
  rows: readonly (readonly string[])[],
  {
    record,
    peers,
    kept,
  }: { record: boolean | undefined; peers: readonly string[]; kept?: readonly string[] },
): void {
  console.log(alignColumns(rows))
  if (!record) return
  const table: RecordedTable = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.versions.node.split('.')[0]}`,
    command: `npm run ${process.env.npm_lifecycle_event ?? name}`,
    peers,
    rows: kept ? rows.filter(([name], i) => i === 0 || kept.includes(name)) : rows,
  }
  const tables = { ...readRecord(), [name]: table }
  writeFileSync(RECORD_FILE, `${JSON.stringify(tables, null, 2)}\n`)
}

/** An installed peer as `name version`. */
export function peerOf(name: string): string {
  const { version } = JSON.parse(
    readFileSync(join(PEERS_FOLDER, 'node_modules', name, 'package.json'), 'utf8'),
  )
  return `${name} ${version}`
}
