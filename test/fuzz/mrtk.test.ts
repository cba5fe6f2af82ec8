import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEEP, runs } from '../deep'
import { filesIn, withShared } from '../shared'
import type { RecordingFuzzReport } from './mrtk-child'
import { bundle, MOST_MB, MOST_YARDSTICKS, newFolder, runFuzz } from './run-child'

const RUNS = runs(2000)
/** Override with FUZZ_SEED to look further than the fixed sequence. */
const SEED = Number(process.env.FUZZ_SEED ?? 20240607)

function sampleFiles(): string[] {
  const small = /^v11-(gaze-only|markers|no-marker-list|nothing|single-keys|wrap-modes)\.bin$/
  return withShared('samples/mrtk', [], (folder) => filesIn(folder, small).map((name) => join(folder, name)))
}

describe('damaged recordings', () => {
  let report: RecordingFuzzReport

  beforeAll(async () => {
    const program = await bundle('mrtk-child', newFolder())
    report = (await runFuzz(program, 'recordings', RUNS, SEED, sampleFiles())) as RecordingFuzzReport
  })

  test('only OsteonErrors come out', () => {
    expect(report.defect).toBe('')
    expect(report.runs).toBe(RUNS)
  })

  test('no call takes long, and memory stays within its limit', () => {
    expect(report.slowest).toBeLessThan(MOST_YARDSTICKS)
    expect(report.growthMb).toBeLessThan(MOST_MB)
  })

  test('most files get past the header, and many are read all the same', () => {
    expect((report.loaded + report.late) / report.runs).toBeGreaterThan(0.7)
    expect(report.loaded).toBeGreaterThan(RUNS / 10)
  })

  test.runIf(DEEP)('every error that a file of this size can cause is met', () => {
    expect(report.codes).toEqual([
      'bad-count',
      'bad-magic',
      'bad-string',
      'bad-time',
      'bad-wrap',
      'truncated',
      'unsupported-version',
    ])
  })
})
