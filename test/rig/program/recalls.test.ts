/** Rigs whose programs read leftover world rows. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANES, WORLD_RECORD } from '../../../src/base/memory/lanes'
import { overriddenIn, withOverridden } from '../../../src/rig/program/override'
import { recallsOf } from '../../../src/rig/program/recalls'
import { anyRig, build, pose } from '../../kernels/program/any-rig'
import {
  rigOf,
  run,
  type Stage,
  stageOf,
  type TestBone,
  type TestIk,
  type TestTransform,
} from '../../kernels/program/stage'

/** Per skin the names of the bones that it brings. */
type Skins = Record<string, string[]>

/** Bones as `name` or `name < parent`; a bone whose name ends in `?` exists only if a skin brings it. */
function recalls(
  bones: string[],
  constraints: (TestIk | TestTransform)[] = [],
  skins: Skins = {},
  dialect: '3.8' | '4.2' = '4.2',
): string {
  const made = bones.map((text): TestBone => {
    const [name, parent] = text.replace('?', '').split(' < ')
    return { name, ...(parent ? { parent } : {}), skinRequired: text.endsWith('?') }
  })
  const rig = rigOf(dialect, made, constraints)
  const { rows, changing } = recallsOf({
    ...rig,
    attachments: { models: [] },
    skins: Object.values(skins).map((names) => ({
      bones: names.map((name) => rig.boneNames.indexOf(name)),
      constraints: [],
      entries: new Map(),
    })),
  })
  return changing ? 'changing' : rows ? 'rows' : 'nothing'
}

const moves = (bone: string, target: string): TestTransform => ({ type: 'transform', bones: [bone], target })
const aims = (bones: string[], target: string): TestIk => ({ type: 'ik', bones, target })

describe('a rig recalls', () => {
  test('nothing where all that is read is composed first', () => {
    expect(recalls(['root', 'a < root', 'b < a'], [aims(['a', 'b'], 'root'), moves('a', 'b')])).toBe(
      'nothing',
    )
    expect(recalls(['root', 'hat < root?'])).toBe('nothing')
    expect(recalls(['root', 'a < root', 'hat < root?'], [moves('a', 'hat')], { one: ['hat'] })).toBe(
      'nothing',
    )
  })

  test('the place of an inactive bone where an active one hangs on it', () => {
    expect(recalls(['root', 'hat < root?', 'feather < hat'])).toBe('rows')
  })

  test('and changes it, where a constraint moves that bone', () => {
    const bones = ['root', 'hat < root?', 'feather < hat']
    expect(recalls(bones, [moves('hat', 'root')])).toBe('changing')
    expect(recalls(bones, [aims(['hat'], 'root')])).toBe('changing')
    expect(recalls(bones, [aims(['hat', 'feather'], 'root')])).toBe('changing')
    // Nobody looks at it.
    expect(recalls(bones.slice(0, 2), [moves('hat', 'root')])).toBe('nothing')
  })

  test('a bone that a skin leaves out though it brings the constraint that moves it', () => {
    const bones = ['root', 'hat < root?', 'feather < hat', 'hand < root?']
    const push = [moves('hat', 'hand')]
    expect(recalls(bones, push, { one: ['hat', 'hand'] })).toBe('rows')
    expect(recalls(bones, push, { one: ['hat', 'hand'], other: ['hand'] })).toBe('changing')
    expect(recalls(bones, push, { one: ['hat'] })).toBe('rows')
    const three = [...bones, 'foot < root?']
    const both = [{ ...moves('hat', 'hand'), bones: ['hat', 'foot'] }]
    expect(recalls(three, both, { one: ['hat', 'hand'], other: ['foot'], third: ['hand'] })).toBe('changing')
  })

  test('3.8: where a limb leaves a bone out, that bone, which is composed later', () => {
    const bones = ['root', 'up < root', 'mid < up', 'low < mid']
    expect(recalls(bones, [aims(['up', 'low'], 'root')], {}, '3.8')).toBe('changing')
    expect(recalls(bones, [aims(['up', 'low'], 'root')])).toBe('nothing')
    expect(recalls(bones, [aims(['up', 'mid'], 'root')], {}, '3.8')).toBe('nothing')
  })
})

test('a program that recalls nothing gives the same from any rows', () => {
  let tried = 0
  fc.assert(
    fc.property(anyRig, fc.infiniteStream(fc.nat(8)), fc.nat(99), (given, off, as) => {
      const rig = build(given)
      rig.bones.skinRequired.forEach((_, bone, flags) => {
        flags[bone] = bone > 0 && off.next().value === 0 ? 1 : 0
      })
      if (recallsOf({ ...rig, skins: [], attachments: { models: [] } }).rows) return
      tried++
      const [one, other] = [7.5, -0.25].map((rest) => solvedOver(stageOf(rig), rest, as))
      expect(other).toEqual(one)
    }),
    { numRuns: 1000 },
  )
  expect(tried).toBeGreaterThan(300)
})

test('bones whose offsets override make a program recall nothing more', () => {
  fc.assert(
    fc.property(anyRig, fc.array(fc.nat(99)), fc.infiniteStream(fc.nat(8)), (given, wanted, off) => {
      const rig = { ...build(given), skins: [], attachments: { models: [] } }
      rig.bones.skinRequired.forEach((_, bone, flags) => {
        flags[bone] = bone > 0 && off.next().value === 0 ? 1 : 0
      })
      const bones = overriddenIn(
        rig,
        wanted.map((bone) => bone % rig.bones.count),
      )
      const { constraints } = rig
      const needParents = constraints.models.map(
        (model, i) =>
          constraints.kinds[i].needsParents?.(model).some((bone) => bones.includes(bone)) ?? false,
      )
      const without = <T>(list: readonly T[]) => list.filter((_, i) => !needParents[i])
      const { models, kinds, touched } = constraints
      const left = { models: without(models), kinds: without(kinds), touched: without(touched) }
      const before = recallsOf(rig)
      const under = { ...withOverridden(rig, bones), constraints: { count: left.models.length, ...left } }
      const { rows, changing } = recallsOf(under)
      expect([Number(rows) <= Number(before.rows), Number(changing) <= Number(before.changing)]).toEqual([
        true,
        true,
      ])
    }),
    { numRuns: 5000 },
  )
})

/** World rows of active bones, as bits. */
function solvedOver(stage: Stage, rest: number, as: number): number[] {
  const { rig, f32, i32, applied, world, program } = stage
  f32.fill(rest, applied, applied + rig.rows.applied * LANES)
  f32.fill(rest, world, world + rig.bones.count * WORLD_RECORD)
  for (let seat = 0; seat < LANES; seat++) pose(stage, seat, as + seat)
  run(stage)
  return [...i32.subarray(world, world + rig.bones.count * WORLD_RECORD)].filter(
    (_, at) => program.activeBones[Math.floor(at / WORLD_RECORD)] === 1,
  )
}
