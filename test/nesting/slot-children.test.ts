/** Skeletons and sprites in slots. */

import { addComponent, addEntity, entityExists, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { despawnSkeleton, getBone, play, setAttachment, setSlotColor, spawnSkeleton } from '../../src/api'
import { childOf, holderOf, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { nestedState } from '../../src/joins/nesting/state'
import { restoreState, saveState } from '../../src/joins/save'
import { despawnSprite, registerAtlas, spawnSprite } from '../../src/joins/sprites'
import { assembleFrame } from '../../src/streams/frame/frame'
import type { AnimationWorld } from '../../src/world/world-type'
import { constraints, mixing, runPipeline, skinning, timelineSampling, worldTransform } from '../../systems'
import { clipping, region, worldOf } from '../streams/fixture'
import { positionsOf, sheetOf } from '../streams/sprite-kit'
import { alphaOf, drawnOf, figure, verticesOf } from './kit'

const RIG = figure()

function tick(world: AnimationWorld, seconds = 0.1): void {
  world.time.delta = seconds
  runPipeline(world)
}

function tickBySystems(world: AnimationWorld, seconds = 0.1): void {
  world.time.delta = seconds
  for (const system of [timelineSampling, mixing, constraints, worldTransform, skinning]) system(world)
}

/** Points by a bone's matrix. */
function carried(world: AnimationWorld, holder: number, points: readonly number[]): number[] {
  const [a, b, c, d, x, y] = getBone(world, holder, 'arm')
  return points.map((_, i) => {
    const px = points[i & ~1]
    const py = points[i | 1]
    return i % 2 === 0 ? a * px + b * py + x : c * px + d * py + y
  })
}

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length)
  expect(actual.length).toBeGreaterThan(0)
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 3)
}

const spriteIn = (world: AnimationWorld, options = {}) => {
  const sheet = registerAtlas(world, sheetOf({ name: 'gem' }))
  return spawnSprite(world, sheet, 'gem', options)
}

describe('a slot child', () => {
  test.each([
    ['runPipeline', tick],
    ['systems one by one', tickBySystems],
  ])('follows the bone of its slot in the same tick, by the whole matrix (%s)', (_, step) => {
    const world = worldOf()
    const place = { x: 3, y: -2, rotation: 0.4, scaleX: 2 }
    // The child is older than its holder.
    const child = spawnSkeleton(world, RIG, place)
    const holder = spawnSkeleton(world, RIG, { x: 100, y: 50, rotation: 0.3, scaleX: -1 })
    const twin = spawnSkeleton(world, RIG, place)
    putInSlot(world, holder, 'hand', child)
    play(world, holder, 'wave', { loop: true })
    for (let i = 0; i < 8; i++) {
      step(world)
      if (i === 4) play(world, child, 'wave')
      if (i === 4) play(world, twin, 'wave')
      expectClose(verticesOf(world, child), carried(world, holder, verticesOf(world, twin)))
    }
  })

  test('follows when the holder alone moves, and rests with it', () => {
    const world = worldOf()
    const holder = spawnSkeleton(world, RIG)
    const child = spawnSkeleton(world, RIG)
    const twin = spawnSkeleton(world, RIG)
    putInSlot(world, holder, 'hand', child)
    for (let i = 0; i < 40; i++) tick(world)
    const { changes } = world.animation.streams
    changes.positions.fill(0)
    tick(world)
    expect(changes.positions.includes(1)).toBe(false)
    world.components.Transform.x[holder] = 30
    tick(world)
    expectClose(verticesOf(world, child), carried(world, holder, verticesOf(world, twin)))
    world.components.Transform.rotation[child] = 1
    world.components.Transform.rotation[twin] = 1
    tick(world)
    expectClose(verticesOf(world, child), carried(world, holder, verticesOf(world, twin)))
  })

  test('follows through three levels, put there in any order', () => {
    const world = worldOf()
    const [inner, middle, outer, twin] = [1, 2, 3, 4].map(() => spawnSkeleton(world, RIG, { x: 4 }))
    putInSlot(world, middle, 'hand', inner)
    putInSlot(world, outer, 'hand', middle)
    play(world, outer, 'wave', { loop: true })
    for (let i = 0; i < 5; i++) {
      tick(world)
      expectClose(verticesOf(world, inner), carried(world, middle, verticesOf(world, twin)))
      expectClose(verticesOf(world, middle), carried(world, outer, verticesOf(world, twin)))
    }
    expect(world.animation.blocks.deepest).toBe(2)
    takeFromSlot(world, middle)
    tick(world)
    expect(world.animation.blocks.deepest).toBe(1)
    expectClose(verticesOf(world, middle), verticesOf(world, twin))
    expectClose(verticesOf(world, inner), carried(world, middle, verticesOf(world, twin)))
  })

  test('is drawn no more once it is gone, though its holder has room for its triangles', () => {
    const world = worldOf()
    const rig = figure(
      Array.from({ length: 12 }, (_, i) => ({
        name: `slot-${i}`,
        attachments: { [`slot-${i}`]: region('one') },
      })),
    )
    const holder = spawnSkeleton(world, rig)
    tick(world)
    const bare = drawnOf(world)
    for (let round = 0; round < 2; round++) {
      const gem = spriteIn(world)
      putInSlot(world, holder, 'slot-3', gem)
      tick(world)
      expect(drawnOf(world)).not.toEqual(bare)
      despawnSprite(world, gem)
      tick(world)
      expect(drawnOf(world)).toEqual(bare)
    }
  })

  test('may be a sprite', () => {
    const world = worldOf()
    const holder = spawnSkeleton(world, RIG, { x: 10 })
    const gem = spriteIn(world, { x: 2, rotation: 0.5 })
    const twin = spriteIn(world, { x: 2, rotation: 0.5 })
    putInSlot(world, holder, 'hand', gem)
    for (let i = 0; i < 3; i++) {
      world.components.Transform.x[holder] += 5
      tick(world)
      expectClose(positionsOf(world, gem), carried(world, holder, positionsOf(world, twin)))
    }
    world.components.Transform.y[gem] = world.components.Transform.y[twin] = 9
    tick(world)
    expectClose(positionsOf(world, gem), carried(world, holder, positionsOf(world, twin)))
    const { changes } = world.animation.streams
    changes.positions.fill(0)
    tick(world)
    expect(changes.positions.includes(1)).toBe(false)
    takeFromSlot(world, gem)
    tick(world)
    expect(positionsOf(world, gem)).toEqual(positionsOf(world, twin))
  })

  test('is drawn above its slot’s attachment, within the order of its holder', () => {
    const world = worldOf()
    const behind = spawnSkeleton(world, RIG)
    const child = spawnSkeleton(world, RIG)
    const holder = spawnSkeleton(world, RIG, { sortKey: 1 })
    const before = spawnSkeleton(world, RIG, { sortKey: 2 })
    const gem = spriteIn(world)
    tick(world)
    expect(drawnOf(world)).toEqual([behind, child, gem, holder, before])
    putInSlot(world, holder, 'hand', child)
    putInSlot(world, child, 'back', gem)
    tick(world)
    expect(drawnOf(world)).toEqual([behind, holder, child, gem, child, holder, before])
    world.components.Visibility.level[child] = 1
    tick(world)
    expect(drawnOf(world)).toEqual([behind, holder, before])
    world.components.Visibility.level[child] = 0
    setAttachment(world, child, 'back', null)
    tick(world)
    expect(drawnOf(world)).toEqual([behind, holder, gem, child, holder, before])
    setAttachment(world, holder, 'front', null)
    tick(world)
    expect(drawnOf(world)).toEqual([behind, holder, gem, child, before])
    takeFromSlot(world, child)
    tick(world)
    expect(drawnOf(world)).toEqual([behind, gem, child, holder, before])
  })

  test('is drawn between the clipped parts of the slots around it, cut as they are', () => {
    const world = worldOf()
    const shape = clipping([-50, -50, 50, -50, 50, 50, -50, 50])
    const rig = figure([
      { name: 'mask', attachments: { shape } },
      { name: 'back', attachments: { back: region('back') } },
      { name: 'hand', bone: 1, empty: true },
      { name: 'front', attachments: { front: region('front') } },
    ])
    const [holder, child] = [spawnSkeleton(world, rig), spawnSkeleton(world, RIG, { tint: [1, 0, 1] })]
    putInSlot(world, holder, 'hand', child)
    for (let i = 0; i < 2; i++) {
      tick(world)
      expect(drawnOf(world)).toEqual([-1])
      const { capacity, frame, tail } = assembleFrame(world)
      const greens = [...frame.indices.subarray(0, frame.indexCount)]
        .filter((vertex) => vertex >= capacity)
        .map((vertex) => tail.light[4 * (vertex - capacity) + 1])
      expect(greens.filter((green, i) => green !== greens[i - 1])).toEqual([255, 0, 255])
      world.components.Transform.x[holder] += 4
    }
  })

  test('has the alpha of its slot and of all above it', () => {
    const world = worldOf()
    const holder = spawnSkeleton(world, RIG, { alpha: 0.5 })
    const child = spawnSkeleton(world, RIG)
    const gem = spriteIn(world, { alpha: 0.5 })
    putInSlot(world, holder, 'hand', child)
    putInSlot(world, child, 'front', gem)
    tick(world)
    expect([alphaOf(world, child), alphaOf(world, gem)]).toEqual([128, 64])
    setSlotColor(world, holder, 'hand', { color: [0, 0, 0, 0.5] })
    tick(world)
    expect([alphaOf(world, child), alphaOf(world, gem)]).toEqual([64, 32])
    world.components.Skeleton.alpha[holder] = 1
    tick(world)
    expect([alphaOf(world, child), alphaOf(world, gem)]).toEqual([128, 64])
    play(world, holder, 'fade')
    tick(world, 0)
    tick(world, 0.5)
    expect([alphaOf(world, child), alphaOf(world, gem)]).toEqual([128, 64])
    tick(world, 0.25)
    expect([alphaOf(world, child), alphaOf(world, gem)]).toEqual([64, 32])
    takeFromSlot(world, child)
    tick(world)
    expect([alphaOf(world, child), alphaOf(world, gem)]).toEqual([255, 128])
  })

  test('is found by its slot, and its holder by it', () => {
    const world = worldOf()
    const [holder, child] = [spawnSkeleton(world, RIG), spawnSkeleton(world, RIG)]
    expect(childOf(world, holder, 'hand')).toBe(null)
    putInSlot(world, holder, 'hand', child)
    putInSlot(world, holder, 1, child)
    expect([childOf(world, holder, 'hand'), holderOf(world, child)]).toEqual([child, holder])
    putInSlot(world, holder, 'front', child)
    expect([childOf(world, holder, 'hand'), childOf(world, holder, 'front')]).toEqual([null, child])
    expect([takeFromSlot(world, child), takeFromSlot(world, child)]).toEqual([true, false])
    expect([childOf(world, holder, 'front'), holderOf(world, child)]).toEqual([null, null])
  })

  test('goes with its holder, and the holder stays when it goes', () => {
    const world = worldOf()
    const [inner, middle, outer] = [1, 2, 3].map(() => spawnSkeleton(world, RIG))
    const gem = spriteIn(world)
    putInSlot(world, middle, 'hand', inner)
    putInSlot(world, outer, 'hand', middle)
    putInSlot(world, outer, 'front', gem)
    tick(world)
    despawnSprite(world, gem)
    tick(world)
    expect(childOf(world, outer, 'front')).toBe(null)
    removeEntity(world, outer)
    tick(world)
    expect([inner, middle, outer].map((eid) => entityExists(world, eid))).toEqual([false, false, false])
    expect([world.animation.alive.count, nestedState(world.animation).nesting.places.size]).toEqual([0, 0])
  })

  test('stays when its holder is set anew, as long as the slot is there by its name', () => {
    const world = worldOf()
    const { Skeleton } = world.components
    const [outer, holder] = [spawnSkeleton(world, RIG), spawnSkeleton(world, RIG, { x: 9 })]
    const [child, other, twin] = [1, 2, 3].map(() => spawnSkeleton(world, RIG))
    putInSlot(world, outer, 'hand', holder)
    putInSlot(world, holder, 'hand', child)
    putInSlot(world, holder, 'front', other)
    tick(world)
    const region10 = region('hand')
    const rig = figure([{ name: 'new' }, { name: 'hand', bone: 1, attachments: { hand: region10 } }])
    addComponent(world, holder, set(Skeleton, { rig }))
    tick(world)
    expect([childOf(world, holder, 'hand'), holderOf(world, holder)]).toEqual([child, outer])
    expect(entityExists(world, other)).toBe(false)
    expectClose(verticesOf(world, child), carried(world, holder, verticesOf(world, twin)))
    addComponent(world, holder, set(Skeleton, { rig, skin: 'default' }))
    addComponent(world, child, set(Skeleton, { rig: RIG, skin: 'default' }))
    world.components.Transform.x[outer] = 40
    tick(world)
    expectClose(verticesOf(world, child), carried(world, holder, verticesOf(world, twin)))
  })

  test('that went before its holder leaves the next entity with its id alone', () => {
    const world = worldOf()
    const [holder, child] = [spawnSkeleton(world, RIG), spawnSkeleton(world, RIG)]
    putInSlot(world, holder, 'hand', child)
    tick(world)
    removeEntity(world, holder)
    removeEntity(world, child)
    const heirs = [addEntity(world), addEntity(world)]
    expect(heirs.sort()).toEqual([holder, child].sort())
    tick(world)
    expect(heirs.map((eid) => entityExists(world, eid))).toEqual([true, true])
  })

  test('comes back with a saved state', () => {
    const world = worldOf()
    const [holder, child] = [spawnSkeleton(world, RIG), spawnSkeleton(world, RIG, { x: 5 })]
    putInSlot(world, holder, 'hand', child)
    play(world, holder, 'wave', { loop: true })
    tick(world)
    const saved = saveState(world)
    tick(world)
    const then = verticesOf(world, child)
    for (let i = 0; i < 3; i++) tick(world)
    expect(verticesOf(world, child)).not.toEqual(then)
    restoreState(world, saved)
    tick(world)
    expect(verticesOf(world, child)).toEqual(then)
  })

  test('leaves the arena flat, however many come and go', () => {
    const world = worldOf()
    const cycle = () => {
      const nested = [1, 2, 3].map(() => spawnSkeleton(world, RIG))
      putInSlot(world, nested[0], 'hand', nested[1])
      putInSlot(world, nested[1], 'hand', nested[2])
      return nested[0]
    }
    for (let i = 0; i < 3; i++) {
      const outer = cycle()
      tick(world)
      despawnSkeleton(world, outer)
    }
    const { top } = world.animation.arena
    for (let i = 0; i < 2000; i++) {
      const outer = cycle()
      if (i % 100 === 0) tick(world)
      despawnSkeleton(world, outer)
    }
    expect([world.animation.arena.top, world.animation.alive.count]).toEqual([top, 0])
  })
})

describe('putInSlot refuses', () => {
  const stage = () => {
    const world = worldOf()
    const [outer, inner] = [spawnSkeleton(world, RIG), spawnSkeleton(world, RIG)]
    putInSlot(world, outer, 'hand', inner)
    return { world, outer, inner, bare: addEntity(world) }
  }
  type Stage = ReturnType<typeof stage>
  test.each<[string, string, (stage: Stage) => void]>([
    ['a holder in its own child', 'cycle', ({ world, outer, inner }) => putInSlot(world, inner, 0, outer)],
    ['a holder in itself', 'cycle', ({ world, outer }) => putInSlot(world, outer, 'front', outer)],
    [
      'a slot that is in use',
      'slot-in-use',
      ({ world, outer }) => putInSlot(world, outer, 1, spawnSkeleton(world, RIG)),
    ],
    ['an unknown slot', 'unknown-slot', ({ world, outer, inner }) => putInSlot(world, outer, 'hnad', inner)],
    ['a bare child', 'no-skeleton', ({ world, outer, bare }) => putInSlot(world, outer, 0, bare)],
    ['a bare holder', 'no-skeleton', ({ world, inner, bare }) => putInSlot(world, bare, 0, inner)],
    ['an entity that is none', 'no-skeleton', ({ world, outer }) => putInSlot(world, outer, 0, Number.NaN)],
  ])('%s', (_, code, attempt) => {
    const it = stage()
    expect(() => attempt(it)).toThrow(expect.objectContaining({ name: 'OsteonError', code }))
    expect(childOf(it.world, it.outer, 'hand')).toBe(it.inner)
    expect([holderOf(it.world, it.outer), nestedState(it.world.animation).nesting.places.size]).toEqual([
      null,
      1,
    ])
    tick(it.world)
  })
})
