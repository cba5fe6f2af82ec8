/** A save of a crowd that came and went goes on as if nothing had happened: in its process, and in another. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, type Program, runNode } from '../../bench/kit/child'
import { ownCast } from '../../bench/kit/scenes'
import { runs, sampleOf } from '../deep'
import type { SaveJob, SaveSeen } from './child'

let program: Program
const folder = mkdtempSync(join(tmpdir(), 'osteon-save-'))
beforeAll(async () => {
  program = await bundle(new URL('./child.ts', import.meta.url))
})
afterAll(() => {
  program.remove()
  rmSync(folder, { recursive: true, force: true })
})

const KERNELS = sampleOf(
  [
    ['WebAssembly', false],
    ['plain kernels', true],
  ] as const,
  2,
  1,
)

test.each(KERNELS)(`${runs(1000)} skeletons, some spawned and some gone since: %s`, async (name, plain) => {
  const cast = ownCast()
  expect(cast.length).toBeGreaterThan(2)
  const file = join(folder, `${name}.bytes`)
  const job: SaveJob = { cast, file, saves: true, plain, count: runs(1000), ticks: 60 }
  const here = await runNode<SaveSeen>(program.file, job)
  const there = await runNode<SaveSeen>(program.file, { ...job, saves: false })
  const [first] = here.seen
  expect(here.events).toBeGreaterThan(100)
  expect(here.disturbed).not.toBe(first)
  expect(here.seen).toEqual([first, first, first])
  expect(there.seen).toEqual([first, first])
})
