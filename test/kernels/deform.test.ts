/** Deform timelines in the kernels. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFORM_STATE,
  KEYED_FIELDS,
  KEYED_FROM,
  KEYED_PROGRESS,
  LANES,
  SLOT,
  SLOT_FIELDS,
} from '../../src/base/memory/lanes'
import { CURVE, type CurveKeys, type DeformTimeline } from '../../src/base/model/animation'
import { compileAnimation } from '../../src/rig/animation/compile'
import { keyStride } from '../../src/rig/animation/image'
import { SKIN_TABLE_DEFORM, SKIN_TABLE_FIRST } from '../../src/rig/attachments/skin-layout'
import { DEFORM_BEGINS, MIX_BLEND, MIX_DIRECTION } from '../../src/world/playback'
import { animation, type Bench, bench, linear, miniContext, orderOf } from '../rig/animation/animation-kit'
import { between, curveKeys, referenceFrame, referenceValue } from '../rig/animation/curve-reference'
import { mixLane } from './mix-lane'

const SIZE = 6
/** First row for offsets; the rows before are the slot's record. */
const OFFSETS_FROM = KEYED_FIELDS
const LANE = 1
const { setup, first, replace, add } = MIX_BLEND

function deform(keys: CurveKeys, deltas: number[][], offsets: number[] = []): DeformTimeline {
  return {
    type: 'deform',
    skin: 0,
    slot: 0,
    key: 'sword',
    channels: 1,
    ...keys,
    values: new Float64Array(0),
    offsets: Uint32Array.from(deltas, (_, key) => offsets[key] ?? 0),
    deltas: deltas.map((numbers) => Float32Array.from(numbers)),
    size: SIZE,
  }
}

function memoryOf(timeline: DeformTimeline, order = [0, 1, 2]): Bench {
  const context = miniContext(undefined, { orderOf: () => orderOf(order) })
  // A curve before it: the deform track's column follows the columns of channels.
  const shift = {
    type: 'bone',
    bone: 0,
    property: 'translate',
    channels: 2,
    ...linear([0, 3], [1, 2, 3, 4]),
  } as const
  return bench(compileAnimation(animation([shift, timeline]), context), OFFSETS_FROM + SIZE + 1)
}

const { empty: EMPTY, offsets: OFFSETS, keyed: KEYED, faded: FADED } = DEFORM_STATE

/** Words in the spare part of a bench: the application, the slot's rows, a skin table of one attachment. */
const SLOTS_AT = 4
const TABLE_AT = SLOTS_AT + SLOT_FIELDS * LANES

/**
 * Applies the animation's deform timeline to a slot.
 *
 * @param held the content of its rows; EMPTY = the application is the first that deforms it.
 * @param lazy the slot shows the attachment of these keys, so that rows need not be written.
 * @returns the content of its rows afterwards.
 */
function apply(
  memory: Bench,
  lane: number,
  [time, alpha, blend, held, lazy]: [number, number, number, number, boolean],
  size = SIZE,
): number {
  const { i32, base, spare } = memory
  i32[spare] = held === EMPTY ? DEFORM_BEGINS : 0
  const [slots, table] = [spare + SLOTS_AT, spare + TABLE_AT]
  const state = slots + SLOT.DEFORMED * LANES + lane
  i32[state] = held === EMPTY ? OFFSETS : held
  i32[slots + SLOT.ATTACHMENT * LANES + lane] = lazy ? 0 : -1
  i32[table + SKIN_TABLE_FIRST + SKIN_TABLE_DEFORM] = size
  const it = { time, alpha, blend, direction: MIX_DIRECTION.mixIn }
  // Curves of bones go elsewhere.
  const aside = { ...memory, base: spare + TABLE_AT + 64 }
  mixLane(aside, lane, it, { deforms: [spare, spare + 1], slots, deform: base, table })
  return i32[state]
}

function unpack({ f32, i32, base }: Bench, lane: number, holds: number, size = SIZE): void {
  if (holds !== KEYED && holds !== FADED) return
  const rows = base + OFFSETS_FROM * LANES + lane
  const from = i32[base + KEYED_FROM * LANES + lane]
  const progress = f32[base + KEYED_PROGRESS * LANES + lane]
  const gain = holds === FADED ? f32[rows] : 1
  for (let i = 0; i < size; i++)
    f32[rows + i * LANES] = (f32[from + i] + f32[from + keyStride(size) + i] * progress) * gain
}

function offsetsOf({ f32, base }: Bench, lane: number): number[] {
  return Array.from({ length: SIZE }, (_, row) => f32[base + (OFFSETS_FROM + row) * LANES + lane])
}

/** Applies a timeline to rows that hold `held`; keys in the rows are unpacked afterwards. */
function run(
  memory: Bench,
  rows: number[],
  time: number,
  alpha: number,
  blend: number,
  held: number,
  lazy = false,
) {
  const { f32, base } = memory
  const first = base + OFFSETS_FROM * LANES
  f32.fill(77, base, first + (SIZE + 1) * LANES)
  rows.forEach((value, row) => {
    f32[first + row * LANES + LANE] = value
  })
  const holds = apply(memory, LANE, [time, alpha, blend, held, lazy])
  const section = f32.slice(base, first + (SIZE + 1) * LANES)
  const record = holds === KEYED || holds === FADED
  const outside = section.filter((_, at) => {
    const row = Math.floor(at / LANES)
    return at % LANES !== LANE || row === OFFSETS_FROM + SIZE || (row < OFFSETS_FROM && !record)
  })
  expect(new Set(outside)).toEqual(new Set([77]))
  unpack(memory, LANE, holds)
  return { holds, rows: offsetsOf(memory, LANE) }
}

describe('a deform timeline', () => {
  const one = deform(linear([1, 2], []), [[1, 2, 3, 4, 5, 6], [10]], [0, 2])
  const current = [100, 100, 100, 100, 100, 100]

  test('blends from a key to the next, whose trimmed offsets are unpacked', () => {
    const { holds, rows } = run(memoryOf(one), current, 1.5, 1, setup, OFFSETS)
    expect(holds).toBe(OFFSETS)
    expect(rows).toEqual([0.5, 1, 6.5, 2, 2.5, 3])
  })

  test('holds the last key', () => {
    for (const time of [2, 1e9])
      for (const lazy of [false, true])
        expect(run(memoryOf(one), current, time, 1, first, OFFSETS, lazy).rows).toEqual([0, 0, 10, 0, 0, 0])
  })

  test('stores keys in the sorted order of the attachment', () => {
    const { rows } = run(memoryOf(one, [2, 0, 1]), current, 1, 1, setup, OFFSETS)
    expect(rows).toEqual([5, 6, 1, 2, 3, 4])
  })

  test.each([
    ['first lerps to the setup shape', first, 0.25, 75],
    ['replace leaves it', replace, 0.25, 100],
    ['add leaves it', add, 1, 100],
  ])('before the first key %s', (_, blend, alpha, value) => {
    const result = run(memoryOf(one), current, 0.5, alpha, blend, OFFSETS)
    expect(result.holds).toBe(OFFSETS)
    expect(result.rows).toEqual(current.map(() => value))
  })

  test.each([
    ['setup', setup, OFFSETS, 0.25],
    ['first', first, OFFSETS, 75.25],
    ['replace', replace, OFFSETS, 75.25],
    ['add', add, OFFSETS, 100.25],
    ['add onto an empty buffer', add, EMPTY, 0.25],
    ['replace of an empty buffer', replace, EMPTY, 0.25],
  ])('%s at a quarter weight mixes as its formula says', (_, blend, held, expected) => {
    const rows = held === EMPTY ? current.map(() => Number.NaN) : current
    for (const lazy of [false, true]) {
      const result = run(memoryOf(one), rows, 1, 0.25, blend, held, lazy)
      expect(result.rows[0]).toBeCloseTo(expected, 4)
      expect(result.holds).toBe(lazy && (held === EMPTY || blend === setup) ? FADED : OFFSETS)
    }
  })

  test('a slot left as keys goes on as if it had been written', () => {
    const memory = memoryOf(one)
    const results = [false, true].flatMap((lazy) =>
      [
        [1.75, 0.5, replace],
        [2, 0.25, add],
        [0.5, 0.75, first],
        [0.5, 0.75, add],
      ].map(([time, alpha, blend]) => {
        const held = apply(memory, 0, [1.5, 1, setup, EMPTY, lazy])
        const holds = apply(memory, 0, [time, alpha, blend, held, lazy])
        unpack(memory, 0, holds)
        return offsetsOf(memory, 0)
      }),
    )
    expect(results.slice(4)).toEqual(results.slice(0, 4))
    expect(new Set(results.map(String)).size).toBe(4)
  })

  test('of a single vertex is left as keys, too', () => {
    const small = {
      ...one,
      size: 2,
      deltas: [Float32Array.of(1, 2), Float32Array.of(3)],
      offsets: Uint32Array.of(0, 0),
    }
    const memory = memoryOf(small)
    const { f32, base } = memory
    const rows = base + OFFSETS_FROM * LANES
    f32.fill(77, rows, rows + 4 * LANES)
    expect(apply(memory, 0, [1.5, 1, setup, EMPTY, true], small.size)).toBe(KEYED)
    unpack(memory, 0, KEYED, small.size)
    expect([0, 1, 2, 3].map((row) => f32[rows + row * LANES])).toEqual([2, 1, 77, 77])
  })

  test('is the official key pair at the official progress, for any curve', () => {
    const keys = curveKeys(1, fc.constant(0))
    const numbers = fc.array(between(-50, 50), {
      minLength: SIZE,
      maxLength: SIZE,
    })
    const shapes = fc.array(numbers, { minLength: 6, maxLength: 6 })
    const shares = fc.array(between(0, 1.2), { minLength: 3 })
    const property = fc.property(keys, shapes, shares, (random, all, at) => {
      const { times, curves } = random
      const curve = progressOf(random)
      const deltas = all.slice(0, times.length).map((shape) => shape.map(Math.fround))
      const memory = memoryOf(deform(curve, deltas))
      const begin = Math.fround(times[0])
      for (const share of at) {
        const time = begin + share * (Math.fround(times[times.length - 1]) - begin)
        const frame = referenceFrame(curve, time)
        const next = Math.min(frame + 1, times.length - 1)
        const isLast = frame === next || curves[frame] === CURVE.stepped
        // The reference's curve from 0 to 1, each interval on its own.
        const pair = { ...curve, values: Float64Array.from(times, (_, key) => (key === next ? 1 : 0)) }
        const progress = isLast ? 0 : referenceValue(pair, 1, 0, time)
        const { rows } = run(memory, [], time, 1, setup, EMPTY)
        const wrong = rows.filter((value, i) => {
          const expected = deltas[frame][i] + (deltas[next][i] - deltas[frame][i]) * progress
          return !(Math.abs(value - expected) < 1e-3)
        })
        expect(wrong).toEqual([])
      }
    })
    fc.assert(property)
  })
})

/** Random keys like the keys of a deform timeline: handles rise from 0 to 1 in every interval, or past them. */
function progressOf(keys: CurveKeys): CurveKeys {
  const { handles } = keys
  const progress =
    handles?.map((value, index) => (index % 2 === 0 ? value : Math.sin(index * 3.7) + 0.5)) ?? null
  return { ...keys, values: new Float64Array(keys.times.length), handles: progress }
}
