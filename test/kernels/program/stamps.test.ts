/** 4.3: constraints that map properties, and poses that are recovered when they are needed. */
import { describe, expect, test } from 'vitest'
import type { InheritName } from '../../../src/base/model/values'
import {
  appliedOf,
  expectClose,
  placeSkeleton,
  rigOf,
  run,
  stageOf,
  type TestBone,
  type TestMap,
  worldOf,
} from './stage'

const DEGREES = 180 / Math.PI
const MAP = {
  type: 'map',
  name: 'map',
  skinRequired: false,
  localSource: false,
  localTarget: false,
  additive: false,
  clamp: true,
  offsetRotation: 10 / DEGREES,
  offsetX: 5,
  offsetY: -3,
  offsetScaleX: 0.1,
  offsetScaleY: 0.2,
  offsetShearY: 7 / DEGREES,
  mixRotate: 0.5,
  mixX: 0.25,
  mixY: 0.75,
  mixScaleX: 0.6,
  mixScaleY: 0.4,
  mixShearY: 0.3,
  bones: ['b'],
  source: 't',
  properties: [
    {
      property: 'rotate',
      offset: 90 / DEGREES,
      to: [
        { property: 'rotate', offset: 10 / DEGREES, max: 40 / DEGREES, scale: 0.5 },
        { property: 'x', offset: 3, max: 50, scale: 0.2 * DEGREES },
      ],
    },
    {
      property: 'x',
      offset: -10,
      to: [
        { property: 'y', offset: 2, max: 9, scale: -0.5 },
        { property: 'scaleX', offset: 1, max: 2, scale: 0.05 },
      ],
    },
    {
      property: 'scaleY',
      offset: 0.5,
      to: [
        { property: 'shearY', offset: 5 / DEGREES, max: 30 / DEGREES, scale: 20 / DEGREES },
        { property: 'scaleY', offset: 1, max: 3, scale: 0.5 },
      ],
    },
  ],
} satisfies TestMap

const BONES: TestBone[] = [
  { name: 'root' },
  { name: 'b', parent: 'root', x: 20, y: 10, rotation: 15, scaleX: 1.5, scaleY: 0.5, shearY: 10 },
  { name: 't', parent: 'root', x: -30, y: 40, rotation: 100, scaleX: 2, scaleY: 0.8, shearY: -5 },
]

describe('4.3', () => {
  test.each<[string, Partial<TestMap>, number[]]>([
    ['world to world', {}, [1.1445, -0.3878, 0.3608, 0.6997, 16.75, 9.25]],
    [
      'local to local, additive',
      { localSource: true, localTarget: true, additive: true },
      [1.3595, -0.3498, 0.6339, 0.4244, 21.75, 16.75],
    ],
    [
      'local to world, additive',
      { localSource: true, additive: true },
      [1.3595, -0.3498, 0.6339, 0.4244, 21.75, 16.75],
    ],
  ])('the reference vector, %s', (_, how, wanted) => {
    const stage = stageOf(rigOf('4.3', BONES, [{ ...MAP, ...how }]))
    run(stage)
    expectClose(worldOf(stage, 'b'), wanted, 6e-5)
  })

  test('nothing is done while all mixes are 0', () => {
    const none = { mixRotate: 0, mixX: 0, mixY: 0, mixScaleX: 0, mixScaleY: 0, mixShearY: 0 }
    const [mapped, free] = [[{ ...MAP, ...none }], []].map((constraints) =>
      stageOf(rigOf('4.3', BONES, constraints)),
    )
    for (const stage of [mapped, free]) run(stage)
    expect(worldOf(mapped, 'b')).toEqual(worldOf(free, 'b'))
  })

  const ROOT: TestBone = {
    ...{ name: 'root', x: 10, y: 20, rotation: 30, scaleX: 2, scaleY: -1.5, shearY: 12 },
  }
  const CHILD = { ...{ x: 5, y: -3, rotation: 40, scaleX: 1.2, scaleY: 0.8, shearX: 10, shearY: -5 } }
  /** Multiplies by 1: the matrix stays as it is, and the recovered pose must compose to it. */
  const STILL: TestMap = {
    ...MAP,
    ...{ bones: ['child'], source: 'root', additive: true, clamp: false, mixScaleX: 1 },
    properties: [{ property: 'x', offset: 0, to: [{ property: 'scaleX', offset: 1, max: 1, scale: 0 }] }],
  }

  test.each<[InheritName, number[]]>([
    ['normal', [50, 1.2, 0.8, 0, -15]],
    ['onlyTranslation', [50, 1.2, 0.8, 0, -15]],
    ['noRotationOrReflection', [50, 1.2, 0.8, 0, -15]],
    ['noScale', [52.608965, 1.2, 0.8, 0, -15]],
    ['noScaleOrReflection', [26.238868, 1.2, 0.8, 0, -15]],
  ])('the pose recovered of a bone that inherits by %s', (inherit, wanted) => {
    for (const [scaleX, scaleY] of [
      [1, 1],
      [-2, 1.5],
    ]) {
      const rig = rigOf('4.3', [ROOT, { name: 'child', parent: 'root', ...CHILD, inherit }], [STILL])
      const stage = stageOf(rig, 1, { keepApplied: true })
      placeSkeleton(stage, { x: 7, y: -4, scaleX, scaleY })
      run(stage)
      const [x, y, ...rest] = appliedOf(stage, 'child')
      expectClose([x, y], [5, -3], 1e-5)
      expectClose(rest, wanted, 3e-5)
    }
  })
})
