/** Entries of partial weight whose components nobody takes from the setup pose: they go on in every tick, whatever else moves. */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  fadeOut,
  getAttachment,
  getBone,
  getDrawOrder,
  getSequenceIndex,
  getSlotColor,
  getWorldVertices,
  play,
  spawnSkeleton,
} from '../../src/api'
import type { Rig } from '../../src/rig/rig'
import type { AnimationWorld } from '../../src/world/world-type'
import { runs } from '../deep'
import { makeWorld, tick } from '../fixtures/play'
import { creepingRig, groupsOf, type Version } from '../fixtures/rigs/creeping-rig'

interface Script {
  readonly lists: readonly (readonly string[])[]
  readonly alphas: readonly number[]
  readonly adds: readonly boolean[]
  /** The track that fades out half-way. */
  readonly fading: number
  readonly ticks: readonly number[]
}

/** Lists of kinds that key parts of the same, now and then with another kind. */
function listsOf(version: Version): fc.Arbitrary<string[][]> {
  const groups = groupsOf(version)
  return fc.constantFrom(...groups).chain((group) => {
    const kind = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...group) },
      fc.constantFrom(...groups.flat()),
    )
    return fc.array(fc.uniqueArray(kind, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 3 })
  })
}

const scriptOf = (version: Version): fc.Arbitrary<Script> =>
  fc.record({
    lists: listsOf(version),
    alphas: fc.array(fc.constantFrom(1, 0.5, 0.5, 0.25), { minLength: 3, maxLength: 3 }),
    adds: fc.array(fc.constantFrom(false, false, true), { minLength: 3, maxLength: 3 }),
    fading: fc.nat(2),
    ticks: fc.array(fc.constantFrom(0, 0.125, 0.125, 0.5), { minLength: 4, maxLength: 12 }),
  })

function start(world: AnimationWorld, rig: Rig, { lists, alphas, adds }: Script): number {
  const eid = spawnSkeleton(world, rig)
  for (let i = 0; i < lists.length; i++)
    play(world, eid, `a${i}`, {
      track: i,
      alpha: alphas[i],
      loop: false,
      additive: adds[i],
    })
  return eid
}

/** What the lists of kinds change, after each tick. @param beside whether another bone moves. */
function played(rig: Rig, given: Script, options: object, beside: boolean): string[] {
  const world = makeWorld(options)
  const eid = start(world, rig, given)
  if (beside) play(world, eid, 'sway', { track: 5, loop: false })
  return given.ticks.map((seconds, i) => {
    if (i === given.ticks.length >> 1 && given.fading < given.lists.length)
      fadeOut(world, eid, { track: given.fading, mix: 0.25 })
    tick(world, seconds)
    return ownBits(world, eid, rig)
  })
}

/** All that the lists of kinds can change. */
function ownBits(world: AnimationWorld, eid: number, rig: Rig): string {
  const bones = Array.from(rig.bones.names, (name) =>
    name === 'other' ? [] : [...getBone(world, eid, name)],
  )
  const slots = Array.from({ length: rig.slots.count }, (_, slot) => [
    getAttachment(world, eid, slot)?.name,
    getSequenceIndex(world, eid, slot),
    ...getSlotColor(world, eid, slot),
    ...(getWorldVertices(world, eid, slot) ?? []),
  ])
  return JSON.stringify([bones, slots, [...getDrawOrder(world, eid)]])
}

describe.each([
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
] as const)('%s', (_, options) => {
  test.each(['4.2', '4.3'] as const)(
    'constant keys of %s leave the same bits with and without shortcuts, alone and beside a bone that moves',
    (version) => {
      fc.assert(
        fc.property(scriptOf(version), (given) => {
          const rig = creepingRig(version, given.lists)
          const expected = played(rig, given, { ...options, shortcuts: false }, false)
          expect(played(rig, given, options, false)).toEqual(expected)
          expect(played(rig, given, options, true)).toEqual(expected)
        }),
        { numRuns: runs(300) },
      )
    },
  )

  test('every kind of timeline changes what is compared', () => {
    for (const version of ['4.2', '4.3'] as const)
      for (const kind of groupsOf(version).flat()) {
        const given = { alphas: [1], adds: [false], fading: 2, ticks: [0.125, 0.125, 0.125] }
        const lists = kind === 'otherDeform' ? [kind, 'attachment'] : [kind]
        const without = kind === 'otherDeform' ? ['attachment'] : []
        // A list that is not played gives the rig its constraints.
        const [shown, bare] = [lists, without].map((list) =>
          played(creepingRig(version, [list, [kind]]), { ...given, lists: [list] }, options, false),
        )
        expect(shown, `${kind} of ${version}`).not.toEqual(bare)
      }
  })

  test('a colour of 4.3 that an upper track keys, over the alpha of a lower one, goes on from where it is', () => {
    const lists = [['alpha'], ['rgba']]
    const rig = creepingRig('4.3', lists)
    const world = makeWorld(options)
    const eid = start(world, rig, { lists, alphas: [1, 0.5], adds: [], fading: 2, ticks: [] })
    const blue = Array.from({ length: 5 }, () => {
      tick(world, 0.125)
      return getSlotColor(world, eid, 's')[2]
    })
    // Each tick takes half of what is left between 1 and 96 / 255.
    const key = 0x60 / 255
    for (const [i, value] of blue.entries()) expect(value).toBeCloseTo(key + (1 - key) * 0.5 ** (i + 1), 6)
  })
})
