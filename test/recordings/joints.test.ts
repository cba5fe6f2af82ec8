/** Joints by the names of WebXR, both ways, and hands as it reports them. */
import { HAND_JOINTS, jointOfWebxr, readXrHand, WEBXR_JOINTS, webxrJoint, type XrPose } from 'osteon/recorder'
import { describe, expect, test } from 'vitest'

test('WebXR has 25 joints, in its order', () => {
  expect(WEBXR_JOINTS).toHaveLength(25)
  expect(new Set(WEBXR_JOINTS).size).toBe(25)
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 24].map((index) => WEBXR_JOINTS[index])).toEqual([
    'wrist',
    'thumb-metacarpal',
    'thumb-phalanx-proximal',
    'thumb-phalanx-distal',
    'thumb-tip',
    'index-finger-metacarpal',
    'index-finger-phalanx-proximal',
    'index-finger-phalanx-intermediate',
    'index-finger-phalanx-distal',
    'index-finger-tip',
    'middle-finger-metacarpal',
    'pinky-finger-tip',
  ])
})

test.each([
  ['Wrist', 'wrist'],
  ['ThumbMetacarpalJoint', 'thumb-metacarpal'],
  ['ThumbTip', 'thumb-tip'],
  ['IndexMetacarpal', 'index-finger-metacarpal'],
  ['IndexKnuckle', 'index-finger-phalanx-proximal'],
  ['MiddleMiddleJoint', 'middle-finger-phalanx-intermediate'],
  ['RingDistalJoint', 'ring-finger-phalanx-distal'],
  ['PinkyTip', 'pinky-finger-tip'],
] as const)('%s is %s, both ways', (joint, name) => {
  expect(webxrJoint(joint)).toBe(name)
  expect(webxrJoint(HAND_JOINTS.indexOf(joint))).toBe(name)
  expect(jointOfWebxr(name)).toBe(joint)
})

test('all names lead there and back; None and Palm have no counterpart, strangers none either', () => {
  for (const name of WEBXR_JOINTS) expect(webxrJoint(jointOfWebxr(name) ?? 'None')).toBe(name)
  expect(['None', 'Palm'].map((joint) => webxrJoint(joint as 'None'))).toEqual([null, null])
  expect([-1, 27, Number.NaN].map(webxrJoint)).toEqual([null, null, null])
  expect(['', 'palm', '__proto__', 'Wrist'].map(jointOfWebxr)).toEqual([null, null, null, null])
})

describe('a hand of WebXR', () => {
  const poseOf = (name: string): XrPose => {
    const index = WEBXR_JOINTS.indexOf(name)
    return {
      transform: {
        position: { x: index, y: 2 * index, z: 3 * index },
        orientation: { x: 0, y: 0, z: 0.6, w: 0.8 },
      },
    }
  }

  test('is read by joint number', () => {
    const joints = new Float32Array(27 * 7).fill(9)
    expect(readXrHand(poseOf, joints)).toBe(true)
    const at = (joint: (typeof HAND_JOINTS)[number]) => [
      ...joints.subarray(HAND_JOINTS.indexOf(joint) * 7).subarray(0, 7),
    ]
    expect(at('None')).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(at('Wrist').slice(0, 3)).toEqual([0, 0, 0])
    expect(at('IndexTip').slice(0, 3)).toEqual([9, 18, 27])
    expect(at('IndexTip').slice(3)).toEqual([0, 0, 0.6, 0.8].map(Math.fround))
    // Between the ends of the middle metacarpal, which are joints 10 and 11 of WebXR.
    expect(at('Palm')).toEqual([10.5, 21, 31.5, ...[0, 0, 0.6, 0.8].map(Math.fround)])
  })

  test('is not tracked unless all of its joints are', () => {
    const joints = new Float32Array(27 * 7)
    expect(readXrHand((name) => (name === 'pinky-finger-tip' ? null : poseOf(name)), joints)).toBe(false)
    expect(readXrHand(() => undefined, joints)).toBe(false)
  })
})
