import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import type { AnimationWorld } from '../../components/world-type'
import {
  clearTrack,
  despawnSkeleton,
  getBone,
  play,
  type Rig,
  restoreState,
  type SavedState,
  saveState,
  setAttachment,
  setBone,
  setSkin,
  setToSetupPose,
  spawnSkeleton,
} from '../../src/api'
import { OP, OP_CODE, OP_LENGTH } from '../../src/rig/program/ops'
import type { Chunk } from '../../src/world/blocks'
import { chunkAt } from '../../src/world/seats'
import { runPipeline } from '../../systems'
import { makeWorld } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'
import { BONE_NAMES, SKINS, WARDROBE, wardrobeRig } from '../fixtures/wardrobe'

const rigs = [wardrobeRig('4.2'), wardrobeRig('3.8'), wardrobeRig('4.0')]
const SLOTS = [...new Set(WARDROBE.map(([slot]) => slot))]

/** The same cast twice: a world that keeps world rows from the start, and one that trims. */
interface Twins {
  worlds: readonly [keeps: AnimationWorld, trims: AnimationWorld]
  ids: number[]
}

function twins(cast: readonly Rig[]): Twins {
  const worlds = [makeWorld(), makeWorld()] as const
  const [ids] = worlds.map((world) => cast.map((rig, i) => spawnSkeleton(world, rig, { x: 5 * i })))
  for (const eid of ids) getBone(worlds[0], eid, 0)
  return { worlds, ids }
}

function both({ worlds }: Twins, act: (world: AnimationWorld) => void): void {
  for (const world of worlds) act(world)
}

/** A tick of both; all that is shown must be the same. */
function tick(stage: Twins, seconds = 0.05): void {
  both(stage, (world) => {
    world.time.delta = seconds
    runPipeline(world)
  })
  const [keeps, trims] = stage.worlds
  for (const eid of stage.ids) {
    if (trims.components.Visibility.level[eid] !== VISIBILITY.full) continue
    expect(vertices(trims, eid), `vertices of ${eid}`).toBe(vertices(keeps, eid))
  }
}

function vertices({ animation: { skeletons, streams } }: AnimationWorld, eid: number): string {
  const first = 2 * skeletons.vertexStart[eid]
  const positions = streams.positions.slice(first, first + 2 * skeletons.vertexCount[eid])
  return new Uint32Array(positions.buffer).join()
}

function chunkOf({ animation }: AnimationWorld, eid: number): Chunk {
  return chunkAt(animation.blocks, animation.skeletons.chunk[eid])
}

function trimsOf(world: AnimationWorld): number[] {
  const programs = world.animation.rigs.flatMap((rig) => [...(rig?.programs.values() ?? [])])
  return programs.map(({ trims }) => trims.length)
}

type Op =
  | { kind: 'attach'; who: number; what: number; empty: boolean }
  | { kind: 'dress all'; slots: number }
  | { kind: 'skin'; who: number; skin: number }
  | { kind: 'play'; who: number; animation: string; track: number }
  | { kind: 'clear'; who: number; track: number }
  | { kind: 'spawn'; rig: number; skin: number }
  | { kind: 'despawn'; who: number }
  | { kind: 'level'; who: number; level: number }
  | { kind: 'setup'; who: number }
  | { kind: 'bone'; who: number; bone: number }
  | { kind: 'save' | 'restore' | 'rest' }

const who = fc.nat(99)
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('attach' as const),
      who,
      what: fc.nat(99),
      empty: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('dress all' as const), slots: fc.nat(2 ** SLOTS.length - 1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('skin' as const), who, skin: fc.nat(SKINS.length - 1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      who,
      animation: fc.constantFrom('walk', 'dress', 'lean'),
      track: fc.nat(1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), who, track: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('spawn' as const),
      rig: fc.nat(2),
      skin: fc.nat(SKINS.length - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('despawn' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('level' as const), who, level: fc.constantFrom(0, 0, 1, 2, 3) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('setup' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bone' as const), who, bone: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('save' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rest' as const) }) },
)

/** What was saved of both; worthless once somebody comes or goes. */
type Saves = SavedState[]

function carryOut(stage: Twins, op: Op, saves: Saves): void {
  const { ids, worlds } = stage
  const eid = 'who' in op ? ids[op.who % ids.length] : ids[0]
  switch (op.kind) {
    case 'attach': {
      const [slot, key] = WARDROBE[op.what % WARDROBE.length]
      both(stage, (world) => setAttachment(world, eid, slot, op.empty ? null : key))
      break
    }
    case 'dress all':
      for (const each of ids)
        SLOTS.forEach((slot, bit) => {
          const key = WARDROBE.find(([name]) => name === slot)?.[1] ?? null
          const wears = (op.slots & (1 << bit)) !== 0
          both(stage, (world) => setAttachment(world, each, slot, wears ? key : null))
        })
      break
    case 'skin': {
      const skin = SKINS[op.skin]
      both(stage, (world) => setSkin(world, eid, skin))
      break
    }
    case 'play':
      both(stage, (world) => play(world, eid, op.animation, { track: op.track, loop: true }))
      break
    case 'clear':
      both(stage, (world) => clearTrack(world, eid, op.track))
      break
    case 'spawn':
      ids.push(
        ...new Set(worlds.map((world) => spawnSkeleton(world, rigs[op.rig], { skin: SKINS[op.skin] }))),
      )
      saves.length = 0
      break
    case 'despawn':
      if (ids.length === 1) break
      both(stage, (world) => despawnSkeleton(world, eid))
      both(stage, (world) => {
        world.components.Visibility.level[eid] = VISIBILITY.full
      })
      ids.splice(ids.indexOf(eid), 1)
      saves.length = 0
      break
    case 'level':
      both(stage, (world) => {
        world.components.Visibility.level[eid] = op.level
      })
      break
    case 'setup':
      both(stage, (world) => setToSetupPose(world, eid, 'slots'))
      break
    case 'bone':
      both(stage, (world) =>
        setBone(world, eid, BONE_NAMES[op.bone % BONE_NAMES.length], { rotation: op.who / 9 }),
      )
      break
    case 'save':
      saves.splice(0, 2, ...worlds.map((world) => saveState(world)))
      break
    case 'restore':
      saves.forEach((saved, i) => {
        restoreState(worlds[i], saved)
      })
      break
    case 'rest':
      for (let i = 0; i < 40; i++) tick(stage, 0)
  }
}

describe('a world without kept rows shows what one with them shows', () => {
  test('whatever is put on and taken off, by whoever comes, goes, hides, rests or is taken back', {
    timeout: 120_000,
  }, () => {
    // Mostly of one rig, which fill chunks of several blocks.
    const script = fc.array(
      fc.record({ ops: fc.array(op, { maxLength: 4 }), seconds: fc.constantFrom(0.05, 0.13, 0) }),
      {
        minLength: 4,
        maxLength: 25,
      },
    )
    let trimmed = 0
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 0, 0, 0, 1, 2), { minLength: 1, maxLength: 18 }),
        script,
        (cast, steps) => {
          const stage = twins([...rigs, ...cast.map((rig) => rigs[rig])])
          for (const [i, eid] of stage.ids.entries())
            if (i % 3 !== 2)
              both(stage, (world) => play(world, eid, 'walk', { loop: true, timeScale: 1 + i / 9 }))
          const saves: Saves = []
          for (const { ops, seconds } of steps) {
            for (const each of ops) carryOut(stage, each, saves)
            tick(stage, seconds)
            const [keeps, trims] = stage.worlds
            for (const eid of stage.ids) {
              expect(chunkOf(keeps, eid).world).not.toBe(0)
              // Who takes off what has bones of its own has its rows kept from then on.
              const { world, trim, program } = chunkOf(trims, eid)
              if (world === 0 && trim !== 0 && trim !== program.words) trimmed++
            }
            expect(Math.max(...trimsOf(trims))).toBeLessThanOrEqual(16)
            validateWorld(trims)
          }
        },
      ),
      { numRuns: 40 },
    )
    expect(trimmed).toBeGreaterThan(500)
  })

  test('what is worn by somebody in a later block of a chunk', () => {
    const stage = twins(Array.from({ length: 12 }, () => rigs[0]))
    tick(stage)
    both(stage, (world) => setAttachment(world, stage.ids[11], 'crown', 'crown'))
    tick(stage)
    expect(chunkOf(stage.worlds[1], stage.ids[11])).toBe(chunkOf(stage.worlds[1], stage.ids[4]))
  })

  test('more sets of slots than there are programs for: the rest take one that has more, or all', () => {
    const stage = twins([rigs[0]])
    const [eid] = stage.ids
    // Who sleeps runs no program, and looks for none.
    both(stage, (world) => play(world, eid, 'walk', { loop: true }))
    const wear = (slots: number) => {
      SLOTS.forEach((slot, bit) => {
        const key = WARDROBE.find(([name]) => name === slot)?.[1] ?? null
        both(stage, (world) => setAttachment(world, eid, slot, (slots & (1 << bit)) !== 0 ? key : null))
      })
      tickForLong(stage)
    }
    for (let slots = 0; slots < 16; slots++) wear(slots)
    const [, world] = stage.worlds
    expect(trimsOf(world)).toEqual([16])
    const { words, trims } = chunkOf(world, eid).program
    wear(0b11000)
    expect(chunkOf(world, eid).trim).toBe(words)
    wear(0b00110)
    expect(trims.map((trim) => trim.words)).toContain(chunkOf(world, eid).trim)
    expect(trimsOf(world)).toEqual([16])
  })

  test('taken back to before a program was trimmed, it goes on with what it has', () => {
    const stage = twins([rigs[0], rigs[0]])
    const [eid] = stage.ids
    tick(stage)
    const saves = stage.worlds.map((world) => saveState(world))
    const [, world] = stage.worlds
    for (const [slot, key] of [...WARDROBE, ...WARDROBE.slice(0, 1)]) {
      both(stage, (world) => setAttachment(world, eid, slot, key))
      tick(stage)
    }
    expect(trimsOf(world)[0]).toBeGreaterThan(4)
    stage.worlds.forEach((world, i) => {
      restoreState(world, saves[i])
    })
    expect(trimsOf(world)).toEqual([1])
    both(stage, (world) => setAttachment(world, eid, 'crown', 'crown'))
    both(stage, (world) => play(world, eid, 'walk', { loop: true }))
    for (let i = 0; i < 5; i++) tick(stage)
    expect(trimsOf(world)).toEqual([2])
  })
})

/** Words of the program at a word of the arena. */
function lengthAt({ animation: { arena } }: AnimationWorld, words: number): number {
  let at = words
  while (arena.i32[at + OP_CODE] !== OP.end) at += arena.i32[at + OP_LENGTH]
  return at - words
}

/** Until every chunk has looked whether it shows less. */
function tickForLong(stage: Twins): void {
  for (let i = 0; i < 32; i++) tick(stage)
}

describe('a trimmed program', () => {
  /** One skeleton of each rig that walks, and wears a cape and a tail at most. */
  function walkers(): Twins {
    const stage = twins(rigs)
    for (const eid of stage.ids) both(stage, (world) => play(world, eid, 'walk', { loop: true }))
    tick(stage)
    return stage
  }

  test('runs where a rig has bones that carry nothing, and is the shorter the less is shown', () => {
    const stage = walkers()
    const [, world] = stage.worlds
    for (const eid of stage.ids) {
      const { program } = chunkOf(world, eid)
      const lengths = [lengthAt(world, program.words), lengthAt(world, chunkOf(world, eid).trim)]
      for (const slots of [['cape'], ['body', 'tail']]) {
        for (const slot of slots) both(stage, (world) => setAttachment(world, eid, slot, null))
        tickForLong(stage)
        lengths.push(lengthAt(world, chunkOf(world, eid).trim))
      }
      lengths.forEach((length, i) => {
        if (i > 0) expect(length).toBeLessThan(lengths[i - 1])
      })
      expect(chunkOf(world, eid).trim).not.toBe(program.words)
    }
  })

  test('is found anew some time after slots were emptied', () => {
    const stage = walkers()
    const [, world] = stage.worlds
    for (const eid of stage.ids) {
      const before = chunkOf(world, eid).trim
      both(stage, (world) => setAttachment(world, eid, 'board', 'board'))
      tick(stage)
      expect(chunkOf(world, eid).trim).not.toBe(before)
      both(stage, (world) => setToSetupPose(world, eid, 'slots'))
      tickForLong(stage)
      expect(chunkOf(world, eid).trim).toBe(before)
    }
  })

  test('is no longer run once a bone is asked for, which is where it would be', () => {
    const stage = walkers()
    for (let i = 0; i < 7; i++) tick(stage)
    const [keeps, trims] = stage.worlds
    for (const eid of stage.ids) {
      expect(chunkOf(trims, eid).trim).not.toBe(chunkOf(trims, eid).program.words)
      for (const bone of ['wheel', 'rim', 'tip', 'root', 'wing2'])
        expect([bone, ...getBone(trims, eid, bone)]).toEqual([bone, ...getBone(keeps, eid, bone)])
    }
    tick(stage)
    for (const eid of stage.ids)
      for (const bone of BONE_NAMES) expect(getBone(trims, eid, bone)).toEqual(getBone(keeps, eid, bone))
  })

  test('is made once: in a steady state there are no more of them, whatever animations put on and take off', () => {
    const stage = walkers()
    const [, world] = stage.worlds
    for (const eid of stage.ids) both(stage, (world) => play(world, eid, 'dress', { track: 1, loop: true }))
    for (let i = 0; i < 300; i++) tick(stage)
    const before = [trimsOf(world), world.animation.arena.used]
    for (let i = 0; i < 60; i++) tick(stage)
    expect([trimsOf(world), world.animation.arena.used]).toEqual(before)
    expect(Math.max(...trimsOf(world))).toBeGreaterThan(2)
  })
})
