/** Spine JSON files that are refused. */
import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/base/errors'
import { readSpineJson } from '../../../src/formats/spine/json'
import { mathsOf } from '../../../src/formats/spine/maths'
import { ik, mesh, path, REFUSALS, skins, smallRig } from '../../fixtures/refusals'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'

const read = (data: string | Uint8Array | object, scale = 1) =>
  readSpineJson(data, { source: 'bad.json', scale, warn: noWarnings })

function expectRefused(attempt: () => unknown, code: ErrorCode, path: string, words: RegExp = /./): void {
  let thrown: unknown
  try {
    attempt()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ name: 'OsteonError', code, source: 'bad.json', path })
  expect((thrown as Error).message).toMatch(words)
}

describe.each(REFUSALS)('%s', (_, rows) => {
  test.each(rows)('%s is refused with its place', (_what, more, code, where, words) => {
    expectRefused(() => read(smallRig(more)), code, where, words)
  })
})

test('the rig that the refusals start from is good', () => {
  expect(read(smallRig({ ...skins(mesh), ik: [ik], path: [{ ...path, order: 1 }] })).bones).toHaveLength(2)
})

describe('versions', () => {
  test.each(['4.4.0', '4.4.01-beta', '5.0', '2.0.13', '1.9.17', '0.3.5'])(
    '%s is refused by name, with the versions that are read',
    (spine) => {
      const rig = { ...smallRig({}), skeleton: { spine } }
      const words = new RegExp(
        `Spine ${spine} is not supported; supported: 3\\.6, 3\\.7, 3\\.8, 4\\.0, 4\\.1, 4\\.2, 4\\.3`,
      )
      expectRefused(() => read(rig), 'unsupported-version', 'skeleton.spine', words)
    },
  )

  test('3.8.75 is read with a warning, its neighbours without', () => {
    const version = (spine: string) => ({ ...smallRig({}), skeleton: { spine } })
    const { warn, list } = collectWarnings()
    const model = readSpineJson(version('3.8.75'), { source: 'beta.json', warn })
    expect(model).toMatchObject({ version: '3.8.75', maths: mathsOf('3.8') })
    expect(list).toMatchObject([{ code: 'old-version', path: 'skeleton.spine' }])
    expect(read(version('3.8.76')).version).toBe('3.8.76')
  })

  test.each([
    ['4.2.01-beta', '4.2'],
    ['4.3.12-beta', '4.3'],
    ['4.3.44-beta', '4.3'],
    ['4.0-beta', '4.0'],
  ] as const)('JSON of the beta %s is read as %s, with a warning', (spine, dialect) => {
    const { warn, list } = collectWarnings()
    const model = readSpineJson({ ...smallRig({}), skeleton: { spine } }, { source: 'beta.json', warn })
    expect(model).toMatchObject({ version: spine, maths: mathsOf(dialect) })
    expect(list).toMatchObject([{ code: 'old-version', path: 'skeleton.spine' }])
  })

  test.each(['4.3.12', '4.1-from-4.2.03-beta'])('%s is no beta', (spine) => {
    const { warn, list } = collectWarnings()
    readSpineJson({ ...smallRig({}), skeleton: { spine } }, { source: 'none.json', warn })
    expect(list).toEqual([])
  })
})

describe('not a skeleton', () => {
  test.each([
    ['a list', []],
    ['a number', '7'],
    ['null', 'null'],
    ['a string', '"skeleton"'],
  ])('%s is refused', (_, data) => {
    expectRefused(() => read(data), 'not-a-skeleton', '')
  })

  test.each([
    ['no bones', { slots: [] }],
    ['bones that are an object', { bones: {} }],
    ['the settings of an exporter', { class: 'export-json', skeleton: 'name', pot: true }],
  ])('a file with %s is refused', (_, data) => {
    expectRefused(() => read(data), 'not-a-skeleton', 'bones')
  })
})

describe('not JSON', () => {
  test.each([
    ['', 'line 1 column 1', /text ends/],
    ['{"bones": [}', 'line 1 column 12', /found "}"/],
    ['{\n  "bones": [\n    {"name": "a",}\n  ]\n}', 'line 3 column 18', /found "}"/],
    ['{"bones": []} {}', 'line 1 column 15', /found "{"/],
    ['{"bones": [', 'line 1 column 12', /text ends/],
    ["{'bones': []}", 'line 1 column 2', /./],
    ['{"a": 01}', 'line 1 column 8', /./],
    ['{"a" 1}', 'line 1 column 6', /./],
    ['{"a": "\n"}', 'line 1 column 7', /./],
    ['[1 2]', 'line 1 column 4', /./],
    ['[1,]', 'line 1 column 4', /./],
    ['{"a": 1, 2: 3}', 'line 1 column 10', /./],
    [']', 'line 1 column 1', /./],
    ['{]', 'line 1 column 2', /./],
    ['[}', 'line 1 column 2', /./],
    ['tru', 'line 1 column 1', /./],
  ])('%j is refused at %s', (text, place, words) => {
    expectRefused(() => read(text), 'not-json', place, words)
  })

  test('bytes that are not UTF-8 are refused', () => {
    expectRefused(() => read(new Uint8Array([0x7b, 0xff, 0xfe])), 'not-json', '', /UTF-8/)
  })

  test('deep nesting is refused or read, but does not escape as a stack overflow', () => {
    expectRefused(() => read('['.repeat(200_000)), 'not-json', 'line 1 column 200001')
    expectRefused(
      () => read(`{"skeleton": {"spine": "4.3.1"}, "bones": ${'['.repeat(5000)}${']'.repeat(5000)}}`),
      'wrong-type',
      'bones[0]',
    )
  })
})

test.each([0, Number.NaN, Number.POSITIVE_INFINITY])('a loader scale of %d is refused', (scale) => {
  expectRefused(() => read(smallRig({}), scale), 'bad-option', 'scale')
})

test('a great loader scale lowers the magnitude that numbers may have', () => {
  const bones = [{ name: 'a', x: 1e12 }]
  expect(read(smallRig({ bones, slots: [] })).bones[0].x).toBe(1e12)
  expectRefused(() => read(smallRig({ bones, slots: [] }), 1e9), 'out-of-range', 'bones[0].x')
})
