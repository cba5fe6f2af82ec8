/** Limits of memory: errors that leave the world unchanged, and room again after something was removed. */
import { addComponent, addEntity, hasComponent, query, set } from 'bitecs'
import { expect, test } from 'vitest'
import {
  currentEntry,
  despawnSkeleton,
  fadeOut,
  fadeOutAll,
  getBone,
  getEntry,
  isEntry,
  play,
  queue,
  setEntry,
  spawnSkeleton,
} from '../../src/api'
import { BY_HAND, type EntryHandle, HANDLE_ROWS } from '../../src/world/entries'
import { DEEP } from '../deep'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { smallRig } from '../fixtures/refusals'

const rotate = [{ value: 0 }, { time: 1, value: 90 }]
const rig = makeRig('4.2', smallRig({ animations: { walk: { bones: { arm: { rotate } } } } }))

const refused = (attempt: () => unknown) =>
  expect(attempt).toThrow(expect.objectContaining({ name: 'OsteonError', code: 'capacity' }))

test.runIf(DEEP)(
  'past 2^20 track entries calls are refused and change nothing, and there is room once some have ended',
  () => {
    const TRACKS = 256
    const world = makeWorld({ capacity: HANDLE_ROWS / TRACKS + 2 })
    const ids: number[] = []
    const last: EntryHandle[] = []
    for (let i = 0; i < HANDLE_ROWS / TRACKS; i++) {
      const eid = spawnSkeleton(world, rig)
      ids.push(eid)
      // `applyAnimation` has a row to itself.
      const tracks = eid === HANDLE_ROWS / TRACKS ? TRACKS - BY_HAND - 1 : TRACKS
      for (let track = 0; track < tracks; track++) last[track] = play(world, eid, 'walk', { track })
    }
    const [hero] = ids
    const free = spawnSkeleton(world, rig)
    const { playback, arena } = world.animation
    expect([playback.rows, playback.free.length]).toEqual([HANDLE_ROWS, 0])
    const { top } = arena
    const before = getEntry(world, currentEntry(world, hero, 3))
    const attempts: (() => unknown)[] = [
      () => play(world, hero, 'walk', { track: 3, mix: 1 }),
      () => play(world, free, 'walk'),
      () => queue(world, hero, 'walk', { track: 3 }),
      () => fadeOut(world, hero, { track: 3, mix: 1 }),
      () => fadeOut(world, hero, { track: 3, mix: 1, queued: true }),
      () => fadeOutAll(world, hero, 1),
    ]
    for (const attempt of attempts) {
      refused(attempt)
      expect(getEntry(world, currentEntry(world, hero, 3))).toEqual(before)
      expect(currentEntry(world, free, 0)).toBe(0)
      expect([playback.rows, playback.free.length, arena.top]).toEqual([HANDLE_ROWS, 0, top])
    }
    expect(last.every((handle) => isEntry(world, handle))).toBe(true)
    setEntry(world, last[9], { timeScale: 2 })

    despawnSkeleton(world, hero)
    expect(playback.free.length).toBe(TRACKS)
    // As many as the skeleton has tracks, or none.
    let handle = 0
    for (let track = 0; track <= TRACKS / 2; track++) handle = play(world, free, 'walk', { track })
    expect(playback.free.length).toBe(TRACKS / 2 - 1)
    refused(() => fadeOutAll(world, free, 1))
    expect(playback.free.length).toBe(TRACKS / 2 - 1)
    expect(isEntry(world, handle)).toBe(true)
  },
)

test('an adopted Transform that is too small refuses entities beyond its end by name, and keeps the others', () => {
  const column = () => new Float32Array(4)
  const Transform = { x: column(), y: column(), rotation: column(), scaleX: column(), scaleY: column() }
  const world = makeWorld({ Transform, capacity: 64 })
  const { BoneFollower, BoneTarget, Skeleton, SortKey, Sprite, Visibility } = world.components
  const host = spawnSkeleton(world, rig, { x: 5 })
  for (let eid = addEntity(world); eid < 3; ) eid = addEntity(world)
  const beyond = addEntity(world)
  expect(beyond).toBe(4)
  refused(() => spawnSkeleton(world, rig))
  const components: [string, object, object][] = [
    ['Skeleton', Skeleton, { rig }],
    ['Sprite', Sprite, { region: 0 }],
    ['Visibility', Visibility, { level: 1 }],
    ['SortKey', SortKey, { value: 1 }],
    ['BoneFollower', BoneFollower, { host, bone: 'arm' }],
    ['BoneTarget', BoneTarget, { host, bone: 'arm' }],
  ]
  for (const [name, component, data] of components) {
    refused(() => addComponent(world, beyond, set(component, data)))
    expect(hasComponent(world, beyond, component), name).toBe(false)
    refused(() => addComponent(world, beyond, component))
    expect(hasComponent(world, beyond, component), name).toBe(false)
  }
  tick(world)
  expect(query(world, [Skeleton])).toEqual([host])
  expect(getBone(world, host, 'root')[4]).toBe(5)
  expect(Transform.x).toHaveLength(4)
})

test('a Transform that is longer than the columns, or shorter, of which no more entities come', () => {
  for (const length of [2, 64, 5000]) {
    const column = () => new Float32Array(length)
    const Transform = { x: column(), y: column(), rotation: column(), scaleX: column(), scaleY: column() }
    const world = makeWorld({ Transform, capacity: 8 })
    const most = Math.min(length - 1, 100)
    for (let i = 1; i <= most; i++) spawnSkeleton(world, rig, { x: i })
    tick(world)
    for (let eid = 1; eid <= most; eid++) expect(getBone(world, eid, 'root')[4]).toBe(eid)
  }
})
