/** Path constraints in the kernels. */
import { describe, expect, test } from 'vitest'
import { DEFORM_STATE, LANES, SLOT } from '../../../src/base/memory/lanes'
import type { Dialect } from '../../../src/formats/spine/maths'
import { PATH } from '../../../src/rig/constraints/path'
import {
  expectClose,
  rigOf,
  run,
  type Stage,
  setConstraint,
  stageOf,
  type TestBone,
  type TestPath,
  worldOf,
} from './stage'

/** Printed with four digits, of numbers up to 102. */
const TOLERANCE = 6e-5

function chain(changes: Record<string, Partial<TestBone>> = {}): TestBone[] {
  const bones: TestBone[] = [
    { name: 'root' },
    { name: 'path', parent: 'root', x: 5, y: -5, rotation: 10 },
    { name: 'b1', parent: 'root', x: 3, y: 4, rotation: 5, length: 30 },
    { name: 'b2', parent: 'b1', x: 30, rotation: 10, length: 40 },
    { name: 'b3', parent: 'b2', x: 40, rotation: -20, length: 25 },
  ]
  return bones.map((bone) => ({ ...bone, ...changes[bone.name] }))
}

const POINTS = [-20, -10, 0, 0, 20, 30, 60, 40, 80, 10, 110, -20, 120, 40, 100, 80, 60, 90]
const FOLLOW: TestPath = {
  type: 'path',
  bones: ['b1', 'b2', 'b3'],
  owner: 'path',
  points: POINTS,
  lengths: [90, 180, 330],
}
const CHAIN: TestPath = { ...FOLLOW, position: 0.1, rotateMode: 'chain' }

/** A row of the first slot. */
function slotWord(stage: Stage, field: number, seat = 0): number {
  return stage.slots + Math.floor(seat / LANES) * stage.stride + field * LANES + (seat % LANES)
}

describe('path constraints', () => {
  /** World rows of bones behind a run. */
  function rows(
    follow: TestPath,
    { bones = chain(), dialect = '4.2' as Dialect, prepare = (_stage: Stage): void => {} } = {},
  ): Record<'b1' | 'b2' | 'b3', number[]> {
    const stage = stageOf(rigOf(dialect, bones, [follow]))
    prepare(stage)
    run(stage)
    return { b1: worldOf(stage, 'b1'), b2: worldOf(stage, 'b2'), b3: worldOf(stage, 'b3') }
  }

  /** All of it within a tolerance. */
  function expectRows(got: Record<string, number[]>, wanted: Record<string, number[]>, within = 1e-4): void {
    for (const bone of Object.keys(wanted)) expectClose(got[bone], wanted[bone], within)
  }

  test.each<[string, TestPath, Record<string, number[]>]>([
    [
      'O, open, chain, length',
      CHAIN,
      {
        b1: [0.8161, -0.5779, 0.5779, 0.8161, 15.4805, 11.8332],
        b2: [0.9855, 0.1697, -0.1697, 0.9855, 39.9643, 29.1694],
        b3: [0.9318, 0.3629, -0.3629, 0.9318, 79.3844, 22.3829],
      },
    ],
    [
      'P, open, before the start, tangent, percent, turned',
      { ...FOLLOW, position: -0.1, spacingMode: 'percent', spacing: 0.3, offsetRotation: 30 },
      {
        b1: [-0.1099, -0.9939, 0.9939, -0.1099, -2.9118, -23.0321],
        b2: [0.4863, -0.8738, 0.8738, 0.4863, 30.5081, 24.7175],
        b3: [1, 0.0082, -0.0082, 1, 85.1763, 16.7204],
      },
    ],
    [
      'Q, closed, chainScale, proportional, mixed',
      {
        ...{ ...FOLLOW, closed: true, position: 0.6, spacingMode: 'proportional', spacing: 0.7 },
        ...{ rotateMode: 'chainScale', mixRotate: 0.8, mixX: 0.9, mixY: 0.5 },
      },
      {
        b1: [-0.83, 0.9245, -2.0132, -0.3812, 79.3187, 47.6019],
        b2: [0.2248, 0.9325, -0.5804, 0.3611, 29.8862, 25.957],
        b3: [2.0055, 0.1291, -0.261, 0.9916, 33.8203, 20.5744],
      },
    ],
    [
      'R, open, not at constant speed, fixed, chain',
      {
        ...{ ...FOLLOW, constantSpeed: false, positionMode: 'fixed', position: 40, spacingMode: 'fixed' },
        ...{ spacing: 35, rotateMode: 'chain' },
      },
      {
        b1: [0.9993, -0.0371, 0.0371, 0.9993, 34.892, 27.0702],
        b2: [0.9269, 0.3753, -0.3753, 0.9269, 64.8713, 28.1845],
        b3: [0.1992, -0.98, 0.98, 0.1992, 101.947, 13.1714],
      },
    ],
  ])('reaches the reference vector of 4.2: %s', (_name, follow, wanted) => {
    expectRows(rows(follow), wanted, TOLERANCE)
  })

  test('weighted points equal points on one bone', () => {
    const weighted: [string, number, number, number][][] = []
    for (let i = 0; i < POINTS.length; i += 2)
      // Of two influences, out of order, and of one; sorted, they would be another path.
      weighted.push(
        i % 4 === 0
          ? [['path', POINTS[i], POINTS[i + 1], 1]]
          : [
              ['path', POINTS[i], POINTS[i + 1], 0.75],
              ['twin', POINTS[i], POINTS[i + 1], 0.25],
            ],
      )
    const bones = [...chain(), { name: 'twin', parent: 'path' }]
    expectRows(rows({ ...CHAIN, points: weighted }, { bones }), rows(CHAIN))
  })

  test('a deformed path leads elsewhere, as one of such points does', () => {
    const offsets = POINTS.map((_value, i) => ((i * 7) % 11) - 5)
    const deformed = rows(CHAIN, {
      prepare(stage) {
        const { deformOf } = stage.rig.rows
        stage.i32[slotWord(stage, SLOT.DEFORMED)] = DEFORM_STATE.offsets
        offsets.forEach((offset, row) => {
          stage.f32[stage.deform + (deformOf[0] + row) * LANES] = offset
        })
      },
    })
    expectRows(deformed, rows({ ...CHAIN, points: POINTS.map((value, i) => value + offsets[i]) }))
    expect(Math.abs(deformed.b2[4] - rows(CHAIN).b2[4])).toBeGreaterThan(1)
  })

  test.each([
    ['nothing', -1],
    ['something else than a path', 1],
  ])('a slot that shows %s leads nobody, in its lane alone', (_name, shown) => {
    const free = rows({ ...CHAIN, mixRotate: 0, mixX: 0, mixY: 0 })
    // The attachment of the second slot is made no path.
    const stage = stageOf(rigOf('4.2', chain(), [CHAIN, { ...CHAIN, mixRotate: 0, mixX: 0, mixY: 0 }]))
    stage.i32[stage.image + stage.rig.image().paths.table + 1] = 0
    stage.i32[slotWord(stage, SLOT.ATTACHMENT)] = shown
    run(stage)
    expectClose(worldOf(stage, 'b2'), free.b2, 0)
    expectClose(worldOf(stage, 'b2', 1), rows(CHAIN).b2, 0)
  })

  test('each lane follows the path that it shows', () => {
    const other: TestPath = {
      ...CHAIN,
      points: POINTS.map((value) => 1.5 * value),
      mixRotate: 0,
      mixX: 0,
      mixY: 0,
    }
    const stage = stageOf(rigOf('4.2', chain(), [CHAIN, other]))
    stage.i32[slotWord(stage, SLOT.ATTACHMENT, 2)] = 1
    run(stage)
    for (const seat of [0, 1, 3]) expectClose(worldOf(stage, 'b3', seat), rows(CHAIN).b3, 0)
    expectClose(worldOf(stage, 'b3', 2), rows({ ...CHAIN, points: other.points }).b3, 1e-4)
  })

  test('3.8: only mixes above 0 lead bones, of which that of y does not count', () => {
    const at = (rotate: number, x: number, y: number, dialect: Dialect) =>
      rows(CHAIN, {
        dialect,
        prepare(stage) {
          setConstraint(stage, 0, PATH.ROTATE, rotate)
          setConstraint(stage, 0, PATH.X, x)
          setConstraint(stage, 0, PATH.Y, y)
        },
      })
    const free = at(0, 0, 0, '4.2')
    expectRows(at(-0.5, 0, 0.5, '3.8'), free, 0)
    expectRows(at(0, -0.5, 0, '3.8'), free, 0)
    expect(at(0, 0, 0.5, '4.2').b2[5]).not.toBeCloseTo(free.b2[5], 1)
    expect(at(0, -0.5, 0, '4.0').b2[4]).not.toBeCloseTo(free.b2[4], 1)
    expectRows(at(0.5, 0, 0, '3.8'), at(0.5, 0, 0, '4.2'))
  })

  test('3.8: a fixed position is measured along the path of the setup pose', () => {
    const fixed: TestPath = { ...CHAIN, positionMode: 'fixed', position: 33 }
    // 180 units in the file; the start of b1 in 4.2 is 33 units along, in 3.8 as much of the whole as 33 is of 180.
    expectRows(rows(fixed, { dialect: '3.8' }), rows({ ...CHAIN, position: 33 / 180 }, { dialect: '3.8' }))
    expect(rows(fixed, { dialect: '3.8' }).b1[4]).not.toBeCloseTo(rows(fixed).b1[4], 1)
    const uneven = { ...fixed, constantSpeed: false }
    expectRows(rows(uneven, { dialect: '3.8' }), rows(uneven))
  })

  test('3.8: a bone without length takes no space', () => {
    const spaced: TestPath = { ...CHAIN, rotateMode: 'tangent', spacing: 20 }
    const bones = chain({ b1: { length: 0 } })
    const [old, late] = [rows(spaced, { bones, dialect: '3.8' }), rows(spaced, { bones })]
    expectClose(old.b2.slice(4), old.b1.slice(4), 1e-5)
    expect(Math.hypot(late.b2[4] - late.b1[4], late.b2[5] - late.b1[5])).toBeGreaterThan(15)
  })

  test('places do not go back to a curve that was left, nor along one to a step that was passed', () => {
    // Two points of the same curve, the second before the first: it is found on the straight line of the first one's step.
    const back: TestPath = {
      ...{ ...FOLLOW, bones: ['b1', 'b2'], spacingMode: 'fixed' },
      ...{ positionMode: 'fixed', position: 45, spacing: -20 },
    }
    const { b1, b2 } = rows(back)
    const from = rows({ ...back, spacing: 0 }).b1
    expectClose(b1, from, 1e-6)
    const plain = rows({ ...back, position: 25, spacing: 0 }).b1
    expect(Math.hypot(b2[4] - plain[4], b2[5] - plain[5])).toBeGreaterThan(0.1)
  })

  test.each<[string, Partial<TestPath>]>([
    ['all points in one place', { points: POINTS.map((_value, i) => (i % 2 === 0 ? 7 : -3)) }],
    ['the same, closed', { points: POINTS.map(() => 0), closed: true }],
    ['the same, without speed', { points: POINTS.map(() => 0), constantSpeed: false, lengths: [] }],
    ['no lengths', { constantSpeed: false, lengths: [], position: 0.5 }],
    ['no lengths, closed', { constantSpeed: false, lengths: [], closed: true, position: 0.5 }],
    ['lengths that are none', { constantSpeed: false, lengths: [Number.NaN, Number.NaN, Number.NaN] }],
    ['lengths that shrink', { constantSpeed: false, lengths: [90, -5, -300], closed: true, position: 0.9 }],
    ['a position far away', { position: 1e30 }],
    ['a position far away, closed', { position: 1e30, closed: true }],
    ['points as far away as they may be', { points: POINTS.map((value) => value * 1e9) }],
    ['proportional spaces', { spacingMode: 'proportional', points: POINTS.map(() => 0) }],
  ])('%s: numbers stay numbers', (_name, odd) => {
    for (const rotateMode of ['tangent', 'chain', 'chainScale'] as const)
      for (const dialect of ['3.8', '4.2'] as const)
        for (const bones of [chain(), chain({ b2: { length: 0, scaleX: 0 } })]) {
          const got = rows({ ...CHAIN, rotateMode, ...odd }, { bones, dialect })
          for (const value of Object.values(got).flat()) expect(value).toSatisfy(Number.isFinite)
        }
  })

  test('a position that is no number hangs nothing', () => {
    const stage = stageOf(rigOf('4.2', chain(), [{ ...CHAIN, closed: true }]))
    setConstraint(stage, 0, PATH.POSITION, Number.NaN)
    run(stage)
    expect(worldOf(stage, 'root')[0]).toBe(1)
  })
})
