/** Queued animations, their delays, and mix durations. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currentEntry,
  fadeOut,
  fadeOutAll,
  getEntry,
  getMix,
  play,
  queue,
  setDefaultMix,
  setEntry,
  setMix,
} from '../../../src/api'
import { trackRig, trackStage } from '../../fixtures/track-stage'
import { validateWorld } from '../../fixtures/validate-world'

describe('queue', () => {
  test.each<[string, { loop: boolean; at: number; delay: number; mix?: number }, number]>([
    ['a delay above 0 stays as it is', { loop: false, at: 0.25, delay: 0.4 }, 0.4],
    ['0: when the one before ends', { loop: false, at: 0.25, delay: 0 }, 1],
    ['0, less the mix', { loop: false, at: 0.25, delay: 0, mix: 0.25 }, 0.75],
    ['0: when the loop that runs ends', { loop: true, at: 2.25, delay: 0 }, 3],
    ['0: when it is, where the end is past', { loop: false, at: 2.25, delay: 0 }, 2.25],
    ['below 0: before the end', { loop: false, at: 0.25, delay: -0.25 }, 0.75],
    ['below 0, less the mix', { loop: true, at: 0.25, delay: -0.25, mix: 0.5 }, 0.25],
    ['far below 0: at once', { loop: false, at: 0.25, delay: -9 }, 0],
    ['a mix longer than all before it: at once', { loop: false, at: 0.25, delay: 0, mix: 9 }, 0],
  ])('%s', (_, { loop, at, delay, mix }, expected) => {
    const { world, eid, tick } = trackStage()
    play(world, eid, 'ramp', { loop })
    tick(at)
    const handle = queue(world, eid, 'C30', { delay, mix })
    expect(getEntry(world, handle).delay).toBeCloseTo(expected, 12)
    expect(getEntry(world, handle).mix).toBe(mix ?? 0)
  })

  test('works the delay out with the mix of the two where none is given', () => {
    const { world, eid, rig, tick } = trackStage()
    setDefaultMix(world, rig, 0.125)
    setMix(world, rig, 'ramp', 'C30', 0.25)
    play(world, eid, 'ramp')
    tick(0)
    const pair = queue(world, eid, 'C30')
    const other = queue(world, eid, 'P10')
    const given = queue(world, eid, 'P20', { mix: 0 })
    expect([pair, other, given].map((handle) => getEntry(world, handle).mix)).toEqual([0.25, 0.125, 0])
    expect([pair, other, given].map((handle) => getEntry(world, handle).delay)).toEqual([0.75, 0.875, 1])
  })

  test('on a vacant track plays at once, or waits', () => {
    const { world, eid, tick, x, heard } = trackStage()
    const now = queue(world, eid, 'P10', { delay: -5 })
    const later = queue(world, eid, 'P20', { track: 1, delay: 0.3 })
    expect(getEntry(world, now).delay).toBe(0)
    tick(0.2)
    expect(heard()).toEqual(['0:start:P10', '1:start:P20'])
    expect(x('b')).toBe(10)
    expect(getEntry(world, later).delay).toBeCloseTo(0.1, 12)
    tick(0.2)
    expect(x('b')).toBe(20)
    expect(getEntry(world, later).trackTime).toBeCloseTo(0.1, 12)
  })

  test('hands over from one to the next, with the remaining time', () => {
    const { world, eid, tick, heard } = trackStage()
    play(world, eid, 'P10')
    queue(world, eid, 'P20')
    queue(world, eid, 'P40')
    tick(0)
    tick(1.25)
    expect(heard()).toEqual(['0:complete:P10'])
    tick(0.125)
    expect(heard()).toEqual(['0:interrupt:P10', '0:start:P20'])
    const current = getEntry(world, currentEntry(world, eid, 0))
    expect(current).toMatchObject({ animation: 'P20', trackTime: 0.375, previous: 0 })
  })

  test('all options reach the entry', () => {
    const { world, eid, tick } = trackStage()
    play(world, eid, 'P10')
    tick(0)
    const options = {
      loop: true,
      alpha: 0.5,
      blend: 'add',
      reverse: true,
      shortestRotation: true,
      holdPrevious: true,
      timeScale: -2,
      start: 0.25,
      end: 0.75,
      last: 0.5,
      trackTime: 3,
      trackEnd: 9,
      mix: 0.5,
      mixInterpolation: 'smooth',
      eventThreshold: 0.1,
      attachmentThreshold: 0.2,
      drawOrderThreshold: 0.3,
      alphaAttachmentThreshold: 0.4,
    } as const
    for (const make of [play, queue]) {
      const entry = getEntry(world, make(world, eid, 'ramp', { ...options, delay: 0.125 }))
      expect(entry).toMatchObject({ ...options, delay: 0.125, additive: true, animation: 'ramp' })
      tick(0)
    }
  })
})

describe('mixes', () => {
  test('are of an ordered pair, else the default, in one world only', () => {
    const { world, rig } = trackStage()
    expect(getMix(world, rig, 'P10', 'P20')).toBe(0)
    setDefaultMix(world, rig, 0.5)
    setMix(world, rig, 'P10', 'P20', 0)
    setMix(world, rig, 'P10', null, 2)
    expect(getMix(world, rig, 'P10', 'P20')).toBe(0)
    expect(getMix(world, rig, 'P20', 'P10')).toBe(0.5)
    expect(getMix(world, rig, 'P10', null)).toBe(2)
    expect(getMix(trackStage().world, rig, 'P10', 'P20')).toBe(0)
    expect(getMix(world, trackRig(), 'P10', 'P20')).toBe(0)
  })

  test('do not change entries that are there', () => {
    const { world, eid, rig, tick } = trackStage()
    play(world, eid, 'P10')
    tick(0)
    const handle = play(world, eid, 'P20')
    setDefaultMix(world, rig, 0.5)
    expect(getEntry(world, handle).mix).toBe(0)
  })
})

describe('fadeOut', () => {
  test('mixes to the setup pose, and leaves the track vacant', () => {
    const { world, eid, tick, x } = trackStage()
    play(world, eid, 'P10', { loop: true })
    tick(0)
    fadeOut(world, eid, { mix: 0.5 })
    tick(0.125)
    expect(x('b')).toBeCloseTo(7.5, 5)
    tick(0.375)
    expect(x('b')).toBe(0)
    tick(0.125)
    tick(0.125)
    expect(currentEntry(world, eid, 0)).toBe(0)
    validateWorld(world)
  })

  test('queued, begins so that it is over together with the entry before', () => {
    const { world, eid, tick } = trackStage()
    play(world, eid, 'P10')
    tick(0)
    expect(getEntry(world, fadeOut(world, eid, { mix: 0.25, queued: true })).delay).toBe(0.75)
  })

  test('of all tracks leaves vacant ones alone', () => {
    const { world, eid, tick, heard } = trackStage()
    play(world, eid, 'P10')
    play(world, eid, 'C30', { track: 2 })
    tick(0)
    fadeOutAll(world, eid, 0.5)
    tick(0)
    expect(heard().filter((event) => event.includes('start'))).toEqual(['0:start:', '2:start:'])
    expect(currentEntry(world, eid, 1)).toBe(0)
  })
})

test('fields written to a live entry are assigned and nothing else', () => {
  const { world, eid, tick } = trackStage()
  const first = play(world, eid, 'ramp')
  tick(0.25)
  const second = queue(world, eid, 'P10', { delay: 0 })
  setEntry(world, second, { mix: 0.5, delay: 0.875 })
  expect(getEntry(world, second)).toMatchObject({ mix: 0.5, delay: 0.875 })
  setEntry(world, second, { mix: 0.25 })
  expect(getEntry(world, second).delay).toBe(0.875)
  setEntry(world, first, { trackTime: 0.5, trackEnd: Number.POSITIVE_INFINITY })
  expect(getEntry(world, first)).toMatchObject({ trackTime: 0.5, trackEnd: Number.POSITIVE_INFINITY })
  setEntry(world, first, {})
  setEntry(world, first, { additive: true })
  expect(getEntry(world, first)).toMatchObject({ blend: 'add', additive: true, trackTime: 0.5 })
  setEntry(world, first, { additive: false })
  expect(getEntry(world, first)).toMatchObject({ blend: 'replace', additive: false })
})

test('every set field reads back', () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
  const fields = fc.record(
    {
      alpha: numbers,
      timeScale: numbers,
      start: numbers,
      end: numbers,
      last: numbers,
      trackTime: numbers,
      delay: numbers,
      mix: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
      loop: fc.boolean(),
      reverse: fc.boolean(),
      blend: fc.constantFrom('setup', 'first', 'replace', 'add'),
      eventThreshold: numbers,
    },
    { requiredKeys: [] },
  )
  const { world, eid } = trackStage()
  const handle = play(world, eid, 'ramp')
  fc.assert(
    fc.property(fields, (set) => {
      setEntry(world, handle, set)
      expect(getEntry(world, handle)).toMatchObject(set)
    }),
  )
})
