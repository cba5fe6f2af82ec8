import { describe, expect, test } from 'vitest'
import { OsteonError } from '../../src/errors'
import { judge, type Row, readExpected } from './driver'
import { formatOf, isAsked, matches } from './files'
import { unsupportedOps } from './play'
import { areaOf } from './read-dump'
import { addError, addFault, createTally } from './tally'

function row(change: Partial<Row> = {}): Row {
  const tallies = { tally: createTally(), markedTally: createTally() }
  return { path: 'a/b.json.gz', cases: 1, ...tallies, marked: 0, unsupported: 0, refused: null, ...change }
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
    for (const failing of [far, wrong, row({ unsupported: 1 })]) expect(judge(failing, none)).toBe('FAIL')
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

test('recordings of other formats are known by their fields', () => {
  expect(formatOf({ schema: 1, sample: 'x', data: [] })).toBe('dragonbones-golden')
  expect(formatOf({ file: 'x.bin', bytes: 1, sha256: '' })).toBe('mrtk-golden')
  expect(formatOf({})).toBe('unknown')
})

test('ops that do not exist yet are named once', () => {
  const ops = ['physics', 'path', 'dump', 'path', 'toString', 'bone', 'update'].map((op) => ({ op }))
  const script = { id: '', kind: 'state' as const, skin: null, scale: 1, ops, dumps: [] }
  expect(unsupportedOps(script)).toEqual(['physics', 'path', 'toString'])
})

test('areas count whichever way triangles turn', () => {
  expect(areaOf([0, 0, 4, 0, 4, 2, 0, 2], [0, 1, 2, 2, 0, 3])).toBe(8)
  expect(areaOf([], [])).toBe(0)
})
