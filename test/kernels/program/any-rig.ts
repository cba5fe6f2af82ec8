/** Random rigs and poses for program tests. */
import fc from 'fast-check'
import { LOCAL_FIELDS } from '../../../src/base/memory/lanes'
import { INHERIT } from '../../../src/base/model/skeleton'
import type { InheritName } from '../../../src/base/model/values'
import { DIALECTS } from '../../../src/formats/spine/maths'
import {
  localWord,
  placeSkeleton,
  rigOf,
  type Stage,
  type TestBone,
  type TestConstraint,
  type TestPath,
} from './stage'

const MODES = Object.keys(INHERIT) as InheritName[]

const scale = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 0.2, max: 2, noNaN: true }) },
  { weight: 2, arbitrary: fc.double({ min: -2, max: -0.2, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constant(0) },
)
const angle = fc.double({ min: -400, max: 400, noNaN: true })
const offset = fc.double({ min: -80, max: 80, noNaN: true })
// In millionths: a turn by 1e-45 leaves a singular matrix with an inverse that no float32 holds.
const mix = fc.oneof(
  fc.constant(0),
  fc.constant(1),
  fc.integer({ min: -500_000, max: 1_200_000 }).map((value) => value / 1e6),
)

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
  scaleY: fc.constantFrom('none' as const, 'uniform' as const, 'volume' as const),
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
const path = fc.record({
  type: fc.constant('path' as const),
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  owner: fc.nat(),
  /** The second bone of weighted points; -1 = they are not weighted. */
  other: fc.integer({ min: -1, max: 20 }),
  points: fc.array(fc.tuple(offset, offset), { minLength: 6, maxLength: 12 }),
  closed: fc.boolean(),
  constantSpeed: fc.boolean(),
  positionMode: fc.constantFrom('fixed' as const, 'percent' as const),
  spacingMode: fc.constantFrom(
    ...['length' as const, 'fixed' as const, 'percent' as const, 'proportional' as const],
  ),
  rotateMode: fc.constantFrom('tangent' as const, 'chain' as const, 'chainScale' as const),
  offsetRotation: fc.oneof(fc.constant(0), angle),
  position: fc.double({ min: -1, max: 2, noNaN: true }),
  spacing: fc.oneof(fc.constant(0), fc.double({ min: -20, max: 60, noNaN: true })),
  mixRotate: mix,
  mixX: mix,
  mixY: mix,
})
export const anyRig = fc.record({
  dialect: fc.constantFrom(...DIALECTS),
  bones: fc.array(bone, { minLength: 3, maxLength: 12 }),
  constraints: fc.array(fc.oneof(ik, transform, path), { maxLength: 5 }),
})
export type AnyRig = typeof anyRig extends fc.Arbitrary<infer Value> ? Value : never

export function build({ dialect, bones, constraints }: AnyRig) {
  const parents = bones.map((given, index) => Math.max(index - given.up, index === 0 ? -1 : 0))
  const made = bones.map(
    (given, index): TestBone => ({
      ...given,
      name: `${index}`,
      ...(parents[index] >= 0 ? { parent: `${parents[index]}` } : {}),
    }),
  )
  const models = constraints.map((given): TestConstraint => {
    if (given.type === 'path') return buildPath(given, bones.length)
    const target = `${given.target % bones.length}`
    if (given.type === 'transform')
      return { ...given, bones: [...new Set(given.picks.map((pick) => `${pick % bones.length}`))], target }
    const last = 1 + (given.bone % (bones.length - 1))
    const first = parents[last]
    return { ...given, bones: given.two && first > 0 ? [`${first}`, `${last}`] : [`${last}`], target }
  })
  return rigOf(dialect, made, models)
}

type AnyPath = Extract<AnyRig['constraints'][number], { type: 'path' }>

function buildPath({ picks, owner, other, points, ...given }: AnyPath, bones: number): TestPath {
  const own = `${owner % bones}`
  const whole = points.slice(0, points.length - (points.length % 3))
  return {
    ...given,
    bones: [...new Set(picks.map((pick) => `${pick % bones}`))],
    owner: own,
    points:
      other < 0
        ? whole.flat()
        : whole.map(([x, y], point): [string, number, number, number][] =>
            point % 2 === 0
              ? [[own, x, y, 1]]
              : [
                  [own, x, y, 0.25],
                  [`${other % bones}`, y, x, 0.75],
                ],
          ),
    lengths: whole.flatMap((_, point) => (point % 3 === 0 ? [30 * (point + 3)] : [])),
  }
}

/** A different pose in every seat: a small generator, so that a seat's pose depends on its number only. */
export function pose(stage: Stage, seat: number, as: number): void {
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
