/** Writing: the same bytes again, other versions, models that cannot be written. */
import { describe, expect, test } from 'vitest'
import { readMrtk, writeMrtk } from '../../../src/formats/mrtk'
import { evaluateCurve } from '../../../src/formats/mrtk/model/curve'
import {
  CAMERA_CURVES,
  CURVES,
  jointCurves,
  type RecordingModel,
} from '../../../src/formats/mrtk/model/recording'
import { mirrorRecording } from '../../../src/formats/mrtk/model/space'
import { bentRecording, makeRecording, performance } from '../../fixtures/recordings'
import { testSamples } from './samples'

const read = (bytes: Uint8Array) => readMrtk(bytes, { source: 'x.bin' })

/** Quicker than `toEqual` for long ones. */
function expectSameBytes(found: Uint8Array, expected: Uint8Array): void {
  expect(found.length).toBe(expected.length)
  expect(Buffer.compare(found, expected)).toBe(0)
}

describe('round trips', () => {
  test.each([
    ['a performance', performance(10, 1)],
    ['bent curves', bentRecording()],
    ['nothing', makeRecording({})],
  ])('%s becomes the same model and the same bytes', (_, model) => {
    const bytes = writeMrtk(model)
    expect(read(bytes)).toEqual({ ...model, name: 'x' })
    expectSameBytes(writeMrtk(read(bytes)), bytes)
  })

  test('bits of values that are no numbers survive', () => {
    const bytes = writeMrtk(
      makeRecording({
        [CAMERA_CURVES]: [
          [0, 1],
          [1, 2],
        ],
      }),
    )
    new DataView(bytes.buffer).setUint32(19 + 12 + 4, 0x7fa12345, true)
    expectSameBytes(writeMrtk(read(bytes)), bytes)
  })

  testSamples('becomes the same bytes', (_, bytes) => {
    expectSameBytes(writeMrtk(read(bytes)), bytes)
  })
})

describe('conversions', () => {
  const times = Array.from({ length: 40 }, (_, i) => i / 12 - 0.2)

  function expectAlike(a: RecordingModel, b: RecordingModel): void {
    for (let curve = 0; curve < CURVES; curve++) {
      const values = (model: RecordingModel) => times.map((time) => evaluateCurve(model, curve, time))
      expect(values(a)).toEqual(values(b))
    }
  }

  test('1.1 to 1.0 and back evaluates alike', () => {
    const model = { ...performance(10), gaze: false }
    const start = model.start.slice().fill(model.start[389], 390)
    const old = read(writeMrtk({ ...model, start }, { version: '1.0' }))
    expect(old).toMatchObject({ version: '1.0', layout: 'full' })
    expectAlike(old, { ...model, start })
    const back = read(writeMrtk(old, { version: '1.1' }))
    expect(back).toMatchObject({ version: '1.1', layout: 'simple' })
    expectAlike(back, old)
  })

  test('a version 1.0 file has all its curves for any model', () => {
    const model = makeRecording({ [CAMERA_CURVES]: [[0, 1]] })
    expect(read(writeMrtk(model, { version: '1.0' }))).toMatchObject({
      camera: true,
      hands: true,
      gaze: false,
    })
  })

  test('a list of markers can be added for the toolkit', () => {
    const model = makeRecording({}, { markerList: false })
    expect(read(writeMrtk(model)).markerList).toBe(false)
    expect(read(writeMrtk(model, { markerList: true })).markerList).toBe(true)
  })

  test('a recording mirrored for WebXR is written in the space of Unity', () => {
    for (const model of [performance(10), bentRecording()]) {
      const mirrored = mirrorRecording(model)
      expect(mirrored.space).toBe('webxr')
      expectSameBytes(writeMrtk(mirrored), writeMrtk(model))
    }
  })
})

describe('a model that cannot be written is refused', () => {
  const marker = { time: 0, name: 'x' }
  test.each([
    ['gaze in 1.0', makeRecording({}, { gaze: true }), { version: '1.0' }, 'unsupported-feature', 'gaze'],
    [
      'simple keys in 1.0',
      makeRecording({}),
      { version: '1.0', layout: 'simple' },
      'unsupported-feature',
      'layout',
    ],
    [
      'markers without a list',
      makeRecording({}, { markers: [marker] }),
      { markerList: false },
      'unsupported-feature',
      'markers',
    ],
    [
      'times that fall',
      makeRecording({
        [jointCurves(0, 1)]: [
          [1, 0],
          [0, 0],
        ],
      }),
      {},
      'bad-time',
      'left.Wrist.px.keys[1].time',
    ],
    [
      'times that are no numbers',
      makeRecording({ 0: [[Number.NaN, 0]] }),
      {},
      'bad-time',
      'camera.px.keys[0].time',
    ],
    [
      'markers at no time',
      makeRecording({}, { markers: [marker, { time: Number.NaN, name: '' }] }),
      {},
      'bad-time',
      'markers[1].time',
    ],
  ] as const)('%s', (_, model, options, code, path) => {
    expect(() => writeMrtk(model, options)).toThrow(
      expect.objectContaining({ code, path, source: 'made up' }),
    )
  })
})
