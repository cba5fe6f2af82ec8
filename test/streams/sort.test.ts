/** The drawing order of skeletons and sprites. */
import { addComponent, removeComponent, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { despawnSkeleton, sortByY, spawnSkeleton } from '../../src/api'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import { sortDrawn } from '../../src/streams/frame/sort'
import { runPipeline } from '../../systems'
import { rigOf, worldOf } from './fixture'
import { drawnOf, sheetOf } from './sprite-kit'

const rig = rigOf({ slots: [] })
const atlas = sheetOf({ name: 'spark' })

/** Skeletons and sprites, by turns as `kinds` says, in ascending serial. */
function stage(kinds: readonly boolean[]) {
  const world = worldOf()
  const sheet = registerAtlas(world, atlas)
  const all = kinds.map((sprite) =>
    sprite ? ~spawnSprite(world, sheet, 'spark') : spawnSkeleton(world, rig),
  )
  return { world, all, key: world.components.SortKey.value }
}

const eidOf = (drawable: number) => (drawable < 0 ? ~drawable : drawable)

/** The order by keys, NaN last. `all` is in ascending serial and the platform's sort is stable. */
function expected(all: readonly number[], key: Float32Array): number[] {
  const rank = (drawable: number) => {
    const value = key[eidOf(drawable)]
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : Math.min(value, 3.4e38)
  }
  const numbers = [...all].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
  return numbers
}

const keys = fc.oneof(
  fc.float({ noNaN: true, min: -1000, max: 1000 }),
  fc.constantFrom(0, -0, 1, -1, Number.NaN, 1e-42, -1e-42, 3e38, -3e38),
)

test('the order is that of Array.prototype.sort by key, then age, however keys change', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ sprite: fc.boolean(), ticks: fc.array(keys, { minLength: 3, maxLength: 3 }) })),
      (plan) => {
        const { world, all, key } = stage(plan.map(({ sprite }) => sprite))
        for (const tick of [0, 1, 2]) {
          plan.forEach(({ ticks }, i) => {
            key[eidOf(all[i])] = ticks[tick]
          })
          runPipeline(world)
          expect(drawnOf(world)).toEqual(expected(all, key))
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('infinite keys stand at the ends, NaN behind them', () => {
  const { world, all, key } = stage([true, false, true, false])
  const [a, b, c, d] = all
  key[eidOf(a)] = Number.NaN
  key[eidOf(b)] = Number.POSITIVE_INFINITY
  key[eidOf(c)] = 0
  key[eidOf(d)] = Number.NEGATIVE_INFINITY
  runPipeline(world)
  expect(drawnOf(world)).toEqual([d, c, b, a])
})

test('all NaNs are one key, with any bits', () => {
  const { world, all, key } = stage([true, false, true])
  const bits = new Uint32Array(key.buffer)
  bits[eidOf(all[0])] = 0xffc00001
  bits[eidOf(all[1])] = 0x7fc00000
  key[eidOf(all[2])] = 9
  runPipeline(world)
  expect(drawnOf(world)).toEqual([all[2], all[0], all[1]])
})

test('equal keys go by age again after they were different', () => {
  const { world, all, key } = stage([true, false, true])
  key[eidOf(all[0])] = 1
  runPipeline(world)
  expect(drawnOf(world)).toEqual([all[1], all[2], all[0]])
  key[eidOf(all[0])] = 0
  runPipeline(world)
  expect(drawnOf(world)).toEqual(all)
})

test('it says whether the list differs from the last one', () => {
  const { world, all, key } = stage([true, false, true])
  const changed = () => sortDrawn(world.animation)
  runPipeline(world)
  expect(changed()).toBe(true)
  expect(changed()).toBe(false)
  key[eidOf(all[2])] = 5
  runPipeline(world)
  expect(changed()).toBe(false) // It was last before.
  key[eidOf(all[2])] = -5
  runPipeline(world)
  expect(changed()).toBe(true)
  despawnSkeleton(world, all[1])
  expect(changed()).toBe(true)
  expect(drawnOf(world)).toEqual([all[2], all[0]])
})

test('a drawable that is not fully visible is left out until it is', () => {
  const { world, all } = stage([true, false, true, false])
  const { level } = world.components.Visibility
  for (const drawable of all.slice(0, 2)) level[eidOf(drawable)] = 1
  runPipeline(world)
  expect(drawnOf(world)).toEqual(all.slice(2))
  level[eidOf(all[0])] = 0
  level[eidOf(all[1])] = 0
  runPipeline(world)
  expect(drawnOf(world)).toEqual(all)
})

describe('sortByY', () => {
  test('draws lower drawables over higher ones, new ones included', () => {
    const { world, all } = stage([true, false, true])
    const { y } = world.components.Transform
    ;[2, -3, 7].forEach((value, i) => {
      y[eidOf(all[i])] = value
    })
    sortByY(world)
    runPipeline(world)
    expect(drawnOf(world)).toEqual([all[2], all[0], all[1]])
    sortByY(world, { scale: -1 })
    runPipeline(world)
    expect(drawnOf(world)).toEqual([all[1], all[0], all[2]])
  })

  test('leaves keys alone that somebody else wrote, and adds a bias to its own', () => {
    const { world, all } = stage([true, false, true, false, true])
    const { SortKey, Transform } = world.components
    const eids = all.map(eidOf)
    const [first, second, third, fourth, fifth] = eids
    for (const [i, eid] of eids.entries()) Transform.y[eid] = 10 + 10 * i
    addComponent(world, second, set(SortKey, { value: 0 }))
    addComponent(world, third, set(SortKey, { bias: 100 }))
    SortKey.value[fourth] = 7
    const keys = () => eids.map((eid) => SortKey.value[eid])
    sortByY(world)
    expect(keys()).toEqual([-10, 0, 70, 7, -50])
    SortKey.value[fifth] = 0 // Somebody else's now.
    Transform.y[first] = 5
    sortByY(world)
    expect(keys()).toEqual([-5, 0, 70, 7, 0])
    SortKey.sorted[fifth] = SortKey.value[fifth]
    removeComponent(world, second, SortKey)
    sortByY(world)
    expect(keys()).toEqual([-5, -20, 70, 7, -50])
    Transform.y[first] = Number.NaN
    sortByY(world)
    expect(keys()[0]).toBe(-5)
    Transform.y[first] = 6
    sortByY(world)
    expect(keys()[0]).toBe(-6)
  })

  test('leaves a key alone that was given to a spawn', () => {
    const world = worldOf()
    const eid = spawnSkeleton(world, rig, { y: 50, sortKey: 3 })
    sortByY(world)
    expect(world.components.SortKey.value[eid]).toBe(3)
  })

  test('refuses a scale that is no number', () => {
    const { world } = stage([])
    expect(() => sortByY(world, { scale: Number.NaN })).toThrow('not-finite')
  })
})
