/** Surfaces and paths as they are read, from words and from arrays. */
import { expect, test } from 'vitest'
import type { SkeletonData } from '../../../src/base/model/reader'
import { dragonBones } from '../../../src/formats/dragonbones'
import { flatLattice, go, PATH, smallArmature, writeDbbin } from '../../fixtures/rigs/dragonbones'
import type { Json } from '../../fixtures/rigs/rich-rig'

const read = (data: SkeletonData, scale = 1) =>
  dragonBones.readSkeleton(data, { source: 'x', scale, warn: () => {} })

const SHEET = { name: 'sheet', type: 'surface', parent: 'arm', segmentX: 1, segmentY: 2 }
const LATTICE = flatLattice(1, 2).map((value, i) => value / 2 + i)
/** Per point one bone, but two of the first. */
const WEIGHTS = [2, 1, 0.25, 0, 0.75, ...Array.from({ length: 8 }, () => [1, 0, 1]).flat()]
const LOCAL = [7, 8, ...PATH.vertices]

const file = (sheet: Json, way: Json, woven: Json): Json =>
  smallArmature({
    bone: [
      { name: 'root' },
      { name: 'arm', parent: 'root' },
      { ...SHEET, ...sheet },
      { name: 'pin', parent: 'sheet' },
      {
        name: 'sub',
        parent: 'sheet',
        type: 'surface',
        segmentX: 1,
        segmentY: 1,
        vertices: flatLattice(1, 1),
      },
    ],
    slot: [{ name: 'slot', parent: 'arm' }],
    skin: [
      {
        slot: [
          {
            name: 'slot',
            display: [
              { ...PATH, ...way },
              { ...PATH, name: 'woven', ...woven },
            ],
          },
        ],
      },
    ],
    path: [
      { name: 'along', target: 'slot', targetDisplay: 'woven', bones: ['root', 'pin'], rotateOffset: 90 },
    ],
  })
const inWords = file({ vertices: LATTICE }, {}, { weights: WEIGHTS, vertices: LOCAL })

test('a surface knows its lattice and the bones on it; it has no place of its own', () => {
  const { bones, constraints } = read(inWords, 2)
  const [sheet, sub] = constraints.filter(({ type }) => type === 'surface')
  expect(sheet).toMatchObject({ name: 'sheet', bone: 2, children: [3], columns: 1, rows: 2, half: 400 })
  expect(sub).toMatchObject({ name: 'sub', bone: 4, children: [] })
  const { vertices } = sheet.type === 'surface' ? sheet : { vertices: [] }
  expect([...vertices]).toEqual(LATTICE.map((value, i) => (i & 1 ? -2 : 2) * value))
  expect(bones[2]).toMatchObject({ parent: 1, x: 0, y: 0, rotation: 0, scaleX: 1, scaleY: 1 })
})

test('a constraint follows the path that it names, by the bones that are there', () => {
  const { constraints, skins } = read(inWords, 2)
  const path = constraints.find(({ type }) => type === 'guide')
  expect(path).toMatchObject({
    ...{ name: 'along', slot: 0, bones: [0, 3], positionMode: 'percent', spacingMode: 'length' },
    ...{ rotateMode: 'tangent', offsetRotation: -Math.PI / 2, position: 0, mixRotate: 1, mixX: 1, mixY: 1 },
  })
  const woven = skins[0].entries[1].attachment
  expect(path?.type === 'guide' && path.path).toBe(woven)
  expect(woven).toMatchObject({ type: 'path', name: 'woven', count: 9, closed: false })
  expect(woven.type === 'path' && [...woven.lengths]).toEqual([220, 440, 0])
  expect(woven.type === 'path' && [...(woven.bones ?? [])].slice(0, 5)).toEqual([2, 1, 0, 1, 0])
  expect(woven.type === 'path' && [...woven.vertices].slice(0, 6).map((v) => v + 0)).toEqual([
    14, -16, 0.25, -40, 0, 0.75,
  ])
})

test('surfaces and constraints come in the order of the bones that they begin with', () => {
  const ik = [{ name: 'reach', bone: 'pin', target: 'root' }]
  const armature = { ...(inWords.armature as Json[])[0], ik }
  const { constraints } = read({ ...inWords, armature: [armature] })
  expect(constraints.map(({ name }) => name)).toEqual(['along', 'sheet', 'reach', 'sub'])
})

test('a binary file has the same lattices and paths', () => {
  const triples = [7, 8, ...PATH.vertices]
  const influences = Array.from({ length: 10 }, (_, i) => [
    [0.25, 0.75][i] ?? 1,
    triples[2 * i],
    triples[2 * i + 1],
  ]).flat()
  const lattice = 0
  const way = 4
  const woven = 8
  const weights = 12
  const floats = [...LATTICE, ...PATH.vertices, ...influences]
  const wayFloats = LATTICE.length
  const influenceFloats = wayFloats + PATH.vertices.length
  const ints = [
    ...[6, 0, 0, -1],
    ...[9, 0, wayFloats, -1],
    ...[9, 0, wayFloats, weights],
    ...[2, influenceFloats, 0, 1, 2, 1, 0, ...Array.from({ length: 8 }, () => [1, 0]).flat()],
  ]
  const bare = (offset: number) => ({ offset, vertices: null })
  const bytes = writeDbbin(file(bare(lattice), bare(way), bare(woven)), { ints, floats })
  expect(read(bytes)).toEqual(read(inWords))
})

test('keys say where vertices go from where they are', () => {
  const frame = [{ duration: 5, tweenEasing: 0, offset: 3, value: [1, 2, 3] }, { duration: 5 }]
  const keyed = {
    ...(inWords.armature as Json[])[0],
    ...go(
      {
        timeline: [
          { type: 50, name: 'sheet', frame },
          { type: 50, name: 'arm', frame },
        ],
      },
      10,
      0,
    ),
  }
  const { animations, constraints } = read({ ...inWords, armature: [keyed] }, 2)
  const [timeline, ...others] = animations[0].timelines
  expect(others).toEqual([])
  expect(animations[0].playback?.bones).toEqual([2])
  expect(timeline).toMatchObject({ type: 'surface', channels: 12 })
  if (timeline.type !== 'surface') return
  expect(constraints[timeline.constraint].name).toBe('sheet')
  expect([...timeline.times]).toEqual([0, 0.5])
  expect([...timeline.values].slice(0, 12)).toEqual([0, 0, 0, -2, 4, -6, 0, 0, 0, 0, 0, 0])
  expect([...timeline.values].slice(12)).toEqual(Array(12).fill(0))
})

test('a binary file keys surfaces by records: some numbers stay, others are of each key', () => {
  const keyed = (timeline: Json, more: Json = {}) => ({
    ...inWords,
    armature: [{ ...(inWords.armature as Json[])[0], ...go({ timeline: [timeline], ...more }, 10, 0) }],
  })
  // Positions, tweens. Of 12 numbers the first is 7 and the last is 9 in both keys, two are 1, 2, then 3, 4.
  const frames = [0, 1, 5, 0]
  const words = [100, 0, 2, 0, 0, 0, 2]
  const record = [0, 12, 2, 1, 4]
  const fixed = [7, 0, 0, 0, 0, 0, 0, 0, 0, 9]
  const write = (own: number[]) =>
    writeDbbin(keyed({ type: 50, name: 'sheet', offset: 0 }, { offset: [0, 0, 0] }), {
      ...{ frames, timelines: words, frameInts: own, frameFloats: [1, 2, 3, 4, ...fixed] },
    })
  const frame = [
    { duration: 5, tweenEasing: 0, value: [7, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 9] },
    { duration: 5, value: [7, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 9] },
  ]
  expect(read(write(record)).animations).toEqual(read(keyed({ type: 50, name: 'sheet', frame })).animations)
  const broken: [code: string, record: number[]][] = [
    ['bad-count', [0, 14, 4, 1, 0]],
    ['bad-count', [0, 12, 13, 0, 0]],
    ['truncated', [0, 12, 2, 1, 100]],
    ['truncated', [0, 12]],
  ]
  for (const [code, own] of broken) expect(() => read(write(own))).toThrow(expect.objectContaining({ code }))
})
