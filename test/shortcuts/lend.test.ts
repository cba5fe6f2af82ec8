/** Blocks of skeletons that glide have their local rows on loan: nobody may see a difference. */
import { addComponent, addEntity } from 'bitecs'
import fc from 'fast-check'
import { kernels } from 'osteon/kernels'
import { describe, expect, test } from 'vitest'
import {
  type AnimationWorld,
  despawnSkeleton,
  getBone,
  getSlotColor,
  play,
  type SavedState,
  setBone,
  setDefaultMix,
  setSkin,
  setSlotColor,
  spawnSkeleton,
} from '../../src/api'
import { PLAN_END } from '../../src/rig/attachments/skin-layout'
import { MIX_COMMAND_LOCAL } from '../../src/world/mix-commands'
import { chunkAt, commandAt, seatBase } from '../../src/world/seats'
import { mixing, timelineSampling, worldTransform } from '../../systems'
import * as stage from '../fixtures/glide-stage'
import { makeWorld } from '../fixtures/play'
import type { Json } from '../fixtures/rich-rig'
import { both, carryOut, cast, run, script, twinsOf, vertexBits } from '../fixtures/twins'
import { validateWorld } from '../fixtures/validate-world'
import { WARDROBE, wardrobeRig } from '../fixtures/wardrobe'

/** Rows are lent as soon as it makes no difference. */
function lendAtOnce(world: AnimationWorld): AnimationWorld {
  world.animation.kernels.patience = 1
  return world
}

/** To nobody. */
function lendNever(world: AnimationWorld): AnimationWorld {
  world.animation.kernels.patience = Number.POSITIVE_INFINITY
  return world
}

/** A world that lends, and one that does not. */
function lenders(): readonly [AnimationWorld, AnimationWorld] {
  return [lendAtOnce(makeWorld({ kernels })), lendNever(makeWorld({ kernels }))]
}

/** How many skeletons have their rows on loan. */
function borrowers({ animation: { arena, blocks } }: AnimationWorld): number {
  let count = 0
  for (const chunk of blocks.chunks)
    for (let seat = 0; chunk && seat < chunk.used; seat++)
      count += (arena.i32[chunk.lent + (seat >> 2)] >> (seat & 3)) & 1
  return count
}

/** All bits of a skeleton's local rows, wherever they lie: what is on loan is so until the next chunk's turn. */
function localBits({ animation }: AnimationWorld, eid: number): string {
  const { arena, blocks, skeletons, takeBack } = animation
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const seat = skeletons.seat[eid]
  takeBack?.(animation, chunk, seat)
  const base = seatBase(chunk, seat) + chunk.layout.local
  return Array.from({ length: chunk.rig.rig.rows.local }, (_, row) => arena.i32[base + 4 * row]).join()
}

const rig = wardrobeRig('4.2', (json) => {
  const { dress, walk } = json.animations as Record<string, Json>
  walk.slots = { body: { rgba: [{ color: 'ff000080' }, { time: 1, color: '00ff00ff' }] } }
  dress.slots = { ...(dress.slots as Json), cape: { rgba: [{ color: 'ff000080' }] } }
})

/** A world of twelve that walk, after some ticks. */
function walkers(world: AnimationWorld, ticks = 4): number[] {
  const ids = Array.from({ length: 12 }, (_, i) => {
    const eid = spawnSkeleton(world, rig, { x: i })
    play(world, eid, 'walk', { loop: true, timeScale: 1 + i / 9 })
    return eid
  })
  for (let i = 0; i < ticks; i++) run(world, 0.01, false)
  return ids
}

test('blocks borrow rows while all of their skeletons glide', () => {
  const world = lendAtOnce(makeWorld({ kernels }))
  const ids = walkers(world)
  expect(borrowers(world)).toBe(12)
  play(world, ids[5], 'lean', { loop: true })
  expect(borrowers(world)).toBe(8)
  for (let i = 0; i < 4; i++) run(world, 0.01, false)
  // Its lane is dressed for those that walk.
  expect(borrowers(world)).toBe(8)
  for (const eid of ids) play(world, eid, 'lean', { loop: true })
  for (let i = 0; i < 4; i++) run(world, 0.01, false)
  expect(borrowers(world)).toBe(12)
  validateWorld(world)
})

test('by and by, without being told to at once', () => {
  const world = makeWorld({ kernels })
  walkers(world, 3)
  expect(borrowers(world)).toBe(0)
  for (let i = 0; i < 2 * 64; i++) run(world, 0.001, false)
  expect(borrowers(world)).toBe(12)
})

test('worlds without kernels lend nothing', () => {
  const world = lendAtOnce(makeWorld())
  walkers(world, 70)
  expect(borrowers(world)).toBe(0)
  expect(world.animation.rigs[1]?.lent).toBe(0)
})

test('nothing is lent to a pose that the commands alone do not make', () => {
  const world = lendAtOnce(makeWorld({ kernels }))
  const ids = walkers(world)
  setBone(world, ids[0], 'head', { shearX: 3 })
  for (let i = 0; i < 4; i++) run(world, 0.01, false)
  expect(borrowers(world)).toBe(8)
})

/** Something happens to twelve that walk, in a world that lends and in one that does not; then they walk on. */
function compare(act: (world: AnimationWorld, ids: number[]) => unknown): void {
  const worlds = lenders()
  const [seen, wanted] = worlds.map((world) => {
    const ids = walkers(world)
    expect(borrowers(world)).toBe(world === worlds[0] ? 12 : 0)
    const found = act(world, ids)
    const first = ids.map((eid) => localBits(world, eid))
    const shown = [0.01, 0.2, 0.01].map((seconds) => {
      run(world, seconds, false)
      return ids.map((eid) => vertexBits(world, eid))
    })
    validateWorld(world)
    return { found, first, shown, last: ids.map((eid) => localBits(world, eid)) }
  })
  expect(seen).toEqual(wanted)
}

describe('rows are taken back', () => {
  test('before clocks go on for systems one by one', () =>
    compare((world) => {
      world.time.delta = 0.1
      timelineSampling(world)
    }))

  test('where mixing alone has run', () =>
    compare((world) => {
      world.time.delta = 0.1
      timelineSampling(world)
      mixing(world)
    }))

  test('before world rows that nobody has kept are made of them', () =>
    compare((world, ids) => {
      const bones = ids.map((eid) => getBone(world, eid, 'hand').join())
      expect(new Set(bones).size).toBe(12)
      return bones
    }))

  test('never by those who keep world rows, which may be solved by themselves', () => {
    const worlds = lenders()
    const [seen, wanted] = worlds.map((world) => {
      const ids = walkers(world)
      for (const eid of ids) getBone(world, eid, 'hand')
      for (let i = 0; i < 4; i++) run(world, 0.01, false)
      expect(borrowers(world)).toBe(0)
      world.components.Transform.x[ids[0]] = 70
      worldTransform(world)
      return ids.map((eid) => getBone(world, eid, 'hand').join())
    })
    expect(seen).toEqual(wanted)
  })

  test('when seats change', () =>
    compare((world, ids) => {
      setSkin(world, ids[2], 'horned')
      despawnSkeleton(world, ids[5])
      ids.splice(5, 1)
    }))

  test('for sleepers', () =>
    compare((world, ids) => {
      for (const eid of ids.slice(0, 5)) world.components.Skeleton.timeScale[eid] = 0
      for (let i = 0; i < 50; i++) run(world, 0.01, false)
    }))

  test('for those who are out of sight for a while', () =>
    compare((world, ids) => {
      const { level } = world.components.Visibility
      for (const eid of ids.slice(0, 6)) level[eid] = 2
      const seats = () => ids.map((eid) => world.animation.skeletons.seat[eid]).join()
      const before = seats()
      for (let i = 0; i < 60; i++) run(world, 0.03, false)
      expect(seats()).not.toBe(before)
      for (const eid of ids.slice(0, 6)) level[eid] = 0
    }))

  test('for one whose bone is led', () =>
    compare((world, ids) => {
      const { BoneTarget, Transform } = world.components
      const hand = addEntity(world)
      addComponent(world, hand, Transform)
      addComponent(world, hand, BoneTarget)
      BoneTarget.host[hand] = ids[6]
      BoneTarget.bone[hand] = rig.bones.index.get('spare') ?? 0
      Transform.x[hand] = 44
      run(world, 0.01, false)
    }))

  test('by the twins where the kernels are lost', () => {
    const world = lendAtOnce(makeWorld({ kernels }))
    const ids = walkers(world)
    const plain = makeWorld()
    walkers(plain)
    world.animation.kernels.compiled = null
    for (let i = 0; i < 3; i++) for (const each of [world, plain]) run(each, 0.01, false)
    expect(borrowers(world)).toBe(0)
    const { positions } = plain.animation.streams
    for (const eid of ids) {
      const first = 2 * plain.animation.skeletons.vertexStart[eid]
      for (let i = 0; i < 2 * plain.animation.skeletons.vertexCount[eid]; i++)
        expect(world.animation.streams.positions[first + i]).toBeCloseTo(positions[first + i], 3)
    }
  })

  test('but for slot colours, which are found and written where they always are', () => {
    const worlds = lenders()
    const [seen, wanted] = worlds.map((world) => {
      const ids = walkers(world)
      const { red } = world.components.Skeleton
      const { looks } = world.animation.streams
      return Array.from({ length: 9 }, (_, i) => {
        run(world, 0.01, false)
        expect(borrowers(world)).toBe(world === worlds[1] ? 0 : i < 6 ? 12 : 8)
        if (i === 2) red[ids[8]] = 0.5
        if (i === 5) setSlotColor(world, ids[6], 'cape', { color: [0.5, 0.25, 1, 1] })
        const colors = ids.map((eid) => ['body', 'cape'].map((slot) => getSlotColor(world, eid, slot).join()))
        return [...colors, shadesOf(world), looks.next].join()
      })
    })
    expect(seen).toEqual(wanted)
    expect(new Set(seen).size).toBe(9)
  })
})

/** All packed slot colours that were noted last. */
function shadesOf({ animation: { arena, blocks } }: AnimationWorld): string {
  return blocks.chunks
    .flatMap((chunk) => {
      if (!chunk) return []
      const { deform, shades, stride } = chunk.layout
      return Array.from({ length: chunk.blocks }, (_, block) => {
        const record = chunk.words + block * stride
        return arena.i32.slice(record + shades, record + deform).join()
      })
    })
    .join()
}

/** Two meshes that `lean` deforms, the one from 0.3 s on; besides there are all that nothing deforms. */
const soft = wardrobeRig('4.2', (json) => {
  const { lean } = json.animations as Record<string, Json>
  const deform = (by: number, begin: number) => ({
    deform: [{ time: begin, vertices: [by, 1, by] }, { time: 1 }],
  })
  lean.attachments = { default: { cape: { cape: deform(7, 0.3) }, tail: { tail: deform(-3, 0) } } }
})

/** Words of all plans of blocks. */
function planned({ animation: { arena, blocks } }: AnimationWorld): number {
  let words = 0
  for (const chunk of blocks.chunks)
    for (let block = 0; chunk && block < chunk.blocks; block++) {
      const plan = chunk.plans + block * chunk.layout.plan
      words += (arena.i32[plan + PLAN_END] >> 2) - plan
    }
  return words
}

test('plans of those on loan say what nothing deforms, as long as nothing does', () => {
  const worlds = lenders()
  const [seen, wanted] = worlds.map((world) => {
    const ids = Array.from({ length: 12 }, (_, i) => spawnSkeleton(world, soft, { x: i }))
    const shown: string[][] = []
    const words: number[] = []
    for (const animation of ['walk', 'lean', 'walk', 'lean']) {
      for (const [i, eid] of ids.entries()) play(world, eid, animation, { loop: true, timeScale: 1 + i / 20 })
      for (let i = 0; i < 12; i++) {
        run(world, 0.04, false)
        shown.push(ids.map((eid) => vertexBits(world, eid)))
      }
      expect(borrowers(world)).toBe(world === worlds[0] ? 12 : 0)
      validateWorld(world)
      words.push(planned(world))
    }
    return { shown, words }
  })
  expect(seen.shown).toEqual(wanted.shown)
  // What has deformed them once is still said of their slots.
  expect(seen.words.map((words, i) => wanted.words[i] - words)).toEqual([6, 0, 0, 0])
})

test('a command is not left writing what is on loan', () => {
  const world = lendAtOnce(makeWorld({ kernels }))
  const ids = walkers(world)
  const { arena, blocks, skeletons } = world.animation
  const chunk = chunkAt(blocks, skeletons.chunk[ids[0]])
  const target = () => arena.i32[commandAt(chunk, skeletons.seat[ids[0]]) + MIX_COMMAND_LOCAL]
  const lent = target()
  setBone(world, ids[0], 'spare', {})
  expect(target()).not.toBe(lent)
  run(world, 0.01, false)
  expect(target()).toBe(seatBase(chunk, skeletons.seat[ids[0]]) + chunk.layout.local)
})

const rigs = [rig, wardrobeRig('3.8'), wardrobeRig('4.0')]

test('whoever comes, goes, hides, rests, changes or is taken back', { timeout: 120_000 }, () => {
  const drivers = fc.array(fc.constantFrom(false, false, true), { minLength: 1, maxLength: 8 })
  let loans = 0
  fc.assert(
    fc.property(drivers, cast, script, fc.constantFrom(0, 0.2), (apart, others, steps, mix) => {
      const worlds = lenders()
      const twins = twinsOf(worlds, [rig, rig, ...others.map((number) => rigs[number])], WARDROBE)
      for (const each of rigs) both(twins, (world) => setDefaultMix(world, each, mix))
      for (const eid of twins.ids) both(twins, (world) => play(world, eid, 'walk', { loop: true }))
      const saves: SavedState[] = []
      let ticks = 0
      const tick = (_: typeof twins, seconds: number) => {
        both(twins, (world) => run(world, seconds, apart[ticks % apart.length]))
        loans += borrowers(worlds[0])
        const [seen, wanted] = worlds.map((world) => twins.ids.map((eid) => vertexBits(world, eid)))
        expect(seen).toEqual(wanted)
        validateWorld(worlds[0])
        const who = twins.ids[ticks++ % twins.ids.length]
        if (ticks % 5 === 0) expect(localBits(worlds[0], who)).toBe(localBits(worlds[1], who))
      }
      for (const { ops, seconds } of steps) {
        for (let i = 0; i < 6; i++) tick(twins, 0.01)
        for (const each of ops) carryOut(twins, rigs, each, saves, tick)
        tick(twins, seconds)
      }
      for (const eid of twins.ids) expect(localBits(worlds[0], eid)).toBe(localBits(worlds[1], eid))
    }),
    { numRuns: 20 },
  )
  expect(loans).toBeGreaterThan(100)
})

test('whatever is played, faded, written or tinted within a tick or between two', {
  timeout: 120_000,
}, () => {
  let loans = 0
  fc.assert(
    fc.property(fc.array(stage.stepOf, { minLength: 5, maxLength: 25 }), (steps) => {
      const stages = [stage.raise({ kernels }), stage.raise({ kernels })]
      lendAtOnce(stages[0].world)
      lendNever(stages[1].world)
      for (const step of steps) {
        const within = step.driver === 'pipeline' ? 0 : step.within
        for (const each of stages)
          for (const { who, op } of step.ops.slice(within)) stage.carryOut(each, who, op)
        for (let i = 0; i < step.ticks; i++) {
          for (const each of stages) stage.drive(each, step, i === 0 ? step.ops.slice(0, within) : [])
          loans += borrowers(stages[0].world)
          expect(stage.noted(stages[0])).toEqual(stage.noted(stages[1]))
          const [seen, wanted] = stages.map(({ ids, world }) => ids.map((eid) => vertexBits(world, eid)))
          expect(seen).toEqual(wanted)
        }
        validateWorld(stages[0].world)
      }
      const [seen, wanted] = stages.map(({ ids, world }) => ids.map((eid) => localBits(world, eid)))
      expect(seen).toEqual(wanted)
    }),
    { numRuns: 30 },
  )
  expect(loans).toBeGreaterThan(100)
})
