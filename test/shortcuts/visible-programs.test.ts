/** Programs of visible bones only. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import { getBone, play, type Rig, setAttachment, setToSetupPose } from '../../src/api'
import { restoreState, type SavedState, saveState } from '../../src/joins/save'
import { OP, OP_CODE, OP_LENGTH } from '../../src/rig/program/ops'
import type { Chunk } from '../../src/world/chunks/blocks'
import { chunkAt } from '../../src/world/chunks/blocks'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { runs } from '../deep'
import { makeWorld } from '../fixtures/play'
import { both, carryOut, cast, script, slotsOf, type Twins, twinsOf, vertexBits } from '../fixtures/twins'
import { validateWorld } from '../fixtures/validate-world'
import { BONE_NAMES, WARDROBE, wardrobeRig } from '../fixtures/wardrobe'

const rigs = [wardrobeRig('4.2'), wardrobeRig('3.8'), wardrobeRig('4.0')]
const SLOTS = slotsOf(WARDROBE)

/** The same cast twice: a world in which bones are read in every tick (`tick`), and one that spares bones. */
function twins(cast: readonly Rig[]): Twins {
  return twinsOf([makeWorld(), makeWorld()], cast, WARDROBE)
}

/** A tick of both; all that is shown must be the same. */
function tick(stage: Twins, seconds = 0.05): void {
  const [keeps, spares] = stage.worlds
  for (const eid of stage.ids) getBone(keeps, eid, 0)
  both(stage, (world) => {
    world.time.delta = seconds
    runPipeline(world)
  })
  for (const eid of stage.ids) {
    if (spares.components.Visibility.level[eid] !== VISIBILITY.full) continue
    expect(vertexBits(spares, eid), `vertices of ${eid}`).toBe(vertexBits(keeps, eid))
  }
}

function chunkOf({ animation }: AnimationWorld, eid: number): Chunk {
  return chunkAt(animation.blocks, animation.skeletons.chunk[eid])
}

function visibleCounts(world: AnimationWorld): number[] {
  const programs = world.animation.rigs.flatMap((rig) => [...(rig?.programs.values() ?? [])])
  return programs.map(({ visiblePrograms }) => visiblePrograms.length)
}

describe('a world without kept rows shows the same as one with them', () => {
  test('after any script of attachments, spawns, despawns, levels and restored states', () => {
    let shortened = 0
    fc.assert(
      fc.property(cast, script, (cast, steps) => {
        const stage = twins([...rigs, ...cast.map((rig) => rigs[rig])])
        for (const [i, eid] of stage.ids.entries())
          if (i % 3 !== 2)
            both(stage, (world) => play(world, eid, 'walk', { loop: true, timeScale: 1 + i / 9 }))
        const saves: SavedState[] = []
        for (const { ops, seconds } of steps) {
          for (const each of ops) carryOut(stage, rigs, each, saves, tick)
          tick(stage, seconds)
          const [keeps, spares] = stage.worlds
          for (const eid of stage.ids) {
            expect(chunkOf(keeps, eid).world).not.toBe(0)
            // A skeleton that takes off attachments with bones of their own has its rows kept from then on.
            const { world, runs, program } = chunkOf(spares, eid)
            if (world === 0 && runs !== 0 && runs !== program.words) shortened++
          }
          expect(Math.max(...visibleCounts(spares))).toBeLessThanOrEqual(16)
          validateWorld(spares)
        }
      }),
      { numRuns: runs(60) },
    )
    expect(shortened).toBeGreaterThan(100)
  })

  test('an attachment that only a skeleton in a later block of the chunk shows', () => {
    const stage = twins(Array.from({ length: 12 }, () => rigs[0]))
    tick(stage)
    both(stage, (world) => setAttachment(world, stage.ids[11], 'crown', 'crown'))
    tick(stage)
    expect(chunkOf(stage.worlds[1], stage.ids[11])).toBe(chunkOf(stage.worlds[1], stage.ids[4]))
  })

  test('with more sets of slots than programs: the rest run one for more slots, or the whole program', () => {
    const stage = twins([rigs[0]])
    const [eid] = stage.ids
    // A sleeper runs no program, and looks for none.
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
    expect(visibleCounts(world)).toEqual([16])
    const { words, visiblePrograms } = chunkOf(world, eid).program
    wear(0b11000)
    expect(chunkOf(world, eid).runs).toBe(words)
    wear(0b00110)
    expect(visiblePrograms.map(({ words }) => words)).toContain(chunkOf(world, eid).runs)
    expect(visibleCounts(world)).toEqual([16])
  })

  test('restored to before a visible program was made, it goes on with the ones that it has', () => {
    const stage = twins([rigs[0], rigs[0]])
    const [eid] = stage.ids
    tick(stage)
    const saves = stage.worlds.map((world) => saveState(world))
    const [, world] = stage.worlds
    for (const [slot, key] of [...WARDROBE, ...WARDROBE.slice(0, 1)]) {
      both(stage, (world) => setAttachment(world, eid, slot, key))
      tick(stage)
    }
    expect(visibleCounts(world)[0]).toBeGreaterThan(4)
    stage.worlds.forEach((world, i) => {
      restoreState(world, saves[i])
    })
    expect(visibleCounts(world)).toEqual([1])
    both(stage, (world) => setAttachment(world, eid, 'crown', 'crown'))
    both(stage, (world) => play(world, eid, 'walk', { loop: true }))
    for (let i = 0; i < 5; i++) tick(stage)
    expect(visibleCounts(world)).toEqual([2])
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

describe('a visible program', () => {
  /** One skeleton of each rig that walks, and wears a cape and a tail at most. */
  function walkers(): Twins {
    const stage = twins(rigs)
    for (const eid of stage.ids) both(stage, (world) => play(world, eid, 'walk', { loop: true }))
    tick(stage)
    return stage
  }

  test('is the shorter the less is shown', () => {
    const stage = walkers()
    const [, world] = stage.worlds
    for (const eid of stage.ids) {
      const { program } = chunkOf(world, eid)
      const lengths = [lengthAt(world, program.words), lengthAt(world, chunkOf(world, eid).runs)]
      for (const slots of [['cape'], ['body', 'tail']]) {
        for (const slot of slots) both(stage, (world) => setAttachment(world, eid, slot, null))
        tickForLong(stage)
        lengths.push(lengthAt(world, chunkOf(world, eid).runs))
      }
      lengths.forEach((length, i) => {
        if (i > 0) expect(length).toBeLessThan(lengths[i - 1])
      })
      expect(chunkOf(world, eid).runs).not.toBe(program.words)
    }
  })

  test('is found anew some time after slots were emptied', () => {
    const stage = walkers()
    const [, world] = stage.worlds
    for (const eid of stage.ids) {
      const before = chunkOf(world, eid).runs
      both(stage, (world) => setAttachment(world, eid, 'board', 'board'))
      tick(stage)
      expect(chunkOf(world, eid).runs).not.toBe(before)
      both(stage, (world) => setToSetupPose(world, eid, 'slots'))
      tickForLong(stage)
      expect(chunkOf(world, eid).runs).toBe(before)
    }
  })

  test('no longer runs once a bone is read, and that bone is right', () => {
    const stage = walkers()
    for (let i = 0; i < 7; i++) tick(stage)
    const [keeps, spares] = stage.worlds
    for (const eid of stage.ids) {
      expect(chunkOf(spares, eid).runs).not.toBe(chunkOf(spares, eid).program.words)
      for (const bone of ['wheel', 'rim', 'tip', 'root', 'wing2'])
        expect([bone, ...getBone(spares, eid, bone)]).toEqual([bone, ...getBone(keeps, eid, bone)])
    }
    tick(stage)
    for (const eid of stage.ids)
      for (const bone of BONE_NAMES) expect(getBone(spares, eid, bone)).toEqual(getBone(keeps, eid, bone))
  })

  test('is made once per set of slots, while animations show and hide', () => {
    const stage = walkers()
    const [, world] = stage.worlds
    for (const eid of stage.ids) both(stage, (world) => play(world, eid, 'dress', { track: 1, loop: true }))
    for (let i = 0; i < 300; i++) tick(stage)
    const before = [visibleCounts(world), world.animation.arena.used]
    for (let i = 0; i < 60; i++) tick(stage)
    expect([visibleCounts(world), world.animation.arena.used]).toEqual(before)
    expect(Math.max(...visibleCounts(world))).toBeGreaterThan(2)
  })
})
