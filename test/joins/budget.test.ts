/** Budgets: who is posed how often, and for how long. */
import { addComponent, createWorld } from 'bitecs'
import fc from 'fast-check'
import { installAnimation, OsteonError, play, type Rig, registerRig, spawnSkeleton } from 'osteon'
import { type BudgetOptions, budget, budgetCounts, budgets } from 'osteon/budget'
import { type BakedTable, type CrowdWorld, crowds, isBaked, registerTable } from 'osteon/crowd'
import { decodeState, encodeState, restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { describe, expect, test } from 'vitest'
import { budgetOf } from '../../src/joins/budget/state'
import { tableOf } from '../crowd/stage'
import { runs } from '../deep'
import { repeatableRig } from '../fixtures/rigs/repeatable-rig'
import { ownFiles } from '../poses/rigs'

const RIG = repeatableRig('4.2')
const BONES = RIG.bones.count
const VIEW = { x: 0, y: 0, width: 2000, height: 1000 }
const STEP = 1 / 60

/** A world with skeletons in a row from the middle of the view to its right border, the first ones the largest. */
function stage(count: number, rig: Rig = RIG, use = [budgets]) {
  const world = installAnimation(createWorld({}), { use, capacity: count + 8, warn: () => {} })
  const name = rig.animations.find(({ duration }) => duration > 0)?.name ?? ''
  const ids = Array.from({ length: count }, (_, i) => {
    const scaleY = 0.5 + (1.5 * (count - i)) / count
    const eid = spawnSkeleton(world, rig, { x: (900 * i) / count, scaleY })
    addComponent(world, eid, world.components.Visibility)
    play(world, eid, name, { loop: true })
    return eid
  })
  return { world, ids, name }
}

function tick(world: ReturnType<typeof stage>['world'], options: BudgetOptions, view = VIEW): void {
  world.time.delta = STEP
  budget(world, view, options)
  runPipeline(world)
}

/** Bones of a tick by the rates of skeletons in sight. */
const bonesOf = ({ world, ids }: ReturnType<typeof stage>) =>
  ids.reduce((sum, eid) => sum + BONES / Math.max(1, world.components.Visibility.rate[eid]), 0)

test('with enough for all, all are posed in every tick', () => {
  const { world, ids } = stage(20)
  for (let i = 0; i < 5; i++) tick(world, { cost: 20 * BONES })
  expect(Array.from(ids, (eid) => world.components.Visibility.rate[eid])).toEqual(ids.map(() => 0))
  expect(budgetCounts(world)).toEqual({ every: 20, half: 0, quarter: 0, still: 0, tables: 0, unseen: 0 })
})

test('with less, the small and the far ones are posed less often', () => {
  const made = stage(60)
  const { world, ids } = made
  tick(world, { cost: 60 * BONES })
  for (let i = 0; i < 200; i++) tick(world, { cost: 30 * BONES })
  const rates = ids.map((eid) => world.components.Visibility.rate[eid])
  expect(rates).toEqual([...rates].sort((a, b) => a - b))
  expect(new Set(rates).size).toBeGreaterThan(1)
  expect(bonesOf(made)).toBeLessThanOrEqual(30 * BONES)
  // What is left over is about a tenth.
  expect(bonesOf(made)).toBeGreaterThan(26 * BONES)
})

test.each<[string, (nth: number) => { x: number; y: number }]>([
  ['at one place', () => ({ x: 100, y: 50 })],
  ['around the middle', (nth) => ({ x: 400 * Math.cos(nth), y: 400 * Math.sin(nth) })],
  ['in a row', (nth) => ({ x: 9 * nth, y: 0 })],
])('of figures of one size %s, those that fit are posed', (_, placeOf) => {
  const most = 60 * BONES
  for (const share of [0.1, 0.35, 0.45, 0.7]) {
    const made = stage(60)
    const { world, ids } = made
    const { scaleY, x, y } = world.components.Transform
    for (const [nth, eid] of ids.entries()) {
      scaleY[eid] = 1
      x[eid] = placeOf(nth).x
      y[eid] = placeOf(nth).y
    }
    // All come at once; less is allowed, and then more.
    for (const cost of [share, 1, share, 0, share]) {
      for (let i = 0; i < 150; i++) tick(world, { cost: cost * most })
      if (cost !== share) continue
      // Others are posed in every 255th tick.
      expect(bonesOf(made) / most).toBeLessThanOrEqual(share + 1 / 255)
      expect(bonesOf(made) / most).toBeGreaterThan(0.85 * share - 0.03)
    }
  }
})

test('of figures of one size, those nearer to the middle come first', () => {
  const { world, ids } = stage(60)
  for (const eid of ids) world.components.Transform.scaleY[eid] = 1
  for (let i = 0; i < 5; i++) tick(world, { cost: 40 * BONES })
  const rates = ids.map((eid) => world.components.Visibility.rate[eid])
  expect(rates[0]).toBe(0)
  expect(rates[59]).toBe(2)
  // Two that are about as far away may change places.
  for (let nth = 8; nth < 60; nth++) expect(rates[nth]).toBeGreaterThanOrEqual(rates[nth - 8])
})

test('what is important comes first', () => {
  const { world, ids } = stage(40)
  const importance = new Float32Array(ids[39] + 1).fill(1)
  importance[ids[39]] = 1000
  importance[ids[0]] = 0
  for (let i = 0; i < 3; i++) tick(world, { cost: 10 * BONES, importance })
  expect(world.components.Visibility.rate[ids[39]]).toBe(0)
  // Of no importance: as if it were out of sight, but drawn.
  expect(world.components.Visibility.rate[ids[0]]).toBe(255)
  expect(world.components.Visibility.level[ids[0]]).toBe(0)
})

test('what is out of sight only has its clock', () => {
  const { world, ids } = stage(10)
  const { Transform, Visibility } = world.components
  Transform.x[ids[3]] = 1e5
  for (let i = 0; i < 3; i++) tick(world, { cost: 10 * BONES })
  expect([Visibility.level[ids[3]], Visibility.rate[ids[3]]]).toEqual([2, 0])
  expect(budgetCounts(world)).toMatchObject({ every: 9, unseen: 1 })
})

test('an entity in sight changes at most once a second, and the same world and view give the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: fc.integer({ min: -400, max: 900 }), zoom: fc.constantFrom(0.5, 1, 2) }), {
        minLength: 2,
        maxLength: 8,
      }),
      fc.integer({ min: 5, max: 60 }),
      fc.boolean(),
      (flight, share, isOneSize) => {
        const stages = [stage(40), stage(40)]
        if (isOneSize)
          for (const { world, ids } of stages)
            for (const eid of ids) world.components.Transform.scaleY[eid] = 1
        const options = { cost: share * BONES }
        const changed = new Map<number, { rate: number; at: number }>()
        let ticks = 0
        for (const { x, zoom } of flight)
          for (let i = 0; i < 25; i++, ticks++) {
            const view = { x: x + i * 4, y: 0, width: 2000 / zoom, height: 1000 / zoom }
            for (const { world } of stages) tick(world, options, view)
            const { rate, level } = stages[0].world.components.Visibility
            for (const eid of stages[0].ids) {
              if (level[eid] > 1) {
                changed.delete(eid)
                continue
              }
              const last = changed.get(eid)
              if (last && last.rate === rate[eid]) continue
              if (last) expect((ticks - last.at) * STEP).toBeGreaterThan(1 - 1.5 * STEP)
              changed.set(eid, { rate: rate[eid], at: ticks })
            }
            const [first, second] = stages.map(({ world, ids }) =>
              ids.map((eid) => world.components.Visibility.rate[eid]),
            )
            expect(second).toEqual(first)
          }
      },
    ),
    { numRuns: runs(15) },
  )
})

test('milliseconds: what ticks took decides how much the next ones do', () => {
  const made = stage(60)
  const { world } = made
  const own = budgetOf(world.animation)
  // As if a tick took so long, and each bone of it.
  const play = (fixed: number, bone: number, ticks: number) => {
    for (let i = 0; i < ticks; i++) {
      tick(world, { ms: 2 })
      own.mean = fixed + bone * own.planned
    }
  }
  play(0, 0, 20)
  expect(budgetCounts(world).every).toBe(60)
  // All would take 4 ms.
  const bone = 3.5 / (60 * BONES)
  play(0.5, bone, 400)
  expect(own.mean).toBeLessThanOrEqual(2)
  expect(own.mean).toBeGreaterThan(1.2)
  // Ticks that are too slow whatever is posed end, and others follow.
  play(3, bone, 1600)
  expect(budgetCounts(world)).toMatchObject({ every: 0, half: 0, quarter: 0 })
  play(0.1, 0.4 * bone, 1500)
  expect(budgetCounts(world).every).toBe(60)
})

describe('tables', () => {
  const [files] = ownFiles().filter(({ name }) => name.includes('hare'))

  async function crowdStage(count: number) {
    const { rig, table } = await tableOf(files)
    const made = stage(count, rig, [crowds, budgets])
    const world = made.world as unknown as CrowdWorld
    return { ...made, world, rig, table: table as BakedTable, number: registerTable(world, rig, table) }
  }

  test('draw the last ones, which come back when there is room', async () => {
    const { world, ids, rig } = await crowdStage(30)
    const bones = rig.bones.count
    for (let i = 0; i < 150; i++) tick(world, { cost: 4 * bones })
    const baked = ids.filter((eid) => isBaked(world, eid)).length
    expect(baked).toBeGreaterThan(10)
    expect(budgetCounts(world).tables).toBe(baked)
    expect(budgetCounts(world).still).toBe(0)
    for (let i = 0; i < 2000; i++) tick(world, { cost: 60 * bones })
    expect(ids.filter((eid) => isBaked(world, eid))).toEqual([])
    expect(budgetCounts(world).every).toBe(30)
  })

  test('no more than `most` change in a tick; what no table holds is tried in turns', async () => {
    const { world, ids, rig, name } = await crowdStage(30)
    // Two tracks: no table holds them.
    for (const eid of ids.slice(4, 26)) play(world, eid, name, { track: 1, loop: true })
    let before = 0
    for (let i = 0; i < 100; i++) {
      tick(world, { cost: 0, most: 2 })
      const baked = ids.filter((eid) => isBaked(world, eid)).length
      expect(baked - before).toBeLessThanOrEqual(2)
      before = baked
    }
    expect(before).toBe(8)
    expect(budgetCounts(world).still).toBe(22)
    expect(rig.bones.count).toBeGreaterThan(0)
  })
})

describe('saves', () => {
  test('rolled back, the same choices follow', () => {
    const { world, ids } = stage(40)
    const options = { cost: 12 * BONES }
    const go = () =>
      Array.from({ length: 90 }, (_, i) => {
        tick(world, options, { ...VIEW, x: 6 * i })
        return ids.map((eid) => world.components.Visibility.rate[eid]).join()
      })
    for (let i = 0; i < 30; i++) tick(world, options)
    const saved = saveState(world)
    const first = go()
    restoreState(world, saved)
    expect(go()).toEqual(first)
    const bytes = encodeState(world, saved)
    const other = installAnimation(createWorld({}), { use: [budgets], warn: () => {} })
    registerRig(other, RIG)
    const places = restoreState(other, decodeState(other, bytes))
    const again = Array.from({ length: 90 }, (_, i) => {
      tick(other, options, { ...VIEW, x: 6 * i })
      return ids.map((eid) => other.components.Visibility.rate[places?.get(eid) ?? eid]).join()
    })
    expect(again).toEqual(first)
  })
})

describe('refuses', () => {
  const refused = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (error instanceof OsteonError) return `${error.code} ${error.path}`
    }
    return 'nothing'
  }

  test.each<[string, unknown, string]>([
    ['neither', {}, 'bad-option ms'],
    ['both', { ms: 1, cost: 1 }, 'bad-option ms'],
    ['no time', { ms: 0 }, 'bad-option ms'],
    ['NaN', { ms: Number.NaN }, 'bad-option ms'],
    ['a cost below 0', { cost: -1 }, 'bad-option cost'],
    ['changes below 0', { cost: 1, most: -1 }, 'bad-option most'],
    ['importance that is no column', { cost: 1, importance: 3 }, 'bad-option importance'],
    ['an unknown option', { cost: 1, costs: 1 }, 'bad-option costs'],
  ])('%s', (_, options, found) => {
    const { world } = stage(2)
    expect(refused(() => budget(world, VIEW, options as BudgetOptions))).toBe(found)
  })

  test('a view that is no view, and a world without the extension', () => {
    const { world } = stage(2)
    expect(refused(() => budget(world, { ...VIEW, width: Number.NaN }, { ms: 1 }))).toBe('bad-option view')
    const bare = installAnimation(createWorld({}), { warn: () => {} })
    expect(refused(() => budget(bare, VIEW, { ms: 1 }))).toMatch(/^no-extension/)
  })
})
