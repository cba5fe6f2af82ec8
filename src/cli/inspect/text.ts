/** Formats reports for printing. */

import { printable, printableLine } from '../printable'
import type { Changes } from './compare'
import type { Facts } from './fact-types'
import type { Report } from './report'

/** Reports as indented JSON. */
export function jsonOf(content: readonly Report[] | Changes): string {
  return printable(JSON.stringify(content, null, 2))
}

/**
 * Formats a report as text, one fact in each line. Sizes and names of unused items are tables.
 *
 * @param top lines of a table. The number of lines that are cut off is given in one more line.
 */
export function textOf({ file, facts, warnings, error }: Report, top = Number.POSITIVE_INFINITY): string {
  const lines = Object.entries(facts ?? {}).flatMap(([name, value]) => {
    const head = `  ${wordsOf(name).padEnd(20)}`
    const table = tableOf(name, value, top)
    return table ? [`${head} ${table[0]}`, ...table.slice(1)] : [`${head} ${textOfFact(value)}`]
  })
  for (const { path, message } of warnings)
    lines.push(`  warning: ${path === '' ? '' : `${path}: `}${message}`)
  if (error) lines.push(`  error: ${error.message}`)
  return [file, ...lines].map(printableLine).join('\n')
}

/** Returns `bytes an instance` for `bytesAnInstance`. */
export function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Formats facts of `--size`, which are lists of many items: a heading, then a line for each; null for other facts. */
function tableOf(name: string, value: Facts[string], top: number): string[] | null {
  if (typeof value !== 'object' || !/^bytesOf|Never/.test(name)) return null
  const isList = Array.isArray(value)
  const rows: [string, number | null][] = isList ? value.map((one) => [one, null]) : Object.entries(value)
  if (rows.length === 0) return ['-']
  const sum = (part: typeof rows) => part.reduce((total, [, bytes]) => total + (bytes ?? 0), 0)
  const [shown, rest] = [rows.slice(0, top), rows.slice(top)]
  const line = (bytes: number | null, text: string) =>
    `    ${bytes === null ? '' : `${bytes}  `.padStart(12)}${text}`
  return [
    isList ? String(rows.length) : `${rows.length}, ${sum(rows)} bytes`,
    ...shown.map(([text, bytes]) => line(bytes, text)),
    ...(rest.length > 0
      ? [line(isList ? null : sum(rest), `… ${rest.length} more (--top 0 shows all)`)]
      : []),
  ]
}

function textOfFact(value: Facts[string]): string {
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? '-' : `${value.length}: ${value.join(', ')}`
  const entries = Object.entries(value)
  return entries.length === 0 ? '-' : entries.map(([name, number]) => `${name} ${number}`).join(', ')
}

/** Formats changes as text, one item a line: `+` added, `-` removed, `~` changed, with the changed fields. */
export function textOfChanges(changes: Changes): string {
  const lines = Object.entries(changes).flatMap(([kind, { added, removed, changed }]) => [
    kind,
    ...added.map((name) => `  + ${name}`),
    ...removed.map((name) => `  - ${name}`),
    ...Object.entries(changed).map(([name, fields]) => `  ~ ${name}: ${fields.join(', ')}`),
  ])
  return lines.length === 0 ? 'nothing changed' : lines.map(printableLine).join('\n')
}
