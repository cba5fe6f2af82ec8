/** Bones whose matrices may overflow. */
import { describe, expect, test } from 'vitest'
import { readSpineJson } from '../../src/formats/spine/json'
import { makeConstraintTable } from '../../src/rig/constraints/table'
import { boundlessBones } from '../../src/rig/magnitudes'
import type { Json } from '../fixtures/rigs/rich-rig'
import { noWarnings } from '../fixtures/warnings'

const BONES = [
  { name: 'root' },
  { name: 'a', parent: 'root', x: 10 },
  { name: 'b', parent: 'a', x: 10 },
  { name: 'c', parent: 'b', x: 10 },
  { name: 'goal', parent: 'root', x: 40 },
]

/** Names of bones without a bound. */
function wild(more: Json, spine = '4.2.43'): string[] {
  const model = readSpineJson(
    { skeleton: { spine }, bones: BONES, ...more },
    { source: 'x', warn: noWarnings },
  )
  const flags = boundlessBones(model, makeConstraintTable(model))
  return model.bones.filter((_, bone) => flags[bone] === 1).map(({ name }) => name)
}

const scaled = (bone: string, ...keys: Json[]) => ({ bones: { [bone]: { scale: keys } } })
const ik = { name: 'i', bones: ['b', 'c'], target: 'goal' }
const transform = { name: 't', bones: ['b'], target: 'goal', mixScaleX: 0, mixShearY: 0 }

describe('bones that may overflow', () => {
  test.each<[string, Json, string[]]>([
    ['plain bones', {}, []],
    ['great scales', { animations: { x: scaled('a', { x: 1e13 }) } }, ['a', 'b', 'c']],
    [
      'scales that make one another great',
      { animations: { x: scaled('a', { x: 1e7 }), y: scaled('b', { y: 1e7 }) } },
      ['b', 'c'],
    ],
    [
      'curves that go far between two keys',
      { animations: { x: scaled('a', { curve: [0, 1e15, 1, 1, 0, 1, 1, 1] }, { time: 1 }) } },
      ['a', 'b', 'c'],
    ],
    [
      'handles of keys without curves',
      {
        animations: { x: scaled('b', { curve: [0, 1, 1, 1, 0, 1, 1, 1] }, { time: 1 }, { time: 2 }) },
        ik: [{ ...ik, bones: ['c'] }],
      },
      [],
    ],
    [
      'great translations',
      { animations: { x: { bones: { b: { translatex: [{ value: 1e13 }] } } } } },
      ['b', 'c'],
    ],
    ['IK that turns', { ik: [ik] }, []],
    ['IK that stretches', { ik: [{ ...ik, stretch: true }] }, ['b', 'c']],
    [
      'IK that stretches in some animation',
      { ik: [ik], animations: { x: { ik: { i: [{ stretch: true }] } } } },
      ['b', 'c'],
    ],
    ['a transform constraint that moves and turns', { transform: [transform] }, []],
    ['one that scales', { transform: [{ ...transform, mixScaleX: 1 }] }, []],
    [
      'one that adds a scale time and again',
      { transform: [{ ...transform, bones: new Array(60).fill('b'), relative: true, mixScaleX: 1 }] },
      ['b', 'c'],
    ],
    ['one of local poses', { transform: [{ ...transform, local: true }] }, ['b', 'c']],
    [
      'one whose target is boundless',
      { transform: [transform], animations: { x: scaled('goal', { x: 1e13 }) } },
      ['b', 'c', 'goal'],
    ],
    [
      'one under a bone that is scaled to nothing',
      { transform: [{ ...transform, bones: ['c'] }], animations: { x: scaled('b', { x: 0 }) } },
      ['c'],
    ],
    [
      'mixes that are keyed far off',
      {
        transform: [transform],
        animations: { x: { transform: { t: [{ mixX: 1e13, mixScaleX: 0, mixShearY: 0 }] } } },
      },
      ['b', 'c'],
    ],
  ])('%s', (_, more, names) => {
    expect(wild(more)).toEqual(names)
  })

  test('IK without a guard against flat parents counts them', () => {
    const flat = { ik: [{ ...ik, bones: ['c'] }], animations: { x: scaled('b', { x: 0 }) } }
    expect(wild(flat, '4.2.43')).toEqual([])
    expect(wild(flat, '4.0.64')).toEqual(['c'])
  })
})
