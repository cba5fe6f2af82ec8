/** The bench runs, and its sums are right. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { SYSTEMS } from '../../bench/kit/measurement'
import { ownCast } from '../../bench/kit/scenes'
import { ROOT } from '../../scripts/entries'

/** Numbers outside brackets in the row that begins with `label`. */
function rowOf(table: string, label: string): number[] {
  const line = table.split('\n').find((candidate) => candidate.startsWith(`${label}  `)) ?? ''
  return [...line.slice(label.length).matchAll(/(?<=\s{2})-?[\d.]+/g)].map(Number)
}

test('the bench prints a row for each system, and its sums are right', () => {
  const [{ name }] = ownCast()
  const effort = ['--rounds', '5', '--round', '1', '--warmup', '60', '--limit', '200']
  const tiny = ['--count', '1,6', '--scene', name, ...effort]
  const table = execFileSync(process.execPath, ['--import', 'tsx', 'bench/index.ts', ...tiny], {
    cwd: ROOT,
    encoding: 'utf8',
    // The project's own cast, with or without shared files beside the project.
    env: { ...process.env, OSTEON_SHARED: '' },
  })
  const rows = SYSTEMS.map((system) => rowOf(table, system))
  for (const row of rows) {
    expect(row).toHaveLength(2)
    for (const microseconds of row) expect(microseconds).toBeGreaterThanOrEqual(0)
  }
  const frames = rowOf(table, 'skeletons per 60 Hz frame')
  for (let column = 0; column < 2; column++) {
    const pipeline = rows[SYSTEMS.length - 1][column]
    const apart = rows.slice(0, -1).reduce((sum, row) => sum + row[column], 0)
    expect(pipeline).toBeGreaterThan(apart / 20)
    expect(pipeline).toBeLessThan(apart * 20)
    expect(frames[column] * pipeline).toBeGreaterThan(16_000)
    expect(frames[column] * pipeline).toBeLessThan(17_500)
  }
  const [alone, among] = rowOf(table, 'bytes per skeleton')
  expect(among).toBeGreaterThan(1000)
  expect(alone).toBeGreaterThan(among)
})
