/** Armatures whose slots show others of their file. */

import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import {
  currentEntry,
  despawnSkeleton,
  events,
  getBone,
  getEntry,
  installAnimation,
  play,
  registerRig,
  replaceRig,
  setAttachment,
  spawnSkeleton,
  unregisterRig,
} from '../../src/api'
import { layers } from '../../src/formats/dragonbones/player'
import { childOf, nesting, takeFromSlot } from '../../src/joins/nesting'
import { nestedState } from '../../src/joins/nesting/state'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { armatureRig } from './armature-rig'
import { drawnOf } from './kit'

function stage(rig = armatureRig()) {
  const world = installAnimation(createWorld(), { capacity: 16, use: [nesting] })
  const outer = spawnSkeleton(world, rig)
  const middle = childOf(world, outer, 'slot') ?? 0
  const inner = childOf(world, middle, 'slot') ?? 0
  return { world, rig, outer, middle, inner }
}

function tick(world: AnimationWorld, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
}

const played = (world: AnimationWorld, eid: number) => {
  const entry = currentEntry(world, eid, 0)
  return entry === 0 ? null : getEntry(world, entry)
}

test('are placed by their displays, three levels deep, in the tick of their holders', () => {
  const { world, outer, middle, inner } = stage()
  play(world, outer, 'walk', { loop: true })
  for (let i = 0; i < 4; i++) {
    world.components.Transform.x[outer] += 3
    tick(world, 0.1)
    for (const [holder, child] of [
      [outer, middle],
      [middle, inner],
    ]) {
      const [a, b, c, d, x, y] = getBone(world, holder, 'arm')
      const root = getBone(world, child, 'root')
      const { sin, cos } = Math
      const skewed = [-2 * sin(0.3), 2 * cos(0.3)]
      const expected = [a, a * skewed[0] + b * skewed[1], c, c * skewed[0] + d * skewed[1]]
      for (const [n, value] of [...expected, 10 * a + x, 10 * c + y].entries())
        expect(root[n]).toBeCloseTo(value, 3)
    }
  }
  expect(drawnOf(world)).toEqual([inner, middle, outer])
})

test('play their default animation, the one of their display, or the one that their holder plays', () => {
  const { world, outer, middle } = stage()
  tick(world, 0.25)
  expect(played(world, middle)).toMatchObject({ animation: 'idle', animationTime: 0.25 })
  play(world, outer, 'walk')
  tick(world, 0.25)
  expect(played(world, middle)).toMatchObject({ animation: 'walk', animationTime: 0.25 })
  const other = stage(armatureRig(['none', 'walk']))
  tick(other.world, 0.5)
  expect(played(other.world, other.middle)).toMatchObject({ animation: 'walk', animationTime: 0.5 })
})

test('follow each animation that their holder starts, unless they have an entry of it', () => {
  const { world, outer, middle } = stage()
  tick(world, 0.1)
  play(world, outer, 'walk', { track: 1 })
  const walking = currentEntry(world, middle, 0)
  expect(played(world, middle)?.animation).toBe('walk')
  // It fades out, and is an entry as yet.
  play(world, outer, 'idle')
  expect(currentEntry(world, middle, 0)).toBe(walking)
  tick(world, 0.1)
  tick(world, 0.1)
  play(world, outer, 'idle')
  expect(played(world, middle)?.animation).toBe('idle')
})

test('are shown in the tick in which the display changes, as they were left, go on from the next, and rest unseen', () => {
  const { world, outer, middle } = stage()
  tick(world, 0.5)
  setAttachment(world, outer, 'slot', 'other')
  tick(world, 0.25)
  const other = childOf(world, outer, 'slot') ?? 0
  expect(other).not.toBe(middle)
  expect(drawnOf(world)).toEqual([childOf(world, other, 'slot'), other, outer])
  expect([played(world, other)?.animationTime, played(world, middle)]).toEqual([0, null])
  const reach = () => getBone(world, other, 'arm')[4] - getBone(world, other, 'root')[4]
  expect(reach()).toBeCloseTo(5, 4)
  tick(world, 0.25)
  expect(played(world, other)?.animationTime).toBe(0.25)
  const left = reach()
  expect(left).toBeCloseTo(5 + 3 + 97 / 4, 4)
  setAttachment(world, outer, 'slot', null)
  tick(world, 0.25)
  expect([childOf(world, outer, 'slot'), drawnOf(world)]).toEqual([null, [outer]])
  setAttachment(world, outer, 'slot', 'other')
  tick(world, 0.25)
  expect([played(world, other)?.animationTime, reach()]).toEqual([0, expect.closeTo(left, 4)])
})

test.each([
  ['while time stands still', 0, true],
  ['while it runs, from the next tick on', 0.1, false],
])('report the animation that they begin when they are shown: %s', (_, seconds, atOnce) => {
  const { world, outer } = stage(armatureRig(undefined, layers))
  tick(world, 0.1)
  setAttachment(world, outer, 'slot', 'other')
  const told = () => {
    tick(world, seconds)
    const other = childOf(world, outer, 'slot')
    return Array.from(events(world), ({ entity, kind }) => (entity === other ? kind : '')).includes('fadeIn')
  }
  expect([told(), told()]).toEqual([atOnce, !atOnce])
})

test('go by the time scale of their holder', () => {
  const { world, outer, inner } = stage()
  world.components.Skeleton.timeScale[outer] = 0.5
  tick(world, 0.5)
  expect(played(world, inner)?.animationTime).toBe(0.25)
})

test('go with the outer one, and leave the arena flat', () => {
  const { world, rig, outer } = stage()
  despawnSkeleton(world, outer)
  const cycle = () => {
    const eid = spawnSkeleton(world, rig)
    tick(world, 0.1)
    despawnSkeleton(world, eid)
  }
  for (let i = 0; i < 3; i++) cycle()
  const { top } = world.animation.arena
  for (let i = 0; i < 300; i++) cycle()
  for (let i = 0; i < 3000; i++) despawnSkeleton(world, spawnSkeleton(world, rig))
  expect([world.animation.alive.count, nestedState(world.animation).nesting.places.size]).toEqual([0, 0])
  expect(world.animation.arena.top).toBe(top)
})

test('come back with a saved state', () => {
  const { world, outer, inner } = stage()
  tick(world, 0.1)
  const saved = saveState(world)
  const go = () => {
    setAttachment(world, outer, 'slot', 'other')
    tick(world, 0.1)
    const eids = [outer, childOf(world, outer, 'slot') ?? 0, inner]
    tick(world, 0.3)
    return eids.map((eid) => [eid, ...getBone(world, eid, 'arm')])
  }
  const first = go()
  restoreState(world, saved)
  expect(go()).toEqual(first)
})

test('stay in their slots, and are refused in worlds that were not told of them', () => {
  const { world, middle, rig } = stage()
  const refused = (code: string) => expect.objectContaining({ name: 'OsteonError', code })
  expect(() => takeFromSlot(world, middle)).toThrow(refused('bad-option'))
  const bare = installAnimation(createWorld())
  expect(() => spawnSkeleton(bare, rig)).toThrow(refused('unsupported-feature'))
  expect(bare.animation.rigs.length).toBe(1)
})

test('go on in another world, encoded, with their animations', () => {
  const { world, rig, outer, middle, inner } = stage()
  for (let i = 0; i < 3; i++) tick(world, 0.1)
  setAttachment(world, middle, 'slot', 'other')
  tick(world, 0.1)
  const shown = childOf(world, middle, 'slot') ?? 0
  expect(shown).not.toBe(inner)
  const bytes = encodeState(world)
  const other = installAnimation(createWorld(), { use: [nesting] })
  registerRig(other, rig)
  restoreState(other, decodeState(other, bytes))
  for (let i = 0; i < 4; i++) {
    // The last time the display goes back to the first one.
    for (const each of [world, other]) {
      if (i === 3) setAttachment(each, middle, 'slot', 'inner')
      tick(each, 0.1)
    }
    expect(childOf(other, middle, 'slot')).toBe(i === 3 ? inner : shown)
    expect(childOf(other, middle, 'slot')).toBe(childOf(world, middle, 'slot'))
    for (const eid of [outer, middle, inner, shown]) {
      expect([...getBone(other, eid, 'arm')]).toEqual([...getBone(world, eid, 'arm')])
      expect(played(other, eid)?.trackTime).toBe(played(world, eid)?.trackTime)
    }
    expect(drawnOf(other)).toEqual(drawnOf(world))
  }
  despawnSkeleton(other, outer)
  tick(other, 0.1)
  expect(other.animation.alive.count).toBe(0)
})

test('their rigs are replaced, and go, with that of the outer one', () => {
  const { world, rig, outer } = stage()
  const { alive, arena, rigs } = world.animation
  const known = () => rigs.filter((registered) => registered !== null && registered !== undefined).length
  const count = alive.count
  tick(world, 0.1)
  expect(known()).toBe(3)
  let present = rig
  const reload = () => {
    const next = armatureRig()
    replaceRig(world, present, next)
    present = next
    tick(world, 0.1)
  }
  for (let i = 0; i < 3; i++) reload()
  const { used } = arena
  for (let i = 0; i < 3; i++) reload()
  expect([known(), alive.count, arena.used]).toEqual([3, count, used])
  expect(childOf(world, outer, 'slot')).not.toBe(null)
  despawnSkeleton(world, outer)
  expect(unregisterRig(world, present)).toBe(true)
  expect(known()).toBe(0)
})
