/** Bad input first: every malformed file is refused in words, before memory is allocated for its claims. */
import { describe, expect, test } from 'vitest'
import { OsteonError } from '../../../src/base/errors'
import { readMrtk, writeMrtk } from '../../../src/formats/mrtk'
import { CAMERA_CURVES, PINCH_CURVES } from '../../../src/formats/mrtk/model/recording'
import type { MrtkOptions } from '../../../src/formats/mrtk/read'
import { costOf } from '../../fixtures/cost'
import { makeRecording } from '../../fixtures/recordings'

/** A camera with two keys, a hand's pinch, and two markers. */
function valid(): Uint8Array<ArrayBuffer> {
  return writeMrtk(
    makeRecording(
      {
        [CAMERA_CURVES]: [
          [0, 1],
          [1, 2],
        ],
        [PINCH_CURVES]: [[0, 1]],
      },
      {
        markers: [
          { time: 0, name: 'a' },
          { time: 1, name: 'bc' },
        ],
      },
    ),
  )
}

/** Bytes at which the first curve, its count and its keys begin, the first marker, and the end. */
const CURVE = 19
const COUNT = CURVE + 8
const KEYS = CURVE + 12
const END = valid().length
const MARKERS = END - 4 - (4 + 1 + 1) - (4 + 1 + 2)

function changed(change: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const bytes = valid()
  change(new DataView(bytes.buffer), bytes)
  return bytes
}

function refusal(bytes: Uint8Array, options: MrtkOptions = {}): OsteonError {
  try {
    readMrtk(bytes, { source: 'bad.bin', ...options })
  } catch (error) {
    if (error instanceof OsteonError) return error
    throw error
  }
  throw new Error('it was read')
}

test.each<[string, (view: DataView, bytes: Uint8Array) => void, string, string, RegExp]>([
  [
    'a magic number that is another',
    (view) => view.setUint8(3, 0),
    'bad-magic',
    'magic',
    /not an input animation/,
  ],
  [
    'a newer minor version',
    (view) => view.setInt32(12, 2, true),
    'unsupported-version',
    'version',
    /1\.2; 1\.0 and 1\.1/,
  ],
  ['a newer major version', (view) => view.setInt32(8, 2, true), 'unsupported-version', 'version', /2\.1/],
  ['an older version', (view) => view.setInt32(8, 0, true), 'unsupported-version', 'version', /0\.1/],
  ['a negative version', (view) => view.setInt32(12, -1, true), 'unsupported-version', 'version', /1\.-1/],
  [
    'a wrap mode below 0',
    (view) => view.setInt32(CURVE, -1, true),
    'bad-wrap',
    'camera.px.preWrap',
    /0 to 15, got -1/,
  ],
  [
    'a wrap mode above 15',
    (view) => view.setInt32(CURVE + 4, 16, true),
    'bad-wrap',
    'camera.px.postWrap',
    /got 16/,
  ],
  [
    'a negative number of keys',
    (view) => view.setInt32(COUNT, -1, true),
    'bad-count',
    'camera.px.keys',
    /got -1/,
  ],
  [
    'a huge number of keys',
    (view) => view.setInt32(COUNT, 0x7fffffff, true),
    'truncated',
    'camera.px.keys',
    /17179869176 bytes/,
  ],
  [
    'a time that is no number',
    (view) => view.setFloat32(KEYS, Number.NaN, true),
    'bad-time',
    'camera.px.keys[0].time',
    /NaN/,
  ],
  [
    'an infinite time',
    (view) => view.setFloat32(KEYS + 8, Number.POSITIVE_INFINITY, true),
    'bad-time',
    'camera.px.keys[1].time',
    /Infinity/,
  ],
  [
    'a negative number of markers',
    (view) => view.setInt32(MARKERS, -7, true),
    'bad-count',
    'markers',
    /got -7/,
  ],
  [
    'a huge number of markers',
    (view) => view.setInt32(MARKERS, 0x7ffffff0, true),
    'truncated',
    'markers',
    /10737418160/,
  ],
  [
    'a marker at no time',
    (view) => view.setFloat32(MARKERS + 4, Number.NaN, true),
    'bad-time',
    'markers[0].time',
    /NaN/,
  ],
  [
    'a name longer than the file',
    (view) => view.setUint8(MARKERS + 8, 99),
    'truncated',
    'markers[0].name',
    /99 bytes/,
  ],
  [
    'a name longer than any file',
    (_, bytes) => bytes.set([0xff, 0xff, 0xff, 0xff, 0x7f], MARKERS + 8),
    'truncated',
    'markers[0].name',
    /34359738367 bytes/,
  ],
  [
    'the length of a name that does not end',
    (_, bytes) => bytes.fill(0xff, MARKERS + 8),
    'bad-string',
    'markers[0].name',
    /more than 5 bytes/,
  ],
])('%s', (_, change, code, path, words) => {
  const error = refusal(changed(change))
  expect(error).toMatchObject({ code, path, source: 'bad.bin' })
  expect(error.message).toMatch(words)
})

test.each([0, 1, 7, 8, 11, 12, 16, 18])('a file that ends after %i bytes', (length) => {
  expect(refusal(valid().subarray(0, length)).code).toBe('truncated')
})

describe('truncated at every byte', () => {
  /** Error codes of all shorter files, except files that are whole without a list of markers. */
  function codesOf(bytes: Uint8Array, whole: number, options: MrtkOptions): Set<string> {
    const codes = new Set<string>()
    for (let length = 0; length < bytes.length; length++)
      if (length !== whole) codes.add(refusal(bytes.subarray(0, length), options).code)
    return codes
  }

  test.each(['auto', 'simple'] as const)('only OsteonErrors come out (%s)', (layout) => {
    expect([...codesOf(valid(), MARKERS, { layout })]).toEqual(['truncated'])
    expect(readMrtk(valid().subarray(0, MARKERS), { source: 'x' }).markerList).toBe(false)
  })

  test('the same of full keys', () => {
    const bytes = writeMrtk(makeRecording({ [CAMERA_CURVES]: [[0, 1, { out: 1, mode: 1 }]] }))
    expect([...codesOf(bytes, bytes.length - 4, { layout: 'full' })]).toEqual(['truncated'])
  })

  test('the same of version 1.0', () => {
    const bytes = writeMrtk(makeRecording({ [CAMERA_CURVES]: [[0, 1]] }), { version: '1.0' })
    expect([...codesOf(bytes, bytes.length - 4, {})]).toEqual(['truncated'])
  })
})

test('counts are checked before anything is allocated', () => {
  const huge = [KEYS - 4, MARKERS].map((at) => changed((view) => view.setInt32(at, 0x7fffffff, true)))
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 200; i++) for (const bytes of huge) refusal(bytes)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 2 ** 20)
})

test('more markers or keys than anybody makes are refused', () => {
  const count = 2 ** 20 + 1
  const markers = new Uint8Array(MARKERS + 4 + 5 * count)
  markers.set(valid().subarray(0, MARKERS))
  new DataView(markers.buffer).setInt32(MARKERS, count, true)
  expect(refusal(markers)).toMatchObject({ code: 'too-large', path: 'markers' })
  const keys = new Uint8Array(KEYS + 8 * count)
  keys.set(valid().subarray(0, KEYS))
  new DataView(keys.buffer).setInt32(COUNT, count, true)
  expect(refusal(keys, { layout: 'simple' })).toMatchObject({ code: 'too-large', path: 'camera.px.keys' })
})

test('a file that is too long, something that is no bytes, an option that is none', () => {
  expect(refusal(new Uint8Array(2 ** 26 + 1)).code).toBe('too-large')
  expect(refusal('text' as unknown as Uint8Array).code).toBe('wrong-type')
  expect(refusal(valid(), { layout: 'both' as 'auto' })).toMatchObject({ code: 'bad-option', path: 'layout' })
})

test('a million keys in no order are sorted, and cost little more than as many in order', () => {
  const count = 2 ** 20
  const recording = (timeOf: (key: number) => number) => {
    const bytes = new Uint8Array(KEYS + 8 * count + 6 * 12 + 4)
    bytes.set(writeMrtk(makeRecording({}, { camera: true })).subarray(0, KEYS))
    const view = new DataView(bytes.buffer)
    view.setInt32(COUNT, count, true)
    for (let key = 0; key < count; key++) view.setFloat32(KEYS + 8 * key, timeOf(key), true)
    return bytes
  }
  const mixed = recording((key) => (key * 7919) % 1_000_003)
  const sorted = recording((key) => key)
  const { times } = readMrtk(mixed, { source: 'x' })
  expect(times).toHaveLength(count)
  expect(times.every((time, key) => key === 0 || time >= times[key - 1])).toBe(true)
  const read = (bytes: Uint8Array) => () => void readMrtk(bytes, { source: 'x' })
  expect(costOf(read(mixed), read(sorted), 3)).toBeLessThan(100)
})
