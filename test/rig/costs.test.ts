/** Limits of a rig's costs: frames, points, deform keys, clips. */
import { describe, expect, test } from 'vitest'
import type { Warning } from '../../src/base/errors'
import type { Limits } from '../../src/base/model/limits'
import { readSpineJson } from '../../src/formats/spine/json'
import { compileRig } from '../../src/rig/compile'
import { mesh, skins, smallRig } from '../fixtures/refusals'
import type { Json } from '../fixtures/rigs/rich-rig'
import { noWarnings } from '../fixtures/warnings'

function compile(more: Json, limits?: Limits) {
  const warnings: Warning[] = []
  const model = readSpineJson(smallRig(more), { source: 'x', warn: noWarnings })
  const rig = compileRig(model, null, { source: 'x', pages: [], limits, warn: (it) => warnings.push(it) })
  return { rig, warnings }
}

const refused = (path: string, message: RegExp) =>
  expect.objectContaining({ code: 'too-large', source: 'x', path, message: expect.stringMatching(message) })
const MEMORY = 2 ** 20

describe('memory', () => {
  test.each<[string, Json, string]>([
    ['frames', skins({ width: 1, height: 1, sequence: { count: 5000 } }), 'skins.default.slot.a'],
    [
      'names of frames',
      skins({ width: 1, height: 1, path: 'p'.repeat(1000), sequence: { count: 900 } }),
      'skins.default.slot.a',
    ],
    [
      'linked meshes',
      {
        skins: [
          {
            name: 'default',
            attachments: {
              slot: {
                a: mesh,
                ...Object.fromEntries(
                  [...Array(4000).keys()].map((i) => [`l${i}`, { type: 'linkedmesh', parent: 'a' }]),
                ),
              },
            },
          },
        ],
      },
      'skins.default.slot.l2',
    ],
    [
      'deform keys',
      {
        ...skins(mesh),
        animations: {
          wave: {
            attachments: {
              default: { slot: { a: { deform: [...Array(4000).keys()].map((time) => ({ time })) } } },
            },
          },
        },
      },
      'animations.wave',
    ],
  ])('is not taken for %s', (_, more, path) => {
    const where = expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}`))
    const error = expect.objectContaining({ code: 'too-large', source: 'x', path: where })
    expect(() => compile(more, { memory: MEMORY })).toThrow(error)
    expect(() => compile(more)).not.toThrow()
  })
})

describe('points that lie too far', () => {
  const far = (attachment: Json) => () => compile(skins(attachment))
  const error = (message: RegExp) =>
    expect.objectContaining({
      code: 'out-of-range',
      path: 'skins.default.slot.a',
      message: expect.stringMatching(message),
    })
  const weighted = (weight: number, x = 1) => ({
    ...mesh,
    vertices: [1, 1, x, 0, weight, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1],
  })

  test('are refused', () => {
    expect(far({ ...mesh, vertices: [0, 0, 1e13, 0, 1, 1] })).toThrow(error(/point 1 is/))
    expect(far(weighted(1, 1e13))).toThrow(error(/point 0 is/))
    expect(far(weighted(1e7))).toThrow(error(/weights of point 0/))
    expect(far(weighted(1e5, 1e5))).not.toThrow()
    expect(far({ width: 1e10, height: 1, scaleX: 1e5 })).toThrow(error(/corner/))
  })

  test('are refused where keys, or curves between them, move them there', () => {
    const keys =
      (...deform: Json[]) =>
      () =>
        compile({
          ...skins(mesh),
          animations: { wave: { attachments: { default: { slot: { a: { deform } } } } } },
        })
    expect(keys({ vertices: [1e13] })).toThrow(error(/deform keys/))
    expect(keys({ vertices: [1], curve: [0, 1e13, 1, 1] }, { time: 1 })).toThrow(error(/deform keys/))
    expect(keys({ vertices: [1], curve: [0, 1e9, 1, 1] }, { time: 1 })).not.toThrow()
  })
})

describe('clips', () => {
  const clip = (corners: number) => ({
    slots: [
      { name: 'clip', bone: 'arm', attachment: 'c' },
      { name: 'slot', bone: 'arm', attachment: 'a' },
    ],
    skins: [
      {
        name: 'default',
        attachments: {
          clip: { c: { type: 'clipping', vertexCount: corners, vertices: new Array(2 * corners).fill(0) } },
          slot: { a: { ...mesh, triangles: new Array(3000).fill(0) } },
        },
      },
    ],
  })

  test('of few corners are nothing to speak of', () => {
    expect(compile(clip(50)).warnings).toEqual([])
  })

  test('of many corners, or over many triangles, are warned of', () => {
    expect(compile(clip(300)).warnings).toMatchObject([{ code: 'costly-clip', path: 'skins' }])
  })

  test('of very many are refused, unless the caller allows them', () => {
    expect(() => compile(clip(2000))).toThrow(
      refused('skins', /4000000 steps.*2000 corners.*limits\.clipping/),
    )
    expect(() => compile(clip(2000), { clipping: 5e6 })).not.toThrow()
  })
})

test('an animation of very many curves is refused', () => {
  const slots = [...Array(17_000).keys()].map((i) => ({ name: `s${i}`, bone: 'root' }))
  const timelines = Object.fromEntries(slots.map(({ name }) => [name, { rgba: [{ color: 'ffffffff' }] }]))
  expect(() => compile({ slots, animations: { fade: { slots: timelines } } })).toThrow(
    refused('animations.fade', /68000 curves/),
  )
})
