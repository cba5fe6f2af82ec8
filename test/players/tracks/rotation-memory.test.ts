/** Rotations go on in the way in which they turned: when an old turn counts again. */
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { type EntryFields, fadeOut, getBone, play, spawnSkeleton } from '../../../src/api'
import type { AnimationWorld } from '../../../src/world/world-type'

import { makeWorld, poseBits, tick } from '../../fixtures/play'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { RULES, type Rules, rigBy, VERSIONS } from './worked-examples/rig'

type Key = readonly [time: number, degrees: number]

const ANIMATIONS: Readonly<Record<string, readonly Key[]>> = {
  /** Stays at 10, where `line` comes by and `bend` comes to stay. */
  still: [[0, 10]],
  line: [
    [0, 0],
    [1, 20],
  ],
  bend: [
    [0, 0],
    [0.5, 10],
    [1, 10],
  ],
  /** Comes to 10 from a little above. */
  creep: [
    [0, 10.0002],
    [0.5, 10],
    [1, 10],
  ],
  /** Turns away from 10. */
  leave: [
    [0, 10],
    [0.75, 10],
    [1, 20],
  ],
  /** Passes the setup angle between its keys. */
  pass: [
    [0, -0.34],
    [0.6, 1.7],
  ],
  settle: [
    [0, -10],
    [0.5, 0],
    [1, 0],
  ],
  idle: [[0, -62.54]],
  near: [[0, -100]],
  /** Leaps from -150 to a hair above 0, then on by 10. */
  leap: [
    [0, 0],
    [0.25, -150],
    [0.25, 1e-6],
    [0.5, 1e-6],
    [1, 20],
  ],
  zero: [[0, 0]],
  far: [[0, -137]],
}

/** A bone whose rotation is all that is keyed. */
function stage(rules: Rules, options: object, rotation = 0) {
  const field = rules === '3.8' ? 'angle' : 'value'
  const turn = (keys: readonly Key[]) => keys.map(([time, degrees]) => ({ time, [field]: degrees }))
  const animations: Json = {}
  for (const [name, keys] of Object.entries(ANIMATIONS))
    animations[name] = { bones: { b: { rotate: turn(keys) } } }
  const bones = [{ name: 'root' }, { name: 'b', parent: 'root', rotation }]
  const rig = rigBy(rules, { skeleton: { spine: VERSIONS[rules] }, bones, animations })
  const world = makeWorld(options)
  const eid = spawnSkeleton(world, rig)
  const start = (name: string, fields: EntryFields & { track?: number } = {}) =>
    play(world, eid, name, { loop: true, ...fields })
  return { world, eid, start, degrees: () => degreesOf(world, eid) }
}

function degreesOf(world: AnimationWorld, eid: number): number {
  const [a, , c] = getBone(world, eid, 'b')
  return (Math.atan2(c, a) * 180) / Math.PI
}

const SOURCES = [
  ['plain kernels', { kernels: plainKernels }],
  ['WebAssembly', {}],
] as const
const CASES = SOURCES.flatMap(([name, options]) => RULES.map((rules) => ({ name, options, rules })))

describe.each(CASES)('a rotation is mixed by $rules, $name', ({ rules, options }) => {
  test('along the difference, however small that is', () => {
    const { world, start, degrees } = stage(rules, options)
    start('still')
    tick(world, 0)
    start('line', { mix: 1 })
    tick(world, 0.25)
    expect(degrees()).toBeCloseTo(10 - 5 * 0.25, 4)
    tick(world, 0.2500005)
    expect(degrees()).toBeCloseTo(10, 4)
  })

  test('along the old turn, where both angles are equal', () => {
    const { world, start, degrees } = stage(rules, options)
    start('still')
    tick(world, 0)
    start('bend', { mix: 1 })
    tick(world, 0.25)
    expect(degrees()).toBeCloseTo(10 - 5 * 0.25, 4)
    tick(world, 0.5)
    expect(degrees()).toBeCloseTo(10 - 5 * 0.75, 4)
  })

  test('on through the turn that it has all but finished', () => {
    const { world, start, degrees } = stage(rules, options)
    start('zero')
    tick(world, 0)
    start('leap', { mix: 2 })
    tick(world, 0.2)
    tick(world, 0.2)
    tick(world, 0.35)
    // The turn was less than a whole one by 1e-6 degrees: now it is one of -350, not of -710.
    expect(degrees()).toBeCloseTo(-350 * 0.375, 3)
  })

  test('along the difference, as soon as angles are equal no more, though rows are', () => {
    const { world, start, degrees } = stage(rules, options)
    start('leave')
    start('bend', { track: 1, alpha: 0.5 })
    for (const seconds of [0.25, 0.5]) tick(world, seconds)
    expect(degrees()).toBeCloseTo(10 - 5 * 0.5, 4)
    tick(world, 1e-8)
    expect(degrees()).toBeCloseTo(10, 4)
  })

  test('along the difference from an angle that the old turn of another entry keeps a hair off', () => {
    const { world, start, degrees } = stage(rules, options)
    start('still')
    start('creep', { track: 1, alpha: 0.5 })
    start('bend', { track: 2, alpha: 0.5 })
    tick(world, 0.25)
    expect(degrees()).toBeCloseTo(10 - 5 * 0.5, 3)
    tick(world, 0.25)
    expect(degrees()).toBeCloseTo(10, 3)
  })

  test('along the difference, where it passes the setup angle', () => {
    const { world, eid, start, degrees } = stage(rules, options, 1.94)
    start('pass')
    tick(world, 0)
    fadeOut(world, eid, { mix: 1 })
    tick(world, 0.05)
    expect(degrees()).toBeCloseTo(1.94 - 0.17 * 0.95, 4)
    tick(world, 0.05)
    expect(degrees()).toBeCloseTo(1.94, 4)
  })

  test('along the old turn, where it stays at the setup angle', () => {
    const { world, eid, start, degrees } = stage(rules, options, 10)
    start('settle')
    tick(world, 0)
    fadeOut(world, eid, { mix: 1 })
    tick(world, 0.25)
    expect(degrees()).toBeCloseTo(10 - 5 * 0.75, 4)
    for (let i = 0; i < 2; i++) tick(world, 0.125)
    expect(degrees()).toBeCloseTo(10 - 2.5 * 0.5, 4)
  })

  test('along the old turn, where an entry without memory left the angle of the one before', () => {
    const { world, start, degrees } = stage(rules, options)
    start('still')
    start('bend', { track: 1, alpha: 0.5 })
    tick(world, 0)
    start('still', { track: 1, mix: 0.25, shortestRotation: true })
    start('bend', { track: 2, alpha: 0.5 })
    tick(world, 0.25)
    const before = degrees()
    expect(before).toBeLessThan(9)
    tick(world, 0.5)
    expect(degrees()).toBeCloseTo(10 - 5 * 0.5, 4)
  })

  test('on top of 64 tracks', () => {
    const stages = [stage(rules, options), stage(rules, {})]
    const [bits, expected] = stages.map(({ world, eid, start }) => {
      start('still')
      for (let track = 1; track <= 64; track++) start('bend', { track, alpha: track / 100 })
      for (const seconds of [0, 0.25, 0.5]) tick(world, seconds)
      return poseBits(world, eid)
    })
    expect(bits).toBe(expected)
  })
})

/** Six frames of a sixtieth of a second are a little less than 0.1 s: the entry mixed in between still weighs 5.5e-17. */
describe.each(SOURCES)('at the last frame of an interrupted mix, %s', (_, options) => {
  function mixedBy(name: string): number {
    const { world, start, degrees } = stage('4.2', options)
    const frames = (count: number) => {
      for (let i = 0; i < count; i++) tick(world, 1 / 60)
    }
    start('idle')
    frames(1)
    start(name, { mix: 0.1 })
    frames(3)
    start('idle', { mix: 0.1 })
    frames(6)
    return degrees()
  }

  test('that moves a rotation by its last bit: the angles differ', () => {
    expect(mixedBy('far')).toBeCloseTo(-62.54, 4)
  })

  test('or by less, and the old turn counts', () => {
    expect(mixedBy('near')).toBeCloseTo(-59.4183, 4)
  })
})
