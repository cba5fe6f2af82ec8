/** Binary skeletons that the tests write themselves, from models of the JSON reader. */
import { describe, expect, test } from 'vitest'
import { loadRig } from '../../../src/api'
import type { TimelineModel } from '../../../src/base/model/animation'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { spineBinary } from '../../../src/formats/spine-binary'
import { spineJson } from '../../../src/formats/spine-json'
import { playableJson } from '../../fixtures/play'
import { RICH_DIALECTS, type RichDialect, richAtlas, richRig } from '../../fixtures/rigs/rich-rig'
import { newBytes } from '../../fixtures/rigs/skel-bytes'
import { writeSkel } from '../../fixtures/rigs/write-skel'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'
import { modelDifferences } from './model-differences'

/** Single precision, where numbers were divided before they were stored; keyed colours are bytes. */
const WRITTEN = { value: 1e-6, degrees: 1e-5, time: 1e-6, color: 0.5 / 255 }

function richModel(dialect: RichDialect, scale = 1): SkeletonModel {
  return spineJson.readSkeleton(richRig(dialect), { source: 'rich.json', scale, warn: noWarnings })
}

function readRich(bytes: Uint8Array, scale = 1): SkeletonModel {
  return spineBinary.readSkeleton(bytes, { source: 'art/rich.skel', scale, warn: noWarnings })
}

describe.each(RICH_DIALECTS)('a rig of %s with everything in it', (dialect) => {
  const written = richModel(dialect)
  const bytes = writeSkel(written, dialect, true)
  const lean = writeSkel(written, dialect, false)

  test.each([1, 0.5, -4])('is read as from JSON, at scale %d', (scale) => {
    const found = modelDifferences(richModel(dialect, scale), readRich(bytes, scale), WRITTEN)
    // The rig's hash is no hash.
    expect(found.filter((line) => !line.startsWith('.hash:'))).toEqual([])
  })

  test('is the same without fields for editors only', () => {
    const found = modelDifferences(written, readRich(lean), WRITTEN)
    const shown = found.filter((line) => !/^\.hash:|\.edges: .* is not null$/.test(line))
    expect(shown).toEqual([
      '.fps: 24 is not 30',
      '.images: "./images/" is not null',
      '.audio: "./audio/" is not null',
    ])
  })

  test('shares nothing with the bytes, which are not altered', () => {
    const before = bytes.slice()
    const model = readRich(bytes)
    expect(bytes).toEqual(before)
    bytes.fill(0)
    expect(model.bones).toEqual(readRich(before).bones)
    bytes.set(before)
  })

  test('plays, under any name, beside the reader of JSON', async () => {
    const playable = playableJson(dialect)
    const model = spineJson.readSkeleton(playable, { source: 'hero.json', warn: noWarnings })
    const readers = [spineJson, spineBinary]
    const options = { readers, images: false, warn: noWarnings }
    const files = new Map<string, Uint8Array>([
      ['mem:/hero.json', writeSkel(model, dialect)],
      ['mem:/hero.skel', new TextEncoder().encode(JSON.stringify(playable))],
      ['mem:/hero.atlas', new TextEncoder().encode(richAtlas())],
    ])
    const fetch = async (url: string) => new Response(files.get(url)?.slice().buffer as ArrayBuffer)
    for (const url of ['mem:/hero.json', 'mem:/hero.skel']) {
      const rig = await loadRig(url, 'mem:/hero.atlas', { ...options, fetch })
      expect(rig.name).toBe('hero')
      expect(rig.animations.map(({ name }) => name)).toEqual(model.animations.map(({ name }) => name))
    }
  })
})

test('a file is loaded as it is, and names the rig', async () => {
  const model = spineJson.readSkeleton(playableJson('4.2'), { source: 'hero.json', warn: noWarnings })
  const file = new File([writeSkel(model, '4.2').slice().buffer as ArrayBuffer], 'hero-pro.skel')
  const options = { readers: [spineJson, spineBinary], images: false, warn: noWarnings }
  const rig = await loadRig(file, new File([richAtlas()], 'hero.atlas'), options)
  expect(rig.name).toBe('hero-pro')
  expect(rig.pages[0].atlas).toBe('hero.atlas')
  const cut = new File([await file.slice(0, 500).arrayBuffer()], 'cut.skel')
  await expect(loadRig(cut, null, options)).rejects.toMatchObject({ code: 'truncated', source: 'cut.skel' })
  const small = loadRig(file, null, { ...options, limits: { skeleton: 500 } })
  await expect(small).rejects.toMatchObject({ code: 'too-large', source: 'hero-pro.skel' })
})

describe('text', () => {
  const named = (write: (bytes: ReturnType<typeof newBytes>) => void) => {
    const bytes = newBytes()
    bytes.u8(0, 0, 0, 0, 0, 0, 0, 0)
    bytes.text('4.2.43')
    bytes.floats(0, 0, 0, 0, 100)
    bytes.u8(0, 0, 1)
    write(bytes)
    bytes.floats(0, 0, 0, 1, 1, 0, 0, 0)
    bytes.u8(...new Array(11).fill(0))
    return Uint8Array.from(bytes.list)
  }
  const encoded = (...units: number[]) => named((bytes) => bytes.u8(units.length + 1, ...units))

  test.each(['root', '', '__proto__', 'für', '骨', '👾', 'ab\u0000c', 'x'.repeat(10_000), 'ü'.repeat(5000)])(
    'of a name equals the written one (%#)',
    (name) => {
      expect(readRich(named((bytes) => bytes.text(name))).bones[0].name).toBe(name)
    },
  )

  test('may have the halves of a character apart', () => {
    expect(readRich(encoded(0xed, 0xa0, 0xbd, 0xed, 0xb1, 0xbe)).bones[0].name).toBe('👾')
  })

  test.each([
    ['a byte that none begins with', [0x80]],
    ['a lead byte without its continuation', [0x61, 0xc3]],
    ['a lead with something else behind it', [0xe9, 0x61, 0x61]],
    ['a character beyond the last', [0xf4, 0xbf, 0xbf, 0xbf]],
    ['a lead that there is not', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ])('that is malformed is refused: %s', (_, units) => {
    expect(() => readRich(encoded(...units))).toThrow(
      expect.objectContaining({ code: 'wrong-type', path: 'bones[0].name' }),
    )
  })
})

/** One bone that turns, as the official readers load it. */
const VECTORS: readonly [version: string, digits: string][] = [
  [
    '3.6.53',
    [
      '026807332e362e35330000000000000000000105726f6f740000000000000000000000003f800000',
      '3f800000000000000000000000000000000000000000000001026100010001000200000000000000',
      '00023e800000000000003f4000003f8000003f80000042b40000000000000000',
    ].join(''),
  ],
  [
    '3.7.94',
    [
      '026807332e372e39340000000000000000000105726f6f740000000000000000000000003f800000',
      '3f800000000000000000000000000000000000000000000001026100010001000200000000000000',
      '00023e800000000000003f4000003f8000003f80000042b40000000000000000',
    ].join(''),
  ],
  [
    '3.8.99',
    [
      '026807332e382e39390000000000000000000000000000000000000105726f6f7400000000000000',
      '00000000003f8000003f800000000000000000000000000000000000000000000000010261000100',
      '0100020000000000000000023e800000000000003f4000003f8000003f80000042b4000000000000',
      '0000',
    ].join(''),
  ],
  [
    '4.0.64',
    [
      '000000000000000007342e302e36340000000000000000000000000000000000000105726f6f7400',
      '00000000000000000000003f8000003f800000000000000000000000000000000000000000000000',
      '010261010001000100020100000000000000003f80000042b40000023e800000000000003f400000',
      '42b40000000000000000',
    ].join(''),
  ],
  [
    '4.1.24',
    [
      '000000000000000007342e312e32340000000000000000000000000000000000000105726f6f7400',
      '00000000000000000000003f8000003f800000000000000000000000000000000000000000000000',
      '010261010001000100020100000000000000003f80000042b40000023e800000000000003f400000',
      '42b40000000000000000',
    ].join(''),
  ],
  [
    '4.2.43',
    [
      '000000000000000007342e322e34330000000000000000000000000000000042c800000000010572',
      '6f6f740000000000000000000000003f8000003f8000000000000000000000000000000000000000',
      '0000000000010261010001000100020100000000000000003f80000042b40000023e800000000000',
      '003f40000042b4000000000000000000',
    ].join(''),
  ],
  [
    '4.3.13',
    [
      '000000000000000007342e332e31330000000000000000000000000000000042c800000000010572',
      '6f6f740000000000000000000000003f8000003f8000000000000000000000000000000000000000',
      '0000010261010001000100020100000000000000003f80000042b40000023e800000000000003f40',
      '000042b40000000000000000000000',
    ].join(''),
  ],
]

describe('the smallest files', () => {
  test.each(VECTORS)('of %s turns by a curve', (version, digits) => {
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    expect(spineBinary.detect(bytes)).toBe(true)
    const model = readRich(bytes)
    const hash = version < '4' ? 'h' : null
    expect(model).toMatchObject({ name: 'rich', version, referenceScale: 100, hash })
    expect(model.bones).toMatchObject([{ name: 'root', scaleX: 1, scaleY: 1 }])
    const quarter = expect.closeTo(Math.PI / 2, 5)
    const [timeline] = model.animations[0].timelines
    expect(model.animations[0]).toMatchObject({ name: 'a', duration: 1 })
    expect(timeline).toMatchObject({ type: 'bone', property: 'rotate', times: new Float64Array([0, 1]) })
    if (timeline.type !== 'bone') throw new Error('no bone turns')
    expect([...timeline.values]).toEqual([0, quarter])
    expect([...(timeline.handles ?? [])].slice(0, 4)).toEqual([0.25, 0, 0.75, quarter])
  })
})

test.each(RICH_DIALECTS)(
  'a property that a file of %s keys twice acts twice, in the order of the file, with a warning',
  (dialect) => {
    const model = richModel(dialect)
    const walk = model.animations.find(({ name }) => name === 'walk')
    if (!walk) throw new Error('the rig does not walk')
    const subjects = [
      'bone',
      'color',
      'attachment',
      'ik',
      'transform',
      'map',
      'path',
      'deform',
      'sequence',
      'physics',
    ]
    const again = walk.timelines.filter(({ type }) => subjects.includes(type))
    const later = again.map((timeline) => ({ ...timeline, times: timeline.times.map((time) => time + 1) }))
    walk.timelines.push(...later)
    const { warn, list } = collectWarnings()
    const read = spineBinary.readSkeleton(writeSkel(model, dialect), { source: 'twice.skel', warn })
    const found = read.animations.find(({ name }) => name === 'walk')?.timelines ?? []
    for (const type of new Set(again.map((one) => one.type))) {
      const of = (timelines: readonly TimelineModel[]) => timelines.filter((one) => one.type === type)
      expect(of(found), type).toHaveLength(2 * of(again).length)
    }
    const starts = (timelines: readonly TimelineModel[], bone: number, property: string) =>
      timelines.flatMap((one) =>
        one.type === 'bone' && one.bone === bone && one.property === property ? [one.times[0]] : [],
      )
    for (const one of again)
      if (one.type === 'bone')
        expect(starts(found, one.bone, one.property)).toEqual([one.times[0], Math.fround(one.times[0] + 1)])
    expect(new Set(list.map(({ code }) => code))).toEqual(new Set(['keyed-twice']))
    expect(list[0].path).toMatch(/^animations\.walk\./)
  },
)
