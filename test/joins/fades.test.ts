/** Inertial fades: worked examples, the properties of the curve, what they survive, and refusals. */

import fc from 'fast-check'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  clearTracks,
  getAttachment,
  getBone,
  getSlotColor,
  type InstallOptions,
  loadRig,
  type PlayOptions,
  play,
  queue,
  type Rig,
  registerRig,
  replaceRig,
  setBone,
  setDefaultMix,
  spawnSkeleton,
} from '../../src/api'
import { LANES } from '../../src/base/memory/lanes'
import { inertialFades } from '../../src/joins/fades'
import { differenceLeft, differenceSpeed, speedLeft, speedSpeed } from '../../src/joins/fades/curve'
import { readFades, type SavedFades, saveFades } from '../../src/joins/fades/save'
import type { FadedState } from '../../src/joins/fades/state'
import { decodeState, encodeState, restoreState } from '../../src/joins/save'
import { IK } from '../../src/rig/constraints/ik'
import { seatBase } from '../../src/world/chunks/addresses'
import { chunkAt } from '../../src/world/chunks/blocks'
import { runs, sampleOf } from '../deep'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { go, smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import type { Json } from '../fixtures/rigs/rich-rig'
import { CASTS, type Cast, carryOut, ownOps, type TrackOp } from '../fixtures/track-ops'
import { validateWorld } from '../fixtures/validate-world'
import { noWarnings } from '../fixtures/warnings'

const use = [inertialFades]
const WAYS = [
  ['WebAssembly', { use }],
  ['plain kernels', { use, kernels: plainKernels }],
  ['without shortcuts', { use, shortcuts: false }],
] as const

const FADE = { mix: 0.4, fade: 'inertial' } as const satisfies PlayOptions

/** A bone that slides: 10 a second, 20 back a second, not at all at 20; and one that turns. */
function slides(more: Json = {}): Rig {
  const x = (...pairs: [number, number][]) => ({
    bones: { box: { translate: pairs.map(([time, value]) => ({ time, x: value })) } },
  })
  const turns = (value: number) => ({ bones: { box: { rotate: [{ value }] } } })
  return makeRig('4.2', {
    skeleton: { spine: '4.2.43' },
    bones: [{ name: 'root' }, { name: 'box', parent: 'root' }],
    ...more,
    animations: {
      ahead: x([0, 0], [10, 100]),
      back: x([0, 40], [10, -160]),
      still: x([0, 20]),
      low: turns(-170),
      high: turns(170),
      ...(more.animations as Json),
    },
  })
}

const xOf = (world: AnimationWorld, eid: number) => getBone(world, eid, 'box')[4]
const angleOf = (world: AnimationWorld, eid: number) => {
  const [a, , c] = getBone(world, eid, 'box')
  return (Math.atan2(c, a) * 180) / Math.PI
}

/** The rows of a skeleton's first constraint. */
function ikOf({ animation: { arena, blocks, skeletons } }: AnimationWorld, eid: number) {
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const first = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  const row = (field: number) => arena.f32[first + (chunk.rig.source.rows.constraint[0] + field) * LANES]
  return { mix: row(IK.MIX), bend: row(IK.BEND) }
}

describe.each(WAYS)('%s:', (_, options) => {
  test('the difference and its speed die away: -15 and 10 a second, over 0.4 seconds', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, slides())
    play(world, eid, 'ahead')
    tick(world, 0.25)
    tick(world, 0.25)
    play(world, eid, 'still', FADE)
    tick(world, 0.1)
    // s = 0.25: 0.75^4 (-15 (1 + 4 · 0.25) + 10 · 0.25 · 0.4) = 0.31640625 · -29
    expect(xOf(world, eid)).toBeCloseTo(20 - 9.17578125, 4)
    tick(world, 0.1)
    // s = 0.5: 0.5^4 (-15 · 3 + 10 · 0.5 · 0.4) = 0.0625 · -43
    expect(xOf(world, eid)).toBeCloseTo(20 - 2.6875, 4)
    tick(world, 0.2)
    expect(xOf(world, eid)).toBe(20)
  })

  test('the speed is that of the old less that of the new animation', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, slides())
    play(world, eid, 'ahead')
    tick(world, 0.5)
    tick(world, 0.5)
    play(world, eid, 'back', FADE)
    tick(world, 0.1)
    // The difference is 10 - 40, its speed 10 - -20; back is at 38 then.
    expect(xOf(world, eid)).toBeCloseTo(38 + 0.31640625 * (-30 * 2 + 30 * 0.1), 4)
  })

  test('rotations go the short way', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, slides())
    play(world, eid, 'high')
    tick(world, 0.1)
    tick(world, 0.1)
    play(world, eid, 'low', FADE)
    tick(world, 0.2)
    // 170 is 20 below -170: 0.5^4 · -20 · 3.
    expect(angleOf(world, eid)).toBeCloseTo(-173.75, 3)
  })

  test('a pose that would rest otherwise moves until the end of the fade', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, slides())
    play(world, eid, 'ahead')
    tick(world, 0.25)
    tick(world, 0.25)
    play(world, eid, 'still', { ...FADE, timeScale: 0 })
    const seen = Array.from({ length: 9 }, () => {
      tick(world, 0.05)
      return xOf(world, eid)
    })
    const left = (s: number) => (1 - s) ** 4 * (-15 * (1 + 4 * s) + 10 * s * 0.4)
    for (const [i, x] of seen.entries()) expect(x).toBeCloseTo(i < 7 ? 20 + left((i + 1) / 8) : 20, 4)
  })

  test('a jump just before has no speed', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, slides())
    play(world, eid, 'ahead', { loop: true, end: 0.5 })
    tick(world, 0.5)
    // The loop has just gone back from 5 to 0.
    tick(world, 2 ** -11)
    play(world, eid, 'still', FADE)
    tick(world, 0.2)
    expect(xOf(world, eid)).toBeCloseTo(20 + 0.0625 * ((10 / 2 ** 11 - 20) * 3 + 10 * 0.2), 3)
  })

  test('a fade that interrupts another begins with what is shown, and with its speed', () => {
    const world = makeWorld(options)
    const eid = spawnSkeleton(world, slides())
    play(world, eid, 'ahead')
    tick(world, 0.25)
    tick(world, 0.25)
    play(world, eid, 'still', FADE)
    tick(world, 0.1)
    const d = 20 - 9.17578125 - 40
    // 0.75^3 (-15 · -20 · 0.25 / 0.4 + 10 · (1 - 5 · 0.25)), and back goes with -20.
    const v = 0.421875 * (187.5 - 2.5) + 20
    play(world, eid, 'back', FADE)
    tick(world, 0.2)
    expect(xOf(world, eid)).toBeCloseTo(36 + 0.0625 * (d * 3 + v * 0.2), 3)
  })
})

test('takes the seconds of setDefaultMix', () => {
  const rig = slides()
  const world = makeWorld({ use })
  const eid = spawnSkeleton(world, rig)
  setDefaultMix(world, rig, 0.4)
  play(world, eid, 'ahead')
  tick(world, 0.5)
  play(world, eid, 'still', { fade: 'inertial' })
  tick(world, 0.2)
  expect(xOf(world, eid)).toBeCloseTo(20 + 0.0625 * (-15 * 3 + 10 * 0.2), 4)
})

test('an animation starts at once where nothing has played', () => {
  const world = makeWorld({ use })
  const eid = spawnSkeleton(world, slides())
  tick(world, 0.1)
  play(world, eid, 'still', FADE)
  tick(world, 0.1)
  expect(xOf(world, eid)).toBe(20)
})

test('after clearTracks the pose stays as it was shown', () => {
  const world = makeWorld({ use })
  const eid = spawnSkeleton(world, slides())
  play(world, eid, 'ahead')
  tick(world, 0.5)
  play(world, eid, 'still', FADE)
  tick(world, 0.2)
  const shown = xOf(world, eid)
  clearTracks(world, eid)
  for (let i = 0; i < 5; i++) tick(world, 0.1)
  expect(xOf(world, eid)).toBe(shown)
})

test('a row that the game writes fades on top of what was written', () => {
  const world = makeWorld({ use })
  const eid = spawnSkeleton(world, slides())
  play(world, eid, 'ahead')
  tick(world, 0.5)
  play(world, eid, 'low', FADE)
  // The first tick resets x to 0, since only `ahead` keys it.
  tick(world, 0.1)
  setBone(world, eid, 'box', { x: 7 })
  tick(world, 0.1)
  expect(xOf(world, eid)).toBeCloseTo(7 + 0.0625 * (5 * 3 + 10 * 0.2), 4)
  tick(world, 0.2)
  expect(xOf(world, eid)).toBe(7)
})

test('another rig ends the fade', () => {
  const world = makeWorld({ use })
  const rig = slides()
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'ahead')
  tick(world, 0.5)
  play(world, eid, 'still', FADE)
  tick(world, 0.1)
  replaceRig(world, rig, slides())
  tick(world, 0.1)
  expect(xOf(world, eid)).toBe(20)
})

test('a fade that nobody sees ends; a frozen one waits', () => {
  const world = makeWorld({ use })
  const { Visibility } = world.components
  const eid = spawnSkeleton(world, slides())
  const fade = () => {
    play(world, eid, 'ahead')
    tick(world, 0.25)
    tick(world, 0.25)
    play(world, eid, 'still', FADE)
    tick(world, 0.1)
  }
  const passTick = (level: number, seconds: number) => {
    Visibility.level[eid] = level
    tick(world, seconds)
  }
  fade()
  passTick(2, 0.1)
  passTick(0, 0.1)
  expect(xOf(world, eid)).toBe(20)
  fade()
  passTick(3, 0.1)
  passTick(0, 0.1)
  expect(xOf(world, eid)).toBeCloseTo(20 - 2.6875, 4)
})

test('colours fade, and what steps does not', () => {
  const animations = {
    red: {
      slots: { box: { rgba: [{ color: 'ff0000ff' }], attachment: [{ name: 'face' }] } },
      ik: { reach: [{ mix: 1, bendPositive: true }] },
    },
    blue: {
      slots: { box: { rgba: [{ color: '0000ffff' }], attachment: [{ name: null }] } },
      ik: { reach: [{ mix: 0, bendPositive: false }] },
    },
  }
  const rig = slides({
    animations,
    slots: [{ name: 'box', bone: 'box' }],
    skins: [{ name: 'default', attachments: { box: { face: { width: 1, height: 1 } } } }],
    ik: [{ name: 'reach', bones: ['box'], target: 'root' }],
  })
  const world = makeWorld({ use })
  const eid = spawnSkeleton(world, rig)
  play(world, eid, 'red')
  tick(world, 0.1)
  play(world, eid, 'blue', FADE)
  tick(world, 0.2)
  // s = 0.5: 0.5^4 · 3 of red is left.
  expect([...getSlotColor(world, eid, 'box')]).toEqual([0.1875, 0, 0.8125, 1])
  expect(getAttachment(world, eid, 'box')).toBeNull()
  expect(ikOf(world, eid)).toEqual({ mix: 0.1875, bend: -1 })
  tick(world, 0.2)
  expect([...getSlotColor(world, eid, 'box')]).toEqual([0, 0, 1, 1])
})

describe('encoded states', () => {
  function fading() {
    const world = makeWorld({ use })
    const rig = slides()
    registerRig(world, rig, 'rig')
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'ahead')
    tick(world, 0.5)
    play(world, eid, 'still', FADE)
    tick(world, 0.1)
    return { world, rig, eid }
  }

  test('are refused by a world without the extension', () => {
    const { rig, world } = fading()
    const other = makeWorld()
    registerRig(other, rig, 'rig')
    expect(() => decodeState(other, encodeState(world))).toThrow(
      expect.objectContaining({ code: 'unsupported-feature', path: 'fades' }),
    )
  })

  test('have no part for fades that are over', () => {
    const { rig, world } = fading()
    for (let i = 0; i < 4; i++) tick(world, 0.1)
    const other = makeWorld()
    registerRig(other, rig, 'rig')
    expect(() => decodeState(other, encodeState(world))).not.toThrow()
  })

  test.each<[string, (saved: SavedFades) => object, string]>([
    ['of no skeleton', () => ({ ids: Int32Array.of(77) }), 'ids'],
    ['of a skeleton twice', ({ ids }) => ({ ids: Int32Array.of(ids[0], ids[0]) }), 'ids'],
    ['with another number of rows', () => ({ counts: Uint32Array.of(900) }), 'rows'],
    ['with rows that the rig lacks', ({ rows }) => ({ rows: rows.map((row) => row + 7) }), 'rows'],
    ['with times before 0', () => ({ clocks: Float64Array.of(-1, 1) }), 'clocks'],
    ['with another mark', () => ({ news: Uint8Array.of(2) }), 'news'],
  ])('are damaged with a fade %s', (_, change, path) => {
    const { world } = fading()
    const { fades, skeletons, rigs } = world.animation as unknown as FadedState
    const saved = saveFades(fades)
    const rigOf = (eid: number) => (skeletons.serial[eid] ? rigs[skeletons.rig[eid]]?.source : undefined)
    const read = (one: object) => readFades(fades, new Map(Object.entries(one)), rigOf)
    expect(read(saved)).toEqual(saved)
    expect(() => read({ ...saved, ...change(saved) })).toThrow(
      expect.objectContaining({ code: 'damaged', path: expect.stringContaining(`fades.${path}`) }),
    )
  })
})

describe('refuses', () => {
  const world = makeWorld({ use })
  const eid = spawnSkeleton(world, slides())
  const refusal = (code: string, path: string) => expect.objectContaining({ code, path })

  test('a world without the extension', () => {
    const bare = makeWorld()
    const other = spawnSkeleton(bare, slides())
    play(bare, other, 'ahead', { fade: 'crossfade' })
    expect(() => play(bare, other, 'ahead', FADE)).toThrow(refusal('no-extension', 'inertialFades'))
  })

  test.each<[string, object, string]>([
    ['an unknown fade', { fade: 'inertia' }, 'fade'],
    ['a delay', { fade: 'inertial', delay: 0.1 }, 'delay'],
  ])('%s', (_, options, path) => {
    expect(() => play(world, eid, 'ahead', options)).toThrow(refusal('bad-option', path))
  })

  test('a fade in queue', () => {
    expect(() => queue(world, eid, 'ahead', FADE as object)).toThrow(refusal('bad-option', 'fade'))
  })

  test('skeletons of DragonBones', async () => {
    const atlas = new TextEncoder().encode(JSON.stringify(smallAtlas()))
    const options = { readers: [dragonBones], images: false, name: 'small', warn: noWarnings }
    const other = spawnSkeleton(world, await loadRig(smallArmature(go({})), atlas, options))
    expect(() => play(world, other, 'go', FADE)).toThrow(refusal('bad-option', 'fade'))
  })
})

describe('the curve', () => {
  const seconds = fc.double({ min: 0.05, max: 2, noNaN: true })
  const number = fc.double({ min: -100, max: 100, noNaN: true })
  test('begins with the difference and its speed, and ends with value, speed and acceleration 0', () => {
    fc.assert(
      fc.property(number, number, seconds, (d, v, T) => {
        const at = (t: number) => d * differenceLeft(t / T) + v * speedLeft(t / T, T)
        const speed = (t: number) => d * differenceSpeed(t / T, T) + v * speedSpeed(t / T)
        const h = T / 2 ** 12
        const size = Math.abs(d) + Math.abs(v) * T + 1
        expect(at(0) - d).toBe(0)
        expect(speed(0) - v).toBe(0)
        expect(at(T)).toBeCloseTo(0, 9)
        expect(speed(T)).toBeCloseTo(0, 9)
        expect(Math.abs(speed(T - h) / h)).toBeLessThan((size / T ** 2) * 1e-5)
        for (const t of [0.1, 0.5, 0.9])
          expect(Math.abs((at(T * t + h) - at(T * t - h)) / (2 * h) - speed(T * t))).toBeLessThan(
            size / T / 1e4,
          )
      }),
      { numRuns: runs(200) },
    )
  })
})

/** Keys of `x` every quarter of a second. */
const keys = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 9, maxLength: 9 })

test('a skeleton moves on at its place and its speed wherever a fade starts', () => {
  const tiny = 2 ** -12
  const stay = fc.integer({ min: 300, max: 1200 })
  fc.assert(
    fc.property(keys, keys, fc.array(stay, { minLength: 1, maxLength: 4 }), (one, other, stays) => {
      const animations = Object.fromEntries(
        [one, other].map((values, i) => {
          const translate = values.map((x, at) => ({ time: at / 4, x }))
          return [`walk${i}`, { bones: { box: { translate } } }]
        }),
      )
      const world = makeWorld({ use })
      const eid = spawnSkeleton(world, slides({ animations }))
      play(world, eid, 'walk0', { loop: true })
      tick(world, tiny)
      for (const [nth, ticks] of stays.entries()) {
        tick(world, ticks * tiny - tiny)
        const before = xOf(world, eid)
        tick(world, tiny)
        const start = xOf(world, eid)
        play(world, eid, `walk${(nth + 1) % 2}`, { loop: true, mix: 0.25, fade: 'inertial' })
        tick(world, tiny)
        const after = xOf(world, eid)
        // Within two spans of a key, or of the loop's seam, the speed before has no one value.
        const key = (ticks * tiny * 4) % 1
        if (nth === 0 && (key < 0.02 || key > 0.98)) return
        expect(Math.abs(after - start)).toBeLessThan(1)
        if (nth === 0) expect(Math.abs(after - 2 * start + before) / tiny).toBeLessThan(30)
      }
    }),
    { numRuns: runs(100) },
  )
})

/** An operation, before so many ticks of so many seconds; some plays fade inertially. */
interface Step {
  readonly op: TrackOp
  readonly inertial: boolean
  readonly ticks: number
  readonly seconds: number
}

const script: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    op: ownOps,
    inertial: fc.boolean(),
    ticks: fc.nat(4),
    seconds: fc.constantFrom(0, 1 / 60, 0.05, 0.2),
  }),
  { minLength: 2, maxLength: 12 },
)

/** @param fade how the plays begin that fade inertially. */
function act(
  world: AnimationWorld,
  eid: number,
  cast: Cast,
  step: Step,
  fade: PlayOptions = { fade: 'inertial' },
) {
  const { inertial, op } = step
  if (!inertial || op.kind !== 'play') carryOut(world, eid, cast, op)
  else carryOut(world, eid, cast, { ...op, fields: { ...op.fields, ...fade } as PlayOptions })
}

describe.each(sampleOf(CASTS.map((cast, i) => [i, cast] as const)))('with cast %i', (_, cast) => {
  function stage(options: InstallOptions, before: number) {
    const world = makeWorld({ use, capacity: 8, ...options })
    registerRig(world, cast.rig, 'rig')
    for (let i = 0; i < before; i++)
      play(world, spawnSkeleton(world, cast.rig), cast.names[0], { loop: true })
    return { world, eid: spawnSkeleton(world, cast.rig) }
  }

  test('the bits of a fade depend on no shortcut, kernel, lane or save', () => {
    fc.assert(
      fc.property(script, fc.nat(6), (steps, before) => {
        const stages = [
          stage({}, 0),
          stage({ shortcuts: false }, 0),
          stage({ kernels: plainKernels }, before),
          stage({}, 0),
        ]
        const poses = () => stages.map(({ world, eid }) => poseBits(world, eid))
        for (const [nth, step] of steps.entries()) {
          for (const { world, eid } of stages) act(world, eid, cast, step)
          const encoded = encodeState(stages[3].world)
          if (nth % 2 === 0) stages[3] = stage({}, 0)
          const places = restoreState(stages[3].world, decodeState(stages[3].world, encoded))
          stages[3].eid = places.get(stages[3].eid) ?? stages[3].eid
          for (let i = 0; i < step.ticks; i++) {
            for (const { world } of stages) tick(world, step.seconds)
            expect(new Set(poses()).size).toBe(1)
          }
        }
        for (const { world } of stages) validateWorld(world)
      }),
      { numRuns: runs(30) },
    )
  })

  test('after a fade, the pose is that of a cut', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const stages = [stage({}, 0), stage({}, 0)]
        for (const step of steps) {
          // Then the pose stays as it is shown, fade and all.
          if (step.op.kind === 'clear all') continue
          act(stages[0].world, stages[0].eid, cast, step)
          act(stages[1].world, stages[1].eid, cast, step, { mix: 0 })
          for (let i = 0; i < step.ticks; i++) for (const { world } of stages) tick(world, step.seconds)
        }
        for (let i = 0; i < 6; i++) for (const { world } of stages) tick(world, 0.1)
        expect(poseBits(stages[0].world, stages[0].eid)).toBe(poseBits(stages[1].world, stages[1].eid))
      }),
      { numRuns: runs(50) },
    )
  })
})
