import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANES, LOCAL_FIELDS, LOCAL_SCALE_X, LOCAL_SCALE_Y } from '../../../src/memory/lanes'
import { type AnyRig, anyRig, build, pose } from './any-rig'
import { compareOps } from './op-by-op'
import { expectClose, localWord, rigOf, run, runCompiled, type Stage, stageOf, worldOf } from './stage'

const BLOCKS = 3
const SEATS = BLOCKS * LANES

/**
 * Scales stay away from 0, where a direction or an inverse is anybody's guess, and IK aims at bones that it does not
 * move: from a bone to itself there is no direction; nor has a bone without length one.
 */
function tamed(given: AnyRig): AnyRig {
  const away = (scale: number) => (scale < 0 ? -1 : 1) * (0.7 + Math.abs(scale) / 3)
  const small = (angle: number) => angle / 20
  const parents = given.bones.map(({ up }, index) => Math.max(index - up, index === 0 ? -1 : 0))
  const hangsOn = (bone: number, other: number): boolean =>
    bone === other || (bone > 0 && hangsOn(parents[bone], other))
  return {
    ...given,
    bones: given.bones.map((bone) => ({
      ...bone,
      x: bone.x + (bone.x < 0 ? -25 : 25),
      scaleX: away(bone.scaleX),
      scaleY: away(bone.scaleY),
      shearX: small(bone.shearX),
      shearY: small(bone.shearY),
      length: bone.length + 10,
    })),
    constraints: given.constraints.flatMap((constraint): AnyRig['constraints'] => {
      if (constraint.type === 'path') return [tamedPath(constraint)]
      // Nor is a bone brought to where another is.
      if (constraint.type === 'transform')
        return [{ ...constraint, mixX: 0.8 * constraint.mixX, mixY: 0.7 * constraint.mixY }]
      const last = 1 + (constraint.bone % (parents.length - 1))
      const first = constraint.two && parents[last] > 0 ? parents[last] : last
      const free = parents.flatMap((_, bone) => (hangsOn(bone, first) || hangsOn(first, bone) ? [] : [bone]))
      return free.length === 0
        ? []
        : [
            {
              ...constraint,
              target: free[constraint.target % free.length],
              softness: Math.round(constraint.softness),
            },
          ]
    }),
  }
}

type AnyPath = Extract<AnyRig['constraints'][number], { type: 'path' }>

/** No curve and no handle is without length, and bones keep some of their own place and size. */
function tamedPath(path: AnyPath): AnyPath {
  const points = path.points.map(([x, y], i): [number, number] => [40 * i + x / 8, 70 * (i % 3) + y / 8])
  return { ...path, points, mixX: 0.8 * path.mixX, mixY: 0.7 * path.mixY, mixRotate: 0.8 * path.mixRotate }
}

/** Half of the bones have equal scales, for which the limbs of IK have a case of their own. */
function stageWith(given: AnyRig, change: (row: number, value: number) => number): Stage {
  const stage = stageOf(build(tamed(given)), BLOCKS)
  for (let seat = 0; seat < SEATS; seat++) {
    pose(stage, seat, seat)
    for (let row = 0; row < stage.rig.bones.count * LOCAL_FIELDS; row++) {
      const word = localWord(stage, row, seat)
      stage.f32[word] = change(row, stage.f32[word])
    }
    for (let bone = 1; bone < stage.rig.bones.count; bone += 2) {
      const [x, y] = [LOCAL_SCALE_X, LOCAL_SCALE_Y].map((field) =>
        localWord(stage, bone * LOCAL_FIELDS + field, seat),
      )
      stage.f32[y] = Math.sign(stage.f32[y]) * Math.abs(stage.f32[x])
    }
  }
  return stage
}

/** World rows of bones in a seat. */
function worldRows(stage: Stage, seat: number): number[] {
  const first = stage.world + Math.floor(seat / LANES) * stage.stride + (seat % LANES)
  return Array.from({ length: stage.rig.bones.count * 6 }, (_, row) => stage.f32[first + row * LANES])
}

test('every op of the compiled program agrees with its twin within 1e-5 of the size, or as far as roundings allow', () => {
  let compared = 0
  let doubtful = 0
  fc.assert(
    fc.property(anyRig, (given) => {
      const outcome = compareOps(
        stageWith(given, (_row, value) => value),
        1e-5,
      )
      if (outcome.wrong !== null) expect.fail(outcome.wrong)
      compared += outcome.compared
      doubtful += outcome.doubtful
    }),
    { numRuns: 150 },
  )
  expect(compared).toBeGreaterThan(50_000)
  expect(doubtful / compared).toBeLessThan(1e-4)
})

test('denormals in rows are numbers like others', () => {
  fc.assert(
    fc.property(
      anyRig.map((rig) => ({ ...rig, constraints: [] })),
      fc.constantFrom(1e-40, -1e-45, 3e-42),
      (given, tiny) => {
        const change = (row: number, value: number) =>
          row % 3 === 0 && row % LOCAL_FIELDS < 3 ? tiny : value
        const [compiled, twin] = [stageWith(given, change), stageWith(given, change)]
        runCompiled(compiled)
        run(twin)
        for (let seat = 0; seat < SEATS; seat++) {
          const wanted = worldRows(twin, seat)
          const size = Math.max(100, ...wanted.map(Math.abs))
          worldRows(compiled, seat).forEach((value, row) => {
            if (!(Math.abs(value - wanted[row]) <= size * 1e-5))
              expect.fail(`row ${row}: ${value}, not ${wanted[row]}`)
          })
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('softness leaves a limb straight whose target is out of reach, as the twin does', () => {
  const length = fc.double({ min: 20, max: 150, noNaN: true })
  fc.assert(
    fc.property(
      fc.tuple(length, length),
      fc.double({ min: 1, max: 10, noNaN: true }),
      fc.double({ min: 1.1, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 6.3, noNaN: true }),
      ([upper, lower], softness, times, angle) => {
        const reach = times * (upper + lower) + softness
        const rig = rigOf(
          '4.2',
          [
            { name: 'root', x: 31.7, y: -12.3, rotation: 17 },
            { name: 'p', parent: 'root', x: 7, y: 3, rotation: 40, length: upper },
            { name: 'c', parent: 'p', x: upper, y: 0.4, rotation: -20, length: lower },
            { name: 't', parent: 'root', x: reach * Math.cos(angle), y: reach * Math.sin(angle) },
          ],
          [{ type: 'ik', bones: ['p', 'c'], target: 't', softness }],
        )
        const [compiled, twin] = [stageOf(rig), stageOf(rig)]
        runCompiled(compiled)
        run(twin)
        for (const bone of ['p', 'c'])
          expectClose(worldOf(compiled, bone).slice(0, 4), worldOf(twin, bone).slice(0, 4), 2e-6)
      },
    ),
    { numRuns: 200 },
  )
})
