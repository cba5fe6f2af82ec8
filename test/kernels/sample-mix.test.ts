/** Sampling and mixing in the kernels, against a naive model. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TAU } from '../../src/base/math/angles'
import { LANES, LOCAL, LOCAL_FIELDS } from '../../src/base/memory/lanes'
import { CURVE, type TimelineModel } from '../../src/base/model/animation'
import { compileAnimation, liveChannels } from '../../src/rig/animation/compile'
import { ANIMATION, type AnimationImage, SEGMENT, SEGMENT_WORDS } from '../../src/rig/animation/image'
import { makeSlices } from '../../src/rig/animation/slices'
import { BLEND_TURNS, MIX_BLEND, MIX_DIRECTION, MODE_WORDS, TIMELINE_MODE } from '../../src/world/playback'
import { runs } from '../deep'
import {
  animation,
  type Bench,
  bench,
  IK,
  KEYED,
  LEGACY,
  linear,
  MODERN,
  miniContext,
} from '../rig/animation/animation-kit'
import { between } from '../rig/animation/curve-reference'
import { mixLane } from './mix-lane'
import { type Application, applyNaively } from './naive-mix'
import { randomAnimation } from './random-animation'

const LANE = 2

/** Applies an animation to the lane and returns all four lanes' rows. */
function apply(memory: Bench, rows: number, item: Application, modes = -1, channels = -1): Float32Array {
  mixLane(memory, LANE, item, { modes, channels })
  return memory.f32.slice(memory.base, memory.base + rows * LANES)
}

/** The same animation in a bench behind whose rows its slices lie. */
function slicedBench(image: AnimationImage, rows: number): Bench {
  const made = bench(image, rows)
  const slices = makeSlices(image.words, null)
  if (slices === null) return made
  const i32 = new Int32Array(made.i32.length + slices.length)
  i32.set(made.i32)
  i32.set(slices, made.i32.length)
  i32[made.image + ANIMATION.SLICES] = made.i32.length - made.image
  return { ...made, i32, f32: new Float32Array(i32.buffer), u16: new Uint16Array(i32.buffer) }
}

/** Rows that differ from lane to lane and row to row. */
function fill({ f32, base }: Bench, rows: number, seed: number): Float32Array {
  for (let i = 0; i < rows * LANES; i++) f32[base + i] = Math.sin(i * 78.233 + seed) * 2
  return f32.slice(base, base + rows * LANES)
}

const lane = (values: Float32Array) => values.filter((_, index) => index % LANES === LANE)

const item = fc.record({
  time: fc.oneof(fc.constantFrom(-1, 0, 99, 1e-40), between(0, 3)),
  alpha: fc.oneof(fc.constantFrom(0, 1, 1.12, -0.11), between(0, 1)),
  blend: fc.constantFrom(...Object.values(MIX_BLEND)),
  direction: fc.constantFrom(...Object.values(MIX_DIRECTION)),
})

const versions = [
  ['3.8', LEGACY],
  ['4.x', MODERN],
  ['4.3 (colours)', KEYED],
] as const

describe.each(versions)('against one timeline after the other, %s', (version, maths) => {
  const context = miniContext(maths)
  const { local } = context.rows

  test('every kind, blend and direction gives the same pose, and nothing else is written', () => {
    const property = fc.property(
      randomAnimation(version === '3.8'),
      fc.array(item, { minLength: 4 }),
      fc.boolean(),
      (model, items, sliced) => {
        const image = compileAnimation(model, context)
        const memory = sliced ? slicedBench(image, local) : bench(image, local)
        items.forEach((it, seed) => {
          const before = fill(memory, local, seed)
          const expected = lane(before)
          const keyed = applyNaively(model, context, expected, it)
          const after = apply(memory, local, it)
          const wrong = [...after.keys()].filter((i) => {
            const row = Math.floor(i / LANES)
            if (i % LANES !== LANE || !keyed.has(row)) return after[i] !== before[i]
            return !(error(row, after[i], expected[row], it) < 2e-5)
          })
          expect(wrong).toEqual([])
        })
      },
    )
    fc.assert(property, { numRuns: runs(150) })
  })

  /** At full weight a wrapped rotation may differ by whole turns. */
  function error(row: number, actual: number, expected: number, { alpha }: Application): number {
    const difference = Math.abs(actual - expected)
    const isRotation = row < 3 * LOCAL_FIELDS && row % LOCAL_FIELDS === LOCAL.ROTATION
    if (version !== '3.8' || !isRotation || alpha !== 1) return difference
    return Math.abs(difference - TAU * Math.round(difference / TAU))
  }

  test('a command that goes on leaves the right values at each time', () => {
    const steps = fc.array(between(0, 0.4), { minLength: 1, maxLength: 4 })
    const property = fc.property(
      randomAnimation(version === '3.8'),
      item,
      fc.constantFrom(1, 1, 0.4),
      steps,
      (model, random, alpha, gaps) => {
        const memory = slicedBench(compileAnimation(model, context), local)
        const it = { ...random, alpha }
        const times = [it.time]
        for (const gap of gaps) times.push(times[times.length - 1] + gap)
        const expected = lane(fill(memory, local, 3))
        let at = 0
        mixLane(memory, LANE, it, {}, times.slice(1), () => {
          const now = { ...it, time: times[at++] }
          applyNaively(model, context, expected, now)
          const after = lane(memory.f32.slice(memory.base, memory.base + local * LANES))
          const wrong = [...after.keys()].filter(
            (row) => !(error(row, after[row], expected[row], now) < 2e-5),
          )
          expect(wrong).toEqual([])
          expected.set(after)
        })
        expect(at).toBe(times.length)
      },
    )
    fc.assert(property, { numRuns: runs(150) })
  })

  test('full weight over the setup pose gives the bits of the general path', () => {
    const property = fc.property(randomAnimation(version === '3.8'), item, (model, it) => {
      const image = compileAnimation(model, context)
      const memory = bench(image, local)
      const full = { ...it, alpha: 1, blend: MIX_BLEND.setup }
      memory.i32.fill(0, memory.spare) // Modes that say nothing take the general path.
      fill(memory, local, 1)
      const plain = apply(memory, local, full)
      fill(memory, local, 1)
      expect(apply(memory, local, full, memory.spare)).toEqual(plain)
    })
    fc.assert(property)
  })
})

describe('buckets', () => {
  test('start at or before the segment that a linear search finds, to the last bit of time', () => {
    const context = miniContext()
    const property = fc.property(randomAnimation(false), fc.array(between(-1, 4)), (model, more) => {
      const image = compileAnimation(model, context)
      const { f32, i32, u16, image: at } = bench(image, 0)
      const segments = at + i32[at + ANIMATION.SEGMENT_TABLE]
      const start = (number: number) => f32[segments + number * SEGMENT_WORDS + SEGMENT.TIME]
      const keys = model.timelines.flatMap(({ times }) => [...times].map(Math.fround))
      const times = [...more, ...keys, ...keys.map((time) => time * (1 - 2 ** -53))]
      for (const time of times) {
        const last = i32[at + ANIMATION.BUCKETS] - 1
        const bucket = Math.max(0, Math.min(last, Math.trunc(time * f32[at + ANIMATION.RATE])))
        const row = 2 * (at + i32[at + ANIMATION.BUCKET_TABLE]) + bucket * i32[at + ANIMATION.COLUMNS]
        const wrong: [channel: number, time: number][] = []
        let first = 0
        for (let channel = 0; channel < image.channels; channel++) {
          let found = first
          while (start(found + 1) <= time) found++
          let entry = u16[row + channel]
          const inRange = entry >= first && entry <= found
          while (start(entry + 1) <= time) entry++
          if (!inRange || entry !== found) wrong.push([channel, time])
          while (start(first) < Number.POSITIVE_INFINITY) first++
          first++
        }
        expect(wrong).toEqual([])
      }
    })
    fc.assert(property)
  })

  test('of more than 65536 segments are wide, and give the same pose', () => {
    const context = miniContext()
    const count = 40_000
    const times = Array.from({ length: count }, (_, key) => key / 30)
    const values = Array.from({ length: count * 2 }, (_, index) => Math.sin(index * index))
    const model = animation([
      { type: 'bone', bone: 1, property: 'translate', channels: 2, ...linear(times, values) },
    ])
    const memory = bench(compileAnimation(model, context), context.rows.local)
    for (const time of [0, 0.51, 600.013, 1333.2, 5000]) {
      const it = { time, alpha: 1, blend: MIX_BLEND.setup, direction: 0 }
      const expected = lane(fill(memory, context.rows.local, 0))
      applyNaively(model, context, expected, it)
      const after = lane(apply(memory, context.rows.local, it))
      after.forEach((actual, row) => {
        expect(actual).toBeCloseTo(expected[row], 4)
      })
    }
  })
})

describe('choosing timelines', () => {
  const context = miniContext()
  const { local } = context.rows
  const shift = (bone: number): TimelineModel => ({
    type: 'bone',
    bone,
    property: 'translate',
    channels: 2,
    ...linear([0], [10, 20]),
  })
  const limp: TimelineModel = {
    type: 'ik',
    constraint: IK,
    channels: 2,
    bend: Int8Array.of(-1),
    compress: Uint8Array.of(1),
    stretch: Uint8Array.of(1),
    ...linear([0], [0.5, 3]),
  }
  const tint: TimelineModel = {
    type: 'color',
    slot: 1,
    property: 'rgba',
    channels: 4,
    ...linear([0], [2, 1, 0, 0]),
  }
  const image = compileAnimation(animation([tint, shift(0), shift(1), shift(2), limp]), context)
  const full = { time: 1, alpha: 1, blend: MIX_BLEND.setup, direction: MIX_DIRECTION.mixIn }

  /** Which rows an application writes. */
  function written(it: Application, list: Int32Array | null, modes: number[] = []): number[] {
    const memory = bench(image, local)
    const before = lane(fill(memory, local, 5))
    if (list) memory.i32.set(list, memory.spare)
    modes.forEach((mode, timeline) => {
      memory.i32[memory.spare + 100 + timeline * MODE_WORDS] = mode
    })
    const after = lane(
      apply(memory, local, it, modes.length ? memory.spare + 100 : -1, list ? memory.spare : -1),
    )
    return [...after.keys()].filter((row) => after[row] !== before[row])
  }
  const all = written(full, null)

  test('every channel is live while everything is active', () => {
    expect(liveChannels(image, [1, 1, 1], [1, 1, 1])).toBe(null)
    expect(all).toHaveLength(4 + 6 + 5)
  })

  test.each([1, 0.5])(
    'channels of inactive bones, their slots and constraints do nothing at weight %f',
    (alpha) => {
      const { color, constraint } = context.rows
      const it = { ...full, alpha }
      const list = (bones: number[], constraints: number[]) => liveChannels(image, bones, constraints)
      expect(written(it, list([1, 0, 1], [1, 1, 1]))).toEqual(all.filter((row) => row !== 7 && row !== 8))
      const withoutTip = all.filter(
        (row) => row !== 14 && row !== 15 && (row < color[1] || row >= color[1] + 4),
      )
      expect(written(it, list([1, 1, 0], [1, 1, 1]))).toEqual(withoutTip)
      const withoutIk = all.filter((row) => row < constraint[IK] || row >= constraint[IK] + 5)
      expect(written(it, list([1, 1, 1], [0, 1, 1]))).toEqual(withoutIk)
      expect(written(it, list([0, 0, 0], [0, 0, 0]))).toEqual([])
    },
  )

  test('a timeline’s mode decides its start value and its weight', () => {
    const { subsequent, first, holdFirst } = TIMELINE_MODE
    const memory = bench(image, local)
    const start = lane(fill(memory, local, 5))
    for (const [timeline, mode] of [first, subsequent, first, holdFirst].entries())
      memory.i32[memory.spare + timeline * MODE_WORDS] = mode
    const it = { time: 1, alpha: 0.5, hold: 1, blend: MIX_BLEND.replace, direction: MIX_DIRECTION.mixOut }
    const after = lane(apply(memory, local, it, memory.spare))
    const { setup } = context.rows
    const x = (bone: number) => bone * LOCAL_FIELDS
    const key = (bone: number) => setup[x(bone)] + 10
    expect(after[x(0)]).toBeCloseTo((start[x(0)] + key(0)) / 2, 5)
    expect(after[x(1)]).toBeCloseTo((setup[x(1)] + key(1)) / 2, 5)
    expect(after[x(2)]).toBeCloseTo(key(2), 5)
  })

  test('rotations in tracks take the shorter arc, except at full weight', () => {
    const turn: TimelineModel = {
      type: 'bone',
      bone: 0,
      property: 'rotate',
      channels: 1,
      ...linear([0], [3]),
    }
    const turned = compileAnimation(animation([turn]), context)
    const memory = bench(turned, local)
    const row = memory.base + LOCAL.ROTATION * LANES + LANE
    const run = (current: number, alpha: number) => {
      memory.f32[row] = current
      memory.i32.fill(0, memory.spare)
      const blend = MIX_BLEND.replace | BLEND_TURNS
      apply(memory, local, { time: 1, alpha, blend, direction: MIX_DIRECTION.mixIn }, memory.spare)
      return memory.f32[row]
    }
    const aim = context.rows.setup[LOCAL.ROTATION] + 3
    expect(run(aim + 4, 0.5)).toBeCloseTo(aim + 4 + (TAU - 4) / 2, 5)
    expect(run(aim + 4, 1)).toBeCloseTo(aim, 5)
  })
})

describe('angles', () => {
  test('a 3.8 rotation held at half a turn fades in the same way from either sign', () => {
    const context = miniContext(LEGACY)
    const keys = linear([0, 1], [-Math.PI, -Math.PI])
    keys.curves.fill(CURVE.stepped)
    const spin = animation([{ type: 'bone', bone: 0, property: 'rotate', channels: 1, ...keys }])
    const image: AnimationImage = compileAnimation(spin, context)
    const memory = bench(image, context.rows.local)
    const it = { time: 0.5, alpha: 0.5, blend: MIX_BLEND.setup, direction: 0 }
    const pose = lane(apply(memory, context.rows.local, it))
    expect(pose[LOCAL.ROTATION] - context.rows.setup[LOCAL.ROTATION]).toBeCloseTo(-Math.PI / 2, 5)
  })
})
