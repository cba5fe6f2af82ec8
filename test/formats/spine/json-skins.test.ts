/** Skins and attachments in Spine JSON. */
import { describe, expect, test } from 'vitest'
import { readSpineJson } from '../../../src/formats/spine/json'
import { type Json, RICH_DIALECTS, richRig } from '../../fixtures/rigs/rich-rig'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'
import { attachmentOf, rad, readRich, readSmall } from './read-rich'

const inSlot = (attachments: Record<string, unknown>) => ({
  skins: [{ name: 'default', attachments: { slot: attachments } }],
})

describe('skins', () => {
  test.each(RICH_DIALECTS)('%s: skins list bones, constraints and entries in file order', (dialect) => {
    const { skins, defaultSkin, constraints } = readRich(dialect)
    expect(skins.map(({ name }) => name)).toEqual(['default', 'horned'])
    expect(defaultSkin).toBe(0)
    expect(skins[1].bones).toEqual([9])
    expect(skins[1].constraints.map((index) => constraints[index].name)).toEqual(
      dialect === '4.3' ? ['local', 'dial'] : ['local'],
    )
    expect(skins[1].entries.map(({ slot, key }) => [slot, key])).toEqual([
      // A slot whose name is a number comes first.
      ...(dialect === '4.3' ? [[8, 'far']] : []),
      [1, 'tail'],
      [1, 'bare'],
    ])
  })

  test('an object of skins, as early 3.8 has it, reads like the list', () => {
    const rig = richRig('3.8')
    const list = readSpineJson(rig, { source: 's', warn: noWarnings })
    const skins = rig.skins as { name: string; attachments: unknown }[]
    rig.skins = Object.fromEntries(skins.map(({ name, attachments }) => [name, attachments]))
    const object = readSpineJson(rig, { source: 's', warn: noWarnings })
    expect(object.skins.map(({ entries }) => entries)).toEqual(list.skins.map(({ entries }) => entries))
    expect(object.skins[1].bones).toEqual([])
  })

  test('the default skin need not be first, and may be missing', () => {
    expect(readSmall({ skins: [{ name: 'a' }, { name: 'default' }] }).defaultSkin).toBe(1)
    expect(readSmall({ skins: [{ name: 'a' }] }).defaultSkin).toBe(-1)
    expect(readSmall({ skins: null }).skins).toEqual([])
  })
})

describe('attachments', () => {
  test('a region has its path from its name and its name from its key', () => {
    const model = readSmall(
      inSlot({
        key: { x: 2, y: -4, rotation: 90, scaleX: 2, width: 10, height: 6, color: '80ff0040' },
        named: { name: 'wing', width: 1, height: 1 },
        pathed: { name: 'wing', path: 'birds/wing', width: 1, height: 1 },
        gone: null,
      }),
      0.5,
    )
    expect(attachmentOf(model, 'slot', 'key')).toEqual({
      ...{ type: 'region', name: 'key', path: 'key', x: 1, y: -2, rotation: rad(90), scaleX: 2, scaleY: 1 },
      ...{ width: 5, height: 3, color: [128 / 255, 1, 0, 64 / 255], sequence: null },
    })
    expect(attachmentOf(model, 'slot', 'named')).toMatchObject({ name: 'wing', path: 'wing' })
    expect(attachmentOf(model, 'slot', 'pathed')).toMatchObject({ name: 'wing', path: 'birds/wing' })
    expect(model.skins[0].entries).toHaveLength(3)
  })

  test('an unweighted mesh has its points scaled and edges halved', () => {
    expect(attachmentOf(readRich('4.0', 0.5), 'face', 'smile')).toEqual({
      ...{ type: 'mesh', name: 'wide-smile', path: 'face', color: [1, 1, 1, 1], sequence: null },
      ...{ count: 4, bones: null, hull: 4, source: null, timelines: 'own' },
      vertices: new Float32Array([-2.5, 2, 2.5, 2, 2.5, -2, -2.5, -2]),
      uvs: new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]),
      triangles: new Uint16Array([0, 1, 2, 0, 2, 3]),
      edges: new Uint16Array([0, 1, 1, 2]),
    })
  })

  test('a weighted mesh keeps bones beside points, and weights unscaled', () => {
    const mesh = attachmentOf(readRich('4.2', 2), 'tail', 'tail')
    expect(mesh).toMatchObject({
      count: 4,
      bones: new Uint16Array([1, 6, 2, 6, 7, 2, 6, 7, 1, 6]),
      vertices: new Float32Array([
        ...[0, -6, 1, 20, -6, 0.5, 0, -6, 0.5],
        ...[20, 6, 0.5, 0, 6, 0.5, 0, 6, 1],
      ]),
    })
  })

  test('edges that are not twice a point index are left out with a warning', () => {
    const { warn, codes } = collectWarnings()
    const rig = richRig('4.2')
    const text = JSON.stringify(rig).replaceAll('"edges":[0,2,2,4]', '"edges":[0,3,2,4]')
    const model = readSpineJson(text, { source: 's', warn })
    expect(attachmentOf(model, 'tail', 'tail')).toMatchObject({ edges: null })
    expect(codes()).toEqual(['ignored-key', 'ignored-key'])
  })

  test('more than 65 536 points take 32-bit indices', () => {
    const count = 65_537
    const uvs = new Array(count * 2).fill(0)
    const triangles = [0, 1, count - 1]
    const model = readSmall(inSlot({ big: { type: 'mesh', uvs, triangles, vertices: uvs } }))
    expect(attachmentOf(model, 'slot', 'big')).toMatchObject({
      triangles: new Uint32Array(triangles),
      edges: null,
    })
  })

  test('paths, boxes, points and clipping', () => {
    const model = readRich('4.1', 2)
    expect(attachmentOf(model, 'line', 'line')).toMatchObject({
      ...{ type: 'path', closed: false, constantSpeed: false, count: 6 },
      lengths: new Float32Array([60, 140]),
    })
    expect(attachmentOf(model, 'box', 'box')).toEqual({
      ...{ type: 'boundingbox', name: 'box', count: 3, bones: null },
      vertices: new Float32Array([0, 0, 20, 0, 10, 20]),
    })
    expect(attachmentOf(model, 'spot', 'spot')).toEqual({
      ...{ type: 'point', name: 'spot', x: 6, y: 4, rotation: rad(45) },
    })
    expect(attachmentOf(model, 'clip', 'mask')).toMatchObject({ type: 'clipping', end: 3, count: 4 })
  })

  test('missing lengths of a path count as 0 and a clipping without end goes to the last slot', () => {
    const vertices = [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0]
    const model = readSmall(
      inSlot({
        p: { type: 'path', vertexCount: 6, lengths: [3], vertices },
        c: { type: 'clipping', vertexCount: 6, vertices },
      }),
    )
    expect(attachmentOf(model, 'slot', 'p')).toMatchObject({
      lengths: new Float32Array([3, 0]),
      constantSpeed: true,
    })
    expect(attachmentOf(model, 'slot', 'c')).toMatchObject({ end: -1 })
  })

  test('a sequence has its defaults; a setup frame beyond it is clamped with a warning', () => {
    const { warn, codes } = collectWarnings()
    const region = { width: 1, height: 1 }
    const skins = [
      {
        name: 'default',
        attachments: {
          s: {
            a: { ...region, sequence: { count: 4 } },
            b: { ...region, sequence: { count: 4, start: 0, digits: 3, setup: 9 } },
          },
        },
      },
    ]
    const rig = {
      skeleton: { spine: '4.1' },
      bones: [{ name: 'r' }],
      slots: [{ name: 's', bone: 'r' }],
      skins,
    }
    const model = readSpineJson(rig, { source: 's', warn })
    expect(attachmentOf(model, 's', 'a')).toMatchObject({
      sequence: { count: 4, start: 1, digits: 0, setup: 0 },
    })
    expect(attachmentOf(model, 's', 'b')).toMatchObject({
      sequence: { count: 4, start: 0, digits: 3, setup: 3 },
    })
    expect(codes()).toEqual(['sequence-setup'])
  })
})

describe('linked meshes', () => {
  test.each(RICH_DIALECTS)('%s: a linked mesh shares the arrays of its source', (dialect) => {
    const model = readRich(dialect)
    const source = attachmentOf(model, 'tail', 'tail')
    const linked = attachmentOf(model, 'tail', 'tail', 'horned')
    const bare = attachmentOf(model, 'tail', 'bare', 'horned')
    if (source.type !== 'mesh' || linked.type !== 'mesh' || bare.type !== 'mesh') throw new Error('no meshes')
    expect(linked).toMatchObject({ path: 'tail-red', timelines: 'source', count: 4, hull: 4 })
    expect(bare.timelines).toBe('own')
    expect(linked.source).toBe(source)
    expect(bare.source).toBe(linked)
    for (const key of ['bones', 'vertices', 'uvs', 'triangles', 'edges'] as const) {
      expect(linked[key]).toBe(source[key])
      expect(bare[key]).toBe(source[key])
    }
  })

  test('long chains resolve in any order, without recursion', () => {
    const links = 20_000
    const attachments: Record<string, unknown> = {}
    for (let i = 0; i < links; i++) attachments[`m${i}`] = { type: 'linkedmesh', parent: `m${i + 1}` }
    attachments[`m${links}`] = { type: 'mesh', uvs: [0, 0], triangles: [], vertices: [1, 2] }
    const model = readSmall(inSlot(attachments))
    expect(attachmentOf(model, 'slot', 'm0')).toMatchObject({ vertices: new Float32Array([1, 2]) })
  })

  test('the parent key decides, not the type', () => {
    const mesh = { type: 'mesh', uvs: [0, 0], triangles: [], vertices: [1, 2] }
    const model = readSmall(inSlot({ a: mesh, b: { type: 'mesh', parent: 'a' } }))
    const b = attachmentOf(model, 'slot', 'b')
    expect(b.type === 'mesh' && b.source).toBe(attachmentOf(model, 'slot', 'a'))
  })
})

describe('a skin that names a constraint which the file lacks', () => {
  const types = ['ik', 'transform', 'path', 'physics', 'slider'] as const
  const passedOver: Record<string, readonly string[]> = {
    '4.0': types,
    '4.1': ['physics', 'slider'],
    '4.2': ['slider'],
  }
  const limb = { name: 'limb', bones: ['arm'], target: 'root' }
  const rig = (dialect: string, skin: Json) => ({
    skeleton: { spine: `${dialect}.99` },
    bones: [{ name: 'root' }, { name: 'arm', parent: 'root' }],
    ...(dialect === '4.3' ? { constraints: [{ type: 'ik', ...limb }] } : { ik: [limb] }),
    skins: [{ name: 'red', ...skin }],
  })

  for (const dialect of ['3.8', '4.0', '4.1', '4.2', '4.3'])
    test.each(types)(`is read by the rules of ${dialect}: %s`, (type) => {
      const { warn, list } = collectWarnings()
      const skin = { ...(type === 'ik' ? {} : { ik: ['limb'] }), [type]: ['lost'] }
      const attempt = () => readSpineJson(rig(dialect, skin), { source: 's', warn })
      const path = `skins[0].${type}[0]`
      if (passedOver[dialect]?.includes(type)) {
        expect(attempt().skins[0].constraints).toEqual(type === 'ik' ? [] : [0])
        expect(list).toMatchObject([{ code: 'ignored-key', path }])
      } else expect(attempt).toThrow(expect.objectContaining({ code: 'unknown-constraint', path }))
    })

  test('a name that is no text is refused in every version', () => {
    for (const dialect of ['4.0', '4.2']) {
      const attempt = () => readSpineJson(rig(dialect, { slider: [7] }), { source: 's', warn: noWarnings })
      expect(attempt).toThrow(expect.objectContaining({ code: 'wrong-type', path: 'skins[0].slider[0]' }))
    }
  })
})
