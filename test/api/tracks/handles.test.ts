/** Handles of entries: reading by them, and when they are stale. */
import { addComponent, removeComponent, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  clearTrack,
  clearTracks,
  currentEntry,
  despawnSkeleton,
  type EntryHandle,
  type EntryValues,
  events,
  fadeOut,
  getEntry,
  isEntry,
  NO_ENTRY,
  play,
  queue,
  setEntry,
  spawnSkeleton,
} from '../../../src/api'
import { BY_HAND } from '../../../src/world/entries'
import { type Stage, trackStage } from '../../fixtures/track-stage'
import { validateWorld } from '../../fixtures/validate-world'

test("an entry is read whole, into an object of one's own, too", () => {
  const { world, eid } = trackStage()
  const handle = play(world, eid, 'P20', { alpha: 0.5, timeScale: 2, start: 0.25, end: 1, trackTime: 3 })
  const next = queue(world, eid, 'P10', { delay: 4 })
  const whole: EntryValues = {
    entity: eid,
    track: 0,
    animation: 'P20',
    loop: false,
    reverse: false,
    shortestRotation: false,
    holdPrevious: false,
    additive: false,
    blend: 'replace',
    mixInterpolation: 'linear',
    alpha: 0.5,
    timeScale: 2,
    start: 0.25,
    end: 1,
    last: -1,
    trackTime: 3,
    trackEnd: Number.POSITIVE_INFINITY,
    delay: 0,
    mix: 0,
    eventThreshold: 0,
    attachmentThreshold: 0,
    drawOrderThreshold: 0,
    alphaAttachmentThreshold: 0,
    parameter: 0,
    mask: null,
    mixTime: 0,
    mixFraction: 1,
    interruptAlpha: 1,
    trackLast: -1,
    animationTime: 1,
    trackComplete: 3,
    isComplete: true,
    wasApplied: false,
    isNextReady: false,
    next,
    previous: NO_ENTRY,
    mixingFrom: NO_ENTRY,
    mixingTo: NO_ENTRY,
  }
  const own = getEntry(world, next)
  expect(getEntry(world, handle)).toEqual(whole)
  expect(getEntry(world, handle, own)).toBe(own)
  expect(own).toEqual(whole)
})

const stale = expect.objectContaining({ code: 'stale-handle' })

/** It neither answers nor writes, even if its row is used again. */
function expectStale({ world }: Stage, handle: EntryHandle): void {
  expect(isEntry(world, handle)).toBe(false)
  expect(() => getEntry(world, handle)).toThrow(stale)
  expect(() => setEntry(world, handle, { alpha: 0.125, mask: null })).toThrow(stale)
  const { entries, rows } = world.animation.playback
  for (let row = 0; row < rows; row++) expect(entries.alpha[row]).not.toBe(0.125)
  validateWorld(world)
}

describe('a handle is stale once its entry', () => {
  test.each<[string, (stage: Stage, handle: EntryHandle) => void]>([
    [
      'was mixed out',
      ({ world, eid, tick }) => {
        play(world, eid, 'P20')
        tick(0.1)
        tick(0.1)
      },
    ],
    [
      'reached the end of its track',
      ({ world, tick }, handle) => {
        setEntry(world, handle, { trackEnd: 0.5 })
        tick(1)
        tick(0)
      },
    ],
    ['was cleared', ({ world, eid }) => clearTrack(world, eid, 0)],
    ['was cleared with all tracks', ({ world, eid }) => clearTracks(world, eid)],
    ['lost its skeleton', ({ world, eid }) => despawnSkeleton(world, eid)],
    ['is about to lose it', ({ world, eid }) => removeComponent(world, eid, world.components.Skeleton)],
    [
      'is about to lose it to another',
      ({ world, eid, rig }) => {
        removeComponent(world, eid, world.components.Skeleton)
        addComponent(world, eid, set(world.components.Skeleton, { rig }))
      },
    ],
  ])('%s', (_, end) => {
    const stage = trackStage()
    const handle = play(stage.world, stage.eid, 'P10')
    stage.tick(0.1)
    expect(isEntry(stage.world, handle)).toBe(true)
    end(stage, handle)
    expectStale(stage, handle)
  })

  test('was replaced before it was applied', () => {
    const stage = trackStage()
    const first = play(stage.world, stage.eid, 'P10')
    const second = play(stage.world, stage.eid, 'P20')
    expectStale(stage, first)
    expect(getEntry(stage.world, second).animation).toBe('P20')
  })

  test('was dropped from a queue', () => {
    const stage = trackStage()
    const { world, eid, tick } = stage
    play(world, eid, 'P10')
    const waiting = queue(world, eid, 'P20')
    tick(0.1)
    play(world, eid, 'P40')
    expectStale(stage, waiting)
  })
})

test('a handle never means the entry that has the row next, however often', () => {
  const stage = trackStage()
  const { world, eid } = stage
  const old: EntryHandle[] = []
  for (let i = 0; i < 100; i++) {
    old.push(play(world, eid, 'P10'))
    clearTrack(world, eid, 0)
  }
  expect(world.animation.playback.rows).toBe(BY_HAND + 2)
  expect(new Set(old).size).toBe(100)
  const now = play(world, eid, 'P20')
  for (const handle of old) expectStale(stage, handle)
  expect(getEntry(world, now).alpha).toBe(1)
})

test('a handle of one skeleton is stale for the next one under the same id', () => {
  const stage = trackStage()
  const { world, eid, rig } = stage
  const old = play(world, eid, 'P10')
  despawnSkeleton(world, eid)
  const next = spawnSkeleton(world, rig)
  expect(next).toBe(eid)
  play(world, next, 'P20')
  expectStale(stage, old)
})

test('the end event carries the handle that is stale by then', () => {
  const { world, eid, tick } = trackStage()
  const handle = play(world, eid, 'P10')
  tick(0)
  clearTrack(world, eid, 0)
  tick(0)
  const heard = Array.from(events(world), ({ kind, entry }) => [kind, entry])
  expect(heard).toEqual([
    ['end', handle],
    ['dispose', handle],
  ])
  expect(isEntry(world, handle)).toBe(false)
})

test('handles lead from entry to entry', () => {
  const { world, eid, tick } = trackStage()
  const first = play(world, eid, 'P10')
  tick(0.1)
  const second = play(world, eid, 'P20', { mix: 1 })
  const third = queue(world, eid, 'P40')
  const fourth = fadeOut(world, eid, { mix: 0.5, queued: true })
  tick(0.1)
  expect(currentEntry(world, eid, 0)).toBe(second)
  expect(currentEntry(world, eid, 1)).toBe(0)
  expect(currentEntry(world, eid, 255)).toBe(0)
  const links = (handle: EntryHandle) => {
    const { mixingFrom, mixingTo, next, previous } = getEntry(world, handle)
    return { mixingFrom, mixingTo, next, previous }
  }
  expect(links(first)).toEqual({ mixingFrom: 0, mixingTo: second, next: 0, previous: 0 })
  expect(links(second)).toEqual({ mixingFrom: first, mixingTo: 0, next: third, previous: 0 })
  expect(links(third)).toEqual({ mixingFrom: 0, mixingTo: 0, next: fourth, previous: second })
  expect(links(fourth)).toEqual({ mixingFrom: 0, mixingTo: 0, next: 0, previous: third })
  expect(getEntry(world, fourth)).toMatchObject({ animation: null, mix: 0.5, trackEnd: 0.5, end: 0 })
})

test.each([2, 3, 4])('an entry that ends as its skeleton catches up is left alone (rate %i)', (rate) => {
  for (let ticks = 1; ticks < 8; ticks++) {
    const { world, eid, tick } = trackStage()
    const { Visibility } = world.components
    addComponent(world, eid, Visibility)
    play(world, eid, 'P20')
    tick(0)
    fadeOut(world, eid, { mix: 0.1 })
    Visibility.rate[eid] = rate
    for (let i = 0; i < ticks; i++) tick(0.05)
    const handle = currentEntry(world, eid, 0)
    if (handle === NO_ENTRY) continue
    setEntry(world, handle, { alpha: 0.5 })
    validateWorld(world)
  }
})
