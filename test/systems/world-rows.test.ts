/** World rows: which chunks keep them, and reads of bones. */
import { addComponent, addEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import {
  despawnSkeleton,
  getBone,
  getBounds,
  play,
  setAttachment,
  setBone,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { restoreState, type SavedState, saveState } from '../../src/joins/save'
import { WORLD_KEPT_TICKS } from '../../src/tick/solve/keep-world'
import type { Chunk } from '../../src/world/chunks/blocks'
import { chunkAt } from '../../src/world/chunks/blocks'
import { ACTIVITY } from '../../src/world/skeletons'
import type { AnimationWorld } from '../../src/world/world-type'
import { boneFollower, culling } from '../../systems'
import { runs } from '../deep'
import { makeRig, makeWorld } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { both, carryOut, cast, run, script, type Twins, twinsOf, vertexBits } from '../fixtures/twins'
import { validateWorld } from '../fixtures/validate-world'
import { BONE_NAMES, meshOn, WARDROBE, wardrobeRig } from '../fixtures/wardrobe'

/** Ticks after which no rows are kept for an earlier read. */
const LONG = WORLD_KEPT_TICKS + 2

/** Everybody may wear antlers, which hang on a bone that only one skin brings. */
function antlers(json: Json): void {
  const [{ attachments }] = json.skins as { attachments: Record<string, Json> }[]
  attachments.crown.antlers = meshOn('horn', 'head')
}

const horned = wardrobeRig('4.2', antlers)
const rigs = [horned, wardrobeRig('3.8', antlers), wardrobeRig('4.0', antlers)]
const wardrobe = [...WARDROBE, ['crown', 'antlers'] as const]

function chunkOf({ animation }: AnimationWorld, eid: number): Chunk {
  return chunkAt(animation.blocks, animation.skeletons.chunk[eid])
}

function keptChunks({ animation: { blocks } }: AnimationWorld): number {
  return blocks.chunks.filter((chunk) => chunk && chunk.world !== 0).length
}

/** A crowd of so many that walk. */
function crowd(count: number, rig = horned): { world: AnimationWorld; ids: number[] } {
  const world = makeWorld()
  const ids = Array.from({ length: count }, (_, i) => spawnSkeleton(world, rig, { x: 9 * i }))
  for (const [i, eid] of ids.entries()) play(world, eid, 'walk', { loop: true, timeScale: 1 + i / 99 })
  ticks(world, 3)
  return { world, ids }
}

function ticks(world: AnimationWorld, count: number, apart = false): void {
  for (let i = 0; i < count; i++) run(world, 0.04, apart)
}

function follower(world: AnimationWorld, host: number): number {
  const eid = addEntity(world)
  addComponent(world, eid, world.components.Transform)
  addComponent(world, eid, set(world.components.BoneFollower, { host, bone: 1 }))
  return eid
}

describe('world rows are kept by the chunk that somebody reads, and only while that lasts', () => {
  const view = { x: 9 * 60, y: 0, width: 9, height: 9 }
  test.each<[string, (world: AnimationWorld, eid: number) => void]>([
    ['a bone', (world, eid) => void getBone(world, eid, 'hand')],
    ['a box', (world, eid) => void getBounds(world, eid)],
    ['a place to follow', (world) => boneFollower(world)],
    ['a skeleton at the edge of the view', (world) => culling(world, view, { margin: 0 })],
  ])('%s', (_, read) => {
    const { world, ids } = crowd(80)
    const [eid] = ids.slice(60)
    follower(world, eid)
    const { Visibility } = world.components
    if (read.length === 1) addComponent(world, eid, Visibility)
    ticks(world, 1)
    for (let i = 0; i < LONG; i++) {
      read(world, eid)
      ticks(world, 1)
      expect(chunkOf(world, eid).world).not.toBe(0)
      expect(keptChunks(world)).toBe(1)
    }
    // Of the last of these, a tick had gone by.
    ticks(world, WORLD_KEPT_TICKS - 1)
    expect(keptChunks(world)).toBe(1)
    ticks(world, 1)
    expect(keptChunks(world)).toBe(0)
    validateWorld(world)
  })

  test('one of a thousand costs no more than a chunk: all others run without invisible bones, and later all do', () => {
    const { world, ids } = crowd(1000)
    const { blocks } = world.animation
    const isWhole = (chunk: Chunk) => chunk.world !== 0 || chunk.runs === chunk.program.words
    const whole = () => blocks.chunks.filter((chunk) => chunk && isWhole(chunk))
    const lanes = () => whole().reduce((sum, chunk) => sum + (chunk?.used ?? 0), 0)
    expect(lanes()).toBe(0)
    for (let i = 0; i < LONG; i++) {
      getBone(world, ids[500], 'hand')
      ticks(world, 1)
      expect(whole()).toEqual([chunkOf(world, ids[500])])
    }
    expect(lanes()).toBeLessThanOrEqual(32)
    ticks(world, LONG)
    expect(lanes()).toBe(0)
  })

  test('where systems are called one by one, all skeletons have theirs, until they are not any more', () => {
    const { world } = crowd(40)
    ticks(world, 3, true)
    const chunks = world.animation.blocks.chunks.filter(Boolean).length
    ticks(world, WORLD_KEPT_TICKS)
    expect(keptChunks(world)).toBe(chunks)
    ticks(world, 1)
    expect(keptChunks(world)).toBe(0)
  })

  test('a sleeper reads the same as before, after rows were forgotten', () => {
    const { world, ids } = crowd(40)
    world.time.delta = 0
    for (let i = 0; i < 40; i++) run(world, 0, false)
    const read = () => ids.map((eid) => getBone(world, eid, 'tip').join())
    const before = read()
    for (let i = 0; i < LONG; i++) run(world, 0, false)
    expect(keptChunks(world)).toBe(0)
    expect(read()).toEqual(before)
  })

  test('a fresh skeleton stands in the setup pose, in a chunk with kept rows or without', () => {
    const [wanted, ...others] = [[], [0, 1, 2, 3, 4], [5]].map((read) => {
      const { world, ids } = crowd(6)
      for (const i of read) getBone(world, ids[i], 'root')
      // It gets the seat of a skeleton with known rows.
      despawnSkeleton(world, ids[5])
      return [...getBone(world, spawnSkeleton(world, horned), 'tip')]
    })
    expect(wanted).not.toContain(0)
    for (const found of others) expect(found).toEqual(wanted)
  })

  test('a skeleton written to since the last tick is read as it was then, or as it is now where nothing is kept', () => {
    const [kept, forgotten] = [true, false].map((reads) => {
      const { world, ids } = crowd(6)
      const read = () => [...getBone(world, ids[3], 'tip')]
      if (reads) read()
      ticks(world, 1)
      setBone(world, ids[3], 'tip', { scaleX: 2 })
      const found = [read()]
      world.time.delta = 0
      run(world, 0, false)
      return [...found, read()]
    })
    expect(kept[0]).not.toEqual(kept[1])
    expect(forgotten[0]).toEqual(forgotten[1])
    expect(forgotten[1]).toEqual(kept[1])
  })

  test('a skeleton solved in its turn is read as it was then, read before or not', () => {
    const [wanted, found] = [true, false].map((reads) => {
      const { world, ids } = crowd(6)
      for (const eid of ids) getBone(world, eid, 'tip')
      const born = spawnSkeleton(world, horned)
      ticks(world, 1)
      if (reads) getBone(world, born, 'tip')
      setBone(world, born, 'tip', { scaleX: 2 })
      return [...getBone(world, born, 'tip')]
    })
    expect(found).toEqual(wanted)
  })

  test('a skeleton that closes a gap where rows are kept is read where it stands', () => {
    const [read, unread] = [true, false].map((reads) => {
      const { world, ids } = crowd(20)
      if (reads) getBone(world, ids[1], 'root')
      const [last] = ids.slice(-1)
      despawnSkeleton(world, ids[1])
      expect(chunkOf(world, last)).toBe(chunkOf(world, ids[0]))
      return [...getBone(world, last, 'tip')]
    })
    expect(read).toEqual(unread)
  })

  test('a skeleton that was never solved, and comes to rest in the seat of a solved one, is read in the setup pose', () => {
    const [read, unread] = [true, false].map((reads) => {
      const { world, ids } = crowd(20)
      const read = () => reads && ids.map((eid) => getBone(world, eid, 'root'))
      read()
      const born = spawnSkeleton(world, horned, { x: 5 })
      world.components.Visibility.level[born] = VISIBILITY.frozen
      play(world, spawnSkeleton(world, horned), 'walk', { loop: true })
      for (let i = 0; i < LONG; i++) {
        read()
        ticks(world, 1)
      }
      return [...getBone(world, born, 'tip')]
    })
    expect(read).toEqual(unread)
  })

  test('memory is used again, however often rows are wanted and forgotten', () => {
    const { world, ids } = crowd(80)
    const { arena } = world.animation
    const wantAndForget = (every: number) => {
      for (let i = 0; i < ids.length; i += every) getBone(world, ids[i], 'hand')
      ticks(world, LONG)
    }
    wantAndForget(1)
    const before = [arena.used, arena.top]
    for (const every of [1, 40, 79, 3]) wantAndForget(every)
    expect([arena.used, arena.top]).toEqual(before)
    validateWorld(world)
  })
})

describe('a clip', () => {
  const clipping = makeRig()
  const tailOf = ({ animation: { streams } }: AnimationWorld) =>
    streams.tail.positions.slice(0, 2 * streams.tail.vertexCount).join()

  test('has the rows of its chunk kept while it is awake', () => {
    const { world, ids } = crowd(100)
    const one = spawnSkeleton(world, clipping)
    play(world, one, 'walk', { loop: true })
    ticks(world, LONG)
    expect(chunkOf(world, one).world).not.toBe(0)
    expect(keptChunks(world)).toBe(1)
    setAttachment(world, one, 'clip', null)
    ticks(world, LONG)
    expect(keptChunks(world)).toBe(0)
    expect(tailOf(world)).toBe('')
    expect(chunkOf(world, ids[0]).world).toBe(0)
  })

  test('whose skeleton sleeps is cut as before where another one is cut anew, after long', () => {
    const [seldom, often] = [false, true].map((reads) => {
      const { world, ids } = crowd(50, clipping)
      const [moves, ...sleeps] = ids
      const tick = () => {
        if (reads) for (const eid of ids) getBone(world, eid, 'root')
        ticks(world, 1)
      }
      for (const eid of sleeps) world.components.Skeleton.timeScale[eid] = 0
      for (let i = 0; i < 60; i++) tick()
      world.components.Visibility.level[moves] = VISIBILITY.frozen
      for (let i = 0; i < LONG; i++) tick()
      expect(keptChunks(world) > 0).toBe(reads)
      world.components.Visibility.level[moves] = VISIBILITY.full
      tick()
      validateWorld(world)
      return tailOf(world)
    })
    expect(seldom.length).toBeGreaterThan(100)
    expect(seldom).toBe(often)
  })

  test('that is taken off leaves the bones of sleepers as they are', () => {
    const { world, ids } = crowd(40, clipping)
    for (const eid of ids) world.components.Skeleton.timeScale[eid] = 0
    ticks(world, LONG + 40)
    const before = tailOf(world)
    expect(keptChunks(world)).toBe(0)
    setAttachment(world, ids[0], 'clip', null)
    ticks(world, 1)
    const after = tailOf(world)
    expect(before.length).toBeGreaterThan(after.length)
    expect(after.length).toBeGreaterThan(0.9 * before.length)
    expect(before.endsWith(after)).toBe(true)
  })
})

describe('rows of bones that are composed no more', () => {
  test('are kept while somebody has them: by all of his program, until he dresses again or goes', () => {
    const { world, ids } = crowd(40)
    const [one, other] = ids.slice(20)
    for (const eid of [one, other]) setSkin(world, eid, 'horned')
    ticks(world, LONG)
    expect(keptChunks(world)).toBe(0)
    for (const eid of [one, other]) setSkin(world, eid, null)
    ticks(world, LONG)
    expect(chunkOf(world, ids[0]).program.left).toBe(2)
    for (const eid of ids) expect(chunkOf(world, eid).world).not.toBe(0)
    setSkin(world, one, 'horned')
    ticks(world, LONG)
    expect(chunkOf(world, ids[0]).program.left).toBe(1)
    for (const eid of ids) expect(chunkOf(world, eid).world !== 0).toBe(eid !== one)
    despawnSkeleton(world, other)
    ticks(world, LONG)
    expect(keptChunks(world)).toBe(0)
    validateWorld(world)
  })

  test('come along through other skins, and are there when a mesh is hung on them long after', () => {
    const [first, second] = [false, true].map((reads) => {
      const { world, ids } = crowd(30)
      const eid = ids[7]
      const wear = (skin: string | null) => {
        setSkin(world, eid, skin)
        for (let i = 0; i < LONG; i++) {
          if (reads) getBone(world, eid, 'root')
          ticks(world, 1)
        }
      }
      for (const skin of ['horned', 'red', null, 'blue']) wear(skin)
      setAttachment(world, eid, 'crown', 'antlers')
      ticks(world, 1)
      return vertexBits(world, eid)
    })
    expect(first).toBe(second)
  })

  test('belong to their skeleton, also after a state was restored', () => {
    const { world, ids } = crowd(6)
    setSkin(world, ids[0], 'horned')
    ticks(world, 2)
    const saved = saveState(world)
    const wear = () => {
      setSkin(world, ids[0], null)
      setAttachment(world, ids[0], 'crown', 'antlers')
      ticks(world, LONG)
      validateWorld(world)
      return vertexBits(world, ids[0])
    }
    const first = wear()
    restoreState(world, saved)
    validateWorld(world)
    expect(chunkOf(world, ids[1]).program.left).toBe(0)
    expect(wear()).toBe(first)
  })
})

/** Reads, and the ticks between them. */
const reads = fc.array(
  fc.record({
    kind: fc.constantFrom('bone', 'bone', 'bone', 'box', 'follow', 'follow', 'apart', 'none', 'none', 'wait'),
    who: fc.nat(99),
  }),
  { minLength: 25, maxLength: 25 },
)

describe('pictures and reads', () => {
  /** A tick of both: in the first everybody's rows are wanted in every tick, in the second nobody's. */
  function tick(stage: Twins, seconds: number, apart = false): void {
    const [keeps, forgets] = stage.worlds
    for (const eid of stage.ids) getBone(keeps, eid, 0)
    run(keeps, seconds, false)
    run(forgets, seconds, apart)
    for (const eid of stage.ids)
      if (isShown(forgets, eid))
        expect(vertexBits(forgets, eid), `vertices of ${eid}`).toBe(vertexBits(keeps, eid))
  }

  function isShown({ components }: AnimationWorld, eid: number): boolean {
    return components.Visibility.level[eid] === VISIBILITY.full
  }

  /** Bones that are there. */
  function bonesOf(world: AnimationWorld, eid: number): string[] {
    return BONE_NAMES.map((bone) => getBone(world, eid, bone).join())
  }

  test('are the same bits, with any reads at any time', () => {
    const found = { kept: 0, forgotten: 0, left: 0 }
    fc.assert(
      fc.property(cast, script, reads, (cast, steps, reads) => {
        const stage = twinsOf(
          [makeWorld(), makeWorld()],
          [...rigs, ...cast.map((rig) => rigs[rig])],
          [...wardrobe],
        )
        for (const [i, eid] of stage.ids.entries())
          if (i % 3 === 1) both(stage, (world) => setSkin(world, eid, 'horned'))
          else both(stage, (world) => play(world, eid, 'walk', { loop: true, timeScale: 1 + i / 9 }))
        const [keeps, forgets] = stage.worlds
        const saves: SavedState[] = []
        for (const [at, { ops, seconds }] of steps.entries()) {
          for (const each of ops) carryOut(stage, rigs, each, saves, tick)
          const { kind, who } = reads[at]
          const eid = stage.ids[who % stage.ids.length]
          if (kind === 'wait') for (let i = 0; i < LONG; i++) tick(stage, i % 7 === 0 ? 0 : seconds)
          tick(stage, seconds, kind === 'apart')
          // One that was written to since then is read as it is now, if its rows were forgotten.
          const isRead =
            isShown(forgets, eid) && (forgets.animation.skeletons.activity[eid] & ACTIVITY.written) === 0
          if (kind === 'bone' && isRead) expect(bonesOf(forgets, eid)).toEqual(bonesOf(keeps, eid))
          if (kind === 'box' && isRead) expect(getBounds(forgets, eid)).toEqual(getBounds(keeps, eid))
          if (kind === 'follow') follow(stage, eid, saves)
          const chunks = forgets.animation.blocks.chunks.filter((chunk) => chunk !== null)
          found.kept += chunks.filter(({ world }) => world !== 0).length
          found.forgotten += chunks.filter(({ world }) => world === 0).length
          found.left += chunks.filter(({ program }) => program.left > 0).length
          validateWorld(forgets)
        }
      }),
      { numRuns: runs(60) },
    )
    for (const count of Object.values(found)) expect(count).toBeGreaterThan(20)
  })

  function follow(stage: Twins, host: number, saves: SavedState[]): void {
    saves.length = 0
    const [place, wanted] = stage.worlds.map((world) => {
      const eid = follower(world, host)
      boneFollower(world)
      const { x, y, rotation, scaleX, scaleY } = world.components.Transform
      return [x[eid], y[eid], rotation[eid], scaleX[eid], scaleY[eid]]
    })
    if (isShown(stage.worlds[0], host)) expect(place).toEqual(wanted)
  }
})
