/** Sliders as games see them: by the systems, in both kinds of kernels, with shortcuts and without. */
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import {
  getAttachment,
  getBone,
  getDrawOrder,
  getSlotColor,
  play,
  setAttachment,
  setBone,
  setSlider,
  setSlotColor,
  spawnSkeleton,
} from '../../src/api'
import type { Rig } from '../../src/rig/rig'
import { ACTIVITY } from '../../src/world/skeletons'
import type { AnimationWorld } from '../../src/world/world-type'
import { constraints, mixing, skinning, timelineSampling, worldTransform } from '../../systems'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'

const WAYS = [
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
  ['plain kernels, without shortcuts', { kernels: plainKernels, shortcuts: false }],
  ['WebAssembly, without shortcuts', { shortcuts: false }],
] as const

/** A limb, and a slider on it. */
function limbRig(): Rig {
  return makeRig('4.3', {
    skeleton: { spine: '4.3.13' },
    bones: [
      { name: 'root' },
      { name: 'g', parent: 'root', x: 10, y: 5, rotation: 20 },
      { name: 'p', parent: 'g', x: 15, y: -4, rotation: 30, length: 50 },
      { name: 't', parent: 'root', x: 70, y: 60 },
    ],
    constraints: [
      {
        ...{ type: 'slider', name: 'push', animation: 'bend', bone: 't', property: 'x' },
        ...{ from: 20, to: 0.1, scale: 0.01, mix: 0.5 },
      },
    ],
    animations: {
      bend: {
        bones: {
          p: {
            rotate: [{ value: 0 }, { time: 1, value: 60 }],
            translate: [
              { x: 0, y: 0 },
              { time: 1, x: 20, y: 0 },
            ],
          },
        },
      },
    },
  })
}

/** A door: a bone drives a slider, whose animation swaps the attachments of two slots, their order and a colour. */
function doorJson(): Json {
  const box = (path: string) => ({
    [path]: { type: 'boundingbox', vertexCount: 3, vertices: [0, 0, 9, 0, 0, 9] },
  })
  return {
    skeleton: { spine: '4.3.13' },
    bones: [{ name: 'root' }, { name: 'lever', parent: 'root' }, { name: 'leaf', parent: 'root', x: 5 }],
    slots: [
      { name: 'back', bone: 'root', attachment: 'shut' },
      { name: 'front', bone: 'leaf', attachment: 'shut' },
    ],
    constraints: [{ type: 'slider', name: 'door', animation: 'opening', bone: 'lever', property: 'x' }],
    skins: [
      {
        name: 'default',
        attachments: { back: { ...box('shut'), ...box('open') }, front: { ...box('shut'), ...box('open') } },
      },
    ],
    animations: {
      opening: {
        slots: {
          front: {
            attachment: [
              { time: 0, name: 'shut' },
              { time: 1, name: 'open' },
            ],
            rgba: [{ color: 'ffffffff' }, { time: 2, color: '00000000' }],
          },
        },
        drawOrder: [{}, { time: 1, offsets: [{ slot: 'back', offset: 1 }] }],
      },
      sway: { bones: { leaf: { rotate: [{ value: 0 }, { time: 4, value: 80 }] } } },
    },
  }
}

const shown = (world: AnimationWorld, eid: number) => getAttachment(world, eid, 'front')?.name ?? null

test.each(WAYS)('the reference vector, %s', (_, options) => {
  const world = makeWorld(options)
  const eid = spawnSkeleton(world, limbRig())
  tick(world)
  const wanted = [0.3746, -0.9272, 0.9272, 0.3746, 31.1016, 8.4237]
  Array.from(getBone(world, eid, 'p')).forEach((value, i) => {
    expect(value).toBeCloseTo(wanted[i], 3)
  })
  setSlider(world, eid, 'push', { mix: 0 })
  tick(world)
  expect(getBone(world, eid, 'p')[4]).toBeCloseTo(25.4635, 3)
})

test.each(WAYS)('attachments, order and colours are swapped while a track is repeated, %s', (_, options) => {
  const world = makeWorld(options)
  const repeats = 'shortcuts' in options ? 0 : ACTIVITY.repeats
  const rig = makeRig('4.3', doorJson())
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'sway')
  for (let i = 0; i < 20; i++) tick(world)
  expect(shown(world, eid)).toBe('shut')
  expect(world.animation.skeletons.activity[eid] & ACTIVITY.repeats).toBe(repeats)
  const turned = getBone(world, eid, 'leaf')[0]
  setBone(world, eid, 'lever', { x: 1.5 })
  tick(world)
  expect(world.animation.skeletons.activity[eid] & ACTIVITY.repeats).toBe(repeats)
  expect(shown(world, eid)).toBe('open')
  expect(Array.from(getDrawOrder(world, eid))).toEqual([1, 0])
  expect(getSlotColor(world, eid, 'front')[3]).toBeCloseTo(0.25, 5)
  for (let i = 0; i < 20; i++) tick(world)
  expect(shown(world, eid)).toBe('open')
  expect(getBone(world, eid, 'leaf')[0]).not.toBeCloseTo(turned, 3)
  setBone(world, eid, 'lever', { x: 0.5 })
  tick(world)
  expect(shown(world, eid)).toBe('shut')
  expect(Array.from(getDrawOrder(world, eid))).toEqual([0, 1])
})

test.each(WAYS)('values set by a user stay under a slider, and are seen without it, %s', (_, options) => {
  const world = makeWorld(options)
  const eid = spawnSkeleton(world, makeRig('4.3', doorJson()))
  setBone(world, eid, 'lever', { x: 1 })
  tick(world)
  setAttachment(world, eid, 'front', null)
  setSlotColor(world, eid, 'front', { color: [0, 1, 0, 1] })
  tick(world)
  expect(shown(world, eid)).toBe('open')
  setSlider(world, eid, 'door', { mix: 0 })
  tick(world)
  expect(shown(world, eid)).toBe(null)
  expect(Array.from(getSlotColor(world, eid, 'front'))).toEqual([0, 1, 0, 1])
  expect(Array.from(getDrawOrder(world, eid))).toEqual([0, 1])
})

test('systems one by one show the same as the pipeline', () => {
  const worlds = [makeWorld(), makeWorld()]
  const bits = worlds.map((world, one) => {
    // Others fill lanes and blocks beside it.
    const eids = Array.from({ length: 6 }, (_, i) => {
      const eid = spawnSkeleton(world, makeRig('4.3', doorJson()))
      setBone(world, eid, 'lever', { x: i / 3 })
      return eid
    })
    for (let frame = 0; frame < 4; frame++) {
      if (one === 0) tick(world)
      else {
        world.time.delta = 1 / 30
        for (const system of [timelineSampling, mixing, constraints, worldTransform, skinning]) system(world)
      }
    }
    return eids.map((eid) => [
      shown(world, eid),
      ...getDrawOrder(world, eid),
      ...getSlotColor(world, eid, 'front'),
    ])
  })
  expect(bits[1]).toEqual(bits[0])
  expect(new Set(bits[0].map(([name]) => name))).toEqual(new Set(['shut', 'open']))
})

test('bad values are refused, and nothing has changed then', () => {
  const world = makeWorld()
  const eid = spawnSkeleton(world, limbRig())
  tick(world)
  const before = Array.from(getBone(world, eid, 'p'))
  expect(() => setSlider(world, eid, 'push', { mix: Number.NaN })).toThrow(/finite/)
  expect(() => setSlider(world, eid, 'pull', { mix: 0 })).toThrow(/pull/)
  tick(world)
  expect(Array.from(getBone(world, eid, 'p'))).toEqual(before)
})
