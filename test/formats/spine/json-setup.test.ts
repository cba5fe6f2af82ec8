/** Header, bones, slots and constraints in Spine JSON. */
import { describe, expect, test } from 'vitest'
import { readSpineJson } from '../../../src/formats/spine/json'
import { DIALECTS, mathsOf } from '../../../src/formats/spine/maths'
import { smallRig } from '../../fixtures/refusals'
import { RICH_DIALECTS, richRig } from '../../fixtures/rigs/rich-rig'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'
import { attachmentOf, rad, readRich, readSmall } from './read-rich'

describe('header', () => {
  test('keeps the fields of the file, and box and fps without loader scale', () => {
    const model = readRich('4.2', 0.5)
    expect(model).toMatchObject({
      name: 'rich',
      format: 'spine',
      version: '4.2.43',
      hash: 'x1',
      x: -40,
      y: -5,
      width: 90,
      height: 120,
      referenceScale: 40,
      fps: 24,
      images: './images/',
      audio: './audio/',
    })
    expect(model.maths).toEqual(mathsOf('4.2'))
  })

  test('fills in defaults; without a header the reference scale stays as it is', () => {
    const { warn, codes } = collectWarnings()
    const bare = { bones: [], physics: [] }
    expect(readSpineJson(bare, { source: 'bare', scale: 0.5, warn })).toMatchObject({
      ...{ name: 'bare', version: '4.2', hash: null, x: 0, y: 0, width: 0, height: 0 },
      ...{ referenceScale: 100, fps: 30, images: null, audio: null, defaultSkin: -1 },
    })
    expect(codes()).toEqual(['version-guessed'])
    expect(readSmall({}, 0.5).referenceScale).toBe(50)
  })

  test('text, bytes and a parsed object give the same model, and the object is not altered', () => {
    const rig = richRig('4.1')
    const text = JSON.stringify(rig)
    const options = { source: 'r', warn: noWarnings }
    const model = readSpineJson(text, options)
    expect(readSpineJson(new TextEncoder().encode(`\ufeff${text}`), options)).toEqual(model)
    expect(readSpineJson(`\ufeff${text}`, options)).toEqual(model)
    const frozen = JSON.parse(text, (_, value) => Object.freeze(value))
    expect(readSpineJson(frozen, options)).toEqual(model)
    expect(JSON.stringify(frozen)).toBe(text)
  })

  test('maths are a fresh copy for each model', () => {
    expect(readRich('3.8').maths).not.toBe(readRich('3.8').maths)
    expect(DIALECTS.map((dialect) => mathsOf(dialect).rotation)).toEqual([
      'wrapped',
      'wrapped',
      'wrapped',
      'plain',
      'plain',
      'plain',
      'plain',
    ])
  })
})

describe('bones and slots', () => {
  test('bones are in radians, lengths scaled, defaults filled in', () => {
    const { bones } = readRich('4.2', 2)
    expect(bones[0]).toEqual({
      ...{ name: 'root', parent: -1, length: 0, x: 0, y: 0, rotation: 0, scaleX: 1, scaleY: 1 },
      ...{ shearX: 0, shearY: 0, inherit: 'normal', skinRequired: false },
    })
    expect(bones[1]).toMatchObject({ name: 'hip', parent: 0, length: 40, x: 3, y: 80, rotation: rad(90) })
    expect(bones[2]).toMatchObject({ scaleX: 1.25, scaleY: 1, shearX: rad(3), shearY: rad(-4) })
    expect(bones.find(({ name }) => name === 'horn')?.skinRequired).toBe(true)
  })

  test.each(RICH_DIALECTS)('%s reads inheritance under its own key', (dialect) => {
    const modes = readRich(dialect).bones.map(({ inherit }) => inherit)
    expect(modes.slice(5, 9)).toEqual([
      'onlyTranslation',
      'noScale',
      'noScaleOrReflection',
      'noRotationOrReflection',
    ])
  })

  test('enums are compared without regard to case', () => {
    const bones = [{ name: 'a', inherit: 'NOSCALE' }]
    expect(readSmall({ bones, slots: [] }).bones[0].inherit).toBe('noScale')
  })

  test('slots have colours, a dark colour only where the file has one, and blend modes', () => {
    const { slots } = readRich('3.8')
    expect(slots[2]).toEqual({
      ...{ name: 'body', bone: 1, color: [1, 0xee / 255, 0xdd / 255, 0x80 / 255], dark: null },
      ...{ attachment: 'body', blend: 'multiply' },
    })
    expect(slots[3]).toMatchObject({ color: [1, 1, 1, 1], dark: [0x10 / 255, 0x18 / 255, 0x20 / 255] })
    expect(slots[8]).toMatchObject({ name: '3', attachment: null, blend: 'screen' })
  })

  test('a colour may have a hash sign and either letter case', () => {
    const { slots } = readSmall({ slots: [{ name: 's', bone: 'root', color: '#FF8000', dark: '#0000FFaa' }] })
    expect(slots[0]).toMatchObject({ color: [1, 128 / 255, 0, 1], dark: [0, 0, 1] })
  })

  test('numbers may be written as strings and null counts as missing', () => {
    const bones = [{ name: 'a', parent: null, x: '1.5', y: ' -2e1 ', scaleX: null, rotation: '+45' }]
    expect(readSmall({ bones, slots: [] }).bones[0]).toMatchObject({
      x: 1.5,
      y: -20,
      scaleX: 1,
      rotation: rad(45),
    })
  })

  test('names are data: __proto__, the empty string and digits are as good as any', () => {
    const model = readRich('4.2')
    const bone = model.bones.findIndex(({ name }) => name === '__proto__')
    expect(model.slots.find(({ name }) => name === 'spot')?.bone).toBe(bone)
    expect(model.slots.find(({ name }) => name === '__proto__')?.bone).toBe(bone - 1)
    expect(attachmentOf(model, '__proto__', '__proto__')).toMatchObject({ name: '__proto__', path: 'body' })
    expect(Object.keys({})).toEqual([])
  })
})

describe('constraints', () => {
  test.each(RICH_DIALECTS)('%s: all kinds are merged in application order', (dialect) => {
    const { constraints } = readRich(dialect)
    const transform = dialect === '4.3' ? 'map' : 'transform'
    const expected = ['ik look', `${transform} lean`, 'ik reach', `${transform} local`, 'path follow']
    if (dialect >= '4.2') expected.push('physics sway')
    if (dialect === '4.3') expected.push('slider dial', 'slider sway')
    expect(constraints.map(({ type, name }) => `${type} ${name}`)).toEqual(expected)
  })

  test('ik', () => {
    const { constraints } = readRich('4.0', 0.5)
    expect(constraints[0]).toEqual({
      ...{ type: 'ik', name: 'look', skinRequired: false, bones: [2], target: 5, mix: 0.75, softness: 0 },
      ...{ bend: 1, compress: true, stretch: true, scaleY: 'uniform' },
    })
    expect(constraints[2]).toMatchObject({ bones: [3, 4], softness: 3, bend: -1, scaleY: 'none', mix: 1 })
  })

  test('transform, with mixes of either naming', () => {
    const common = { type: 'transform', name: 'lean', skinRequired: false, bones: [2, 12], target: 1 }
    const offsets = { offsetRotation: rad(10), offsetX: 1, offsetY: -0.5, offsetScaleX: 0, offsetScaleY: 0 }
    const mixes = { mixRotate: 0.5, mixX: 0.25, mixScaleX: 0, mixScaleY: 0, mixShearY: 0.125 }
    const flags = { local: false, relative: false, offsetShearY: 0 }
    const expected = { ...common, ...offsets, ...mixes, ...flags }
    expect(readRich('4.1', 0.5).constraints[1]).toEqual({ ...expected, mixY: 0.75 })
    expect(readRich('3.8', 0.5).constraints[1]).toEqual({ ...expected, mixY: 0.25 })
    expect(readRich('3.8').constraints[3]).toMatchObject({ local: true, relative: true, skinRequired: true })
  })

  test('path, with loader scale as its modes say', () => {
    const { constraints } = readRich('4.2', 0.5)
    expect(constraints[4]).toEqual({
      ...{ type: 'path', name: 'follow', skinRequired: false, bones: [6, 7, 8], slot: 4 },
      ...{ positionMode: 'fixed', spacingMode: 'proportional', rotateMode: 'chainScale' },
      ...{ offsetRotation: rad(15), position: 2.5, spacing: 0.25, mixRotate: 0.5, mixX: 0.75, mixY: 0.5 },
    })
    const path = [{ name: 'p', bones: ['arm'], target: 'slot', position: 0.5, spacing: 8 }]
    expect(readSmall({ path }, 0.5).constraints[0]).toMatchObject({
      ...{ positionMode: 'percent', spacingMode: 'length', rotateMode: 'tangent' },
      ...{ position: 0.5, spacing: 4, mixRotate: 1, mixX: 1, mixY: 1 },
    })
  })

  test('physics', () => {
    const { constraints } = readRich('4.2', 0.5)
    expect(constraints[5]).toEqual({
      ...{ type: 'physics', name: 'sway', skinRequired: false, bone: 8, x: 0.5, y: 0, rotate: 1, scaleX: 0 },
      ...{
        shearX: 0.25,
        limit: 200,
        step: 1 / 50,
        scaleY: 'none',
        inertia: 0.5,
        strength: 90,
        damping: 0.85,
        massInverse: 0.5,
      },
      ...{
        wind: 0.5,
        gravity: -1,
        mix: 0.9,
        inertiaGlobal: false,
        strengthGlobal: false,
        dampingGlobal: false,
      },
      ...{ massGlobal: false, windGlobal: true, gravityGlobal: false, mixGlobal: true },
    })
    const bare = readSmall({ physics: [{ name: 'p', bone: 'arm' }] }).constraints[0]
    expect(bare).toMatchObject({
      inertia: 1,
      damping: 1,
      strength: 100,
      massInverse: 1,
      limit: 5000,
      step: 1 / 60,
    })
  })

  test('of equal and missing orders the first has its place: the others are idle, with one warning', () => {
    const { warn, list } = collectWarnings()
    const ik = [{ name: 'i', bones: ['arm'], target: 'root', order: 1 }]
    const transform = [
      { name: 't', bones: ['arm'], target: 'root', order: 1 },
      { name: 'u', bones: ['arm'], target: 'root', order: -3 },
    ]
    const { constraints } = readSpineJson(smallRig({ ik, transform }), { source: 's', warn })
    expect(constraints.map(({ name, idle }) => [name, idle])).toEqual([
      ['u', true],
      ['i', undefined],
      ['t', true],
    ])
    expect(list.map(({ code }) => code)).toEqual(['constraint-order'])
    expect(list[0].message).toContain('"u", "t"')
  })

  test('names are unique only within a kind', () => {
    const one = { name: 'same', bones: ['arm'], target: 'root' }
    const model = readSmall({ ik: [one], transform: [{ ...one, order: 1 }] })
    expect(model.constraints.map(({ type }) => type)).toEqual(['ik', 'transform'])
  })
})

describe('events', () => {
  test('volume and balance count only beside audio', () => {
    const events = {
      a: { int: 2, volume: 0.5 },
      b: { audio: 'x.wav', volume: 0.5, balance: 1 },
      ['__proto__']: {},
    }
    const parsed = JSON.parse(JSON.stringify(smallRig({ events })))
    expect(readSpineJson(parsed, { source: 's', warn: noWarnings }).events).toEqual([
      { name: 'a', int: 2, float: 0, string: '', audio: null, volume: 1, balance: 0 },
      { name: 'b', int: 0, float: 0, string: '', audio: 'x.wav', volume: 0.5, balance: 1 },
      { name: '__proto__', int: 0, float: 0, string: '', audio: null, volume: 1, balance: 0 },
    ])
  })
})
