/** World matrices by inherit mode and version. */
import { describe, expect, test } from 'vitest'
import { INHERIT } from '../../../src/base/model/skeleton'
import type { InheritName } from '../../../src/base/model/values'
import { DIALECTS, type Dialect } from '../../../src/formats/spine/maths'
import {
  appliedOf,
  expectClose,
  placeSkeleton,
  rigOf,
  run,
  setLocal,
  stageOf,
  type TestBone,
  type TestTransform,
  worldOf,
} from './stage'

const ROOT: TestBone = { name: 'root', x: 10, y: 20, rotation: 30, scaleX: 2, scaleY: -1.5, shearY: 12 }
const CHILD: TestBone = {
  name: 'child',
  parent: 'root',
  x: 5,
  y: -3,
  rotation: 40,
  scaleX: 1.2,
  scaleY: 0.8,
  shearX: 10,
  shearY: -5,
}

const MODES = Object.keys(INHERIT) as InheritName[]

/** a b c d of the child. */
const PLAIN: { [mode in InheritName]: number[] } = {
  normal: [2.25866, -0.137027, -0.253362, -1.189359],
  onlyTranslation: [0.771345, -0.458861, 0.919253, 0.655322],
  noRotationOrReflection: [1.652023, -0.705422, 1.649137, 0.942928],
  noScale: [1.186628, 0.089708, -0.178646, -0.794954],
  noScaleOrReflection: [1.176166, 0.049697, 0.237978, 0.798455],
}
const FLIPPED: { [mode in InheritName]: number[] } = {
  normal: [-4.51732, 0.274054, -0.380044, -1.784039],
  onlyTranslation: [-1.54269, 0.917722, 1.37888, 0.982982],
  noRotationOrReflection: [-3.304046, 1.410844, 2.473706, 1.414392],
  noScale: [-2.373256, -0.179417, -0.26797, -1.192432],
  noScaleOrReflection: [-2.352332, -0.099394, 0.356967, 1.197682],
}
const RAW_FLIPPED = [-3.399127, 1.226216, 2.350191, 1.174553]
/** Worked out by hand from the parent's matrix: as raw, without the division by the skeleton's scale. */
const SCALED_FLIPPED = [-4.504785, 3.944816, 2.921027, 2.878445]

/** Printed with six digits; float32 rows add some 1e-7 of a value. */
const TOLERANCE = 3e-6

describe.each(DIALECTS)('a child composed by the rules of %s', (dialect) => {
  test.each(MODES)('has the reference matrix with inherit mode %s at scale 1', (inherit) => {
    const stage = stageOf(rigOf(dialect, [ROOT, { ...CHILD, inherit }]))
    placeSkeleton(stage, { x: 7, y: -4 })
    run(stage)
    expectClose(worldOf(stage, 'root'), [1.732051, 1.003696, 1, -1.114717, 17, 16], TOLERANCE)
    expectClose(worldOf(stage, 'child'), [...PLAIN[inherit], 22.649166, 24.344152], TOLERANCE)
  })

  test.each(MODES)('has the reference matrix with inherit mode %s in a flipped skeleton', (inherit) => {
    const stage = stageOf(rigOf(dialect, [ROOT, { ...CHILD, inherit }]))
    placeSkeleton(stage, { x: 7, y: -4, scaleX: -2, scaleY: 1.5 })
    run(stage)
    const raw = inherit === 'noRotationOrReflection' && dialect !== '4.2' && dialect !== '4.3'
    const rawFlipped = dialect === '3.7' ? SCALED_FLIPPED : RAW_FLIPPED
    expectClose(worldOf(stage, 'root'), [-3.464102, -2.007392, 1.5, -1.672076, -13, 26], TOLERANCE)
    expectClose(
      worldOf(stage, 'child'),
      [...(raw ? rawFlipped : FLIPPED[inherit]), -24.298332, 38.516228],
      TOLERANCE,
    )
  })
})

test('a keyed inherit mode is read from its row, lane by lane', () => {
  const rig = rigOf('4.2', [ROOT, { ...CHILD, keyed: true }])
  const stage = stageOf(rig, 2)
  MODES.forEach((mode, seat) => {
    placeSkeleton(stage, { x: 7, y: -4, scaleX: -2, scaleY: 1.5 }, seat)
    const row = rig.rows.inherit[1]
    stage.f32[stage.local + Math.floor(seat / 4) * stage.stride + row * 4 + (seat % 4)] = INHERIT[mode]
  })
  run(stage)
  MODES.forEach((mode, seat) => {
    expectClose(worldOf(stage, 'child', seat), [...FLIPPED[mode], -24.298332, 38.516228], TOLERANCE)
  })
})

describe('the applied pose recovered from a matrix', () => {
  /** Only a positive shear mix does anything, so this constraint recovers and changes nothing. */
  const RECOVER: TestTransform = {
    type: 'transform',
    bones: ['child'],
    target: 'root',
    mixRotate: 0,
    mixX: 0,
    mixY: 0,
    mixScaleX: 0,
    mixScaleY: 0,
    mixShearY: -1,
  }
  const ONE = [1, 1]
  const FLIP = [-2, 1.5]

  test.each<[Dialect, InheritName, number[][], number[]]>([
    ['4.1', 'normal', [ONE, FLIP], [50, 1.2, 0.772741, 0, 15]],
    ['4.1', 'onlyTranslation', [ONE, FLIP], [-24.726472, 0.668749, -0.472527, 0, 150.031249]],
    ['4.1', 'noRotationOrReflection', [ONE], [-19.004858, 1.260329, -0.735751, 0, 157.079631]],
    ['4.1', 'noScale', [ONE, FLIP], [52.608965, 0.641685, 0.492456, 0, 27.16131]],
    ['4.2', 'normal', [ONE, FLIP], [50, 1.2, 0.772741, 0, -15]],
    ['4.2', 'onlyTranslation', [ONE], [50, 1.2, 0.772741, 0, -15]],
    ['4.2', 'noRotationOrReflection', [ONE, FLIP], [-20, 1.2, -0.772741, 0, -165]],
    ['4.2', 'noScale', [ONE], [10, 1.2, 0.772741, 0, -15]],
    ['4.2', 'onlyTranslation', [FLIP], [138.209169, 2.069107, -1.344477, 0, 178.757286]],
    ['4.2', 'noScale', [FLIP], [174.996318, 2.388336, -1.164772, 0, -165.001177]],
  ])('%s, %s, matches the reference table', (dialect, inherit, scales, wanted) => {
    for (const [scaleX, scaleY] of scales) {
      const rig = rigOf(dialect, [ROOT, { ...CHILD, inherit }], [RECOVER])
      const stage = stageOf(rig, 1, { keepApplied: true })
      placeSkeleton(stage, { x: 7, y: -4, scaleX, scaleY })
      run(stage)
      const [x, y, ...rest] = appliedOf(stage, 'child')
      expectClose([x, y], [5, -3], 1e-5)
      expectClose(rest, wanted, 3e-5)
    }
  })

  test('of a root leaves out the skeleton position in 4.x', () => {
    const rig = rigOf('4.2', [ROOT, { name: 'other' }], [{ ...RECOVER, bones: ['root'], target: 'other' }])
    const stage = stageOf(rig, 1, { keepApplied: true })
    placeSkeleton(stage, { x: 7, y: -4 })
    run(stage)
    expectClose(appliedOf(stage, 'root'), [10, 20, 30, 2, 1.5, 0, 168], 1e-4)
  })

  test('of a root keeps the skeleton position in 3.8, where only a reader asks for it', () => {
    const move: TestTransform = { ...RECOVER, bones: ['root'], target: 'other', mixX: 1, mixShearY: 0 }
    const read: TestTransform = { ...RECOVER, bones: ['other'], target: 'root', local: true, mixShearY: 0 }
    const bones: TestBone[] = [ROOT, { name: 'other', x: 1, y: 2 }]
    const unread = stageOf(rigOf('3.8', bones, [move]))
    const asked = stageOf(rigOf('3.8', bones, [move, read]))
    for (const stage of [unread, asked]) {
      placeSkeleton(stage, { x: 7, y: -4 })
      run(stage)
      expectClose(worldOf(stage, 'root').slice(4), [8, 16], 1e-5)
    }
    expectClose(appliedOf(unread, 'root').slice(0, 2), [10, 20], 1e-5)
    expectClose(appliedOf(asked, 'root'), [8, 16, 30, 2, 1.5, 0, 168], 1e-4)
  })
})

describe('the entity rotation', () => {
  test('turns the finished picture about the skeleton position', () => {
    const bones: TestBone[] = [ROOT, { ...CHILD, inherit: 'onlyTranslation' }]
    const stage = stageOf(rigOf('4.2', bones))
    placeSkeleton(stage, { x: 7, y: -4 }, 0)
    placeSkeleton(stage, { x: 7, y: -4, rotation: 90 }, 1)
    run(stage)
    const [a, b, c, d, x, y] = worldOf(stage, 'child', 0)
    expectClose(worldOf(stage, 'child', 1), [-c, -d, a, b, 7 - (y + 4), -4 + (x - 7)], 1e-5)
  })

  test('counts however small it is', () => {
    const stage = stageOf(rigOf('4.2', [{ name: 'root', x: 1000 }]))
    placeSkeleton(stage, { rotation: 0.01 })
    run(stage)
    expect(worldOf(stage, 'root')[5]).toBeCloseTo(1000 * Math.sin((0.01 * Math.PI) / 180), 4)
  })

  test('leaves lanes without one alone, beside any neighbours', () => {
    const bones: TestBone[] = [ROOT, CHILD]
    const alone = stageOf(rigOf('4.2', bones))
    placeSkeleton(alone, { x: 7, y: -4 })
    run(alone)
    const beside = stageOf(rigOf('4.2', bones))
    placeSkeleton(beside, { x: 7, y: -4 })
    placeSkeleton(beside, { rotation: 33 }, 1)
    run(beside)
    expect(worldOf(beside, 'child')).toEqual(worldOf(alone, 'child'))
  })

  test('does not pile up on bones that are never composed', () => {
    const rig = rigOf('4.2', [ROOT, { ...CHILD, skinRequired: true }, { name: 'last', parent: 'root' }])
    const stage = stageOf(rig)
    placeSkeleton(stage, { rotation: 33 })
    stage.f32[stage.world + 6 * 4] = 5
    run(stage)
    run(stage)
    expect(worldOf(stage, 'child')).toEqual([5, 0, 0, 0, 0, 0])
  })
})

test('bones that were never composed have zero matrices, and so have their active children', () => {
  const rig = rigOf('4.2', [
    { name: 'root' },
    { name: 'hidden', parent: 'root', skinRequired: true, x: 9 },
    { name: 'orphan', parent: 'hidden', x: 4, y: 5 },
  ])
  const stage = stageOf(rig)
  run(stage)
  expect(worldOf(stage, 'hidden')).toEqual([0, 0, 0, 0, 0, 0])
  expectClose(worldOf(stage, 'orphan'), [0, 0, 0, 0, 0, 0], 0)
})

test('a changed local pose is seen in the next run', () => {
  const stage = stageOf(rigOf('4.2', [{ name: 'root' }, { name: 'tip', parent: 'root', x: 1 }]))
  run(stage)
  setLocal(stage, 'tip', 0, 8)
  run(stage)
  expect(worldOf(stage, 'tip')).toEqual([1, 0, 0, 1, 8, 0])
})
