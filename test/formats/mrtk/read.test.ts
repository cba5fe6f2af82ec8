/** Reading: a worked example, layouts, oddities, the repair. */
import { describe, expect, test } from 'vitest'
import { mrtk, mrtkReader, readMrtk, writeMrtk } from '../../../src/formats/mrtk'
import { evaluateCurve } from '../../../src/formats/mrtk/model/curve'
import {
  CAMERA_CURVES,
  CURVES,
  curveName,
  GAZE_CURVES,
  jointCurves,
  PINCH_CURVES,
  type RecordingModel,
  TRACKED_CURVES,
} from '../../../src/formats/mrtk/model/recording'
import { makeRecording, performance } from '../../fixtures/recordings'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'

/** Version 1.1, a camera only: y from 1.5 to 1.75 in half a second, w 1, and a marker. */
const EXAMPLE = `
  c6 42 9e 0f 6e af 8f 6a 01 00 00 00 01 00 00 00  01 00 00
  08 00 00 00 08 00 00 00 00 00 00 00
  08 00 00 00 08 00 00 00 02 00 00 00  00 00 00 00 00 00 c0 3f  00 00 00 3f 00 00 e0 3f
  08 00 00 00 08 00 00 00 00 00 00 00
  08 00 00 00 08 00 00 00 00 00 00 00
  08 00 00 00 08 00 00 00 00 00 00 00
  08 00 00 00 08 00 00 00 00 00 00 00
  08 00 00 00 08 00 00 00 01 00 00 00  00 00 00 00 00 00 80 3f
  01 00 00 00  00 00 80 3e  02 c3 a9`

function example(): Uint8Array {
  return Uint8Array.from(EXAMPLE.trim().split(/\s+/), (byte) => Number.parseInt(byte, 16))
}

function read(bytes: Uint8Array, options = {}): RecordingModel {
  return readMrtk(bytes, { source: 'takes/wave.bin', warn: noWarnings, ...options })
}

describe('the worked example', () => {
  test('is a camera on its way up, half a second long, with one marker', () => {
    const model = read(example())
    expect(model).toMatchObject({
      name: 'wave',
      version: '1.1',
      layout: 'simple',
      camera: true,
      hands: false,
      gaze: false,
      space: 'unity',
      duration: 0.5,
      markers: [{ time: 0.25, name: 'é' }],
      markerList: true,
      bends: null,
    })
    const camera = Array.from({ length: 7 }, (_, channel) =>
      evaluateCurve(model, CAMERA_CURVES + channel, 0.2),
    )
    expect(camera[1]).toBeCloseTo(1.6, 6)
    expect(camera.toSpliced(1, 1)).toEqual([0, 0, 0, 0, 0, 1])
  })

  test('is written as the same bytes', () => {
    expect(writeMrtk(read(example()))).toEqual(example())
  })

  test('is read where it lies in a larger buffer, at an odd address', () => {
    const buffer = new Uint8Array(200)
    buffer.set(example(), 13)
    expect(read(buffer.subarray(13, 13 + 138))).toEqual(read(example()))
  })
})

test('curves lie in the order of the file: camera, tracked, pinch, left, right, gaze', () => {
  const names = Array.from({ length: CURVES }, (_, curve) => curveName(curve))
  expect(new Set(names).size).toBe(CURVES)
  expect([0, 6, 7, 8, 9, 10].map(curveName)).toEqual([
    'camera.px',
    'camera.qw',
    'left.tracked',
    'right.tracked',
    'left.pinch',
    'right.pinch',
  ])
  expect([11, 11 + 7 * 11 + 1, 199, 200, 388, 389, 394].map(curveName)).toEqual([
    'left.None.px',
    'left.IndexTip.py',
    'left.PinkyTip.qw',
    'right.None.px',
    'right.PinkyTip.qw',
    'gaze.ox',
    'gaze.dz',
  ])
})

test('the smallest files have the sizes that the format says', () => {
  const sections = { camera: true, hands: true, gaze: true }
  expect(writeMrtk(makeRecording({})).length).toBe(23)
  expect(writeMrtk(makeRecording({}, sections)).length).toBe(4763)
  const old = makeRecording({}, { ...sections, gaze: false, version: '1.0', layout: 'full' })
  expect(writeMrtk(old).length).toBe(4688)
})

test('the reader knows its files by their first eight bytes', () => {
  expect(mrtk.detect(example())).toBe(true)
  expect(mrtk.detect(example().subarray(0, 7))).toBe(false)
  expect(mrtk.detect(example().reverse())).toBe(false)
  expect(mrtkReader({ layout: 'full' }).name).toBe('mrtk')
})

describe('layouts of 1.1', () => {
  const full = makeRecording(
    {
      [CAMERA_CURVES]: [
        [0, 1, { out: 2, mode: 2, outWeight: 0.5 }],
        [1, 2, { in: 3 }],
      ],
      [PINCH_CURVES]: [[0, 1]],
      [GAZE_CURVES]: [
        [0, 4],
        [1, 5],
      ],
    },
    { hands: true, markers: [{ time: 1, name: 'x' }] },
  )

  test.each([
    ['with a list of markers', true],
    ['ending with the last curve', false],
  ])('full keys are found out, %s', (_, markerList) => {
    const { warn, codes } = collectWarnings()
    const model = { ...full, markerList, markers: markerList ? full.markers : [] }
    const bytes = writeMrtk(model)
    expect(read(bytes, { warn })).toEqual({ ...model, name: 'wave' })
    expect(codes()).toEqual(markerList ? ['key-layout'] : ['key-layout', 'missing-markers'])
    expect(writeMrtk(read(bytes, { warn }))).toEqual(bytes)
  })

  test('a file that fits both is one of simple keys', () => {
    const model = makeRecording({ [PINCH_CURVES]: [[0, 1]] })
    expect(read(writeMrtk(model)).layout).toBe('simple')
  })

  test('the layout may be said instead', () => {
    const { warn } = collectWarnings()
    expect(read(writeMrtk(full), { warn, layout: 'full' }).layout).toBe('full')
    expect(() => read(writeMrtk(full), { layout: 'simple' })).toThrow(/bad-wrap|truncated|bad-time|bad-count/)
  })

  test('simple keys with bytes left over come before full ones with bytes left over', () => {
    const { warn, list } = collectWarnings()
    const bytes = writeMrtk(
      makeRecording({
        [CAMERA_CURVES]: [
          [0, 1],
          [1, 2],
        ],
      }),
    )
    const longer = new Uint8Array(bytes.length + 3)
    longer.set(bytes)
    expect(read(longer, { warn }).layout).toBe('simple')
    expect(list).toMatchObject([{ code: 'trailing-bytes', source: 'takes/wave.bin', path: '' }])
  })

  test('where neither fits, the error is that of simple keys', () => {
    const bytes = writeMrtk(full).subarray(0, 60)
    const error = expect.objectContaining({ code: 'bad-wrap', path: 'camera.py.postWrap' })
    expect(() => read(bytes)).toThrow(error)
    expect(() => read(bytes, { layout: 'simple' })).toThrow(error)
    expect(() => read(bytes, { layout: 'full' })).toThrow(expect.objectContaining({ code: 'truncated' }))
  })
})

describe('oddities are read with a warning', () => {
  test('keys in any order are sorted, equal times keep theirs', () => {
    const { warn, list } = collectWarnings()
    const keys = [
      [2, 1],
      [-1, 2],
      [1, 3],
      [-1, 4],
      [-3, 5],
      [0, 6],
      [-0, 7],
      [2, 8],
    ] as const
    const model = makeRecording({
      [CAMERA_CURVES]: keys,
      [CAMERA_CURVES + 1]: [
        [0, 9],
        [1, 10],
      ],
    })
    const bytes = writeUnsorted(model)
    const { times, values, duration } = read(bytes, { warn })
    expect([...values]).toEqual([5, 2, 4, 6, 7, 3, 1, 8, 9, 10])
    expect([...times.subarray(0, 8)].map((time) => time + 0)).toEqual([-3, -1, -1, 0, 0, 1, 2, 2])
    expect(duration).toBe(2)
    expect(list).toMatchObject([{ code: 'unsorted-keys', path: 'camera.px.keys' }])
  })

  test('slopes and weights go along', () => {
    const { warn } = collectWarnings()
    const keys = [1, 0].map(
      (time) => [time, time, { in: time, out: time, inWeight: time, outWeight: time, mode: time }] as const,
    )
    const bytes = writeUnsorted(makeRecording({ [CAMERA_CURVES]: keys }, { layout: 'full' }))
    const { bends } = read(bytes, { warn })
    for (const column of Object.values(bends ?? {})) expect([...column]).toEqual([0, 1])
  })

  test('names that are no UTF-8', () => {
    const { warn, codes } = collectWarnings()
    const bytes = example()
    bytes[137] = 0xff
    expect(read(bytes, { warn }).markers).toEqual([{ time: 0.25, name: '��' }])
    expect(codes()).toEqual(['replaced-text'])
  })

  test('no list of markers', () => {
    const { warn, codes } = collectWarnings()
    expect(read(example().subarray(0, 127), { warn })).toMatchObject({ markers: [], markerList: false })
    expect(codes()).toEqual(['missing-markers'])
  })

  /** Past `writeMrtk`, which refuses them. */
  function writeUnsorted(model: RecordingModel): Uint8Array {
    const times = model.times.slice()
    const bytes = writeMrtk({ ...model, times: times.map((_, key) => key) })
    const view = new DataView(bytes.buffer)
    let at = 19
    for (let curve = 0; curve < 7; curve++) {
      at += 12
      for (let key = model.start[curve]; key < model.start[curve + 1]; key++) {
        view.setFloat32(at, times[key], true)
        at += model.layout === 'full' ? 28 : 8
      }
    }
    return bytes
  }
})

test('flags other than 0 are set, and a wrap mode without meaning is kept', () => {
  const bytes = example()
  bytes[16] = 2
  bytes[19] = 15
  const model = read(bytes)
  expect(model.camera).toBe(true)
  expect(model.preWraps[0]).toBe(15)
})

test('names of markers may be empty, long, and begin with a byte order mark', () => {
  const names = ['', 'x'.repeat(127), 'y'.repeat(128), 'ü'.repeat(10_000), '\ufeffmark', '__proto__']
  const markers = names.map((name, time) => ({ name, time }))
  const bytes = writeMrtk(makeRecording({}, { markers }))
  expect(read(bytes).markers).toEqual(markers)
  expect(writeMrtk(read(bytes))).toEqual(bytes)
})

describe('the repair of rotations', () => {
  const first = jointCurves(1, 11)
  const rotation = (sign: number) => ({
    [first]: [
      [0, 5],
      [1, 6],
    ] as const,
    [first + 3]: [
      [0, 0],
      [0.5, 0.6],
      [1, 0.6],
    ] as const,
    [first + 4]: [
      [0, 0],
      [1, 0.8],
    ] as const,
    [first + 5]: [[0, 0]] as const,
    [first + 6]: [[0, sign]] as const,
  })

  test.each([1, -1])('works out w where only its first key is there, with its sign (%i)', (sign) => {
    const bytes = writeMrtk(makeRecording(rotation(sign)))
    const model = read(bytes, { repairRotations: true })
    const w = [0, 0.5, 1].map((time) => evaluateCurve(model, first + 6, time))
    expect(w[0]).toBeCloseTo(sign, 6)
    expect(w[1]).toBeCloseTo(sign * Math.sqrt(1 - 0.36 - 0.16), 6)
    expect(w[2]).toBeCloseTo(0, 3)
    expect([...model.times.subarray(model.start[first + 6], model.start[first + 7])]).toEqual([0, 0.5, 1])
  })

  test('is off unless it is asked for', () => {
    const bytes = writeMrtk(makeRecording(rotation(1)))
    expect(evaluateCurve(read(bytes), first + 6, 1)).toBe(1)
    const repaired = mrtkReader({ repairRotations: true }).readRecording(bytes, { source: 'x' })
    expect(evaluateCurve(repaired, first + 6, 1)).toBeCloseTo(0, 3)
  })

  test('leaves everything else as it is, and so does writing', () => {
    const model = performance(10, 1)
    const bytes = writeMrtk(model)
    expect(read(bytes, { repairRotations: true })).toEqual(read(bytes))
    const cut = makeRecording(
      { ...rotation(1), [TRACKED_CURVES]: [[0, 1]] },
      { markers: [{ time: 1, name: 'x' }] },
    )
    const repaired = read(writeMrtk(cut), { repairRotations: true })
    expect(read(writeMrtk(repaired))).toEqual(repaired)
    for (const curve of [first, first + 3, first + 4, first + 5, TRACKED_CURVES])
      expect(evaluateCurve(repaired, curve, 0.3)).toBe(evaluateCurve(cut, curve, 0.3))
  })

  test('in files of full keys it is a straight line, too', () => {
    const { warn } = collectWarnings()
    const bytes = writeMrtk(makeRecording(rotation(1), { layout: 'full' }))
    const model = read(bytes, { repairRotations: true, warn })
    expect(evaluateCurve(model, first + 6, 0.25)).toBeCloseTo((1 + Math.sqrt(0.48)) / 2, 6)
  })
})
