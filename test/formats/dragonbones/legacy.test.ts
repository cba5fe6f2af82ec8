/** Data versions 2.3 and 3.0: slots in skins, one list of timelines, transforms in the armature's space. */
import { describe, expect, test } from 'vitest'
import type { BoneTimeline } from '../../../src/base/model/animation'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { dragonBones } from '../../../src/formats/dragonbones'
import { progressOf } from '../../../src/formats/dragonbones/legacy/easing'
import { eased } from '../../../src/formats/dragonbones/timelines/easing'
import type { Json } from '../../fixtures/rigs/rich-rig'

const image = (name: string, transform: Json = {}) => ({ name, type: 'image', transform })

function old(more: Json = {}, file: Json = {}): Json {
  return {
    ...{ name: 'old', version: '2.3', frameRate: 10 },
    armature: [
      {
        name: 'old',
        bone: [
          { name: 'arm', parent: 'root', transform: { x: 13, y: 24, skX: 60, skY: 60 } },
          { name: 'root', transform: { x: 10, y: 20, skX: 30, skY: 30 } },
        ],
        skin: [
          {
            slot: [
              { name: 'front', parent: 'arm', z: 2, display: [image('a', { pX: 3, pY: 4 })] },
              {
                name: 'back',
                parent: 'root',
                z: 1,
                blendMode: 'add',
                colorTransform: { aM: 50 },
                display: [image('b')],
              },
            ],
          },
        ],
        ...more,
      },
    ],
    ...file,
  }
}

const read = (data: Json): SkeletonModel =>
  dragonBones.readSkeleton(data, { source: 'old.json', warn: () => {} })
const go = (timeline: Json[], more: Json = {}) => ({
  animation: [{ name: 'go', duration: 10, loop: 1, timeline, ...more }],
})
const bonesOf = ({ animations }: SkeletonModel, bone: number) =>
  animations[0].timelines.filter((one): one is BoneTimeline => one.type === 'bone' && one.bone === bone)
const rounded = (values: ArrayLike<number>) =>
  Array.from(values, (value) => Math.round(value * 1000) / 1000 + 0)
const DEGREES = Math.PI / 180

test('bones are put into their parents, and take over no scale', () => {
  const [root, arm] = read(old()).bones
  expect(root).toMatchObject({ x: 10, y: -20, rotation: expect.closeTo(-30 * DEGREES, 9) })
  // (3, 4) turned back by 30°.
  expect(arm.x).toBeCloseTo(3 * Math.cos(Math.PI / 6) + 4 * Math.sin(Math.PI / 6), 9)
  expect(arm.y).toBeCloseTo(3 * Math.sin(Math.PI / 6) - 4 * Math.cos(Math.PI / 6), 9)
  expect(arm.rotation).toBeCloseTo(-30 * DEGREES, 9)
  expect(arm.inherit).toEqual({
    translation: true,
    rotation: true,
    scale: false,
    reflection: false,
    unmirrored: true,
  })
  expect(read(old({}, { version: '3.0', isGlobal: 0 })).bones[1]).toMatchObject({ x: 13, y: -24 })
})

test('slots stand in the order of their depth, pivots are lengths', () => {
  const { slots, skins } = read(old())
  expect(slots).toMatchObject([
    { name: 'back', blend: 'additive', color: [1, 1, 1, 0.5] },
    { name: 'front', blend: 'normal', attachment: '0' },
  ])
  const front = skins[0].entries.find(({ slot }) => slot === 1)?.attachment
  expect(front?.type === 'region' && front.pivot).toEqual({ x: 3, y: 4, unit: 'length', scale: 1 })
})

test("keys in the armature's space become offsets from the setup pose", () => {
  const still = { x: 10, y: 20, skX: 30, skY: 30 }
  const model = read(
    old(
      go([
        { name: 'root', frame: [{ duration: 10, transform: { ...still, skX: 40, skY: 40 } }] },
        { name: 'arm', frame: [{ duration: 10, transform: { x: 13, y: 24, skX: 60, skY: 60 } }] },
      ]),
    ),
  )
  const turned = bonesOf(model, 0).find(({ property }) => property === 'rotate')
  expect(rounded(turned?.values ?? [])).toEqual(rounded([-10 * DEGREES]))
  // The root turns by 10°, the arm stays where it is: it turns and moves back.
  const arm = bonesOf(model, 1)
  expect(rounded(arm.find(({ property }) => property === 'rotate')?.values ?? [])).toEqual(
    rounded([10 * DEGREES]),
  )
  const [cos, sin] = [Math.cos(40 * DEGREES), Math.sin(40 * DEGREES)]
  const [setup] = [model.bones[1]]
  const moved = [3 * cos + 4 * sin - setup.x, 3 * sin - 4 * cos - setup.y]
  expect(rounded(arm.find(({ property }) => property === 'translate')?.values ?? [])).toEqual(rounded(moved))
})

test('slots without keys are hidden, and so are slots that hide themselves', () => {
  const { animations } = read(
    old(go([{ name: 'front', frame: [{ duration: 5 }, { duration: 5, hide: 1 }] }])),
  )
  const shown = animations[0].timelines.filter((one) => one.type === 'attachment')
  expect(shown.map(({ slot, names }) => [slot, names])).toEqual([
    [1, ['0', null]],
    [0, [null]],
  ])
})

describe('easings', () => {
  const tweens = (animation: Json, first: Json = {}, second: Json = {}) => {
    const frame = [
      { duration: 5, transform: { x: 1 }, ...first },
      { duration: 5, transform: { x: 2 }, ...second },
    ]
    const model = read(old(go([{ name: 'root', frame }], animation), { isGlobal: 0, version: '3.0' }))
    return bonesOf(model, 0).find(({ property }) => property === 'translate')?.curves[0]
  }
  test("are the animation's where a key has none", () => {
    expect(tweens({})).toBe(0)
    expect(tweens({ autoTween: 0 })).toBe(1)
    expect(tweens({ tweenEasing: 1 })).toBe(3)
    expect(tweens({ tweenEasing: 1 }, { tweenEasing: null })).toBe(1)
    expect(tweens({ autoTween: 0 }, { tweenEasing: 0 })).toBe(0)
    expect(tweens({ tweenEasing: 3 })).toBe(0)
  })
  test('nothing goes over to a key that hides, and keys of one frame stand still', () => {
    expect(tweens({}, {}, { hide: 1 })).toBe(1)
    expect(tweens({}, { duration: 1 })).toBe(1)
    expect(tweens({ scale: 2 }, { duration: 1 })).toBe(0)
  })
  test('curves that are steep at their ends are met as closely as all others', () => {
    const tween = eased(new Map(), 'outIn', 0.7)
    for (let i = 0; i <= 20_000; i++) {
      const p = Math.fround(i < 10_000 ? (i / 10_000) ** 2 : 1 - (i / 20_000) ** 4)
      const exact = p + (Math.acos(1 - 2 * p) / Math.PI - p) * 0.7
      expect(Math.abs(progressOf(tween, p) - exact)).toBeLessThan(1e-5)
    }
  })
})

test('a timeline that is slower than its animation has a clock of its own', () => {
  const frame = [{ duration: 5, transform: { x: 4 } }, { duration: 5 }]
  const timeline = [
    { name: 'root', scale: 2, frame },
    { name: 'arm', scale: 1.5, offset: -0.25, frame },
  ]
  const model = read(old(go(timeline, { loop: 0 }), { isGlobal: 0 }))
  const { duration, playback } = model.animations[model.animations.length - 1]
  expect(playback?.clocks).toEqual([
    { stretch: 2, ahead: 0, last: 0.5 },
    { stretch: 1.5, ahead: 0.75, last: 0.5 },
  ])
  expect(duration).toBeCloseTo(1, 6)
  expect([0, 1].map((bone) => bonesOf(model, bone)[0].clock)).toEqual([1, 2])
})

test('a child of a bone of hardly any size is refused, in the setup pose and in keys', () => {
  const tiny = { x: 10, y: 20, scX: 5e-324 }
  const bone = (root: Json) => [
    { name: 'arm', parent: 'root', transform: { x: 13, y: 24 } },
    { name: 'root', transform: root },
  ]
  const key = (name: string, transform: Json) => ({ name, frame: [{ duration: 10, transform }] })
  const timeline = [key('root', tiny), key('arm', { x: 13, y: 24 })]
  const animation = [{ name: 'go', duration: 10, timeline }]
  for (const file of [old({ bone: bone(tiny) }), old({ bone: bone({ x: 10, y: 20 }), animation })])
    expect(() => dragonBones.readSkeleton(file, { source: 'x', warn: () => {} })).toThrow(
      expect.objectContaining({ code: 'out-of-range', source: 'x' }),
    )
})
