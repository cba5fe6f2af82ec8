/** Frames of any length become ticks of one. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { play, spawnSkeleton } from '../../src/api'
import { fixedTicks } from '../../systems'
import { makeRig, makeWorld, poseBits } from '../fixtures/play'

const rig = makeRig('4.2')

function counted(options: { rate: number; most?: number }) {
  const world = makeWorld()
  const deltas: number[] = []
  const frame = fixedTicks(world, { ...options, tick: ({ time }) => void deltas.push(time.delta) })
  return { frame, deltas }
}

test('runs the ticks that are due, and returns the share that is left', () => {
  const { frame, deltas } = counted({ rate: 30 })
  expect(frame(1 / 60)).toBeCloseTo(0.5, 12)
  expect(deltas).toEqual([])
  expect(frame(1 / 60)).toBeCloseTo(0, 12)
  expect(deltas).toEqual([1 / 30])
  expect(frame(0.1)).toBeCloseTo(0, 9)
  expect(deltas).toEqual([1 / 30, 1 / 30, 1 / 30, 1 / 30])
  expect(frame(0)).toBeCloseTo(0, 9)
  expect(deltas).toHaveLength(4)
})

test('drops the time beyond the most ticks of a frame', () => {
  const { frame, deltas } = counted({ rate: 60, most: 4 })
  expect(frame(10 + 0.5 / 60)).toBeCloseTo(0.5, 9)
  expect(deltas).toHaveLength(4)
  frame(0.5 / 60)
  expect(deltas).toHaveLength(5)
})

test('as many ticks as the time has, however frames divide it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 240 }),
      fc.array(fc.double({ min: 0, max: 0.05, noNaN: true }), { maxLength: 200 }),
      (rate, frames) => {
        const { frame, deltas } = counted({ rate, most: 1000 })
        let share = 0
        for (const seconds of frames) {
          share = frame(seconds)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThan(1)
        }
        const total = frames.reduce((sum, seconds) => sum + seconds * rate, 0)
        expect(deltas.length + share).toBeCloseTo(total, 6)
      },
    ),
  )
})

test('poses have the same bits at any rate of frames', () => {
  const bits = [30, 144].map((fps) => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'walk', { loop: true })
    const frame = fixedTicks(world, { rate: 20 })
    for (let i = 0; i < fps; i++) frame(1 / fps)
    return poseBits(world, eid)
  })
  expect(bits[1]).toEqual(bits[0])
})

test.each([
  ['rate', { rate: 0 }],
  ['rate', { rate: Infinity }],
  ['most', { rate: 30, most: 0.5 }],
  ['tick', { rate: 30, tick: 1 as never }],
  ['speed', { rate: 30, speed: 2 }],
])('refuses a wrong %s', (path, options) => {
  expect(() => fixedTicks(makeWorld(), options)).toThrow(
    expect.objectContaining({ code: 'bad-option', path }),
  )
})

test('refuses seconds that are no time', () => {
  const { frame, deltas } = counted({ rate: 30 })
  for (const seconds of [-1, NaN, Infinity])
    expect(() => frame(seconds)).toThrow(expect.objectContaining({ code: 'not-finite' }))
  frame(1 / 30)
  expect(deltas).toHaveLength(1)
})
