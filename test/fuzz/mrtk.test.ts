import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEEP, runs } from '../deep'
import { filesIn, withShared } from '../shared'
import { describeDamaged } from './damaged'

const RUNS = runs(2000)

function sampleFiles(): string[] {
  const small = /^v11-(gaze-only|markers|no-marker-list|nothing|single-keys|wrap-modes)\.bin$/
  return withShared('samples/mrtk', [], (folder) => filesIn(folder, small).map((name) => join(folder, name)))
}

describeDamaged(
  'recordings',
  { program: 'mrtk-child', kind: 'recordings', runs: RUNS, files: sampleFiles() },
  (reported) => {
    test('most files get past the header, and many are read all the same', () => {
      const { late, loaded, runs } = reported()
      expect((loaded + late) / runs).toBeGreaterThan(0.7)
      expect(loaded).toBeGreaterThan(RUNS / 10)
    })

    test.runIf(DEEP)('every error that a file of this size can cause is met', () => {
      expect(reported().codes).toEqual([
        'bad-count',
        'bad-magic',
        'bad-string',
        'bad-time',
        'bad-wrap',
        'truncated',
        'unsupported-version',
      ])
    })
  },
)
