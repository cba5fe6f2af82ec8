/** Worlds without the option `boneLinks` refuse components that need it. */
import { addComponent, addEntity, createWorld, hasComponent, resetWorld, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { boneLinks } from '../../src/api/bone-links'
import { installAnimation } from '../../src/api/install'
import { decodeState, encodeState } from '../../src/api/save'
import { registerRig, spawnSkeleton } from '../../src/api/spawn'
import { runPipeline } from '../../systems'
import { makeRig } from '../fixtures/play'
import { noWarnings } from '../fixtures/warnings'

const rig = makeRig()

function makeWorld(linked: boolean) {
  return installAnimation(createWorld(), { warn: noWarnings, ...(linked ? { boneLinks } : {}) })
}

const refusal = (path: string) => expect.objectContaining({ code: 'unsupported-feature', path })

describe.each(['BoneFollower', 'BoneTarget'] as const)('%s', (name) => {
  function link(world: ReturnType<typeof makeWorld>, host: number): number {
    const eid = addEntity(world)
    addComponent(world, eid, set(world.components.Transform, { x: 5 }))
    addComponent(world, eid, set(world.components[name], { host, bone: 1 }))
    return eid
  }

  test('is refused without the option, which the message names; the entity stays bare, and ticks go on', () => {
    const world = makeWorld(false)
    const host = spawnSkeleton(world, rig)
    const eid = addEntity(world)
    const attempt = () => addComponent(world, eid, set(world.components[name], { host, bone: 1 }))
    expect(attempt).toThrow(refusal(name))
    expect(attempt).toThrow('`boneLinks`')
    expect(hasComponent(world, eid, world.components[name])).toBe(false)
    runPipeline(world)
  })

  test('is refused after a reset of the world, too, and taken with the option', () => {
    for (const linked of [false, true]) {
      const world = makeWorld(linked)
      resetWorld(world)
      const host = spawnSkeleton(world, rig)
      if (linked) expect(hasComponent(world, link(world, host), world.components[name])).toBe(true)
      else expect(() => link(world, host)).toThrow(refusal(name))
    }
  })

  test('a save that has it is refused by a world without the option, which stays as it was', () => {
    const world = makeWorld(true)
    registerRig(world, rig, 'rich')
    link(world, spawnSkeleton(world, rig))
    runPipeline(world)
    const bytes = encodeState(world)
    const bare = makeWorld(false)
    registerRig(bare, rig, 'rich')
    const own = spawnSkeleton(bare, rig)
    expect(() => decodeState(bare, bytes)).toThrow(refusal('boneLinks'))
    runPipeline(bare)
    expect(hasComponent(bare, own, bare.components.Skeleton)).toBe(true)
  })
})
