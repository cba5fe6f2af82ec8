/** Verdicts of the driver of recorded poses. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OsteonError } from '../../src/base/errors'
import { judge, type Row, readExpected } from './driver'
import { formatOf, isAsked, matches, sampleFolder } from './files'
import { unsupportedOps } from './play'
import { areaOf } from './read-dump'
import type { Golden } from './schema'
import { addError, addFault, createTally } from './tally'

function row(change: Partial<Row> = {}): Row {
  const tallies = { tally: createTally(), markedTally: createTally() }
  return { path: 'a/b.json.gz', cases: 1, ...tallies, marked: 0, unsupported: [], refused: null, ...change }
}

describe('verdicts', () => {
  const none = new Map<string, string>()
  const refused = new OsteonError('unsupported-feature', 'b.json', 'path.rail', 'no')

  test('a row passes if all was run and is right', () => {
    expect(judge(row(), none)).toBe('pass')
    expect(judge(row({ cases: 0 }), none)).toBe('none')
  })

  test('a row fails by an error, by a fault, or by cases that cannot be run', () => {
    const far = row()
    addError(far.tally, 1e-3, 'x')
    const wrong = row()
    addFault(wrong.tally, 'events', 'x', 'gone')
    for (const failing of [far, wrong, row({ unsupported: ['hits'] })])
      expect(judge(failing, none)).toBe('FAIL')
  })

  test('ops that cannot be played are right only where they are expected, and only if the rest is right', () => {
    const listed = new Map([['a/b.json.gz', 'unsupported-feature']])
    const wrong = row({ unsupported: ['hits'] })
    addFault(wrong.tally, 'missing', 'x', 'gone')
    expect(judge(row({ unsupported: ['hits'] }), listed)).toBe('refused')
    expect(judge(wrong, listed)).toBe('FAIL')
    expect(judge(row({ unsupported: ['hits'] }), new Map([['a/b.json.gz', 'missing-region']]))).toBe('FAIL')
  })

  test('a listed case that plays is no pass', () => {
    const listed = new Map([['a/b.json.gz', 'unsupported-feature']])
    expect(judge(row(), listed)).toBe('listed')
    expect(judge(row({ cases: 0 }), listed)).toBe('listed')
  })

  test('cases without verdict give none', () => {
    const marked = row({ marked: 1, cases: 0 })
    addError(marked.markedTally, 1, 'x')
    expect(judge(marked, none)).toBe('none')
  })

  test('a refusal is right only where it is expected, with the same code', () => {
    expect(judge(row({ refused }), none)).toBe('FAIL')
    expect(judge(row({ refused }), new Map([['a/b.json.gz', 'unsupported-feature']]))).toBe('refused')
    expect(judge(row({ refused }), new Map([['a/b.json.gz', 'missing-region']]))).toBe('FAIL')
    expect(judge(row({ refused }), new Map([['b.json.gz', 'unsupported-feature']]))).toBe('FAIL')
  })
})

test('a list of refusals has a path and a code a line, and may have comments', () => {
  const text = '# rigs\r\na/b.json.gz unsupported-feature  # a path\n\nwith space.json too-large\n'
  expect([...readExpected(text)]).toEqual([
    ['a/b.json.gz', 'unsupported-feature'],
    ['with space.json', 'too-large'],
  ])
  expect(() => readExpected('a/b.json.gz')).toThrow(/path error-code/)
})

test.each([
  ['4.2/spineboy-pro.json.gz', '4.2/*', true],
  ['4.2/spineboy-pro.json.gz', '4.2/spineboy-pro', true],
  ['4.2/spineboy-pro.json.gz', 'spineboy*', true],
  ['4.2/spineboy-pro.json.gz', 'spineboy-pro.json.gz', true],
  ['4.2/spineboy-pro.json.gz', '{4.1,4.2}/*-pr?', true],
  ['4.2/spineboy-pro.json.gz', '**/*.json.gz', true],
  ['synthetic/4.2/ik-one.json.gz', '**/ik-*', true],
  ['synthetic/4.2/ik-one.json.gz', 'synthetic/**', true],
  ['synthetic/4.2/ik-one.json.gz', '4.2/*', false],
  ['synthetic/4.2/ik-one.json.gz', '*/ik-one', false],
  ['synthetic/4.2/ik-one.json.gz', 'ik', false],
  ['4x2/a.json', '4.2/*', false],
  ['4.2/a+b (c).json', '4.2/a+b (c)', true],
  ['4.2/a,b.json', 'a,b', true],
])('%s against %s: %s', (path, pattern, expected) => {
  expect(matches(path, pattern)).toBe(expected)
})

test('patterns with ! take away', () => {
  expect(isAsked('4.2/a.skel.json.gz', ['4.2/*', '!*.skel.json.gz'])).toBe(false)
  expect(isAsked('4.2/a.json.gz', ['4.2/*', '!*.skel.json.gz'])).toBe(true)
  expect(isAsked('4.2/a.json.gz', ['!*.skel.json.gz'])).toBe(true)
  expect(isAsked('4.2/a.json.gz', ['4.1/*'])).toBe(false)
  expect(isAsked('4.2/a.json.gz')).toBe(true)
})

test('hits and real are no folders of exports, from wherever goldens are given', () => {
  const root = mkdtempSync(join(tmpdir(), 'osteon-goldens-'))
  try {
    const home = join(root, 'samples', 'synthetic', '4.2', 'boxes')
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'boxes.json'), '{}')
    const skeleton = { name: 'boxes', folder: 'boxes', json: 'boxes.json', atlas: null, size: 1 }
    const golden = { skeleton } as Golden
    for (const [goldens, path] of [
      ['goldens', 'hits/synthetic/4.2/boxes.json.gz'],
      ['goldens', 'synthetic/4.2/boxes.json.gz'],
      ['goldens/hits', 'synthetic/4.2/boxes.json.gz'],
      ['goldens/real/synthetic/4.2', 'boxes.json.gz'],
    ])
      expect(sampleFolder(join(root, goldens), path, join(root, 'samples'), golden)).toBe(home)
    const stray = () => sampleFolder(root, 'other/4.2/boxes.json.gz', join(root, 'samples'), golden)
    expect(stray).toThrow(/no boxes.json/)
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('recordings of other formats are known by their fields', () => {
  expect(formatOf({ schema: 1, sample: 'x', data: [] })).toBe('dragonbones-golden')
  expect(formatOf({ file: 'x.bin', bytes: 1, sha256: '' })).toBe('mrtk-golden')
  expect(formatOf({ kind: 'reduction', times: [] })).toBe('mrtk-reduction')
  expect(formatOf({ cases: [{ file: 'x.bin', expect: 'reject' }] })).toBe('mrtk-corrupt')
  for (const other of [{}, { cases: [] }, { cases: [null] }, { cases: 7 }, { kind: 'pose' }])
    expect(formatOf(other)).toBe('unknown')
})

test('ops that do not exist yet are named once', () => {
  const ops = ['hits', 'hit', 'dump', 'hit', 'toString', 'bone', 'update'].map((op) => ({ op }))
  const script = { id: '', kind: 'state' as const, skin: null, scale: 1, ops, dumps: [] }
  expect(unsupportedOps(script)).toEqual(['hit', 'toString'])
})

test('areas count whichever way triangles turn', () => {
  expect(areaOf([0, 0, 4, 0, 4, 2, 0, 2], [0, 1, 2, 2, 0, 3])).toBe(8)
  expect(areaOf([], [])).toBe(0)
})
