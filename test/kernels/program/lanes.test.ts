import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIALECTS } from '../../../src/formats/spine/maths'
import { LANES, LOCAL_FIELDS } from '../../../src/memory/lanes'
import { INHERIT, type InheritName } from '../../../src/model/skeleton'
import {
  localWord,
  placeSkeleton,
  rigOf,
  run,
  type Stage,
  stageOf,
  type TestBone,
  type TestIk,
  type TestTransform,
} from './stage'

const MODES = Object.keys(INHERIT) as InheritName[]
const SEATS = 2 * LANES

const scale = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 0.2, max: 2, noNaN: true }) },
  { weight: 2, arbitrary: fc.double({ min: -2, max: -0.2, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constant(0) },
)
const angle = fc.double({ min: -400, max: 400, noNaN: true })
const offset = fc.double({ min: -80, max: 80, noNaN: true })
const mix = fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: -0.5, max: 1.2, noNaN: true }))

/** A bone whose parent is `up` bones before it (bones past the front are roots). */
const bone = fc.record({
  up: fc.integer({ min: 1, max: 4 }),
  x: offset,
  y: offset,
  rotation: angle,
  scaleX: scale,
  scaleY: scale,
  shearX: fc.oneof(fc.constant(0), angle),
  shearY: fc.oneof(fc.constant(0), angle),
  length: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 90, noNaN: true })),
  inherit: fc.oneof(fc.constant<InheritName>('normal'), fc.constantFrom(...MODES)),
  keyed: fc.boolean(),
})
const ik = fc.record({
  type: fc.constant('ik' as const),
  bone: fc.nat(),
  two: fc.boolean(),
  target: fc.nat(),
  mix,
  softness: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 40, noNaN: true })),
  bend: fc.constantFrom(1 as const, -1 as const),
  compress: fc.boolean(),
  stretch: fc.boolean(),
  scaleY: fc.constantFrom('none' as const, 'uniform' as const),
})
const transform = fc.record({
  type: fc.constant('transform' as const),
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  target: fc.nat(),
  local: fc.boolean(),
  relative: fc.boolean(),
  offsetRotation: angle,
  offsetX: offset,
  offsetScaleX: fc.double({ min: -1, max: 1, noNaN: true }),
  offsetShearY: angle,
  mixRotate: mix,
  mixX: mix,
  mixY: mix,
  mixScaleX: mix,
  mixScaleY: mix,
  mixShearY: mix,
})
const anyRig = fc.record({
  dialect: fc.constantFrom(...DIALECTS),
  bones: fc.array(bone, { minLength: 3, maxLength: 12 }),
  constraints: fc.array(fc.oneof(ik, transform), { maxLength: 5 }),
})
type AnyRig = typeof anyRig extends fc.Arbitrary<infer Value> ? Value : never

function build({ dialect, bones, constraints }: AnyRig) {
  const parents = bones.map((given, index) => Math.max(index - given.up, index === 0 ? -1 : 0))
  const made = bones.map(
    (given, index): TestBone => ({
      ...given,
      name: `${index}`,
      ...(parents[index] >= 0 ? { parent: `${parents[index]}` } : {}),
    }),
  )
  const models = constraints.map((given): TestIk | TestTransform => {
    const target = `${given.target % bones.length}`
    if (given.type === 'transform')
      return { ...given, bones: [...new Set(given.picks.map((pick) => `${pick % bones.length}`))], target }
    const last = 1 + (given.bone % (bones.length - 1))
    const first = parents[last]
    return { ...given, bones: given.two && first > 0 ? [`${first}`, `${last}`] : [`${last}`], target }
  })
  return rigOf(dialect, made, models)
}

/** A different pose in every seat: a small generator, so that a seat's pose depends on its number only. */
function pose(stage: Stage, seat: number, as: number): void {
  let state = (as + 1) * 2654435761
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6b43a9b5) | 0
    return ((state >>> 8) & 0xffff) / 0xffff - 0.5
  }
  placeSkeleton(
    stage,
    {
      x: next() * 100,
      y: next() * 100,
      scaleX: as % 3 === 0 ? -1.5 : 1,
      scaleY: as % 4 === 1 ? -1 : 0.75,
      rotation: as % 2 === 0 ? 0 : next() * 300,
    },
    seat,
  )
  for (let row = 0; row < stage.rig.bones.count * LOCAL_FIELDS; row++) {
    const field = row % LOCAL_FIELDS
    stage.f32[localWord(stage, row, seat)] += next() * (field < 2 ? 30 : 0.8)
  }
}

/** All words of one lane of a block, section by section. */
function laneOf(stage: Stage, seat: number): number[] {
  const first = stage.skeleton + Math.floor(seat / LANES) * stage.stride
  const words: number[] = []
  for (const [section, rows] of sections(stage))
    for (let row = 0; row < rows; row++) words.push(stage.i32[first + section + row * LANES + (seat % LANES)])
  return words
}

function sections(stage: Stage): [number, number][] {
  return [
    [stage.local - stage.skeleton, stage.rig.rows.local],
    [stage.applied - stage.skeleton, stage.rig.rows.applied],
    [stage.world - stage.skeleton, stage.rig.bones.count * 6],
  ]
}

describe('lanes', { timeout: 60_000 }, () => {
  test('give the same bits alone and beside others, whichever seat they have', () => {
    fc.assert(
      fc.property(anyRig, fc.integer({ min: 1, max: LANES - 1 }), (given, shift) => {
        const rig = build(given)
        const together = stageOf(rig, 2)
        for (let seat = 0; seat < SEATS; seat++) pose(together, seat, seat)
        run(together)
        run(together)
        for (let as = 0; as < SEATS; as++) {
          const alone = stageOf(rig)
          const seat = (as + shift) % LANES
          pose(alone, seat, as)
          alone.i32[alone.masks] = 1 << seat
          run(alone)
          run(alone)
          expect(laneOf(alone, seat)).toEqual(laneOf(together, as))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('that do not run are not written, and neither is anything between the sections', () => {
    fc.assert(
      fc.property(anyRig, fc.nat({ max: 15 }), fc.nat({ max: 15 }), (given, first, second) => {
        const stage = stageOf(build(given), 2)
        const { i32, f32, masks } = stage
        for (let seat = 0; seat < SEATS; seat++) pose(stage, seat, seat)
        i32[masks] = first
        i32[masks + 1] = second
        const before = i32.slice()
        run(stage)
        const running = new Set<number>()
        for (let seat = 0; seat < SEATS; seat++) {
          if (((seat < LANES ? first : second) & (1 << (seat % LANES))) === 0) continue
          const start = stage.skeleton + Math.floor(seat / LANES) * stage.stride
          for (const [section, rows] of sections(stage))
            for (let row = 0; row < rows; row++) running.add(start + section + row * LANES + (seat % LANES))
        }
        for (let at = 0; at < i32.length; at++) if (!running.has(at)) expect(i32[at]).toBe(before[at])
        expect(f32.length).toBe(i32.length)
      }),
      { numRuns: 60 },
    )
  })

  test('never become NaN from finite poses', () => {
    fc.assert(
      fc.property(anyRig, (given) => {
        const stage = stageOf(build(given), 2)
        for (let seat = 0; seat < SEATS; seat++) pose(stage, seat, seat)
        placeSkeleton(stage, { scaleX: 0, scaleY: 0 }, 5)
        placeSkeleton(stage, { scaleX: 0 }, 6)
        run(stage)
        run(stage)
        expect(stage.f32.subarray(stage.skeleton).findIndex(Number.isNaN)).toBe(-1)
      }),
      { numRuns: 200 },
    )
  })
})

test('only the blocks asked for are run', () => {
  const stage = stageOf(rigOf('4.2', [{ name: 'root', x: 3 }]), 3)
  run(stage, 1, 1)
  const positions = [0, 1, 2].map((block) => stage.f32[stage.world + block * stage.stride + 4 * LANES])
  expect(positions).toEqual([0, 3, 0])
})
