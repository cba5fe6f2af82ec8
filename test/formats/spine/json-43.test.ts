/** Features that only Spine 4.3 has in JSON; each refusal is tested in binary files as well where these can have it. */
import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/base/errors'
import type { MapModel, SliderModel } from '../../../src/base/model/constraint'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { readSpineJson } from '../../../src/formats/spine/json'
import { smallRig } from '../../fixtures/refusals'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { noWarnings } from '../../fixtures/warnings'
import { attachmentOf, rad, timelinesOf } from './read-rich'

function read(more: Json, scale = 1): SkeletonModel {
  const rig = smallRig({ skeleton: { spine: '4.3.13' }, ...more })
  return readSpineJson(rig, { source: 'small.json', scale, warn: noWarnings })
}

const map = (more: Json) => ({
  constraints: [{ type: 'transform', name: 'm', bones: ['arm'], source: 'root', ...more }],
})
const slider = (more: Json) => ({
  constraints: [{ type: 'slider', name: 's', animation: 'walk', ...more }],
  animations: { walk: {} },
})
const only = <Type>({ constraints }: SkeletonModel) => constraints[0] as Type

describe('transform constraints', () => {
  test('map properties in their units, times the loader scale where they are lengths', () => {
    const properties = {
      rotate: { offset: 10, to: { x: { offset: 2, max: 20, scale: 0.5 } } },
      y: { offset: 4, to: { shearY: { max: 90, scale: 3 }, y: {} } },
      scaleX: { to: {} },
    }
    expect(only<MapModel>(read(map({ properties }), 0.5)).properties).toEqual([
      {
        property: 'rotate',
        offset: rad(10),
        to: [{ property: 'x', offset: 1, max: 10, scale: (0.5 * 0.5) / rad(1) }],
      },
      {
        property: 'y',
        offset: 2,
        to: [
          { property: 'shearY', offset: 0, max: rad(90), scale: (3 * rad(1)) / 0.5 },
          { property: 'y', offset: 0, max: 0.5, scale: 1 },
        ],
      },
    ])
  })

  test('only mixes of mapped properties count; y follows x', () => {
    const to = (...names: string[]) => ({ x: { to: Object.fromEntries(names.map((name) => [name, {}])) } })
    const mixes = (properties: Json, more: Json = {}) => {
      const { mixRotate, mixX, mixY, mixScaleX, mixScaleY, mixShearY } = only<MapModel>(
        read(map({ properties, ...more })),
      )
      return [mixRotate, mixX, mixY, mixScaleX, mixScaleY, mixShearY]
    }
    expect(mixes({}, { mixRotate: 1, mixX: 1 })).toEqual([0, 0, 0, 0, 0, 0])
    expect(mixes(to('rotate', 'x', 'y', 'scaleX', 'scaleY', 'shearY'))).toEqual([1, 1, 1, 1, 1, 1])
    expect(mixes(to('x', 'y', 'scaleX', 'scaleY'), { mixX: 0.5, mixScaleX: 0.25 })).toEqual([
      0, 0.5, 0.5, 0.25, 0.25, 0,
    ])
    expect(mixes(to('y', 'scaleY'))).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('keys of mixes: y scale does not follow x scale', () => {
    const model = read({
      ...map({ properties: { x: { to: { x: {} } } } }),
      animations: { walk: { transform: { m: [{ mixX: 0.5, mixScaleX: 0.25 }] } } },
    })
    expect([...timelinesOf(model, 'map')[0].values]).toEqual([1, 0.5, 0.5, 0.25, 1, 1])
  })
})

describe('sliders', () => {
  test('driven by a bone: their own time means nothing', () => {
    const driven = { bone: 'arm', property: 'x', from: 4, to: 0.5, scale: 0.25, time: 9, local: true }
    expect(only<SliderModel>(read(slider(driven), 2))).toEqual({
      ...{
        type: 'slider',
        name: 's',
        skinRequired: false,
        animation: 0,
        additive: false,
        loop: false,
        mix: 1,
      },
      time: 0,
      driver: { bone: 1, property: 'x', local: true, from: 8, to: 0.5, scale: 0.125 },
    })
    const turned = only<SliderModel>(read(slider({ bone: 'arm', property: 'rotate', from: 90, scale: 0.5 })))
    expect(turned.driver).toMatchObject({ from: rad(90), scale: 0.5 / rad(1) })
  })

  test('by their time, and keyed', () => {
    const model = read({
      ...slider({ time: 0.5, mix: 0.25, loop: true, additive: true }),
      animations: { walk: { slider: { s: { time: [{}], mix: [{ time: 1, value: 0.5 }] } } } },
    })
    expect(only(model)).toMatchObject({ time: 0.5, mix: 0.25, loop: true, additive: true, driver: null })
    const keyed = timelinesOf(model, 'slider')
    expect(keyed.map(({ property, values }) => [property, values[0]])).toEqual([
      ['time', 1],
      ['mix', 0.5],
    ])
  })
})

test('physics have other defaults, and a y scale', () => {
  const physics = { type: 'physics', name: 'p', bone: 'arm', scaleY: 'volume' }
  const model = read({
    constraints: [physics],
    animations: { walk: { physics: { p: { mix: [{}] } } } },
  })
  expect(only(model)).toMatchObject({ inertia: 0.5, damping: 0.85, scaleY: 'volume' })
  expect(timelinesOf(model, 'physics')[0].values[0]).toBe(1)
})

test('IK and paths have other words', () => {
  const ik = { type: 'ik', name: 'i', bones: ['arm'], target: 'root', scaleY: 'volume' }
  const path = { type: 'path', name: 'p', bones: ['arm'], slot: 'slot' }
  expect(read({ constraints: [ik, path] }).constraints).toMatchObject([{ scaleY: 'volume' }, { slot: 0 }])
})

describe('attachments', () => {
  const mesh = { type: 'mesh', uvs: [0, 0, 1, 0, 1, 1], triangles: [0, 1, 2], vertices: [0, 0, 1, 0, 1, 1] }
  const two = {
    slots: [
      { name: 'slot', bone: 'arm' },
      { name: 'other', bone: 'root' },
    ],
  }

  test('a linked mesh may have its source in another slot', () => {
    const link = { type: 'linkedmesh', source: 'a', slot: 'slot' }
    const model = read({
      ...two,
      skins: [{ name: 'default', attachments: { other: { b: link }, slot: { a: mesh } } }],
    })
    const source = attachmentOf(model, 'slot', 'a')
    expect(attachmentOf(model, 'other', 'b')).toMatchObject({ source, timelines: 'source', count: 3 })
  })

  test('clipping', () => {
    const clip = { type: 'clipping', vertexCount: 3, vertices: [0, 0, 1, 0, 1, 1] }
    const attachments = {
      slot: { plain: clip, hull: { ...clip, convex: true }, hole: { ...clip, inverse: true } },
    }
    const model = read({ skins: [{ name: 'default', attachments }] })
    expect(attachmentOf(model, 'slot', 'plain')).not.toHaveProperty('convex')
    expect(attachmentOf(model, 'slot', 'hull')).toMatchObject({ convex: true })
    expect(attachmentOf(model, 'slot', 'hole')).toMatchObject({ inverse: true })
  })
})

test('draw orders of folders count within them', () => {
  const slots = ['a', 'b', 'c', 'd'].map((name) => ({ name, bone: 'root' }))
  const keys = [{ offsets: [{ slot: 'b', offset: 2 }] }, { time: 1 }]
  const model = read({ slots, animations: { walk: { drawOrderFolder: [{ slots: ['b', 'c', 'd'], keys }] } } })
  expect(timelinesOf(model, 'drawOrderFolder')).toEqual([
    {
      type: 'drawOrderFolder',
      slots: Uint16Array.of(1, 2, 3),
      times: Float64Array.of(0, 1),
      orders: [Uint16Array.of(1, 2, 0), null],
    },
  ])
  expect(model.animations[0].duration).toBe(1)
})

test('lists and groups of other dialects are named, and skipped', () => {
  const warnings: string[] = []
  const warn = ({ path }: { path: string }) => void warnings.push(path)
  readSpineJson(smallRig({ skeleton: { spine: '4.3' }, ik: [] }), { source: 's', warn })
  const old = { skeleton: { spine: '4.2' }, constraints: [], animations: { walk: { slider: {} } } }
  readSpineJson(smallRig(old), { source: 's', warn })
  expect(warnings).toEqual(['ik', 'constraints', 'animations.walk.slider'])
})

const folder = (more: Json) => ({
  animations: { walk: { drawOrderFolder: [{ slots: ['slot'], keys: [{}], ...more }] } },
})
const FOLDER = 'animations.walk.drawOrderFolder[0]'
const REFUSED: [what: string, more: Json, code: ErrorCode, path: string][] = [
  ['a constraint of no type', { constraints: [{ name: 'x' }] }, 'missing', 'constraints[0].type'],
  ['one of another type', { constraints: [{ name: 'x', type: 'warp' }] }, 'bad-enum', 'constraints[0].type'],
  ['an unknown property', map({ properties: { z: {} } }), 'bad-enum', 'constraints[0].properties.z'],
  [
    'an unknown property that is set',
    map({ properties: { x: { to: { rotation: {} } } } }),
    'bad-enum',
    'constraints[0].properties.x.to.rotation',
  ],
  ['a source that there is not', map({ source: 'leg' }), 'unknown-bone', 'constraints[0].source'],
  ['a slider without animation', slider({ animation: null }), 'missing', 'constraints[0].animation'],
  [
    'one of an unknown animation',
    slider({ animation: 'run' }),
    'unknown-animation',
    'constraints[0].animation',
  ],
  ['a bone without property', slider({ bone: 'arm' }), 'missing', 'constraints[0].property'],
  ['a bone of an unknown one', slider({ bone: 'arm', property: 'z' }), 'bad-enum', 'constraints[0].property'],
  ['a folder without slots', folder({ slots: null }), 'missing', `${FOLDER}.slots`],
  ['a folder with an unknown slot', folder({ slots: ['x'] }), 'unknown-slot', `${FOLDER}.slots[0]`],
  ['a slot twice', folder({ slots: ['slot', 'slot'] }), 'bad-draw-order', `${FOLDER}.slots[1]`],
  [
    'a slot outside the folder',
    folder({ slots: [], keys: [{ offsets: [{ slot: 'slot', offset: 0 }] }] }),
    'unknown-slot',
    `${FOLDER}.keys[0].offsets[0].slot`,
  ],
  [
    'a place outside the folder',
    folder({ keys: [{ offsets: [{ slot: 'slot', offset: 1 }] }] }),
    'bad-draw-order',
    `${FOLDER}.keys[0].offsets[0].offset`,
  ],
  [
    'keys of a slider that there is not',
    { animations: { walk: { slider: { x: {} } } } },
    'unknown-constraint',
    'animations.walk.slider.x',
  ],
  [
    'a mesh without source',
    { skins: [{ name: 'default', attachments: { slot: { a: { type: 'linkedmesh' } } } }] },
    'missing',
    'skins[0].attachments.slot.a.source',
  ],
]

describe('is refused', () => {
  test.each(REFUSED)('%s', (_, more, code, path) => {
    expect(() => read(more)).toThrow(expect.objectContaining({ code, path, source: 'small.json' }))
  })
})
