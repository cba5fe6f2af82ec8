/** Vertices in the streams. */
import { describe, expect, test } from 'vitest'
import { setAttachment } from '../../src/api/dress/skins'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { LANES, SLOT } from '../../src/base/memory/lanes'
import { CURVE } from '../../src/base/model/animation'
import type { PointModel } from '../../src/base/model/attachment'
import { assembleFrame } from '../../src/streams/frame/frame'
import { createLooks, updateLooks } from '../../src/streams/looks'
import { bounds, pointOf, worldVertices } from '../../src/streams/read'
import { slotRows } from '../../src/streams/shown'
import { rangeRoom } from '../../src/streams/vertices/ranges'
import { seatBase } from '../../src/world/chunks/addresses'
import { chunkAt } from '../../src/world/chunks/blocks'
import { SKELETON_FLAG } from '../../src/world/flags/bits'
import { CHANGE_PAGE } from '../../src/world/streams'
import type { AnimationWorld } from '../../src/world/world-type'
import { skinning } from '../../systems/skinning'
import { worldTransform } from '../../systems/world-transform'
import { PLAIN } from '../fixtures/plain'
import { atlasOf, mesh, region, rigOf, type SlotPlan, worldOf } from './fixture'

function step(world: AnimationWorld) {
  worldTransform(world)
  skinning(world)
}

/** Every vertex that a skeleton has in the stream. */
function vertices(world: AnimationWorld, eid: number): number[] {
  const { skeletons, streams } = world.animation
  const from = 2 * skeletons.vertexStart[eid]
  return [...streams.positions.slice(from, from + 2 * skeletons.vertexCount[eid])]
}

/** Word of a slot's row, and of its first deform row, of one skeleton. */
function rowsOf(world: AnimationWorld, eid: number, slot: number) {
  const { blocks, skeletons } = world.animation
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const deform = base + chunk.layout.deform + chunk.rig.source.rows.deformOf[slot] * LANES
  return { slot: slotRows(chunk, base, slot), deform }
}

const square = (x: number, y: number) => [x - 5, y - 5, x - 5, y + 5, x + 5, y + 5, x + 5, y - 5]
const TRIANGLE = [0, 0, 10, 0, 0, 10]

describe('skinning', () => {
  test('writes each skeleton’s vertices to its own range', () => {
    const world = worldOf()
    const rig = rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] })
    const eids = [1, 2, 3, 4, 5, 6].map((x) => spawnSkeleton(world, rig, { x: 100 * x, y: x }))
    step(world)
    eids.forEach((eid, i) => {
      expect(vertices(world, eid)).toEqual(square(100 * (i + 1), i + 1))
    })
  })

  test('skins lanes with different attachments, and lanes with none', () => {
    const world = worldOf()
    const attachments = { a: region('a'), b: region('b', { width: 2, height: 2 }), m: mesh('m', TRIANGLE) }
    const rig = rigOf({ slots: [{ name: 'a', attachments }] })
    const keys = ['a', 'm', 'a', null, 'b']
    const eids = keys.map((key) => {
      const eid = spawnSkeleton(world, rig)
      setAttachment(world, eid, 'a', key)
      return eid
    })
    step(world)
    expect(eids.map((eid) => vertices(world, eid))).toEqual([
      square(0, 0),
      TRIANGLE,
      square(0, 0),
      [],
      [-1, -1, -1, 1, 1, 1, 1, -1],
    ])
  })

  test('slots of inactive bones are not shown', () => {
    const world = worldOf()
    const bones = [{ name: 'root' }, { name: 'cape', skinRequired: true }]
    const slots: SlotPlan[] = [
      { name: 'a', bone: 1, attachments: { a: region('a') } },
      { name: 'b', attachments: { b: mesh('b', TRIANGLE) } },
    ]
    const eid = spawnSkeleton(world, rigOf({ bones, slots }))
    step(world)
    expect(vertices(world, eid)).toEqual(TRIANGLE)
    expect(worldVertices(world.animation, eid, 0)).toBeNull()
  })

  test('growing keeps the contents of others, wherever it moves', () => {
    const world = worldOf()
    const points = Array.from({ length: 600 }, (_, i) => [i, -i]).flat()
    const big = rigOf({ slots: [{ name: 'a', attachments: { a: mesh('a', points) } }] })
    const first = spawnSkeleton(world, big, { x: 1000 })
    step(world)
    const { capacity } = world.animation.streams
    const before = vertices(world, first)
    const looks = createLooks()
    updateLooks(world, looks)
    const uv = [...looks.uvs.slice(0, 1200)]
    for (let i = 0; i < 20; i++) spawnSkeleton(world, big, { x: i })
    step(world)
    expect(world.animation.streams.capacity).toBeGreaterThan(capacity)
    expect(world.animation.streams.changes.replaced).toBe(true)
    expect(vertices(world, first)).toEqual(before)
    updateLooks(world, looks)
    expect(looks.uvs.length).toBe(2 * world.animation.streams.capacity)
    expect([...looks.uvs.slice(0, 1200)]).toEqual(uv)
  })

  test.skipIf(PLAIN)('says which vertices were written, and whose looks changed', () => {
    const world = worldOf()
    const { streams } = world.animation
    const rig = rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] })
    const eids = Array.from({ length: 2 * CHANGE_PAGE }, () => spawnSkeleton(world, rig))
    /** Pages of 64 vertices, that is of 16 skeletons. */
    const pages = () => [...streams.changes.positions].flatMap((noted, page) => (noted === 1 ? [page] : []))
    const forget = () => streams.changes.positions.fill(0)
    step(world)
    expect(pages()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(streams.looks.next - streams.looks.first).toBe(eids.length)
    // New skeletons are done once more.
    for (let i = 0; i < 3; i++) step(world)
    forget()
    step(world)
    expect(pages()).toEqual([])
    const { next } = streams.looks
    world.components.Transform.x[eids[40]] = 7
    step(world)
    expect(pages()).toEqual([2])
    expect(streams.looks.next).toBe(next)
    world.components.Skeleton.red[eids[41]] = 0
    step(world)
    expect(streams.looks.next).toBe(next + 1)
    expect(streams.looks.drawables[next & (streams.looks.drawables.length - 1)]).toBe(eids[41])
  })

  test('a skeleton that shows more than fits gets another range, and gives the old one back', () => {
    const world = worldOf()
    const points = Array.from({ length: 50 }, (_, i) => [i, i * i]).flat()
    const slots = [{ name: 'a', attachments: { small: mesh('a', TRIANGLE), big: mesh('b', points) } }]
    const eid = spawnSkeleton(world, rigOf({ slots }))
    step(world)
    const { skeletons, streams } = world.animation
    expect(skeletons.vertexRoom[eid]).toBe(4)
    setAttachment(world, eid, 'a', 'big')
    step(world)
    expect(vertices(world, eid)).toEqual(points)
    expect(streams.pools.vertices.used).toBe(rangeRoom(50))
    setAttachment(world, eid, 'a', 'small')
    step(world)
    expect(vertices(world, eid)).toEqual(TRIANGLE)
    expect(streams.pools.vertices.used).toBe(4)
  })

  test('spawning and despawning for long leaves pools and arena no larger', () => {
    const world = worldOf()
    const rig = rigOf({ slots: [{ name: 'a', attachments: { a: region('a') } }] })
    const eids = Array.from({ length: 30 }, () => spawnSkeleton(world, rig))
    step(world)
    const { arena, streams } = world.animation
    const peak = [arena.top, streams.pools.vertices.top]
    for (let round = 0; round < 300; round++) {
      const place = round % eids.length
      despawnSkeleton(world, eids[place])
      eids[place] = spawnSkeleton(world, rig)
      if (round % 7 === 0) step(world)
    }
    expect([arena.top, streams.pools.vertices.top]).toEqual(peak)
    for (const eid of eids) despawnSkeleton(world, eid)
    step(world)
    expect(streams.pools.vertices.used).toBe(0)
  })

  test('shows the frame of a sequence: corners, coordinates and page', () => {
    const world = worldOf()
    const atlas = atlasOf('run0', 'run1*')
    atlas.regions[1].width = 5
    const sequence = { count: 2, start: 0, digits: 0, setup: 0 }
    const rig = rigOf({ slots: [{ name: 'a', attachments: { a: region('run', { sequence }) } }] }, atlas)
    const eids = [0, 1].map(() => spawnSkeleton(world, rig))
    step(world)
    assembleFrame(world)
    const { arena, skeletons } = world.animation
    arena.i32[rowsOf(world, eids[1], 0).slot + SLOT.SEQUENCE * LANES] = 7
    world.animation.pool.columns.flags[eids[1]] |= SKELETON_FLAG.frame
    step(world)
    expect(eids.map((eid) => vertices(world, eid)[4])).toEqual([5, 0])
    const at = (eid: number) => skeletons.vertexStart[eid]
    const looks = createLooks()
    updateLooks(world, looks)
    expect(eids.map((eid) => looks.info[4 * at(eid)])).toEqual([0, 1])
    expect(eids.map((eid) => Math.round(100 * looks.uvs[2 * at(eid)]))).toEqual([0, 10])
    const { frame } = assembleFrame(world)
    expect([...frame.runPage.slice(0, frame.runCount)]).toEqual([0, 1])
  })

  test('deforms only the lanes whose flag is on', () => {
    const world = worldOf()
    const deform = {
      type: 'deform' as const,
      skin: 0,
      slot: 0,
      key: 'a',
      channels: 1 as const,
      times: Float64Array.of(0),
      values: new Float64Array(0),
      curves: Uint8Array.of(CURVE.linear),
      handles: null,
      offsets: Uint32Array.of(0),
      deltas: [Float32Array.of(0, 0, 0, 0, 0, 0)],
      size: 6,
    }
    const animations = [{ name: 'bend', duration: 0, timelines: [deform] }]
    const rig = rigOf({ slots: [{ name: 'a', attachments: { a: mesh('a', TRIANGLE) } }], animations })
    const eids = [0, 1, 2].map(() => spawnSkeleton(world, rig))
    const { f32, i32 } = world.animation.arena
    for (const eid of eids) {
      const { deform: rows } = rowsOf(world, eid, 0)
      for (let row = 0; row < 6; row++) f32[rows + row * LANES] = row + 1
    }
    i32[rowsOf(world, eids[1], 0).slot + SLOT.DEFORMED * LANES] = 1
    step(world)
    const bent = [1, 2, 13, 4, 5, 16]
    expect(eids.map((eid) => vertices(world, eid))).toEqual([TRIANGLE, bent, TRIANGLE])
    expect([...(worldVertices(world.animation, eids[1], 0) ?? [])]).toEqual(bent)
  })
})

describe('reading', () => {
  test('gives world vertices in file order, and fills an array of the right length', () => {
    const world = worldOf()
    const weighted = mesh('m', TRIANGLE, {
      bones: Uint16Array.of(2, 0, 1, 1, 0, 1, 1),
      vertices: Float32Array.of(0, 0, 0.5, 0, 0, 0.5, 10, 0, 1, 0, 10, 1),
    })
    const bones = [{ name: 'root' }, { name: 'arm', x: 100, y: 50 }]
    const eid = spawnSkeleton(world, rigOf({ bones, slots: [{ name: 'a', attachments: { m: weighted } }] }))
    worldTransform(world)
    const out = new Float32Array(6)
    expect(worldVertices(world.animation, eid, 0, out)).toBe(out)
    expect([...out]).toEqual([50, 25, 10, 0, 100, 60])
    const longer = new Float32Array(8)
    expect(worldVertices(world.animation, eid, 0, longer)).not.toBe(longer)
    expect([...(bounds(world.animation, eid) ?? [])]).toEqual([10, 0, 90, 60])
  })

  test('a point has a place and a direction', () => {
    const world = worldOf()
    const point: PointModel = { type: 'point', name: 'p', x: 3, y: 4, rotation: Math.PI / 4 }
    const slots: SlotPlan[] = [
      { name: 'a', attachments: { p: point } },
      { name: 'b', attachments: { b: region('b') } },
    ]
    const eid = spawnSkeleton(world, rigOf({ slots }), { x: 10, scaleX: -1 })
    worldTransform(world)
    const [x, y, rotation] = pointOf(world.animation, eid, 0) ?? []
    expect([x, y]).toEqual([7, 4])
    expect(rotation).toBeCloseTo((3 * Math.PI) / 4, 6)
    expect(pointOf(world.animation, eid, 1)).toBeNull()
    expect(worldVertices(world.animation, eid, 0)).toBeNull()
  })

  test('nothing shown has no bounds', () => {
    const world = worldOf()
    const eid = spawnSkeleton(
      world,
      rigOf({ slots: [{ name: 'a', attachments: { a: region('a') }, empty: true }] }),
    )
    worldTransform(world)
    expect(bounds(world.animation, eid)).toBeNull()
  })
})
