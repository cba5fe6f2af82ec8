/** The reads and writes that kinds of constraints declare, against the effects of running them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  APPLIED_FIELDS,
  LANES,
  LOCAL_FIELDS,
  SLOT_FIELDS,
  WORLD_RECORD,
} from '../../../src/base/memory/lanes'
import { isPure, type Touched } from '../../../src/rig/constraints/kind'
import { compileProgram } from '../../../src/rig/program/compile'
import { anyRig, build, pose } from '../../kernels/program/any-rig'
import {
  loadProgram,
  rigOf,
  run,
  type Stage,
  stageOf,
  type TestBone,
  type TestIk,
  type TestTransform,
} from '../../kernels/program/stage'

/** Words by name of the section and number of the row. */
type Words = Set<number>

/** A stage after one run of its whole program, about to run one constraint alone. */
function stageBefore(rig: Stage['rig'], constraint: number, as: number): Stage {
  const stage = stageOf(rig)
  for (let seat = 0; seat < LANES; seat++) pose(stage, seat, as + seat)
  run(stage)
  const { activeBones, activeConstraints } = stage.program
  const active = { bones: activeBones, constraints: activeConstraints }
  const only = {
    bones: new Uint8Array(activeBones.length),
    constraints: new Uint8Array(activeConstraints.length),
  }
  only.constraints[constraint] = 1
  loadProgram(stage, compileProgram(rig, active, { only, keepApplied: true }))
  return stage
}

function addRows(words: Words, section: number, row: number, rows: number): void {
  for (let at = row * LANES; at < (row + rows) * LANES; at++) words.add(section + at)
}

function addApplied({ rig, applied }: Stage, words: Words, bone: number): void {
  const row = rig.rows.appliedOf[bone]
  if (row >= 0) addRows(words, applied, row, APPLIED_FIELDS)
}

const addWorld = ({ world }: Stage, words: Words, bone: number): void =>
  addRows(words, world, (bone * WORLD_RECORD) / LANES, WORLD_RECORD / LANES)

/** Rows of constraints, from each one's first on. */
function addConstraint({ rig, local }: Stage, words: Words, constraint: number): void {
  const { constraints, rows } = rig
  const values = constraints.kinds[constraint].setup(constraints.models[constraint])
  addRows(words, local, rows.constraint[constraint], values.length)
}

/** All words that a constraint may change by its declaration. */
function writtenWords(stage: Stage, { reads, writes }: Touched): Words {
  const words: Words = new Set()
  for (const bone of writes.world) addWorld(stage, words, bone)
  for (const bone of writes.applied) addApplied(stage, words, bone)
  // 3.8: poses that it reads are recovered first.
  if (stage.rig.maths.recompose === 'local') for (const bone of reads.applied) addApplied(stage, words, bone)
  for (const row of writes.local) addRows(words, stage.local, row, 1)
  for (const constraint of writes.constraints) addConstraint(stage, words, constraint)
  return words
}

/** All words that it may look at. */
function readWords(stage: Stage, constraint: number, { reads, writes }: Touched): Words {
  const { rig, local, skeleton } = stage
  const { parent } = rig.bones
  const words: Words = new Set()
  for (let word = skeleton; word < local; word++) words.add(word)
  addConstraint(stage, words, constraint)
  for (const bone of reads.world) addWorld(stage, words, bone)
  for (const slot of reads.slots) {
    addWorld(stage, words, rig.slots.bone[slot])
    addRows(words, stage.slots, slot * SLOT_FIELDS, SLOT_FIELDS)
  }
  const recovered = rig.maths.recompose === 'local' ? reads.applied : []
  for (const bone of [...writes.world, ...writes.applied, ...recovered]) {
    addWorld(stage, words, bone)
    if (parent[bone] >= 0) addWorld(stage, words, parent[bone])
  }
  for (const bone of [...reads.applied, ...writes.applied]) {
    addApplied(stage, words, bone)
    addRows(words, local, bone * LOCAL_FIELDS, LOCAL_FIELDS)
    if (rig.rows.inherit[bone] >= 0) addRows(words, local, rig.rows.inherit[bone], 1)
  }
  return words
}

/** The first word that running a constraint changes and that it does not say it writes; or -1. */
function undeclaredWrite(stage: Stage, touched: Touched): number {
  const declared = writtenWords(stage, touched)
  const before = stage.i32.slice()
  run(stage)
  return before.findIndex((word, at) => at >= stage.skeleton && word !== stage.i32[at] && !declared.has(at))
}

/** The first word that comes out otherwise where other rows hold something else than before; or -1. */
function undeclaredRead(stage: Stage, constraint: number, touched: Touched): number {
  const read = readWords(stage, constraint, touched)
  const before = stage.i32.slice()
  run(stage)
  const wanted = stage.i32.slice()
  stage.i32.set(before)
  for (let word = stage.skeleton; word < before.length; word++)
    if (!read.has(word)) stage.f32[word] = 0.3 + ((word * 7) % 11)
  run(stage)
  return [...writtenWords(stage, touched)].findIndex((word) => wanted[word] !== stage.i32[word])
}

const LIMB: TestBone[] = [
  { name: 'root', rotation: 10 },
  { name: 'up', parent: 'root', x: 5, length: 20, rotation: 30 },
  { name: 'low', parent: 'up', x: 20, length: 15, rotation: -20 },
  { name: 'goal', parent: 'root', x: 12, y: 17, shearY: 8 },
]
const REACH: TestIk = { type: 'ik', bones: ['up', 'low'], target: 'goal' }
const PULL: TestTransform = { type: 'transform', bones: ['low'], target: 'goal' }

describe('declarations of kinds', () => {
  test('a constraint writes nothing but declared rows', () => {
    let changing = 0
    fc.assert(
      fc.property(anyRig, fc.nat(99), (given, as) => {
        const rig = build(given)
        rig.constraints.touched.forEach((touched, constraint) => {
          const stage = stageBefore(rig, constraint, as)
          const before = stage.i32.slice(stage.skeleton)
          const word = undeclaredWrite(stage, touched)
          if (word >= 0) expect.fail(`${rig.constraints.models[constraint].type} writes word ${word}`)
          if (before.some((old, at) => old !== stage.i32[stage.skeleton + at])) changing++
        })
      }),
      { numRuns: 250 },
    )
    expect(changing).toBeGreaterThan(200)
  })

  test('a constraint reads nothing but declared rows', () => {
    fc.assert(
      fc.property(anyRig, fc.nat(99), (given, as) => {
        const rig = build(given)
        rig.constraints.touched.forEach((touched, constraint) => {
          const word = undeclaredRead(stageBefore(rig, constraint, as), constraint, touched)
          if (word >= 0)
            expect.fail(`${rig.constraints.models[constraint].type} reads something else: word ${word}`)
        })
      }),
      { numRuns: 250 },
    )
  })

  test.each<[string, TestIk | TestTransform, '3.8' | '4.2', (touched: Touched) => Touched]>([
    [
      'matrices',
      REACH,
      '4.2',
      (it) => ({ ...it, writes: { ...it.writes, world: it.writes.world.slice(1) } }),
    ],
    ['poses', REACH, '4.2', (it) => ({ ...it, writes: { ...it.writes, applied: [] } })],
    ['poses that it recovers', PULL, '4.2', (it) => ({ ...it, writes: { ...it.writes, applied: [] } })],
    [
      'local rows',
      { ...PULL, local: true, mixShearY: 0.5 },
      '3.8',
      (it) => ({ ...it, writes: { ...it.writes, local: [] } }),
    ],
  ])('a kind that leaves out %s which it writes is found out', (_, model, dialect, less) => {
    const rig = rigOf(dialect, LIMB, [model])
    const [touched] = rig.constraints.touched
    expect(undeclaredWrite(stageBefore(rig, 0, 7), touched)).toBe(-1)
    expect(undeclaredWrite(stageBefore(rig, 0, 7), less(touched))).toBeGreaterThanOrEqual(0)
  })

  test.each<[string, TestIk | TestTransform, (touched: Touched) => Touched]>([
    ['matrices', REACH, (it) => ({ ...it, reads: { ...it.reads, world: [] } })],
    ['poses', { ...PULL, local: true }, (it) => ({ ...it, reads: { ...it.reads, applied: [] } })],
  ])('a kind that leaves out %s which it reads is found out', (_, model, less) => {
    const rig = rigOf('4.2', LIMB, [model])
    const [touched] = rig.constraints.touched
    expect(undeclaredRead(stageBefore(rig, 0, 7), 0, touched)).toBe(-1)
    expect(undeclaredRead(stageBefore(rig, 0, 7), 0, less(touched))).toBeGreaterThanOrEqual(0)
  })
})

test('a constraint that its kind calls pure does the same again from the same rows', () => {
  let pure = 0
  fc.assert(
    fc.property(anyRig, fc.nat(99), (given, as) => {
      const rig = build(given)
      if (!rig.constraints.touched.every(isPure)) return
      pure++
      const stage = stageOf(rig)
      for (let seat = 0; seat < LANES; seat++) pose(stage, seat, as + seat)
      run(stage)
      const first = stage.i32.slice()
      run(stage)
      expect(stage.i32).toEqual(first)
    }),
    { numRuns: 250 },
  )
  expect(pure).toBeGreaterThan(150)
})

test('one that adds to local rows is not pure', () => {
  const rig = rigOf('3.8', LIMB, [{ ...PULL, local: true, mixShearY: 0.5 }, REACH])
  expect(rig.constraints.touched.map(isPure)).toEqual([false, true])
  const stage = stageOf(rig)
  run(stage)
  const first = stage.i32.slice()
  run(stage)
  expect(stage.i32).not.toEqual(first)
})
