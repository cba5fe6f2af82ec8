/** Boxes of what clips leave. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getAnimationBounds, getBounds, getClipped, spawnSkeleton } from '../../src/api'
import { putInSlot } from '../../src/joins/nesting'
import { runPipeline } from '../../systems'
import { clipping, region, rigOf, type SlotPlan, worldOf } from '../streams/fixture'

const WIDE = [-1000, -1000, 1000, -1000, 1000, 1000, -1000, 1000]
const RIGHT = [0, -1000, 1000, -1000, 1000, 1000, 0, 1000]
const NOWHERE = [500, 500, 600, 500, 600, 600]
const part = (name: string): SlotPlan => ({ name, attachments: { [name]: region(name) } })
const clip = (points: number[], end = -1): SlotPlan => ({
  name: 'clip',
  attachments: { clip: clipping(points, end) },
})
const hand: SlotPlan = { name: 'hand', attachments: { hand: region('hand') }, empty: true }

function shown(slots: SlotPlan[], x = 0) {
  const world = worldOf()
  const eid = spawnSkeleton(world, rigOf({ slots }), { x })
  runPipeline(world)
  return { world, eid }
}

const clipped = { clipped: true }

test('only what a clip leaves counts', () => {
  const whole = shown([part('a')])
  const [left, bottom, width, height] = getBounds(whole.world, whole.eid) ?? []
  expect(left).toBeLessThan(0)
  const { world, eid } = shown([clip(RIGHT), part('a')])
  expect([...(getBounds(world, eid) ?? [])]).toEqual([left, bottom, width, height])
  const out = new Float64Array(4)
  expect(getBounds(world, eid, out, clipped)).toBe(out)
  expect([...out]).toEqual([0, bottom, left + width, height])
})

test('slots behind the end of a clip count whole', () => {
  const { world, eid } = shown([clip(NOWHERE, 1), part('a'), part('b')])
  expect([...(getBounds(world, eid, undefined, clipped) ?? [])]).toEqual([...(getBounds(world, eid) ?? [])])
})

test('where clips leave nothing there is no box, and `out` stays', () => {
  const { world, eid } = shown([clip(NOWHERE), part('a')])
  const out = Float64Array.of(1, 2, 3, 4)
  expect(getBounds(world, eid, out, clipped)).toBeNull()
  expect([...out]).toEqual([1, 2, 3, 4])
  expect(getBounds(world, eid)).not.toBeNull()
})

test('clips of a holder cut what is in its slot', () => {
  const { world, eid: holder } = shown([clip(RIGHT), hand])
  const child = spawnSkeleton(world, rigOf({ slots: [part('a')] }))
  putInSlot(world, holder, 'hand', child)
  runPipeline(world)
  expect(getBounds(world, child)?.[0]).toBeLessThan(0)
  expect(getBounds(world, child, undefined, clipped)?.[0]).toBe(0)
})

test('it is the box of the clipped triangles, and never larger than that of all', () => {
  const corner = fc.integer({ min: -20, max: 20 })
  fc.assert(
    fc.property(fc.array(fc.tuple(corner, corner), { minLength: 3, maxLength: 5 }), (corners) => {
      const { world, eid } = shown([clip(corners.flat()), part('a'), part('b')], 3)
      const left = getClipped(world, eid).flatMap(({ vertices }) => [...vertices])
      const box = getBounds(world, eid, undefined, clipped)
      if (left.length === 0) {
        expect(box).toBeNull()
        return
      }
      const xs = left.filter((_, i) => i % 2 === 0)
      const ys = left.filter((_, i) => i % 2 === 1)
      const [x, y] = [Math.min(...xs), Math.min(...ys)]
      expect([...(box ?? [])]).toEqual([x, y, Math.max(...xs) - x, Math.max(...ys) - y])
    }),
  )
})

test('animations are measured so as well', () => {
  const slots = [clip(RIGHT), part('a')]
  const rig = rigOf({ slots, animations: [{ name: 'still', duration: 1, timelines: [] }] })
  expect(getAnimationBounds(rig, 'still')?.x).toBeLessThan(0)
  expect(getAnimationBounds(rig, 'still', clipped)?.x).toBe(0)
})

test('other options are refused', () => {
  const { world, eid } = shown([clip(WIDE), part('a')])
  expect(() => getBounds(world, eid, undefined, { clip: true } as never)).toThrow(/there is no such option/)
})
