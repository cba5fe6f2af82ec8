/** A sample of the recorded poses of Spine skeletons. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEEP } from '../deep'
import { describeShared } from '../shared'
import { driveFile, judge, readExpected } from './driver'
import { isAsked, listGoldens } from './files'
import { p99 } from './tally'

const PLAYED = ['**/{3.6,3.7,3.8,4.0,4.1,4.2,4.3}/*']
/** The command plays all of them; the suite a sample that takes seconds. */
const STATE_SHARE = 5
const BOTH = ['wasm', 'plain'] as const
const expected = readExpected(readFileSync(new URL('refused.txt', import.meta.url), 'utf8'))

describeShared('recorded poses', ['golden/spine', 'samples/spine'], (goldens, samples) => {
  const paths = listGoldens(goldens).filter((path) => isAsked(path, PLAYED))

  test.each(
    paths.flatMap((path, index) =>
      // Plain kernels, which leave the same bits, take longer.
      (DEEP ? BOTH : [BOTH[Number(index % 4 === 0)]]).map((kernels) => {
        // Shortcuts are left out of a share; `npm run golden -- --no-shortcuts` leaves them out of all.
        return { path, kernels, shortcuts: index % 3 > 0 }
      }),
    ),
  )('$path is matched, or refused by name ($kernels, shortcuts $shortcuts)', async (way) => {
    const { path } = way
    const row = await driveFile(path, { goldens, samples, ...way, stateShare: STATE_SHARE })
    const { missing, mismatches, max, findings } = row.tally
    const verdict = judge(row, expected)
    const summary = { max, p99: p99(row.tally), missing, mismatches, findings, refused: row.refused?.message }
    expect(verdict, JSON.stringify(summary, null, 1)).toBe(expected.has(path) ? 'refused' : 'pass')
    if (verdict === 'pass') expect(row.tally.numbers).toBeGreaterThan(1000)
  })

  test('the list of refusals names recordings of these versions only for features that cannot be run', () => {
    for (const [path, code] of expected) {
      expect(paths).toContain(path)
      expect(code, path).toBe('unsupported-feature')
    }
  })
})
