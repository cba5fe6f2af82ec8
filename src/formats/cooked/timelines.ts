/** Codecs of timelines. Values have the number of the keys, and indices those of the tables. */
import {
  type AttachmentTimeline,
  type BoneProperty,
  type BoneTimeline,
  type ColorProperty,
  type ColorTimeline,
  CURVE,
  type CurveKeys,
  type DeformTimeline,
  type DrawOrderFolderTimeline,
  type DrawOrderTimeline,
  type EventKey,
  type EventTimeline,
  type IkTimeline,
  type InheritTimeline,
  type MapTimeline,
  type PathTimeline,
  type PhysicsResetTimeline,
  type PhysicsTimeline,
  SEQUENCE_MODES,
  type SequenceTimeline,
  type SliderTimeline,
  type TimelineModel,
  type TransformTimeline,
} from '../../base/model/animation'
import { INHERIT } from '../../base/model/skeleton'
import type { InheritName } from '../../base/model/values'
import { PHYSICS_PROPERTIES } from '../spine/shared/names'
import { brought, refused } from './brought'
import {
  always,
  type Codec,
  checked,
  count,
  damaged,
  demand,
  finite,
  index,
  integer,
  ints,
  list,
  maybe,
  numbers,
  oneOf,
  pay,
  range,
  readList,
  readScratch,
  record,
  type Sink,
  type Source,
  text,
  union,
} from './codec'
import { ROLE } from './numbers'

const times: Codec<Float64Array> = {
  write: (out, value) => TIMES.write(out, value),
  read(from) {
    const value = readList(from, ROLE.time, Float64Array)
    let last = 0
    for (let i = 0; i < value.length; i++) {
      if (!(value[i] >= last)) throw damaged(from, 'times do not ascend')
      last = value[i]
    }
    return value
  },
}
const TIMES = /* @__PURE__ */ numbers<Float64Array>(ROLE.time, Float64Array)
const VALUES = /* @__PURE__ */ numbers<Float64Array>(ROLE.value, Float64Array)
const AHEAD = /* @__PURE__ */ numbers<Float64Array>(ROLE.handle, Float64Array)
const BESIDE = /* @__PURE__ */ numbers<Float64Array>(ROLE.value, Float64Array)
const real = finite
const clock = /* @__PURE__ */ brought('clock', /* @__PURE__ */ always(undefined))
const samples = /* @__PURE__ */ brought('samples', /* @__PURE__ */ always(undefined))
const details = /* @__PURE__ */ brought('details', /* @__PURE__ */ always(undefined))

const BONE_CHANNELS: Record<BoneProperty, number> = {
  ...{ rotate: 1, translate: 2, translateX: 1, translateY: 1, scale: 2, scaleX: 1, scaleY: 1 },
  ...{ shear: 2, shearX: 1, shearY: 1 },
}
const COLOR_CHANNELS: Record<ColorProperty, number> = {
  rgba: 4,
  rgb: 3,
  alpha: 1,
  rgba2: 7,
  rgb2: 6,
  offset: 8,
}
const PATH_CHANNELS = { position: 1, spacing: 1, mix: 3 } as const

function writeKeys(out: Sink, keys: CurveKeys, channels: number): void {
  const { times: at, values, curves, handles } = keys
  clock.write(out, keys.clock)
  samples.write(out, keys.samples)
  TIMES.write(out, at)
  VALUES.write(out, values)
  const used = curves.subarray(0, -1)
  const isSame = used.every((curve) => curve === used[0])
  if (used.length === 0) return
  out.bytes.push(isSame ? used[0] : SEVERAL)
  if (!isSame) {
    for (let i = 0; i < used.length; i += PER_BYTE) {
      let bits = 0
      used.subarray(i, i + PER_BYTE).forEach((curve, place) => {
        bits |= curve << (2 * place)
      })
      out.bytes.push(bits)
    }
  }
  if (!handles || !used.includes(CURVE.bezier)) return
  const ahead: number[] = []
  const beside: number[] = []
  used.forEach((curve, key) => {
    if (curve !== CURVE.bezier) return
    for (let i = key * channels * 4; i < (key + 1) * channels * 4; i += 2) {
      ahead.push(handles[i])
      beside.push(handles[i + 1])
    }
  })
  AHEAD.write(out, Float64Array.from(ahead))
  BESIDE.write(out, Float64Array.from(beside))
}
/** Columns of a handle's two numbers. */
const HANDLES = [
  [0, ROLE.handle],
  [1, ROLE.value],
] as const
const SEVERAL = 4
const PER_BYTE = 4

/** Reads keys into what was read before them. @param perKey numbers of a key; deform keys have none. */
function readKeys<T extends { readonly channels: number }>(
  from: Source,
  facts: T,
  perKey: number,
): T & CurveKeys {
  const { channels } = facts
  // Fields one by one, since spreading objects takes longer than reading them.
  const timeline = facts as T & CurveKeys
  const own = clock.read(from)
  if (own !== undefined) timeline.clock = own
  const sampled = samples.read(from)
  const at = times.read(from)
  const keys = at.length
  const values = readList(from, ROLE.value, Float64Array)
  demand(from, values.length === keys * perKey, 'keys have the wrong number of values')
  const curves = new Uint8Array(keys)
  let beziers = 0
  const most = sampled ? CURVE.sampled : CURVE.bezier
  if (keys > 1) {
    const same = count.read(from)
    demand(from, same <= most || same === SEVERAL, 'a curve is of no known kind')
    let bits = 0
    for (let key = 0; key < keys - 1; key++) {
      if (same === SEVERAL && key % PER_BYTE === 0) {
        bits = from.bytes[from.at++] ?? 0
      }
      curves[key] = same === SEVERAL ? (bits >> (2 * (key % PER_BYTE))) & 3 : same
      demand(from, curves[key] <= most, 'a curve is of no known kind')
      if (curves[key] === CURVE.bezier) beziers++
    }
  }
  timeline.times = at
  timeline.values = values
  timeline.curves = curves
  timeline.handles = null
  if (sampled) {
    demand(from, sampled.length === keys, 'keys have the wrong number of curves')
    timeline.samples = sampled
  }
  if (beziers === 0) return timeline
  pay(from, keys * channels * 4, Float64Array.BYTES_PER_ELEMENT)
  const handles = new Float64Array(keys * channels * 4)
  for (const [part, role] of HANDLES) {
    const numbers = readScratch(from, role, beziers * channels * 2)
    let next = 0
    for (let key = 0; key < keys - 1; key++) {
      if (curves[key] !== CURVE.bezier) continue
      for (let i = key * channels * 4; i < (key + 1) * channels * 4; i += 2)
        handles[i + part] = numbers[next++]
    }
  }
  timeline.handles = handles
  return timeline
}

export type Rest<T> = Omit<T, keyof CurveKeys>

/** A timeline with curves. @param channelsOf channels by what precedes the keys. @param hasValues false: deforms. */
export function curved<T extends CurveKeys & { readonly channels: number }>(
  rest: Codec<Rest<T>>,
  hasValues = true,
): Codec<T> {
  return {
    write(out, value) {
      rest.write(out, value)
      writeKeys(out, value, value.channels)
    },
    read(from) {
      const facts = rest.read(from) as Rest<T> & { readonly channels: number }
      return readKeys(from, facts, hasValues ? facts.channels : 0) as T
    },
  }
}

/** Two fields, of which the second follows from the first. */
function withChannels<T extends { property: string; channels: number }>(
  rest: Codec<Omit<T, 'channels'>>,
  channels: Readonly<Record<string, number>>,
): Codec<T> {
  return {
    write: rest.write,
    read(from) {
      const value = rest.read(from) as T
      value.channels = channels[value.property]
      return value
    },
  }
}

const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>) =>
  oneOf(...(Object.keys(table) as K[]))

/** Flags of keys: as many as times, which stand after them. */
export function perKey<T extends CurveKeys>(codec: Codec<T>, names: readonly (keyof T)[]): Codec<T> {
  return checked(codec, (value, from) => {
    for (const name of names) {
      const flags = value[name] as unknown as ArrayLike<number>
      demand(from, flags.length === value.times.length, 'keys have the wrong number of flags')
    }
  })
}

/** Keys of a discrete timeline: as many as its times. */
function sameLength<T extends { times: Float64Array }>(codec: Codec<T>, ...names: (keyof T)[]): Codec<T> {
  return checked(codec, (value, from) => {
    for (const name of names) {
      const { length } = value[name] as unknown as ArrayLike<unknown>
      demand(from, length === value.times.length, 'a timeline has the wrong number of keys')
    }
  })
}

/** A draw order: each slot once. */
function permutation(of: (from: Source) => number): Codec<Uint16Array> {
  return checked(ints(count, Uint16Array), (value, from) => {
    const seen = new Uint8Array(value.length)
    demand(from, value.length === of(from), 'a draw order has the wrong number of slots')
    for (const slot of value) {
      demand(from, slot < seen.length && seen[slot] === 0, 'a draw order names a slot twice')
      seen[slot] = 1
    }
  })
}

const place = /* @__PURE__ */ (() => ({ skin: index('skins'), slot: index('slots'), key: text }))()
const flags8 = /* @__PURE__ */ ints(/* @__PURE__ */ range(0, 1), Uint8Array)
export const bends = /* @__PURE__ */ ints(/* @__PURE__ */ oneOf(1, -1), Int8Array)
const eventOf = /* @__PURE__ */ (() =>
  record<EventKey>({
    event: index('events'),
    int: brought('int', integer),
    float: real,
    string: text,
    volume: real,
    balance: real,
    details,
  }))()
const constraint = /* @__PURE__ */ index('constraints')
const anyConstraint = /* @__PURE__ */ index('constraints', -1)

/** Any timeline. */
export const timeline: Codec<TimelineModel> = /* @__PURE__ */ (() =>
  union<TimelineModel>({
    bone: curved<BoneTimeline>(
      withChannels<Rest<BoneTimeline>>(
        record({ type: always('bone' as const), bone: index('bones'), property: namesOf(BONE_CHANNELS) }),
        BONE_CHANNELS,
      ),
    ),
    color: curved<ColorTimeline>(
      withChannels<Rest<ColorTimeline>>(
        record({ type: always('color' as const), slot: index('slots'), property: namesOf(COLOR_CHANNELS) }),
        COLOR_CHANNELS,
      ),
    ),
    ik: perKey(
      curved<IkTimeline>(
        record<Rest<IkTimeline>>({
          type: always('ik' as const),
          constraint,
          channels: always(2 as const),
          bend: bends,
          compress: flags8,
          stretch: flags8,
        }),
      ),
      ['bend', 'compress', 'stretch'],
    ),
    transform: curved<TransformTimeline>(
      record<Rest<TransformTimeline>>({
        type: always('transform' as const),
        constraint,
        channels: always(6 as const),
      }),
    ),
    map: curved<MapTimeline>(
      record<Rest<MapTimeline>>({ type: always('map' as const), constraint, channels: always(6 as const) }),
    ),
    path: curved<PathTimeline>(
      withChannels<Rest<PathTimeline>>(
        record({ type: always('path' as const), constraint, property: namesOf(PATH_CHANNELS) }),
        PATH_CHANNELS,
      ),
    ),
    physics: curved<PhysicsTimeline>(
      record<Rest<PhysicsTimeline>>({
        type: always('physics' as const),
        constraint: anyConstraint,
        property: oneOf<PhysicsTimeline['property']>(...PHYSICS_PROPERTIES),
        channels: always(1 as const),
      }),
    ),
    slider: curved<SliderTimeline>(
      record<Rest<SliderTimeline>>({
        type: always('slider' as const),
        constraint,
        property: oneOf<SliderTimeline['property']>('time', 'mix'),
        channels: always(1 as const),
      }),
    ),
    physicsReset: record<PhysicsResetTimeline>({
      type: always('physicsReset' as const),
      constraint: anyConstraint,
      times,
    }),
    inherit: sameLength(
      record<InheritTimeline>({
        type: always('inherit' as const),
        bone: index('bones'),
        times,
        modes: list(oneOf(...(Object.keys(INHERIT) as InheritName[]))),
      }),
      'modes',
    ),
    attachment: sameLength(
      record<AttachmentTimeline>({
        type: always('attachment' as const),
        slot: index('slots'),
        times,
        names: list(maybe(text, null)),
        clock,
      }),
      'names',
    ),
    deform: checked(
      curved<DeformTimeline>(
        record<Rest<DeformTimeline>>({
          type: always('deform' as const),
          ...place,
          channels: always(1 as const),
          size: count,
          offsets: ints(count, Uint32Array),
          deltas: list(numbers<Float32Array>(ROLE.point, Float32Array)),
        }),
        false,
      ),
      ({ times, offsets, deltas, size }, from) => {
        const keys = times.length
        demand(from, offsets.length === keys && deltas.length === keys, 'deform keys are not complete')
        deltas.forEach(({ length }, key) => {
          demand(from, length === 0 || offsets[key] + length <= size, 'a deform key moves too many points')
        })
      },
    ),
    sequence: sameLength(
      record<SequenceTimeline>({
        type: always('sequence' as const),
        ...place,
        times,
        modes: ints(range(0, SEQUENCE_MODES.length - 1), Uint8Array),
        indices: ints(integer, Int32Array),
        delays: {
          write: (out, value) => DELAYS.write(out, value),
          read: (from) => readList(from, ROLE.value, Float64Array),
        },
      }),
      'modes',
      'indices',
      'delays',
    ),
    drawOrder: sameLength(
      record<DrawOrderTimeline>({
        type: always('drawOrder' as const),
        times,
        orders: list(
          maybe(
            permutation(({ counts }) => counts.slots),
            null,
          ),
        ),
        clock,
      }),
      'orders',
    ),
    drawOrderFolder: sameLength(
      checked(
        record<DrawOrderFolderTimeline>({
          type: always('drawOrderFolder' as const),
          slots: ints(index('slots'), Uint16Array),
          times,
          orders: list(maybe(ints(count, Uint16Array), null)),
        }),
        ({ slots, orders }, from) => {
          for (let i = 1; i < slots.length; i++)
            demand(from, slots[i] > slots[i - 1], 'slots of a folder do not ascend')
          for (const order of orders)
            if (order)
              demand(
                from,
                order.length === slots.length &&
                  new Set(order).size === order.length &&
                  order.every((at) => at < slots.length),
                'a draw order names a slot twice',
              )
        },
      ),
      'orders',
    ),
    event: sameLength(
      record<EventTimeline>({ type: always('event' as const), times, keys: list(eventOf) }),
      'keys',
    ),
    aim: brought('aimKeys', refused()),
    surface: brought('surfaceKeys', refused()),
  }))()
const DELAYS = /* @__PURE__ */ numbers<Float64Array>(ROLE.value, Float64Array)
