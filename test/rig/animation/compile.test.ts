/** Compiling animations: channels, buckets and deform timelines. */
import { describe, expect, test } from 'vitest'
import {
  CURVE,
  type CurveKeys,
  type DeformTimeline,
  type TimelineModel,
} from '../../../src/base/model/animation'
import { type AnimationContext, compileAnimation } from '../../../src/rig/animation/compile'
import {
  ANIMATION,
  type AnimationImage,
  CHANNEL,
  CHANNEL_KIND,
  CHANNEL_WORDS,
  TIMELINE_KIND,
} from '../../../src/rig/animation/image'
import { FOUR_WORDS } from '../../../src/rig/attachments/deform-places'
import { orderVertices } from '../../../src/rig/attachments/vertices'
import { animation, IK, KEYED, LEGACY, linear, MODERN, miniContext } from './animation-kit'

const context = miniContext()
const { rows } = context
const times = Float64Array.of(0, 0.1)

type Bone = Extract<TimelineModel, { type: 'bone' }>
type Color = Extract<TimelineModel, { type: 'color' }>

function bone(property: Bone['property'], keys: CurveKeys, index = 1): Bone {
  return { type: 'bone', bone: index, property, channels: keys.values.length / keys.times.length, ...keys }
}

function color(property: Color['property'], channels: number): Color {
  return { type: 'color', slot: 0, property, channels, ...linear([0], new Array(channels).fill(0.5)) }
}

function deform(key: string, size = 8): DeformTimeline {
  const keys = {
    ...linear([0, 1], []),
    offsets: new Uint32Array(2),
    deltas: [new Float32Array(0), new Float32Array(0)],
  }
  return { type: 'deform', skin: 0, slot: 0, key, channels: 1, size, ...keys }
}

const compile = (timelines: TimelineModel[], at: AnimationContext = context) =>
  compileAnimation(animation(timelines), at)

/** Row and kind of every channel. */
function channelsOf({ words, channels }: AnimationImage): [row: number, kind: number][] {
  return Array.from({ length: channels }, (_, channel) => {
    const record = words[ANIMATION.CHANNEL_TABLE] + channel * CHANNEL_WORDS
    return [words[record + CHANNEL.ROW], words[record + CHANNEL.KIND_WORD]]
  })
}

const floats = ({ words }: AnimationImage) => new Float32Array(words.buffer, words.byteOffset, words.length)

function kindsOf(timelines: TimelineModel[], maths = MODERN): number[] {
  return channelsOf(compile(timelines, miniContext(maths))).map(([, kind]) => kind)
}

describe('channels', () => {
  const {
    relative,
    rotation,
    scale,
    color: free,
    clampedColor,
    keyedColor,
    wrapped,
    absolute,
    flag,
  } = CHANNEL_KIND

  test('clamp colours by the version of the maths', () => {
    const four = new Array(4).fill(clampedColor)
    expect(kindsOf([color('rgba', 4)])).toEqual(four)
    expect(kindsOf([color('rgb', 3)])).toEqual([free, free, free])
    expect(kindsOf([color('alpha', 1)])).toEqual([free])
    expect(kindsOf([color('rgba2', 7)])).toEqual([free, free, free, ...four]) // Plain ones come first.
    expect(kindsOf([color('rgb2', 6)])).toEqual(new Array(6).fill(free))
    expect(kindsOf([color('rgba2', 7)], LEGACY)).toEqual(new Array(7).fill(clampedColor))
    expect(kindsOf([color('rgba2', 7)], KEYED)).toEqual([...four, keyedColor, keyedColor, keyedColor])
    expect(kindsOf([color('rgb', 3)], KEYED)).toEqual([keyedColor, keyedColor, keyedColor])
  })

  test('wrap only rotations, and only where the maths do', () => {
    const timelines = [
      bone('rotate', linear([0], [1])),
      bone('scale', linear([0], [1, 1])),
      bone('shear', linear([0], [1, 1])),
    ]
    expect(kindsOf(timelines)).toEqual([rotation, scale, scale, relative, relative])
    expect(kindsOf(timelines, LEGACY)).toEqual([scale, scale, relative, relative, wrapped])
  })

  test('of a wrapped rotation keep the last value of the file', () => {
    const image = compile([bone('rotate', linear([0, 1], [3, -3]))], miniContext(LEGACY))
    expect(floats(image)[image.words[ANIMATION.CHANNEL_TABLE] + CHANNEL.LAST_VALUE]).toBe(-3)
  })

  test('of ik are two mixes and three flags', () => {
    const flags = { bend: Int8Array.of(1), compress: Uint8Array.of(0), stretch: Uint8Array.of(0) }
    const ik: TimelineModel = { type: 'ik', constraint: IK, channels: 2, ...flags, ...linear([0], [1, 0]) }
    expect(kindsOf([ik])).toEqual([absolute, absolute, flag, flag, flag])
  })

  test('keep application order where a plain and a clamped timeline key the same row', () => {
    const image = compile([color('rgba', 4), color('alpha', 1), bone('shearX', linear([0], [1]))])
    const alphaRow = rows.color[0] + 3
    const order = channelsOf(image).filter(([row]) => row === alphaRow)
    expect(order.map(([, kind]) => kind)).toEqual([clampedColor, free])
    expect(image.words[ANIMATION.PLAIN]).toBe(1)
  })

  test('of colours are only stored at full weight where there is nothing to clamp', () => {
    const red = (...values: number[]): Color => {
      const keys = linear(
        values.map((_, key) => key / 10),
        values.flatMap((value) => [value, 0, 0, 0]),
      )
      return { ...color('rgba', 4), ...keys }
    }
    const stores = (...timelines: TimelineModel[]) => compile(timelines).words[ANIMATION.STORES]
    expect(stores(red(0, 1, 0.3))).toBe(4)
    expect(stores(red(0, 1.01, 0.3))).toBe(3)
    expect(stores(red(-0.01))).toBe(3)
    const curves = Uint8Array.of(CURVE.bezier, CURVE.linear)
    const bent = (y: number) => Float64Array.from({ length: 32 }, (_, i) => [0.03, y, 0.07, 1][i] ?? 0)
    expect(stores({ ...red(0, 1), curves, handles: bent(2) })).toBe(3)
    expect(stores({ ...red(0, 1), curves, handles: bent(0.9) })).toBe(4)
    // A curve that begins by turning back leaps: where it is reached from before, it is never at its first key.
    const back = Float64Array.from({ length: 48 }, (_, i) => (i < 16 ? 0 : ([0, 0, 0.15, 0.3][i - 16] ?? 0)))
    const leap = { curves: Uint8Array.of(CURVE.linear, CURVE.bezier, CURVE.linear), handles: back }
    expect(stores({ ...red(0, 1.2, 0.3), ...leap })).toBe(3)
    expect(stores({ ...red(0, 1, 0.3), ...leap })).toBe(4)
    // Keyed twice: the later one is to be written last.
    expect(stores(red(0, 1), red(1, 0))).toBe(0)
  })

  test('of constraints without rows, and of slots without a dark colour, are passed over', () => {
    const physics: TimelineModel = {
      type: 'physics',
      constraint: -1,
      property: 'wind',
      channels: 1,
      ...linear([0], [1]),
    }
    const reset: TimelineModel = { type: 'physicsReset', constraint: -1, times }
    expect(compile([physics, reset]).channels).toBe(0)
    const oneColor = miniContext(MODERN, { rows: { ...rows, dark: Int32Array.of(-1, -1) } })
    expect(compile([color('rgba2', 7)], oneColor).channels).toBe(4)
  })

  test('an animation without any has one empty bucket', () => {
    const { words, channels, duration } = compile([])
    expect([channels, duration, words[ANIMATION.BUCKETS], words.length % 16]).toEqual([0, 0, 1, 0])
  })
})

describe('buckets', () => {
  const shapeOf = (keys: CurveKeys) => {
    const image = compile([bone('shearX', keys)])
    const { words } = image
    const segments = words[ANIMATION.BUCKET_TABLE] - words[ANIMATION.SEGMENT_TABLE]
    const table = words[ANIMATION.DEFORM_TABLE] - words[ANIMATION.BUCKET_TABLE]
    return { rate: floats(image)[ANIMATION.RATE], buckets: words[ANIMATION.BUCKETS], segments, table }
  }
  const zigzag = (count: number, step: number) =>
    linear(
      Array.from({ length: count }, (_, key) => key * step),
      Array.from({ length: count }, (_, key) => (key % 2) * (key + 1)),
    )

  test('are as long as the shortest segment', () => {
    expect(shapeOf(zigzag(9, 0.25))).toMatchObject({ rate: 4, buckets: 9 })
  })

  test('are 120 a second at most', () => {
    expect(shapeOf(zigzag(400, 1 / 240)).rate).toBe(120)
  })

  test('take no more room than the segments, however long the animation is', () => {
    const { segments, table, buckets, rate } = shapeOf(linear([0, 0.01, 1e6, 1e6 + 1], [0, 9, 1, 7]))
    expect(table).toBeLessThanOrEqual(segments)
    expect(buckets).toBeGreaterThan(20)
    expect(rate).toBeLessThan(1e-3)
  })

  test('of a constant are one', () => {
    expect(shapeOf(linear([0, 1e9], [5, 5]))).toMatchObject({ buckets: 1 })
  })
})

describe('deform timelines', () => {
  test('of an attachment that no skin holds are passed over', () => {
    expect(compile([deform('shield')]).deforms).toEqual([])
    expect(compile([deform('sword')]).deforms).toMatchObject([
      { slot: 0, attachment: 0, keys: 2, size: 8, stride: 16 },
    ])
  })

  test('have keys padded to four floats, and float32 times', () => {
    const late = { ...deform('sword', 6), times: Float64Array.of(0.1, 1) }
    expect(compile([late]).deforms[0]).toMatchObject({ size: 6, stride: 16, first: Math.fround(0.1) })
  })

  test('have differences behind each key, none behind the last', () => {
    const deltas = [Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6)]
    const image = compile([{ ...deform('sword', 6), offsets: Uint32Array.of(0, 1), deltas }])
    const { address } = image.deforms[0]
    const rows = [0, 8, 16, 24].map((at) => [...floats(image).subarray(address + at, address + at + 8)])
    const [first, last] = [
      [1, 2, 3, 0, 0, 0, 0, 0],
      [0, 4, 5, 6, 0, 0, 0, 0],
    ]
    expect(rows).toEqual([first, last.map((value, i) => value - first[i]), last, Array(8).fill(0)])
  })

  test('have fours of vertices on one bone behind the differences', () => {
    const vertices = Float32Array.from({ length: 10 }, (_, i) => 10 * i)
    const order = orderVertices({ count: 5, bones: null, vertices })
    const at = miniContext(MODERN, { orderOf: () => order })
    const deltas = [Float32Array.of(1, 2), Float32Array.of(4, 6)]
    const image = compile([{ ...deform('sword', 10), offsets: Uint32Array.of(2, 2), deltas }], at)
    const { address, stride } = image.deforms[0]
    expect(stride).toBe(2 * 12 + 2 * FOUR_WORDS)
    const record = [...floats(image).subarray(address + 24, address + 24 + FOUR_WORDS)]
    expect(record).toEqual([0, 21, 40, 60, 10, 32, 50, 70, 0, 3, 0, 0, 0, 4, 0, 0])
  })

  test('that have no points are passed over', () => {
    expect(compile([deform('sword', 0)]).deforms).toEqual([])
  })
})

describe('discrete timelines', () => {
  test('have float32 times and numbers in place of names', () => {
    const image = compile([
      {
        type: 'attachment',
        slot: 1,
        times: Float64Array.of(0, 0.1, 0.2, 0.3),
        names: ['shield', null, '__proto__', 'lost'],
      },
      {
        type: 'sequence',
        skin: 0,
        slot: 1,
        key: 'sword',
        times,
        modes: Uint8Array.of(0, 2),
        indices: Int32Array.of(1, 2),
        delays: Float64Array.of(0.1, 0.2),
      },
      { type: 'inherit', bone: 1, times, modes: ['noScale', 'normal'] },
      { type: 'drawOrder', times, orders: [null, Uint16Array.of(1, 0)] },
      { type: 'event', times, keys: [event(4), event(5)] },
    ])
    expect(image.attachments).toMatchObject([{ slot: 1, timeline: 0, keys: Int32Array.of(1, -1, 2, -2) }])
    expect(image.attachments[0].times[1]).toBe(Math.fround(0.1))
    expect(image.sequences).toMatchObject([
      { slot: 1, attachment: 1, timeline: 1, modes: Uint8Array.of(0, 2) },
    ])
    expect(image.inherits).toMatchObject([{ bone: 1, row: rows.inherit[1], modes: Uint8Array.of(3, 0) }])
    expect(image.drawOrder?.orders).toEqual([null, Uint16Array.of(1, 0)])
    expect(image.events).toMatchObject({ timeline: 4, event: Uint16Array.of(4, 5), string: ['s4', 's5'] })
    expect(image.events?.times[1]).toBe(Math.fround(0.1))
  })

  test.each<TimelineModel>([
    { type: 'drawOrder', times, orders: [null, null] },
    { type: 'event', times, keys: [event(0), event(1)] },
  ])('a second $type timeline is refused', (timeline) => {
    expect(() => compile([timeline, timeline])).toThrow(
      expect.objectContaining({ code: 'unsupported-feature' }),
    )
  })

  function event(number: number) {
    return { event: number, int: number, float: 0.1, string: `s${number}`, volume: 1, balance: 0 }
  }
})

describe('property ids', () => {
  const idsOf = (timeline: TimelineModel, at = context): number[] => {
    const { propertyStart, properties } = compile([bone('shearX', linear([0], [1]), 2), timeline], at)
    return [...properties.subarray(propertyStart[1], propertyStart[2])]
  }
  const share = (one: TimelineModel, other: TimelineModel, at = context) =>
    idsOf(one, at).some((id) => idsOf(other, at).includes(id))
  const inertia: TimelineModel = {
    type: 'physics',
    constraint: -1,
    property: 'inertia',
    channels: 1,
    ...linear([0], [1]),
  }
  const ik: TimelineModel = {
    type: 'ik',
    constraint: 0,
    channels: 2,
    bend: Int8Array.of(1),
    compress: Uint8Array.of(0),
    stretch: Uint8Array.of(0),
    ...linear([0], [1, 0]),
  }

  test('are shared by timelines that key the same property', () => {
    const pair = bone('translate', linear([0], [1, 1]))
    expect(share(pair, bone('translateX', linear([0], [1])))).toBe(true)
    expect(share(pair, bone('translateY', linear([0], [1])))).toBe(true)
    expect(share(color('rgba', 4), color('alpha', 1))).toBe(true)
    expect(share(color('rgba2', 7), color('rgb', 3))).toBe(true)
    expect(share(color('rgb2', 6), color('rgba2', 7))).toBe(true)
  })

  test('differ otherwise', () => {
    const all: TimelineModel[] = [
      bone('rotate', linear([0], [1])),
      bone('rotate', linear([0], [1]), 2),
      bone('translateX', linear([0], [1])),
      bone('translateY', linear([0], [1])),
      bone('scale', linear([0], [1, 1])),
      bone('shear', linear([0], [1, 1])),
      { type: 'inherit', bone: 1, times, modes: ['normal', 'normal'] },
      color('rgb', 3),
      color('alpha', 1),
      { ...color('rgb', 3), slot: 1 },
      { type: 'attachment', slot: 0, times, names: [null, null] },
      ik,
      { ...inertia, constraint: 0, property: 'strength' },
      inertia,
      { type: 'path', constraint: 2, property: 'spacing', channels: 1, ...linear([0], [1]) },
      { type: 'physicsReset', constraint: -1, times },
      { type: 'drawOrder', times, orders: [null, null] },
      { type: 'event', times, keys: [] },
      deform('sword'),
      { ...deform('sword'), slot: 1 },
      {
        ...deform('sword'),
        type: 'sequence',
        modes: Uint8Array.of(0, 0),
        indices: Int32Array.of(0, 0),
        delays: times,
      },
    ]
    const ids = all.flatMap((timeline) => idsOf(timeline))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of two-colour timelines are their own in 3.8', () => {
    expect(share(color('rgba2', 7), color('rgba', 4), miniContext(LEGACY))).toBe(false)
    expect(share(color('rgba2', 7), color('rgba2', 7), miniContext(LEGACY))).toBe(true)
  })

  test('stand in timeline order, beside the kind of each timeline', () => {
    const { propertyStart, timelineKinds } = compile([
      color('rgba2', 7),
      bone('rotate', linear([0], [1])),
      { type: 'attachment', slot: 0, times, names: [null, null] },
      deform('shield'),
    ])
    expect([...propertyStart]).toEqual([0, 3, 4, 5, 6])
    const { curve, rotate, attachment, deform: shape } = TIMELINE_KIND
    expect([...timelineKinds]).toEqual([curve, rotate, attachment, shape])
  })
})
