/** Spine JSON of 3.6 and 3.7. */
import { describe, expect, test } from 'vitest'
import { CURVE } from '../../../src/base/model/animation'
import { readSpineJson } from '../../../src/formats/spine/json'
import { mathsOf } from '../../../src/formats/spine/maths'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { noWarnings } from '../../fixtures/warnings'

const VERSIONS = ['3.6', '3.7'] as const

const PATH = { type: 'path', vertexCount: 6, lengths: [10], vertices: [0, 0, 1, 0, 2, 0, 8, 0, 9, 0, 10, 0] }

/** As exports of 3.6 and 3.7 write it: skins by name, paths as `paths`, curves as lists. */
function rig(spine: string, animation: Json = {}): Json {
  return {
    skeleton: { spine },
    bones: [{ name: 'root' }, { name: 'arm', parent: 'root', transform: 'noScale' }],
    slots: [{ name: 'line', bone: 'root', attachment: 'line' }],
    path: [{ name: 'rail', order: 0, bones: ['arm'], target: 'line', rotateMix: 0.5, translateMix: 0.25 }],
    skins: { default: { line: { line: PATH } }, gold: { line: { line: { ...PATH, closed: true } } } },
    animations: { walk: animation },
  }
}

const read = (json: Json) => readSpineJson(json, { source: 'old.json', warn: noWarnings })

describe.each(VERSIONS)('a file of %s', (dialect) => {
  const spine = `${dialect}.50`

  test('has skins by name, in their order', () => {
    const { skins, defaultSkin, version } = read(rig(spine))
    expect(version).toBe(spine)
    expect(skins.map(({ name, bones, constraints }) => [name, bones, constraints])).toEqual([
      ['default', [], []],
      ['gold', [], []],
    ])
    expect(defaultSkin).toBe(0)
    expect(skins[1].entries[0].attachment).toMatchObject({ type: 'path', closed: true })
  })

  test('has lists for curves, which all channels of a key share', () => {
    const { animations } = read(
      rig(spine, {
        bones: {
          arm: {
            translate: [
              { time: 1, x: 10, y: -20, curve: [0.25, 0, 0.75, 1] },
              { time: 3, x: 20, y: 0 },
            ],
            rotate: [
              { time: 0, angle: 170, curve: [0, 0.5, 1, 0.5] },
              { time: 1, angle: -170, curve: 'stepped' },
              { time: 2, angle: 0 },
            ],
          },
        },
        paths: {
          rail: {
            position: [{ time: 0, position: 0.5, curve: [0, 0, 0, 1] }, { time: 2 }],
            mix: [{ time: 0, rotateMix: 0.5, translateMix: 0.75 }],
          },
        },
      }),
    )
    const [translate, rotate, position, mix] = animations[0].timelines
    expect(translate).toMatchObject({ type: 'bone', property: 'translate' })
    if (!('handles' in translate && 'handles' in rotate && 'handles' in position && 'values' in mix))
      throw new Error('no curves')
    expect([...translate.curves]).toEqual([CURVE.bezier, CURVE.linear])
    expect([...(translate.handles ?? [])].slice(0, 8)).toEqual([1.5, 10, 2.5, 20, 1.5, -20, 2.5, 0])
    expect([...rotate.curves]).toEqual([CURVE.bezier, CURVE.stepped, CURVE.linear])
    // The short way from 170 to -170 is 20 degrees long.
    expect((rotate.handles ?? [])[1]).toBeCloseTo(Math.PI, 6)
    expect([...(position.handles ?? [])].slice(0, 4)).toEqual([0, 0.5, 0, 0])
    expect([...mix.values]).toEqual([0.5, 0.75, 0.75])
  })

  test.each([
    ['a number', 0.25],
    ['too few numbers', [0, 0, 1]],
    ['too many numbers', [0, 0, 1, 1, 0]],
    ['a value that is no number', [0, 0, 'x', 1]],
    ['another word', 'smooth'],
  ])('is refused with %s for a curve', (_, curve) => {
    const keys = [{ time: 0, x: 1, y: 1, curve }, { time: 1 }]
    const attempt = () => read(rig(spine, { bones: { arm: { scale: keys } } }))
    expect(attempt).toThrow(expect.objectContaining({ name: 'OsteonError', source: 'old.json' }))
    expect(attempt).toThrow(/animations\.walk\.bones\.arm\.scale\[0\]\.curve/)
  })

  test('goes by the rules of 3.8, but for differences of the version', () => {
    const { maths } = read(rig(spine))
    const rules = mathsOf('3.8')
    const is37 = dialect === '3.7'
    expect(maths).toEqual({
      ...rules,
      lastDeformAdds: is37,
      noRotation: is37 ? 'scaled' : 'raw',
      tracks: { ...rules.tracks, holdsAll: is37, setsOut: is37 },
      ik: { ...rules.ik, knowsModes: false },
      path: { ...rules.path, nudged: dialect === '3.6' },
    })
  })
})

test('lists for curves are refused in 3.8', () => {
  const json = rig('3.8.99', {
    bones: { arm: { scale: [{ x: 1, curve: [0, 0, 1, 1] }, { time: 1 }] } },
  })
  expect(() => read(json)).toThrow(expect.objectContaining({ code: 'bad-curve' }))
})

describe('spellings', () => {
  test('the rotate mode may be written in two words', () => {
    for (const rotateMode of ['chainScale', 'chain scale', 'Chain Scale']) {
      const json = rig('3.7.94')
      json.path = [{ name: 'rail', bones: ['arm'], target: 'line', rotateMode }]
      expect(read(json).constraints[0]).toMatchObject({ rotateMode: 'chainScale' })
    }
  })

  test('a transform constraint may name a single bone', () => {
    const transform = [{ name: 'lean', order: 1, bone: 'arm', target: 'root' }]
    expect(read({ ...rig('4.2.40'), transform }).constraints[1]).toMatchObject({ bones: [1], target: 0 })
    const wrong = (more: Json) => () => read({ ...rig('4.2.40'), transform: [{ ...transform[0], ...more }] })
    expect(wrong({ bone: 'leg' })).toThrow(expect.objectContaining({ code: 'unknown-bone' }))
    expect(wrong({ bone: null })).toThrow(expect.objectContaining({ code: 'missing' }))
  })
})
