/** Recording live: appended frames come back within the tolerance, in a file that is read again. */

import { evaluateCurve, mrtk, readMrtk, writeMrtk } from 'osteon/formats/mrtk'
import {
  createRecorder,
  finishRecording,
  HAND_JOINTS,
  keptFrames,
  mirrorPose,
  mirrorRay,
  type RecorderFrame,
  type RecorderOptions,
  recordFrame,
  recordMarker,
} from 'osteon/recorder'
import {
  compileRecording,
  loadRecording,
  playRecording,
  recordingEntities,
  seekRecording,
} from 'osteon/recordings'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../bench/kit/random'
import { OsteonError } from '../../src/base/errors'
import {
  curveName,
  GAZE_CURVES,
  jointCurves,
  PINCH_CURVES,
  type RecordingModel,
  TRACKED_CURVES,
} from '../../src/formats/mrtk/model/recording'
import { jointPose } from '../fixtures/recordings'
import { noWarnings } from '../fixtures/warnings'
import { gazeOf, makeWorld, poseOf, tick } from './stage'

/** The performer's input at a time; the left hand is lost for a while. */
function input(time: number): Required<RecorderFrame> {
  const hand = (side: number) => ({
    joints: HAND_JOINTS.flatMap((_, joint) =>
      joint === 0 ? [0, 0, 0, 0, 0, 0, 0] : jointPose(side, joint, time),
    ),
    pinching: time % 1 > 0.5,
  })
  return {
    camera: [0.1 * Math.sin(time), 1.6, 0, 0, Math.sin(time / 9), 0, Math.cos(time / 9)],
    gaze: [0, 1.6, 0.1 * time, Math.sin(time), 0, Math.cos(time)],
    left: time > 1 && time < 1.4 ? null : hand(0),
    right: hand(1),
  }
}

function record(options: RecorderOptions = {}, rate = 60, seconds = 3, from = input): RecordingModel {
  const recorder = createRecorder(options)
  for (let frame = 0; frame <= rate * seconds; frame++)
    recordFrame(recorder, 100 + frame / rate, from(frame / rate))
  return finishRecording(recorder)
}

function count({ start }: RecordingModel, curve: number): number {
  return start[curve + 1] - start[curve]
}

/** Angle between two rotations, or directions, in degrees. */
function angle(a: readonly number[], b: readonly number[], half: number): number {
  const dot = a.reduce((sum, value, i) => sum + value * b[i], 0)
  return (half * Math.acos(Math.min(1, Math.abs(dot))) * 180) / Math.PI
}

/** The appended values, straight from frame to frame: seven numbers of a pose, or six of a ray. */
function source(
  read: (frame: Required<RecorderFrame>) => ArrayLike<number>,
  first: number,
  count: number,
  time: number,
): number[] {
  const frame = Math.floor(time * RATE)
  const [a, b] = [frame, frame + 1].map((at) =>
    Array.from(read(input(at / RATE))).slice(first, first + count),
  )
  const blend = a.map((value, i) => value + (time * RATE - frame) * (b[i] - value))
  const length = Math.hypot(...blend.slice(3))
  return [...blend.slice(0, 3), ...blend.slice(3).map((value) => value / length)]
}

const RATE = 60

describe('a recorded performance', () => {
  test('saved, loaded and evaluated at 200 times stays within the tolerance of its source', async () => {
    const bytes = writeMrtk(record({ name: 'live' }, RATE))
    const recording = await loadRecording(bytes, { readers: [mrtk], warn: noWarnings })
    const world = makeWorld()
    const player = playRecording(world, recording, { paused: true })
    const { camera, gaze, hands } = recordingEntities(world, player)
    const worst = { camera: [0, 0], gaze: [0, 0], hands: [0, 0] }
    const compare = (what: keyof typeof worst, found: number[], wanted: number[]) => {
      const far = Math.hypot(found[0] - wanted[0], found[1] - wanted[1], found[2] - wanted[2])
      const turned = angle(found.slice(3), wanted.slice(3), what === 'gaze' ? 1 : 2)
      worst[what] = [Math.max(worst[what][0], far), Math.max(worst[what][1], turned)]
    }
    for (let i = 0; i < 200; i++) {
      const time = (i * 3) / 200
      seekRecording(world, player, time)
      tick(world, 0)
      compare(
        'camera',
        poseOf(world, camera),
        source(({ camera }) => camera ?? [], 0, 7, time),
      )
      compare(
        'gaze',
        gazeOf(world, gaze),
        source(({ gaze }) => gaze ?? [], 0, 6, time),
      )
      hands.forEach(({ hand, joints }, side) => {
        const lost = side === 0 && time > 1 - 1 / RATE && time < 1.4 + 1 / RATE
        if (!lost) expect(world.components.Hand.tracked[hand]).toBe(1)
        // Around a loss there are no two frames to look between.
        if (!lost)
          for (let joint = 1; joint < HAND_JOINTS.length; joint++)
            compare(
              'hands',
              poseOf(world, joints[joint]),
              source((frame) => (side === 0 ? frame.left : frame.right)?.joints ?? [], 7 * joint, 7, time),
            )
      })
    }
    const [most, least] = [worst.hands, worst.camera]
    expect(most[0]).toBeLessThan(0.001)
    expect(most[1]).toBeLessThan(0.2)
    expect(least[0]).toBeLessThan(0.002)
    expect(least[1]).toBeLessThan(0.2)
    expect(worst.gaze[0]).toBeLessThan(0.002)
    expect(worst.gaze[1]).toBeLessThan(0.2)
    // Keys were left out.
    expect(most[0]).toBeGreaterThan(0.0003)
    expect(most[1]).toBeGreaterThan(0.05)
  })

  test('has fewer keys the more is tolerated, and channels of a group have the same ones', () => {
    const tip = jointCurves(1, 11)
    const counts = [0, 0.001, 0.01].map((jointPosition) =>
      count(record({ tolerance: { jointPosition } }), tip),
    )
    expect(counts[0]).toBeGreaterThan(counts[1])
    expect(counts[1]).toBeGreaterThan(counts[2])
    const model = record()
    const times = (curve: number) => [...model.times.subarray(model.start[curve], model.start[curve + 1])]
    for (const channel of [1, 2]) expect(times(tip + channel)).toEqual(times(tip))
    for (const channel of [4, 5, 6]) expect(times(tip + channel)).toEqual(times(tip + 3))
  })

  test('is whole: its last frame is kept, at any length', () => {
    for (const frames of [0, 1, 2, 31, 32, 33, 70]) {
      const model = record({}, 60, frames / 60)
      expect(model.duration).toBeCloseTo(frames / 60, 6)
      const tip = jointCurves(1, 11)
      expect(model.times[model.start[tip + 1] - 1]).toBeCloseTo(frames / 60, 6)
    }
  })

  test('is a file of 1.1 as the toolkit writes it: simple keys, held ends, switches only where they change', () => {
    const model = record({ name: 'live' })
    expect(
      readMrtk(writeMrtk(model), {
        source: 'live.bin',
        warn: noWarnings,
      }),
    ).toEqual(model)
    const keys = (curve: number) =>
      Array.from({ length: count(model, curve) }, (_, key) => {
        const at = model.start[curve] + key
        return [Number(model.times[at].toFixed(4)), model.values[at]]
      })
    expect(keys(TRACKED_CURVES)).toEqual([
      [0, 1],
      [1.0167, 0],
      [1.4, 1],
    ])
    expect(keys(TRACKED_CURVES + 1)).toEqual([[0, 1]])
    expect(keys(PINCH_CURVES + 1)).toEqual([
      [0, 0],
      [0.5167, 1],
      [1, 0],
      [1.5167, 1],
      [2, 0],
      [2.5167, 1],
      [3, 0],
    ])
    expect(model.preWraps.every((wrap) => wrap === 8)).toBe(true)
    expect(count(model, jointCurves(0, 0))).toBe(0)
  })

  test('holds no frames of a hand that is not tracked', () => {
    const model = record({ tolerance: { jointPosition: 0 }, strict: true })
    const tip = jointCurves(0, 11)
    const times = [...model.times.subarray(model.start[tip], model.start[tip + 1])]
    expect(times.filter((time) => time > 1.01 && time < 1.39)).toEqual([])
    expect(times.length).toBeGreaterThan(120)
  })

  test('may leave sections out', () => {
    const model = record({ gaze: false, hands: false }, 10, 1)
    expect(model).toMatchObject({ camera: true, hands: false, gaze: false })
    expect(count(model, GAZE_CURVES) + count(model, TRACKED_CURVES)).toBe(0)
    expect(writeMrtk(model).length).toBeLessThan(1000)
    expect(record({ camera: false }, 10, 1)).toMatchObject({ camera: false, hands: true })
  })

  test('goes on after it was looked at', () => {
    const recorder = createRecorder()
    recordFrame(recorder, 0, input(0))
    expect(finishRecording(recorder).duration).toBe(0)
    recordFrame(recorder, 1, input(1))
    expect(finishRecording(recorder).duration).toBe(1)
    expect(finishRecording(createRecorder())).toMatchObject({ duration: 0, markers: [] })
  })

  test('plays without being written', () => {
    const world = makeWorld()
    const player = playRecording(world, compileRecording(record({}, 20, 1), { space: 'webxr' }))
    tick(world, 0.5)
    expect(world.components.RecordingPlayer.time[player]).toBe(0.5)
  })
})

test('rotations that change to the other quaternion do not turn the long way', () => {
  const turn = (time: number): RecorderFrame => {
    const half = time * 2
    const sign = Math.floor(time * 20) % 2 === 0 ? 1 : -1
    return { camera: [0, 0, 0, 0, sign * Math.sin(half), 0, sign * Math.cos(half)] }
  }
  const model = record({ hands: false, gaze: false }, 60, 3, (time) => ({ ...input(time), ...turn(time) }))
  for (let i = 0; i < 300; i++) {
    const time = i / 100
    const found = [3, 4, 5, 6].map((curve) => evaluateCurve(model, curve, time))
    expect(
      angle(
        found.map((value) => value / Math.hypot(...found)),
        [0, Math.sin(time * 2), 0, Math.cos(time * 2)],
        2,
      ),
    ).toBeLessThan(0.2)
  }
})

test('samples in the space of WebXR are recorded in that of Unity', () => {
  const mirrored = (time: number) => {
    const { camera, gaze, left, right } = input(time)
    const hand = (from: typeof left) =>
      from && {
        ...from,
        joints: HAND_JOINTS.flatMap((_, joint) =>
          mirrorPose(Array.from(from.joints).slice(joint * 7, joint * 7 + 7), [] as number[]),
        ),
      }
    return {
      camera: mirrorPose(camera ?? [], [] as number[]),
      gaze: mirrorRay(gaze ?? [], [] as number[]),
      left: hand(left),
      right: hand(right),
    }
  }
  const model = record({ space: 'webxr' }, 30, 2, mirrored)
  expect(model).toEqual(record({}, 30, 2))
})

describe('markers', () => {
  test('stand in the order of their times, at the time of the last frame unless one is given', () => {
    const recorder = createRecorder()
    recordFrame(recorder, 10, input(0))
    recordMarker(recorder, 'a')
    recordFrame(recorder, 11, input(1))
    recordMarker(recorder, 'b')
    recordMarker(recorder, 'between', 10.5)
    recordMarker(recorder, 'c', 11)
    expect(finishRecording(recorder).markers).toEqual([
      { time: 0, name: 'a' },
      { time: 0.5, name: 'between' },
      { time: 1, name: 'b' },
      { time: 1, name: 'c' },
    ])
  })
})

describe('frames that cannot be recorded are refused, and leave no part', () => {
  function refusal(work: () => unknown): Partial<OsteonError> {
    try {
      work()
    } catch (error) {
      if (error instanceof OsteonError) return { code: error.code, path: error.path }
      throw error
    }
    throw new Error('nothing was thrown')
  }

  const whole = input(1)
  const spoilt = (change: (joints: number[]) => void) => {
    const joints = Array.from(whole.right?.joints ?? [])
    change(joints)
    return { ...whole, right: { joints } }
  }
  test.each<[string, number, RecorderFrame, string, string]>([
    ['a time before the last', 0.5, whole, 'bad-time', 'time'],
    ['the time of the last frame', 1, whole, 'bad-time', 'time'],
    ['a time that is none', Number.NaN, whole, 'bad-time', 'time'],
    ['a camera of six numbers', 2, { camera: [0, 0, 0, 0, 0, 0] }, 'out-of-range', 'camera'],
    ['a gaze that is no number', 2, { gaze: [0, Number.NaN, 0, 0, 0, 1] }, 'not-finite', 'gaze[1]'],
    [
      'a joint beyond float32',
      2,
      spoilt((joints) => {
        joints[8] = 1e39
      }),
      'not-finite',
      'right.joints[8]',
    ],
    [
      'a hand of 26 joints',
      2,
      spoilt((joints) => {
        joints.length = 26 * 7
      }),
      'out-of-range',
      'right.joints',
    ],
  ])('%s', (_, time, frame, code, path) => {
    const recorder = createRecorder()
    recordFrame(recorder, 0, input(0))
    recordFrame(recorder, 1, input(1))
    const before = finishRecording(recorder)
    expect(refusal(() => recordFrame(recorder, time, frame))).toEqual({ code, path })
    expect(finishRecording(recorder)).toEqual(before)
  })

  test.each<[string, RecorderOptions, string]>([
    ['a space', { space: 'left' as 'unity' }, 'space'],
    ['a partition', { partition: 1.5 }, 'partition'],
    ['a negative tolerance', { tolerance: { jointRotation: -1 } }, 'tolerance.jointRotation'],
    ['a tolerance that is no number', { tolerance: { gazeOrigin: Number.NaN } }, 'tolerance.gazeOrigin'],
  ])('%s that is none', (_, options, path) => {
    expect(refusal(() => createRecorder(options))).toEqual({ code: 'bad-option', path })
  })

  test('a marker before the first frame, or at no time', () => {
    const recorder = createRecorder()
    expect(refusal(() => recordMarker(recorder, 'x'))).toEqual({ code: 'bad-time', path: 'time' })
    recordFrame(recorder, 0, {})
    expect(refusal(() => recordMarker(recorder, 'x', Number.POSITIVE_INFINITY))).toEqual({
      code: 'bad-time',
      path: 'time',
    })
    expect(finishRecording(recorder).markers).toEqual([])
  })
})

describe('key reduction', () => {
  const times = Array.from({ length: 101 }, (_, frame) => frame / 100)
  const line = times.flatMap((time) => [time, 2 * time, 0])

  test('of a straight line keeps the ends of its pieces', () => {
    expect(keptFrames('position', times, line, { tolerance: 0.001 })).toEqual([0, 32, 64, 96, 100])
    expect(keptFrames('position', times, line, { tolerance: 0.001, partition: 0 })).toEqual([0, 100])
  })

  test('keeps the frame that is furthest off, and no frame that is alone between two keys', () => {
    const bent = line.slice()
    bent[3 * 50 + 2] = 0.5
    expect(keptFrames('position', times, bent, { tolerance: 0.01, partition: 0 })).toEqual([
      0, 49, 50, 51, 100,
    ])
    const three = [0, 0, 0, 1, 5, 0, 2, 0, 0]
    expect(keptFrames('position', [0, 1, 2], three, { tolerance: 0.01 })).toEqual([0, 2])
    expect(keptFrames('position', [0, 1, 2], three, { tolerance: 0.01, strict: true })).toEqual([0, 1, 2])
  })

  test('of nothing keeps nothing, of one frame that one', () => {
    expect(keptFrames('rotation', [], [], { tolerance: 1 })).toEqual([])
    expect(keptFrames('direction', [5], [0, 0, 1], { tolerance: 1 })).toEqual([0])
  })

  // 'even rotations are ties' of the accidents of references (test/golden/accidents).
  test('of an even rotation hangs on last bits, of one that speeds up it does not', () => {
    const next = seededRandom(5)
    const turn = (frames: number, speedUp: number) =>
      Float32Array.from({ length: 4 * frames }, (_, i) => {
        const frame = i >> 2
        const angle = ((frame * Math.PI) / 18) * (1 + (speedUp * frame) / frames)
        const value = i % 4 === 1 ? Math.sin(angle) : i % 4 === 3 ? Math.cos(angle) : 0
        return value * (1 + Math.floor(next() * 3 - 1) * 2 ** -23)
      })
    const frames = Float32Array.from({ length: 129 }, (_, frame) => frame / 30)
    const countsOf = (speedUp: number) => {
      const made = Array.from({ length: 24 }, () => turn(129, speedUp))
      return new Set(made.map((it) => keptFrames('rotation', frames, it, { tolerance: 0.5 }).length))
    }
    expect(countsOf(0).size).toBeGreaterThan(2)
    expect(countsOf(0.003).size).toBe(1)
  })

  // Recorded quaternions may have any length and either sign; neither is a turn.
  test.each([
    ['unit', [1, 1, 1, 1]],
    ['a longer inner frame', [1, 1, 1.3, 1]],
    ['a longer end', [1, 1, 1, 5]],
    ['a longer start', [3, 1, 1, 1]],
    ['ends of two lengths, the other sign', [0.25, 1, 7, -2]],
    ['an inner frame of the other sign', [1, -1, 1, 1]],
  ])('of rotations does not depend on their lengths: %s', (name, lengths) => {
    const turned = (degrees: number[]) =>
      degrees.flatMap((angle, i) => {
        const half = (angle * Math.PI) / 360
        return [0, 0, lengths[i] * Math.sin(half), lengths[i] * Math.cos(half)]
      })
    const kept = (degrees: number[]) =>
      keptFrames('rotation', [0, 1, 2, 3], turned(degrees), { tolerance: 1, partition: 0 })
    // The sign of an inner frame does count: the toolkit compares it as it is.
    expect(kept([0, 12, 24, 36])).toEqual(name.startsWith('an inner') ? [0, 1, 3] : [0, 3])
    expect(kept([0, 5, 24, 36])).toEqual([0, 1, 3])
  })

  test('of rotations with a quaternion of zeros ends, and keeps the frame', () => {
    const values = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    expect(keptFrames('rotation', [0, 1, 2, 3], values, { tolerance: 1 })).toEqual([0, 1, 3])
  })

  test('goes as deep as there are frames', () => {
    const count = 20_000
    const frames = Array.from({ length: count }, (_, frame) => frame)
    // Each stretch is furthest off next to its end.
    const values = frames.flatMap((frame) => [2 ** (-frame / 400), 0, 0])
    const kept = keptFrames('position', frames, values, { tolerance: 1e-9, partition: 4096 })
    expect(kept.length).toBeGreaterThan(1000)
  })
})

test('curves have names that say where they are', () => {
  expect(curveName(jointCurves(1, 11) + 6)).toBe('right.IndexTip.qw')
})
