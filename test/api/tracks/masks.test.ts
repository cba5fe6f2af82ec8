/** Masks limit entries to some bones and slots. */
import { describe, expect, test } from 'vitest'
import {
  createMask,
  getAttachment,
  getBone,
  getDrawOrder,
  getEntry,
  getSlotColor,
  type Mask,
  play,
  queue,
  setBone,
  setEntry,
} from '../../../src/api'
import { type Stage, trackStage, worldBits } from '../../fixtures/track-stage'

/** The bones and slots that have moved. */
function moved({ world, eid, x }: Stage): string[] {
  const reached = getBone(world, eid, 'd')
  const angle = (Math.atan2(reached[2], reached[0]) * 180) / Math.PI
  const seen: string[] = []
  if (x('b') === 10) seen.push('b')
  if (x('c') === 30) seen.push('c')
  if (Math.abs(angle - 90) < 1e-3) seen.push('d')
  else if (Math.abs(angle) > 1e-3) seen.push(`d at ${angle}`)
  for (const slot of ['s1', 's2']) {
    if (getAttachment(world, eid, slot)?.name === 'green') seen.push(`${slot} attachment`)
    if (getSlotColor(world, eid, slot)[1] === 0) seen.push(`${slot} colour`)
  }
  if (getDrawOrder(world, eid)[0] !== 0) seen.push('order')
  return seen
}

describe('a mask lets through', () => {
  test.each<[string, Parameters<typeof createMask>[1], string[]]>([
    ['the bones and their slots', { bones: ['b'] }, ['b', 's1 attachment', 's1 colour']],
    ['one bone, not its children', { bones: ['c'] }, ['c', 's2 attachment', 's2 colour']],
    ['slots of its own', { bones: ['b'], slots: ['s2'] }, ['b', 's2 attachment', 's2 colour']],
    ['slots alone', { slots: ['s1'] }, ['s1 attachment', 's1 colour']],
    ['bones without slots', { bones: ['b', 'c'], slots: [] }, ['b', 'c']],
    ['nothing', { bones: [] }, []],
  ])('%s', (_, options, expected) => {
    const stage = trackStage()
    const { world, eid, rig, tick, heard } = stage
    play(world, eid, 'all', { mask: createMask(rig, options) })
    tick(0.5)
    expect(moved(stage)).toEqual(expected)
    expect(heard()).toEqual(['0:start:all', '0:tap:all'])
  })

  test('children, and constraints whose bones are all in it', () => {
    const stage = trackStage()
    const { world, eid, rig, tick } = stage
    play(world, eid, 'all', { mask: createMask(rig, { bones: ['c'], children: true }) })
    tick(0.5)
    // Reaching for the goal at x = 100 from x = 30, `d` lies flat.
    expect(moved(stage)).toEqual(['c', 's2 attachment', 's2 colour'])
    play(world, eid, 'all', { mask: createMask(rig, { bones: ['c', 'b'] }) })
    tick(0.5)
    tick(0.5)
    expect(moved(stage)).toEqual(['b', 'c', 's1 attachment', 's1 colour', 's2 attachment', 's2 colour'])
  })
})

test('masked bones show lower tracks, and are not reset at the end', () => {
  const stage = trackStage()
  const { world, eid, rig, tick, x } = stage
  play(world, eid, 'P40', { loop: true })
  const upper = play(world, eid, 'all', { track: 1, loop: true, mask: createMask(rig, { bones: ['c'] }) })
  tick(0.5)
  expect([x('b'), x('c')]).toEqual([40, 30])
  setEntry(world, upper, { alpha: 0.5 })
  tick(0.1)
  expect([x('b'), x('c')]).toEqual([40, 15])
})

test('a masked entry does not touch a pose set by hand, even mixing out', () => {
  const { world, eid, rig, tick, x } = trackStage()
  play(world, eid, 'all', { loop: true, mask: createMask(rig, { bones: ['c'] }) })
  setBone(world, eid, 'b', { x: 5 })
  tick(0.1)
  play(world, eid, 'C30', { mix: 0.2, mask: createMask(rig, { bones: ['c'] }) })
  for (let i = 0; i < 5; i++) tick(0.1)
  expect([x('b'), x('c')]).toEqual([5, 30])
})

test('of two masked entries on one skeleton each moves its own half', () => {
  const { world, eid, rig, tick, x } = trackStage()
  play(world, eid, 'all', { mask: createMask(rig, { bones: ['b'] }) })
  play(world, eid, 'all', { track: 1, alpha: 0.5, mask: createMask(rig, { bones: ['c'] }) })
  tick(0.5)
  expect([x('b'), x('c')]).toEqual([10, 15])
})

test('a queued mask does not decide a running mix anew', () => {
  const seen = [false, true].map((masked) => {
    const { world, eid, rig, tick, x } = trackStage()
    play(world, eid, 'P40', { loop: true })
    play(world, eid, 'P10', { track: 1, loop: true })
    tick(0.1)
    const upper = play(world, eid, 'P20', { track: 1, loop: true, mix: 1 })
    tick(0.5)
    // Too late for the mix that runs.
    setEntry(world, upper, { holdPrevious: true })
    const mask = masked ? createMask(rig, { bones: ['b'] }) : null
    queue(world, eid, 'P10', { track: 1, delay: 9, mask })
    tick(0.25)
    return x('b')
  })
  expect(seen[1]).toBe(seen[0])
})

test('a mask may be changed while the entry plays', () => {
  const { world, eid, rig, tick, x } = trackStage()
  const [left, right] = ['b', 'c'].map((bone) => createMask(rig, { bones: [bone] }))
  const handle = play(world, eid, 'all', { loop: true, alpha: 0.5, mask: left })
  const masks: (Mask | null)[] = []
  for (const mask of [left, right, null]) {
    setEntry(world, handle, { mask })
    tick(0.1)
    masks.push(getEntry(world, handle).mask)
  }
  expect(masks).toEqual([left, right, null])
  expect([x('b'), x('c')]).toEqual([5, 15])
})

test('equal masks share their memory, and playing again allocates nothing', () => {
  const { world, eid, rig, tick } = trackStage()
  const playMasked = () => {
    play(world, eid, 'all', { mask: createMask(rig, { bones: ['c', 'b'] }) })
    tick(0.1)
    tick(0.1)
  }
  for (let i = 0; i < 3; i++) playMasked()
  const { top, used } = world.animation.arena
  playMasked()
  expect([world.animation.arena.top, world.animation.arena.used]).toEqual([top, used])
})

test('making a mask is no business of any world', () => {
  const { world, rig } = trackStage()
  const before = worldBits(world)
  const mask = createMask(rig, { bones: ['c'], children: true })
  expect([...mask.bones]).toEqual([0, 0, 1, 1, 0])
  expect([...mask.slots]).toEqual([0, 1, 1])
  expect(worldBits(world)).toBe(before)
})
