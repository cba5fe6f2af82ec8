/** Root motion of baked figures: they arrive where live skeletons arrive, also over conversions and saves. */
import { createWorld } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getBounds,
  installAnimation,
  OsteonError,
  type PlayOptions,
  play,
  type Rig,
  spawnSkeleton,
} from '../../src/api'
import { budget, budgets } from '../../src/joins/budget'
import {
  type BakedTable,
  bake,
  bakedCulling,
  bakeTables,
  crowds,
  decodeTable,
  encodeTable,
  getBakedBounds,
  isBaked,
  playFigure,
  registerTable,
  spawnBaked,
  toBaked,
  toLive,
} from '../../src/joins/crowd'
import type { CrowdWorld } from '../../src/joins/crowd/component'
import { getRootMotion, type RootMotion, rootMotion, rootMotions } from '../../src/joins/root-motion'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { runs } from '../deep'
import { makeRig, makeWorld } from '../fixtures/play'
import { walker } from '../fixtures/rigs/walker'
import { tick } from './stage'

const ROOT = { bone: 'root' }
const VERSIONS = ['3.8', '4.2', '4.3'] as const
const NAMES = ['walk', 'run', 'bob', 'late', 'circle', 'climb'] as const

function movingWorld(use: object[] = []): CrowdWorld {
  const all = [crowds, rootMotions, ...(use as [])]
  return installAnimation(createWorld({}), { use: all, capacity: 64, warn: () => {} }) as CrowdWorld
}

function stage(motion: RootMotion = ROOT, rig = walker()) {
  const world = movingWorld()
  const [number] = bake(world, rig, { rootMotion: motion, slack: 0.01 })
  return { world, rig, number }
}

const placeOf = ({ components: { Transform } }: CrowdWorld, eid: number) => [
  Transform.x[eid],
  Transform.y[eid],
  Transform.rotation[eid],
]

describe('a baked figure', () => {
  test('moves as the bone is keyed, over loops', () => {
    const { world, number } = stage()
    const eid = spawnBaked(world, number, { animation: 'walk', x: 3 })
    tick(world, 0.125)
    expect(placeOf(world, eid)).toEqual([43, 0, 0])
    tick(world, 0.125)
    expect(placeOf(world, eid)[0]).toBe(83)
    tick(world, 0.875)
    expect(placeOf(world, eid)[0]).toBeCloseTo(143, 4)
    tick(world, 1000)
    expect(placeOf(world, eid)[0]).toBeCloseTo(100_143, 1)
  })

  test('stops at the end of an animation that does not loop, and travels back with its time', () => {
    const { world, number } = stage()
    const eid = spawnBaked(world, number, { animation: 'run', loop: false })
    tick(world, 0.75)
    tick(world, 0.75)
    expect(placeOf(world, eid)[0]).toBeCloseTo(300, 4)
    world.components.Baked.time[eid] = 1
    world.components.Baked.speed[eid] = -1
    tick(world, 0.5)
    expect(placeOf(world, eid)[0]).toBeCloseTo(150, 4)
    tick(world, 2)
    expect(placeOf(world, eid)[0]).toBeCloseTo(0, 4)
  })

  test('does not travel where its time is written, nor frozen', () => {
    const { world, number } = stage()
    const eid = spawnBaked(world, number, { animation: 'run' })
    tick(world, 0.1)
    world.components.Baked.time[eid] = 0.7
    tick(world, 0)
    world.components.Visibility.level[eid] = 3
    tick(world, 0.1)
    expect(placeOf(world, eid)[0]).toBeCloseTo(30, 4)
  })

  test('is turned, scaled and mirrored as it is placed', () => {
    const { world, number } = stage()
    const eid = spawnBaked(world, number, {
      animation: 'walk',
      rotation: Math.PI / 2,
      scaleX: 2,
      flipX: true,
    })
    tick(world, 0.25)
    expect(placeOf(world, eid)[0]).toBeCloseTo(0, 3)
    expect(placeOf(world, eid)[1]).toBeCloseTo(-160, 3)
  })

  test('is one of many that came later', () => {
    const { world, number } = stage()
    const figures = Array.from({ length: 200 }, () => spawnBaked(world, number, { animation: 'run', x: 1e5 }))
    for (let i = 0; i < 100; i++) tick(world, 1 / 1000)
    // A step alone is a rounded 0.3, of which a float32 takes whole 1 / 128.
    for (const eid of figures) expect(Math.abs(placeOf(world, eid)[0] - 100_030)).toBeLessThan(1 / 64)
  })

  test('of a table without root motion stays, beside one that moves', () => {
    const { world, rig, number } = stage()
    const [plain] = bake(world, rig)
    const still = spawnBaked(world, plain, { animation: 'walk' })
    const eid = spawnBaked(world, number, { animation: 'walk' })
    tick(world, 0.25)
    expect(placeOf(world, still)[0]).toBe(0)
    expect(placeOf(world, eid)[0]).toBe(80)
    // Its vertices go instead.
    expect(getBakedBounds(world, still)?.[0]).toBeCloseTo((getBakedBounds(world, eid)?.[0] ?? 0) + 7, 2)
  })
})

type Step =
  | { do: 'play'; name: (typeof NAMES)[number]; options: PlayOptions }
  | { do: 'tick'; seconds: number }
  | { do: 'speed'; value: number }
  | { do: 'turn'; angle: number }
  | { do: 'switch' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      seconds: fc.constantFrom(0, 1 / 60, 1 / 60, 0.1, 0.37, 1.9, 7.3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      name: fc.constantFrom(...NAMES),
      options: fc.record({
        loop: fc.boolean(),
        mix: fc.constantFrom(0, 0.1, 0.25, 0.9),
        timeScale: fc.constantFrom(1, 1, 0.5, 1.7, -1),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('speed' as const), value: fc.constantFrom(0, 0.5, 1, 2.5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('turn' as const), angle: fc.constantFrom(0, 0.3, 2) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'switch' as const }) },
)

test.each(VERSIONS)(
  '%s: figures arrive where live skeletons arrive, in random scripts and over conversions',
  (version) => {
    const motions = fc.constantFrom<RootMotion>(ROOT, { ...ROOT, y: true }, { ...ROOT, rotation: true })
    const rig = walker(version)
    const tables = new Map<RootMotion, BakedTable>()
    fc.assert(
      fc.property(motions, fc.array(step, { minLength: 5, maxLength: 60 }), (motion, script) => {
        const table = tables.get(motion) ?? bakeTables(rig, { rootMotion: motion })[0]
        tables.set(motion, table)
        const live = movingWorld()
        const baked = movingWorld()
        const number = registerTable(baked, rig, table)
        const skeleton: number = spawnSkeleton(live, rig)
        rootMotion(live, skeleton, motion)
        play(live, skeleton, 'walk', { loop: true })
        const figure = spawnBaked(baked, number, { animation: 'walk' })
        let travelled = 1
        for (const each of script) {
          if (each.do === 'play') {
            play(live, skeleton, each.name, each.options)
            playFigure(baked, figure, each.name, each.options)
          } else if (each.do === 'speed') {
            live.components.Skeleton.timeScale[skeleton] = each.value
            const { Baked, Skeleton } = baked.components
            if (isBaked(baked, figure)) Baked.speed[figure] = each.value
            else Skeleton.timeScale[figure] = each.value
          } else if (each.do === 'turn') {
            live.components.Transform.rotation[skeleton] = each.angle
            baked.components.Transform.rotation[figure] = each.angle
          } else if (each.do === 'switch') {
            if (isBaked(baked, figure)) toLive(baked, figure)
            else toBaked(baked, figure)
          } else {
            tick(live, each.seconds)
            tick(baked, each.seconds)
            travelled += 3000 * each.seconds
            const [x, y, rotation] = placeOf(live, skeleton)
            const [atX, atY, turned] = placeOf(baked, figure)
            expect(Math.abs(atX - x) + Math.abs(atY - y)).toBeLessThan(1e-5 * travelled)
            expect(Math.abs(turned - rotation)).toBeLessThan(1e-5 * (1 + Math.abs(rotation)))
          }
        }
      }),
      { numRuns: runs(60) },
    )
  },
)

test('a hundred odd ticks sum up to the travel of their loops', () => {
  const delta = fc.double({ min: 1e-4, max: 3, noNaN: true })
  fc.assert(
    fc.property(fc.array(delta, { minLength: 100, maxLength: 100 }), fc.boolean(), (deltas, back) => {
      const { world, number } = stage()
      const eid = spawnBaked(world, number, { animation: 'walk' })
      const { Baked, Transform } = world.components
      if (back) {
        Baked.time[eid] = 1000
        Baked.speed[eid] = -1
      }
      for (const seconds of deltas) tick(world, seconds)
      const gone = Math.abs(Baked.time[eid] - (back ? 1000 : 0))
      tick(world, Math.ceil(gone) - gone)
      const travel = Math.ceil(gone) * (back ? -100 : 100)
      // A float32 holds the sum to half of its last bit.
      expect(Math.abs(Transform.x[eid] - travel)).toBeLessThan(1e-4 + Math.abs(travel) * 2 ** -24)
    }),
    { numRuns: runs(20) },
  )
})

describe('conversions', () => {
  test('keep the root motion, and what Transform could not take', () => {
    const { world, number } = stage()
    const eid = spawnBaked(world, number, { animation: 'walk', x: 1e6 })
    const there = spawnBaked(world, number, { animation: 'walk', x: 1e6 })
    for (let i = 0; i < 200; i++) {
      tick(world, 1 / 300)
      if (isBaked(world, eid)) toLive(world, eid)
      else expect(toBaked(world, eid)).toBe(true)
      if (!isBaked(world, eid))
        expect(getRootMotion(world, eid)).toEqual({ bone: 'root', x: true, y: false, rotation: false })
    }
    expect(placeOf(world, eid)).toEqual(placeOf(world, there))
  })

  test('take the table with the same root motion, or none', () => {
    const rig = walker()
    const world = movingWorld()
    const [plain] = bake(world, rig)
    const spawn = (motion: RootMotion | null) => {
      const eid: number = spawnSkeleton(world, rig)
      if (motion) rootMotion(world, eid, motion)
      play(world, eid, 'walk', { loop: true })
      tick(world, 0.1)
      return eid
    }
    const { table } = world.components.Baked
    const [still, moved, other] = [spawn(null), spawn(ROOT), spawn({ bone: 'hip' })]
    expect(toBaked(world, moved)).toBe(false)
    const [moving] = bake(world, rig, { rootMotion: ROOT })
    expect([still, moved, other].map((eid) => toBaked(world, eid))).toEqual([true, true, false])
    expect([table[still], table[moved]]).toEqual([plain, moving])
    expect(() => rootMotion(world, moved, ROOT)).toThrow(expect.objectContaining({ code: 'no-skeleton' }))
    toLive(world, still)
    expect(getRootMotion(world, still)).toBeNull()
  })

  const view = { x: 0, y: 0, width: 300, height: 300 }
  test.each<[string, (world: CrowdWorld) => void]>([
    ['bakedCulling', (world) => bakedCulling(world, view, { below: Number.POSITIVE_INFINITY })],
    ['budget', (world) => budget(world, view, { cost: 0 })],
  ])('by %s keep them walking', (_, choose) => {
    const rig = walker()
    const world = movingWorld([budgets])
    bake(world, rig, { rootMotion: ROOT })
    const eid: number = spawnSkeleton(world, rig)
    world.components.Visibility.level[eid] = 0
    rootMotion(world, eid, ROOT)
    play(world, eid, 'walk', { loop: true })
    const twin: number = spawnSkeleton(world, rig, { x: 0 })
    rootMotion(world, twin, ROOT)
    // Two tracks, which no table holds.
    play(world, twin, 'walk', { loop: true })
    play(world, twin, 'climb', { loop: true, track: 1 })
    for (let i = 0; i < 60; i++) {
      choose(world)
      tick(world, 1 / 30)
    }
    expect(isBaked(world, twin)).toBe(false)
    expect(placeOf(world, eid)[0]).toBeCloseTo(placeOf(world, twin)[0], 3)
    expect(placeOf(world, eid)[0]).toBeCloseTo(200, 3)
  })
})

test('vertices are those of a live skeleton with the root motion', () => {
  const motion = { ...ROOT, y: true, rotation: true }
  const { world, rig, number } = stage(motion)
  for (const name of NAMES)
    for (const seconds of [0.13, 0.5, 0.77]) {
      const figure = spawnBaked(world, number, { animation: name })
      const skeleton: number = spawnSkeleton(world, rig)
      rootMotion(world, skeleton, motion)
      play(world, skeleton, name, { loop: true })
      tick(world, seconds)
      const live = [...(getBounds(world, skeleton) ?? [])]
      const baked = [...(getBakedBounds(world, figure) ?? [])]
      expect(live.length).toBe(4)
      for (let i = 0; i < 4; i++) expect(Math.abs(baked[i] - live[i])).toBeLessThan(0.02)
    }
})

describe('saves', () => {
  const playOn = (world: CrowdWorld, eid: number) => {
    for (let i = 0; i < 40; i++) tick(world, 1 / 30)
    return placeOf(world, eid)
  }

  test('continue bit for bit', () => {
    const { world, rig, number } = stage()
    const eid = spawnBaked(world, number, { animation: 'walk', x: 1e5 })
    for (let i = 0; i < 7; i++) tick(world, 1 / 30)
    playFigure(world, eid as never, 'run' as never, { loop: true, mix: 0.4 })
    tick(world, 1 / 30)
    const saved = saveState(world)
    const bytes = encodeState(world)
    const end = playOn(world, eid)
    restoreState(world, saved)
    expect(playOn(world, eid)).toEqual(end)
    const other = movingWorld()
    registerTable(other, rig, tableOf(world, number))
    const heir = restoreState(other, decodeState(other, bytes)).get(eid) ?? eid
    expect(playOn(other, heir)).toEqual(end)
  })

  test('of before the table was registered have no rests', () => {
    const rig = walker()
    const world = movingWorld()
    const [plain] = bake(world, rig)
    const eid = spawnBaked(world, plain, { animation: 'walk', x: 1e5 })
    const saved = saveState(world)
    const [moving] = bake(world, rig, { rootMotion: ROOT })
    world.components.Baked.table[eid] = moving
    for (let i = 0; i < 7; i++) tick(world, 1 / 301)
    restoreState(world, saved)
    const rests = Object.entries(crowdRests(world)).map(([name, column]) => [name, column[eid]])
    expect(rests).toEqual([
      ['restX', 0],
      ['restY', 0],
      ['restRotation', 0],
    ])
  })

  test('do not fit a table without the root motion', () => {
    const { world, rig, number } = stage()
    spawnBaked(world, number, { animation: 'walk' })
    const other = movingWorld()
    bake(other, rig)
    expect(() => decodeState(other, encodeState(world))).toThrow(
      expect.objectContaining({ code: 'unknown-table' }),
    )
  })
})

function crowdOfWorld(world: CrowdWorld) {
  return world.animation.joins.byName.get('crowds')?.state as unknown as {
    tables: { table: BakedTable }[]
    rest: Record<string, Float64Array>
  }
}
const tableOf = (world: CrowdWorld, number: number) => crowdOfWorld(world).tables[number].table
const crowdRests = (world: CrowdWorld) => crowdOfWorld(world).rest

describe('refuses', () => {
  const refusal = (code: string, path: string) => expect.objectContaining({ code, path })

  test.each<[string, object | null, string, string]>([
    ['a bone that the rig lacks', { bone: 'tail' }, 'unknown-bone', 'bone'],
    ['no axis at all', { bone: 'root', x: false }, 'bad-option', 'x'],
    ['an axis that is no boolean', { bone: 'root', y: 1 }, 'bad-option', 'y'],
    ['an unknown option', { bone: 'root', z: true }, 'bad-option', 'z'],
    ['no options', null, 'bad-option', ''],
  ])('to bake with %s', (_, motion, code, path) => {
    const world = movingWorld()
    expect(() => bake(world, walker(), { rootMotion: motion as RootMotion })).toThrow(refusal(code, path))
    expect(world.animation.rigs.length).toBe(1)
  })

  test('a bone under one that does not inherit everything', () => {
    const bones = [
      { name: 'root' },
      { name: 'hip', parent: 'root', inherit: 'noScale' },
      { name: 'leg', parent: 'hip' },
    ]
    const rig: Rig = makeRig('4.2', { skeleton: { spine: '4.2.43' }, bones, animations: { walk: {} } })
    expect(() => bakeTables(rig, { rootMotion: { bone: 'leg' } })).toThrow(refusal('bad-option', 'bone'))
  })

  test('a table that moves in a world without root motion', () => {
    const rig = walker()
    const world = makeWorld({ use: [crowds] }) as unknown as CrowdWorld
    const [table] = bakeTables(rig, { rootMotion: ROOT })
    expect(() => registerTable(world, rig, table)).toThrow(refusal('no-extension', 'motion'))
    expect(world.animation.rigs.length).toBe(1)
  })

  test.each([
    ['a bone that the rig lacks', { bone: 3, moves: 1 }],
    ['half a bone', { bone: 0.5, moves: 1 }],
    ['no axis', { bone: 0, moves: 0 }],
    ['an axis too many', { bone: 0, moves: 8 }],
    ['an axis without a bone', { bone: -1, moves: 1 }],
  ])('a table with %s', (_, motion) => {
    const rig = walker()
    const [table] = bakeTables(rig, { rootMotion: ROOT })
    expect(() => registerTable(movingWorld(), rig, { ...table, motion })).toThrow(
      refusal('damaged', 'motion'),
    )
  })

  test('bytes of a table without a motion', () => {
    const [table] = bakeTables(walker(), { rootMotion: ROOT })
    expect(decodeTable(encodeTable(table))).toEqual(table)
    const { motion: _, ...less } = table
    expect(() => decodeTable(encodeTable(less as BakedTable))).toThrow(OsteonError)
  })
})
