/** Versions of Spine JSON files, also of files without one. */
import { describe, expect, test } from 'vitest'
import { readSpineJson } from '../../../src/formats/spine/json'
import { DIALECTS, mathsOf } from '../../../src/formats/spine/maths'
import { spineJson } from '../../../src/formats/spine-json'
import { type Json, RICH_DIALECTS, richRig } from '../../fixtures/rigs/rich-rig'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'
import { rad } from './read-rich'

const bare = { bones: [{ name: 'arm' }], slots: [{ name: 'slot', bone: 'arm' }] }
const LIMB = [{ name: 'root' }, { name: 'arm', parent: 'root' }]
const arm = (timelines: Json) => ({ animations: { walk: { bones: { arm: timelines } } } })
const skinned = (attachment: Json) => ({
  skins: [{ name: 'default', attachments: { slot: { a: attachment } } }],
})

describe('a file without version is read as its structure shows, with a warning', () => {
  const constrained = { name: 'c', bones: ['arm'], target: 'arm' }
  const path = { name: 'p', bones: ['arm'], target: 'slot' }
  test.each([
    ['4.2', { physics: [] }],
    ['4.2', { bones: [{ name: 'arm', inherit: 'normal' }] }],
    ['4.2', { animations: { walk: { physics: {} } } }],
    ['4.2', arm({ inherit: [{}] })],
    ['4.1', { animations: { walk: { attachments: {} } } }],
    ['4.1', skinned({ width: 1, height: 1, sequence: { count: 1 } })],
    ['4.1', skinned({ width: 1, height: 1, timelines: false })],
    ['4.0', { animations: { walk: { slots: { slot: { rgba: [{ color: 'ffffffff' }] } } } } }],
    ['4.0', arm({ translatex: [{}] })],
    ['4.0', arm({ rotate: [{ value: 1 }] })],
    ['4.0', arm({ scale: [{ curve: [0, 0, 1, 1, 0, 0, 1, 1] }, { time: 1 }] })],
    ['4.0', { transform: [{ ...constrained, mixX: 0 }] }],
    ['4.0', { transform: [constrained], animations: { walk: { transform: { c: [{ mixRotate: 1 }] } } } }],
    ['4.0', { path: [path], animations: { walk: { path: { p: { mix: [{ mixX: 1 }] } } } } }],
    ['3.8', { skins: [] }],
    ['3.8', arm({ scale: [{ curve: 0.5 }, { time: 1 }] })],
    ['3.8', arm({ scale: [{ c3: 0.5 }, { time: 1 }] })],
    ['3.8', { skins: [], events: { a: { audio: 'x' } } }],
    ['3.7', { bones: LIMB, ik: [{ name: 'c', bones: ['arm'], target: 'root', stretch: true }] }],
    ['3.7', { events: { a: { audio: 'x' } } }],
    ['3.6', {}],
    ['3.6', { skins: { default: {} } }],
  ])('%s: %j', (dialect, more) => {
    const { warn, list } = collectWarnings()
    const model = readSpineJson({ ...bare, ...more }, { source: 'v', warn })
    expect(model.version).toBe(dialect)
    expect(model.maths).toEqual(mathsOf(DIALECTS.find((one) => one === dialect) ?? '3.8'))
    expect(list[0]).toMatchObject({ code: 'version-guessed', path: 'skeleton.spine' })
  })

  test('names that look like words of later dialects show nothing', () => {
    const named = (name: string) => ({ name, bone: 'inherit', parent: name === 'inherit' ? null : 'inherit' })
    const rig = {
      bones: ['inherit', 'physics', 'value'].map(named),
      slots: ['rgba', 'alpha'].map(named),
      skins: [{ name: 'timelines', attachments: { rgba: { sequence: { width: 1, height: 1 } } } }],
      events: { audio: {}, attachments: {} },
      animations: {
        physics: { bones: { value: { scale: [{}] } }, slots: { alpha: { color: [{ color: 'ffffff' }] } } },
      },
    }
    const { warn } = collectWarnings()
    expect(readSpineJson(rig, { source: 'v', warn }).version).toBe('3.8')
  })

  test.each(RICH_DIALECTS)('the rich rig of %s is recognised without its version', (dialect) => {
    for (const spine of [undefined, null, '', 'latest']) {
      const rig = richRig(dialect)
      rig.skeleton = { ...(rig.skeleton as Json), spine }
      const { warn, codes } = collectWarnings()
      expect(readSpineJson(rig, { source: 'v', warn }).version).toBe(dialect)
      expect(codes()).toEqual(['version-guessed'])
    }
  })
})

test('unambiguous words are read under any declared version', () => {
  const options = { source: 'm', warn: noWarnings }
  const odd = {
    skeleton: { spine: '4.2.1' },
    bones: [{ name: 'root' }, { name: 'arm', parent: 'root', transform: 'noScale' }],
    slots: bare.slots,
    transform: [{ name: 't', bones: ['arm'], target: 'root', rotateMix: 0.5, translateMix: 0.25 }],
    skins: { default: { slot: { a: { type: 'clipping', vertexCount: 1, vertices: [0, 0] } } } },
    animations: {
      walk: {
        slots: { slot: { color: [{ color: 'ffffff' }] } },
        bones: { arm: { rotate: [{ angle: 90 }] } },
        deform: { default: { slot: { a: [{ vertices: [1] }] } } },
        draworder: [{}],
      },
    },
  }
  const { bones, constraints, animations } = readSpineJson(odd, options)
  expect(bones[1].inherit).toBe('noScale')
  expect(constraints[0]).toMatchObject({ mixRotate: 0.5, mixX: 0.25, mixY: 0.25, mixScaleX: 1 })
  expect(animations[0].timelines.map(({ type }) => type)).toEqual(['color', 'bone', 'deform', 'drawOrder'])
  expect(animations[0].timelines[1]).toMatchObject({
    values: new Float64Array([rad(90)]),
  })
})

test('a flood of warnings is cut short', () => {
  const { warn, list } = collectWarnings()
  const rotate = Array.from({ length: 100 }, (_, i) => ({ time: i, curve: [0, 0, 0, 0, 0] }))
  readSpineJson({ skeleton: { spine: '4.0' }, ...bare, ...arm({ rotate }) }, { source: 'w', warn })
  expect(list).toHaveLength(20)
  expect(list[19].message).toMatch(/not shown/)
})

describe('detect', () => {
  const { detect } = spineJson
  const bytes = (text: string) => new TextEncoder().encode(text)

  test.each(RICH_DIALECTS)('knows %s as text, bytes and object', (dialect) => {
    const rig = richRig(dialect)
    const text = JSON.stringify(rig)
    expect([rig, text, `\ufeff\n ${text}`, bytes(text), bytes(`\ufeff${text}`)].map(detect)).toEqual(
      new Array(5).fill(true),
    )
    const animationsFirst = JSON.stringify(Object.fromEntries(Object.entries(rig).reverse()))
    expect(detect(animationsFirst)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['other JSON', '{"a": {"bones": []}, "b": "\\"bones\\": ["}'],
    ['bones as a value', '{"a": "bones", "b": []}'],
    ['bones that are no list', '{"bones": {}}'],
    ['DragonBones', '{"armature": [{"bone": []}], "version": "5.5"}'],
    ['DragonBones with odd keys', '{"armature": [], "bones": []}'],
    ['an atlas', '\npage.png\nsize: 1, 1\n'],
    ['half a string', '{"bon'],
  ])('says no to %s', (_, text) => {
    expect([text, bytes(text)].map(detect)).toEqual([false, false])
  })

  test.each([
    ['an empty object', {}],
    ['a list', []],
    ['bytes of anything', new Uint8Array([1, 2, 0, 255])],
    ['a parsed DragonBones file', { armature: [], bones: [] }],
  ])('says no to %s', (_, data) => {
    expect(detect(data)).toBe(false)
  })

  test('never throws, not even for an object that does', () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
      },
    )
    expect(detect(hostile)).toBe(false)
  })
})
