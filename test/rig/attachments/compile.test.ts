/** Compiling attachments and their skin data. */
import { describe, expect, test } from 'vitest'
import { WORLD_RECORD } from '../../../src/base/memory/lanes'
import type { AtlasModel } from '../../../src/base/model/atlas'
import type { AttachmentModel, MeshModel } from '../../../src/base/model/attachment'
import { openAccount } from '../../../src/base/model/limits'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { timelinesOf } from '../../../src/rig/animation/timelines-of'
import { compileAttachments, writeAttachments } from '../../../src/rig/attachments/compile'
import { numberAttachments } from '../../../src/rig/attachments/numbers'
import { orderByNumber } from '../../../src/rig/attachments/orders'
import {
  ATTACHMENT_KIND,
  PASS,
  PASS_INFLUENCES,
  PASS_VERTEX_WORDS,
  SKIN_FIRST_PASS,
  SKIN_PASS,
  SKIN_PASS_WORDS,
  SKIN_PASSES,
} from '../../../src/rig/attachments/table'
import { createImageWriter, finishImage } from '../../../src/rig/image-writer'
import type { AttachmentResolver } from '../../../src/rig/resolve'
import type { RigPage } from '../../../src/rig/rig'
import {
  atlasOf,
  atlasRegion,
  clipping,
  mesh,
  modelOf,
  page,
  region,
  type SlotPlan,
} from '../../streams/fixture'

function compile(model: SkeletonModel, atlas: AtlasModel | null, resolve?: AttachmentResolver) {
  const writer = createImageWriter()
  const pages: RigPage[] = (atlas?.pages ?? []).map((settings) => ({
    name: settings.name,
    atlas: 'toy.atlas',
    settings,
    image: null,
  }))
  const compiled = compileAttachments(model, atlas, {
    source: 'toy',
    pages,
    resolve,
    account: openAccount(model),
    deforms: timelinesOf(model, 'deform'),
  })
  const bones = model.slots.map(({ bone }) => bone)
  writeAttachments(compiled, bones, model.maths.exactCornerPi, writer)
  const i32 = finishImage(writer)
  const f32 = new Float32Array(i32.buffer)
  const { numberOf } = numberAttachments(model)
  return { ...compiled, numberOf, orderOf: orderByNumber(compiled.table, compiled.moved), i32, f32 }
}

const compileSlots = (slots: SlotPlan[], atlas: AtlasModel | null = null) =>
  compile(modelOf({ bones: [{ name: 'root' }, { name: 'arm' }], slots }), atlas)

/** Skin data read back: per pass its kind, first vertex, bones, and numbers of each vertex. */
function skinData({ i32, f32 }: ReturnType<typeof compile>, at: number) {
  let pass = at + SKIN_FIRST_PASS
  return Array.from({ length: i32[at + SKIN_PASSES] }, () => {
    const kind = i32[pass + PASS.KIND]
    const words = PASS_VERTEX_WORDS[kind]
    const records = pass + SKIN_PASS_WORDS
    const vertices = Array.from({ length: i32[pass + PASS.COUNT] }, (_, i) => [
      ...f32.slice(records + i * words, records + (i + 1) * words),
    ])
    const bones = [...i32.slice(pass + PASS.BONE, pass + PASS.BONE + PASS_INFLUENCES[kind])]
    const first = i32[pass + PASS.TARGET] / 2
    pass = records + vertices.length * words
    return { kind, first, bones: bones.map((offset) => offset / WORLD_RECORD), vertices }
  })
}

/** Vertices with 2, 1, 3, 1 influences. */
const WEIGHTED: Pick<MeshModel, 'count' | 'bones' | 'vertices' | 'uvs' | 'triangles'> = {
  count: 4,
  bones: Uint16Array.of(2, 0, 1, 1, 1, 3, 0, 1, 0, 1, 0),
  vertices: Float32Array.of(1, 2, 0.5, 3, 4, 0.5, 5, 6, 1, 7, 8, 0.25, 9, 10, 0.25, 11, 12, 0.5, 13, 14, 1),
  uvs: Float32Array.of(0, 0, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3),
  triangles: Uint16Array.of(0, 1, 2, 2, 3, 0),
}

describe('compileAttachments', () => {
  test('numbers distinct attachments, one shared by slots once a slot', () => {
    const shared = region('sword')
    const slots: SlotPlan[] = [
      { name: 'left', attachments: { a: shared, b: shared, c: region('shield') } },
      { name: 'right', bone: 1, attachments: { a: shared } },
    ]
    const compiled = compileSlots(slots)
    const { table, numberOf } = compiled
    expect(table.count).toBe(3)
    expect([numberOf(0, 0, 'a'), numberOf(0, 0, 'b'), numberOf(0, 0, 'c'), numberOf(0, 1, 'a')]).toEqual([
      0, 0, 1, 2,
    ])
    expect([...table.slot]).toEqual([0, 0, 1])
    expect(skinData(compiled, table.skin[0])[0].bones).toEqual([0])
    expect(skinData(compiled, table.skin[2])[0].bones).toEqual([1])
  })

  test('a key that no skin has is number -1, names like __proto__ included', () => {
    const { numberOf } = compileSlots([{ name: 'left', attachments: { a: region('a') } }])
    expect([
      numberOf(0, 0, 'b'),
      numberOf(0, 1, 'a'),
      numberOf(1, 0, 'a'),
      numberOf(0, 0, '__proto__'),
    ]).toEqual([-1, -1, -1, -1])
  })

  test('a region is four points of the slot’s bone', () => {
    const plan = {
      name: 'left',
      bone: 1,
      attachments: { a: region('a', { x: 3, width: 20, color: [1, 0.5, 0, 1] }) },
    }
    const compiled = compileSlots([plan])
    const { table, i32, f32 } = compiled
    expect([table.kind[0], table.vertices[0], table.indices[0], table.frames[0]]).toEqual([
      ATTACHMENT_KIND.region,
      4,
      6,
      1,
    ])
    const vertices = [
      [-7, -5],
      [-7, 5],
      [13, 5],
      [13, -5],
    ]
    expect(skinData(compiled, table.skin[0])).toEqual([
      { kind: SKIN_PASS.whole, first: 0, bones: [1], vertices },
    ])
    expect([...f32.slice(table.uvs[0], table.uvs[0] + 8)]).toEqual([0, 1, 0, 0, 1, 0, 1, 1])
    expect([...i32.slice(table.triangles[0], table.triangles[0] + 6)]).toEqual([0, 1, 2, 2, 3, 0])
    expect([...table.color]).toEqual([1, 0.5, 0, 1])
  })

  test('weighted points are sorted by the bones they hang on, everything about them with them', () => {
    const compiled = compileSlots([{ name: 'left', attachments: { a: mesh('a', [], WEIGHTED) } }])
    const { table, orderOf, i32, f32 } = compiled
    expect([...(table.order[0] ?? [])]).toEqual([3, 1, 0, 2])
    expect([...(orderOf(0)?.influences ?? [])]).toEqual([6, 2, 0, 1, 3, 4, 5])
    expect(table.deform[0]).toBe(14)
    expect(skinData(compiled, table.skin[0])).toEqual([
      { kind: SKIN_PASS.whole, first: 0, bones: [0], vertices: [[13, 14]] },
      { kind: SKIN_PASS.whole, first: 1, bones: [1], vertices: [[5, 6]] },
      { kind: SKIN_PASS.blend, first: 2, bones: [0, 1], vertices: [[0.5, 1, 0.5, 1.5, 2, 0.5]] },
      { kind: SKIN_PASS.pair, first: 3, bones: [0, 1], vertices: [[1.75, 2, 0.25, 2.25, 2.5, 0.25]] },
      { kind: SKIN_PASS.addOne, first: 3, bones: [0], vertices: [[5.5, 6, 0.5]] },
    ])
    expect([...i32.slice(table.triangles[0], table.triangles[0] + 6)]).toEqual([2, 1, 3, 3, 0, 2])
    const uvs = [...f32.slice(table.uvs[0], table.uvs[0] + 8)]
    expect(uvs.map((uv) => Math.round(uv * 10))).toEqual([3, 3, 1, 1, 0, 0, 2, 2])
  })

  test('points of three influences share the pass of the two bones that most of them hang on', () => {
    // Bones 1 0 2, 0 1, 2 0 1, 0 1 1: all but one influence of each weighs nothing, so that bones are told apart.
    const points = {
      count: 4,
      bones: Uint16Array.of(3, 1, 0, 2, 2, 0, 1, 3, 2, 0, 1, 3, 0, 1, 1),
      vertices: Float32Array.from(Array.from({ length: 11 }, (_, i) => [i, 0, 1]).flat()),
    }
    const compiled = compileSlots([
      {
        name: 'left',
        attachments: { a: mesh('a', [], { ...WEIGHTED, ...points, uvs: new Float32Array(8) }) },
      },
    ])
    const { table, orderOf } = compiled
    expect([...(table.order[0] ?? [])]).toEqual([1, 3, 0, 2])
    expect([...(orderOf(0)?.influences ?? [])]).toEqual([3, 4, 8, 9, 1, 0, 6, 7, 10, 2, 5])
    expect(skinData(compiled, table.skin[0])).toEqual([
      { kind: SKIN_PASS.pair, first: 0, bones: [0, 1], vertices: [[3, 0, 1, 4, 0, 1]] },
      {
        kind: SKIN_PASS.pair,
        first: 1,
        bones: [0, 1],
        vertices: [
          [8, 0, 1, 9, 0, 1],
          [1, 0, 1, 0, 0, 1],
          [6, 0, 1, 7, 0, 1],
        ],
      },
      { kind: SKIN_PASS.addOne, first: 1, bones: [1], vertices: [[10, 0, 1]] },
      {
        kind: SKIN_PASS.addOne,
        first: 2,
        bones: [2],
        vertices: [
          [2, 0, 1],
          [5, 0, 1],
        ],
      },
    ])
  })

  test('points that hang on the same bones share a pass, in the file’s order', () => {
    const points = {
      count: 5,
      bones: Uint16Array.of(2, 1, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1),
      vertices: Float32Array.of(0, 0, 0.5, 1, 0, 0.5, 2, 0, 0.5, 3, 0, 0.5, 4, 0, 0.5, 5, 0, 0.5, 6, 0, 0.5),
    }
    const compiled = compileSlots([
      {
        name: 'left',
        attachments: { a: mesh('a', [], { ...WEIGHTED, ...points, uvs: new Float32Array(10) }) },
      },
    ])
    const { table, orderOf } = compiled
    expect([...(table.order[0] ?? [])]).toEqual([3, 1, 0, 2, 4])
    expect([...(orderOf(0)?.influences ?? [])]).toEqual([2, 1, 0, 3, 4, 5, 6])
    expect(skinData(compiled, table.skin[0])).toEqual([
      { kind: SKIN_PASS.clear, first: 0, bones: [], vertices: [[]] },
      { kind: SKIN_PASS.clear, first: 1, bones: [], vertices: [[]] },
      { kind: SKIN_PASS.addOne, first: 1, bones: [0], vertices: [[1, 0, 0.5]] },
      {
        kind: SKIN_PASS.blend,
        first: 2,
        bones: [0, 1],
        vertices: [
          [0.5, 0, 0.5, 0, 0, 0.5],
          [1.5, 0, 0.5, 2, 0, 0.5],
          [2.5, 0, 0.5, 3, 0, 0.5],
        ],
      },
    ])
  })

  test('unweighted points keep their order', () => {
    const { table, orderOf } = compileSlots([
      { name: 'a', attachments: { a: mesh('a', [0, 0, 1, 0, 1, 1]) } },
    ])
    expect(table.order[0]).toBeNull()
    expect([...(orderOf(0)?.influences ?? [])]).toEqual([0, 1, 2])
    expect(table.deform[0]).toBe(6)
  })

  test('a linked mesh shares points and triangles and has texture coordinates of its own', () => {
    const source = mesh('a', [], WEIGHTED)
    const linked = (timelines: MeshModel['timelines']) => mesh('b', [], { ...WEIGHTED, source, timelines })
    const slots = [{ name: 'left', attachments: { a: source, b: linked('source'), c: linked('own') } }]
    const { table } = compileSlots(slots, atlasOf('a', 'b'))
    expect(new Set(table.skin).size).toBe(1)
    expect(new Set(table.triangles).size).toBe(1)
    expect(new Set(table.uvs).size).toBe(3)
    expect([...table.timeline]).toEqual([0, 0, 2])
  })

  test('unweighted points that are used in slots of two bones have skin data for each', () => {
    const shared = mesh('a', [0, 0, 1, 0, 1, 1])
    const compiled = compileSlots([
      { name: 'left', attachments: { a: shared } },
      { name: 'right', bone: 1, attachments: { a: shared } },
    ])
    const bones = [0, 1].map((number) => skinData(compiled, compiled.table.skin[number])[0].bones)
    expect(bones).toEqual([[0], [1]])
  })

  test('a sequence has corners, coordinates and a page for each frame', () => {
    const sequence = { count: 3, start: 8, digits: 2, setup: 1 }
    const atlas = atlasOf('run08', 'run09*', 'run10')
    atlas.regions[2].offsetX = 1
    atlas.regions[2].width = 8
    const slots = [{ name: 'left', attachments: { a: region('first'), run: region('run', { sequence }) } }]
    const compiled = compileSlots(slots, { ...atlas, regions: [...atlas.regions, atlasRegion('first', 5)] })
    const { table, f32 } = compiled
    expect([table.frames[1], table.setupFrame[1]]).toEqual([3, 1])
    const pages = table.pageStart[1]
    expect([...table.page.slice(pages, pages + 3)]).toEqual([0, 1, 0])
    const left = [0, 1, 2].map(
      (frame) => skinData(compiled, table.skin[1] + frame * table.skinStride[1])[0].vertices[0][0],
    )
    expect(left).toEqual([-5, -5, -4])
    const u = [0, 1, 2].map((frame) => f32[table.uvs[1] + frame * 8])
    expect(u.map((value) => Math.round(value * 100))).toEqual([0, 10, 20])
  })

  test('points, paths and clips have no images; a clip has its end', () => {
    const slots: SlotPlan[] = [
      {
        name: 'a',
        attachments: { a: { type: 'point', name: 'a', x: 0, y: 0, rotation: 0 } satisfies AttachmentModel },
      },
      { name: 'b', attachments: { b: clipping([0, 0, 1, 0, 1, 1], 2) } },
    ]
    const { table } = compileSlots(slots, atlasOf())
    expect([...table.kind]).toEqual([ATTACHMENT_KIND.point, ATTACHMENT_KIND.clipping])
    expect([...table.frames]).toEqual([0, 0])
    expect(table.skin[0]).toBe(-1)
    expect(table.vertices[1]).toBe(3)
    expect([...table.clipEnd]).toEqual([-1, 2])
  })

  test('a resolver is asked first, and its pages come after the atlas’s', () => {
    const mine: RigPage = { name: 'mine', atlas: '', settings: page('mine'), image: null }
    const slots = [{ name: 'left', attachments: { a: region('a'), b: region('b') } }]
    const { table, pages } = compile(modelOf({ slots }), atlasOf('a', 'b'), ({ path }) =>
      path === 'b' ? { page: mine } : null,
    )
    expect(pages.map(({ name }) => name)).toEqual(['one.png', 'two.png', 'mine'])
    expect([...table.page]).toEqual([0, 2])
  })
})

describe('compileAttachments refuses', () => {
  const slots = [{ name: 'hand', attachments: { gun: region('guns/big') } }]

  test('a region that the atlas lacks, and names the attachment', () => {
    const attempt = () => compileSlots(slots, atlasOf('guns/small'))
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'missing-region', path: 'skins.default.hand.gun' }),
    )
    expect(attempt).toThrow(/guns\/big.*hand.*default/)
  })

  test('a frame that the atlas lacks', () => {
    const sequence = { count: 2, start: 0, digits: 0, setup: 0 }
    const attempt = () =>
      compileSlots([{ name: 'a', attachments: { a: region('a', { sequence }) } }], atlasOf('a0'))
    expect(attempt).toThrow(expect.objectContaining({ code: 'missing-region' }))
  })

  test.each([
    ['is empty', { width: 0 }],
    ['has an original size of nothing', { originalHeight: 0 }],
  ])('a region that %s', (_, changes) => {
    const atlas = { ...atlasOf(), regions: [atlasRegion('guns/big', 0, changes)] }
    expect(() => compileSlots(slots, atlas)).toThrow(
      expect.objectContaining({ code: 'bad-atlas', path: 'skins.default.hand.gun' }),
    )
  })

  test('a sequence of more frames than memory could hold', () => {
    const sequence = { count: 2 ** 31, start: 0, digits: 0, setup: 0 }
    const attempt = () => compileSlots([{ name: 'a', attachments: { a: region('a', { sequence }) } }])
    expect(attempt).toThrow(expect.objectContaining({ code: 'too-large' }))
  })
})
