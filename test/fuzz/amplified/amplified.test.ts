/** Files that ask for far more than they pay for are read quickly and cheaply, or refused in words. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleOf } from '../../deep'
import { bundle, MOST_MB, MOST_YARDSTICKS, newFolder, runAmplified } from '../run-child'
import { AMPLIFIED } from './amplified'
import type { AmplifiedReport } from './child'

/** Files a process: starting one takes as long as most of them. */
const TOGETHER = 16
const MOST_MESSAGE = 3000

const FILES = sampleOf(AMPLIFIED)

describe(`${FILES.length} files that ask for much`, () => {
  const folder = newFolder()
  const reports: AmplifiedReport[] = []

  beforeAll(async () => {
    const program = await bundle('amplified/child', folder)
    for (let first = 0; first < FILES.length; first += TOGETHER) {
      const files = FILES.slice(first, first + TOGETHER).map(({ skeleton, atlas }, i) => {
        const paths = [join(folder, `${i}.json`)]
        writeFileSync(paths[0], skeleton())
        if (atlas) {
          paths.push(join(folder, `${i}.atlas`))
          writeFileSync(paths[1], atlas())
        }
        return paths
      })
      const found = await runAmplified(program, files)
      // Memory that earlier files took may still be the process's: such a file is judged by itself.
      for (const [i, { growthMb, slowest }] of found.entries())
        if (growthMb >= MOST_MB || slowest >= MOST_YARDSTICKS)
          found[i] = (await runAmplified(program, [files[i]]))[0]
      reports.push(...found)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('are at least a hundred', () => {
    expect(AMPLIFIED.length).toBeGreaterThanOrEqual(100)
    expect(new Set(AMPLIFIED.map(({ name }) => name)).size).toBe(AMPLIFIED.length)
  })

  test.each(FILES.map(({ name }, i) => [name, i] as const))('%s', (_, i) => {
    const { slowest, slowestCall, growthMb, message } = reports[i]
    expect(slowest, slowestCall).toBeLessThan(MOST_YARDSTICKS)
    // The input itself, which the caller holds, counts as well.
    expect(growthMb).toBeLessThan(MOST_MB)
    expect(message.length).toBeLessThan(MOST_MESSAGE)
  })

  test('some are refused for their demands, and some are read', () => {
    const outcomes = reports.map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'too-large').length).toBeGreaterThan(FILES.length / 4)
    expect(outcomes.filter((outcome) => outcome === 'loaded').length).toBeGreaterThan(FILES.length / 5)
  })
})
