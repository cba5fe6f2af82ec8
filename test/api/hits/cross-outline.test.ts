/** Segments across bounding boxes: where they go in and out, and which way is out there. */

import { plainKernels } from 'osteon/kernels/plain'
import { beforeAll, describe, expect, test } from 'vitest'
import { crossOutline, getBone, hitTest, loadRig, setBone, spawnSkeleton } from '../../../src/api'
import { dragonBones } from '../../../src/formats/dragonbones'
import type { Rig } from '../../../src/rig/rig'
import type { AnimationWorld } from '../../../src/world/world-type'
import { makeWorld, tick } from '../../fixtures/play'
import { smallArmature, smallAtlas } from '../../fixtures/rigs/dragonbones'

const DEGREES = Math.PI / 180
const place = { transform: { x: 3, y: -4, skX: 20, skY: 20 }, type: 'boundingBox' }
const fork = [-10, -10, 10, -10, 10, 10, 5, 10, 0, -5, -5, 10, -10, 10]
const displays = {
  rectangle: { ...place, subType: 'rectangle', width: 20, height: 10 },
  ellipse: { ...place, subType: 'ellipse', width: 20, height: 10 },
  polygon: { ...place, subType: 'polygon', vertices: fork },
}
let rig: Rig

beforeAll(async () => {
  const slots = Object.entries(displays)
  const file = smallArmature({
    slot: [...slots, ['image'], ['empty']].map(([name], i) => ({
      ...{ name, parent: 'arm', displayIndex: i < 4 ? 0 : -1 },
    })),
    skin: [
      {
        slot: [
          ...slots.map(([name, display]) => ({ name, display: [display] })),
          { name: 'image', display: [{ name: 'box' }] },
        ],
      },
    ],
  })
  rig = await loadRig(JSON.stringify(file), JSON.stringify(smallAtlas()), {
    ...{ readers: [dragonBones], images: false, pages: { 'small_tex.png': new Uint8Array(4) } },
  })
})

function stage(how: 'plain' | 'wasm' = 'plain'): { world: AnimationWorld; eid: number } {
  const world = makeWorld(how === 'plain' ? { kernels: plainKernels } : {})
  const eid = spawnSkeleton(world, rig, { x: 30, y: 20 })
  tick(world)
  return { world, eid }
}

/** Of the official core, with `arm` at 3, 4, turned by 10°, its y axis by 40°, 1.5 as wide and 0.8 as high: ends, then normals. */
const SKEWED = {
  rectangle: [-3.27835, -1.89622, 6.256865, -3.167582, -2.782986, -0.457611],
  ellipse: [-3.102265, -1.919698, 3.065249, -2.742033, -2.903482, -1.287931],
  polygon: [-3.278194, -1.896241, 14.692074, -4.292277, -2.782989, -0.457615],
}

test.each(Object.entries(SKEWED))(
  '%s: normals are in the space of the box',
  (slot, [x1, y1, x2, y2, n1, n2]) => {
    const { world, eid } = stage()
    const root = getBone(world, eid, 'root')
    setBone(world, eid, 'arm', {
      x: 3,
      y: -4,
      rotation: -10 * DEGREES,
      shearY: -30 * DEGREES,
      scaleX: 1.5,
      scaleY: 0.8,
    })
    tick(world)
    const [, , , , x, y] = root
    const segment = { x1: x - 40, y1: y - 3, x2: x + 50, y2: y + 9 }
    const [first, last] = crossOutline(world, eid, slot, segment)
    const found = [first.x - x, y - first.y, last.x - x, y - last.y, -first.normal, -last.normal]
    ;[x1, y1, x2, y2, n1, n2].forEach((value, i) => {
      expect(found[i], `${i}`).toBeCloseTo(value, 3)
    })
  },
)

describe.each(['rectangle', 'ellipse', 'polygon'])('%s', (slot) => {
  test.each([
    ['as it is', { rotation: 0 }],
    ['turned', { rotation: 0.7 }],
    ['mirrored and skewed', { rotation: -1.1, scaleX: -1.5, scaleY: 0.8, shearY: 0.3 }],
  ])('%s: crossings are where points begin and end to lie within', (_, pose) => {
    const { world, eid } = stage('wasm')
    setBone(world, eid, 'arm', pose)
    tick(world)
    // The polygon that stands for an ellipse is a little smaller.
    const near = slot === 'ellipse' ? 0.05 : 0.002
    const isIn = (x: number, y: number) => hitTest(world, { x, y }, { eid }).some(({ name }) => name === slot)
    let met = 0
    for (let number = 0; number < 60; number++) {
      const angle = number * 2.399
      const [x1, y1] = [35 + (number % 13) * 2 * Math.cos(angle), 13 + (number % 13) * 2 * Math.sin(angle)]
      const [x2, y2] = [35 - 25 * Math.cos(angle + 0.4), 13 - 25 * Math.sin(angle + 0.4)]
      const crossings = crossOutline(world, eid, slot, { x1, y1, x2, y2 })
      let before = isIn(x1, y1)
      for (const { x, y, normal, part } of crossings) {
        expect([x, y]).toEqual([
          expect.closeTo(x1 + part * (x2 - x1), 9),
          expect.closeTo(y1 + part * (y2 - y1), 9),
        ])
        expect(isIn(x + near * Math.cos(normal), y + near * Math.sin(normal)), `${number}`).toBe(false)
        expect(isIn(x - near * Math.cos(normal), y - near * Math.sin(normal))).toBe(true)
        before = !before
        met++
      }
      expect(isIn(x2, y2), `${number}`).toBe(before)
      const parts = crossings.map(({ part }) => part)
      expect(parts).toEqual([...parts].sort((a, b) => a - b))
    }
    expect(met).toBeGreaterThan(40)
  })
})

test('a rectangle as the file has it: a quarter turn off its sides, exactly', () => {
  const { world, eid } = stage()
  const turn = (-20 * Math.PI) / 180
  const [x, y] = [30 + 5 + 3, 20 - 7 + 4]
  const [dx, dy] = [30 * Math.cos(turn), 30 * Math.sin(turn)]
  const [into, out] = crossOutline(world, eid, 'rectangle', {
    x1: x - dx,
    y1: y - dy,
    x2: x + dx,
    y2: y + dy,
  })
  expect(into.part).toBeCloseTo(1 / 3, 5)
  expect(into.normal).toBeCloseTo(turn + Math.PI, 5)
  expect(out.part).toBeCloseTo(2 / 3, 5)
  expect(out.normal).toBeCloseTo(turn, 5)
  expect(out.x).toBeCloseTo(x + dx / 3, 4)
})

test('an ellipse is met on its curve, not on the polygon that stands for it', () => {
  const { world, eid } = stage()
  const turn = (-20 * Math.PI) / 180
  const [x, y] = [38, 17]
  // Half way between two of the polygon's corners.
  const angle = Math.PI / 64
  const [along, up] = [10 * Math.cos(angle), 5 * Math.sin(angle)]
  const [dx, dy] = [
    along * Math.cos(turn) - up * Math.sin(turn),
    along * Math.sin(turn) + up * Math.cos(turn),
  ]
  const [out, ...more] = crossOutline(world, eid, 'ellipse', { x1: x, y1: y, x2: x + 2 * dx, y2: y + 2 * dy })
  expect(more).toEqual([])
  expect(out.part).toBeCloseTo(0.5, 5)
  expect(out.normal).toBeCloseTo(turn + Math.atan2(Math.sin(angle) / 5, Math.cos(angle) / 10), 4)
})

test('there are none without an outline, within it, beside it, of a point, and before the first tick', () => {
  const { world, eid } = stage()
  const across = { x1: -1000, y1: 17, x2: 1000, y2: 17 }
  expect(crossOutline(world, eid, 'rectangle', across)).toHaveLength(2)
  for (const slot of ['image', 'empty']) expect(crossOutline(world, eid, slot, across)).toEqual([])
  for (const segment of [
    { x1: 37, y1: 17, x2: 39, y2: 17 },
    { x1: -1000, y1: 60, x2: 1000, y2: 60 },
    { x1: 38, y1: 17, x2: 38, y2: 17 },
    { x1: 0, y1: 17, x2: 20, y2: 17 },
  ])
    for (const slot of Object.keys(displays)) expect(crossOutline(world, eid, slot, segment)).toEqual([])
  const fresh = makeWorld()
  expect(crossOutline(fresh, spawnSkeleton(fresh, rig), 'rectangle', across)).toEqual([])
})

test('a box without size is not crossed', () => {
  const { world, eid } = stage()
  setBone(world, eid, 'arm', { scaleX: 0 })
  tick(world)
  expect(crossOutline(world, eid, 'ellipse', { x1: -1000, y1: 17, x2: 1000, y2: 16 })).toEqual([])
})

test('a segment of numbers, a slot and a skeleton that there are', () => {
  const { world, eid } = stage()
  const good = { x1: 0, y1: 0, x2: 1, y2: 1 }
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    expect(() => crossOutline(world, eid, 'ellipse', { ...good, y2: wrong })).toThrow(
      expect.objectContaining({ code: 'not-finite', path: 'y2' }),
    )
  for (const wrong of [null, {}, { x1: 0, y1: 0, x2: '1', y2: 0 }])
    expect(() => crossOutline(world, eid, 'ellipse', wrong as never)).toThrow(
      expect.objectContaining({ code: 'not-finite' }),
    )
  expect(() => crossOutline(world, eid, 'nose', good)).toThrow(
    expect.objectContaining({ code: 'unknown-slot' }),
  )
  expect(() => crossOutline(world, eid + 7, 0, good)).toThrow(
    expect.objectContaining({ code: 'no-skeleton' }),
  )
})

test.each([1, 2, 3])('outlines of a skeleton with level %i are crossed in its present pose', (level) => {
  const segment = { x1: -100, y1: 21, x2: 100, y2: 22 }
  const crossings = (hidden: boolean) => {
    const { world, eid } = stage()
    setBone(world, eid, 'root', { x: 4, rotation: 0.5 })
    if (hidden && level < 3) world.components.Visibility.level[eid] = level
    tick(world)
    if (hidden) world.components.Visibility.level[eid] = level
    tick(world)
    return Object.keys(displays).map((slot) => crossOutline(world, eid, slot, segment))
  }
  const seen = crossings(false)
  expect(seen.every((each) => each.length > 0)).toBe(true)
  expect(crossings(true)).toEqual(seen)
})
