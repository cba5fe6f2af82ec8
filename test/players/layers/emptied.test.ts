/** Slots that are emptied or filled by hand while entries of DragonBones fade into one another. */

import { createWorld } from 'bitecs'
import fc from 'fast-check'
import {
  type AnimationWorld,
  getAttachment,
  type InstallOptions,
  installAnimation,
  loadRig,
  play,
  type Rig,
  setAttachment,
  spawnSkeleton,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { runPipeline } from 'osteon/systems'
import { beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../deep'
import { smallAtlas } from '../../fixtures/rigs/dragonbones'
import { validateWorld } from '../../fixtures/validate-world'

/** @param keyed slots whose display the animation `swings` keys. */
const file = (keyed: readonly string[]) => ({
  version: '5.5',
  name: 'puppet',
  frameRate: 10,
  armature: [
    {
      name: 'puppet',
      bone: [{ name: 'root' }, { name: 'arm', parent: 'root' }],
      slot: ['back', 'hand', 'front'].map((name) => ({ name, parent: 'arm' })),
      skin: [
        {
          slot: ['back', 'hand', 'front'].map((name) => ({
            ...{ name, display: [{ name: 'box' }, { name: 'other', path: 'box' }] },
          })),
        },
      ],
      animation: [
        { name: 'stands', duration: 10, playTimes: 0, bone: [{ name: 'arm', translateFrame: [{ x: 1 }] }] },
        {
          ...{ name: 'swings', duration: 10, playTimes: 0 },
          slot: keyed.map((name) => ({
            ...{ name, displayFrame: [{ duration: 5 }, { duration: 5, value: 1 }] },
          })),
        },
      ],
    },
  ],
})

const rigs: Rig[] = []
beforeAll(async () => {
  const options = { readers: [dragonBones], name: 'puppet_ske.json', images: false, warn: () => {} } as const
  for (const keyed of [[], ['hand'], ['back', 'hand', 'front']])
    rigs.push(await loadRig(JSON.stringify(file(keyed)), JSON.stringify(smallAtlas()), options))
})

function step(world: AnimationWorld, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
}

function stage(options: InstallOptions): AnimationWorld {
  return installAnimation(createWorld({}), { capacity: 4, ...options })
}

/** Numbers of a skeleton's vertices in the streams, and of its shown attachments. */
function verticesOf(world: AnimationWorld, eid: number): [number, number] {
  const shown = ['back', 'hand', 'front'].filter((slot) => getAttachment(world, eid, slot) !== null)
  return [world.animation.skeletons.vertexCount[eid], 4 * shown.length]
}

describe.each<[string, InstallOptions]>([
  ['WebAssembly', {}],
  ['plain kernels', { kernels: plainKernels }],
])('with %s', (_, options) => {
  test.each([0, 1, 2])('a slot that was emptied during a fade is filled when it ends, rig %i', (number) => {
    const world = stage(options)
    const eid = spawnSkeleton(world, rigs[number])
    const other = spawnSkeleton(world, rigs[0])
    play(world, eid, 'stands')
    step(world, 0.1)
    play(world, eid, 'swings', { mix: 0.4 })
    step(world, 0.1)
    for (const slot of ['back', 'hand', 'front']) setAttachment(world, eid, slot, null)
    step(world, 0.1)
    for (let i = 0; i < 10; i++) step(world, 0.1)
    expect(verticesOf(world, eid)).toEqual([12, 12])
    expect(verticesOf(world, other)).toEqual([12, 12])
    validateWorld(world)
  })
})

test('with slots emptied or filled at any time, skeletons have the vertices of their shown attachments', () => {
  const slots = fc.constantFrom('back', 'hand', 'front')
  const deed = fc.record({
    who: fc.nat(3),
    slot: slots,
    key: fc.constantFrom('0', '1', null),
    animation: fc.constantFrom('stands', 'swings', null),
    mix: fc.constantFrom(0, 0.2, 0.4),
  })
  fc.assert(
    fc.property(fc.array(deed, { minLength: 4, maxLength: 24 }), fc.boolean(), (steps, plain) => {
      const world = stage(plain ? { kernels: plainKernels } : {})
      const ids = [0, 1, 2, 1].map((rig) => spawnSkeleton(world, rigs[rig]))
      for (const { who, slot, key, animation, mix } of steps) {
        if (animation) play(world, ids[who], animation, { mix })
        else setAttachment(world, ids[who], slot, key)
        step(world, 0.1)
        validateWorld(world)
        for (const eid of ids) {
          const [has, shown] = verticesOf(world, eid)
          expect(has).toBe(shown)
        }
      }
    }),
    { numRuns: runs(100) },
  )
})
