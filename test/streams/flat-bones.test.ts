/** Bones and entities of no size, or of nearly none: every number of a pose stays finite. */
import { addComponent, addEntity, set } from 'bitecs'
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { getBone, getBounds, getSlotColor, loadRig, play, setBone, spawnSkeleton } from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { nesting, putInSlot } from '../../src/joins/nesting'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { Rig } from '../../src/rig/rig'
import type { AnimationWorld } from '../../src/world/world-type'
import { boneFollower } from '../../systems'
import { runs } from '../deep'
import { makeWorld, tick } from '../fixtures/play'
import { bentArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import { noWarnings } from '../fixtures/warnings'
import { ownRigs } from '../guard/casts'
import { positionsOf, sheetOf } from './sprite-kit'

/** All kinds of attachments and constraints, in each version, and surfaces. */
async function rigsOfAllKinds(): Promise<readonly Rig[]> {
  const bent = await loadRig(JSON.stringify(bentArmature()), JSON.stringify(smallAtlas()), {
    readers: [dragonBones],
    images: false,
    name: 'bent_ske.json',
    warn: noWarnings,
  })
  return [...(await ownRigs()), bent]
}

const rigs = await rigsOfAllKinds()

const scale = fc.constantFrom(0, 0, 1, -1, 1e-40, -1e-40, 1e-38, -1e-30, 1e-20, 1e-12)
const stage = fc.record({
  rig: fc.nat(rigs.length - 1),
  animation: fc.nat(),
  skin: fc.nat(),
  own: fc.option(fc.tuple(scale, scale)),
  /** Bones and their scales. */
  flat: fc.array(fc.tuple(fc.nat(), scale, scale), { maxLength: 5 }),
  ticks: fc.array(fc.constantFrom(0, 1 / 60, 0.3), { minLength: 1, maxLength: 4 }),
})

describe.each([
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
] as const)('%s', (_, options) => {
  test('vertices, colours, bones, bounds, sprites and followers stay finite', () => {
    fc.assert(
      fc.property(stage, (given) => {
        const rig = rigs[given.rig]
        const world = makeWorld({ ...options, use: [nesting] })
        const skin = rig.skins.length > 0 ? rig.skins[given.skin % rig.skins.length].name : null
        const eid = spawnSkeleton(world, rig, { skin })
        if (rig.animations.length > 0)
          play(world, eid, rig.animations[given.animation % rig.animations.length].name, { loop: true })
        const { Transform, BoneFollower } = world.components
        if (given.own) [Transform.scaleX[eid], Transform.scaleY[eid]] = given.own
        const flat = given.flat.map(([bone, x, y]) => [bone % rig.bones.count, x, y])
        const bone = flat[0]?.[0] ?? 0
        const follower = addEntity(world)
        addComponent(world, follower, set(Transform, {}))
        addComponent(world, follower, set(BoneFollower, { host: eid, bone }))
        const sprite = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'leaf' })), 'leaf')
        const slot = given.skin % Math.max(1, rig.slots.count)
        if (rig.slots.count > 0) putInSlot(world, eid, slot, sprite)
        for (const seconds of given.ticks) {
          for (const [at, scaleX, scaleY] of flat) setBone(world, eid, at, { scaleX, scaleY })
          tick(world, seconds)
          boneFollower(world)
          expectFinite(world, rig, eid)
          const { x, y, rotation, scaleX, scaleY } = Transform
          for (const column of [x, y, rotation, scaleX, scaleY])
            expect(column[follower]).toSatisfy(Number.isFinite)
          for (const value of positionsOf(world, sprite)) expect(value).toSatisfy(Number.isFinite)
        }
      }),
      { numRuns: runs(3000) },
    )
  })
})

function expectFinite(world: AnimationWorld, rig: Rig, eid: number): void {
  const { skeletons, streams } = world.animation
  const first = 2 * skeletons.vertexStart[eid]
  const vertices = streams.positions.subarray(first, first + 2 * skeletons.vertexCount[eid])
  expect(vertices.every(Number.isFinite), 'vertices').toBe(true)
  for (let bone = 0; bone < rig.bones.count; bone++)
    expect([...getBone(world, eid, bone)].every(Number.isFinite), rig.bones.names[bone]).toBe(true)
  for (let slot = 0; slot < rig.slots.count; slot++)
    expect([...getSlotColor(world, eid, slot)].every(Number.isFinite), rig.slots.names[slot]).toBe(true)
  expect([...(getBounds(world, eid) ?? [])].every(Number.isFinite), 'bounds').toBe(true)
}
