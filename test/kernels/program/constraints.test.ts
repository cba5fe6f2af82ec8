/** IK and transform constraints in the kernels. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OsteonError } from '../../../src/base/errors'
import type { Dialect } from '../../../src/formats/spine/maths'
import { runs } from '../../deep'
import {
  appliedOf,
  expectClose,
  placeSkeleton,
  rigOf,
  run,
  type Stage,
  setConstraint,
  setLocal,
  stageOf,
  type TestBone,
  type TestIk,
  type TestTransform,
  worldOf,
} from './stage'

/** Printed with four digits. */
const TOLERANCE = 6e-5

function limb(changes: Record<string, Partial<TestBone>> = {}): TestBone[] {
  const bones: TestBone[] = [
    { name: 'root' },
    { name: 'g', parent: 'root', x: 10, y: 5, rotation: 20 },
    { name: 'p', parent: 'g', x: 15, y: -4, rotation: 30, length: 50 },
    { name: 'c', parent: 'p', x: 50, y: 3, rotation: -25, length: 40 },
    { name: 't', parent: 'root', x: 70, y: 60 },
  ]
  return bones.map((bone) => ({ ...bone, ...changes[bone.name] }))
}

const ONE: TestIk = { type: 'ik', bones: ['p'], target: 't' }
const TWO: TestIk = { type: 'ik', bones: ['p', 'c'], target: 't' }

describe('IK reaches the reference vectors of 4.2', () => {
  test.each<[string, TestBone[], TestIk, Record<string, number[]>]>([
    [
      'A, one bone, mix 0.7, uniform stretch',
      limb(),
      { ...ONE, mix: 0.7, stretch: true, scaleY: 'uniform' },
      { p: [0.8167, -0.9803, 0.9803, 0.8167, 25.4635, 6.3715] },
    ],
    [
      'B, one bone that takes no rotation from a mirrored parent',
      limb({ g: { scaleX: 2, scaleY: -1 }, p: { inherit: 'noRotationOrReflection' } }),
      ONE,
      { p: [0.7283, -1.766, 1.1603, -0.0674, 36.8227, 19.0194] },
    ],
    [
      'C, two bones',
      limb(),
      TWO,
      {
        p: [0.9761, -0.2173, 0.2173, 0.9761, 25.4635, 6.3715],
        c: [-0.0904, -0.9959, 0.9959, -0.0904, 73.6171, 20.1639],
      },
    ],
    [
      'D, two bones bent the other way, mix 0.6, softness 30',
      limb(),
      { ...TWO, bend: -1, mix: 0.6, softness: 30 },
      {
        p: [0.3571, -0.9341, 0.9341, 0.3571, 25.4635, 6.3715],
        c: [0.9756, -0.2196, 0.2196, 0.9756, 40.5164, 54.1461],
      },
    ],
    [
      'E, two bones stretched to a far target',
      limb({ t: { x: 160, y: 90 } }),
      { ...TWO, stretch: true },
      {
        p: [1.4949, -0.5279, 0.9292, 0.8493, 25.4635, 6.3715],
        c: [1.4949, -0.5279, 0.9292, 0.8493, 100.206, 52.8318],
      },
    ],
    [
      'F, two bones of uneven scale',
      limb({ p: { scaleX: 1.2, scaleY: 0.8 } }),
      TWO,
      {
        p: [1.1047, -0.3125, 0.4687, 0.7365, 25.4635, 6.3715],
        c: [-0.2674, -1.1164, 0.7548, -0.4385, 80.6976, 29.8063],
      },
    ],
    [
      'G, two mirrored bones',
      limb({ p: { scaleX: -1, scaleY: 1 }, c: { scaleX: -1 } }),
      TWO,
      {
        p: [0.9431, 0.3324, 0.3324, -0.9431, 25.4635, 6.3715],
        c: [-0.0904, -0.9959, 0.9959, -0.0904, 73.6171, 20.1639],
      },
    ],
  ])('%s', (_, bones, ik, wanted) => {
    const stage = stageOf(rigOf('4.2', bones, [ik]))
    run(stage)
    for (const [bone, matrix] of Object.entries(wanted)) expectClose(worldOf(stage, bone), matrix, TOLERANCE)
  })
})

describe('a transform constraint reaches the reference vectors of 4.2', () => {
  const bones: TestBone[] = [
    { name: 'root' },
    { name: 'b', parent: 'root', x: 20, y: 10, rotation: 15, scaleX: 1.5, scaleY: 0.5, shearY: 10 },
    { name: 't', parent: 'root', x: -30, y: 40, rotation: 100, scaleX: 2, scaleY: 0.8, shearY: -5 },
  ]
  const constraint: TestTransform = {
    type: 'transform',
    bones: ['b'],
    target: 't',
    offsetRotation: 10,
    offsetX: 5,
    offsetY: -3,
    offsetScaleX: 0.1,
    offsetScaleY: 0.2,
    offsetShearY: 7,
    mixRotate: 0.5,
    mixX: 0.25,
    mixY: 0.75,
    mixScaleX: 0.6,
    mixScaleY: 0.4,
    mixShearY: 0.3,
  }

  test.each([
    ['H, world, absolute', false, false, [0.8589, -0.6582, 1.6498, 0.2383, 7.6636, 40.0429]],
    ['I, world, relative', false, true, [0.8516, -0.4933, 2.3398, 0.0817, 12.6636, 47.5429]],
    ['J, local, absolute', true, false, [0.5726, -1.3164, 1.0999, 0.4765, 8.75, 30.25]],
    ['K, local, relative', true, true, [0.8516, -0.4933, 2.3398, 0.0817, 13.75, 37.75]],
  ])('%s', (_, local, relative, wanted) => {
    const stage = stageOf(rigOf('4.2', bones, [{ ...constraint, local, relative }]))
    run(stage)
    expectClose(worldOf(stage, 'b'), wanted, TOLERANCE)
  })
})

const NOTHING = { mixRotate: 0, mixX: 0, mixY: 0, mixScaleX: 0, mixScaleY: 0, mixShearY: 0 }

function solved(dialect: Dialect, bones: TestBone[], constraints: (TestIk | TestTransform)[]): Stage {
  const stage = stageOf(rigOf(dialect, bones, constraints))
  run(stage)
  return stage
}

describe('where the versions of IK differ', () => {
  test('with mix 0, 3.8 composes the child anew and 4.x leaves both bones alone', () => {
    const bones = limb({ c: { shearX: 10, y: 0 } })
    const free = solved('4.2', bones, [])
    for (const dialect of ['3.8', '4.0', '4.1', '4.2'] as const) {
      const stage = solved(dialect, bones, [{ ...TWO, mix: 0 }])
      for (const bone of ['p', 'c']) expect(worldOf(stage, bone)).toEqual(worldOf(free, bone))
    }
  })

  test('an idle constraint keeps an earlier one of the same bone in 4.x', () => {
    const once = solved('4.2', limb(), [ONE])
    const twice = solved('4.2', limb(), [ONE, { ...ONE, mix: 0 }])
    expect(worldOf(twice, 'c')).toEqual(worldOf(once, 'c'))
  })

  test('a bone composed again after a constraint keeps its effect in 4.x and loses it in 3.8', () => {
    // c is pointed first, then its parent is moved, so c is composed again.
    const chain = limb({ t: { x: 0, y: 90 } })
    const pointed: TestIk = { ...ONE, bones: ['c'] }
    const moved: TestTransform = { type: 'transform', bones: ['p'], target: 't', ...NOTHING, mixX: 1 }
    const angleIn = (dialect: Dialect, constraints: (TestIk | TestTransform)[]) => {
      const [a, , c] = worldOf(solved(dialect, chain, constraints), 'c')
      return Math.atan2(c, a)
    }
    expect(angleIn('4.2', [pointed, moved])).toBeCloseTo(angleIn('4.2', [pointed]), 5)
    expect(angleIn('3.8', [pointed, moved])).toBeCloseTo(angleIn('3.8', []), 5)
    expect(Math.abs(angleIn('3.8', [pointed]) - angleIn('3.8', []))).toBeGreaterThan(0.1)
  })

  test('compress without stretch needs a bone length only since 4.2', () => {
    // Within the guard of 0.0001, so only the reference's own tests tell them apart.
    const bones = limb({ p: { length: 0.00005, x: 0, y: 0 }, t: { x: 10.00002, y: 5 } })
    const scaleOf = (dialect: Dialect) => {
      const [a, , c] = worldOf(solved(dialect, bones, [{ ...ONE, compress: true }]), 'p')
      return Math.sqrt(a * a + c * c)
    }
    expect(scaleOf('4.1')).toBeLessThan(0.9)
    expect(scaleOf('4.2')).toBeCloseTo(1, 5)
  })

  test('two bones that do not inherit normally are solved up to 4.1 only', () => {
    const bones = limb({ p: { inherit: 'noScale' } })
    const free = worldOf(solved('4.2', bones, []), 'p')
    expect(worldOf(solved('4.2', bones, [TWO]), 'p')).toEqual(free)
    expect(worldOf(solved('4.1', bones, [TWO]), 'p')).not.toEqual(free)
  })

  test('stretch drops the child y since 4.0, and uniform scales y too', () => {
    const far = limb({ t: { x: 160, y: 90 } })
    const stretch: TestIk = { ...TWO, stretch: true, scaleY: 'uniform' }
    const sizes = (dialect: Dialect) => {
      const stage = solved(dialect, far, [stretch])
      const [, b, , d] = worldOf(stage, 'p')
      return [appliedOf(stage, 'c')[1], Math.sqrt(b * b + d * d)]
    }
    expectClose(sizes('3.8'), [3, 1], 1e-5)
    const [y, height] = sizes('4.0')
    expect(y).toBe(0)
    expect(height).toBeGreaterThan(1.5)
  })

  test('onlyTranslation takes the signs of the skeleton scale since 4.1', () => {
    const bones = limb({ p: { inherit: 'onlyTranslation' } })
    const tip = (dialect: Dialect) => {
      const stage = stageOf(rigOf(dialect, bones, [ONE]))
      placeSkeleton(stage, { scaleX: -1 })
      run(stage)
      const [a, , c, , x, y] = worldOf(stage, 'p')
      const target = worldOf(stage, 't')
      const reach = Math.hypot(target[4] - x, target[5] - y)
      return Math.hypot(target[4] - x - a * reach, target[5] - y - c * reach)
    }
    expect(tip('4.1')).toBeLessThan(1e-3)
    expect(tip('4.0')).toBeGreaterThan(1)
  })

  test('with an upper bone of no length the first points and the second lies straight', () => {
    const bones = limb({ c: { x: 0, y: 0 } })
    const stage = solved('4.2', bones, [TWO])
    const one = solved('4.2', bones, [ONE])
    expect(worldOf(stage, 'p')).toEqual(worldOf(one, 'p'))
    expect(appliedOf(stage, 'c')[2]).toBe(0)
  })

  test.each<[string, Partial<TestBone>, Partial<TestBone>]>([
    ['plain', {}, {}],
    ['of a sheared child', {}, { shearX: 25 }],
    ['mirrored in x', { scaleX: -1 }, {}],
    ['mirrored in y', { scaleY: -1 }, {}],
    ['of a mirrored child', {}, { scaleX: -1 }],
    ['of uneven scale', { scaleX: 1.2, scaleY: 0.8 }, {}],
    ['of uneven mirrored scale', { scaleX: -1.2, scaleY: 0.8 }, {}],
  ])('the tip of a limb %s meets a target within reach', (_, bone, child) => {
    for (const bend of [1, -1] as const)
      for (const [x, y] of [
        [70, 60],
        [-20, 40],
        [30, -50],
      ]) {
        const stage = solved('4.2', limb({ p: bone, c: child, t: { x, y } }), [{ ...TWO, bend }])
        const [a, , c, , wx, wy] = worldOf(stage, 'c')
        expectClose([wx + 40 * a, wy + 40 * c], [x, y], 1e-3)
      }
  })

  describe.each([
    [1.5, 0.5, 50],
    [0.5, 1.5, 50],
    [1.5, 0.5, 10],
  ])('scaled by (%d, %d), %d long, a limb whose target is out of reach', (scaleX, scaleY, upper) => {
    /** Distances of the limb's tip from the first bone's origin, over all bends of the second. */
    const distances = Array.from({ length: 3600 }, (_, i) => {
      const angle = (i / 1800) * Math.PI
      return Math.hypot(upper * scaleX + 40 * scaleX * Math.cos(angle), 40 * scaleY * Math.sin(angle))
    })
    const tipOf = (x: number, y: number) => {
      const stage = solved('4.2', limb({ p: { scaleX, scaleY }, c: { x: upper, y: 0 }, t: { x, y } }), [TWO])
      const [a, , c, , wx, wy] = worldOf(stage, 'c')
      const [px, py] = worldOf(stage, 'p').slice(4)
      return { x: wx + 40 * a - px, y: wy + 40 * c - py, px, py }
    }

    test('stretches out as far as it can, towards a far one', () => {
      const { x, y, px, py } = tipOf(3000, 2000)
      expect(Math.hypot(x, y)).toBeCloseTo(Math.max(...distances), 2)
      expect(Math.atan2(y, x)).toBeCloseTo(Math.atan2(2000 - py, 3000 - px), 3)
    })

    test('folds up as much as it can, towards a near one', () => {
      const { x, y } = tipOf(25.6635, 6.4715)
      expect(Math.hypot(x, y)).toBeCloseTo(Math.min(...distances), 2)
    })
  })

  test('scales that differ by rounding only count as even', () => {
    const bones = limb({ p: { scaleX: 1, scaleY: 1.00005 } })
    expect(appliedOf(solved('4.2', bones, [TWO]), 'c')[1]).toBe(3)
    const uneven = limb({ p: { scaleX: 1, scaleY: 1.0005 } })
    expect(appliedOf(solved('4.2', uneven, [TWO]), 'c')[1]).toBe(0)
  })

  test('two-bone IK straightens the axes of its first bone', () => {
    const stage = solved('4.2', limb({ p: { shearX: 10, shearY: -20 } }), [TWO])
    expect(appliedOf(stage, 'p').slice(5)).toEqual([0, 0])
    const [a, b, c, d] = worldOf(stage, 'p')
    expect(a * b + c * d).toBeCloseTo(0, 5)
  })
})

test('softness leaves a limb straight whose target is out of reach', () => {
  const length = fc.double({ min: 20, max: 150, noNaN: true })
  fc.assert(
    fc.property(
      fc.tuple(length, length),
      fc.double({ min: 1, max: 10, noNaN: true }),
      fc.double({ min: 1.1, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 6.3, noNaN: true }),
      ([upper, lower], softness, times, angle) => {
        const reach = times * (upper + lower) + 3 * softness + 20
        const bones = [
          { name: 'root', x: 31.7, y: -12.3, rotation: 17 },
          { name: 'p', parent: 'root', x: 7, y: 3, rotation: 40, length: upper },
          { name: 'c', parent: 'p', x: upper, y: 0.4, rotation: -20, length: lower },
          { name: 't', parent: 'root', x: reach * Math.cos(angle), y: reach * Math.sin(angle) },
        ]
        const [soft, hard] = [softness, 0].map((given) => solved('4.2', bones, [{ ...TWO, softness: given }]))
        for (const bone of ['p', 'c'])
          expectClose(worldOf(soft, bone).slice(0, 4), worldOf(hard, bone).slice(0, 4), 2e-6)
      },
    ),
    { numRuns: runs(200) },
  )
})

describe('one-bone IK', () => {
  test.each([
    [170, -170, 180],
    [-170, 170, -180],
    [20, 60, 40],
  ])('mixes from %d° towards %d° the short way', (from, towards, half) => {
    const angle = (towards * Math.PI) / 180
    const bones: TestBone[] = [
      { name: 'root' },
      { name: 'p', parent: 'root', rotation: from, length: 10 },
      { name: 't', parent: 'root', x: 30 * Math.cos(angle), y: 30 * Math.sin(angle) },
    ]
    expect(appliedOf(solved('4.2', bones, [{ ...ONE, mix: 0.5 }]), 'p')[2]).toBeCloseTo(half, 4)
  })

  test.each(['normal', 'noScale', 'noScaleOrReflection'] as const)(
    'stretches a bone with inherit mode %s to its target, under any scale of its parent',
    (inherit) => {
      const bones = limb({ g: { scaleX: 1.5, scaleY: 1.5 }, p: { inherit, length: 20 } })
      const stage = solved('4.2', bones, [{ ...ONE, stretch: true }])
      const [a, , c, , x, y] = worldOf(stage, 'p')
      expectClose([x + 20 * a, y + 20 * c], [70, 60], 1e-4)
    },
  )
})

describe('where the versions of the transform constraint differ', () => {
  const bones: TestBone[] = [
    { name: 'root' },
    { name: 'b', parent: 'root', x: 4, rotation: -170, scaleX: 2, shearY: 5 },
    { name: 't', parent: 'root', y: 3, rotation: 170, scaleY: 3, shearY: 25 },
  ]
  const base: TestTransform = { type: 'transform', bones: ['b'], target: 't', ...NOTHING }

  test('4.0 skips a constraint that only mixes scale y', () => {
    const scale: TestTransform = { ...base, mixScaleY: 1 }
    const free = worldOf(solved('4.2', bones, []), 'b')
    expect(worldOf(solved('4.0', bones, [scale]), 'b')).toEqual(free)
    for (const dialect of ['3.8', '4.1', '4.2'] as const)
      expect(worldOf(solved(dialect, bones, [scale]), 'b')).not.toEqual(free)
  })

  test('local absolute rotation takes the nearest angle up to 4.1', () => {
    const rotate: TestTransform = { ...base, local: true, mixRotate: 0.5 }
    for (const dialect of ['3.8', '4.0', '4.1'] as const)
      expect(appliedOf(solved(dialect, bones, [rotate]), 'b')[2]).toBeCloseTo(-180, 4)
    expect(appliedOf(solved('4.2', bones, [rotate]), 'b')[2]).toBeCloseTo(0, 4)
  })

  test('local absolute scale is divided by the own scale', () => {
    const scale: TestTransform = { ...base, local: true, mixScaleX: 0.5 }
    expect(appliedOf(solved('4.2', bones, [scale]), 'b')[3]).toBeCloseTo(0.75, 6)
  })

  test('and left alone where that is next to nothing', () => {
    const flat = bones.map((bone) => (bone.name === 'b' ? { ...bone, scaleX: 1e-39 } : bone))
    const scale: TestTransform = { ...base, local: true, mixScaleX: 0.5 }
    const stage = stageOf(rigOf('4.2', flat, [scale]))
    run(stage)
    expect(appliedOf(stage, 'b')[3]).toBeCloseTo(0, 30)
    expect(worldOf(stage, 'b').every(Number.isFinite)).toBe(true)
  })

  test('local absolute shear of 3.8 piles up in the unconstrained pose', () => {
    const shear: TestTransform = { ...base, local: true, mixShearY: 0.5 }
    const stage = stageOf(rigOf('3.8', bones, [shear]))
    run(stage)
    expectClose(worldOf(stage, 'b'), worldOf(solved('3.8', bones, []), 'b'), 1e-6)
    run(stage)
    // 5 + (25 - 5) / 2, composed one update late.
    const late = bones.map((bone) => (bone.name === 'b' ? { ...bone, shearY: 15 } : bone))
    expectClose(worldOf(stage, 'b'), worldOf(solved('3.8', late, []), 'b'), 1e-6)
    expect(appliedOf(solved('4.0', bones, [shear]), 'b')[6]).toBeCloseTo(15, 4)
  })

  test('3.8 recovers a bone that was moved in the world before it is changed locally', () => {
    const move: TestTransform = { ...base, target: 'root', mixX: 1, offsetX: 7 }
    const lift: TestTransform = { ...base, local: true, relative: true, mixY: 1 }
    expect(appliedOf(solved('3.8', bones, [move, lift]), 'b').slice(0, 2)).toEqual([7, 3])
  })

  test('3.8 recovers nothing after a constraint that did nothing', () => {
    const lift: TestTransform = { ...base, local: true, relative: true, mixY: 1 }
    // Recovering would give the shear its opposite sign.
    expect(appliedOf(solved('3.8', bones, [base, lift]), 'b')[6]).toBeCloseTo(5, 4)
    expect(appliedOf(solved('3.8', bones, [{ ...base, mixX: 1 }, lift]), 'b')[6]).toBeCloseTo(-5, 4)
  })

  test('without scale from its parent a bone is recovered by its unconstrained rotation', () => {
    const given = bones.map((bone) => ({
      ...bone,
      ...(bone.name === 'b' ? { inherit: 'noScale' as const } : {}),
    }))
    const twist: TestTransform = { ...base, local: true, relative: true, mixRotate: 0.5 }
    const stage = stageOf(rigOf('4.2', given, [twist, { ...base, mixY: 0.1 }]), 1, { keepApplied: true })
    run(stage)
    expect(appliedOf(stage, 'b')[2]).toBeCloseTo(85, 4)
  })

  test('3.8 does nothing for negative scale mixes', () => {
    const scale: TestTransform = { ...base, mixScaleX: -1 }
    const free = worldOf(solved('4.2', bones, []), 'b')
    expect(worldOf(solved('3.8', bones, [scale]), 'b')).toEqual(free)
    expect(worldOf(solved('4.0', bones, [scale]), 'b')).not.toEqual(free)
  })

  test('a target that is constrained itself is read as it is then', () => {
    const second: TestTransform = {
      ...base,
      bones: ['t', 'b'],
      local: true,
      relative: true,
      offsetX: 1,
      mixX: 1,
    }
    const stage = solved('4.2', bones, [second])
    // t.x = 0 + (0 + 1), then b.x = 4 + (1 + 1).
    expect(appliedOf(stage, 't')[0]).toBe(1)
    expect(appliedOf(stage, 'b')[0]).toBe(6)
  })

  test('a local target that nothing constrains is read from its local rows', () => {
    const copy: TestTransform = { ...base, local: true, mixY: 1 }
    const stage = stageOf(rigOf('4.2', bones, [copy]))
    setLocal(stage, 't', 1, 9)
    run(stage)
    expect(appliedOf(stage, 'b')[1]).toBe(9)
  })

  test('a mirrored target turns the offset of the rotation round', () => {
    const rotate: TestTransform = { ...base, mixRotate: 1, offsetRotation: 5 }
    const angleOf = (scaleY: number) => {
      const mirrored = bones.map((bone) => (bone.name === 't' ? { ...bone, scaleY, shearY: 0 } : bone))
      const [a, , c] = worldOf(solved('4.2', mirrored, [rotate]), 'b')
      return (Math.atan2(c, a) * 180) / Math.PI
    }
    expect(angleOf(1)).toBeCloseTo(175, 4)
    expect(angleOf(-1)).toBeCloseTo(165, 4)
  })

  test.each([
    [200, 0],
    [-200, 0],
    [0, 200],
  ])('world shear is wrapped once between %d° and %d°', (own, target) => {
    const sheared = (mixShearY: number) => {
      const given = bones.map((bone) => ({
        ...bone,
        shearY: bone.name === 'b' ? own : bone.name === 't' ? target : 0,
        rotation: 0,
      }))
      const [, b, , d] = worldOf(solved('4.2', given, [{ ...base, mixShearY }]), 'b')
      return [Math.sin(Math.atan2(d, b)), Math.cos(Math.atan2(d, b))]
    }
    // Half of the short way: 80° from 200° on towards 360°, or back from -200° and 0°.
    const half = ((90 + (own === 0 ? -80 : own + Math.sign(own) * 80)) * Math.PI) / 180
    expectClose(sheared(0.5), [Math.sin(half), Math.cos(half)], 1e-5)
  })

  test('a target that is turned by its own constraint has moved its offset point', () => {
    const itself: TestTransform = { ...base, bones: ['t'], relative: true, mixRotate: 1, mixX: 1, offsetX: 5 }
    const turned = solved('4.2', bones, [{ ...itself, mixX: 0 }])
    const [a, , , , x] = worldOf(turned, 't')
    expect(worldOf(solved('4.2', bones, [itself]), 't')[4]).toBeCloseTo(x + (a * 5 + x), 5)
  })

  test('a bone moved in the world and composed again stays where it was put', () => {
    const tip: TestBone = { name: 'tip', parent: 'b', x: 1 }
    const move: TestTransform = { ...base, bones: ['tip'], mixX: 1, mixY: 1 }
    const pull: TestTransform = { ...base, bones: ['b'], relative: true, mixX: 1, offsetX: 30 }
    const [, , , , x, y] = worldOf(solved('4.2', [...bones, tip], [move, pull]), 'tip')
    const shift = worldOf(solved('4.2', [...bones, tip], [pull]), 'b')[4] - 4
    expect(shift).not.toBe(0)
    expectClose([x, y], [0 + shift, 3], 1e-4)
  })

  test('a target moved in the world is read where it was put', () => {
    const move: TestTransform = { ...base, bones: ['t'], target: 'root', mixX: 1, offsetX: 7 }
    const copy: TestTransform = { ...base, local: true, mixX: 1 }
    for (const dialect of ['3.8', '4.2'] as const)
      expect(appliedOf(solved(dialect, bones, [move, copy]), 'b')[0]).toBeCloseTo(7, 5)
  })

  test('the pose after a constraint is recovered where a later step reads it, and only there', () => {
    const tip: TestBone = { name: 'tip', parent: 'b', x: 1 }
    const world: TestTransform = { ...base, mixX: 1 }
    const dead = stageOf(rigOf('4.2', [...bones, tip], [world]))
    const live = stageOf(
      rigOf('4.2', [...bones, tip], [world, { ...base, local: true, relative: true, mixY: 1 }]),
    )
    run(dead)
    run(live)
    expect(appliedOf(dead, 'b')[0]).toBe(4)
    expect(appliedOf(live, 'b')[0]).toBeCloseTo(0, 5)
  })
})

test('mixes and flags are values of the lane', () => {
  const stage = stageOf(rigOf('4.2', limb(), [TWO]))
  setConstraint(stage, 0, 0, 0, 1)
  setConstraint(stage, 0, 2, -1, 2)
  run(stage)
  const free = solved('4.2', limb(), [])
  const down = solved('4.2', limb(), [{ ...TWO, bend: -1 }])
  expect(worldOf(stage, 'c', 1)).toEqual(worldOf(free, 'c'))
  expect(worldOf(stage, 'c', 2)).toEqual(worldOf(down, 'c'))
  expect(worldOf(stage, 'c', 3)).toEqual(worldOf(solved('4.2', limb(), [TWO]), 'c'))
})

describe('constraints without a program are refused', () => {
  const refusal = (make: () => unknown) => {
    try {
      make()
    } catch (error) {
      if (error instanceof OsteonError) return [error.code, error.source, error.path]
    }
    return null
  }

  test('IK on a bone without a parent', () => {
    const rig = rigOf('4.2', limb(), [{ ...ONE, name: 'aim', bones: ['root'] }])
    expect(refusal(() => stageOf(rig))).toEqual(['unknown-parent', 'test-rig', 'ik.aim'])
  })

  test.each([[[]], [['p', 'c', 't']]])('IK on the bones %j', (names) => {
    const rig = rigOf('4.2', limb(), [{ ...ONE, bones: names }])
    expect(refusal(() => stageOf(rig))).toEqual(['out-of-range', 'test-rig', 'ik.ik'])
  })
})
