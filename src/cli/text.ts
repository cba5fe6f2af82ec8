/** Formats reports for printing. */
import type { Facts } from './facts'
import type { Report } from './inspect'
import { printableLine } from './printable'

/** Reports as indented JSON. */
export function jsonOf(reports: readonly Report[]): string {
  return JSON.stringify(reports, null, 2).split('\n').map(printableLine).join('\n')
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
