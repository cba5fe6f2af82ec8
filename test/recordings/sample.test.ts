/** Playing follows the curves: every pose, every wrap mode, any time. */

import { mrtk } from 'osteon/formats/mrtk'
import { playRecording, recordingEntities, seekRecording } from 'osteon/recordings'
import { describe, expect, test } from 'vitest'
import { evaluateCurve } from '../../src/formats/mrtk/model/curve'
import {
  CAMERA_CURVES,
  GAZE_CURVES,
  HAND_JOINTS,
  jointCurves,
  PINCH_CURVES,
  type RecordingModel,
  TRACKED_CURVES,
} from '../../src/formats/mrtk/model/recording'
import { mirrorPose, mirrorRay, mirrorRecording } from '../../src/formats/mrtk/model/space'
import { bentRecording, makeRecording, performance } from '../fixtures/recordings'
import { testSamples } from '../formats/mrtk/samples'
import {
  compiled,
  difference,
  expectedJoint,
  expectedPose,
  expectedRay,
  gazeOf,
  makeWorld,
  poseOf,
  tick,
} from './stage'

/** Times before, within and behind a recording, its keys among them. */
function timesOf({ duration, times }: RecordingModel): number[] {
  const keys = Array.from({ length: 12 }, (_, i) => times[Math.floor((i * times.length) / 12)] ?? 0)
  const steps = Array.from({ length: 25 }, (_, i) => -0.7 * duration + (i * 2.3 * duration) / 24)
  return [...keys, ...steps, -1000.5, 1000.25, 0, duration]
}

/** Greatest difference between played values and the curves. */
function worstOf(model: RecordingModel): number {
  const world = makeWorld()
  const recording = compiled(model)
  const player = playRecording(world, recording, { paused: true })
  const { camera, gaze, hands } = recordingEntities(world, player)
  const { Hand } = world.components
  let worst = 0
  for (const time of timesOf(model)) {
    seekRecording(world, player, time)
    tick(world, 0)
    expect(world.components.RecordingPlayer.time[player]).toBe(time)
    if (camera > 0)
      worst = Math.max(worst, difference(poseOf(world, camera), expectedPose(model, CAMERA_CURVES, time)))
    if (gaze > 0)
      worst = Math.max(worst, difference(gazeOf(world, gaze), expectedRay(model, GAZE_CURVES, time)))
    hands.forEach(({ hand, joints }, side) => {
      joints.forEach((eid, joint) => {
        if (eid > 0)
          worst = Math.max(worst, difference(poseOf(world, eid), expectedJoint(model, side, joint, time)))
      })
      if (hand === 0) return
      expect(Hand.tracked[hand]).toBe(evaluateCurve(model, TRACKED_CURVES + side, time))
      expect(Hand.pinching[hand]).toBe(evaluateCurve(model, PINCH_CURVES + side, time))
    })
  }
  return worst
}

describe('poses follow the curves', () => {
  test.each([
    ['a performance', performance()],
    ['a performance in the space of WebXR', mirrorRecording(performance(11, 2))],
    ['bent curves, all wrap modes', bentRecording()],
    [
      'a camera alone',
      makeRecording({
        1: [
          [0, 1.5],
          [0.5, 1.75],
        ],
        6: [[0, 1]],
      }),
    ],
    [
      'a gaze with bends',
      makeRecording({
        389: [
          [0, 1, { out: 3 }],
          [2, 2],
        ],
        392: [[1, 2]],
        394: [
          [0, 1],
          [1, 0],
          [3, 2],
        ],
      }),
    ],
    [
      'channels of one pose with times of their own',
      makeRecording({
        0: [
          [0, 1],
          [1, 2],
        ],
        1: [[0.3, 5]],
        2: [
          [-4, 0],
          [0.9, 3],
          [0.9, 7],
          [8, 1],
        ],
        3: [
          [0, 0],
          [0.1, 1],
        ],
        6: [
          [0.5, 1],
          [0.75, 0],
        ],
      }),
    ],
    [
      'keys that lie closer than buckets',
      makeRecording({ 0: Array.from({ length: 300 }, (_, i) => [i / 3000, i % 7] as const) }),
    ],
    [
      'times far apart',
      makeRecording({
        0: [
          [-1e30, 1],
          [0, 2],
          [1e-30, 3],
          [1e30, 4],
        ],
      }),
    ],
  ])('%s', (_, model) => {
    expect(worstOf(model)).toBeLessThan(2e-6)
  })

  testSamples('is played', (name, bytes) => {
    const model = mrtk.readRecording(bytes, { source: name, warn: () => {} })
    expect(worstOf(model)).toBeLessThan(1e-5)
  })
})

test('a recording without anything plays', () => {
  const world = makeWorld()
  const player = playRecording(world, compiled(makeRecording({})))
  expect(recordingEntities(world, player)).toMatchObject({
    camera: 0,
    gaze: 0,
    hands: [{ hand: 0 }, { hand: 0 }],
  })
  tick(world, 1)
  expect(world.components.RecordingPlayer.time[player]).toBe(0)
})

test('numbers that are not finite are played as 0', () => {
  const world = makeWorld()
  const keys = [Number.NaN, Number.POSITIVE_INFINITY, 3].map((value, time) => [time, value] as const)
  const bends = keys.map(([time, value]) => [time, value, { in: 1e38, out: 1e38 }] as const)
  for (const curves of [
    { 0: keys, 3: keys, 6: keys },
    { 0: bends, 3: bends, 6: bends },
  ]) {
    const player = playRecording(world, compiled(makeRecording(curves)), { paused: true })
    const { camera } = recordingEntities(world, player)
    for (const time of [0, 0.5, 1, 1.5, 2]) {
      seekRecording(world, player, time)
      tick(world, 0)
      expect(poseOf(world, camera).every(Number.isFinite), `${poseOf(world, camera)}`).toBe(true)
    }
  }
})

test('slopes that no float32 holds leave the left value', () => {
  const world = makeWorld()
  const steep = makeRecording({
    0: [
      [0, -3e38],
      [1e-20, 3e38],
      [1, 0],
    ],
  })
  const player = playRecording(world, compiled(steep), { paused: true })
  tick(world, 0)
  expect(poseOf(world, recordingEntities(world, player).camera)[0]).toBe(Math.fround(-3e38))
})

describe('spaces', () => {
  const model = { ...performance(10, 1), markers: [] }

  test('a recording loaded for WebXR is the mirror image', () => {
    const world = makeWorld()
    const players = (['unity', 'webxr'] as const).map((space) =>
      playRecording(world, compiled(model, { space })),
    )
    tick(world, 0.37)
    const [unity, webxr] = players.map((player) => recordingEntities(world, player))
    expect(mirrorPose(poseOf(world, unity.camera), [])).toEqual(poseOf(world, webxr.camera))
    expect(mirrorRay(gazeOf(world, unity.gaze), [])).toEqual(gazeOf(world, webxr.gaze))
    for (const side of [0, 1])
      for (let joint = 1; joint < HAND_JOINTS.length; joint++) {
        const pose = poseOf(world, webxr.hands[side].joints[joint])
        expect(mirrorPose(pose, [])).toEqual(poseOf(world, unity.hands[side].joints[joint]))
      }
  })

  test('z of places, x and y of quaternions change their sign, and twice is once', () => {
    expect(mirrorPose([1, 2, 3, 0.1, 0.2, 0.3, 0.4], [])).toEqual([1, 2, -3, -0.1, -0.2, 0.3, 0.4])
    expect(mirrorRay([1, 2, 3, 4, 5, 6], [])).toEqual([1, 2, -3, 4, 5, -6])
    const pose = [1, 2, 3, 0.1, 0.2, 0.3, 0.4]
    expect(mirrorPose(mirrorPose(pose, []), [])).toEqual(pose)
    expect(mirrorPose(pose, pose)).toBe(pose)
  })

  test('slopes are mirrored with their values', () => {
    const bent = makeRecording({
      [jointCurves(0, 1) + 2]: [
        [0, 1, { out: 2 }],
        [1, 3, { in: -1 }],
      ],
    })
    const mirrored = mirrorRecording(bent)
    for (const time of [0, 0.3, 0.8])
      expect(evaluateCurve(mirrored, jointCurves(0, 1) + 2, time)).toBeCloseTo(
        -evaluateCurve(bent, jointCurves(0, 1) + 2, time),
        12,
      )
    expect(mirrorRecording(mirrored)).toEqual(bent)
  })
})
