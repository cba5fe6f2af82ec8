/** Invented parts of the hands page: the shape of hands, and its first performance. */
import { quat, vec3 } from 'gl-matrix'
import { readMrtk, writeMrtk } from 'osteon/formats/mrtk'
import { expect, test } from 'vitest'
import { JOINT_NUMBERS, JOINTS, shapeHand } from '../../../demo/hands/hand-shape'
import { makePerformance } from '../../../demo/hands/performer'

const [THUMB_TIP, INDEX_TIP] = [6, 11]

function shape(pinch: number, left = false, curl = 0.2): Float32Array {
  const out = new Float32Array(JOINTS * JOINT_NUMBERS)
  const gesture = { position: vec3.create(), rotation: quat.create(), curls: Array(5).fill(curl), pinch }
  shapeHand(gesture, left, out)
  return out
}

const at = (hand: Float32Array, joint: number): vec3 =>
  hand.slice(joint * JOINT_NUMBERS, joint * JOINT_NUMBERS + 3) as vec3

test('a pinch brings thumb and index finger together, an open hand keeps them apart', () => {
  const apart = (hand: Float32Array): number => vec3.distance(at(hand, THUMB_TIP), at(hand, INDEX_TIP))
  expect(apart(shape(1))).toBeLessThan(0.015)
  expect(apart(shape(0))).toBeGreaterThan(0.06)
})

test('the left hand is the mirror image of the right one', () => {
  const [right, left] = [shape(0.3), shape(0.3, true)]
  for (let joint = 1; joint < JOINTS; joint++) {
    const [x, y, z] = at(right, joint)
    expect([...at(left, joint)]).toEqual([-x || expect.closeTo(0), y, z])
  }
})

test('joints look along their bones, and all rotations have length 1', () => {
  const hand = shape(0.5)
  for (let joint = 1; joint < JOINTS; joint++)
    expect(Math.hypot(...hand.subarray(joint * 7 + 3, joint * 7 + 7))).toBeCloseTo(1, 5)
  for (const joint of [3, 4, 5, 8, 9, 10, 13, 24]) {
    const turn = hand.slice(joint * 7 + 3, joint * 7 + 7) as quat
    const ahead = vec3.transformQuat(vec3.create(), [0, 0, -1], turn)
    const bone = vec3.subtract(vec3.create(), at(hand, joint + 1), at(hand, joint))
    expect(vec3.dot(ahead, vec3.normalize(bone, bone))).toBeCloseTo(1, 4)
  }
})

test('the performance is a file of the toolkit, with both hands, gaze and markers', () => {
  const model = makePerformance()
  expect(model).toMatchObject({ version: '1.1', camera: true, hands: true, gaze: true, duration: 16 })
  expect(model.markers.map(({ name }) => name)).toEqual(['wave', 'count', 'pinch and draw', 'hide and seek'])
  const bytes = writeMrtk(model)
  expect(writeMrtk(readMrtk(bytes, { source: 'performance.bin' }))).toEqual(bytes)
})
