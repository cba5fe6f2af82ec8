/** Memory for each skeleton. */
import { runPipeline } from 'osteon/systems'
import { expect, test } from 'vitest'
import { makeCrowd } from '../../bench/kit/crowd'
import { type KernelChoice, makeJob } from '../../bench/kit/job'
import { findScenes } from '../../bench/kit/scenes'
import { DEEP } from '../deep'
import { describeShared } from '../shared'

/** Ticks after which nothing more is taken. */
const TICKS = 150

/** Bytes of the arena in use, tables of the rig and spare rows of pools among them. */
async function bytesOf(count: number, kernels: KernelChoice): Promise<number> {
  const scene = findScenes().find(({ name }) => name === 'spineboy-pro')
  if (!scene) throw new Error('the samples have no spineboy-pro')
  const effort = { warmup: 0, rounds: 0, round: 0, limit: 0, clock: 'wall', kernels } as const
  const { world } = await makeCrowd(makeJob(scene, count, 1, effort))
  for (let tick = 0; tick < TICKS; tick++) runPipeline(world)
  return world.animation.arena.used
}

describeShared('memory', ['samples/spine/4.2/spineboy'], () => {
  test.each([
    ...([
      [1000, 'wasm'],
      [2000, 'wasm'],
    ] as const),
    ...(DEEP ? ([[10_000, 'wasm']] as const) : []),
  ])('of %i spineboys that play an animation each takes at most 8 KB: %s', async (count, kernels) => {
    expect((await bytesOf(count, kernels)) / count).toBeLessThanOrEqual(8192)
  })
})
