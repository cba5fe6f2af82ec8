/** Deforms in the streams. */
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { applyAnimation, getWorldVertices, play, setAttachment } from '../../src/api'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { DEFORM_STATE, LANES, SLOT } from '../../src/base/memory/lanes'
import { CURVE, type DeformTimeline } from '../../src/base/model/animation'
import { slotRows } from '../../src/streams/shown'
import { seatBase } from '../../src/world/chunks/addresses'
import { chunkAt } from '../../src/world/chunks/blocks'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems/pipeline'
import { makeWorld } from '../fixtures/play'
import { mesh, rigOf, worldOf } from './fixture'

const TRIANGLE = [0, 0, 10, 0, 0, 10]

/** Keys at 0 and 1 second that move the first point by so much in x. */
function timelineOf(slot: number, key: string, from: number, to: number): DeformTimeline {
  return {
    type: 'deform',
    skin: 0,
    slot,
    key,
    channels: 1,
    times: Float64Array.of(0, 1),
    values: new Float64Array(0),
    curves: Uint8Array.of(CURVE.linear, CURVE.linear),
    handles: null,
    offsets: Uint32Array.of(0, 0),
    deltas: [Float32Array.of(from), Float32Array.of(to)],
    size: 6,
  }
}

const bend = (name: string, from: number, to: number) => {
  return { name, duration: 1, timelines: [timelineOf(0, 'a', from, to)] }
}

const RIG = () =>
  rigOf({
    slots: [{ name: 'a', attachments: { a: mesh('a', TRIANGLE) } }],
    animations: [bend('bend', 0, 8), bend('stretch', 20, 20)],
  })

function tick(world: AnimationWorld, delta: number) {
  world.time.delta = delta
  runPipeline(world)
}

/** x of the first point in the stream. */
function firstX(world: AnimationWorld, eid: number): number {
  const { skeletons, streams } = world.animation
  return streams.positions[2 * skeletons.vertexStart[eid]]
}

function stateOf(world: AnimationWorld, eid: number): number {
  const { arena, blocks, skeletons } = world.animation
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  return arena.i32[slotRows(chunk, base, 0) + SLOT.DEFORMED * LANES]
}

describe('deform', () => {
  test('of a single animation at full weight is left as keys, and shown, and read', () => {
    const world = worldOf()
    const eid = spawnSkeleton(world, RIG())
    play(world, eid, 'bend')
    tick(world, 0.25)
    expect(stateOf(world, eid)).toBe(DEFORM_STATE.keyed)
    expect(firstX(world, eid)).toBeCloseTo(2, 5)
    expect(getWorldVertices(world, eid, 0)?.[0]).toBeCloseTo(2, 5)
    tick(world, 0.5)
    expect(firstX(world, eid)).toBeCloseTo(6, 5)
    expect(stateOf(world, eid)).toBe(DEFORM_STATE.keyed)
  })

  test('of a second track is mixed with the keys that the first one left', () => {
    const world = worldOf()
    const eid = spawnSkeleton(world, RIG())
    play(world, eid, 'bend')
    play(world, eid, 'stretch', { track: 1, alpha: 0.25 })
    for (const x of [2, 4, 6]) {
      tick(world, 0.25)
      expect(stateOf(world, eid)).toBe(DEFORM_STATE.offsets)
      expect(firstX(world, eid)).toBeCloseTo(x * 0.75 + 20 * 0.25, 4)
      expect(getWorldVertices(world, eid, 0)?.[0]).toBeCloseTo(x * 0.75 + 20 * 0.25, 4)
    }
    play(world, eid, 'stretch', { track: 1 })
    tick(world, 0.125)
    expect(firstX(world, eid)).toBeCloseTo(20, 5)
    expect(stateOf(world, eid)).toBe(DEFORM_STATE.keyed)
  })

  test.each([
    ['plain kernels', { kernels: plainKernels }],
    ['WebAssembly', {}],
  ])('moves on only where its timeline acts, by %s', (_, options) => {
    const world = makeWorld(options)
    const timelines = [0, 1, 2].map((slot) => timelineOf(slot, 'a', 0, 8 * (slot + 1)))
    const slots = ['one', 'two', 'three'].map((name) => {
      return { name, attachments: { a: mesh('a', TRIANGLE), b: mesh('b', TRIANGLE) } }
    })
    const rig = rigOf({ slots, animations: [{ name: 'bend', duration: 1, timelines }] })
    const shown = [['two'], ['one', 'three'], []].map((others) => {
      const eid = spawnSkeleton(world, rig)
      for (const slot of others) setAttachment(world, eid, slot, 'b')
      play(world, eid, 'bend')
      return eid
    })
    for (let i = 1; i <= 12; i++) {
      tick(world, 1 / 16)
      const xs = shown.map((eid) =>
        [0, 1, 2].map((slot) => 16 * (getWorldVertices(world, eid, slot)?.[0] ?? Number.NaN)),
      )
      const all = [8 * i, 16 * i, 24 * i]
      expect(xs).toEqual([[all[0], 0, all[2]], [0, all[1], 0], all])
    }
  })

  test('applied at half weight onto keys that an earlier tick left starts from their offsets', () => {
    const world = worldOf()
    const eid = spawnSkeleton(world, RIG())
    play(world, eid, 'bend')
    tick(world, 0.5)
    applyAnimation(world, eid, 'stretch', { time: 0, alpha: 0.5, blend: 'replace' })
    expect(stateOf(world, eid)).toBe(DEFORM_STATE.offsets)
    expect(getWorldVertices(world, eid, 0)?.[0]).toBeCloseTo(12, 5)
  })

  test('left as keys goes with a skeleton that gets another seat', () => {
    const world = worldOf()
    const rig = RIG()
    const eids = [0, 1, 2, 3, 4, 5].map(() => spawnSkeleton(world, rig))
    eids.forEach((eid, i) => {
      play(world, eid, 'bend', { timeScale: 0.125 * (i + 1) })
    })
    tick(world, 1)
    const before = eids.map((eid) => getWorldVertices(world, eid, 0)?.[0])
    expect(before).toEqual([1, 2, 3, 4, 5, 6])
    despawnSkeleton(world, eids[1])
    expect(getWorldVertices(world, eids[5], 0)?.[0]).toBe(6)
    tick(world, 0)
    expect(firstX(world, eids[5])).toBe(6)
  })
})
