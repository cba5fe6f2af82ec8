/** Random operations on tracks. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clearTracks,
  createMask,
  currentEntry,
  despawnSkeleton,
  fadeOut,
  getBone,
  getEntry,
  getMix,
  getSlotColor,
  play,
  queue,
  setDefaultMix,
  setMix,
  spawnSkeleton,
} from '../../../src/api'
import { restoreState, saveState } from '../../../src/joins/save'
import type { AnimationWorld } from '../../../src/world/world-type'
import { runs } from '../../deep'
import { makeWorld, tick } from '../../fixtures/play'
import {
  CASTS,
  type Cast,
  carryOut,
  heardOf,
  lookOf,
  ownOps,
  type TrackOp,
  trackOps,
} from '../../fixtures/track-ops'
import { validateWorld } from '../../fixtures/validate-world'

/** Everything is brought into the arena that playing this cast ever needs. */
function warmUp(world: AnimationWorld, eid: number, { names, masks }: Cast): void {
  for (const mask of masks) for (const name of names) play(world, eid, name, { mask, track: 3 })
  tick(world, 0)
  clearTracks(world, eid)
  tick(world, 0)
}

function expectFinite(world: AnimationWorld, eid: number, { rig }: Cast): void {
  for (let bone = 0; bone < rig.bones.count; bone++)
    expect(getBone(world, eid, bone).every(Number.isFinite), `bone ${bone}`).toBe(true)
  for (let slot = 0; slot < rig.slots.count; slot++)
    expect(getSlotColor(world, eid, slot).every(Number.isFinite), `slot ${slot}`).toBe(true)
}

describe('any sequence of operations on any rig', () => {
  const deltas = fc.constantFrom(0.05, 0.05, 0.05, 0.13, 0, 0.6, -0.1, 50, 1e7)
  const script = fc.array(
    fc.record({
      ops: fc.array(fc.record({ who: fc.nat(2), op: trackOps }), { maxLength: 4 }),
      ticks: fc.array(deltas, { maxLength: 4 }),
    }),
    { maxLength: 12 },
  )

  test('throws nothing, makes no NaN, and leaks neither rows nor memory', () => {
    fc.assert(
      fc.property(fc.nat(CASTS.length - 1), script, fc.boolean(), (number, steps, despawns) => {
        const cast = CASTS[number]
        const world = makeWorld()
        const ids = [0, 1, 2].map(() => spawnSkeleton(world, cast.rig))
        for (const eid of ids) warmUp(world, eid, cast)
        // From the first look on, world rows are kept.
        for (const eid of ids) expectFinite(world, eid, cast)
        const { arena, playback } = world.animation
        const { used } = arena
        for (const { ops, ticks } of steps) {
          for (const { who, op } of ops) carryOut(world, ids[who], cast, op)
          validateWorld(world)
          for (const delta of ticks) {
            tick(world, delta)
            for (const eid of ids) expectFinite(world, eid, cast)
          }
          validateWorld(world)
        }
        if (despawns) for (const eid of ids) despawnSkeleton(world, eid)
        else for (const eid of ids) clearTracks(world, eid)
        tick(world, 0.1)
        // `applyAnimation` has a row to itself.
        expect(playback.free.length + playback.freed.length + 1).toBe(playback.rows)
        if (!despawns) expect(arena.used).toBe(used)
        validateWorld(world)
      }),
      { numRuns: runs(150) },
    )
  })
})

/** The actions of a skeleton, by its seed alone. */
interface Part {
  cast: Cast
  steps: { ops: TrackOp[]; delta: number }[]
}

function partsOf(count: number, ticks: number): Part[] {
  const steps = fc.array(fc.array(ownOps, { maxLength: 2 }), { minLength: ticks, maxLength: ticks })
  return fc.sample(steps, { numRuns: count, seed: 17 }).map((script, seed) => ({
    cast: CASTS[seed % CASTS.length],
    steps: script.map((ops, i) => ({ ops: i % 3 === 0 ? ops : [], delta: [0.05, 0.11, 0.3][i % 3] })),
  }))
}

function perform(parts: readonly Part[], ticks: number): string[] {
  const world = makeWorld()
  const ids = parts.map(({ cast }) => spawnSkeleton(world, cast.rig))
  const heard = parts.map((): string[] => [])
  for (let i = 0; i < ticks; i++) {
    for (const [who, { cast, steps }] of parts.entries())
      for (const op of steps[i].ops) carryOut(world, ids[who], cast, op)
    tick(world, parts[0].steps[i].delta)
    for (const [who, eid] of ids.entries())
      if (who % 50 === 0 || parts.length === 1) heard[who].push(...heardOf(world, eid))
  }
  return parts.map(({ cast }, who) => [...heard[who], lookOf(world, ids[who], cast)].join('\n'))
}

test('a skeleton has the same bits and events alone and among 1 000 others', () => {
  const ticks = 12
  const parts = partsOf(1001, ticks)
  const crowd = perform(parts, ticks)
  for (let who = 0; who < parts.length; who += 50) expect(perform([parts[who]], ticks)[0]).toBe(crowd[who])
})

describe('a state with tracks at work', () => {
  /** Crossfades, queues, layers and masks, of which something begins or ends all the time. */
  function busyWorld() {
    const world = makeWorld()
    const cast = CASTS[0]
    const ids = Array.from({ length: 8 }, (_, i) => spawnSkeleton(world, CASTS[i % CASTS.length].rig))
    for (const { rig } of CASTS) setDefaultMix(world, rig, 0.3)
    setMix(world, cast.rig, 'walk', '2', 0.45)
    return { world, ids, cast }
  }
  const scripts = fc.sample(fc.array(trackOps, { minLength: 1, maxLength: 3 }), {
    numRuns: runs(200),
    seed: 5,
  })

  function run(world: AnimationWorld, ids: readonly number[], from: number, ticks: number): string[] {
    const seen: string[] = []
    for (let i = from; i < from + ticks; i++) {
      const who = i % ids.length
      if (i % 4 === 0)
        for (const op of scripts[i % scripts.length]) carryOut(world, ids[who], CASTS[who % CASTS.length], op)
      tick(world, [1 / 60, 1 / 30, 0.07][i % 3])
      seen.push(...heardOf(world))
      if (i % 20 === 19)
        for (const [who, eid] of ids.entries()) seen.push(lookOf(world, eid, CASTS[who % CASTS.length]))
    }
    return seen
  }

  test('goes on exactly as it did the first time, 600 ticks long', () => {
    const { world, ids } = busyWorld()
    run(world, ids, 0, 100)
    const saved = saveState(world)
    const first = run(world, ids, 100, 600)
    expect(first.some((line) => line.includes(',interrupt,'))).toBe(true)
    for (let again = 0; again < 2; again++) {
      restoreState(world, saved)
      validateWorld(world)
      expect(run(world, ids, 100, 600)).toEqual(first)
    }
  })

  test('has its mixes, and masks that were played with since are made anew', () => {
    const { world, ids, cast } = busyWorld()
    const mask = createMask(cast.rig, { bones: ['head'] })
    const saved = saveState(world)
    const late = () => {
      setDefaultMix(world, cast.rig, 0.9)
      setMix(world, cast.rig, 'walk', '2', 0.9)
      play(world, ids[0], 'walk', { mask, loop: true })
      tick(world, 0.1)
      const second = queue(world, ids[0], '2', { mask })
      tick(world, 0.1)
      return [getEntry(world, second).mix, lookOf(world, ids[0], cast), world.animation.arena.top]
    }
    const first = late()
    restoreState(world, saved)
    expect(getMix(world, cast.rig, 'walk', '2')).toBe(0.45)
    expect(getMix(world, cast.rig, '2', 'walk')).toBe(0.3)
    expect(late()).toEqual(first)
    restoreState(world, saved)
    validateWorld(world)
  })

  test('restored, handles mean the entries that they meant', () => {
    const { world, ids } = busyWorld()
    const first = play(world, ids[0], 'walk', { loop: true })
    tick(world, 0.1)
    const saved = saveState(world)
    const values = getEntry(world, first)
    fadeOut(world, ids[0], { mix: 0 })
    for (let i = 0; i < 3; i++) tick(world, 0.1)
    expect(() => getEntry(world, first)).toThrow(expect.objectContaining({ code: 'stale-handle' }))
    restoreState(world, saved)
    expect(getEntry(world, first)).toEqual(values)
    expect(currentEntry(world, ids[0], 0)).toBe(first)
  })
})
