/** Where versions differ, as far as the worked examples leave it open. */
import { describe, expect, test } from 'vitest'
import {
  events,
  fadeOut,
  getAttachment,
  getBone,
  getEntry,
  type MixInterpolationName,
  play,
  setEntry,
  spawnSkeleton,
} from '../../../src/api'
import { runPipeline } from '../../../systems'
import { makeWorld } from '../../fixtures/play'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { wholeEvents } from '../../fixtures/whole-events'
import { exampleRig, RULES, type Rules } from './worked-examples/rig'

/** The keys of P10 and C30. */
const BOTH = { bones: { b: { translate: [{ x: 1 }] }, c: { translate: [{ x: 2 }] } } }

function stage(rules: Rules, more: Json = {}) {
  const world = makeWorld()
  const eid = spawnSkeleton(world, exampleRig(rules, more))
  return {
    world,
    eid,
    tick: (seconds: number) => {
      world.time.delta = seconds
      runPipeline(world)
    },
    x: (bone: string) => getBone(world, eid, bone)[4],
    heard: () => Array.from(wholeEvents(world), ({ kind, name }) => name ?? kind),
  }
}

describe.each(RULES)('how a mix runs, by the rules of %s:', (rules) => {
  test.each<[MixInterpolationName, number, number]>([
    ['linear', 0.25, 0.75],
    ['smooth', 0.15625, 0.84375],
    ['slowFast', 0.0625, 0.5625],
    ['fastSlow', 0.4375, 0.9375],
    ['circle', 0.0669872981, 0.9330127019],
  ])('%s', (mixInterpolation, quarter, rest) => {
    const { world, eid, tick, x } = stage(rules)
    play(world, eid, 'P10', { loop: true })
    tick(0.1)
    const entry = play(world, eid, 'P20', { loop: true, mix: 1, mixInterpolation })
    const seen: number[] = []
    for (const seconds of [0.25, 0.5, 0.25]) {
      tick(seconds)
      seen.push(getEntry(world, entry).mixFraction, x('b'))
    }
    const expected = [quarter, 10 + 10 * quarter, rest, 10 + 10 * rest, 1, 20]
    for (const [i, value] of expected.entries()) expect(seen[i]).toBeCloseTo(value, 5)
  })

  test('an interrupted mix goes on from where it had come to', () => {
    const { world, eid, tick, x } = stage(rules)
    play(world, eid, 'P10', { loop: true })
    tick(0)
    play(world, eid, 'P20', { loop: true, mix: 1, mixInterpolation: 'slowFast' })
    tick(0.5)
    const before = x('b')
    play(world, eid, 'P40', { loop: true, mix: 1 })
    tick(0)
    expect(before).toBeCloseTo(12.5, 5)
    expect(x('b')).toBeCloseTo(before, 5)
  })
})

describe.each<Rules>(['3.8', '4.0', '4.1', '4.2'])('by the rules of %s', (rules) => {
  /** Ends in each of some ticks behind an empty animation without a mix that follows a chain of mixes. */
  function endsOf(chain: Readonly<Record<string, number>>, steps = [0, 0, 0.25, 0.25]): string {
    const { world, eid, tick } = stage(rules, { both: BOTH, pair: BOTH })
    for (const [name, mix] of Object.entries(chain)) {
      play(world, eid, name, { track: 1, loop: true, mix })
      tick(0.25)
    }
    fadeOut(world, eid, { track: 1, mix: 0 })
    const ticks = steps.map((seconds) => {
      tick(seconds)
      return Array.from(events(world), ({ kind, animation }) =>
        kind === 'end' ? [`${animation}`] : [],
      ).flat()
    })
    return ticks.join(' | ')
  }

  test.each([
    [{ C30: 0, P10: 0.2, P20: 0.2 }, ['P10,P20', 'P20,P10']],
    [{ P40: 0, both: 0.2, pair: 0.2 }, ['both,pair,P40', 'pair,both,P40']],
  ])('a mix of no length ends entries only once time has passed: %j', (chain, [later, late]) => {
    expect(endsOf(chain)).toBe(rules === '4.2' ? ` | ${late} | null | ` : ` |  |  | ${later}`)
  })

  test('a mix of no length ends nothing while time goes back', () => {
    expect(endsOf({ C30: 0, P10: 0.2, P20: 0.2 }, [-0.01, 0, 0])).toBe(' |  | ')
  })
})

describe('an entry mixed in above a gap in the chain', () => {
  /** P20 is held by P40 that follows it; P40 leaves the chain before P20 does. */
  function run(below: boolean): number[] {
    const { world, eid, tick, x } = stage('4.3')
    if (below) play(world, eid, 'C30', { loop: true })
    tick(0)
    play(world, eid, 'P20', { loop: true, mix: 0.25 })
    tick(0.125)
    play(world, eid, 'P40', { loop: true, mix: 2 })
    tick(0.125)
    tick(0.125)
    play(world, eid, 'Q8', { loop: true, mix: 0.25 })
    tick(0.125)
    const seen: number[] = []
    for (let i = 0; i < 4; i++) {
      tick(0.125)
      seen.push(x('b'))
    }
    return seen
  }

  test('goes on being held as it was', () => {
    // C30 had faded out below P20: P20 is held for good, though nothing that keys the same follows it any more.
    expect(run(true)).toEqual([0, 20, 20, 20])
  })

  test('fades out as ever where there was none', () => {
    expect(run(false)).toEqual([0, 0, 0, 0])
  })
})

describe('keyed events of a reversed entry', () => {
  test.each(RULES.filter((rules) => rules !== '3.8'))('by the rules of %s', (rules) => {
    const { world, eid, tick, heard } = stage(rules)
    play(world, eid, 'ev', { reverse: true })
    const told = [0, 0.4, 0.4, 0.4, 0.4].map((seconds) => {
      tick(seconds)
      return heard()
    })
    const keyed = rules === '4.3' ? ['e4', 'e3', 'e1', 'e0'] : [null, null, null, null]
    const with4 = [['start'], [], [], ['complete'], []]
    const places = [1, 0, 0, 0]
    for (const [i, name] of keyed.entries()) if (name) with4[i].splice(places[i], 0, name)
    expect(told).toEqual(with4)
  })

  test.each([
    [0.5, ['e3'], []],
    [1, ['e3'], ['e1']],
    [0, [], []],
  ])('mixing out, they fire below the threshold %s', (eventThreshold, first, second) => {
    const { world, eid, tick, heard } = stage('4.3')
    play(world, eid, 'ev', { reverse: true, eventThreshold })
    tick(0)
    play(world, eid, 'P10', { loop: true, mix: 1 })
    tick(0.4)
    expect(heard()).toEqual(['interrupt', 'start', ...first])
    tick(0.4)
    expect(heard()).toEqual(second)
  })
})

test.each([
  ['3.8', 35],
  ['4.0', 20],
  ['4.2', 20],
] as const)('by the rules of %s, an adding entry that is mixed out is mixed into %s', (rules, expected) => {
  const { world, eid, tick, x } = stage(rules)
  play(world, eid, 'C30', { loop: true })
  play(world, eid, 'P20', { track: 1, loop: true, blend: 'add' })
  tick(0)
  play(world, eid, 'P40', { track: 1, loop: true, mix: 1 })
  tick(0.5)
  // Half of P20 on top of P20 is 30. In 3.8 it counts as keyed, and P40 goes on from there.
  expect(x('b')).toBeCloseTo(expected, 5)
})

test.each(RULES)('a weight below the threshold leaves what a lower track shows from 4.3 on (%s)', (rules) => {
  const low = { slots: { s1: { attachment: [{ name: null }] } }, ...BOTH }
  const { world, eid, tick } = stage(rules, { low })
  play(world, eid, 'low', { loop: true })
  play(world, eid, 'AttG', { track: 1, loop: true, alpha: 0.25, alphaAttachmentThreshold: 0.5 })
  tick(0.1)
  tick(0.1)
  expect(getAttachment(world, eid, 's1')?.name).toBe(rules === '4.3' ? undefined : 'green')
})

describe('a negative weight', () => {
  test.each(RULES)('keeps attachments before 4.2 (%s)', (rules) => {
    const kept = rules < '4.2' ? 'green' : 'red'
    const { world, eid, tick } = stage(rules)
    const shown = () => getAttachment(world, eid, 's1')?.name
    play(world, eid, 'AttG', { loop: true, alpha: -0.25, attachmentThreshold: 1 })
    tick(0.1)
    expect(shown()).toBe(kept)
    play(world, eid, 'C30', { loop: true, mix: 1 })
    tick(0.1)
    expect(shown()).toBe(kept)
  })

  test.each(RULES)('and one that is too small keep none below a threshold (%s)', (rules) => {
    for (const alpha of [-0.25, 0.25]) {
      const { world, eid, tick } = stage(rules)
      play(world, eid, 'AttG', { loop: true, alpha, alphaAttachmentThreshold: 0.5 })
      tick(0.1)
      expect(getAttachment(world, eid, 's1')?.name).toBe('red')
    }
  })
})

test.each<Rules>(['3.8', '4.0'])(
  'by the rules of %s, an empty animation that came to add leaves its mix',
  (rules) => {
    const { world, eid, tick, heard } = stage(rules)
    play(world, eid, 'P10', { track: 1, loop: true })
    tick(0.1)
    const empty = fadeOut(world, eid, { track: 1, mix: 2 })
    tick(0.1)
    setEntry(world, empty, { blend: 'add' })
    play(world, eid, 'P20', { track: 1, loop: true, mix: 0.1 })
    tick(0.1)
    // Its successor is mixed in; the entry that it was mixed in from is not mixed out.
    tick(0.1)
    expect(heard().filter((kind) => kind === 'end')).toEqual(['end'])
  },
)

describe('by the rules of 4.3', () => {
  test('a change of additive takes effect at once, while it plays', () => {
    const { world, eid, tick, x } = stage('4.3')
    play(world, eid, 'P10', { loop: true })
    const above = play(world, eid, 'P20', { track: 1, loop: true })
    const seen: number[] = []
    for (const additive of [false, true, false]) {
      setEntry(world, above, { additive })
      tick(0.1)
      seen.push(x('b'))
    }
    expect(seen).toEqual([20, 30, 20])
  })

  test('an entry held above a gap in a chain of mixes is no longer held until a newer mix is done', () => {
    const { world, eid, tick, x } = stage('4.3')
    const seen: number[] = []
    const goOn = (seconds: number) => {
      tick(seconds)
      seen.push(x('b'))
    }
    play(world, eid, 'P10', { loop: true })
    goOn(0)
    play(world, eid, 'P20', { loop: true, mix: 0.25 })
    goOn(0.125)
    play(world, eid, 'P40', { loop: true, mix: 0.25 })
    goOn(0.0625)
    fadeOut(world, eid, { mix: 0.125 })
    goOn(0.0625)
    play(world, eid, 'C30', { loop: true, mix: 0.25 })
    for (let i = 0; i < 4; i++) goOn(0.0625)
    // As the official runtime plays it: P40 has left the chain, so P20 comes back.
    expect(seen).toEqual([10, 15, 23.125, 19.375, 0, 20, 20, 20])
  })
})
