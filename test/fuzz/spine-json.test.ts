/** Damaged Spine files are refused in words, quickly, and without eating the machine. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../src/base/errors'
import { DEEP, runs, sampleOf } from '../deep'
import { filesIn, withShared } from '../shared'
import type { FuzzReport } from './child'
import { bundle, MOST_MB, MOST_YARDSTICKS, newFolder, runFuzz } from './run-child'

/** Codes for errors in a skeleton or an atlas. */
const CODES: readonly ErrorCode[] = [
  'bad-atlas',
  'bad-colour',
  'bad-curve',
  'bad-draw-order',
  'bad-enum',
  'bad-order',
  'bad-triangles',
  'bad-vertices',
  'cycle',
  'duplicate-name',
  'missing',
  'missing-region',
  'not-a-skeleton',
  'not-finite',
  'not-json',
  'out-of-range',
  'too-large',
  'unknown-animation',
  'unknown-attachment',
  'unknown-bone',
  'unknown-constraint',
  'unknown-event',
  'unknown-parent',
  'unknown-skin',
  'unknown-slot',
  'unknown-timeline',
  'unsupported-feature',
  'unsupported-version',
  'wrong-type',
]

/** Override with FUZZ_SEED to look further than the fixed sequence. */
const SEED = Number(process.env.FUZZ_SEED ?? '20240607')

function sampleFiles(): string[] {
  const wanted = /^(synthetic\/)?(3\.8|4\.[012])\/(?!mix-and-match|raptor|tank|vine).*\.json$/
  return withShared('samples/spine', [], (folder) =>
    sampleOf(filesIn(folder, wanted)).map((file) => join(folder, file)),
  )
}

describe.each([
  // Fields that are exchanged get far, and meet everything that readers look for.
  { kind: 'fields', runs: runs(5000), files: sampleFiles(), late: 0.3, codes: CODES },
  // Bytes mostly break what is before.
  { kind: 'bytes', runs: runs(2000), files: [], late: 0.3, codes: [] },
  { kind: 'skel', runs: runs(2000), files: [], late: 0.3, codes: [] },
] as const)('Spine files with damaged $kind', ({ kind, runs: asked, files, late, codes }) => {
  const folder = newFolder()
  let report: FuzzReport

  beforeAll(async () => {
    report = await runFuzz(await bundle('child', folder), kind, asked, SEED, files)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('only OsteonErrors come out, and numbers of loaded rigs are finite, vertices too', () => {
    expect(report.defect).toBe('')
    expect(report.runs).toBeGreaterThanOrEqual(asked)
  })

  test('no call takes long', () => {
    expect(report.slowest).toBeLessThan(MOST_YARDSTICKS)
  })

  test('memory stays within its limit', () => {
    expect(report.growthMb).toBeLessThan(MOST_MB)
  })

  test('many of the files get past the header and some load all the same', () => {
    expect((report.loaded + report.late) / report.runs).toBeGreaterThan(late)
    expect(report.loaded).toBeGreaterThan(asked / 20)
  })

  test.runIf(DEEP && codes.length > 0)('every error that a file can cause is met', () => {
    expect(report.codes).toEqual(codes)
  })
})
