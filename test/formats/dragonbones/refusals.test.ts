/** Errors in a file, and features that cannot be played yet, are refused by their place. */
import { describe, expect, test } from 'vitest'
import { OsteonError, type Warning } from '../../../src/base/errors'
import { dragonBones } from '../../../src/formats/dragonbones'
import {
  flatLattice,
  go,
  MESH,
  PATH,
  richDbbin,
  smallArmature,
  WEIGHTED,
  writeDbbin,
} from '../../fixtures/rigs/dragonbones'
import type { Json } from '../../fixtures/rigs/rich-rig'

const read = (data: object | string) => dragonBones.readSkeleton(data, { source: 'x', warn: () => {} })
const display = (one: object) => smallArmature({ skin: [{ slot: [{ name: 'slot', display: [one] }] }] })
const arm = (entry: Json, playTimes = 1) =>
  smallArmature(go({ bone: [{ name: 'arm', ...entry }] }, 10, playTimes))
const first = 'armature[0]'
const shown = `${first}.skin[0].slot[0].display[0]`

/** An armature with a surface, one cell wide and two high. */
const surface = (more: Json = {}, own: Json = {}) =>
  smallArmature({
    bone: [
      { name: 'root' },
      { name: 'arm', parent: 'root' },
      {
        ...{ name: 'sheet', type: 'surface', parent: 'arm', segmentX: 1, segmentY: 2 },
        vertices: flatLattice(1, 2),
        ...own,
      },
      { name: 'pin', parent: 'sheet' },
    ],
    ...more,
  })
const shownOn = (parent: string, display: object) =>
  surface({ slot: [{ name: 'slot', parent }], skin: [{ slot: [{ name: 'slot', display: [display] }] }] })
const bending = (frame: object) => surface(go({ timeline: [{ type: 50, name: 'sheet', frame: [frame] }] }))
const woven = { ...PATH, name: 'woven', weights: Array.from({ length: 9 }, () => [1, 3, 1]).flat() }
const guided = (own: Json) =>
  surface({
    slot: [
      { name: 'way', parent: 'arm' },
      { name: 'woven', parent: 'arm' },
    ],
    skin: [
      {
        slot: [
          { name: 'way', display: [PATH] },
          { name: 'woven', display: [woven] },
        ],
      },
    ],
    path: [{ name: 'along', target: 'way', bones: ['root'], ...own }],
  })

type Row = [what: string, data: object | string, code: string, path: string]

const BROKEN: Row[] = [
  ['no JSON', '{"armature":[', 'not-json', 'line 1 column 14'],
  ['a list', [], 'not-a-skeleton', ''],
  ['no armatures', { version: '5.5', armature: [] }, 'not-a-skeleton', 'armature'],
  ['a version to come', smallArmature({}, { version: '6.0' }), 'unsupported-version', 'version'],
  ['no version', smallArmature({}, { version: undefined }), 'unsupported-version', 'version'],
  ['a word for a number', smallArmature({ frameRate: 'fast' }), 'wrong-type', `${first}.frameRate`],
  ['a negative frame rate', smallArmature({ frameRate: -1 }), 'out-of-range', `${first}.frameRate`],
  [
    'an infinite number',
    arm({ translateFrame: [{ x: 1 / 0 }] }),
    'not-finite',
    `${first}.animation[0].bone[0].translateFrame[0].x`,
  ],
  [
    'a bone twice',
    smallArmature({ bone: [{ name: 'a' }, { name: 'a' }] }),
    'duplicate-name',
    `${first}.bone[1].name`,
  ],
  [
    'an unknown parent',
    smallArmature({ bone: [{ name: 'a', parent: 'b' }] }),
    'unknown-parent',
    `${first}.bone[0].parent`,
  ],
  [
    'parents in a circle',
    smallArmature({
      bone: [
        { name: 'a', parent: 'b' },
        { name: 'b', parent: 'a' },
      ],
    }),
    'cycle',
    `${first}.bone[0]`,
  ],
  ['a bone that is no object', smallArmature({ bone: [3] }), 'wrong-type', `${first}.bone[0]`],
  [
    'a slot twice',
    smallArmature({
      slot: [
        { name: 's', parent: 'arm' },
        { name: 's', parent: 'arm' },
      ],
    }),
    'duplicate-name',
    `${first}.slot[1].name`,
  ],
  ['an armature that shows itself', display({ type: 'armature', name: 'small' }), 'cycle', shown],
  ['half a point', display({ ...MESH, vertices: [1, 2, 3] }), 'bad-vertices', `${shown}.vertices`],
  [
    'a triangle of no point',
    display({ ...MESH, triangles: [0, 1, 9] }),
    'bad-triangles',
    `${shown}.triangles`,
  ],
  [
    'weights that end too soon',
    display({ ...WEIGHTED, weights: [2, 0, 1] }),
    'bad-vertices',
    `${shown}.weights`,
  ],
  [
    'too many weights',
    display({ ...WEIGHTED, weights: [...WEIGHTED.weights, 1] }),
    'bad-vertices',
    `${shown}.weights`,
  ],
  ['half a matrix', display({ ...WEIGHTED, bonePose: [0, 1, 0] }), 'bad-vertices', `${shown}.bonePose`],
  ['a share of nothing', display({ ...MESH, share: 'x' }), 'unknown-attachment', `${shown}.share`],
  [
    'half a curve',
    arm({ translateFrame: [{ curve: [0, 1], duration: 5 }, {}] }),
    'bad-curve',
    `${first}.animation[0].bone[0].translateFrame[0].curve`,
  ],
  ['a surface without cells', surface({}, { segmentX: 0 }), 'out-of-range', `${first}.bone[2].segmentX`],
  ['a surface of no cells up', surface({}, { segmentY: -3 }), 'out-of-range', `${first}.bone[2].segmentY`],
  [
    'a surface of too many vertices',
    surface({}, { segmentX: 60_000, segmentY: 60_000 }),
    'too-large',
    `${first}.bone[2]`,
  ],
  [
    'a surface with half a vertex',
    surface({}, { vertices: flatLattice(1, 2).slice(1) }),
    'bad-vertices',
    `${first}.bone[2].vertices`,
  ],
  [
    'a surface without vertices',
    surface({}, { vertices: null }),
    'bad-vertices',
    `${first}.bone[2].vertices`,
  ],
  [
    'keys of more vertices than a surface has',
    bending({ offset: 11, value: [1, 2] }),
    'bad-vertices',
    `${first}.animation[0].timeline[0].frame[0].value`,
  ],
  [
    'keys of vertices before the first',
    bending({ offset: -1, value: [1, 2] }),
    'bad-vertices',
    `${first}.animation[0].timeline[0].frame[0].value`,
  ],
  ['half a point of a path', display({ ...PATH, vertices: [1, 2, 3] }), 'bad-vertices', `${shown}.vertices`],
  [
    'a path of one anchor',
    display({ ...PATH, vertices: [0, 0, 1, 1, 2, 2] }),
    'bad-vertices',
    `${shown}.vertices`,
  ],
  [
    'a path of half an anchor',
    display({ ...PATH, vertices: PATH.vertices.slice(2) }),
    'bad-vertices',
    `${shown}.vertices`,
  ],
  ['a path without lengths', display({ ...PATH, lengths: [110] }), 'bad-count', `${shown}.lengths`],
  [
    'weights of a path that end too soon',
    display({ ...PATH, weights: [1, 0, 1, 2, 0] }),
    'bad-vertices',
    `${shown}.weights`,
  ],
  [
    'points of a path without weights',
    display({ ...PATH, weights: [1, 0, 1] }),
    'bad-vertices',
    `${shown}.vertices`,
  ],
  [
    'a scale of 0',
    arm({ scale: 0, translateFrame: [] }),
    'out-of-range',
    `${first}.animation[0].bone[0].scale`,
  ],
  [
    'an offset of many loops',
    arm({ offset: 1e6, translateFrame: [] }),
    'out-of-range',
    `${first}.animation[0].bone[0].offset`,
  ],
  [
    'a scale of next to nothing in an old file',
    smallArmature(
      go({ timeline: [{ name: 'arm', scale: 1e-300, frame: [{ duration: 5 }, { duration: 5 }] }] }),
      { version: '2.3' },
    ),
    'out-of-range',
    `${first}.animation[0].timeline[0].scale`,
  ],
]

const UNSUPPORTED: Row[] = [
  [
    'timelines of very many lengths',
    smallArmature(
      go({
        timeline: Array.from({ length: 65 }, (_, i) => ({
          ...{ type: 11, name: 'arm', scale: 2 + i / 100 },
          frame: [{ duration: 5 }, { duration: 5, x: 1 }],
        })),
      }),
    ),
    'unsupported-feature',
    `${first}.animation[0].timeline[64].scale`,
  ],
  [
    'a surface that IK turns',
    surface({ ik: [{ bone: 'sheet', target: 'arm' }] }),
    'unsupported-feature',
    `${first}.ik[0].bone`,
  ],
  [
    'a surface that is led along a path',
    guided({ bones: ['sheet'] }),
    'unsupported-feature',
    `${first}.path[0].bones`,
  ],
  [
    'a path on a surface that is bent later',
    guided({ target: 'woven', bones: ['root'] }),
    'unsupported-feature',
    `${first}.path[0].target`,
  ],
  [
    'a bounding box on a surface',
    shownOn('sheet', { type: 'boundingBox', width: 3, height: 4 }),
    'unsupported-feature',
    `${shown}.type`,
  ],
  ['a path on a surface', shownOn('sheet', PATH), 'unsupported-feature', `${shown}.type`],
  [
    'a generic timeline',
    smallArmature(go({ timeline: [{ type: 99 }] })),
    'unsupported-feature',
    `${first}.animation[0].timeline[0].type`,
  ],
]

describe.each([
  ['broken', BROKEN],
  ['not played yet', UNSUPPORTED],
])('%s', (_, rows) => {
  test.each(rows)('%s', (_, data, code, path) => {
    let error: unknown
    try {
      read(data)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(OsteonError)
    expect(error).toMatchObject({ code, path, source: 'x' })
  })
})

test('a binary file that ends too soon is refused wherever it is cut, but for the blanks of its header', () => {
  const bytes = richDbbin()
  for (let length = 4; length < bytes.length; length += 7)
    expect(() => read(bytes.subarray(0, length)), String(length)).toThrow(OsteonError)
  expect(() => read(writeDbbin(smallArmature(), {}))).not.toThrow()
})

test('atlases that are none', () => {
  const atlas = (data: string) => () => dragonBones.readAtlas(data, { source: 'x' })
  expect(atlas('{}')).toThrow(expect.objectContaining({ code: 'bad-atlas' }))
  expect(atlas('page.png\nsize: 1,1')).toThrow(expect.objectContaining({ code: 'not-json' }))
  expect(atlas('{"SubTexture":[{"width":{}}]}')).toThrow(expect.objectContaining({ code: 'wrong-type' }))
  expect(atlas('{"scale":0,"SubTexture":[]}')).toThrow(expect.objectContaining({ code: 'out-of-range' }))
})

test.each(['5.5', '3.0'])(
  'of two animations of one name the second is left out with a warning (%s)',
  (version) => {
    const animation = [7, 8].map((duration) => ({ name: 'go', duration }))
    const codes: [code: string, path: string][] = []
    const warn = ({ code, path }: Warning) => codes.push([code, path])
    const model = dragonBones.readSkeleton(smallArmature({ animation }, { version }), { source: 'x', warn })
    expect(model.animations.map(({ name, duration }) => [name, duration])).toEqual([['go', Math.fround(0.7)]])
    expect(codes).toContainEqual(['ignored-key', `${first}.animation[1].name`])
  },
)
