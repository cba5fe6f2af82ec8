/** Lengths of ticks: long, short, none, backwards, and a day of them. */
import { describe, expect, test } from 'vitest'
import { EVENT_KIND, getEntry, play, queue, setEntry } from '../../../src/api'
import { timelineSampling } from '../../../systems'
import { type Stage, trackStage } from '../../fixtures/track-stage'
import { validateWorld } from '../../fixtures/validate-world'

describe('any finite length of a tick is taken', () => {
  const busy = (stage: Stage) => {
    const { world, eid } = stage
    play(world, eid, 'beat', { loop: true })
    stage.tick(0.3)
    const handle = play(world, eid, 'ramp', { mix: 0.5, loop: true })
    queue(world, eid, 'P20', { mix: 0.25 })
    play(world, eid, 'C30', { track: 1, alpha: 0.5, blend: 'add' })
    return handle
  }

  test.each([0, -0.1, -1e9, 1e9, 1e300, -1e300, Number.MIN_VALUE, Number.MAX_VALUE, -0])('%s', (delta) => {
    const stage = trackStage()
    busy(stage)
    for (let i = 0; i < 4; i++) stage.tick(delta)
    expect(Number.isFinite(stage.x('b'))).toBe(true)
    validateWorld(stage.world)
    stage.tick(0.1)
    validateWorld(stage.world)
  })

  test('none at all: nothing moves, but due events happen', () => {
    const stage = trackStage()
    const handle = busy(stage)
    stage.tick(0)
    expect(getEntry(stage.world, handle)).toMatchObject({ trackTime: 0, mixTime: 0, wasApplied: true })
  })

  test('backwards: clocks run below 0, and no pose breaks', () => {
    const stage = trackStage()
    const handle = play(stage.world, stage.eid, 'ramp')
    stage.tick(-0.5)
    expect(getEntry(stage.world, handle).trackTime).toBe(-0.5)
    expect(stage.x('b')).toBe(0)
    stage.tick(1)
    expect(stage.x('b')).toBeCloseTo(5, 5)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is refused, and clocks stand', (delta) => {
    const stage = trackStage()
    const handle = busy(stage)
    expect(() => stage.tick(delta)).toThrow(expect.objectContaining({ code: 'not-finite' }))
    expect(getEntry(stage.world, handle).trackTime).toBe(0)
    validateWorld(stage.world)
  })
})

test('24 hours of ticks are exact', () => {
  const { world, eid } = trackStage()
  const looped = play(world, eid, 'beat', { loop: true })
  const slow = play(world, eid, 'ramp', { track: 1, loop: true, timeScale: 0.5 })
  const { events } = world.animation
  // 1/2 s: sums of it are exact, so every cycle has to end on its tick.
  const ticks = 24 * 3600 * 2
  let cycles = 0
  let keyed = 0
  world.time.delta = 1 / 2
  for (let i = 0; i < ticks; i++) {
    timelineSampling(world)
    for (let event = 0; event < events.shown.count; event++) {
      if (events.shown.track[event] !== 0) continue
      if (events.shown.kind[event] === EVENT_KIND.complete) cycles++
      else if (events.shown.key[event] >= 0) keyed++
    }
  }
  const day = 24 * 3600
  expect(getEntry(world, looped)).toMatchObject({ trackTime: day, animationTime: 0, isComplete: true })
  expect(getEntry(world, slow).trackTime).toBe(day / 2)
  expect(cycles).toBe(day)
  // `tap` at 0 and `tock` in every cycle, `tack` at its end, and the first `tap` of the next day.
  expect(keyed).toBe(3 * day + 1)
})

test('a day in one tick is a day: one complete, and where it ends is where a day of ticks would', () => {
  const { world, eid, tick, heard, x } = trackStage()
  const handle = play(world, eid, 'beat', { loop: true })
  tick(0)
  tick(24 * 3600 + 0.25)
  expect(heard().filter((event) => event.includes('complete'))).toEqual(['0:complete:beat'])
  expect(getEntry(world, handle).animationTime).toBe(0.25)
  expect(x('b')).toBeCloseTo(2.5, 5)
})

test('track times past a day still show the second that they mean', () => {
  const { world, eid, tick, x } = trackStage()
  const handle = play(world, eid, 'ramp', { loop: true })
  setEntry(world, handle, { trackTime: 1e6 * 86_400 + 0.5 })
  tick(0)
  expect(x('b')).toBeCloseTo(5, 4)
})
