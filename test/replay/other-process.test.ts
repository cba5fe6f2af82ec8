/** Random games with all extensions are played again in another process, with plain kernels and with three threads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle, runNode } from '../../bench/kit/child'
import { record } from '../../src/joins/replay'
import { DEEP } from '../deep'
import type { OtherJob } from './other-process'
import { makeGameWorld, playGame } from './random-game'

test('the same hashes in another process', async () => {
  const program = await bundle(new URL('./other-process.ts', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'osteon-games-'))
  try {
    // Other seeds than those of games that are played again here.
    const files = Array.from({ length: DEEP ? 500 : 10 }, (_, i) => {
      const world = makeGameWorld()
      const recording = record(world, { hash: i % 2 === 0 ? 'every' : 'some' })
      playGame(world, 1000 + i, 150)
      const file = join(folder, `${1000 + i}.osteon`)
      writeFileSync(file, recording.save())
      return file
    })
    expect(await runNode<string[]>(program.file, { files } satisfies OtherJob)).toEqual([])
  } finally {
    program.remove()
    rmSync(folder, { recursive: true })
  }
})
