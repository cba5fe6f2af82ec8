/** Sample recordings beside a full checkout. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { describeShared, filesIn } from '../../shared'

/** Tests that `check` accepts every sample recording. */
export function testSamples(does: string, check: (name: string, bytes: Uint8Array) => void): void {
  describeShared('sample recordings', ['samples/mrtk'], (folder) => {
    test.each(filesIn(folder, /^[^/]+\.bin$/))(`%s ${does}`, (name) => {
      check(name, new Uint8Array(readFileSync(join(folder, name))))
    })
  })
}
