/** Skeleton files of DragonBones, JSON and binary, and their atlases. */
import { describe, expect, test } from 'vitest'
import { dragonBones } from '../../../src/formats/dragonbones'
import { CURVE, type TimelineModel } from '../../../src/model/animation'
import type { SkeletonModel } from '../../../src/model/skeleton'
import {
  binaryTwin,
  go,
  MESH,
  richArmature,
  richDbbin,
  smallArmature,
  smallAtlas,
  WEIGHTED,
} from '../../fixtures/dragonbones'
import { notFinite } from '../../fixtures/finite'
import type { Json } from '../../fixtures/rich-rig'

function read(data: object | Uint8Array, options: { scale?: number; armature?: string } = {}): SkeletonModel {
  return dragonBones.readSkeleton(data, { source: 'small_ske.json', warn: () => {}, ...options })
}

/** The timelines of a bone, `arm`, whose entry is given. */
/** Keys of the last loop, where the file plays an animation once; else those of a loop. */
function armKeys(entry: Json, frames = 10, playTimes = 1): TimelineModel[] {
  const { animations } = read(smallArmature(go({ bone: [{ name: 'arm', ...entry }] }, frames, playTimes)))
  return animations[playTimes === 1 ? 0 : animations.length - 1].timelines
}

const nameOf = (timeline: TimelineModel) => timeline.type + ('property' in timeline ? timeline.property : '')

test('a file is told by what is in it', () => {
  expect(dragonBones.detect(JSON.stringify(smallArmature()))).toBe(true)
  expect(dragonBones.detect(richDbbin())).toBe(true)
  expect(dragonBones.detect('{"bones":[]}')).toBe(false)
  expect(dragonBones.detect(Uint8Array.of(1, 2, 3))).toBe(false)
})

test('y points up, and angles turn the other way', () => {
  const [, arm] = read(
    smallArmature({
      bone: [{ name: 'a' }, { name: 'b', parent: 'a', transform: { x: 3, y: 4, skX: 50, skY: 20 } }],
    }),
    { scale: 2 },
  ).bones
  expect(arm).toMatchObject({ x: 6, y: -8 })
  expect(arm.rotation).toBeCloseTo((-20 * Math.PI) / 180, 12)
  expect(arm.shearY).toBeCloseTo((-30 * Math.PI) / 180, 12)
})

test('bones are in the order in which they are posed, targets before what reaches for them', () => {
  const { bones, constraints } = read(richArmature())
  expect(bones.map(({ name }) => name)).toEqual(['root', 'goal', 'arm', 'hand', 'free', 'still'])
  expect(constraints).toMatchObject([
    { type: 'aim', name: 'reach', bones: [2, 3], target: 1, weight: 0.5, bend: -1 },
    { type: 'aim', name: 'look', bones: [4], target: 1, weight: 1, bend: 1 },
  ])
  expect(bones[4].inherit).toEqual({ translation: true, rotation: true, scale: false, reflection: false })
  expect(bones[5].inherit).toEqual({ translation: false, rotation: false, scale: true, reflection: true })
  expect(bones[3].inherit).toBe('normal')
})

test('an armature is picked by its name, else by the file', () => {
  const [one] = smallArmature().armature as Json[]
  const file = {
    ...smallArmature(),
    armature: [one, { ...one, name: 'two', bone: [{ name: 'x' }], slot: [], skin: [] }],
  }
  expect(read(file).bones).toHaveLength(2)
  expect(read(file, { armature: 'two' }).bones).toHaveLength(1)
  expect(read({ ...file, stage: 'two' }).bones).toHaveLength(1)
  expect(() => read(file, { armature: 'three' })).toThrow(expect.objectContaining({ code: 'bad-option' }))
})

test('displays are known by their numbers; those behind the end mean the last one', () => {
  const { skins, slots } = read(richArmature())
  const keys = skins.map(({ entries }) =>
    entries.map(({ slot, key, attachment }) => `${slot}.${key} ${attachment.name}`),
  )
  expect(keys).toEqual([
    ['0.0 box', '0.1 sheet', '1.0 box', '1.1 skinned', '2.0 r', '2.1 p'],
    ['1.0 box', '1.1 mine'],
  ])
  expect(slots.map(({ attachment }) => attachment)).toEqual(['0', '1', '0'])
  expect(slots[1].blend).toBe('additive')
  expect(slots[0].color).toEqual([1, 1, 1, 0.5])
})

test('a mesh has its transform in its points, a weighted one is bound to its bones', () => {
  const display = (mesh: object) =>
    read(smallArmature({ skin: [{ slot: [{ name: 'slot', display: [mesh] }] }] })).skins[0].entries[0]
      .attachment
  const plain = display(MESH)
  // Turned by 90° clockwise, then moved.
  expect(plain.type === 'mesh' && [...plain.vertices]).toEqual(
    [1, -2, 1, -12, -9, -12, -9, -2].map((v) => expect.closeTo(v, 5)),
  )
  const weighted = display(WEIGHTED)
  if (weighted.type !== 'mesh') throw new Error('no mesh')
  expect([...(weighted.bones ?? [])]).toEqual([1, 0, 2, 0, 1, 1, 1, 1, 0])
  expect([...weighted.vertices]).toEqual([3, -4, 1, 13, -4, 0.25, 8, 3, 0.75, 8, -7, 1, 3, -14, 1])
})

describe('keys', () => {
  test('begin at whole frames, a frame apart at least, and not behind the end', () => {
    const [{ times }] = armKeys({
      translateFrame: [{ duration: 0, x: 1 }, { duration: 2.5 }, { duration: 9 }, { x: 2 }],
    })
    expect([...times]).toEqual([0, 0.1, 0.4])
  })

  test('rotations go the short way, or as many turns as they say', () => {
    const values = (first: Json) => {
      const [timeline] = armKeys({
        rotateFrame: [
          { duration: 5, rotate: 170, ...first },
          { duration: 5, rotate: -170 },
        ],
      })
      return 'values' in timeline
        ? [...timeline.values].map((value) => Math.round((-value * 180) / Math.PI))
        : []
    }
    expect(values({})).toEqual([170, 190])
    expect(values({ clockwise: 1 })).toEqual([170, 190])
    expect(values({ clockwise: 2 })).toEqual([170, 550])
    expect(values({ clockwise: -1 })).toEqual([170, -170])
  })

  test('a looping animation goes back to its first key, another one stays', () => {
    const entry = {
      translateFrame: [
        { duration: 4, x: 1, tweenEasing: 0 },
        { duration: 6, x: 3, tweenEasing: 0 },
      ],
    }
    const [loops] = armKeys(entry, 10, 0)
    const [once] = armKeys(entry)
    expect([...loops.times]).toEqual([0, 0.4, 1])
    expect('values' in loops && [...loops.values]).toEqual([1, 0, 3, 0, 1, 0])
    expect([...once.times]).toEqual([0, 0.4])
  })

  test('a timeline that is ahead begins before its animation does', () => {
    const entry = {
      translateFrame: [
        { duration: 4, x: 1 },
        { duration: 6, x: 3 },
      ],
    }
    const [timeline] = armKeys({ ...entry, offset: 0.25 }, 10, 0)
    expect([...timeline.times].map((time) => Math.round(time * 100) / 100)).toEqual([-0.25, 0.15, 0.75, 1.15])
    expect(() => armKeys({ ...entry, scale: 2 }, 10, 0)).toThrow(
      expect.objectContaining({ code: 'unsupported-feature' }),
    )
    const [slow] = armKeys({ ...entry, scale: 2 })
    expect([...slow.times]).toEqual([0, 0.8])
  })

  test.each([
    [0.5, (p: number) => p + (1 - (1 - p) ** 2 - p) * 0.5],
    [-1, (p: number) => p * p],
    [2, (p: number) => (1 - Math.cos(Math.PI * p)) / 2],
  ])('an easing of %d is followed within 1e-5', (tweenEasing, exact) => {
    const [timeline] = armKeys({
      translateFrame: [
        { duration: 5, tweenEasing },
        { duration: 5, x: 1 },
      ],
    })
    if (!('values' in timeline)) throw new Error('no curve')
    expect(timeline.curves[0]).toBe(CURVE.sampled)
    const samples = [0, 0, ...(timeline.samples?.[0] ?? []), 1, 1]
    for (let p = 0; p <= 1; p += 1 / 997) {
      let i = 2
      while (samples[i] < p) i += 2
      const [x0, y0, x1, y1] = samples.slice(i - 2, i + 2)
      expect(Math.abs(y0 + ((y1 - y0) * (p - x0)) / (x1 - x0) - exact(p))).toBeLessThan(1e-5)
    }
  })

  test('a curve has a sample a frame, and one', () => {
    const [timeline] = armKeys({
      translateFrame: [
        { duration: 3, curve: [0.25, 0, 0.75, 1] },
        { duration: 7, x: 1 },
      ],
    })
    const samples = 'samples' in timeline ? timeline.samples?.[0] : null
    expect(samples).toHaveLength(8)
    // A curve that is even: where the middle is, and the ends are as far from it.
    expect((samples?.[1] ?? 0) + (samples?.[7] ?? 0)).toBeCloseTo(1, 3)
    expect(samples?.[1]).toBeLessThan(0.2)
  })
})

test('a binary file says the same as one in JSON', () => {
  const binary = read(richDbbin())
  const json = read(binaryTwin())
  const rounded = (model: SkeletonModel) =>
    JSON.parse(
      JSON.stringify(model, (_, value) =>
        ArrayBuffer.isView(value)
          ? [...(value as Float32Array)]
          : typeof value === 'number'
            ? Math.fround(value)
            : value,
      ),
    )
  const near = (value: unknown): unknown => {
    if (typeof value === 'number') return Math.round(value * 1e5) / 1e5 + 0
    if (Array.isArray(value)) return value.map(near)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, near(item)]))
    return value
  }
  // Timelines of a bone may stand in any order.
  for (const { animations } of [binary, json])
    for (const { timelines } of animations) timelines.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  expect(near(rounded(binary))).toEqual(near(rounded(json)))
})

test('all that is read is finite', () => {
  expect(notFinite(read(richArmature()))).toEqual([])
})

test('an atlas: turned and trimmed regions, in the words of other formats', () => {
  const { pages, regions } = dragonBones.readAtlas(JSON.stringify({ ...smallAtlas(), scale: 0.5 }), {
    source: 'small_tex.json',
  })
  expect(pages).toMatchObject([{ name: 'small.png', width: 64, height: 64, scale: 0.5 }])
  expect(regions[0]).toMatchObject({ name: 'box', x: 2, y: 4, width: 16, height: 8, rotate: 270 })
  expect(regions[0]).toMatchObject({ offsetX: 3, offsetY: 2, originalWidth: 24, originalHeight: 12 })
  expect(regions[1]).toMatchObject({
    width: 10,
    height: 5,
    rotate: 0,
    originalWidth: 10,
    originalHeight: 5,
    offsetY: 0,
  })
})
