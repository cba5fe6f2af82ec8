/** Animations in Spine JSON: names, curves, timelines. */
import { describe, expect, test } from 'vitest'
import { CURVE } from '../../../src/base/model/animation'
import { readSpineJson } from '../../../src/formats/spine/json'
import { RICH_DIALECTS, richRig } from '../../fixtures/rigs/rich-rig'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'
import { rad, readRich, readSmall, readSmall38, timelinesOf } from './read-rich'

const arm = (timelines: object) => ({ animations: { walk: { bones: { arm: timelines } } } })

function close(actual: ArrayLike<number> | null | undefined, expected: number[]): void {
  const numbers = Array.from(actual ?? [])
  expect(numbers).toHaveLength(expected.length)
  for (let i = 0; i < expected.length; i++) expect(numbers[i]).toBeCloseTo(expected[i], 10)
}

describe('animations', () => {
  test('the same names are found again, __proto__, empty and digits included', () => {
    const model = readRich('4.2')
    const names = model.animations.map(({ name }) => name)
    expect([...names].sort()).toEqual(['2', '__proto__', 'empty', 'walk'])
    const [translate] = timelinesOf(model, 'bone', '__proto__')
    expect(model.bones[translate.bone].name).toBe('__proto__')
    expect(timelinesOf(model, 'bone', '2').map(({ bone }) => model.bones[bone].name)).toEqual(['7', ''])
  })

  test.each(RICH_DIALECTS)(
    '%s: groups are in application order, in any order of groups in the file',
    (dialect) => {
      const rig = richRig(dialect)
      const walk = (rig.animations as Record<string, Record<string, unknown>>).walk
      ;(rig.animations as Record<string, unknown>).walk = Object.fromEntries(Object.entries(walk).reverse())
      const model = readSpineJson(rig, { source: 'r', warn: noWarnings })
      const kinds =
        model.animations.find(({ name }) => name === 'walk')?.timelines.map(({ type }) => type) ?? []
      const rank = (type: string) =>
        [
          ['attachment', 'color'],
          ['bone', 'inherit'],
          ['ik'],
          ['transform', 'map'],
          ['path'],
          ['physics', 'physicsReset'],
          ['slider'],
          ['deform', 'sequence'],
          ['drawOrder'],
          ['drawOrderFolder'],
          ['event'],
        ].findIndex((group) => group.includes(type))
      const ranks = kinds.map(rank)
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
      expect(new Set(ranks).size).toBe(dialect === '4.3' ? 11 : dialect === '4.2' ? 9 : 8)
    },
  )

  test('the duration is the greatest last key time, rounded to 32 bits', () => {
    const { animations } = readSmall(arm({ rotate: [{}, { time: 0.1 }], scale: [{ time: 0.7 }] }))
    expect(animations[0].duration).toBe(Math.fround(0.7))
    expect(animations[0].duration).not.toBe(0.7)
    expect(readRich('4.0').animations.find(({ name }) => name === 'empty')?.duration).toBe(0)
  })

  test('a timeline without keys is absent', () => {
    const none = { rotate: [], scale: null, shear: undefined }
    expect(readSmall(arm(none)).animations[0].timelines).toEqual([])
  })

  test('equal key times are legal and times stay as read', () => {
    const [rotate] = timelinesOf(
      readSmall(arm({ rotate: [{ time: 0.1 }, { time: 0.1 }, { time: 0.2 }] })),
      'bone',
    )
    expect([...rotate.times]).toEqual([0.1, 0.1, 0.2])
  })
})

describe('curves', () => {
  test('4.x control points are absolute and scaled like their values', () => {
    const keys = [
      { x: 4, y: 8, curve: [0.5, 4, 1, 2, 0.25, 8, 1.5, 16] },
      { time: 2, curve: 'stepped' },
    ]
    const [translate] = timelinesOf(readSmall(arm({ translate: keys }), 0.5), 'bone')
    expect(translate).toMatchObject({ property: 'translate', channels: 2 })
    expect([...translate.values]).toEqual([2, 4, 0, 0])
    expect([...translate.curves].slice(0, 1)).toEqual([CURVE.bezier])
    expect([...(translate.handles ?? [])].slice(0, 8)).toEqual([0.5, 2, 1, 1, 0.25, 4, 1.5, 8])
  })

  test('the same motion written in 3.8 and in 4.x gives the same model', () => {
    const old = readSmall38(
      arm({
        rotate: [
          { angle: 0, curve: 0.25, c3: 0.75 },
          { time: 2, angle: 10 },
        ],
      }),
    )
    const now = readSmall(arm({ rotate: [{ curve: [0.5, 0, 1.5, 10] }, { time: 2, value: 10 }] }))
    const [before] = timelinesOf(old, 'bone')
    const [after] = timelinesOf(now, 'bone')
    close(before.values, [...after.values])
    close(before.handles?.slice(0, 4), [...(after.handles ?? []).slice(0, 4)])
    expect(before.curves).toEqual(after.curves)
  })

  test('3.8 curves have defaults, and a curve of 0 is a Bézier', () => {
    const [scale] = timelinesOf(readSmall38(arm({ scale: [{ x: 2, curve: 0 }, { time: 2 }] })), 'bone')
    expect(scale.curves[0]).toBe(CURVE.bezier)
    close(scale.handles?.slice(0, 8), [0, 2, 2, 1, 0, 1, 2, 1])
  })

  test('3.8 rotation keeps the file’s values but bends along the shorter way', () => {
    const keys = [
      { angle: 170, curve: 0.5, c2: 0.25, c3: 0.5, c4: 0.75 },
      { time: 1, angle: -170 },
    ]
    const [rotate] = timelinesOf(readSmall38(arm({ rotate: keys })), 'bone')
    close(rotate.values, [rad(170), rad(-170)])
    close(rotate.handles?.slice(0, 4), [0.5, rad(175), 0.5, rad(185)])
  })

  test.each([
    [0, 180, -90],
    [0, -180, -90],
    [0, 179, 89.5],
    [0, 540, -90],
    [10, 370, 10],
  ])('3.8 rotation from %d° to %d° has its middle at %d°', (from, to, middle) => {
    const keys = [
      { angle: from, curve: 0.5, c2: 0.5, c4: 0.5 },
      { time: 1, angle: to },
    ]
    const [rotate] = timelinesOf(readSmall38(arm({ rotate: keys })), 'bone')
    expect(rotate.handles?.[1]).toBeCloseTo(rad(middle), 9)
  })

  test('4.x rotation is not wrapped', () => {
    const [rotate] = timelinesOf(readSmall(arm({ rotate: [{}, { time: 1, value: 720 }] })), 'bone')
    close(rotate.values, [0, rad(720)])
    expect(rotate.handles).toBeNull()
  })

  test('stepped and linear are words, and the last key’s curve is always ignored', () => {
    const keys = [{ curve: 'stepped' }, { time: 1, curve: 'linear' }, { time: 2, curve: { no: 1 } }]
    const [rotate] = timelinesOf(readSmall(arm({ rotate: keys })), 'bone')
    expect([...rotate.curves]).toEqual([CURVE.stepped, CURVE.linear, CURVE.linear])
  })

  test('a curve with too many numbers is warned about', () => {
    const { warn, codes } = collectWarnings()
    const rig = { skeleton: { spine: '4.0' }, bones: [{ name: 'arm' }] }
    const rotate = [{ curve: [0, 0, 1, 1, 2] }, { time: 1 }]
    readSpineJson({ ...rig, ...arm({ rotate }) }, { source: 's', warn })
    expect(codes()).toEqual(['curve-length'])
  })
})

describe('bone timelines', () => {
  test('keys have the defaults of their timelines', () => {
    const rows = timelinesOf(readSmall(arm(all([{}]))), 'bone').map((one) => [one.property, ...one.values])
    expect(rows).toEqual([
      ...[
        ['rotate', 0],
        ['translate', 0, 0],
        ['translateX', 0],
        ['translateY', 0],
      ],
      ...[
        ['scale', 1, 1],
        ['scaleX', 1],
        ['scaleY', 1],
        ['shear', 0, 0],
        ['shearX', 0],
        ['shearY', 0],
      ],
    ])
  })

  test('angles become radians, lengths are scaled, factors stay', () => {
    const rows = timelinesOf(readSmall(arm(all([{ x: 6, y: 6, value: 6 }])), 0.5), 'bone')
    const values = Object.fromEntries(rows.map((one) => [one.property, one.values[0]]))
    expect(values).toEqual({
      ...{ rotate: rad(6), shear: rad(6), shearX: rad(6), shearY: rad(6) },
      ...{ translate: 3, translateX: 3, translateY: 3, scale: 6, scaleX: 6, scaleY: 6 },
    })
  })

  test('inherit keys step', () => {
    const [inherit] = timelinesOf(readRich('4.2'), 'inherit')
    expect(inherit).toMatchObject({ bone: 4, modes: ['noScale', 'normal'] })
    expect([...inherit.times]).toEqual([0, 0.5])
  })

  function all(keys: object[]) {
    return Object.fromEntries(
      [
        ...['rotate', 'translate', 'translatex', 'translatey', 'scale', 'scalex', 'scaley'],
        ...['shear', 'shearx', 'sheary'],
      ].map((name) => [name, keys]),
    )
  }
})

describe('slot timelines', () => {
  test('attachment keys may be null or missing', () => {
    const [attachment] = timelinesOf(readRich('4.1'), 'attachment')
    expect(attachment).toMatchObject({ slot: 3, names: ['smile', null, null] })
  })

  test('old and new colour timelines have the same channels', () => {
    const old = timelinesOf(readRich('3.8'), 'color')
    const now = timelinesOf(readRich('4.2'), 'color')
    expect(old.map(({ property, channels }) => [property, channels])).toEqual([
      ['rgba', 4],
      ['rgba2', 7],
    ])
    expect(now.map(({ property, channels }) => [property, channels])).toEqual([
      ['rgba', 4],
      ['rgb', 3],
      ['alpha', 1],
      ['rgba2', 7],
      ['rgb2', 6],
    ])
    close(old[0].values, [1, 0, 0, 128 / 255, 0, 1, 0, 1])
    expect(old[1].values).toEqual(now[3].values)
    close(now[1].values, [16 / 255, 32 / 255, 48 / 255])
    close(now[2].values, [0.25, 0])
    close(now[4].values, [1, 1, 1, 17 / 255, 34 / 255, 51 / 255])
  })
})

describe('constraint timelines', () => {
  test('ik: mix and softness interpolate, the flags step', () => {
    const model = readRich('4.2', 0.5)
    const [ik] = timelinesOf(model, 'ik')
    expect(model.constraints[ik.constraint].name).toBe('reach')
    close(ik.values, [0.5, 1, 1, 2, 0, 0])
    expect([...ik.bend]).toEqual([-1, 1, 1])
    expect([...ik.compress]).toEqual([0, 1, 0])
    expect([...ik.stretch]).toEqual([0, 1, 0])
    close(ik.handles?.slice(0, 8), [0.125, 0.5625, 0.375, 1, 0.125, 1.125, 0.375, 2])
  })

  test('transform: 3.8’s four mixes are widened to six', () => {
    const [old] = timelinesOf(readRich('3.8'), 'transform')
    close(old.values, [0, 0.5, 0.5, 1, 1, 0, 1, 1, 1, 1, 1, 1])
    expect(old.handles).toHaveLength(48)
    const [now] = timelinesOf(readRich('4.0'), 'transform')
    close(now.values, [...old.values])
  })

  test('transform: each key has its own mixShearY', () => {
    const transform = [{ name: 't', bones: ['arm'], target: 'root' }]
    const keys = [{ mixShearY: 0.25 }, { time: 1, mixShearY: 0.75 }]
    const model = readSmall({ transform, animations: { walk: { transform: { t: keys } } } })
    const [timeline] = timelinesOf(model, 'transform')
    expect([timeline.values[5], timeline.values[11]]).toEqual([0.25, 0.75])
  })

  test('path: position is scaled where its mode is fixed', () => {
    for (const dialect of RICH_DIALECTS) {
      const [position, spacing, mix] = timelinesOf(readRich(dialect, 0.5), 'path')
      close(position.values, [2.5, 10])
      close(spacing.values, [0.5])
      close(mix.values, [0.25, 0.5, dialect === '3.8' ? 0.5 : 0.75, 1, 1, 1])
    }
  })

  test('the group of 3.7, paths, is accepted', () => {
    const path = [{ name: 'p', bones: ['arm'], target: 'slot' }]
    const model = readSmall({ path, animations: { walk: { paths: { p: { position: [{ value: 2 }] } } } } })
    expect(timelinesOf(model, 'path')).toHaveLength(1)
  })

  test('physics: the empty name means all constraints', () => {
    const model = readRich('4.2')
    const rows = timelinesOf(model, 'physics').map((one) => [one.property, one.constraint, ...one.values])
    expect(rows).toEqual([
      ['strength', 5, 90, 10],
      ['wind', -1, 1],
      ['mix', -1, 0.5],
    ])
    expect(timelinesOf(model, 'physicsReset').map(({ constraint, times }) => [constraint, ...times])).toEqual(
      [
        [5, 0.25],
        [-1, 0],
      ],
    )
  })

  test('timelines that no constraint or attachment has are skipped with a warning', () => {
    const { warn, list } = collectWarnings()
    const rig = richRig('4.2')
    const walk = (rig.animations as Record<string, Record<string, Record<string, Record<string, unknown>>>>)
      .walk
    walk.path.follow.speed = [{}]
    walk.physics[''].bounce = [{}]
    ;(walk.attachments.default.tail as Record<string, Record<string, unknown>>).tail.twist = [{}]
    ;(walk as Record<string, unknown>).drawOrderFolder = [{}]
    readSpineJson(rig, { source: 'r', warn })
    expect(list.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'ignored-timeline animations.walk.path.follow.speed',
      'ignored-timeline animations.walk.physics[""].bounce',
      'ignored-timeline animations.walk.attachments.default.tail.tail.twist',
      'ignored-key animations.walk.drawOrderFolder',
    ])
  })
})

describe('attachment timelines', () => {
  test.each(RICH_DIALECTS)('%s: deform keys are trimmed offsets from setup', (dialect) => {
    const model = readRich(dialect, 0.5)
    const [tail, face] = timelinesOf(model, 'deform')
    expect(tail).toMatchObject({ skin: 0, slot: 1, key: 'tail', channels: 1, size: 12 })
    expect([...tail.offsets]).toEqual([2, 0, 0])
    expect(tail.deltas.map((numbers) => [...numbers])).toEqual([[0.5, 1, 1.5], [], [0, 0.5]])
    expect(tail.values).toHaveLength(0)
    expect(face.size).toBe(8)
    close(tail.handles?.slice(0, 4), [0.125, 0.125, 0.375, 1])
    expect([...tail.curves].slice(0, 2)).toEqual([CURVE.bezier, CURVE.linear])
  })

  test('a linked mesh may have deform keys of its own', () => {
    const rig = richRig('4.2')
    const deform = { horned: { tail: { bare: { deform: [{ vertices: [1] }] } } } }
    ;(rig.animations as Record<string, unknown>).walk = { attachments: deform }
    const [timeline] = timelinesOf(readSpineJson(rig, { source: 'r', warn: noWarnings }), 'deform')
    expect(timeline).toMatchObject({ skin: 1, key: 'bare', size: 12 })
  })

  test('sequence keys inherit the delay of the key before', () => {
    const [sequence] = timelinesOf(readRich('4.1'), 'sequence')
    expect(sequence).toMatchObject({ skin: 0, slot: 3, key: 'face' })
    expect([...sequence.modes]).toEqual([2, 6])
    expect([...sequence.indices]).toEqual([0, 2])
    expect([...sequence.delays]).toEqual([0.1, 0.1])
  })
})

describe('draw order and events', () => {
  const four = ['a', 'b', 'c', 'd'].map((name) => ({ name, bone: 'root' }))
  const order = (offsets: object[], key = 'drawOrder') =>
    timelinesOf(readSmall({ slots: four, animations: { walk: { [key]: [{ offsets }] } } }), 'drawOrder')[0]
      .orders[0]

  test('offsets move slots and the others keep their sequence', () => {
    const up = [{ slot: 'a', offset: 3 }]
    expect(order(up)).toEqual(new Uint16Array([1, 2, 3, 0]))
    expect(order(up, 'draworder')).toEqual(new Uint16Array([1, 2, 3, 0]))
    expect(
      order([
        { slot: 'd', offset: -2 },
        { slot: 'a', offset: 0 },
      ]),
    ).toEqual(new Uint16Array([0, 3, 1, 2]))
  })

  test('no offsets mean the setup order', () => {
    expect(order([])).toBeNull()
    const [timeline] = timelinesOf(readRich('4.2'), 'drawOrder')
    expect(timeline.orders).toEqual([new Uint16Array([0, 2, 3, 1, 4, 5, 6, 7, 8]), null])
  })

  test('events take missing fields from the definition', () => {
    const [events] = timelinesOf(readRich('4.0'), 'event')
    expect(events.keys).toEqual([
      { event: 0, int: 3, float: 0.5, string: 'left', volume: 1, balance: 0 },
      { event: 1, int: 0, float: 0, string: '', volume: 0.5, balance: -0.25 },
      { event: 0, int: 4, float: 1.5, string: 'right', volume: 1, balance: 0 },
    ])
    expect([...events.times]).toEqual([0, 0.5, 0.5])
  })
})
