/** The update order of bones and constraints. */
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/formats/spine/maths'
import { activeKey, activeSet } from '../../../src/rig/program/active'
import { sortUpdates } from '../../../src/rig/program/sort'
import { rigOf, type TestBone, type TestIk, type TestTransform } from '../../kernels/program/stage'

interface Given {
  dialect?: Dialect
  bones: TestBone[]
  constraints?: (TestIk | TestTransform)[]
  skinBones?: number[]
  skinConstraints?: number[]
}

/** The order as names: bones as they are, constraints in brackets. */
function orderOf({ dialect = '4.2', bones, constraints = [], skinBones = [], skinConstraints = [] }: Given) {
  const rig = rigOf(dialect, bones, constraints)
  const { steps, reset } = sortUpdates(rig, activeSet(rig, skinBones, skinConstraints))
  const names = steps.map(({ type, index }) =>
    type === 'bone' ? rig.boneNames[index] : `[${rig.constraints.models[index].name}]`,
  )
  return { order: names.join(' '), reset: reset.map((bone) => rig.boneNames[bone]).join(' ') }
}

const LIMB: TestBone[] = [
  { name: 'root' },
  { name: 'thigh', parent: 'root' },
  { name: 'shin', parent: 'thigh' },
  { name: 'foot', parent: 'shin' },
  { name: 'goal', parent: 'root' },
]
const TWO: TestIk = { type: 'ik', name: 'leg', bones: ['thigh', 'shin'], target: 'goal' }
const ONE: TestIk = { type: 'ik', name: 'aim', bones: ['thigh'], target: 'goal' }

test('without constraints bones stand in data order, parents first', () => {
  expect(orderOf({ bones: LIMB }).order).toBe('root thigh shin foot goal')
})

test('two-bone IK sorts its child ahead of it and composes only bones below', () => {
  expect(orderOf({ bones: LIMB, constraints: [TWO] })).toEqual({
    order: 'root goal thigh shin [leg] foot',
    reset: '',
  })
})

test('in 3.8 an unsorted child goes on the reset list instead', () => {
  expect(orderOf({ dialect: '3.8', bones: LIMB, constraints: [TWO] })).toEqual({
    order: 'root goal thigh [leg] foot',
    reset: 'shin',
  })
})

test('one-bone IK has the children of its bone composed after it', () => {
  expect(orderOf({ bones: LIMB, constraints: [ONE] }).order).toBe('root goal thigh [aim] shin foot')
})

test('a bone below two constraints stands in the order more than once', () => {
  const turn: TestTransform = { type: 'transform', name: 'turn', bones: ['root'], target: 'goal' }
  const constraints = [TWO, { ...ONE, bones: ['foot'] }, turn]
  expect(orderOf({ bones: LIMB, constraints }).order).toBe(
    'root goal thigh shin [leg] foot [aim] [turn] thigh shin foot goal',
  )
})

test('a world transform constraint wants its bones composed, and so does a local one since 4.0', () => {
  const turn: TestTransform = { type: 'transform', name: 'turn', bones: ['shin'], target: 'goal' }
  const local = { ...turn, local: true }
  const world = 'root goal thigh shin [turn] foot'
  expect(orderOf({ bones: LIMB, constraints: [turn] }).order).toBe(world)
  expect(orderOf({ bones: LIMB, constraints: [local] }).order).toBe(world)
  expect(orderOf({ dialect: '3.8', bones: LIMB, constraints: [turn] }).order).toBe(world)
  expect(orderOf({ dialect: '3.8', bones: LIMB, constraints: [local] })).toEqual({
    order: 'root goal thigh [turn] foot',
    reset: 'shin',
  })
})

test('all children are reset before any constrained bone counts as sorted', () => {
  // thigh and shin are both constrained: shin must not be composed again although thigh's children are reset.
  const turn: TestTransform = { type: 'transform', name: 'turn', bones: ['shin', 'thigh'], target: 'goal' }
  expect(orderOf({ bones: LIMB, constraints: [turn] }).order).toBe('root goal thigh shin [turn] foot')
})

describe('skins', () => {
  const bones: TestBone[] = [
    { name: 'root' },
    { name: 'cape', parent: 'root', skinRequired: true },
    { name: 'hem', parent: 'cape', skinRequired: true },
    { name: 'pin', parent: 'hem' },
    { name: 'goal', parent: 'root' },
  ]

  test('leave out bones that need a skin, but not the bones below them', () => {
    expect(orderOf({ bones }).order).toBe('root pin goal')
  })

  test('bring in listed bones with their ancestors', () => {
    expect(orderOf({ bones, skinBones: [2] }).order).toBe('root cape hem pin goal')
    expect(orderOf({ bones, skinBones: [1] }).order).toBe('root cape pin goal')
  })

  test('reach ancestors beyond a bone that is active by itself', () => {
    expect(orderOf({ bones, skinBones: [3] }).order).toBe('root cape hem pin goal')
  })

  test('leave out constraints that need a skin until it lists them', () => {
    const constraints: TestIk[] = [{ ...ONE, bones: ['goal'], target: 'root', skinRequired: true }]
    expect(orderOf({ bones, constraints }).order).toBe('root pin goal')
    expect(orderOf({ bones, constraints, skinConstraints: [0] }).order).toBe('root goal [aim] pin')
  })

  test('leave out constraints whose target is inactive, wanted or not', () => {
    const constraints: TestIk[] = [{ ...ONE, bones: ['goal'], target: 'hem' }]
    expect(orderOf({ bones, constraints, skinConstraints: [0] }).order).toBe('root pin goal')
    expect(orderOf({ bones, constraints, skinBones: [2] }).order).toBe('root cape hem goal [aim] pin')
  })

  test('an inactive constrained bone is not composed although its constraint runs', () => {
    const turn: TestTransform = { type: 'transform', name: 'turn', bones: ['cape'], target: 'goal' }
    expect(orderOf({ bones, constraints: [turn] }).order).toBe('root goal [turn] pin')
  })

  test('with the same active set share a key, others do not', () => {
    const rig = rigOf('4.2', bones, [{ ...ONE, bones: ['goal'], target: 'root', skinRequired: true }])
    const key = (skinBones: number[], skinConstraints: number[] = []) =>
      activeKey(activeSet(rig, skinBones, skinConstraints))
    expect(key([2])).toBe(key([1, 2]))
    expect(new Set([key([]), key([1]), key([2]), key([], [0]), key([2], [0])]).size).toBe(5)
  })
})

test('a rig that would take millions of steps is refused', () => {
  const bones: TestBone[] = [{ name: '0' }, { name: 'goal' }]
  for (let i = 1; i < 1500; i++) bones.push({ name: `${i}`, parent: `${i - 1}` })
  // Each pull at the front unsorts the whole chain, each at its end sorts it again.
  const pulls = Array.from(
    { length: 400 },
    (_, i): TestTransform => ({ type: 'transform', bones: [i % 2 === 0 ? '0' : '1499'], target: 'goal' }),
  )
  const rig = rigOf('4.2', bones, pulls)
  expect(() => sortUpdates(rig, activeSet(rig, [], []))).toThrow(
    expect.objectContaining({ code: 'too-large' }),
  )
})

test('chains of any depth are sorted', () => {
  const rig = rigOf('4.2', [{ name: 'root' }])
  const count = 30_000
  const parent = Int16Array.from({ length: count }, (_, bone) => bone - 1)
  const deep = { ...rig, bones: { ...rig.bones, count, parent, skinRequired: new Uint8Array(count) } }
  expect(sortUpdates(deep, activeSet(deep, [count - 1], [])).steps.length).toBe(count)
})
