/** Clipping attachments. */
import { describe, expect, test } from 'vitest'
import { setAttachment } from '../../src/api/dress/skins'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { applyAnimation } from '../../src/api/tracks/apply-animation'
import type { TimelineModel } from '../../src/base/model/animation'
import { assembleFrame } from '../../src/streams/frame/frame'
import { clippedTriangles } from '../../src/streams/read'
import { SKELETON_FLAG } from '../../src/world/flags/bits'
import type { AnimationWorld } from '../../src/world/world-type'
import { skinning } from '../../systems/skinning'
import { worldTransform } from '../../systems/world-transform'
import { atlasOf, clipping, region, rigOf, type SlotPlan, worldOf } from './fixture'

/** Clips to the right half plane, as far as the toys reach. */
const RIGHT = [0, -100, 100, -100, 100, 100, 0, 100]
const clipSlot = (end = -1, points = RIGHT): SlotPlan => ({
  name: 'clip',
  attachments: { clip: clipping(points, end) },
})
const part = (name: string, changes: Partial<SlotPlan> = {}): SlotPlan => ({
  name,
  attachments: { [name]: region(name) },
  ...changes,
})
const ATLAS = atlasOf('a', 'b', 'c', 'd*')

function spawn(slots: SlotPlan[], world = worldOf()) {
  const eid = spawnSkeleton(world, rigOf({ slots }, ATLAS))
  return { world, eid }
}

function step(world: AnimationWorld) {
  worldTransform(world)
  skinning(world)
  return assembleFrame(world)
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

function areaOf(list: number[][]): number {
  return list.reduce(
    (sum, [x1, y1, x2, y2, x3, y3]) => sum + Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2,
    0,
  )
}

describe('clipping', () => {
  test('cuts the slots behind it, up to its end slot and that slot too', () => {
    const { world, eid } = spawn([part('a'), clipSlot(2), part('b'), part('c')])
    step(world)
    expect(clippedTriangles(world.animation, eid).map(({ slot }) => slot)).toEqual([2])
    expect(areaOf(triangles(world))).toBeCloseTo(100 + 50 + 100, 3)
    expect(world.animation.skeletons.vertexCount[eid]).toBe(8)
  })

  test('without an end slot it runs to the end of the skeleton, and no further', () => {
    const { world } = spawn([part('a'), clipSlot(), part('b'), part('c')])
    spawn([part('a')], world)
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(100 + 50 + 50 + 100, 3)
  })

  test('an end slot before the clip in the draw order is never reached', () => {
    const { world } = spawn([part('a'), clipSlot(0), part('b'), part('c')])
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(100 + 50 + 50, 3)
  })

  test('an end slot that shows nothing ends it as well', () => {
    const { world } = spawn([clipSlot(1), part('a', { empty: true }), part('b')])
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(100, 3)
  })

  test('a second clip inside the first is ignored, and does not end it', () => {
    const small = { ...clipSlot(3, [0, 0, 1, 0, 1, 1, 0, 1]), name: 'inner' }
    const { world } = spawn([clipSlot(1), small, part('a'), part('b')])
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(50 + 50, 3)
  })

  test('one clip follows another', () => {
    const left = { ...clipSlot(3, [0, -100, 0, 100, -100, 100, -100, -100]), name: 'left' }
    const { world } = spawn([clipSlot(1), part('a'), left, part('b'), part('c')])
    step(world)
    const sides = triangles(world).map(([x1, , x2, , x3]) => Math.sign(Math.round(x1 + x2 + x3)))
    expect(new Set(sides.slice(0, sides.indexOf(-1)))).toEqual(new Set([1]))
    expect(areaOf(triangles(world))).toBeCloseTo(50 + 50 + 100, 3)
  })

  test('clipped slots stand at their place in the draw order, with their page and blend state', () => {
    const { world } = spawn([
      part('a', { blend: 'multiply' }),
      clipSlot(3),
      part('b', { blend: 'multiply' }),
      part('d'),
      part('c', { blend: 'screen' }),
    ])
    const { frame, tail, capacity } = step(world)
    const runs = Array.from({ length: frame.runCount }, (_, i) => [frame.runPage[i], frame.runBlend[i]])
    expect(runs).toEqual([
      [0, 2],
      [1, 0],
      [0, 3],
    ])
    expect(frame.indices[frame.runStart[1]]).toBeGreaterThanOrEqual(capacity)
    const first = frame.indices[frame.runStart[1]] - capacity
    expect([...tail.info.slice(4 * first, 4 * first + 4)]).toEqual([1, 0, 0, 0])
    expect([...tail.light.slice(4 * first, 4 * first + 4)]).toEqual([255, 255, 255, 255])
  })

  test('coordinates of clipped vertices belong to their places', () => {
    const { world, eid } = spawn([clipSlot(), part('b')])
    step(world)
    const [{ vertices, uvs, page }] = clippedTriangles(world.animation, eid)
    expect(page).toBe(0)
    for (let i = 0; i < vertices.length; i += 2) {
      // The region of `b` starts at pixel 10 of 100, the quad at x = -5.
      expect(uvs[i]).toBeCloseTo((10 + 5 + vertices[i]) / 100, 5)
      expect(uvs[i + 1]).toBeCloseTo((5 - vertices[i + 1]) / 100, 5)
    }
  })

  test('a concave clip leaves its parts', () => {
    const ell = [-5, -5, 5, -5, 5, 0, 0, 0, 0, 5, -5, 5]
    const { world } = spawn([clipSlot(-1, ell), part('a')])
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(75, 3)
  })

  test('the polygon runs in the file’s order, however its vertices are weighted', () => {
    const world = worldOf()
    const ell = [-5, -5, 5, -5, 5, 0, 0, 0, 0, 5, -5, 5]
    const clip = clipping(ell)
    // Every other vertex hangs on two bones, half each.
    clip.bones = Uint16Array.from([0, 1, 2, 3, 4, 5].flatMap((i) => (i % 2 === 0 ? [2, 0, 1] : [1, 0])))
    clip.vertices = Float32Array.from(
      [0, 1, 2, 3, 4, 5].flatMap((i) => {
        const [x, y] = [ell[2 * i], ell[2 * i + 1]]
        return i % 2 === 0 ? [x, y, 0.5, x, y, 0.5] : [x, y, 1]
      }),
    )
    const slots = [{ name: 'clip', attachments: { clip } }, part('a')]
    spawnSkeleton(world, rigOf({ bones: [{ name: 'root' }, { name: 'arm' }], slots }, ATLAS))
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(75, 3)
  })

  test('slots of which nothing is left are told by reading and not drawn', () => {
    const { world, eid } = spawn([clipSlot(-1, [50, 50, 60, 50, 60, 60]), part('a'), part('b')])
    const { frame } = step(world)
    expect([frame.indexCount, frame.runCount]).toEqual([0, 0])
    expect(clippedTriangles(world.animation, eid).map(({ vertices }) => vertices.length)).toEqual([0, 0])
  })

  test('moving moves the cut', () => {
    const { world, eid } = spawn([clipSlot(), part('a')])
    world.components.Transform.x[eid] = 500
    step(world)
    for (const triangle of triangles(world))
      expect(Math.min(triangle[0], triangle[2], triangle[4])).toBeGreaterThan(499)
  })

  test('an inactive bone shows no clip', () => {
    const world = worldOf()
    const bones = [{ name: 'root' }, { name: 'cape', skinRequired: true }]
    const slots = [{ ...clipSlot(), bone: 1 }, part('a')]
    spawnSkeleton(world, rigOf({ bones, slots }, ATLAS))
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(100, 3)
  })

  test('the draw order decides which slots are clipped, and may change', () => {
    const world = worldOf()
    const slots = [part('a'), clipSlot(), part('b')]
    const orders = [Uint16Array.of(1, 0, 2)]
    const timelines: TimelineModel[] = [{ type: 'drawOrder', times: Float64Array.of(0), orders }]
    const animations = [{ name: 'swap', duration: 0, timelines }]
    const eid = spawnSkeleton(world, rigOf({ slots, animations }, ATLAS))
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(150, 3)
    applyAnimation(world, eid, 'swap', { time: 0 })
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(100, 3)
  })

  test('comes and goes with its attachment and its skeleton', () => {
    const { world, eid } = spawn([clipSlot(), part('a')])
    const other = spawn([clipSlot(), part('a'), part('b')], world).eid
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(150, 3)
    setAttachment(world, eid, 'clip', null)
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(200, 3)
    expect(world.animation.pool.columns.flags[eid] & SKELETON_FLAG.clipping).toBe(0)
    setAttachment(world, eid, 'clip', 'clip')
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(150, 3)
    despawnSkeleton(world, other)
    const { tail } = step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(50, 3)
    expect(tail.vertexCount).toBeLessThan(10)
    setAttachment(world, eid, 'clip', null)
    step(world)
    expect(tail.vertexCount).toBe(0)
  })

  test('no index names a vertex of the tail that is not there any more, room to spare included', () => {
    const parts = Array.from({ length: 12 }, (_, i) =>
      part(`p${i}`, { attachments: { [`p${i}`]: region('b') } }),
    )
    const { world } = spawn([clipSlot(), part('a')])
    const others = [1, 2, 3].map(() => spawn([clipSlot(), part('a')], world).eid)
    const last = spawn([...parts, clipSlot(), part('a')], world).eid
    step(world)
    // Small enough a change for its indices to keep their room.
    setAttachment(world, last, 'p3', null)
    step(world)
    for (const eid of others) setAttachment(world, eid, 'clip', null)
    const { capacity, frame, tail } = step(world)
    expect(frame.indexCount).toBeGreaterThan(6 * 12)
    for (const vertex of frame.indices.subarray(0, frame.indexCount))
      expect(vertex).toBeLessThan(capacity + tail.vertexCount)
  })

  test('the tail holds many skeletons, and grows once', () => {
    const world = worldOf()
    const rig = rigOf({ slots: [part('a'), clipSlot(), part('b'), part('c')] }, ATLAS)
    for (let i = 0; i < 100; i++) spawnSkeleton(world, rig, { x: i })
    step(world)
    expect(areaOf(triangles(world))).toBeCloseTo(100 * 200, 0)
    const { tail } = world.animation.streams
    const { positions, light } = tail
    for (let i = 0; i < 5; i++) step(world)
    expect(tail.positions).toBe(positions)
    expect(tail.light).toBe(light)
  })
})
