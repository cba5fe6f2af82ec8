/** Sums up the reports on the files of a folder. */
import type { Facts } from './fact-types'
import type { Report } from './report'

const ADDED = [
  'bones',
  'regions',
  'bytesOfImages',
  'bytesAnInstance',
  'bytesOfTables',
  'bytesOfFile',
] as const

/** Adds up reports on files. @returns one more report, named by the argument. */
export function sumOf(file: string, reports: readonly Report[]): Report {
  const kinds: Record<string, number> = {}
  for (const { facts } of reports) {
    const kind = facts ? String(facts.kind) : 'broken'
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  const count = (fact: 'animations' | 'skins') =>
    reports.reduce((total, { facts }) => total + Object.keys(facts?.[fact] ?? {}).length, 0)
  const added = ADDED.map((fact): [string, number] => [
    fact,
    reports.reduce((total, { facts }) => total + (typeof facts?.[fact] === 'number' ? facts[fact] : 0), 0),
  ])
  const facts: Facts = {
    kind: 'sum',
    files: kinds,
    animations: count('animations'),
    skins: count('skins'),
    ...Object.fromEntries(added.filter(([, total]) => total > 0)),
    warnings: reports.reduce((total, { warnings }) => total + warnings.length, 0),
  }
  return { file, facts, warnings: [], error: null }
}
