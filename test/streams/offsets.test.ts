/** Colours with addends as vertices carry them: factors, magnitudes, mode and signs. */
import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import {
  createLooks,
  getColorOffset,
  installAnimation,
  loadRig,
  play,
  setSlotColor,
  spawnSkeleton,
  updateLooks,
} from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { nesting, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { runPipeline } from '../../systems'
import { go, smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import type { Json } from '../fixtures/rigs/rich-rig'

async function drawn(slot: Json, keys: Json[] = []) {
  const file = smallArmature({
    slot: [{ name: 'slot', parent: 'arm', ...slot }],
    ...go({ slot: [{ name: 'slot', colorFrame: keys }] }, 10, 0),
  })
  const rig = await loadRig(file, JSON.stringify(smallAtlas()), {
    ...{ readers: [dragonBones], name: 'x', images: false, warn: () => {} },
  })
  const world = installAnimation(createWorld({}), { capacity: 4, use: [nesting] })
  const looks = createLooks()
  const eid = spawnSkeleton(world, rig)
  const step = (delta = 0) => {
    world.time.delta = delta
    runPipeline(world)
    updateLooks(world, looks)
    const at = 4 * world.animation.skeletons.vertexStart[eid]
    const four = (bytes: Uint8Array) => [...bytes.subarray(at, at + 4)]
    return { light: four(looks.light), dark: four(looks.dark), mode: four(looks.info).slice(2) }
  }
  return { world, rig, eid, step }
}

test('factors are not premultiplied, addends keep their sign beside them', async () => {
  const { step } = await drawn({ color: { aM: 50, rM: 20, rO: 40, gO: -60, aO: -10 } })
  expect(step()).toEqual({ light: [51, 255, 255, 128], dark: [40, 60, 0, 10], mode: [1, 0b1010] })
})

test('factors beyond 1 are halved, negative ones marked; additive slots leave no alpha', async () => {
  const { step } = await drawn({ color: { rM: 300, gM: -100 }, blendMode: 'add' })
  expect(step()).toEqual({ light: [191, 64, 64, 64], dark: [0, 0, 0, 0], mode: [1 + 2 + 2 * 4, 0b10_0000] })
})

test('keyed colours are brought up to date, their signs alone, too', async () => {
  const keys = [
    { duration: 5, value: { rO: 40 } },
    { duration: 5, value: { rO: -40 } },
  ]
  const { world, eid, step } = await drawn({}, keys)
  play(world, eid, 'go', { loop: true })
  expect(step()).toMatchObject({ dark: [40, 0, 0, 0], mode: [1, 0] })
  expect(step(0.6)).toMatchObject({ dark: [40, 0, 0, 0], mode: [1, 1] })
  expect(step(0.5)).toMatchObject({ mode: [1, 0] })
})

test('a tint covers the whole, and colours written by hand are drawn', async () => {
  const { world, eid, step } = await drawn({ color: { rO: 100 } })
  step()
  setSlotColor(world, eid, 'slot', { offset: [-0.4, 0, 0.2, 0] })
  expect([...(getColorOffset(world, eid, 'slot') ?? [])].map((part) => Math.round(part * 10))).toEqual([
    -4, 0, 2, 0,
  ])
  expect(step()).toMatchObject({ dark: [102, 0, 51, 0], mode: [1, 1] })
  world.components.Skeleton.alpha[eid] = 0.5
  expect(step()).toMatchObject({ light: [255, 255, 255, 128], dark: [102, 0, 51, 0] })
  const { world: other, eid: plain } = await drawn({})
  expect(getColorOffset(other, plain, 'slot')).toBe(null)
  expect(() => setSlotColor(other, plain, 'slot', { offset: [0, 0, 0, 0] })).toThrow(
    expect.objectContaining({ code: 'bad-option', path: 'offset' }),
  )
})

test('a flash takes its share of factors and addends, over tints', async () => {
  const { world, eid, step } = await drawn({ color: { rM: 50, gO: -60, bO: 20, aM: 50 } })
  step()
  world.components.Skeleton.red[eid] = 0.5
  world.components.Skeleton.flash[eid] = 0x80ff00ff
  // 127/255 of factors and addends are left, and 128/255 of the flash.
  expect(step()).toEqual({ light: [32, 127, 127, 128], dark: [128, 30, 138, 0], mode: [1, 0b10] })
})

test.each<[string, Json[]]>([
  ['fixed', []],
  ['keyed', [{ duration: 10, value: { rO: 40, aO: -10 } }]],
])('a skeleton in a slot has the alpha of its holder in %s factors and addends', async (_, keys) => {
  const { world, rig, eid, step } = await drawn({ color: { rO: 40, aO: -10 } }, keys)
  play(world, eid, 'go', { loop: true })
  const alone = { light: [255, 255, 255, 255], dark: [40, 0, 0, 10], mode: [1, 0b1000] }
  expect(step()).toEqual(alone)
  const holder = spawnSkeleton(world, rig, { alpha: 0.6 })
  putInSlot(world, holder, 'slot', eid)
  const faint = { light: [255, 255, 255, 153], dark: [40, 0, 0, 6], mode: [1, 0b1000] }
  expect(step(0.1)).toEqual(faint)
  expect(step(0.1)).toEqual(faint)
  takeFromSlot(world, eid)
  expect(step(0.1)).toEqual(alone)
})
