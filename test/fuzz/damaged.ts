/** What must hold for damaged files of each format, which a process of its own loads and plays. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { FuzzReport } from './child'
import { bundle, MOST_MB, MOST_YARDSTICKS, newFolder, runFuzz } from './run-child'

/** Override with FUZZ_SEED to look further than the fixed sequence. */
const SEED = Number(process.env.FUZZ_SEED ?? 20240607)

/** Damaged files of one format. */
export interface Damage {
  program: 'child' | 'mrtk-child'
  kind: Parameters<typeof runFuzz>[1]
  runs: number
  /** Added to the seed: another slice of files. @default 0 */
  slice?: number
  /** Further valid files. */
  files?: readonly string[]
}

/** Runs damaged files, tests what holds for all formats, and then `more`, which gets the report when its tests run. */
export function describeDamaged(
  what: string,
  { program, kind, runs, slice = 0, files = [] }: Damage,
  more: (reported: () => FuzzReport) => void,
): void {
  describe(`damaged ${what}`, () => {
    let report: FuzzReport

    beforeAll(async () => {
      report = await runFuzz(await bundle(program, newFolder()), kind, runs, SEED + slice, files)
    })

    test('only OsteonErrors come out', () => {
      expect(report.defect).toBe('')
      expect(report.runs).toBe(runs)
    })

    test('no call takes long, and memory stays within its limit', () => {
      expect(report.slowest).toBeLessThan(MOST_YARDSTICKS)
      expect(report.growthMb).toBeLessThan(MOST_MB)
    })

    more(() => report)
  })
}
