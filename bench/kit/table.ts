/** Prints measurements as tables. */
import { type Measurement, SYSTEMS } from './measurement'
import { median, minimum } from './statistics'

/** Microseconds of a frame on a 60 Hz screen. */
const FRAME = 1_000_000 / 60

/** The measurements of one scene as text: a row for each system, a column for each number of skeletons. */
export function sceneTable(title: string, counts: readonly number[], found: readonly Measurement[]): string {
  const pipeline = SYSTEMS.length - 1
  const rows = [
    ['µs per skeleton: minimum (median)', ...counts.map((count) => `N = ${count}`)],
    ...SYSTEMS.map((system, row) => [
      system,
      ...found.map(({ rounds }) => `${digits(minimum(rounds[row]))} (${digits(median(rounds[row]))})`),
    ]),
    ['skeletons per 60 Hz frame', ...found.map(({ rounds }) => whole(FRAME / minimum(rounds[pipeline])))],
    ['bytes per skeleton', ...found.map(({ bytes }, i) => whole(bytes / counts[i]))],
    ['garbage: bytes per tick', ...found.map(({ garbage, window }) => whole(garbage.bytes / window))],
    [
      'garbage collections in ticks',
      ...found.map(({ garbage, window }) => `${garbage.collections} in ${window}`),
    ],
  ]
  return `${title}\n${alignColumns(rows)}`
}

/** Pads cells to columns; the first column is aligned to the left. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n')
}

export function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function whole(value: number): string {
  return String(Math.round(value))
}
