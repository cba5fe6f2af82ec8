/** Memory stays bounded through a million structure calls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, type Program, runNode } from '../../bench/kit/child'
import { ownCast } from '../../bench/kit/scenes'
import { runs } from '../deep'
import { playableJson } from '../fixtures/play'
import { richAtlas } from '../fixtures/rigs/rich-rig'
import type { ChurnJob, ChurnResult } from './child'

let program: Program
beforeAll(async () => {
  program = await bundle(new URL('./child.ts', import.meta.url))
})
afterAll(() => program.remove())

test.concurrent('hundreds of thousands of spawns, despawns, skins and prefabs leave the arena as large as the first ten thousand, and no stale row', async () => {
  const own = ownCast().map(({ skeleton, atlas }) => ({ skeleton, atlas }))
  const rich = { skeleton: JSON.stringify(playableJson('4.2')), atlas: richAtlas() }
  const job: ChurnJob = { cast: [rich, ...own], seed: 1, operations: runs(1_000_000), crowd: 40 }
  const { wrong, early, late, empty } = await runNode<ChurnResult>(program.file, job)
  expect(wrong).toBe(null)
  expect(late.bytes, 'bytes reserved').toBe(early.bytes)
  expect(empty.used).toBeLessThanOrEqual(early.used)
})
