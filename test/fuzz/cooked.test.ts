/** Damaged cooked rigs, whose checksums fit, are refused in words, quickly, and without eating the machine. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { FuzzReport } from './child'
import { bundle, MOST_MB, MOST_YARDSTICKS, newFolder, runFuzz } from './run-child'

const RUNS = 2000
/** Override with FUZZ_SEED to look further than the fixed sequence. */
const SEED = Number(process.env.FUZZ_SEED ?? 20240607)

describe('damaged cooked rigs', () => {
  let report: FuzzReport

  beforeAll(async () => {
    const program = await bundle('child', newFolder())
    report = (await runFuzz(program, 'cooked', RUNS, SEED, [])) as FuzzReport
  })

  test('only OsteonErrors come out', () => {
    expect(report.defect).toBe('')
    expect(report.runs).toBe(RUNS)
  })

  test('no call takes long, and memory stays within its limit', () => {
    expect(report.slowest).toBeLessThan(MOST_YARDSTICKS)
    expect(report.growthMb).toBeLessThan(MOST_MB)
  })

  test('many files are read all the same, and many refused', () => {
    expect(report.loaded).toBeGreaterThan(RUNS / 20)
    expect(report.runs - report.loaded).toBeGreaterThan(RUNS / 3)
    expect(report.codes).toEqual(expect.arrayContaining(['damaged', 'cooked-version']))
  })
})
