/** Playing animations on tracks: clocks, weights, options and refusals. */
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  applyAnimation,
  dispatchEvents,
  getAttachment,
  getBone,
  getEntry,
  play,
  setToSetupPose,
  spawnSkeleton,
} from '../../../src/api'
import {
  constraints,
  mixing,
  runPipeline,
  skinning,
  timelineSampling,
  worldTransform,
} from '../../../systems'
import { makeRig, makeWorld, poseBits } from '../../fixtures/play'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { wholeEvents } from '../../fixtures/whole-events'

/** Two bones side by side, and animations that key one or both, with values easy to compute. */
function toyRig() {
  const line = (to: number) => ({ translate: [{ x: 0 }, { time: 1, x: to }] })
  const json: Json = {
    skeleton: { spine: '4.2.43' },
    bones: [
      { name: 'root' },
      { name: 'a', parent: 'root', x: 1 },
      { name: 'b', parent: 'root', x: 2 },
      { name: 'c', parent: 'root' },
    ],
    slots: [{ name: 's', bone: 'a', attachment: 'red' }],
    skins: [
      {
        name: 'default',
        attachments: {
          s: { red: { type: 'point' }, green: { type: 'point' }, blue: { type: 'point' } },
        },
      },
    ],
    events: { tap: {}, tock: { int: 5 } },
    animations: {
      both: { bones: { a: line(10), b: line(20) }, slots: { s: { attachment: [{ name: 'green' }] } } },
      onlyA: { bones: { a: line(100) } },
      turn: { bones: { c: { rotate: [{ value: 170 }] } } },
      back: { bones: { c: { rotate: [{ value: -170 }] } } },
      beat: { bones: { a: line(1) }, events: [{ name: 'tap' }, { time: 0.5, name: 'tock' }] },
    },
  }
  return makeRig('4.2', json)
}

function stage(): {
  world: AnimationWorld
  eid: number
  x: (bone: string) => number
  tick: (dt: number) => void
} {
  const world = makeWorld()
  const eid = spawnSkeleton(world, toyRig())
  return {
    world,
    eid,
    x: (bone) => getBone(world, eid, bone)[4],
    tick: (dt) => {
      world.time.delta = dt
      runPipeline(world)
    },
  }
}

class HalfWeight {
  loop = true
  get alpha() {
    return 0.5
  }
}

describe('play', () => {
  test('starts at the animation’s start and follows the clock', () => {
    const { world, eid, x, tick } = stage()
    play(world, eid, 'both')
    tick(0)
    expect(x('a')).toBe(1)
    tick(0.25)
    expect(x('a')).toBeCloseTo(3.5, 5)
    expect(x('b')).toBeCloseTo(7, 5)
  })

  test('holds the last pose, or starts over with loop', () => {
    const { world, eid, x, tick } = stage()
    play(world, eid, 'both')
    tick(1.5)
    expect(x('a')).toBeCloseTo(11, 5)
    play(world, eid, 'both', { loop: true })
    tick(1.25)
    expect(x('a')).toBeCloseTo(3.5, 5)
  })

  test('obeys time scales of entry and skeleton', () => {
    const { world, eid, x, tick } = stage()
    play(world, eid, 'both', { timeScale: 2 })
    world.components.Skeleton.timeScale[eid] = 0.25
    tick(1)
    expect(x('a')).toBeCloseTo(6, 5)
  })

  test('weighs against the setup pose on track 0 and against lower tracks above', () => {
    const { world, eid, x, tick } = stage()
    play(world, eid, 'both', { alpha: 0.5 })
    tick(1)
    expect(x('a')).toBeCloseTo(6, 5)
    play(world, eid, 'both')
    play(world, eid, 'onlyA', { track: 3, alpha: 0.25 })
    tick(1)
    expect(x('a')).toBeCloseTo(11 + (101 - 11) * 0.25, 4)
    expect(x('b')).toBeCloseTo(22, 5)
  })

  test('an upper track whose property nothing below keys weighs against setup, every tick anew', () => {
    const { world, eid, x, tick } = stage()
    play(world, eid, 'onlyA', { track: 1, alpha: 0.25 })
    tick(1)
    tick(1)
    expect(x('a')).toBeCloseTo(1 + 25, 4)
  })

  test('mixes rotations over the shorter arc', () => {
    const { world, eid, tick } = stage()
    play(world, eid, 'turn')
    play(world, eid, 'back', { track: 1, alpha: 0.5 })
    tick(0)
    const [a, , c] = getBone(world, eid, 'c')
    expect(Math.abs(Math.atan2(c, a))).toBeCloseTo(Math.PI, 4)
  })

  test('resets properties that only the replaced animation keyed', () => {
    const { world, eid, x, tick } = stage()
    play(world, eid, 'both')
    tick(1)
    expect(getAttachment(world, eid, 's')?.name).toBe('green')
    play(world, eid, 'onlyA')
    tick(0.5)
    expect(x('a')).toBeCloseTo(51, 4)
    expect(x('b')).toBeCloseTo(2, 5)
    expect(getAttachment(world, eid, 's')?.name).toBe('red')
  })

  test('gives every entry a handle of its own', () => {
    const { world, eid } = stage()
    const handles = ['both', 'onlyA', 'both'].map((name) => play(world, eid, name))
    expect(new Set(handles).size).toBe(3)
  })

  test.each([
    ['an unknown animation', 'bth', {}, 'unknown-animation'],
    ['a negative track', 'both', { track: -1 }, 'bad-option'],
    ['a broken track', 'both', { track: 0.5 }, 'bad-option'],
    ['a billionth track', 'both', { track: 1e9 }, 'bad-option'],
    ['a weight that is no number', 'both', { alpha: Number.NaN }, 'bad-option'],
    ['an infinite time scale', 'both', { timeScale: Number.POSITIVE_INFINITY }, 'bad-option'],
    ['a loop that is no yes or no', 'both', { loop: 'no' as unknown as boolean }, 'bad-option'],
  ])('refuses %s, and the playing entry goes on', (_, name, options, code) => {
    const { world, eid, x, tick } = stage()
    play(world, eid, 'both')
    tick(0.5)
    expect(() => play(world, eid, name, options)).toThrow(expect.objectContaining({ code }))
    tick(0.25)
    expect(x('a')).toBeCloseTo(8.5, 5)
  })

  test.each([
    ['an object', { loop: true, alpha: 0.5 }],
    ['one without a prototype', Object.assign(Object.create(null), { loop: true, alpha: 0.5 })],
    ['one that inherits', Object.create({ loop: true, alpha: 0.5 })],
    ['a class', new HalfWeight()],
  ])('takes its options from %s', (_, options) => {
    const { world, eid } = stage()
    expect(getEntry(world, play(world, eid, 'both', options))).toMatchObject({ loop: true, alpha: 0.5 })
  })

  test('lists the animations there are', () => {
    const { world, eid } = stage()
    expect(() => play(world, eid, 'bth')).toThrow(/"both", "onlyA", "turn", "back", "beat"/)
  })
})

describe('events', () => {
  const kinds = (world: AnimationWorld) => Array.from(wholeEvents(world), (event) => event.name ?? event.kind)
  const seen = (world: AnimationWorld) => {
    const list: string[] = []
    dispatchEvents(world, (event) => list.push(event.kind === 'event' ? event.name : event.kind))
    return list
  }

  test('come in the official order, once a tick, until the next sampling', () => {
    const { world, eid, tick } = stage()
    play(world, eid, 'beat', { loop: true })
    expect(seen(world)).toEqual([])
    tick(0)
    expect(seen(world)).toEqual(['start', 'tap'])
    expect(seen(world)).toEqual(['start', 'tap'])
    tick(0.75)
    expect(seen(world)).toEqual(['tock'])
    tick(0.5)
    expect(seen(world)).toEqual(['complete', 'tap'])
    tick(0.1)
    expect(kinds(world)).toEqual([])
  })

  test('an interrupted entry reports interrupt, then ends', () => {
    const { world, eid, tick } = stage()
    play(world, eid, 'both')
    tick(0.1)
    play(world, eid, 'onlyA')
    tick(0.1)
    expect(seen(world)).toEqual(['interrupt', 'start'])
    tick(0.1)
    expect(seen(world)).toEqual(['end', 'dispose'])
  })

  test('listeners may change the world while they are called', () => {
    const { world, eid, tick } = stage()
    play(world, eid, 'beat')
    tick(0)
    dispatchEvents(world, ({ entity }) => play(world, entity, 'onlyA'))
    tick(0)
    expect(seen(world)).toContain('start')
  })
})

describe('applyAnimation', () => {
  test('acts at once, and world transforms follow with the systems', () => {
    const { world, eid, x } = stage()
    applyAnimation(world, eid, 'both', { time: 0.5 })
    constraints(world)
    worldTransform(world)
    expect(x('a')).toBeCloseTo(6, 5)
    setToSetupPose(world, eid, 'both')
    worldTransform(world)
    expect(x('a')).toBe(1)
    expect(getAttachment(world, eid, 's')?.name).toBe('red')
  })

  test('blends with the present values', () => {
    const { world, eid, x } = stage()
    applyAnimation(world, eid, 'both', { time: 1 })
    applyAnimation(world, eid, 'onlyA', { time: 1, alpha: 0.5, blend: 'replace' })
    worldTransform(world)
    expect(x('a')).toBeCloseTo(56, 4)
    applyAnimation(world, eid, 'onlyA', { time: 1, alpha: 0.5, blend: 'add' })
    worldTransform(world)
    expect(x('a')).toBeCloseTo(106, 4)
  })

  test('a looped time at the duration is the start', () => {
    const { world, eid, x } = stage()
    applyAnimation(world, eid, 'both', { time: 1, loop: true })
    worldTransform(world)
    expect(x('a')).toBe(1)
  })

  test.each([
    [{ time: Number.NaN }],
    [{ time: 0, alpha: Number.POSITIVE_INFINITY }],
    [{ time: 0, blend: 'sum' as 'add' }],
    [{ time: 0, direction: 'sideways' as 'mixIn' }],
  ])('refuses %o', (options) => {
    const { world, eid } = stage()
    expect(() => applyAnimation(world, eid, 'both', options)).toThrow(
      expect.objectContaining({ code: 'bad-option' }),
    )
  })
})

test('systems one by one and the chunked pipeline give the same bits', () => {
  const run = (step: (world: AnimationWorld) => void) => {
    const world = makeWorld()
    const rig = makeRig()
    const ids = Array.from({ length: 70 }, (_, i) =>
      spawnSkeleton(world, rig, { x: i, skin: i % 3 ? null : 'horned' }),
    )
    for (const eid of ids) play(world, eid, 'walk', { loop: true, timeScale: 1 + eid / 50 })
    world.time.delta = 0.07
    for (let i = 0; i < 25; i++) step(world)
    return [...ids.map((eid) => poseBits(world, eid)), world.animation.streams.positions.join()]
  }
  const oneByOne = run((world) => {
    timelineSampling(world)
    mixing(world)
    constraints(world)
    worldTransform(world)
    skinning(world)
  })
  expect(run(runPipeline)).toEqual(oneByOne)
})

test('leaving systems out is fine: each opens a tick where it must', () => {
  const { world, eid } = stage()
  play(world, eid, 'both', { loop: true })
  world.time.delta = 0.25
  for (let i = 0; i < 3; i++) {
    timelineSampling(world)
    mixing(world)
    worldTransform(world)
  }
  expect(getBone(world, eid, 'a')[4]).toBeCloseTo(8.5, 5)
  const { number } = world.animation.tick
  worldTransform(world)
  skinning(world)
  expect(world.animation.tick.number).toBe(number + 1)
})
