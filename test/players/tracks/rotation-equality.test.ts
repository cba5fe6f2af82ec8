/** When two rotations are equal: by the numbers of the file, in degrees and float64, whatever their curves are, and whole turns apart. */
import fc from 'fast-check'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { getBone, play, spawnSkeleton } from '../../../src/api'
import { runs } from '../../deep'
import { makeWorld, tick } from '../../fixtures/play'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { RULES, type Rules, rigBy, VERSIONS } from './worked-examples/rig'

type Curve = 'linear' | 'stepped' | 'bezier'

/** Degrees, and the curve to the next key. */
interface Key {
  readonly time: number
  readonly value: number
  readonly curve?: Curve
}

interface Case {
  readonly setup: number
  /** Plays on track 0 at full weight. */
  readonly below: readonly Key[]
  /** Plays on track 1. */
  readonly above: readonly Key[]
  readonly alpha: number
  /** Seconds of the ticks. */
  readonly ticks: readonly number[]
}

const KERNELS = [
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
] as const

function keysOf(rules: Rules, keys: readonly Key[]): Json[] {
  return keys.map(({ time, value, curve }, i) => {
    const angle = { time, [rules === '3.8' ? 'angle' : 'value']: value }
    if (curve === 'stepped') return { ...angle, curve: 'stepped' }
    if (curve !== 'bezier' || i === keys.length - 1) return angle
    if (rules === '3.8') return { ...angle, curve: 0.25, c2: 0, c3: 0.75, c4: 1 }
    const { time: t1, value: v1 } = keys[i + 1]
    const at = (share: number) => time + share * (t1 - time)
    return { ...angle, curve: [at(0.25), value, at(0.75), v1] }
  })
}

/** @returns the bone's angle after the ticks, in degrees. */
function played(rules: Rules, { setup, below, above, alpha, ticks }: Case, options: object): number {
  const turning = (keys: readonly Key[]) => ({ bones: { b: { rotate: keysOf(rules, keys) } } })
  const bones = [{ name: 'root' }, { name: 'b', parent: 'root', rotation: setup }]
  const animations = { below: turning(below), above: turning(above) }
  const rig = rigBy(rules, { skeleton: { spine: VERSIONS[rules] }, bones, animations })
  const world = makeWorld(options)
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'below', {})
  play(world, eid, 'above', { track: 1, alpha })
  for (const seconds of ticks) tick(world, seconds)
  const [a, , c] = getBone(world, eid, 'b')
  return (Math.atan2(c, a) * 180) / Math.PI
}

/** The shorter way between two angles, without its direction. */
function apart(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360
  return Math.min(turn, 360 - turn)
}

const linear = (...keys: [time: number, value: number][]): Key[] =>
  keys.map(([time, value]) => ({ time, value }))
const curved = (...keys: [time: number, value: number][]): Key[] =>
  linear(...keys).map((key, i) => (i === keys.length - 2 ? { ...key, curve: 'bezier' } : key))

/** Setup angle, keys of track 0, keys of track 1, and the angle after the second tick from that of track 0. */
const ROWS: [string, number, Key[], Key[], number | Readonly<Record<Rules, number>>][] = [
  ['a Bézier at rest', -118.17, linear([0, -56.75]), curved([0, -36.75], [0.25, -56.75], [2, -56.75]), 5],
  ['a last key', -118.17, linear([0, -56.75]), linear([0, -36.75], [0.25, -56.75]), 5],
  [
    'two Béziers',
    -118.17,
    curved([0, -56.75], [2, -56.75]),
    curved([0, -36.75], [0.25, -56.75], [2, -56.75]),
    5,
  ],
  ['small angles', -13.92, linear([0, 3.6]), curved([0, 23.6], [0.25, 3.6], [2, 3.6]), 5],
  ['either side of 0', -50.15, linear([0, 48.03]), curved([0, 68.03], [0.25, 48.03], [2, 48.03]), 5],
  ['twice the setup angle', 33.33, linear([0, 66.66]), curved([0, 86.66], [0.25, 66.66], [2, 66.66]), 5],
  ['no setup angle', 0, linear([0, 30.5]), curved([0, 50.5], [0.25, 30.5], [2, 30.5]), 5],
  [
    'angles a hundredth apart',
    -118.17,
    linear([0, -56.75]),
    curved([0, -36.74], [0.25, -56.74], [2, -56.74]),
    0,
  ],
  ['a whole turn', 0, linear([0, 0]), linear([0, 300], [0.25, 360]), -15],
  ['a whole turn from 45', 45, linear([0, 0]), linear([0, 300], [0.25, 360]), -15],
  ['a whole turn from -90', 0, linear([0, -90]), linear([0, 300], [0.25, 270]), 7.5],
  ['two turns', 0, linear([0, 0]), linear([0, 700], [0.25, 720]), -5],
  ['all but a turn', 0, linear([0, 12.34]), linear([0, 300], [0.25, 372.34]), 0],
  [
    'keys that differ by versions',
    0,
    linear([0, -170]),
    linear([0, 170], [0.25, -170], [2, -170]),
    { '3.8': -5, '4.0': 85, '4.1': 85, '4.2': 85, '4.3': 85 },
  ],
  ['a setup angle that rounds', 0.1, linear([0, 0.2]), curved([0, 20.2], [0.25, 0.2], [2, 0.2]), 5],
]
const CASES = RULES.flatMap((rules) => ROWS.map((row) => [rules, ...row] as const))

describe.each(KERNELS)('%s, ticks of 0.125 and 0.25 s', (_, options) => {
  test.each(CASES)('%s: %s', (rules, _name, setup, below, above, expected) => {
    const { value } = below[0]
    const found = played(rules, { setup, below, above, alpha: 0.5, ticks: [0.125, 0.25] }, options)
    const offset = typeof expected === 'number' ? expected : expected[rules]
    // Hundredths of a degree are the difference of the controls.
    expect(apart(found, setup + value + offset)).toBeLessThan(0.006)
  })
})

/** The rule in doubles of degrees, without rows, bits and tolerances. Two keys and a rest. */
function byRule(rules: Rules, { setup, below, above, alpha, ticks }: Case): number {
  const isNew = rules === '4.2' || rules === '4.3'
  const half = 16384.499999999996
  const wrapOld = (angle: number) => angle - 360 * (16384 - Math.trunc(half - angle / 360))
  const wrap = (angle: number) => (isNew ? angle - 360 * Math.ceil(angle / 360 - 0.5) : wrapOld(angle))
  const base = setup + sampled(rules, below, 0)
  let time = 0
  let total = 0
  let difference = 0
  for (const seconds of ticks) {
    time += seconds
    const delta = wrap(setup + sampled(rules, above, time) - base)
    if (delta !== 0) total = turnOn(isNew, total, difference, delta)
    difference = delta
  }
  return base + total * alpha
}

function turnOn(isNew: boolean, total: number, before: number, delta: number): number {
  let old = total
  const isPositive = isNew ? delta >= 0 : delta > 0
  let wasPositive = old >= 0
  const crosses = Math.abs(before) <= 90 && Math.sign(before) !== Math.sign(delta)
  const turns = old - (old % 360)
  let next = delta + turns
  if (crosses && isNew) {
    if (Math.abs(old - turns) > 180) {
      next += 360 * Math.sign(old)
      wasPositive = isPositive
    } else if (turns !== 0) next -= 360 * Math.sign(old)
    else wasPositive = isPositive
  } else if (crosses) {
    if (Math.abs(old) > 180) old += 360 * Math.sign(old)
    wasPositive = isPositive
    next = delta + old - (old % 360)
  }
  return wasPositive === isPositive ? next : next + 360 * Math.sign(old)
}

/** A key's value is a float32. Béziers are asked for at their ends, or where both ends are equal. */
function sampled(rules: Rules, keys: readonly Key[], time: number): number {
  const wrap = (angle: number) => angle - 360 * (16384 - Math.trunc(16384.499999999996 - angle / 360))
  const at = keys.findLastIndex((key) => key.time <= time)
  const from = Math.fround(keys[at].value)
  if (at === keys.length - 1) return from
  const to = Math.fround(keys[at + 1].value)
  const share =
    keys[at].curve === 'stepped' ? 0 : (time - keys[at].time) / (keys[at + 1].time - keys[at].time)
  return rules === '3.8' ? wrap(from + wrap(to - from) * share) : from + share * (to - from)
}

const hundredths = (limit: number) => fc.integer({ min: -100 * limit, max: 100 * limit }).map((n) => n / 100)
const wholes = (limit: number) => fc.integer({ min: -limit, max: limit })
const angle = fc.oneof(hundredths(180), wholes(180))

/** Track 1 comes from another angle to that of track 0, to one that many turns lie between, or to one a little apart. */
const anyCase = fc
  .record({
    setup: angle,
    value: angle,
    from: wholes(150).filter((turn) => Math.abs(turn) > 3),
    rest: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -3, max: 3 }).map((turns) => 360 * turns),
      fc.constantFrom(0.01, -0.01, 1e-5, -1e-5),
    ),
    curve: fc.constantFrom<Curve>('linear', 'stepped', 'bezier'),
    curveBelow: fc.constantFrom<Curve>('linear', 'stepped', 'bezier'),
    stays: fc.boolean(),
    alpha: fc.constantFrom(0.25, 0.5, 0.75),
    ticks: fc.constantFrom(
      [0.125, 0.125],
      [0.125, 0.25],
      [0.0625, 0.125, 0.0625, 0.5],
      [0.125, 0.25, 0.125, 4],
    ),
  })
  .map(({ setup, value, from, rest, curve, curveBelow, stays, alpha, ticks }): Case => {
    const first = { time: 0, value: value + from }
    const then = { time: 0.25, value: value + rest, curve }
    const above = stays ? [first, then, { time: 2, value: then.value }] : [first, then]
    const below = [
      { time: 0, value, curve: curveBelow },
      { time: 2, value },
    ]
    return { setup, below, above, alpha, ticks }
  })

/** Sums of setup and whole turns round in the last bit: then either answer is the rule's, by the order in which it adds. */
function isSharp({ setup, below, above }: Case): boolean {
  const angles = [below[0].value, ...above.map(({ value }) => value)].map(Math.fround)
  return angles.every((value) => {
    const turns = Math.round((value - angles[0]) / 360)
    return value - 360 * turns !== angles[0] || setup + value - (setup + angles[0]) === 360 * turns
  })
}

test.each(KERNELS)('random keys turn by the rule, %s', (_, options) => {
  fc.assert(
    fc.property(fc.constantFrom(...RULES), anyCase, (rules, given) => {
      fc.pre(isSharp(given))
      expect(apart(played(rules, given, options), byRule(rules, given))).toBeLessThan(0.002)
    }),
    { numRuns: runs(1000) },
  )
})
