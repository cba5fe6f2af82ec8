/** Damaged Spine files are refused in words, quickly, and without eating the machine. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../src/errors'
import { sharedDir } from '../shared'
import type { FuzzReport } from './child'

/** What can be wrong with a skeleton or an atlas. */
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

const RUNS = 5000
/** Override with FUZZ_SEED to look further than the fixed sequence. */
const SEED = process.env.FUZZ_SEED ?? '20240607'

function sampleFiles(): string[] {
  const shared = sharedDir()
  if (!shared) return []
  const folder = join(shared, 'samples', 'spine')
  const wanted = /^(synthetic\/)?(3\.8|4\.[012])\/(?!mix-and-match|raptor|tank|vine).*\.json$/
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file))
    .map((file) => join(folder, file))
}

describe('damaged Spine files', () => {
  let report: FuzzReport

  beforeAll(async () => {
    const child = fileURLToPath(new URL('./child.ts', import.meta.url))
    const args = ['--import', 'tsx', child, String(RUNS), SEED, ...sampleFiles()]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      timeout: 110_000,
      maxBuffer: 2 ** 26,
    })
    report = JSON.parse(stdout)
  }, 120_000)

  test('only OsteonErrors come out, and numbers of what loads are finite', () => {
    expect(report.defect).toBe('')
    expect(report.runs).toBeGreaterThanOrEqual(RUNS)
  })

  test('no call takes a second', () => {
    expect(report.slowestMs).toBeLessThan(1000)
  })

  test('memory stays within 256 MB of the start', () => {
    expect(report.growthMb).toBeLessThan(256)
  })

  test('at least 30 % of the files get past the header and some load all the same', () => {
    expect((report.loaded + report.late) / report.runs).toBeGreaterThan(0.3)
    expect(report.loaded).toBeGreaterThan(100)
  })

  test('every error that a file can cause is met', () => {
    expect(report.codes).toEqual(CODES)
  })
})
