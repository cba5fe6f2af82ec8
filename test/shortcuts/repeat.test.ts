/** Commands are repeated without a look at discrete timelines: nobody may see a difference. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import {
  type AnimationWorld,
  applyAnimation,
  despawnSkeleton,
  fadeOut,
  getAttachment,
  play,
  queue,
  setAttachment,
  setEntry,
  setSkin,
  setToSetupPose,
  spawnSkeleton,
} from '../../src/api'
import { SLOT_FIELDS } from '../../src/base/memory/lanes'
import type { Rig } from '../../src/rig/rig'
import { catchUpClocks } from '../../src/tick/shortcuts/repeat'
import { ACTIVITY } from '../../src/world/skeletons'
import { runs } from '../deep'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { repeatableRig } from '../fixtures/rigs/repeatable-rig'
import type { Json } from '../fixtures/rigs/rich-rig'
import { swayRig as timedRig } from '../fixtures/rigs/sway-rig'
import { wholeEvents } from '../fixtures/whole-events'

/** Everything discrete that a skeleton shows, and its local pose. */
function shown(world: AnimationWorld, eid: number): string {
  const { arena, blocks, skeletons } = world.animation
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk) throw new Error(`entity ${eid} has no rows`)
  const { layout, rig } = chunk
  const seat = skeletons.seat[eid]
  const base = chunk.words + (seat >> 2) * layout.stride + (seat & 3)
  const rows = (section: number, count: number) =>
    Array.from({ length: count }, (_, row) => arena.i32[base + section + row * 4])
  const slots = rig.source.slots.count
  const fields = rows(layout.slots, slots * SLOT_FIELDS)
  return JSON.stringify([
    rows(layout.local, rig.source.rows.local),
    fields.filter((_, row) => row % SLOT_FIELDS < 3),
    rows(layout.order, rig.source.rows.order),
    rows(layout.deform, rig.source.rows.deform),
  ])
}

const fired = (world: AnimationWorld) => Array.from(wholeEvents(world), ({ kind, time }) => `${kind} ${time}`)

const attachmentOf = (world: AnimationWorld, eid: number) => getAttachment(world, eid, 's')?.name ?? null

const repeats = (world: AnimationWorld, eid: number) =>
  (world.animation.skeletons.activity[eid] & ACTIVITY.repeats) !== 0

describe.each(['3.8', '4.2'] as const)('repeating, %s', (dialect) => {
  const rig = repeatableRig(dialect)

  test('is possible in a loop', () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'walk', { loop: true })
    tick(world, 0.01)
    tick(world, 0.01)
    expect(repeats(world, eid)).toBe(true)
  })

  test('changes neither pose nor events, with any steps', () => {
    const step = fc.oneof(
      fc.constantFrom(0, 0.25, 0.5, 1, 2, 100),
      fc.double({ min: 0, max: 0.1, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
    )
    const property = fc.property(
      fc.array(step, { minLength: 20, maxLength: 40 }),
      fc.boolean(),
      fc.constantFrom(1, 0.3, -1, 1e6),
      (steps, loop, timeScale) => {
        const worlds = [makeWorld(), makeWorld({ shortcuts: false })]
        const entities = worlds.map((world) => {
          const eid = spawnSkeleton(world, rig, { skin: 'horned' })
          play(world, eid, 'walk', { loop, timeScale })
          return eid
        })
        for (const seconds of steps) {
          for (const world of worlds) tick(world, seconds)
          expect(shown(worlds[0], entities[0])).toBe(shown(worlds[1], entities[1]))
          expect(fired(worlds[0])).toEqual(fired(worlds[1]))
        }
      },
    )
    fc.assert(property, { numRuns: runs(100) })
  })

  test.each([true, false])('an empty animation may be given a length, and a loop: %s', (loop) => {
    const [said, expected] = [true, false].map((shortcuts) => {
      const world = makeWorld({ shortcuts })
      const eid = spawnSkeleton(world, rig)
      play(world, eid, 'walk', { loop: true })
      play(world, eid, 'walk', { loop: true, track: 1, alpha: 0.5 })
      tick(world, 0.1)
      setEntry(world, fadeOut(world, eid, { track: 1, mix: 1 }), { end: 0.75, loop })
      return Array.from({ length: 40 }, () => {
        tick(world, 0.06)
        return [shown(world, eid), fired(world)]
      })
    })
    expect(said).toEqual(expected)
  })

  test('events and clocks go on in the same way where only time passes', () => {
    const steps = fc.array(fc.double({ min: 0, max: 1.5, noNaN: true }), { minLength: 20, maxLength: 30 })
    const property = fc.property(steps, fc.boolean(), fc.boolean(), (seconds, loop, later) => {
      const worlds = [makeWorld(), makeWorld()]
      const entities = worlds.map((world) => spawnSkeleton(world, rig))
      worlds[1].components.Visibility.level[entities[1]] = VISIBILITY.timeOnly
      const start = (animation: string) => {
        for (const [i, world] of worlds.entries()) play(world, entities[i], animation, { loop })
      }
      start('walk')
      seconds.forEach((step, i) => {
        if (later && i === 10) start('walk')
        for (const world of worlds) tick(world, step)
        expect(fired(worlds[1])).toEqual(fired(worlds[0]))
        const clocks = worlds.map(({ animation }, i) => {
          catchUpClocks(animation, entities[i])
          const { appliedAt, trackTime } = animation.playback.entries
          const { nextAnimationLast } = animation.playback.trackEntries
          return [trackTime, nextAnimationLast, appliedAt].map((column) => column.slice(1, 3).join())
        })
        expect(clocks[1]).toEqual(clocks[0])
      })
    })
    fc.assert(property, { numRuns: runs(100) })
  })
})

test('time that goes back finds the clocks of a rig with physics where repeated ticks left them', () => {
  const physicsRig = timedRig((json) => {
    json.events = { step: {} }
    const { nod } = json.animations as Record<string, Json>
    nod.events = [{ time: 0.9, name: 'step' }]
  })
  const seen = [true, false].map((shortcuts) => {
    const world = makeWorld({ shortcuts })
    const eid = spawnSkeleton(world, physicsRig)
    play(world, eid, 'nod')
    return [0.01, 0.01, 0.35, 0.1, -0.1, 0.1].map((seconds) => {
      tick(world, seconds)
      return [shown(world, eid), fired(world)]
    })
  })
  expect(seen[0]).toEqual(seen[1])
  // As in official runtimes, an animation that goes back has wrapped: it passes the keys behind.
  expect(seen[0][4][1]).toEqual([`event ${Math.fround(0.9)}`])
})

/** Nothing discrete but events. */
function swayRig(): Rig {
  const bones = { root: { rotate: [{ value: 10 }, { time: 1, value: 50 }] } }
  return makeRig('4.2', {
    skeleton: { spine: '4.2.43' },
    bones: [{ name: 'root' }],
    events: { step: {} },
    animations: { sway: { bones, events: [{ time: 0.5, name: 'step' }] }, nod: { bones } },
  })
}

test('a loop that lost its length shows its start, wherever its clock is put', () => {
  const rig = swayRig()
  const [said, expected] = [true, false].map((shortcuts) => {
    const world = makeWorld({ shortcuts })
    const eid = spawnSkeleton(world, rig)
    const lower = play(world, eid, 'nod', { loop: true })
    play(world, eid, 'nod', { loop: true, track: 1, alpha: 0.5 })
    return Array.from({ length: 60 }, (_, i) => {
      if (i === 40) setEntry(world, lower, { start: 0.5, end: 0.5, trackTime: 0 })
      tick(world, 0.06)
      return [shown(world, eid), fired(world)]
    })
  })
  expect(said).toEqual(expected)
})

test('a loop that is mixed out tells nothing twice where a third entry takes over at once', () => {
  const rig = swayRig()
  let repeated = 0
  const [said, expected] = [true, false].map((shortcuts) =>
    Array.from({ length: 20 }, (_, ticks) => {
      const world = makeWorld({ shortcuts })
      const eid = spawnSkeleton(world, rig)
      const pass = () => {
        tick(world, 0.06)
        return fired(world)
      }
      setEntry(world, play(world, eid, 'sway', { loop: true }), { eventThreshold: 1 })
      tick(world, 0.06)
      play(world, eid, 'nod', { loop: true, mix: 3 })
      const before = Array.from({ length: 3 + ticks }, pass)
      if (repeats(world, eid)) repeated++
      queue(world, eid, 'nod', { delay: 0.01, mix: 3 })
      return [before, pass()]
    }),
  )
  expect(repeated).toBeGreaterThan(10)
  expect(said).toEqual(expected)
})

/** One slot, keyed green at 0 and blue at 0.5; its setup attachment is red. Another slot that nobody keys. */
function toggleRig(): Rig {
  const points = { red: { type: 'point' }, green: { type: 'point' }, blue: { type: 'point' } }
  const json: Json = {
    skeleton: { spine: '4.2.43' },
    bones: [{ name: 'root' }],
    slots: [{ name: 's', bone: 'root', attachment: 'red' }],
    skins: [
      { name: 'default', attachments: { s: points } },
      { name: 'other', attachments: { s: { green: { type: 'point', x: 5 } } } },
    ],
    animations: {
      keyed: { slots: { s: { attachment: [{ name: 'green' }, { time: 0.5, name: 'blue' }, { time: 4 }] } } },
      red: { slots: { s: { attachment: [{ name: 'red' }] } } },
    },
  }
  return makeRig('4.2', json)
}

describe('a write to a slot ends repeating:', () => {
  function stage() {
    const world = makeWorld()
    const eid = spawnSkeleton(world, toggleRig())
    play(world, eid, 'keyed')
    tick(world, 0.1)
    tick(world, 0.1)
    expect(repeats(world, eid)).toBe(true)
    expect(attachmentOf(world, eid)).toBe('green')
    return { world, eid, show: () => attachmentOf(world, eid) }
  }

  test('an attachment set by the user is replaced in the next tick', () => {
    const { world, eid, show } = stage()
    setAttachment(world, eid, 's', 'red')
    expect(show()).toBe('red')
    tick(world, 0.1)
    expect(show()).toBe('green')
  })

  test('so is one set before a tick without length', () => {
    const { world, eid, show } = stage()
    setAttachment(world, eid, 's', null)
    tick(world, 0)
    expect(show()).toBe('green')
  })

  test('the setup pose', () => {
    const { world, eid, show } = stage()
    setToSetupPose(world, eid, 'slots')
    expect(show()).toBe('red')
    tick(world, 0.1)
    expect(show()).toBe('green')
  })

  test('an animation applied by hand', () => {
    const { world, eid, show } = stage()
    applyAnimation(world, eid, 'red', { time: 0 })
    expect(show()).toBe('red')
    tick(world, 0.1)
    expect(show()).toBe('green')
  })

  test('another skin: its attachment of the same key is shown', () => {
    const { world, eid } = stage()
    const number = () => {
      const { arena, blocks, skeletons } = world.animation
      const chunk = blocks.chunks[skeletons.chunk[eid]]
      return chunk ? arena.i32[chunk.words + chunk.layout.slots + skeletons.seat[eid]] : -1
    }
    const before = number()
    setSkin(world, eid, 'other')
    tick(world, 0.1)
    expect(number()).not.toBe(before)
    expect(number()).toBeGreaterThanOrEqual(0)
  })

  test('a second track wins while it plays', () => {
    const { world, eid, show } = stage()
    play(world, eid, 'red', { track: 1 })
    tick(world, 0.1)
    expect(repeats(world, eid)).toBe(false)
    expect(show()).toBe('red')
  })

  test('another entry', () => {
    const { world, eid, show } = stage()
    play(world, eid, 'red')
    tick(world, 0.1)
    expect(repeats(world, eid)).toBe(false)
    expect(show()).toBe('red')
  })

  test('the next key', () => {
    const { world, show } = stage()
    tick(world, 0.29)
    expect(show()).toBe('green')
    tick(world, 0.02)
    expect(show()).toBe('blue')
    tick(world, 4)
    expect(show()).toBe(null)
  })

  test('a skeleton that takes over the entity starts from its setup pose', () => {
    const { world, eid } = stage()
    despawnSkeleton(world, eid)
    const next = spawnSkeleton(world, toggleRig())
    expect(next).toBe(eid)
    tick(world, 0.1)
    expect(repeats(world, next)).toBe(false)
    expect(attachmentOf(world, next)).toBe('red')
  })
})
