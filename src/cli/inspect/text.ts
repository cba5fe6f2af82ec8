/** Formats reports for printing. */

import { printable, printableLine } from '../printable'
import type { Changes } from './compare'
import type { Facts } from './fact-types'
import type { Report } from './report'

/** Reports as indented JSON. */
export function jsonOf(content: readonly Report[] | Changes): string {
  return printable(JSON.stringify(content, null, 2))
}

/** A report as text, one fact in each line. */
export function textOf({ file, facts, warnings, error }: Report): string {
  const lines = Object.entries(facts ?? {}).map(
    ([name, value]) => `  ${wordsOf(name).padEnd(20)} ${textOfFact(value)}`,
  )
  for (const { path, message } of warnings)
    lines.push(`  warning: ${path === '' ? '' : `${path}: `}${message}`)
  if (error) lines.push(`  error: ${error.message}`)
  return [file, ...lines].map(printableLine).join('\n')
}

/** `bytesAnInstance` → `bytes an instance` */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function textOfFact(value: Facts[string]): string {
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? '-' : `${value.length}: ${value.join(', ')}`
  const entries = Object.entries(value)
  return entries.length === 0 ? '-' : entries.map(([name, number]) => `${name} ${number}`).join(', ')
}

/** As text, a part a line: `+` added, `-` removed, `~` changed, with the fields that did. */
export function textOfChanges(changes: Changes): string {
  const lines = Object.entries(changes).flatMap(([kind, { added, removed, changed }]) => [
    kind,
    ...added.map((name) => `  + ${name}`),
    ...removed.map((name) => `  - ${name}`),
    ...Object.entries(changed).map(([name, fields]) => `  ~ ${name}: ${fields.join(', ')}`),
  ])
  return lines.length === 0 ? 'nothing changed' : lines.map(printableLine).join('\n')
}
