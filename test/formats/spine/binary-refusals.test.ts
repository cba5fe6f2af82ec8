/** Damaged and hostile binary skeletons: each is refused with its place, or is a sound model. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, OsteonError } from '../../../src/base/errors'
import type { TimelineModel } from '../../../src/base/model/animation'
import type { AttachmentModel, MeshModel } from '../../../src/base/model/attachment'
import type { ConstraintModel } from '../../../src/base/model/constraint'
import type { SkeletonModel, SkinModel } from '../../../src/base/model/skeleton'
import { spineBinary } from '../../../src/formats/spine-binary'
import { spineJson } from '../../../src/formats/spine-json'
import { runs, sampleOf } from '../../deep'
import { notFinite } from '../../fixtures/finite'
import { RICH_DIALECTS, type RichDialect, richRig } from '../../fixtures/rigs/rich-rig'
import { newBytes } from '../../fixtures/rigs/skel-bytes'
import { writeSkel } from '../../fixtures/rigs/write-skel'

function richModel(dialect: RichDialect): SkeletonModel {
  return spineJson.readSkeleton(richRig(dialect), { source: 'rich.json', warn: () => {} })
}

function read(bytes: Uint8Array): SkeletonModel {
  return spineBinary.readSkeleton(bytes, { source: 'rich.skel', warn: () => {} })
}

/** The refusal; null where there is none and the model is sound. Anything else is thrown. */
function refusal(bytes: Uint8Array): OsteonError | null {
  try {
    expect(notFinite(read(bytes))).toEqual([])
    return null
  } catch (error) {
    if (error instanceof OsteonError) return error
    throw error
  }
}

const rich = RICH_DIALECTS.map((dialect) => ({
  dialect,
  bytes: writeSkel(richModel(dialect), dialect, true),
}))

describe.each(rich)('a file of $dialect', ({ bytes }) => {
  test('that ends too early is refused wherever it ends', () => {
    for (const length of sampleOf([...bytes.keys()])) {
      const error = refusal(bytes.subarray(0, length))
      // Before the version is complete the format is not known.
      expect(error?.code, `${length} bytes`).toBe(
        length < 48 && error?.path === '' ? 'not-a-skeleton' : 'truncated',
      )
      if (error?.code === 'truncated') expect(error.message).toMatch(/\(byte \d+\)/)
    }
  })

  test('that goes on is refused', () => {
    const error = refusal(Uint8Array.from([...bytes, 0]))
    expect(error).toMatchObject({ code: 'trailing-data', path: '' })
    expect(error?.message).toContain(`(byte ${bytes.length})`)
  })

  test.each([
    ['2^31 - 1', [0xff, 0xff, 0xff, 0xff, 0x07]],
    ['-2^31', [0x80, 0x80, 0x80, 0x80, 0x08]],
    ['-1', [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('with %s anywhere, as a count, an index or anything else, is refused or sound', (_, number) => {
    let refused = 0
    const places = sampleOf([...bytes.keys()].slice(0, -number.length))
    for (const at of places) {
      const damaged = bytes.slice()
      damaged.set(number, at)
      const error = refusal(damaged)
      if (error) refused++
    }
    expect(refused / places.length).toBeGreaterThan(0.4)
  })

  test('with any damage is refused or sound', () => {
    const place = fc.nat(bytes.length - 1)
    const damage = fc.oneof(
      fc.record({ at: place, remove: fc.constant(1), insert: fc.uint8Array({ minLength: 1, maxLength: 1 }) }),
      fc.record({ at: place, remove: fc.nat(8), insert: fc.uint8Array({ maxLength: 8 }) }),
    )
    let sound = 0
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (all) => {
        const list = [...bytes]
        for (const { at, remove, insert } of all) list.splice(at, remove, ...insert)
        if (refusal(Uint8Array.from(list)) === null) sound++
      }),
      { numRuns: runs(500) },
    )
    expect(sound).toBeGreaterThan(10)
  })
})

describe('a file of another kind', () => {
  test.each([
    ['nothing', ''],
    ['JSON', JSON.stringify(richRig('4.2'))],
    ['text', 'Once upon a time there was a skeleton, version 4.2.'],
  ])('%s', (_, text) => {
    const bytes = new TextEncoder().encode(text)
    expect(spineBinary.detect(bytes)).toBe(false)
    expect(refusal(bytes)).toMatchObject({ code: 'not-a-skeleton', path: '' })
  })

  test('text and objects are not detected, and refused', () => {
    for (const data of ['text', {}]) {
      expect(spineBinary.detect(data)).toBe(false)
      const attempt = () => spineBinary.readSkeleton(data, { source: 'x' })
      expect(attempt).toThrow(expect.objectContaining({ code: 'not-a-skeleton' }))
    }
  })

  test('a binary file is none for the reader of JSON', () => {
    const [{ bytes }] = rich
    expect(spineJson.detect(bytes)).toBe(false)
    const attempt = () => spineJson.readSkeleton(bytes, { source: 'hero.json' })
    expect(attempt).toThrow(expect.objectContaining({ code: 'not-json' }))
  })

  test('a scale of 0', () => {
    const attempt = () => spineBinary.readSkeleton(rich[0].bytes, { source: 'x', scale: 0 })
    expect(attempt).toThrow(expect.objectContaining({ code: 'bad-option', path: 'scale' }))
  })
})

describe('versions', () => {
  const headed = (version: string) => {
    const bytes = newBytes()
    if (version < '4' && !/^\d\d/.test(version)) bytes.text('kZCbMDqMM83NVEUCWX9ZTYzFPtY')
    else bytes.u8(1, 2, 3, 4, 5, 6, 7, 8)
    bytes.text(version)
    bytes.u8(...new Array(64).fill(0))
    return Uint8Array.from(bytes.list)
  }

  test.each(['2.1.27', '3.5.51', '4.4.0', '5.0.1', '10.1.0-beta'])(
    '%s is refused, naming the part that is read',
    (version) => {
      expect(spineBinary.detect(headed(version))).toBe(true)
      const error = refusal(headed(version))
      expect(error).toMatchObject({ code: 'unsupported-version', path: 'skeleton.spine' })
      expect(error?.message).toContain(version)
      expect(error?.message).toContain('supported: 3.6, 3.7, 3.8, 4.0, 4.1, 4.2, 4.3, and JSON of 2.1 to 3.5')
    },
  )

  test.each(['4.3.00-beta', '4.3.39-beta', '4.3-beta'])('%s is refused for its layout', (version) => {
    const error = refusal(headed(version))
    expect(error).toMatchObject({ code: 'unsupported-version', path: 'skeleton.spine' })
    expect(error?.message).toContain(`${version} is a beta`)
    expect(error?.message).toContain('another layout before 4.3.40')
  })

  test.each(['3.8.75', '3.8.99', '4.0.64-beta', '4.1.24', '4.2.43', '4.3.13', '4.3.40-beta'])(
    '%s is not refused for it',
    (version) => {
      expect(refusal(headed(version))?.code).not.toBe('unsupported-version')
    },
  )
})

const attachmentOf = (
  model: SkeletonModel,
  type: string,
  is: (one: AttachmentModel) => boolean = () => true,
) => {
  const all = model.skins.flatMap(({ entries }) => entries).map(({ attachment }) => attachment)
  return there(all.find((one) => one.type === type && is(one)))
}
const meshOf = (model: SkeletonModel, linked: boolean, weighted = false) => {
  const is = (one: AttachmentModel) =>
    one.type === 'mesh' && (one.source !== null) === linked && (linked || (one.bones !== null) === weighted)
  return attachmentOf(model, 'mesh', is) as MeshModel
}
const timelineOf = <Type extends TimelineModel['type']>(model: SkeletonModel, type: Type) => {
  const all = model.animations.flatMap(({ timelines }) => timelines)
  const own = all.filter((one): one is Extract<TimelineModel, { type: Type }> => one.type === type)
  return there(own.sort((a, b) => b.times.length - a.times.length)[0])
}
const constraintOf = <Type extends ConstraintModel['type']>({ constraints }: SkeletonModel, type: Type) =>
  there(constraints.find((one): one is Extract<ConstraintModel, { type: Type }> => one.type === type))
const there = <Item>(item: Item | null | undefined): Item => {
  if (item === undefined || item === null) throw new Error('the rig has no such thing')
  return item
}

type Row = [
  what: string,
  damage: (model: SkeletonModel) => unknown,
  code: ErrorCode,
  path: RegExp,
  message?: RegExp,
]

const set = Object.assign

const SETUP: readonly Row[] = [
  [
    'a parent that comes later',
    (m) => set(m.bones[2], { parent: 2 }),
    'unknown-parent',
    /^bones\[2\]\.parent$/,
  ],
  [
    'bones of one name',
    (m) => set(m.bones[1], { name: m.bones[0].name }),
    'duplicate-name',
    /^bones\[1\]\.name$/,
  ],
  ['no name', (m) => set(m.bones[1], { name: null }), 'missing', /^bones\[1\]\.name$/],
  ['no number', (m) => set(m.bones[3], { x: Number.NaN }), 'not-finite', /^bones\[3\]\.x$/],
  ['infinity', (m) => set(m.bones[3], { length: 1 / 0 }), 'not-finite', /^bones\[3\]\.length$/],
  ['a number beyond use', (m) => set(m.bones[3], { scaleY: 1e30 }), 'out-of-range', /^bones\[3\]\.scaleY$/],
  ['an unknown inheritance', (m) => set(m.bones[1], { inherit: '' }), 'bad-enum', /^bones\[1\]\.inherit$/],
  [
    'an unknown bone',
    (m) => set(m.slots[1], { bone: 99 }),
    'unknown-bone',
    /^slots\[1\]\.bone$/,
    /number 99: exp/,
  ],
  [
    'slots of one name',
    (m) => set(m.slots[1], { name: m.slots[0].name }),
    'duplicate-name',
    /^slots\[1\]\.name$/,
  ],
  [
    'three bones for IK',
    (m) => set(constraintOf(m, 'ik'), { bones: [1, 2, 3] }),
    'out-of-range',
    /^ik\[0\]\.bones$/,
  ],
  ['IK of a root', (m) => set(constraintOf(m, 'ik'), { bones: [0] }), 'unknown-parent', /^ik\[0\]\.bones$/],
  ['no bones', (m) => set(constraintOf(m, 'transform'), { bones: [] }), 'missing', /^transform\[0\]\.bones$/],
  [
    'a bone of none',
    (m) => set(constraintOf(m, 'path'), { bones: [99] }),
    'unknown-bone',
    /^path\[0\]\.bones\[0\]$/,
  ],
  [
    'a target of none',
    (m) => set(constraintOf(m, 'path'), { slot: 99 }),
    'unknown-slot',
    /^path\[0\]\.target$/,
  ],
  [
    'no steps',
    (m) => set(constraintOf(m, 'physics'), { step: 1 / 0 }),
    'out-of-range',
    /^physics\[0\]\.fps$/,
  ],
]

const twice = ({ entries }: SkinModel) => entries.push(entries[0])
const circle = (model: SkeletonModel) => {
  const mesh = meshOf(model, true)
  const source = there(mesh.source ?? undefined)
  set(source, { source: mesh })
}

const SKINS: readonly Row[] = [
  ['skins of one name', (m) => set(m.skins[1], { name: 'default' }), 'duplicate-name', /^skins\[1\]\.name$/],
  ['a bone of none', (m) => set(m.skins[1], { bones: [99] }), 'unknown-bone', /^skins\[1\]\.bones\[0\]$/],
  ['a key twice', (m) => twice(m.skins[1]), 'duplicate-name', /^skins\[1\]\.attachments\.\w+\.\w+$/],
  [
    'an unknown slot',
    (m) => set(m.skins[1].entries[0], { slot: 99 }),
    'unknown-slot',
    /^skins\[1\]\.attachments\[0\]$/,
  ],
  ['no width', (m) => set(attachmentOf(m, 'region'), { width: Number.NaN }), 'not-finite', /\.width$/],
  ['a triangle of none', (m) => meshOf(m, false).triangles.fill(99), 'bad-triangles', /\.triangles\[0\]$/],
  [
    'a weight for no bone',
    (m) => there(meshOf(m, false, true).bones ?? undefined).fill(60),
    'bad-vertices',
    /\.vert/,
  ],
  [
    'links in a circle',
    circle,
    'cycle',
    /^skins\[\d\]\.attachments.*\.parent$/,
    /linked meshes in a circle: "/,
  ],
  [
    'a link to a skin of none',
    (m) => set(meshOf(m, true), { source: structuredClone(meshOf(m, false)) }),
    'unknown-skin',
    /\.skin$/,
  ],
  ['a clip to no slot', (m) => set(attachmentOf(m, 'clipping'), { end: 99 }), 'unknown-slot', /\.end$/],
  [
    'no frames',
    (m) => {
      const is = (one: AttachmentModel) => one.type === 'region' && one.sequence !== null
      const one = attachmentOf(m, 'region', is)
      if (one.type === 'region') set(one.sequence ?? {}, { count: 0 })
    },
    'out-of-range',
    /\.sequence\.count$/,
  ],
]

const walk = String.raw`^animations\.\w+\.`
const ANIMATIONS: readonly Row[] = [
  [
    'times that go back',
    (m) => timelineOf(m, 'bone').times.set([1, 0.5]),
    'bad-order',
    new RegExp(`${walk}bones\\.\\w+\\.\\w+\\[1\\]\\.time$`),
  ],
  ['a negative time', (m) => timelineOf(m, 'bone').times.set([-1]), 'out-of-range', /\[0\]\.time$/],
  ['no keys', (m) => set(timelineOf(m, 'attachment'), { times: [] }), 'out-of-range', /\.attachment$/],
  ['an unknown curve', (m) => timelineOf(m, 'bone').curves.fill(7), 'bad-curve', /\[0\]\.curve$/],
  [
    'an unknown mode',
    (m) => set(timelineOf(m, 'inherit'), { modes: ['', ''] }),
    'bad-enum',
    /\[0\]\.inherit$/,
  ],
  ['a deform of none', (m) => set(timelineOf(m, 'deform'), { key: 'none' }), 'unknown-attachment', /\.none$/],
  ['a deform beyond the end', (m) => timelineOf(m, 'deform').offsets.fill(9999), 'out-of-range', /\.offset$/],
  ['frames that go back', (m) => timelineOf(m, 'sequence').delays.fill(-1), 'out-of-range', /\.delay$/],
  [
    'frames of an unknown mode',
    (m) => {
      timelineOf(m, 'sequence').modes.fill(9)
    },
    'bad-enum',
    /\.sequence\[0\]\.mode$/,
  ],
  [
    'an unknown event',
    (m) => set(timelineOf(m, 'event').keys[0], { event: 99 }),
    'unknown-event',
    /events\[0\]\.name$/,
  ],
  [
    'a position for two slots',
    (m) => set(timelineOf(m, 'drawOrder'), { orders: [Uint16Array.of(1, 2, 0, 0)], times: [0] }),
    'bad-draw-order',
    /drawOrder\[0\]\.offsets\[\d\]\.(slot|offset)$/,
  ],
  ['a mass of 0', massless, 'out-of-range', /\.mass\[0\]\.value$/],
  [
    'a dark colour where there is none',
    (m) => {
      for (const slot of m.slots) slot.dark = null
    },
    'missing',
    /\.rgba2$/,
  ],
]

function massless({ animations }: SkeletonModel): void {
  for (const one of animations.flatMap(({ timelines }) => timelines))
    if (one.type === 'physics') set(one, { property: 'mass', values: new Float64Array(one.values.length) })
}

const ONLY_43: readonly Row[] = [
  [
    'a slider of an unknown animation',
    (m) => set(constraintOf(m, 'slider'), { animation: 99 }),
    'unknown-animation',
    /^constraints\[6\]\.animation$/,
    /99.*0…3/,
  ],
  [
    'a slider driven by an unknown property',
    (m) => set(there(constraintOf(m, 'slider').driver), { property: 'z' }),
    'bad-enum',
    /^constraints\[6\]\.property$/,
  ],
  [
    'an unknown property that is mapped',
    (m) => set(constraintOf(m, 'map').properties[1], { property: 'z' }),
    'bad-enum',
    /^constraints\[1\]\.properties\[1\]$/,
  ],
  [
    'a property that is mapped twice',
    (m) => set(constraintOf(m, 'map').properties[1], { property: 'rotate' }),
    'duplicate-name',
    /^constraints\[1\]\.properties\[1\]$/,
  ],
  [
    'a property that is set twice',
    (m) => set(constraintOf(m, 'map').properties[0].to[1], { property: 'rotate' }),
    'duplicate-name',
    /^constraints\[1\]\.properties\.rotate\.to\[1\]$/,
  ],
  [
    'constraints of one kind and name',
    (m) => set(m.constraints[3], { name: m.constraints[1].name }),
    'duplicate-name',
    /^constraints\[3\]\.name$/,
  ],
  [
    'a skin with an unknown constraint',
    (m) => set(m.skins[1], { constraints: [99] }),
    'unknown-constraint',
    /^skins\[1\]\.constraints\[0\]$/,
  ],
  [
    'keys of a slider that is none',
    (m) => set(timelineOf(m, 'slider'), { constraint: 0 }),
    'unknown-constraint',
    /^animations\.walk\.slider\[0\]$/,
    /0 is none of type slider/,
  ],
  [
    'a folder with a slot twice',
    (m) => set(timelineOf(m, 'drawOrderFolder'), { slots: Uint16Array.of(1, 1, 2) }),
    'bad-draw-order',
    /\.drawOrderFolder\[0\]\.slots$/,
  ],
  [
    'a folder with an unknown slot',
    (m) => set(timelineOf(m, 'drawOrderFolder'), { slots: Uint16Array.of(1, 99, 2) }),
    'unknown-slot',
    /\.drawOrderFolder\[0\]\.slots\[1\]$/,
  ],
  [
    'a place outside a folder',
    (m) => set(timelineOf(m, 'drawOrderFolder'), { orders: [Uint16Array.of(1, 2, 2, 0), null] }),
    'bad-draw-order',
    /\.drawOrderFolder\[0\]\.keys\[0\]\.offsets\[\d\]\.(slot|offset)$/,
  ],
]

describe.each([
  ['bones, slots and constraints', SETUP, '4.2'],
  ['skins and attachments', SKINS, '4.2'],
  ['animations', ANIMATIONS, '4.2'],
  ['things that only 4.3 has', ONLY_43, '4.3'],
] as const)('broken %s', (_, rows, dialect) => {
  test.each(rows)('%s', (_, damage, code, path, message = /./) => {
    const model = structuredClone(richModel(dialect))
    damage(model)
    const error = refusal(writeSkel(model, dialect))
    expect(error?.code, error?.message).toBe(code)
    expect(error?.path).toMatch(path)
    expect(error?.message).toMatch(message)
    expect(error?.message).toMatch(/\(byte \d+\)/)
  })
})

/** The head of a file of 4.2, up to a table of one string. */
function writeHead(bytes: ReturnType<typeof newBytes>): void {
  bytes.u8(1, 2, 3, 4, 5, 6, 7, 8)
  bytes.text('4.2.43')
  bytes.floats(0, 0, 0, 0, 100)
  bytes.u8(0)
  bytes.varint(1)
}

/** One bone and one slot of 4.2, whose table has one string; the slot's attachment is written by `end`. */
function slotFile(end: (bytes: ReturnType<typeof newBytes>) => void): Uint8Array {
  const bytes = newBytes()
  writeHead(bytes)
  bytes.text('hat')
  bytes.varint(1)
  bytes.text('root')
  bytes.floats(0, 0, 0, 1, 1, 0, 0, 0)
  bytes.u8(0, 0, 1)
  bytes.text('head')
  bytes.u8(0, 255, 255, 255, 255, 255, 255, 255, 255)
  end(bytes)
  return Uint8Array.from(bytes.list)
}

test.each(rich.slice(-2))(
  'a file of $dialect that ends before the flags of an IK key names this key',
  ({ bytes }) => {
    const { animations } = read(bytes)
    const walk = animations.find(({ name }) => name === 'walk')
    const ik = walk?.timelines.find(({ type }) => type === 'ik')
    const paths = Array.from(bytes, (_, length) => refusal(bytes.subarray(0, length))?.path ?? '')
    const found = paths.filter((path) => path.startsWith('animations.walk.ik.') && path.endsWith('.flags'))
    // If the first key's flags are missing, the count of keys is refused.
    const keys = Array.from(ik?.times.slice(1) ?? [], (_, i) => `animations.walk.ik.reach[${i + 1}].flags`)
    expect(keys.length).toBeGreaterThan(1)
    expect(found).toEqual(keys)
  },
)

describe('strings', () => {
  const attached = (number: number) =>
    slotFile((bytes) => {
      bytes.varint(number)
      bytes.u8(...new Array(9).fill(0))
    })

  test('of the table are found by number, from 1 on', () => {
    expect(read(attached(1)).slots[0].attachment).toBe('hat')
    expect(read(attached(0)).slots[0].attachment).toBe(null)
  })

  test.each([2, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])('outside the table are refused: %d', (number) => {
    const error = refusal(attached(number))
    expect(error).toMatchObject({ code: 'out-of-range', path: 'slots[0].attachment' })
    expect(error?.message).toContain(`there is no string ${number}; the table has 1 (byte `)
  })

  test.each([12, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])(
    'that would end outside the file are refused: %d',
    (length) => {
      const bytes = newBytes()
      writeHead(bytes)
      bytes.varint(length)
      bytes.u8(0x61, 0x62)
      const error = refusal(Uint8Array.from(bytes.list))
      expect(error).toMatchObject({ code: 'truncated', path: 'strings[0]' })
      expect(error?.message).toMatch(/\(byte \d+\)/)
    },
  )
})

describe('costs', () => {
  test('memory is not taken on the word of a file', () => {
    const [, , , { bytes }] = rich
    const attempt = () => spineBinary.readSkeleton(bytes, { source: 'x', limits: { memory: 10_000 } })
    expect(attempt).toThrow(expect.objectContaining({ code: 'too-large' }))
  })
})
