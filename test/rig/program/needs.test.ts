/** The bones and constraints that a picture needs. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALL_LANES,
  APPLIED_FIELDS,
  LANES,
  LOCAL_FIELDS,
  WORLD_FIELDS,
  WORLD_RECORD,
} from '../../../src/base/memory/lanes'
import type { Touched } from '../../../src/rig/constraints/kind'
import { activeSet } from '../../../src/rig/program/active'
import { compileProgram } from '../../../src/rig/program/compile'
import { neededFor } from '../../../src/rig/program/needs'
import { anyRig, build, pose } from '../../kernels/program/any-rig'
import {
  localWord,
  rigOf,
  run,
  type Stage,
  stageOf,
  type TestBone,
  type TestIk,
  type TestRig,
  type TestTransform,
} from '../../kernels/program/stage'

interface Given {
  bones: string[]
  constraints?: (TestIk | TestTransform)[]
  /** Names of bones that only a skin brings, and no skin does. */
  inactive?: string[]
  dialect?: '3.8' | '4.2'
}

/** Bones as `name` or `name < parent`. */
function rigWith({ bones, constraints = [], inactive = [], dialect = '4.2' }: Given): TestRig {
  const made = bones.map((text): TestBone => {
    const [name, parent] = text.split(' < ')
    return { name, ...(parent ? { parent } : {}), skinRequired: inactive.includes(name) }
  })
  return rigOf(dialect, made, constraints)
}

/** Names of the bones and constraints without which `shown` would be elsewhere. */
function needs(given: Given, shown: string[]): string {
  const rig = rigWith(given)
  const flags = Uint8Array.from(rig.boneNames, (name) => (shown.includes(name) ? 1 : 0))
  const { bones, constraints } = neededFor(rig, activeSet(rig, [], []), flags)
  const names = (flags: Uint8Array, of: readonly string[]) => of.filter((_, index) => flags[index] === 1)
  const constraintNames = rig.constraints.models.map(({ name }) => name)
  return `${names(bones, rig.boneNames)} | ${names(constraints, constraintNames)}`
}

const ik = (name: string, bones: string[], target: string): TestIk => ({ type: 'ik', name, bones, target })
const transform = (name: string, bones: string[], target: string, local = false): TestTransform => ({
  type: 'transform',
  name,
  bones,
  target,
  local,
})

describe('for the matrix of a bone are needed', () => {
  test('its ancestors and nothing else', () => {
    expect(needs({ bones: ['root', 'a < root', 'b < a', 'c < a', 'd < root'] }, ['b'])).toBe('root,a,b | ')
    expect(needs({ bones: ['root', 'other', 'a < root'] }, ['a'])).toBe('root,a | ')
    expect(needs({ bones: ['root', 'a < root'] }, [])).toBe(' | ')
  })

  test('the limb that it hangs on, and the limb’s target', () => {
    const bones = ['root', 'up < root', 'low < up', 'foot < low', 'hand < root', 'goal < hand', 'hat < root']
    const constraints = [ik('reach', ['up', 'low'], 'goal')]
    const limb = 'root,up,low,hand,goal | reach'
    expect(needs({ bones, constraints }, ['up'])).toBe(limb)
    expect(needs({ bones, constraints }, ['low'])).toBe(limb)
    expect(needs({ bones, constraints }, ['foot'])).toBe('root,up,low,foot,hand,goal | reach')
    expect(needs({ bones, constraints }, ['goal'])).toBe('root,hand,goal | ')
    expect(needs({ bones, constraints }, ['hat'])).toBe('root,hat | ')
  })

  test('the constraint that moves the target of the one that moves its parent, in any order', () => {
    const bones = ['root', 'a < root', 'leaf < a', 'b < root', 'bx < b', 'c < root', 'd < root', 'e < root']
    const constraints = [
      transform('d moves c', ['c'], 'd'),
      transform('c moves b', ['b'], 'c'),
      ik('b moves a', ['a'], 'bx'),
      transform('a moves e', ['e'], 'a'),
    ]
    const wanted = 'root,a,leaf,b,bx,c,d | d moves c,c moves b,b moves a'
    expect(needs({ bones, constraints }, ['leaf'])).toBe(wanted)
    expect(needs({ bones, constraints: constraints.reverse() }, ['leaf'])).toBe(
      'root,a,leaf,b,bx,c,d | b moves a,c moves b,d moves c',
    )
    expect(needs({ bones, constraints }, ['c'])).toBe('root,c,d | d moves c')
  })

  test('all bones that one constraint moves, and the constraints that move one of them', () => {
    const bones = ['root', 'a < root', 'b < root', 'c < root', 'd < root', 'e < root']
    const constraints = [transform('both', ['a', 'b'], 'c'), transform('other', ['b'], 'd', true)]
    expect(needs({ bones, constraints }, ['a'])).toBe('root,a,b,c,d | both,other')
    expect(needs({ bones, constraints }, ['e'])).toBe('root,e | ')
  })

  test('a constraint that moves an inactive bone, but no inactive constraint', () => {
    const bones = ['root', 'a < root', 'off < root', 'child < off']
    const constraints = [
      transform('moves it', ['off'], 'a'),
      { ...transform('sleeps', ['off'], 'a'), skinRequired: true },
      transform('aims at it', ['a'], 'off'),
    ]
    expect(needs({ bones, constraints, inactive: ['off'] }, ['child'])).toBe('root,a,off,child | moves it')
  })
})

describe('for any shown slots, the needed ones are', () => {
  /** As `needs` of nothing, where the second constraint touches something else than its kind says. */
  const needsOf = (change: (touched: Touched) => Touched) => {
    const bones = ['root', 'a < root', 'b < root', 'c < root', 'd < root']
    const rig = rigWith({ bones, constraints: [transform('one', ['a'], 'b'), transform('two', ['c'], 'd')] })
    const touched = rig.constraints.touched.map((it, index) => (index === 1 ? change(it) : it))
    const changed = {
      ...rig,
      constraints: { ...rig.constraints, touched },
      slots: { bone: Uint16Array.of(2) },
    }
    const needed = neededFor(changed, activeSet(changed, [], []), new Uint8Array(bones.length))
    return [[...needed.bones], [...needed.constraints]]
  }
  const none = [
    [0, 0, 0, 0, 0],
    [0, 0],
  ]
  const second = [
    [1, 0, 0, 1, 1],
    [0, 1],
  ]

  test.each<[string, (touched: Touched) => Touched]>([
    ['keep state', (it) => ({ ...it, state: 2 })],
    ['go by time', (it) => ({ ...it, timed: true })],
    ['change other constraints', (it) => ({ ...it, writes: { ...it.writes, constraints: [0] } })],
    ['change attachments of slots', (it) => ({ ...it, writes: { ...it.writes, slots: [0] } })],
    ['change the draw order', (it) => ({ ...it, writes: { ...it.writes, order: true } })],
  ])('constraints that %s, with the bones that they read', (_, change) => {
    expect(needsOf((it) => it)).toEqual(none)
    expect(needsOf(change)).toEqual(second)
  })

  test('the bones of slots that such constraints read', () => {
    const [bones] = needsOf((it) => ({ ...it, state: 2, reads: { ...it.reads, slots: [0] } }))
    expect(bones).toEqual([1, 0, 1, 1, 1])
  })
})

describe('bones and constraints left out move nothing that is needed', () => {
  const ticks = fc.array(
    fc.record({
      masks: fc.tuple(fc.integer({ min: 0, max: ALL_LANES }), fc.integer({ min: 1, max: ALL_LANES })),
      as: fc.nat(99),
    }),
    { minLength: 1, maxLength: 4 },
  )

  test('3.8: a constraint that recovers the pose of a moved bone, from which another one starts later', () => {
    const bones: TestBone[] = [
      { name: 'root' },
      { name: 'P', parent: 'root', x: 10, rotation: 20 },
      { name: 'T', parent: 'P', x: 5, rotation: 30 },
      { name: 'X', parent: 'root', y: 7 },
      { name: 'q', parent: 'root', x: 30, y: 20, rotation: 70 },
    ]
    const rig = rigOf('3.8', bones, [
      { ...transform('moves T', ['T'], 'q'), mixRotate: 0.5 },
      { ...transform('looks', ['X'], 'T', true), relative: true, mixRotate: 0.5 },
      { ...transform('moves P', ['P'], 'q'), mixRotate: 0.5 },
      { ...transform('starts from it', ['T'], 'q', true), relative: true, mixRotate: 0.5 },
    ])
    const active = activeSet(rig, [], [])
    const only = neededFor(rig, active, Uint8Array.of(0, 0, 1, 0, 0))
    const [whole, visible] = [stageOf(rig), stageOf(rig, 1, { only })]
    for (const stage of [whole, visible]) run(stage)
    expect(rowsOf(visible, 2, 0)).toEqual(rowsOf(whole, 2, 0))
  })

  /** Few bones, so that constraints meet on them. */
  const tangled = fc
    .tuple(anyRig, fc.constantFrom('3.8' as const, '4.0' as const, '4.2' as const))
    .map(([given, dialect]) => ({ ...given, dialect, bones: given.bones.slice(0, 5) }))

  test('the same bits of some bones by the visible program as by the whole', () => {
    let shorter = 0
    fc.assert(
      fc.property(
        fc.oneof(anyRig, tangled),
        fc.infiniteStream(fc.nat(5)),
        fc.infiniteStream(fc.nat(3)),
        ticks,
        fc.nat(999),
        (given, off, chosen, script, seed) => {
          const rig = withInactive(build(given), off)
          const active = activeSet(rig, [], [])
          const shown = Uint8Array.from(rig.boneNames, () => (chosen.next().value === 0 ? 1 : 0))
          const only = neededFor(rig, active, shown)
          const whole = stageOf(rig, 2)
          const visible = stageOf(rig, 2, { only })
          if (visible.program.words.length < compileProgram(rig, active).words.length) shorter++
          for (const [tick, { masks, as }] of script.entries()) {
            for (const [stage, noise] of [
              [whole, 0],
              [visible, 1],
            ] as const) {
              for (let seat = 0; seat < 2 * LANES; seat++) poseAnew(stage, seat, as + seat)
              if (tick === 0) litter(stage, seed, noise, only.bones)
              stage.i32.set(masks, stage.masks)
              run(stage)
            }
            for (let seat = 0; seat < 2 * LANES; seat++) {
              if ((masks[seat >> 2] & (1 << (seat & 3))) === 0) continue
              shown.forEach((flag, bone) => {
                if (flag === 0) return
                const wanted = rowsOf(whole, bone, seat)
                if (wanted.join() !== rowsOf(visible, bone, seat).join())
                  expect.fail(
                    `tick ${tick}, bone ${bone} of seat ${seat}: ${rowsOf(visible, bone, seat)}, not ${wanted}`,
                  )
              })
            }
          }
        },
      ),
      { numRuns: 600 },
    )
    expect(shorter).toBeGreaterThan(200)
  })
})

/** Some bones are inactive; not the first, on which IK may hang. */
function withInactive(rig: TestRig, off: fc.Stream<number>): TestRig {
  rig.bones.skinRequired.forEach((_, bone) => {
    rig.bones.skinRequired[bone] = bone > 0 && off.next().value === 0 ? 1 : 0
  })
  return rig
}

function poseAnew(stage: Stage, seat: number, as: number): void {
  stage.rig.rows.setup.forEach((value, row) => {
    if (row < stage.rig.bones.count * LOCAL_FIELDS) stage.f32[localWord(stage, row, seat)] = value
  })
  pose(stage, seat, as)
}

/** Fills rows with noise: rows of needed bones get the same in both stages, rows of others do not. */
function litter(stage: Stage, seed: number, noise: number, needed: Uint8Array): void {
  const { f32, rig, applied, world, stride, blocks } = stage
  for (let block = 0; block < blocks; block++)
    for (let bone = 0; bone < rig.bones.count; bone++) {
      const salt = needed[bone] === 1 ? seed : 1000 * (1 + noise) + seed
      const first = world + block * stride + bone * WORLD_RECORD
      for (let at = 0; at < WORLD_RECORD; at++) f32[first + at] = noiseAt(salt, 64 * bone + at)
      if (rig.rows.appliedOf[bone] < 0) continue
      const pose = applied + block * stride + rig.rows.appliedOf[bone] * LANES
      for (let at = 0; at < APPLIED_FIELDS * LANES; at++) f32[pose + at] = noiseAt(salt, 64 * bone + 32 + at)
    }
}

function noiseAt(seed: number, at: number): number {
  const bits = Math.imul(Math.imul(seed + 1, 0x9e3779b1) ^ (at + 1), 0x85ebca6b)
  return ((bits ^ (bits >>> 13)) % 4096) / 64
}

function rowsOf({ i32, world, stride }: Stage, bone: number, seat: number): number[] {
  const first = world + (seat >> 2) * stride + bone * WORLD_FIELDS * LANES + (seat & 3)
  return Array.from({ length: WORLD_FIELDS }, (_, field) => i32[first + field * LANES])
}
