/** Only entries whose modes are ever read keep them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentEntry, type EntryFields, play, queue, setEntry, spawnSkeleton } from '../../../src/api'
import { RESERVED } from '../../../src/base/memory/arena'
import type { Rig } from '../../../src/rig/rig'
import { keepModes } from '../../../src/tracks/entries/modes/find-modes'
import { rowOf } from '../../../src/tracks/entries/rows'
import type { AnimationWorld } from '../../../src/world/world-type'
import { runs } from '../../deep'
import { makeWorld, tick } from '../../fixtures/play'
import { CASTS, type Cast, carryOut, heardOf, lookOf, type TrackOp, trackOps } from '../../fixtures/track-ops'

/** How many modes are kept for an entry. */
function modesOf({ animation: state }: AnimationWorld, handle: number): number {
  return state.playback.entries.modeCount[rowOf(state, handle)]
}

/** Has the modes of all entries kept, whether they are ever read or not. */
function keepAll(world: AnimationWorld, rig: Rig): void {
  const { playback } = world.animation
  for (let row = 0; row < playback.rows; row++)
    if (playback.entries.entity[row] !== 0) keepModes(world.animation, rig, row)
}

describe('modes are kept', () => {
  const { rig, names, masks } = CASTS[1]
  const timelines = (name: string) =>
    rig.animations[rig.animationIndex.get(name) ?? -1].image().timelineKinds.length
  const [first, second] = names.filter((name) => timelines(name) > 0)

  function stage(fields: EntryFields = {}) {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig)
    return { world, eid, entry: play(world, eid, first, { loop: true, ...fields }) }
  }

  test('for nothing that plays alone on track 0, in full', () => {
    const { world, eid, entry } = stage({ alpha: 1, trackEnd: Number.POSITIVE_INFINITY, mask: null })
    tick(world, 0.1)
    expect(modesOf(world, entry)).toBe(0)
    setEntry(world, currentEntry(world, eid, 0), { loop: false, timeScale: 2, blend: 'setup' })
    tick(world, 0.1)
    expect(modesOf(world, entry)).toBe(0)
    const reserved = ({ animation: { arena } }: typeof world) => arena.u8.slice(0, RESERVED)
    expect(reserved(world), 'written to no address').toEqual(reserved(makeWorld()))
  })

  test.each<[string, EntryFields]>([
    ['a weight', { alpha: 0 }],
    ['an end', { trackEnd: 1 }],
    ['a mask', { mask: masks[1] }],
  ])('for entries with %s, from birth or later', (_, fields) => {
    const born = stage(fields)
    expect(modesOf(born.world, born.entry)).toBe(timelines(first))
    const late = stage()
    tick(late.world, 0.1)
    setEntry(late.world, late.entry, fields)
    expect(modesOf(late.world, late.entry)).toBe(timelines(first))
  })

  test('for entries that are mixed in or out, or will be', () => {
    const played = stage()
    const over = play(played.world, played.eid, second, { mix: 0.5 })
    // An entry that was never applied is not mixed out.
    expect(modesOf(played.world, over)).toBe(0)
    tick(played.world, 0.1)
    const next = play(played.world, played.eid, first, { mix: 0.5 })
    expect([over, next].map((entry) => modesOf(played.world, entry))).toEqual([second, first].map(timelines))
    const queued = stage()
    const behind = queue(queued.world, queued.eid, second)
    expect(modesOf(queued.world, queued.entry)).toBe(timelines(first))
    expect(modesOf(queued.world, behind)).toBe(timelines(second))
  })

  test('for upper tracks', () => {
    const { world, eid } = stage()
    expect(modesOf(world, play(world, eid, second, { track: 1 }))).toBe(timelines(second))
  })
})

interface Step {
  ops: TrackOp[]
  ticks: number[]
}

describe('an entry without modes', () => {
  const ops = fc.array(trackOps, { maxLength: 3 })
  const ticks = fc.array(fc.constantFrom(0.05, 0.05, 0.13, 0, 0.6), { minLength: 1, maxLength: 3 })
  const script = fc.array(fc.record({ ops, ticks }), { minLength: 1, maxLength: 8 })

  function perform(cast: Cast, steps: readonly Step[], all: boolean): string[] {
    const world = makeWorld()
    const eid = spawnSkeleton(world, cast.rig)
    const shown: string[] = []
    for (const step of steps) {
      for (const op of step.ops) {
        carryOut(world, eid, cast, op)
        if (all) keepAll(world, cast.rig)
      }
      for (const delta of step.ticks) {
        tick(world, delta)
        shown.push(lookOf(world, eid, cast), ...heardOf(world))
      }
    }
    return shown
  }

  const weighedLater: Step[] = [
    { ops: [{ kind: 'play', animation: 0, mask: 0, fields: { track: 0, loop: false } }], ticks: [0.05] },
    { ops: [{ kind: 'entry', track: 0, mask: 0, fields: { alpha: 0 } }], ticks: [0.05, 0.05] },
  ]
  /** An added entry keeps the modes that it had before track 0 was played on. */
  const besideSum: Step[] = [
    {
      ops: [{ kind: 'play', animation: 0, mask: 0, fields: { track: 1, loop: false, blend: 'add' } }],
      ticks: [0.05],
    },
    {
      ops: [
        { kind: 'play', animation: 0, mask: 0, fields: { track: 0, loop: false } },
        { kind: 'fade all', mix: 0 },
      ],
      ticks: [0.05, 0.05],
    },
  ]

  test('plays to the bit as if it had them', () => {
    fc.assert(
      fc.property(fc.nat(CASTS.length - 1), script, (number, steps) => {
        expect(perform(CASTS[number], steps, false)).toEqual(perform(CASTS[number], steps, true))
      }),
      {
        numRuns: runs(400),
        examples: [
          [0, weighedLater],
          [2, besideSum],
        ],
      },
    )
  })
})
