/** Clips of holders cut what lies in their slots: skeletons and sprites, through all levels. */

import { entityExists, removeEntity } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getClipped,
  getWorldVertices,
  hitTest,
  play,
  setAttachment,
  setSlotColor,
  spawnSkeleton,
} from '../../src/api'
import type { AnimationModel } from '../../src/base/model/animation'
import { putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { nestedState } from '../../src/joins/nesting/state'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { Rig } from '../../src/rig/rig'
import { assembleFrame } from '../../src/streams/frame/frame'
import { quadRow } from '../../src/world/quads'
import type { AnimationWorld } from '../../src/world/world-type'
import { constraints, mixing, runPipeline, skinning, timelineSampling, worldTransform } from '../../systems'
import { validateWorld } from '../fixtures/validate-world'
import { linear } from '../rig/animation/animation-kit'
import { clipping, region, rigOf, type SlotPlan, worldOf } from '../streams/fixture'
import { positionsOf, sheetOf } from '../streams/sprite-kit'

/** Clips to the right half plane, as far as the toys reach. */
const RIGHT = [0, -100, 100, -100, 100, 100, 0, 100]
const UPPER = [-100, 0, 100, 0, 100, 100, -100, 100]

const part = (name: string): SlotPlan => ({ name, attachments: { [name]: region(name) } })
const clip = (points = RIGHT, end = -1, empty = false): SlotPlan => ({
  name: 'clip',
  attachments: { clip: clipping(points, end) },
  empty,
})
const hand = (bone = 0): SlotPlan => ({
  name: 'hand',
  bone,
  attachments: { hand: region('hand') },
  empty: true,
})

const CHILD = rigOf({ slots: [part('a')] })
/** Draws nothing itself: its slot `hand` is empty, under its clip. */
const HOLDER = rigOf({ slots: [clip(), hand(), part('b')].slice(0, 2) })

function tick(world: AnimationWorld, seconds = 0.1): void {
  world.time.delta = seconds
  runPipeline(world)
}

function tickBySystems(world: AnimationWorld, seconds = 0.1): void {
  world.time.delta = seconds
  for (const system of [timelineSampling, mixing, constraints, worldTransform, skinning]) system(world)
}

/** The frame's triangles as corners. */
function triangles(world: AnimationWorld): number[][] {
  const { frame, positions, tail, capacity } = assembleFrame(world)
  const corner = (vertex: number) => {
    const [array, at] = vertex < capacity ? [positions, vertex] : [tail.positions, vertex - capacity]
    return [array[2 * at], array[2 * at + 1]]
  }
  return Array.from({ length: frame.indexCount / 3 }, (_, i) =>
    [...frame.indices.slice(3 * i, 3 * i + 3)].flatMap(corner),
  )
}

function area(world: AnimationWorld): number {
  return triangles(world).reduce(
    (sum, [x1, y1, x2, y2, x3, y3]) => sum + Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2,
    0,
  )
}

function leftmost(world: AnimationWorld): number {
  return Math.min(
    ...triangles(world)
      .filter(([x1, y1, x2, y2]) => x1 !== x2 || y1 !== y2)
      .flatMap(([x1, , x2, , x3]) => [x1, x2, x3]),
  )
}

function spriteIn(world: AnimationWorld): number {
  return spawnSprite(world, registerAtlas(world, sheetOf({ name: 'gem' })), 'gem')
}

/** A child in the slot of a holder. */
function pair(
  holderRig: Rig,
  make: (world: AnimationWorld) => number = (world) => spawnSkeleton(world, CHILD),
) {
  const world = worldOf()
  const child = make(world)
  const holder = spawnSkeleton(world, holderRig)
  putInSlot(world, holder, 'hand', child)
  return { world, holder, child }
}

describe.each([
  ['a skeleton', (world: AnimationWorld) => spawnSkeleton(world, CHILD)],
  ['a sprite', spriteIn],
])('%s in a slot', (_, make) => {
  test.each([
    ['runPipeline', tick],
    ['systems one by one', tickBySystems],
  ])('is cut by the clip of its holder (%s)', (__, step) => {
    const { world, holder } = pair(HOLDER, make)
    step(world)
    expect(area(world)).toBeCloseTo(50, 3)
    expect(leftmost(world)).toBeCloseTo(0, 4)
    world.components.Transform.x[holder] = 30
    step(world)
    expect(area(world)).toBeCloseTo(50, 3)
    expect(leftmost(world)).toBeCloseTo(30, 4)
    validateWorld(world)
  })

  test('is whole again when the clip goes, in the same tick, and is cut when it comes back', () => {
    const { world, holder } = pair(HOLDER, make)
    for (let i = 0; i < 3; i++) {
      setAttachment(world, holder, 'clip', 'clip')
      tick(world)
      expect(area(world)).toBeCloseTo(50, 3)
      for (let idle = 0; idle < 100 * i; idle++) tick(world)
      setAttachment(world, holder, 'clip', null)
      tick(world)
      expect(area(world)).toBeCloseTo(100, 3)
      expect(leftmost(world)).toBeCloseTo(-5, 4)
      for (let idle = 0; idle < 100 * i; idle++) tick(world)
      validateWorld(world)
    }
    expect(nestedState(world.animation).nesting.cutSprites).toBe(0)
  })

  test('is cut in the end slot of a clip, and not behind it', () => {
    const ends = (end: number) => rigOf({ slots: [clip(RIGHT, end), part('b'), hand()] })
    const inEnd = pair(ends(2), make)
    tick(inEnd.world)
    expect(area(inEnd.world)).toBeCloseTo(50 + 50, 3)
    const behind = pair(ends(1), make)
    tick(behind.world)
    expect(area(behind.world)).toBeCloseTo(50 + 100, 3)
  })

  test('is cut by the clip in its own slot', () => {
    const { world, holder, child } = pair(HOLDER, make)
    takeFromSlot(world, child)
    tick(world)
    expect(area(world)).toBeCloseTo(100, 3)
    putInSlot(world, holder, 'clip', child)
    tick(world)
    expect(area(world)).toBeCloseTo(50, 3)
    takeFromSlot(world, child)
    tick(world)
    expect(area(world)).toBeCloseTo(100, 3)
    validateWorld(world)
  })

  test('is cut by the clips of each level', () => {
    const { world, holder, child } = pair(HOLDER, make)
    const outer = spawnSkeleton(world, rigOf({ slots: [clip(UPPER), hand()] }))
    const outermost = spawnSkeleton(
      world,
      rigOf({ slots: [clip([-100, -100, 2, -100, 2, 100, -100, 100]), hand()] }),
    )
    tick(world)
    expect(area(world)).toBeCloseTo(50, 3)
    putInSlot(world, outer, 'hand', holder)
    tick(world)
    expect(area(world)).toBeCloseTo(25, 3)
    putInSlot(world, outermost, 'hand', outer)
    tick(world)
    expect(area(world)).toBeCloseTo(10, 3)
    setAttachment(world, outer, 'clip', null)
    tick(world)
    expect(area(world)).toBeCloseTo(20, 3)
    setAttachment(world, holder, 'clip', null)
    tick(world)
    expect(area(world)).toBeCloseTo(70, 3)
    takeFromSlot(world, child)
    tick(world)
    expect(area(world)).toBeCloseTo(100, 3)
    validateWorld(world)
  })

  test('is cut where the holder keeps the outside of its clip', () => {
    const outside = { ...clipping(RIGHT), inverse: true }
    const { world } = pair(rigOf({ slots: [{ name: 'clip', attachments: { clip: outside } }, hand()] }), make)
    world.components.Transform.x[1] = -3
    tick(world)
    expect(area(world)).toBeGreaterThan(20)
    expect(Math.max(...triangles(world).flat())).toBeLessThan(5.001)
    expect(triangles(world).every(([x1, , x2, , x3]) => Math.max(x1, x2, x3) < 0.001)).toBe(true)
  })

  test('is not drawn with a hidden holder, and is cut when that is seen again', () => {
    const { world, holder } = pair(HOLDER, make)
    const other = spawnSkeleton(world, rigOf({ slots: [clip(), part('a')] }), { x: 200 })
    tick(world)
    world.components.Visibility.level[holder] = 2
    for (let i = 0; i < 100; i++) tick(world)
    world.components.Transform.x[other] = 300
    tick(world)
    expect(area(world)).toBeCloseTo(50, 3)
    const { tail } = world.animation.streams
    expect(Math.min(...tail.positions.filter((_, i) => i < 2 * tail.vertexCount && i % 2 === 0))).toBe(300)
    world.components.Visibility.level[other] = 2
    world.components.Transform.x[holder] = 50
    world.components.Visibility.level[holder] = 0
    tick(world)
    expect(area(world)).toBeCloseTo(50, 3)
    expect(leftmost(world)).toBeCloseTo(50, 4)
  })

  test('is cut in worlds that are restored or decoded', () => {
    const { world, holder } = pair(HOLDER, make)
    tick(world)
    const bytes = encodeState(world)
    const saved = saveState(world)
    setAttachment(world, holder, 'clip', null)
    tick(world)
    restoreState(world, saved)
    tick(world)
    expect(area(world)).toBeCloseTo(50, 3)
    decodeState(world, bytes)
    tick(world)
    expect(area(world)).toBeCloseTo(50, 3)
    validateWorld(world)
  })

  test('fades with its slot, and takes its new colours, while all sleep', () => {
    const { world, holder, child } = pair(HOLDER, make)
    // Its world rows are given back while it sleeps.
    spawnSkeleton(world, rigOf({ slots: [clip(), part('a')] }), { x: 200 })
    for (let i = 0; i < 100; i++) tick(world)
    setSlotColor(world, holder, 'hand', { color: [1, 1, 1, 0.5] })
    tick(world)
    const { tail } = world.animation.streams
    expect(tail.vertexCount).toBeGreaterThan(0)
    const shades = () => [
      ...new Set(
        Array.from({ length: tail.vertexCount }, (_, i) => String(tail.light.subarray(4 * i, 4 * i + 4))),
      ),
    ]
    expect(shades().sort()).toEqual(['128,128,128,128', '255,255,255,255'])
    for (let i = 0; i < 100; i++) tick(world)
    const { Skeleton, Sprite } = world.components
    if (make === spriteIn) Sprite.red[child] = 0
    else Skeleton.red[child] = 0
    tick(world)
    expect(shades().sort()).toEqual(['0,128,128,128', '255,255,255,255'])
    expect(area(world)).toBeCloseTo(100, 3)
  })
})

describe('a skeleton under a clip', () => {
  const OWN = rigOf({ slots: [clip(UPPER, 1), part('a'), part('b')] })

  test('is cut by its own clip, too, where that is on', () => {
    const { world } = pair(HOLDER, (world) => spawnSkeleton(world, OWN))
    tick(world)
    expect(area(world)).toBeCloseTo(25 + 50, 3)
  })

  test('is told of by getClipped with all its slots', () => {
    const { world, child } = pair(HOLDER, (world) => spawnSkeleton(world, OWN))
    tick(world)
    const found = getClipped(world, child)
    expect(found.map(({ slot }) => slot)).toEqual([1, 2])
    for (const { vertices } of found)
      expect(Math.min(...vertices.filter((_, i) => i % 2 === 0))).toBeCloseTo(0, 4)
  })

  test('is hit where it is drawn', () => {
    const { world, child } = pair(HOLDER, (world) => spawnSkeleton(world, OWN))
    tick(world)
    const at = (x: number, y: number) => hitTest(world, { x, y }, { by: 'shapes' }).map(({ name }) => name)
    expect(at(2, 2)).toEqual(['b', 'a'])
    expect(at(2, -2)).toEqual(['b'])
    expect(at(-2, 2)).toEqual([])
    expect(hitTest(world, { x: -2, y: 2 }, { by: 'shapes', eid: child })).toEqual([])
  })

  test.each([
    ['its own slots', true],
    ['the slot that it is in', false],
  ])('fades by an animation of %s', (_, own) => {
    const fade = (slot: number): AnimationModel => ({
      name: 'fade',
      duration: 1,
      timelines: [{ type: 'color', slot, property: 'alpha', channels: 1, ...linear([0, 1], [1, 0]) }],
    })
    const child = rigOf({ slots: [part('a')], animations: [fade(0)] })
    const holder = rigOf({ slots: [clip(), hand()], animations: [fade(1)] })
    for (const make of own ? [child] : [child, null]) {
      const stage = pair(holder, make === null ? spriteIn : (world) => spawnSkeleton(world, make))
      for (let i = 0; i < 100; i++) tick(stage.world)
      play(stage.world, own ? stage.child : stage.holder, 'fade')
      tick(stage.world, 0)
      for (const alpha of [0.75, 0.5, 0.25]) {
        tick(stage.world, 0.25)
        expect(stage.world.animation.streams.tail.light[3]).toBe(Math.round(255 * alpha))
      }
    }
  })

  test('is whole again where nothing but vertices are made anew', () => {
    const { world, holder } = pair(HOLDER)
    for (let i = 0; i < 100; i++) tick(world)
    setAttachment(world, holder, 'clip', null)
    skinning(world)
    expect(area(world)).toBeCloseTo(100, 3)
  })

  test('costs others nothing: without a clip in force, nothing is in the tail', () => {
    const world = worldOf()
    const holder = spawnSkeleton(world, rigOf({ slots: [clip(RIGHT, -1, true), hand()] }))
    const child = spawnSkeleton(world, CHILD)
    putInSlot(world, holder, 'hand', child)
    tick(world)
    assembleFrame(world)
    const { changes, tail, pools } = world.animation.streams
    expect(changes.tail).toBe(false)
    for (let i = 0; i < 5; i++) {
      world.components.Transform.x[holder]++
      tick(world)
      expect([changes.tail, tail.vertexCount, pools.cuts.polygons.length]).toEqual([false, 0, 0])
      expect(world.animation.skeletons.vertexCount[child]).toBe(4)
    }
  })
})

type Point = readonly [number, number]

/** What a convex polygon leaves of another one. */
function intersect(subject: Point[], by: Point[]): Point[] {
  const turned = signedArea(by) < 0 ? [...by].reverse() : by
  return turned.reduce((left: Point[], [x1, y1], i) => {
    const [x2, y2] = turned[(i + 1) % turned.length]
    const side = ([x, y]: Point) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    return left.flatMap((point, n) => {
      const after = left[(n + 1) % left.length]
      const [a, b] = [side(point), side(after)]
      const t = a / (a - b)
      const crossing: Point = [point[0] + (after[0] - point[0]) * t, point[1] + (after[1] - point[1]) * t]
      return [...(a >= 0 ? [point] : []), ...(a >= 0 !== b >= 0 ? [crossing] : [])]
    })
  }, subject)
}

function signedArea(polygon: Point[]): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [x2, y2] = polygon[(i + 1) % polygon.length]
    return sum + (x * y2 - x2 * y) / 2
  }, 0)
}

describe('in random worlds', () => {
  const KITE = [-4, 1, 2, -7, 9, 0, 1, 8]
  const RIGS = [
    {
      rig: rigOf({
        bones: [{ name: 'root' }, { name: 'arm', x: 3, y: 2 }],
        slots: [part('a'), clip(KITE, 2), hand(1), part('b')],
      }),
      end: 2,
    },
    { rig: rigOf({ slots: [hand(), clip(KITE), part('b')] }), end: 3 },
    { rig: rigOf({ slots: [clip(UPPER), part('a'), hand(), part('b')] }), end: 3 },
    { rig: CHILD, end: -1 },
  ]
  const number = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true })
  const op = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('put' as const), holder: fc.nat(6), child: fc.nat(6) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const), child: fc.nat(6) }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('clip' as const), holder: fc.nat(6), on: fc.boolean() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        who: fc.nat(6),
        x: number(-6, 6),
        rotation: number(-3, 3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('hide' as const),
        who: fc.nat(6),
        level: fc.constantFrom(0, 0, 0, 1, 2),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('rest' as const), ticks: fc.constantFrom(1, 2, 70) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), who: fc.nat(30) }) },
  )

  /** The polygons that are to be seen of an entity and all that it holds. */
  function wanted(world: AnimationWorld, eid: number, cuts: Point[][]): Point[][] {
    const { joins, rigs, skeletons, nesting } = nestedState(world.animation)
    if (world.components.Visibility.level[eid] !== 0) return []
    if (quadRow(joins.quads, eid) !== 0) {
      const [a, b, c, d, e, f, g, h] = positionsOf(world, eid)
      return [
        cuts.reduce(intersect, [
          [a, b],
          [c, d],
          [e, f],
          [g, h],
        ]),
      ]
    }
    const { source: rig } = rigs[skeletons.rig[eid]] ?? {}
    const plan = RIGS.find((each) => each.rig === rig)
    if (!rig || !plan) throw new Error('unknown rig')
    const seen: Point[][] = []
    let own: Point[][] = []
    rig.slots.names.forEach((name, slot) => {
      const corners = getWorldVertices(world, eid, slot)
      const polygon = Array.from(
        { length: (corners?.length ?? 0) / 2 },
        (_, i): Point => [corners?.[2 * i] ?? 0, corners?.[2 * i + 1] ?? 0],
      )
      if (name === 'clip' && corners) own = [polygon]
      const all = [...own, ...cuts]
      if (name !== 'clip' && corners) seen.push(all.reduce(intersect, polygon))
      for (let row = skeletons.carries[eid]; row !== 0; row = nesting.rows.next[row])
        if (nesting.rows.slot[row] === slot) seen.push(...wanted(world, nesting.rows.entity[row], all))
      if (slot === plan.end) own = []
    })
    return seen
  }

  test('everything that is drawn is cut by what lies above it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 2, 3, 4), { minLength: 4, maxLength: 7 }),
        fc.array(op, { maxLength: 25 }),
        fc.boolean(),
        (cast, ops, apart) => {
          const world = worldOf()
          const sheet = registerAtlas(world, sheetOf({ name: 'gem' }))
          const place = { x: 1, rotation: 1 }
          const all = cast.map((rig) =>
            rig < RIGS.length
              ? spawnSkeleton(world, RIGS[rig].rig, place)
              : spawnSprite(world, sheet, 'gem', place),
          )
          const step = apart ? tickBySystems : tick
          const at = (who: number) => all[who % all.length]
          for (const one of ops) {
            if (all.length === 0) break
            if (one.kind === 'put') tolerate(() => putInSlot(world, at(one.holder), 'hand', at(one.child)))
            if (one.kind === 'take') takeFromSlot(world, at(one.child))
            if (one.kind === 'clip')
              tolerate(() => setAttachment(world, at(one.holder), 'clip', one.on ? 'clip' : null))
            if (one.kind === 'move')
              Object.entries({ x: one.x, rotation: one.rotation }).forEach(([name, value]) => {
                world.components.Transform[name as 'x' | 'rotation'][at(one.who)] = value
              })
            if (one.kind === 'hide') world.components.Visibility.level[at(one.who)] = one.level
            if (one.kind === 'end' && one.who < all.length) removeEntity(world, at(one.who))
            for (let i = 0; i < (one.kind === 'rest' ? one.ticks : 1); i++) step(world)
            const { nesting } = nestedState(world.animation)
            all.splice(0, all.length, ...all.filter((eid) => entityExists(world, eid)))
            const found = area(world)
            const tops = all.filter((eid) => !nesting.places.has(eid))
            const sum = tops
              .flatMap((eid) => wanted(world, eid, []))
              .reduce((total, polygon) => total + Math.abs(signedArea(polygon)), 0)
            expect(Math.abs(found - sum), `${JSON.stringify(one)}: ${found} of ${sum}`).toBeLessThan(0.01)
            validateWorld(world)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

/** Slots in use, circles and slots that a rig lacks are refused. */
function tolerate(act: () => void): void {
  try {
    act()
  } catch (error) {
    expect(String((error as { code?: string }).code)).toMatch(
      /slot-in-use|cycle|unknown-slot|unknown-attachment|no-skeleton/,
    )
  }
}
