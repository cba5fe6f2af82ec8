/** Skeleton files of DragonBones, JSON and binary, and their atlases. */
import { describe, expect, test } from 'vitest'
import { CURVE, type TimelineModel } from '../../../src/base/model/animation'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { dragonBones } from '../../../src/formats/dragonbones'
import { notFinite } from '../../fixtures/finite'
import {
  binaryTwin,
  go,
  lateArmature,
  MESH,
  oldArmature,
  richArmature,
  richDbbin,
  smallArmature,
  smallAtlas,
  WEIGHTED,
} from '../../fixtures/rigs/dragonbones'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { collectWarnings } from '../../fixtures/warnings'

function read(data: object | Uint8Array, options: { scale?: number; armature?: string } = {}): SkeletonModel {
  return dragonBones.readSkeleton(data, { source: 'small_ske.json', warn: () => {}, ...options })
}

/** The timelines of the bone `arm` with this entry: of the last loop if the file plays it once, else of a loop. */
function armKeys(entry: Json, frames = 10, playTimes = 1): TimelineModel[] {
  const { animations } = read(smallArmature(go({ bone: [{ name: 'arm', ...entry }] }, frames, playTimes)))
  return animations[playTimes === 1 ? 0 : animations.length - 1].timelines
}

const nameOf = (timeline: TimelineModel) => timeline.type + ('property' in timeline ? timeline.property : '')

test('a file is told by its content', () => {
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

test('bones are in the order in which they are posed, targets before the bones that reach for them', () => {
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

test('displays are known by their numbers; numbers past the end mean the last one', () => {
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

  test('a timeline that is slower, or ahead, has a clock of its own', () => {
    const translateFrame = [
      { duration: 4, x: 1 },
      { duration: 6, x: 3 },
    ]
    const clockOf = (entry: object) => {
      const bone = [{ name: 'arm', translateFrame, ...entry }]
      const [{ playback, timelines }] = read(smallArmature(go({ bone }, 10, 0))).animations.slice(-1)
      return playback?.clocks?.[('clock' in timelines[0] ? (timelines[0].clock ?? 0) : 0) - 1] ?? null
    }
    const keys = armKeys({ translateFrame, offset: 0.25, scale: 2 }, 10, 0)
    expect([...keys[0].times]).toEqual([0, 0.4])
    expect(clockOf({})).toBe(null)
    expect(clockOf({ offset: 0.25 })).toEqual({ stretch: 1, ahead: 0.25 })
    expect(clockOf({ offset: -0.25, scale: 1.01 })).toEqual({ stretch: 1.01, ahead: 0.75 })
    expect(clockOf({ offset: 1.5 })).toEqual({ stretch: 1, ahead: 1.5 })
    // A timeline without movement has none.
    expect(clockOf({ offset: 0.25, translateFrame: [{ x: 1 }] })).toBe(null)
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

test('generic timelines of a binary file equal lists of their own', () => {
  const sorted = ({ animations }: SkeletonModel) =>
    animations.map(({ timelines, ...rest }) => ({
      ...rest,
      timelines: [...timelines].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    }))
  expect(richDbbin(true)).not.toEqual(richDbbin())
  expect(sorted(read(richDbbin(true)))).toEqual(sorted(read(richDbbin())))
})

describe('a mesh that has its points from another', () => {
  const frame = [{ duration: 5, tweenEasing: 0, offset: 2, vertices: [1, 2] }, { duration: 5 }]
  const turned = { x: 1, y: 2, skX: 0, skY: 0 }
  const shared = (more: Json, keyed: string) =>
    read(
      smallArmature({
        slot: [
          { name: 'slot', parent: 'arm' },
          { name: 'back', parent: 'root' },
        ],
        skin: [
          {
            slot: [
              {
                name: 'slot',
                display: [{ name: 'other', type: 'mesh', share: 'sheet', transform: turned, ...more }, MESH],
              },
              { name: 'back', display: [{ name: 'other', type: 'mesh', share: 'sheet', ...more }] },
            ],
          },
        ],
        ...go({ ffd: [{ slot: 'slot', name: keyed, frame }] }),
      }),
    )
  const deltasOf = ({ animations }: SkeletonModel) =>
    animations[0].timelines.flatMap((one) =>
      one.type === 'deform' ? [[one.slot, one.key, one.offsets[0], [...one.deltas[0]].map(Math.round)]] : [],
    )

  test('has its keys as well, by its own transform, in any slot', () => {
    expect(deltasOf(shared({}, 'sheet'))).toEqual([
      [0, '1', 2, [-2, -1]],
      [0, '0', 2, [1, -2]],
      [1, '0', 2, [1, -2]],
    ])
    expect(deltasOf(shared({}, 'other'))).toEqual([])
  })

  test('has its own keys if it says so', () => {
    expect(deltasOf(shared({ inheritDeform: false }, 'sheet'))).toEqual([[0, '1', 2, [-2, -1]]])
    expect(deltasOf(shared({ inheritDeform: false }, 'other'))).toEqual([[0, '0', 2, [1, -2]]])
  })
})

test('an empty place of a skin is nothing, where the default skin has a display', () => {
  const box = { name: 'box' }
  const { skins } = read(
    smallArmature({
      slot: [
        { name: 'slot', parent: 'arm' },
        { name: 'back', parent: 'root' },
      ],
      skin: [
        {
          slot: [
            { name: 'slot', display: [box, box] },
            { name: 'back', display: [null, box] },
          ],
        },
        { name: 'bare', slot: [{ name: 'slot', display: [null, box, null] }] },
        { name: 'none', slot: [{ name: 'slot', display: [] }] },
      ],
    }),
  )
  const typesOf = (skin: number) =>
    skins[skin].entries.map(({ slot, key, attachment }) => [slot, key, attachment.type])
  expect(typesOf(0)).toEqual([
    [0, '0', 'region'],
    [0, '1', 'region'],
    [0, '2', 'region'],
    [1, '1', 'region'],
  ])
  expect(typesOf(1)).toEqual([
    [0, '0', 'point'],
    [0, '1', 'region'],
    [0, '2', 'point'],
  ])
  expect(typesOf(2)).toEqual([
    [0, '0', 'point'],
    [0, '1', 'point'],
    [0, '2', 'point'],
  ])
})

test.each([richArmature, lateArmature, oldArmature])('all that is read is finite', (make) => {
  const model = read(make())
  expect(notFinite(model)).toEqual([])
  expect(model.animations[0].timelines.length).toBeGreaterThan(3)
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

describe('colours', () => {
  const color = (color: Json, keys: Json[] = []) =>
    read(
      smallArmature({
        slot: [{ name: 'slot', parent: 'arm', color }],
        ...go({ slot: [{ name: 'slot', colorFrame: keys }] }),
      }),
    )
  test('within 0 and 1 need no offset', () => {
    const { slots, animations } = color({ rM: 50 }, [{ value: { aM: 0 } }])
    expect(slots[0].offset).toBe(undefined)
    expect(animations[0].timelines).toMatchObject([{ property: 'rgba', channels: 4 }])
  })
  test('beyond 1, and additions, have one in all keys of the slot', () => {
    expect(color({ aO: -51, rO: 255 }).slots[0]).toMatchObject({
      color: [1, 1, 1, 1],
      offset: [1, 0, 0, -0.2],
    })
    expect(color({ gM: 250 }).slots[0]).toMatchObject({ color: [1, 2.5, 1, 1], offset: [0, 0, 0, 0] })
    const { slots, animations } = color({}, [{ value: { bO: -255 } }])
    expect(slots[0].offset).toEqual([0, 0, 0, 0])
    const [timeline] = animations[0].timelines
    expect(timeline).toMatchObject({ property: 'offset', channels: 8 })
    expect('values' in timeline && [...timeline.values]).toEqual([1, 1, 1, 1, 0, 0, -1, 0])
    expect(() => color({ rO: 1e6 })).toThrow(expect.objectContaining({ code: 'out-of-range' }))
  })
  test('modes: erasing is drawn; modes that WebGL lacks are warned of and drawn as normal', () => {
    const warnings: string[] = []
    const mode = (blendMode: string) =>
      dragonBones.readSkeleton(smallArmature({ slot: [{ name: 's', parent: 'arm', blendMode }] }), {
        source: 'x',
        warn: ({ message }) => warnings.push(message),
      }).slots[0].blend
    expect(['ERASE', 'screen', 'multiply', 'add', 'odd'].map(mode)).toEqual([
      'erase',
      'screen',
      'multiply',
      'additive',
      'normal',
    ])
    expect(warnings).toEqual([])
    expect(mode('subtract')).toBe('normal')
    expect(warnings).toHaveLength(1)
  })
})

test('boxes: an ellipse says so, and its points lie on it', () => {
  const box = read(
    smallArmature({
      skin: [
        {
          slot: [
            {
              name: 'slot',
              display: [
                { type: 'boundingBox', subType: 'ellipse', width: 8, height: 4, transform: { x: 3 } },
              ],
            },
          ],
        },
      ],
    }),
  ).skins[0].entries[0].attachment
  if (box.type !== 'boundingbox') throw new Error('no box')
  expect(box.shape).toEqual({ type: 'ellipse', width: 8, height: 4 })
  for (let i = 0; i < box.vertices.length; i += 2)
    expect(((box.vertices[i] - 3) / 4) ** 2 + (box.vertices[i + 1] / 2) ** 2).toBeCloseTo(1, 5)
})

test('slots of a higher zIndex come later, in keys of the draw order, too', () => {
  const slots = [
    { name: 'a', parent: 'arm', zIndex: 1 },
    { name: 'b', parent: 'arm' },
    { name: 'c', parent: 'arm' },
  ]
  const model = read(
    smallArmature({
      slot: slots,
      skin: [],
      ...go({ zOrder: { frame: [{ zOrder: [1, 1] }, { zOrder: [0, 2] }] } }),
    }),
  )
  expect(model.slots.map(({ name }) => name)).toEqual(['b', 'c', 'a'])
  const [timeline] = model.animations[0].timelines
  const orders = timeline.type === 'drawOrder' ? timeline.orders : []
  const names = orders.map((order) => [...(order ?? [])].map((slot) => model.slots[slot].name).join(''))
  expect(names).toEqual(['cba', 'bca'])
})

// As the official core sorts them, run on these very keys; where it hangs, the keys are sorted first.
test.each<[what: string, keys: number[][], orders: string[]]>([
  ['two slots to one place', [[1, 1, 2, 0]], ['bacd']],
  ['two slots to the last place', [[2, 1, 3, 0]], ['acbd']],
  ['a slot that is not there', [[5, 0]], ['bacd']],
  ['to a place behind all', [[1, 5]], ['bacd']],
  ['to a place before all', [[1, -3]], ['bacd']],
  ['two that are not there', [[0, 3, 5, -5]], ['dbca']],
  ['a slot that is not there, to a place that is', [[5, -2], []], ['cadb', 'abcd']],
  [
    'a slot that stays where the last key had it',
    [
      [0, 3],
      [1, 5],
    ],
    ['bcda', 'bacd'],
  ],
  ['far numbers', [[2_000_000_000, -3]], ['abcd']],
  ['slots in any sequence', [[3, -3, 0, 1]], ['dabc']],
  ['a slot twice', [[0, 2, 0, 1, 1, -1]], ['bcad']],
  ['a slot before all', [[-1, 1, 0, 1]], ['bacd']],
])(
  'of a bad draw order slots come as they do in the official core, with a warning: %s',
  (_, keys, expected) => {
    const slot = ['a', 'b', 'c', 'd'].map((name) => ({ name, parent: 'arm' }))
    const frame = keys.map((zOrder) => ({ duration: 2, zOrder }))
    const { warn, list } = collectWarnings()
    const data = smallArmature({ slot, skin: [], ...go({ zOrder: { frame } }, 2 * keys.length) })
    const model = dragonBones.readSkeleton(data, { source: 'small_ske.json', warn })
    const [timeline] = model.animations[0].timelines
    const orders = timeline.type === 'drawOrder' ? timeline.orders : []
    const names = orders.map((order) => [...(order ?? [0, 1, 2, 3])].map((index) => 'abcd'[index]).join(''))
    expect(names.slice(0, keys.length)).toEqual(expected)
    expect(new Set(list.map(({ code }) => code))).toEqual(new Set(['draw-order']))
    expect(list[0].path).toMatch(/^armature\[0\]\.animation\[0\]\.zOrder\.frame\[[01]\]\.zOrder$/)
  },
)

test('numbers behind the last whole triangle are left out, with a warning', () => {
  for (const more of [[0], [0, 9]]) {
    const { warn, list } = collectWarnings()
    const mesh = { ...MESH, triangles: [...MESH.triangles, ...more] }
    const data = smallArmature({ skin: [{ slot: [{ name: 'slot', display: [mesh] }] }] })
    const model = dragonBones.readSkeleton(data, { source: 'small_ske.json', warn })
    const [{ attachment }] = model.skins[0].entries
    expect(attachment.type === 'mesh' && [...attachment.triangles]).toEqual(MESH.triangles)
    expect(list).toMatchObject([
      { code: 'ignored-key', path: 'armature[0].skin[0].slot[0].display[0].triangles' },
    ])
  }
})

/** A binary file with another header, and the same arrays. */
function withHeader(bytes: Uint8Array, change: (header: Json) => void): Uint8Array {
  const length = new DataView(bytes.buffer).getUint32(8, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + length)))
  change(header)
  const text = new TextEncoder().encode(JSON.stringify(header))
  const made = Uint8Array.of(...bytes.subarray(0, 12), ...text, ...bytes.subarray(12 + length))
  new DataView(made.buffer).setUint32(8, text.length, true)
  return made
}

test('a binary file whose array of colours has no length has its colours among the other whole numbers', () => {
  const bytes = withHeader(richDbbin(), (header) => {
    const offset = header.offset as number[]
    offset.push(offset[10] + offset[11], 0)
  })
  expect(read(bytes)).toEqual(read(richDbbin()))
})

test('a draw order of a binary file that has not each slot once is read with a warning', () => {
  const bytes = richDbbin()
  const length = new DataView(bytes.buffer).getUint32(8, true)
  const { offset } = JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + length)))
  const frames = new DataView(bytes.buffer, 12 + length + offset[8])
  expect([frames.getInt16(2 * 21, true), frames.getInt16(2 * 22, true)]).toEqual([1, 0])
  const rows: [places: number[], order: number[], warned: number][] = [
    [[1, 0], [1, 0], 0],
    [[1, 1], [0, 1], 1],
    [[0, 0], [1, 0], 1],
    [[7, 0], [1, 0], 1],
    [[-1, 1], [0, 1], 1],
  ]
  for (const [places, expected, warned] of rows) {
    places.forEach((slot, place) => {
      frames.setInt16(2 * (21 + place), slot, true)
    })
    const { warn, list } = collectWarnings()
    const model = dragonBones.readSkeleton(bytes, { source: 'small_ske.dbbin', warn })
    const timeline = model.animations[0].timelines.find(({ type }) => type === 'drawOrder')
    expect(timeline?.type === 'drawOrder' && [...(timeline.orders[0] ?? [])]).toEqual(expected)
    expect(list.map(({ code }) => code)).toEqual(new Array(warned).fill('draw-order'))
  }
})

test('alpha goes down the bones to the slots, and into their keys', () => {
  const model = read(
    smallArmature({
      bone: [
        { name: 'root', alpha: 0.5 },
        { name: 'arm', parent: 'root', alpha: 0.5 },
      ],
      slot: [{ name: 'slot', parent: 'arm', alpha: 0.8, color: { aM: 50 } }],
      ...go({ slot: [{ name: 'slot', colorFrame: [{ value: { rM: 30 } }] }] }),
    }),
  )
  expect(model.slots[0].color[3]).toBeCloseTo(0.1, 9)
  const [timeline] = model.animations[0].timelines
  expect('values' in timeline && [...timeline.values]).toEqual([0.3, 1, 1, expect.closeTo(0.2, 9)])
})

test('generic timelines of bones, slots, meshes and IK equal lists of their own', () => {
  const tween = { duration: 5, tweenEasing: 0 }
  const own = {
    bone: [
      {
        name: 'arm',
        translateFrame: [{ ...tween, x: 3 }, { y: 1 }],
        rotateFrame: [{ ...tween, rotate: 10, skew: 5 }, { rotate: 30 }],
        scaleFrame: [{ ...tween, x: 2 }, {}],
      },
    ],
    slot: [{ name: 'slot', displayFrame: [{ value: 0 }, { value: 1 }], colorFrame: [{ value: { rM: 50 } }] }],
    ik: [{ name: 'look', frame: [{ ...tween, weight: 0.5, bendPositive: false }, {}] }],
    ffd: [{ slot: 'slot', name: 'slot', frame: [{ ...tween, offset: 2, vertices: [1, 2] }, {}] }],
  }
  const generic = [
    { type: 11, name: 'arm', frame: [{ ...tween, x: 3 }, { y: 1 }] },
    { type: 12, name: 'arm', frame: [{ ...tween, x: 10, y: 5 }, { x: 30 }] },
    { type: 13, name: 'arm', frame: [{ ...tween, x: 2 }, {}] },
    { type: 20, name: 'slot', frame: [{ value: 0 }, { value: 1 }] },
    { type: 21, name: 'slot', frame: [{ value: { rM: 50 } }] },
    { type: 30, name: 'look', frame: [{ ...tween, x: 0, y: 0.5 }, {}] },
    { type: 22, name: 'slot', frame: [{ ...tween, offset: 2, value: [1, 2] }, {}] },
  ]
  const timelines = (parts: Json) => {
    const model = read(
      smallArmature({
        skin: [{ slot: [{ name: 'slot', display: [{ ...MESH, name: 'slot' }, { name: 'box' }] }] }],
        ik: [{ name: 'look', bone: 'arm', target: 'root' }],
        ...go(parts),
      }),
    )
    const sorted = [...model.animations[0].timelines].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    // Angles that were joined are the same but for a last bit.
    return JSON.parse(
      JSON.stringify(sorted, (_, value) =>
        typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value,
      ),
    )
  }
  expect(timelines({ timeline: generic })).toEqual(timelines(own))
  expect(timelines(own)).toHaveLength(8)
})
