/** Ticks of recordings make no garbage. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, type Program, runNode } from '../../bench/kit/child'
import { type Garbage, isClean } from '../../bench/kit/garbage'
import { DEEP } from '../deep'
import type { RecordingGarbageJob } from './recordings-child'

let program: Program
beforeAll(async () => {
  program = await bundle(new URL('./recordings-child.ts', import.meta.url))
})
afterAll(() => program.remove())

test.each([true, false])(
  'ten thousand ticks of recordings leave nothing on the heap once warm (with timelineSampling: %s)',
  async (sampling) => {
    const job: RecordingGarbageJob = {
      players: DEEP ? 40 : 10,
      warmup: 20_000,
      window: 10_000,
      windows: 12,
      clean: 2,
      sampling,
    }
    const windows = await runNode<Garbage[]>(program.file, job, { flags: ['--expose-gc'] })
    expect({ windows, clean: windows.filter(isClean).length }).toMatchObject({ clean: job.clean })
  },
)
