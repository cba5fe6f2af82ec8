import { expect, test } from 'vitest'
import { makeCrowd } from '../../bench/crowd'
import { makeJob } from '../../bench/job'
import { findScenes } from '../../bench/scenes'
import { sharedDir } from '../shared'

/** Bytes of the arena; what any world has, whoever is in it, drops out. */
async function bytesOf(count: number): Promise<number> {
  const scene = findScenes().find(({ name }) => name === 'spineboy-pro')
  if (!scene) throw new Error('the samples have no spineboy-pro')
  const effort = { warmup: 0, rounds: 0, round: 0, limit: 0, clock: 'wall', kernels: 'wasm' } as const
  const { world } = await makeCrowd(makeJob(scene, count, 1, effort))
  return world.animation.arena.used
}

test.skipIf(sharedDir() === null)(
  'a spineboy that plays an animation takes at most 8 KB',
  {
    timeout: 60_000,
  },
  async () => {
    expect(((await bytesOf(2000)) - (await bytesOf(1000))) / 1000).toBeLessThanOrEqual(8192)
  },
)
