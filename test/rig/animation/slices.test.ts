/** Slices: segments of four channels at a time. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANES, LOCAL, LOCAL_FIELDS } from '../../../src/base/memory/lanes'
import type { AnimationModel, BoneProperty, TimelineModel } from '../../../src/base/model/animation'
import { compileAnimation } from '../../../src/rig/animation/compile'
import {
  ANIMATION,
  CHANNEL,
  CHANNEL_WORDS,
  LIVE,
  SEGMENT,
  SEGMENT_WORDS,
} from '../../../src/rig/animation/image'
import { SLICE, SLICE_WORDS, SLICES } from '../../../src/rig/animation/slice-layout'
import { makeSlices } from '../../../src/rig/animation/slices'
import { randomAnimation } from '../../kernels/random-animation'
import { animation, LEGACY, linear, miniContext } from './animation-kit'

const context = miniContext()
const { setup } = context.rows

function bone(index: number, property: BoneProperty, times: number[], values: number[]): TimelineModel {
  const channels = values.length / times.length
  return { type: 'bone', bone: index, property, channels, ...linear(times, values) }
}

function slicesOf(model: AnimationModel, live: Int32Array | null = null): Int32Array {
  const slices = makeSlices(compileAnimation(model, context).words, live)
  if (!slices) throw new Error('no slices')
  return slices
}

const rowOf = (target: number) => target / (4 * LANES)

/** The channels that have one value: row and value. */
function stillsOf(slices: Int32Array): Map<number, number> {
  const f32 = new Float32Array(slices.buffer)
  const first = SLICES.FIRST + 2 * LANES * slices[SLICES.FOURS]
  return new Map(
    Array.from({ length: slices[SLICES.STILLS] }, (_, i) => [
      rowOf(slices[first + 2 * i]),
      f32[first + 2 * i + 1],
    ]),
  )
}

/** The kernel's result at a time: values by row, without groups of four that it handles otherwise. */
function sampleSlices(slices: Int32Array, time: number): Map<number, number> {
  const f32 = new Float32Array(slices.buffer)
  const values = stillsOf(slices)
  const bucket = Math.min(slices[SLICES.LAST], Math.trunc(time * f32[SLICES.RATE]))
  const record = slices[SLICES.BUCKETS] + bucket * slices[SLICES.STRIDE]
  const fours = slices[SLICES.FOURS]
  const first = record + ((fours + LANES - 1) & -LANES)
  for (let place = 0; place < fours * LANES; place++) {
    const four = Math.floor(place / LANES)
    if (f32[record + four] <= time) continue
    const at = first + four * SLICE_WORDS + (place % LANES)
    const segment = f32[at + SLICE.NEXT] <= time ? at + SLICE.NEXT : at
    const passed = time - f32[segment + SLICE.TIME]
    values.set(
      rowOf(slices[SLICES.FIRST + place]),
      f32[segment + SLICE.VALUE] + passed * f32[segment + SLICE.SLOPE],
    )
  }
  return values
}

test('a channel that one key, or equal ones, hold at all times is told apart', () => {
  const slices = slicesOf(
    animation([
      bone(0, 'rotate', [0], [2]),
      bone(1, 'rotate', [0, 1, 2], [3, 3, 3]),
      bone(1, 'translateX', [0.5], [4]),
      bone(2, 'scale', [0, 1], [5, 6, 5, 7]),
    ]),
  )
  const row = (index: number, field: number) => index * LOCAL_FIELDS + field
  const expected = new Map([
    [row(0, LOCAL.ROTATION), Math.fround(setup[row(0, LOCAL.ROTATION)] + 2)],
    [row(1, LOCAL.ROTATION), Math.fround(setup[row(1, LOCAL.ROTATION)] + 3)],
    [row(2, LOCAL.SCALE_X), Math.fround(setup[row(2, LOCAL.SCALE_X)] * 5)],
  ])
  const stills = stillsOf(slices)
  expect([...stills.keys()].sort()).toEqual([...expected.keys()].sort())
  for (const [key, value] of expected) expect(stills.get(key)).toBeCloseTo(value, 6)
  // A channel at setup until its first key is not still, nor is a changing one.
  expect(slices[SLICES.FOURS]).toBe(1)
})

test('between bucket and limit two segments of each channel are all there is', () => {
  const times = fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { minLength: 30, maxLength: 30 })
  const property = fc.property(randomAnimation(false), times, (model, moments) => {
    const image = compileAnimation(model, context)
    const slices = makeSlices(image.words, null)
    if (!slices) return
    for (const moment of moments) {
      const time = Math.fround(moment)
      for (const [row, value] of sampleSlices(slices, time)) {
        const expected = valueAt(image.words, row, time)
        expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(expected)))
      }
    }
  })
  fc.assert(property, { numRuns: 200 })
})

/** The segment table's value for a row. */
function valueAt(words: Int32Array, row: number, time: number): number {
  const f32 = new Float32Array(words.buffer, words.byteOffset, words.length)
  const startOf = (segment: number) => f32[segment + SEGMENT.TIME]
  let at = words[ANIMATION.SEGMENT_TABLE]
  for (let channel = 0; channel < words[ANIMATION.STORES]; channel++) {
    let begun = at
    while (startOf(at + SEGMENT_WORDS) < Number.POSITIVE_INFINITY) {
      at += SEGMENT_WORDS
      if (startOf(at) <= time) begun = at
    }
    at += 2 * SEGMENT_WORDS
    if (words[words[ANIMATION.CHANNEL_TABLE] + channel * CHANNEL_WORDS + CHANNEL.ROW] === row)
      return f32[begun + SEGMENT.VALUE] + (time - startOf(begun)) * f32[begun + SEGMENT.SLOPE]
  }
  throw new Error(`no channel keys row ${row}`)
}

test('only live channels are in them', () => {
  const model = animation([
    bone(0, 'rotate', [0, 1], [2, 3]),
    bone(1, 'rotate', [0, 1], [2, 3]),
    bone(2, 'translateX', [0], [1]),
  ])
  const live = new Int32Array(LIVE.CHANNELS + 1)
  live[LIVE.CHANNELS] = 1
  const slices = slicesOf(model, live)
  expect([...sampleSlices(slices, 0.5).keys()]).toEqual([LOCAL_FIELDS + LOCAL.ROTATION])
  expect([...sampleSlices(slicesOf(model), 0.5).keys()].sort()).toEqual(
    [LOCAL.ROTATION, LOCAL_FIELDS + LOCAL.ROTATION, 2 * LOCAL_FIELDS + LOCAL.X].sort(),
  )
})

test('buckets are halved where curves are dense', () => {
  const dense = Array.from({ length: 400 }, (_, key) => key / 400)
  const image = compileAnimation(animation([bone(0, 'rotate', dense, dense.map(Math.sin))]), context)
  const slices = makeSlices(image.words, null)
  expect(slices?.[SLICES.LAST]).toBe(4 * image.words[ANIMATION.BUCKETS] - 1)
})

test('animations that need more than a megabyte, or key a row twice, have none', () => {
  const keys = Array.from({ length: 10_000 }, (_, key) => key / 100)
  const long = animation([0, 1, 2].map((index) => bone(index, 'rotate', keys, keys.map(Math.sin))))
  expect(makeSlices(compileAnimation(long, context).words, null)).toBe(null)
  const twice = animation([bone(0, 'translate', [0, 1], [1, 2, 3, 4]), bone(0, 'translateX', [0], [1])])
  expect(makeSlices(compileAnimation(twice, context).words, null)).toBe(null)
  const wrapped = animation([bone(0, 'rotate', [0, 1], [1, 2])])
  expect(makeSlices(compileAnimation(wrapped, miniContext(LEGACY)).words, null)?.[SLICES.FOURS]).toBe(0)
})
