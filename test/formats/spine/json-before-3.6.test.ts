/** Spine JSON of 2.1 to 3.5. */
import { describe, expect, test } from 'vitest'
import { getBone, spawnSkeleton } from '../../../src/api'
import { readSpineJson } from '../../../src/formats/spine/json'
import { mathsOf } from '../../../src/formats/spine/maths'
import { compileRig } from '../../../src/rig/compile'
import { makeWorld, tick } from '../../fixtures/play'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'

const POINTS = { uvs: [0, 0, 1, 0, 1, 1], triangles: [0, 1, 2], hull: 3 }
const WEIGHTED = [1, 1, 0, 0, 1, 2, 1, 4, 0, 0.5, 2, 4, 0, 0.5, 1, 2, 4, 4, 1]
const FLAT = [0, 0, 4, 0, 4, 4]

/** A file in the words of 2.1 to 3.4; and the same in the words of 3.6. */
function figure(old: boolean, spine: string | undefined = old ? '2.1.27' : '3.6.53'): Json {
  const skinned = (type: string, more: Json) => ({
    type: old ? type : type.replace(/skinned|weighted/, ''),
    ...more,
  })
  const box = { type: 'boundingbox', vertices: FLAT, ...(!old && { vertexCount: 3 }) }
  const linked = { parent: 'cloth', width: 4, height: 4, [old ? 'ffd' : 'deform']: false }
  const inherits = (rotation: boolean, scale: boolean, transform: string) =>
    old ? { inheritRotation: rotation, inheritScale: scale } : { transform }
  return {
    skeleton: { hash: 'a', spine, width: 1, height: 1 },
    bones: [
      { name: 'root', ...(old && { flipX: false }) },
      { name: 'hip', parent: 'root', x: 3, rotation: 30, scaleX: 2, ...inherits(true, true, 'normal') },
      { name: 'knee', parent: 'hip', length: 5, x: 5, ...inherits(true, false, 'noScale') },
      { name: 'foot', parent: 'knee', length: 5, x: 5, ...inherits(false, true, 'noRotationOrReflection') },
      { name: 'toe', parent: 'foot', x: 5, ...inherits(false, false, 'onlyTranslation') },
      { name: 'goal', parent: 'root', x: 1, y: -4 },
    ],
    slots: [
      { name: 'a', bone: 'hip', attachment: 'cloth', ...(old ? { additive: true } : { blend: 'additive' }) },
      { name: 'b', bone: 'foot', attachment: 'box', ...(old && { additive: false }) },
    ],
    ik: [
      { name: 'leg', bones: ['hip', 'knee'], target: 'goal', bendPositive: false, ...(!old && { order: 0 }) },
      { name: 'step', bones: ['toe'], target: 'goal', mix: 0.5, ...(!old && { order: 1 }) },
    ],
    skins: {
      default: {
        a: {
          cloth: skinned('skinnedmesh', { ...POINTS, vertices: WEIGHTED }),
          silk: skinned('weightedmesh', { ...POINTS, vertices: WEIGHTED }),
          lace: skinned('weightedlinkedmesh', linked),
          flat: { type: 'mesh', ...POINTS, vertices: FLAT },
        },
        b: { box },
      },
    },
    animations: {
      walk: {
        bones: {
          hip: {
            rotate: [
              { time: 0, angle: 10, curve: [0.1, 0.2, 0.3, 1] },
              { time: 1, angle: 50 },
            ],
            ...(old && { flipX: [{ time: 0 }, { time: 0.5, x: false }], flipY: [{ time: 1, y: false }] }),
          },
        },
        [old ? 'ffd' : 'deform']: {
          default: { a: { cloth: [{ time: 0, offset: 2, vertices: [1, 2] }, { time: 1 }] } },
        },
        [old ? 'draworder' : 'drawOrder']: [{ time: 0, offsets: [{ slot: 'a', offset: 1 }] }],
      },
    },
  }
}

const read = (json: Json) => {
  const { warn, list } = collectWarnings()
  return { model: readSpineJson(json, { source: 'old.json', warn }), list }
}

describe.each(['2.1.27', '2.1.05', '3.0.11', '3.2.01', '3.4.02', '3.5.51'])('a file of %s', (spine) => {
  test('is read by the rules of 3.6, with a warning, and its old words equal the words of 3.6', () => {
    const { model, list } = read(figure(true, spine))
    expect(list).toMatchObject([{ code: 'old-version', path: 'skeleton.spine' }])
    expect(list[0].message).toContain(`Spine ${spine} is read by the rules of 3.6`)
    expect(list[0].message.includes('skews')).toBe(spine.startsWith('2'))
    const { model: now, list: none } = read(figure(false))
    expect(none).toEqual([])
    expect(model).toEqual({ ...now, version: spine })
    expect(model.maths).toEqual(mathsOf('3.6'))
    expect(model.animations[0].timelines.map(({ type }) => type)).toEqual(['bone', 'deform', 'drawOrder'])
  })
})

test('a file that names no version, and looks like 3.6, may be older', () => {
  const { model, list } = read(figure(true, ''))
  expect(list.map(({ code }) => code)).toEqual(['version-guessed'])
  expect(model).toEqual({ ...read(figure(false)).model, version: '3.6' })
})

test('later files have no such words: words that their runtimes do not read are not read', () => {
  const { animations, bones, slots } = readSpineJson(
    {
      skeleton: { spine: '3.6.53' },
      bones: [
        { name: 'a' },
        { name: 'b', parent: 'a', inheritScale: false, inheritRotation: false, flipX: true },
      ],
      slots: [{ name: 's', bone: 'b', additive: true }],
      animations: { walk: { ffd: { default: {} } } },
    },
    { source: 'new.json', warn: noWarnings },
  )
  expect([bones[1].inherit, slots[0].blend]).toEqual(['normal', 'normal'])
  expect(animations[0].timelines).toEqual([])
})

describe('features that cannot be played are refused by name', () => {
  const bones = [{ name: 'root' }, { name: 'leg', parent: 'root' }]
  const slots = [{ name: 's', bone: 'leg' }]
  const timeline = (bone: Json) => ({ animations: { walk: { bones: { leg: bone } } } })
  const box = (more: Json) => ({ skins: { default: { s: { box: { type: 'boundingbox', ...more } } } } })
  test.each<[string, Json, string, string]>([
    ['a flipped bone', { bones: [{ name: 'root', flipY: true }] }, 'unsupported-feature', 'bones[0].flipY'],
    [
      'keys that flip',
      timeline({ flipX: [{ time: 0 }, { time: 1, x: true }] }),
      'unsupported-feature',
      'animations.walk.bones.leg.flipX',
    ],
    ['keys that are none', timeline({ flipX: [7] }), 'wrong-type', 'animations.walk.bones.leg.flipX[0]'],
    [
      'a flag that is none',
      { bones: [{ name: 'root', inheritScale: 1 }] },
      'wrong-type',
      'bones[0].inheritScale',
    ],
    ['half a point', box({ vertices: [1, 2, 3] }), 'bad-vertices', 'skins.default.s.box.vertices'],
    ['no points', box({}), 'missing', 'skins.default.s.box.vertices'],
    [
      'keys of no timeline',
      timeline({ flipZ: [{ time: 0 }] }),
      'unknown-timeline',
      'animations.walk.bones.leg.flipZ',
    ],
  ])('%s', (_, more, code, path) => {
    const json = { skeleton: { spine: '2.1.27' }, bones, slots, ...more }
    const attempt = () => readSpineJson(json, { source: 'old.json', warn: () => {} })
    expect(attempt).toThrow(expect.objectContaining({ code, path }))
  })

  test('flips of later versions are no timelines', () => {
    const json = { skeleton: { spine: '3.6.53' }, bones, slots, ...timeline({ flipX: [{ time: 0 }] }) }
    const attempt = () => readSpineJson(json, { source: 'new.json', warn: noWarnings })
    expect(attempt).toThrow(expect.objectContaining({ code: 'unknown-timeline' }))
  })
})

/** Bones that aim straight up, each through a constraint of its own. */
function aiming(spine: string, orders: readonly (number | undefined)[]): number[] {
  const number = orders.map((_, i) => i)
  const json = {
    skeleton: { spine },
    bones: [
      { name: 'root' },
      ...number.flatMap((i) => [
        { name: `arm${i}`, parent: 'root', y: 10 * i, length: 10 },
        { name: `goal${i}`, parent: 'root', y: 100 + i },
      ]),
    ],
    ik: orders.map((order, i) => ({ name: `ik${i}`, bones: [`arm${i}`], target: `goal${i}`, order })),
  }
  const model = readSpineJson(json, { source: 'aim.json', warn: () => {} })
  const world = makeWorld()
  const eid = spawnSkeleton(
    world,
    compileRig(model, null, { source: 'aim.json', pages: [], warn: noWarnings }),
  )
  tick(world)
  return number.map((i) =>
    Math.round(
      (Math.atan2(getBone(world, eid, `arm${i}`)[2], getBone(world, eid, `arm${i}`)[0]) * 180) / Math.PI,
    ),
  )
}

// As official runtimes of 4.0 to 4.2 do, run on these very files.
test.each<[orders: (number | undefined)[], angles: number[]]>([
  [
    [undefined, undefined],
    [90, 0],
  ],
  [
    [0, 1],
    [90, 90],
  ],
  [
    [1, 0],
    [90, 90],
  ],
  [
    [0, 2],
    [90, 0],
  ],
  [
    [1, 1],
    [90, 0],
  ],
  [
    [0, 0, 1],
    [90, 0, 90],
  ],
  [
    [-3, 1, 1],
    [0, 90, 0],
  ],
])('constraints of orders %j turn their bones to %j degrees', (orders, angles) => {
  for (const spine of ['3.6.53', '3.8.99', '4.2.43']) expect(aiming(spine, orders)).toEqual(angles)
})

test('before 3.5 constraints have no orders: all run', () => {
  expect(aiming('2.1.27', [undefined, undefined, undefined])).toEqual([90, 90, 90])
})
