import { expect, expectTypeOf, test } from 'vitest'
import { getBone, setSkin, spawnSkeleton } from '../../src/api'
import { mathsOf } from '../../src/formats/spine/maths'
import { compileRig } from '../../src/rig/compile'
import type { Rig } from '../../src/rig/rig'
import { type Chunk, chunkAt, type PureChunk } from '../../src/world/chunks/blocks'
import { mayRunAgain } from '../../src/world/chunks/purity'
import type { AnimationState } from '../../src/world/state'
import type { AnimationWorld } from '../../src/world/world-type'
import { PLAIN } from '../fixtures/plain'
import { makeWorld, poseBits, tick } from '../fixtures/play'
import { modelOf, region } from '../streams/fixture'

/**
 * A rig of 3.8 whose constraint adds to the shear of its bone whenever it runs: under the skin `pulled`, or always.
 */
function shearingRig(skinRequired = false): Rig {
  const model = modelOf({
    bones: [{ name: 'root' }, { name: 'bone', x: 5 }, { name: 'target', y: 3 }],
    slots: [{ name: 'slot', bone: 1, attachments: { image: region('image') } }],
    maths: mathsOf('3.8'),
  })
  model.bones[2].shearY = 0.1
  model.constraints.push({
    ...{ type: 'transform', name: 'pull', skinRequired, bones: [1], target: 2, local: true, relative: false },
    ...{ offsetRotation: 0, offsetX: 0, offsetY: 0, offsetScaleX: 0, offsetScaleY: 0, offsetShearY: 0 },
    ...{ mixRotate: 0, mixX: 0, mixY: 0, mixScaleX: 0, mixScaleY: 0, mixShearY: 0.5 },
  })
  model.skins.push({ name: 'pulled', bones: [], constraints: [0], entries: [] })
  return compileRig(model, null, { source: 'toy', pages: [], warn: () => {} })
}

function chunkOf({ animation: { blocks, skeletons } }: AnimationWorld, eid: number) {
  return chunkAt(blocks, skeletons.chunk[eid])
}

/** Whether the last tick left the skeleton alone. */
function slept({ animation: { skeletons, tick } }: AnimationWorld, eid: number): boolean {
  return skeletons.lastMarked[eid] < tick.number - 1
}

test('a program is pure unless a constraint that is active under its skin is not', () => {
  const rig = shearingRig(true)
  expect(rig.program([], []).kind).toBe('pure')
  expect(rig.program([], [0]).kind).toBe('oncePerTick')
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  expect(mayRunAgain(chunkOf(world, eid))).toBe(true)
  setSkin(world, eid, 'pulled')
  expect(mayRunAgain(chunkOf(world, eid))).toBe(false)
})

test.skipIf(PLAIN)('skeletons of a rig sleep under skins whose programs are pure', () => {
  const world = makeWorld()
  const rig = shearingRig(true)
  const [plain, pulled] = [null, 'pulled'].map((skin) => spawnSkeleton(world, rig, skin ? { skin } : {}))
  for (let i = 0; i < 5; i++) tick(world)
  expect([plain, pulled].map((eid) => slept(world, eid))).toEqual([true, false])
})

test('reading bones does not change the results of an impure program', () => {
  const rig = shearingRig()
  const [alone, watched] = [makeWorld(), makeWorld()]
  const ids = [alone, watched].map((world) => spawnSkeleton(world, rig))
  for (let i = 0; i < 4; i++) {
    tick(alone)
    tick(watched)
    for (let look = 0; look < 3; look++) getBone(watched, ids[1], look)
  }
  const shear = () => poseBits(alone, ids[0])
  const before = shear()
  expect(poseBits(watched, ids[1])).toBe(before)
  // It does go on.
  tick(alone)
  expect(shear()).not.toBe(before)
})

test('the types let only chunks with pure programs be solved on demand', () => {
  expectTypeOf<Parameters<NonNullable<AnimationState['solver']>>[1]>().toEqualTypeOf<PureChunk>()
  expectTypeOf<Chunk>().not.toExtend<PureChunk>()
  expectTypeOf<PureChunk>().toExtend<Chunk>()
})
