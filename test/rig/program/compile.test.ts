/** Compiling update programs. */
import { expect, test } from 'vitest'
import type { Dialect } from '../../../src/formats/spine/maths'
import { activeSet } from '../../../src/rig/program/active'
import { appliedBones, compileProgram } from '../../../src/rig/program/compile'
import { OP, OP_CODE, OP_LENGTH } from '../../../src/rig/program/ops'
import { rigOf, type TestBone, type TestIk, type TestTransform } from '../../kernels/program/stage'

const NAMES = Object.entries(OP)

/** Names of the ops, with the number of bones where an op has one. */
function opsOf(dialect: Dialect, bones: TestBone[], constraints: (TestIk | TestTransform)[] = []): string {
  const rig = rigOf(dialect, bones, constraints)
  const { words } = compileProgram(rig, activeSet(rig, [], []))
  const ops: string[] = []
  for (let at = 0; at < words.length; at += words[at + OP_LENGTH]) {
    const name = NAMES.find(([, code]) => code === words[at + OP_CODE])?.[0] ?? '?'
    ops.push(['copy', 'run', 'turn'].includes(name) ? `${name} ${words[at + 2]}` : name)
  }
  return ops.join(', ')
}

const LIMB: TestBone[] = [
  { name: 'root' },
  { name: 'thigh', parent: 'root' },
  { name: 'shin', parent: 'thigh' },
  { name: 'foot', parent: 'shin' },
  { name: 'goal', parent: 'root' },
]
const LEG: TestIk = { type: 'ik', bones: ['thigh', 'shin'], target: 'goal' }

test('neighbouring bones that inherit normally become one run', () => {
  expect(opsOf('4.2', LIMB)).toBe('root, run 4, turn 1, end')
})

test('other and keyed inherit modes are ops of their own', () => {
  const bones = LIMB.map((bone) => ({
    ...bone,
    ...(bone.name === 'shin' ? { inherit: 'noScale' as const } : {}),
    ...(bone.name === 'foot' ? { keyed: true } : {}),
  }))
  expect(opsOf('4.2', bones)).toBe('root, run 1, bone, bone, run 1, turn 1, end')
})

test('4.x copies constrained bones first, 3.8 each where it is composed', () => {
  expect(opsOf('4.2', LIMB, [LEG])).toBe('copy 2, root, run 2, ikTwo, run 1, turn 1, end')
  expect(opsOf('3.8', LIMB, [LEG])).toBe('copy 1, root, copy 1, run 2, ikTwo, run 1, turn 1, end')
})

test('the bone that IK composes last is not composed before it, unless a step in between reads it', () => {
  const aim: TestIk = { type: 'ik', bones: ['shin'], target: 'goal' }
  expect(opsOf('4.2', LIMB, [aim])).toBe('copy 1, root, run 2, ikOne, run 1, turn 1, end')
  expect(opsOf('3.8', LIMB, [aim])).toBe('root, copy 1, run 3, ikOne, run 1, turn 1, end')
  // A bone of another inherit mode is aimed from where it is.
  const other = LIMB.map((bone) =>
    bone.name === 'shin' ? { ...bone, inherit: 'onlyTranslation' as const } : bone,
  )
  expect(opsOf('4.2', other, [aim])).toBe('copy 1, root, run 2, bone, ikOne, run 1, turn 1, end')
  expect(opsOf('4.2', other, [LEG])).toBe('copy 2, root, run 2, ikTwo, run 1, turn 1, end')
  // The target hangs on it.
  const below: TestIk = { type: 'ik', bones: ['shin'], target: 'foot' }
  expect(opsOf('4.2', LIMB, [below])).toBe('copy 1, root, run 3, ikOne, run 2, turn 1, end')
  // The limb was composed before a constraint that stands between.
  const twice: TestIk[] = [aim, { type: 'ik', bones: ['thigh', 'shin'], target: 'goal' }]
  expect(opsOf('4.2', LIMB, twice)).toBe('copy 2, root, run 2, ikOne, ikTwo, run 1, turn 1, end')
})

test('spans of active bones are turned, inactive ones left out', () => {
  const bones = LIMB.map((bone) => ({ ...bone, skinRequired: bone.name === 'shin' }))
  expect(opsOf('4.2', bones)).toBe('root, run 3, turn 2, end')
})

test('the program tells active bones and whether it constrains', () => {
  const rig = rigOf('4.2', LIMB, [{ ...LEG, skinRequired: true }])
  const bare = compileProgram(rig, activeSet(rig, [], []))
  const full = compileProgram(rig, activeSet(rig, [], [0]))
  expect([bare.hasConstraints, full.hasConstraints]).toEqual([false, true])
  expect([...full.activeBones]).toEqual([1, 1, 1, 1, 1])
  expect([...full.activeConstraints]).toEqual([1])
  expect(bare.key).not.toBe(full.key)
})

test('bones in any constraint get applied rows, targets do not', () => {
  const rig = rigOf('4.2', LIMB, [LEG])
  expect([...appliedBones(rig.bones, rig.constraints)]).toEqual([0, 1, 1, 0, 0])
})
