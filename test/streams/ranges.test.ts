/** Ranges of the position stream. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createRangePool,
  fitsRange,
  giveRange,
  rangeRoom,
  takeRange,
  withSpare,
} from '../../src/streams/vertices/ranges'

const counts = fc.integer({ min: 0, max: 3000 })

describe('ranges', () => {
  test('room is enough, at most an eighth too much, and its own size class', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 24 }), (count) => {
        const room = rangeRoom(count)
        expect(room).toBeGreaterThanOrEqual(count)
        expect(room).toBeLessThanOrEqual(Math.max(count + 3, count * 1.125 + 1))
        expect(rangeRoom(room)).toBe(room)
        expect(fitsRange(room, count)).toBe(true)
      }),
    )
  })

  test('a range is kept until it is too small or mostly empty', () => {
    expect(fitsRange(100, 100)).toBe(true)
    expect(fitsRange(100, 25)).toBe(true)
    expect(fitsRange(100, 101)).toBe(false)
    expect(fitsRange(100, 24)).toBe(false)
    expect(fitsRange(0, 0)).toBe(true)
  })

  test('ranges in use never overlap and `used` is their sum', () => {
    const steps = fc.array(
      fc.oneof(
        counts.map((count) => ({ count })),
        fc.nat(40).map((give) => ({ give })),
      ),
      {
        maxLength: 200,
      },
    )
    fc.assert(
      fc.property(steps, (list) => {
        const pool = createRangePool(0)
        const live: { start: number; room: number }[] = []
        for (const step of list) {
          if ('count' in step) live.push({ start: takeRange(pool, step.count), room: rangeRoom(step.count) })
          else if (live.length > 0) {
            const [{ start, room }] = live.splice(step.give % live.length, 1)
            giveRange(pool, start, room)
          }
          const sorted = live.filter(({ room }) => room > 0).sort((a, b) => a.start - b.start)
          sorted.forEach(({ start, room }, i) => {
            expect(start + room).toBeLessThanOrEqual(sorted[i + 1]?.start ?? pool.top)
          })
          expect(pool.used).toBe(live.reduce((sum, { room }) => sum + room, 0))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('churn of the same sizes takes no more than the peak', () => {
    const pool = createRangePool(0)
    const sizes = [5, 90, 276, 276, 667, 12]
    let live = sizes.map((count) => takeRange(pool, count))
    const peak = pool.top
    for (let round = 0; round < 500; round++) {
      sizes.forEach((count, i) => {
        if ((round + i) % 3 === 0) giveRange(pool, live[i], rangeRoom(count))
      })
      live = sizes.map((count, i) => ((round + i) % 3 === 0 ? takeRange(pool, count) : live[i]))
      expect(pool.top).toBe(peak)
    }
  })

  test('ranges that are taken in a row lie pages apart once there are many of them', () => {
    const pool = createRangePool(0)
    const starts = Array.from({ length: 200 }, () => takeRange(pool, 276))
    const close = starts.filter((start, i) => i >= 100 && Math.abs(start - starts[i - 1]) < 512)
    // Where one stock ends and the next begins.
    expect(close.length).toBeLessThan(10)
    expect(new Set(starts).size).toBe(200)
    expect(pool.top).toBeLessThanOrEqual(pool.used + 4096 + 4 * 276)
  })

  test('one that shows a few vertices more or less than before stays where it is', () => {
    for (const count of [128, 249, 256, 276, 667, 4000]) {
      const room = rangeRoom(withSpare(count))
      expect(fitsRange(room, count + 4)).toBe(true)
      expect(room - rangeRoom(count)).toBeLessThanOrEqual(count >> 4)
    }
    expect(withSpare(4)).toBe(4)
    expect(withSpare(0)).toBe(0)
  })

  test('when all is given back, other sizes use the same place', () => {
    const pool = createRangePool(0)
    giveRange(pool, takeRange(pool, 1000), rangeRoom(1000))
    expect(takeRange(pool, 7)).toBe(0)
    expect(pool.top).toBe(8)
  })
})
