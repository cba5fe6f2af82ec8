/** Recorded evaluations of input recordings: values, worked out again by the public API, and broken files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeShared } from '../../shared'
import { driveFile, judge } from '../driver'
import { listGoldens } from '../files'
import { createTally, passes } from '../tally'
import { compareValues } from './compare'
import { isMrtkGolden } from './driver'

const NEEDS = ['golden/mrtk', 'samples/mrtk', 'golden', 'samples']

describeShared('input recordings', NEEDS, (goldens, samples, allGoldens, allSamples) => {
  const folders = { goldens, samples }

  test.each(listGoldens(goldens))('%s is matched', async (path) => {
    const row = await driveFile(path, folders)
    expect(judge(row, new Map()), JSON.stringify(row.tally.findings, null, 1)).toBe('pass')
  })

  test('goldens may be given from a folder above on', async () => {
    const above = { goldens: allGoldens, samples: allSamples }
    expect(judge(await driveFile('mrtk/v11-markers.json', above), new Map())).toBe('pass')
  })

  test('deviations are found', async () => {
    const golden = JSON.parse(readFileSync(join(folders.goldens, 'v11-markers.json'), 'utf8'))
    const off = (change: (copy: typeof golden) => void) => {
      const copy = structuredClone(golden)
      change(copy)
      const tally = createTally()
      compareValues(tally, 'x', golden, copy)
      return passes(tally)
    }
    expect(off(() => {})).toBe(true)
    expect(
      off((copy) => copy.camera[3].splice(3, 4, ...copy.camera[3].slice(3).map((q: number) => -q))),
    ).toBe(true)
    expect(
      off((copy) => {
        copy.camera[3][1] += 0.01
      }),
    ).toBe(false)
    expect(
      off((copy) => {
        copy.camera[3][4] *= -1
      }),
    ).toBe(false)
    expect(
      off((copy) => {
        copy.markers[1].name = 'x'
      }),
    ).toBe(false)
    expect(
      off((copy) => {
        copy.camera.pop()
      }),
    ).toBe(false)
    expect(
      off((copy) => {
        copy.gaze = []
      }),
    ).toBe(false)
    expect(
      off((copy) => {
        copy.layout = 'full'
      }),
    ).toBe(false)
    expect(
      off((copy) => {
        copy.wrapModes[0][0] = 2
      }),
    ).toBe(false)
  })
})

test('goldens of recordings are known by their fields', () => {
  expect(isMrtkGolden({ file: 'x.bin', sha256: '' })).toBe(true)
  expect(isMrtkGolden({ kind: 'reduction', times: [] })).toBe(true)
  expect(isMrtkGolden({ cases: [{ file: 'x.bin', bytes: 1, expect: 'reject' }] })).toBe(true)
  expect(isMrtkGolden({ format: 'spine-golden', cases: [{ id: 'x', kind: 'pose' }] })).toBe(false)
  expect(isMrtkGolden({ schema: 1, sample: 'x', data: [] })).toBe(false)
})
