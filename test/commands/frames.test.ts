/** Keys of discrete timelines: the one in force, frames of sequences, and passed events. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEQUENCE_MODES } from '../../src/base/model/animation'
import {
  EVENT_RANGES,
  eventRanges,
  frameAt,
  loopLastTime,
  loopTime,
  sequenceFrame,
} from '../../src/tracks/commands/frames'
import { between } from '../rig/animation/curve-reference'

const gaps = fc.array(fc.oneof(fc.constant(0), between(0, 1)), {
  minLength: 1,
  maxLength: 8,
})
const keyTimes = gaps.map((steps) => {
  let time = 0
  return Float32Array.from(steps, (step) => (time += step))
})

describe('frameAt', () => {
  test('finds the last frame at or before the time', () => {
    const time = between(-1, 5)
    const property = fc.property(keyTimes, time, (times, at) => {
      for (const exact of [at, ...times])
        expect(frameAt(times, Float64Array.of(exact), 0)).toBe(times.findLastIndex((key) => key <= exact))
    })
    fc.assert(property)
  })

  test('compares unrounded time with float32 keys', () => {
    const times = Float32Array.of(0, 0.1)
    expect(frameAt(times, Float64Array.of(0.1), 0)).toBe(0) // The key is 0.10000000149.
    expect(frameAt(times, Float64Array.of(Math.fround(0.1)), 0)).toBe(1)
    expect(frameAt(new Float32Array(0), Float64Array.of(1), 0)).toBe(-1)
  })
})

describe('sequenceFrame', () => {
  const frameOf = (mode: number, index: number, delay: number, count: number, elapsed: number) => {
    const keys = {
      times: Float32Array.of(0),
      modes: Uint8Array.of(mode),
      indices: Int32Array.of(index),
      delays: Float32Array.of(delay),
    }
    return sequenceFrame(keys, 0, count, Float64Array.of(elapsed), 0)
  }
  const at = (mode: (typeof SEQUENCE_MODES)[number], steps: number, count = 4, index = 1) =>
    frameOf(SEQUENCE_MODES.indexOf(mode), index, 0.25, count, steps * 0.25)

  test.each([
    ['hold', [1, 1, 1, 1, 1, 1, 1, 1]],
    ['once', [1, 2, 3, 3, 3, 3, 3, 3]],
    ['loop', [1, 2, 3, 0, 1, 2, 3, 0]],
    ['pingpong', [1, 2, 3, 2, 1, 0, 1, 2]],
    ['onceReverse', [2, 1, 0, 0, 0, 0, 0, 0]],
    ['loopReverse', [2, 1, 0, 3, 2, 1, 0, 3]],
    ['pingpongReverse', [2, 1, 0, 1, 2, 3, 2, 1]],
  ] as const)('%s has the reference frames', (mode, frames) => {
    expect(frames.map((_, steps) => at(mode, steps))).toEqual(frames)
  })

  test('steps a hair early, so that a frame is not lost to rounding', () => {
    expect(frameOf(2, 0, 0.1, 4, 0.2999995)).toBe(3)
    expect(frameOf(2, 0, 0.1, 4, 0.29)).toBe(2)
  })

  test('takes no step where the delay is 0', () => {
    expect(frameOf(2, 1, 0, 4, 0.5)).toBe(1)
    expect(frameOf(2, 1, 0, 4, 0)).toBe(1)
  })

  test('shows an existing image for any key', () => {
    const mode = fc.nat(SEQUENCE_MODES.length - 1)
    const elapsed = fc.double({ min: 0, noNaN: true })
    const property = fc.property(
      mode,
      fc.integer(),
      fc.integer({ min: 1, max: 9 }),
      elapsed,
      (number, index, count, time) => {
        const frame = frameOf(number, index, 0.01, count, time)
        expect(Number.isInteger(frame) && frame >= 0 && frame < count).toBe(true)
      },
    )
    fc.assert(property)
    for (const name of SEQUENCE_MODES) expect(at(name, 5, 1, 0)).toBe(0)
  })
})

describe('eventRanges', () => {
  const ranges = new Int32Array(EVENT_RANGES)
  const fired = (times: ArrayLike<number>, last: number, time: number): number[] => {
    eventRanges(Float32Array.from(times), Float64Array.of(last), 0, Float64Array.of(time), 0, ranges)
    const keys: number[] = []
    for (let range = 0; range < EVENT_RANGES; range += 2)
      for (let key = ranges[range]; key < ranges[range + 1]; key++) keys.push(key)
    return keys
  }

  /** Which keys of events fire, rule by rule, without look-ups. */
  const rules = (times: Float32Array, last: number, time: number): number[] => {
    const keys: number[] = []
    const collect = (from: number, to: number) =>
      times.forEach((at, key) => {
        if (at > from && at <= to) keys.push(key)
      })
    if (last > time) {
      collect(last, Number.POSITIVE_INFINITY)
      collect(-1, time)
    } else if (last < times[times.length - 1] && time >= times[0]) collect(last, time)
    return keys
  }

  test('fire by the rules', () => {
    const moment = fc.oneof(fc.constant(-1), between(-2, 5))
    const property = fc.property(keyTimes, moment, moment, (times, last, time) => {
      for (const [from, to] of [
        [last, time],
        [times[0], time],
        [last, times[0]],
        [time, time],
      ])
        expect(fired(times, from, to)).toEqual(rules(times, from, to))
    })
    fc.assert(property)
  })

  test.each([
    ['a key at 0 fires in the first application', -1, 0, [0]],
    ['nothing fires twice', 0.5, 0.5, []],
    ['a key fires on the tick that reaches it', 0.25, 0.5, [1, 2]],
    ['a key at the end fires when the end is reached', 0.75, 1, [3]],
    ['a wrap fires the remaining keys, then the first ones', 0.75, 0.25, [3, 0]],
    ['a wrap past the last key fires the beginning only', 1, 0.5, [0, 1, 2]],
  ])('%s', (_, last, time, keys) => {
    expect(fired([0, 0.5, 0.5, 1], last, time)).toEqual(keys)
  })
})

describe('loops', () => {
  test.each([
    [2.5, 1, 0.5],
    [2, 1, 0],
    [-0.25, 1, -0.25],
    [3, 0, 3],
  ])('%f s of a loop of %f s is %f s in it', (time, duration, expected) => {
    expect(loopTime(time, duration)).toBe(expected)
  })

  test('a last time of -1 stays "never"', () => {
    expect([loopLastTime(-1, 0.5), loopLastTime(1.25, 0.5), loopLastTime(0, 0.5)]).toEqual([-1, 0.25, 0])
  })
})
