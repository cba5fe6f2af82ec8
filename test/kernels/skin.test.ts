import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { skin } from '../../src/kernels/skin/skin'
import { skinLane } from '../../src/kernels/skin/skin-lane'
import {
  ALL_LANES,
  KEYED_FIELDS,
  KEYED_FROM,
  KEYED_PROGRESS,
  LANES,
  WORLD_RECORD,
} from '../../src/memory/lanes'
import type { VertexData } from '../../src/model/attachment'
import {
  orderVertices,
  REGION_SKIN_WORDS,
  writeRegionSkin,
  writeSkin,
} from '../../src/rig/attachments/vertices'
import { createImageWriter, finishImage, reserve } from '../../src/rig/image-writer'

const BONES = 4
const UNTOUCHED = -12345

interface Influence {
  bone: number
  x: number
  y: number
  weight: number
}

// Doubles by bit pattern would be next to nothing, most of them.
const number = fc.integer({ min: -5000, max: 5000 }).map((value) => value / 100)
const influence = fc.record({
  bone: fc.nat(BONES - 1),
  x: number,
  y: number,
  weight: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 0, max: 100 }).map((value) => value / 100),
  ),
})
/** Two bones whose weights come to 1, as most points have them, but for what float32 makes of them. */
const blend = fc.tuple(influence, influence, fc.integer({ min: 0, max: 100 })).map(([one, other, share]) => [
  { ...one, weight: share / 100 },
  { ...other, weight: (100 - share) / 100 },
])
const point = fc.oneof(fc.array(influence, { maxLength: 6 }), blend)
const points = fc.array(point, { minLength: 1, maxLength: 16 })
const rows = (length: number) => fc.array(number, { minLength: length, maxLength: length })

function vertexData(list: Influence[][]): VertexData {
  return {
    count: list.length,
    bones: Uint16Array.from(list.flatMap((point) => [point.length, ...point.map((it) => it.bone)])),
    vertices: Float32Array.from(list.flat().flatMap(({ x, y, weight }) => [x, y, weight])),
  }
}

interface Scene {
  list: Influence[][]
  world: number[]
  /** Offsets in the order of the passes, LANES numbers each. */
  deform: number[]
  /** Two keys and, per lane, progress and gain. */
  keys: [number[], number[]]
  progress: number[]
  gain: number[]
  mask: number
}

const scenes: fc.Arbitrary<Scene> = points.chain((list) => {
  const size = 2 * list.flat().length
  const shares = fc.array(fc.integer({ min: 0, max: 64 }), { minLength: LANES, maxLength: LANES })
  return fc.record({
    list: fc.constant(list),
    world: rows(BONES * WORLD_RECORD),
    deform: rows(LANES * size),
    keys: fc.tuple(rows(size), rows(size)),
    progress: shares.map((numbers) => numbers.map((share) => share / 50)),
    gain: shares.map((numbers) => numbers.map((share) => share / 64)),
    mask: fc.integer({ min: 0, max: ALL_LANES }),
  })
})

/** An arena with skin data, world rows, deform rows, keys, a record that points at them, gains, and a range a lane. */
function setUp({ list, world, deform, keys, progress, gain }: Scene) {
  const writer = createImageWriter()
  const data = vertexData(list)
  const order = orderVertices(data)
  const skinData = writeSkin(writer, order, 0)
  const words = finishImage(writer)
  const image = 64
  const worldAt = image + words.length
  const deformAt = worldAt + world.length
  const keysAt = deformAt + deform.length
  const keyedAt = keysAt + 2 * keys[0].length
  const gainsAt = keyedAt + KEYED_FIELDS * LANES
  const outAt = gainsAt + LANES
  const i32 = new Int32Array(outAt + LANES * 2 * list.length)
  const f32 = new Float32Array(i32.buffer)
  i32.set(words, image)
  f32.set(world, worldAt)
  f32.set(deform, deformAt)
  f32.set(keyWords(keys), keysAt)
  for (let lane = 0; lane < LANES; lane++) {
    i32[keyedAt + KEYED_FROM * LANES + lane] = keysAt
    f32[keyedAt + KEYED_PROGRESS * LANES + lane] = progress[lane]
    f32[gainsAt + lane] = gain[lane]
  }
  f32.fill(UNTOUCHED, outAt)
  const keyed = { keys: keyedAt, gains: gainsAt, ahead: keys[0].length }
  const out = [0, 1, 2, 3].map((lane) => outAt + lane * 2 * list.length)
  const wide = Float64Array.from(f32.subarray(worldAt, deformAt))
  return { f32, wide, i32, data: image + skinData, order, world: worldAt, deform: deformAt, ...keyed, out }
}

/** A key's offsets, and their differences to the next key's. */
function keyWords([from, to]: readonly number[][]): number[] {
  return [...from, ...to.map((value, i) => value - from[i])]
}

const HOW = ['plain', 'offsets', 'keyed', 'faded'] as const
type How = (typeof HOW)[number]

function run(it: ReturnType<typeof setUp>, how: How, mask: number) {
  const { f32, wide, i32, data, world } = it
  const [out0, out1, out2, out3] = it.out
  const rows = { plain: -1, offsets: it.deform, keyed: -1, faded: it.gains }[how]
  const keys = how === 'keyed' || how === 'faded' ? it.keys : -1
  skin(f32, wide, i32, data, world, rows, keys, it.ahead, mask, out0, out1, out2, out3)
}

/** Number `row` of the offsets of one lane. */
function offset(scene: Scene, how: How, row: number, lane: number): number {
  if (how === 'plain') return 0
  if (how === 'offsets') return scene.deform[row * LANES + lane]
  const [from, to] = scene.keys
  return (from[row] + (to[row] - from[row]) * scene.progress[lane]) * (how === 'faded' ? scene.gain[lane] : 1)
}

/** Weighted sum over bones, in float64, in file order. */
function naive(scene: Scene, lane: number, how: How, order: Uint32Array) {
  const placeOf = new Map([...order].map((file, sorted) => [file, sorted]))
  let file = 0
  return scene.list.map((point) => {
    let x = 0
    let y = 0
    for (const { bone, x: px, y: py, weight } of point) {
      const sorted = placeOf.get(file++) ?? 0
      const dx = offset(scene, how, 2 * sorted, lane)
      const dy = offset(scene, how, 2 * sorted + 1, lane)
      const [a, c, b, d, wx, wy] = [0, 1, 2, 3, 4, 5].map(
        (row) => scene.world[bone * WORLD_RECORD + row * LANES + lane],
      )
      x += weight * (a * (px + dx) + b * (py + dy) + wx)
      y += weight * (c * (px + dx) + d * (py + dy) + wy)
    }
    return [x, y]
  })
}

describe('skin', () => {
  test.each(HOW)('agrees with naive skinning in float64 and writes only its lanes (%s)', (how) => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const it = setUp(scene)
        run(it, how, scene.mask)
        const { influences, vertices } = it.order
        for (let lane = 0; lane < LANES; lane++) {
          const expected = naive(scene, lane, how, influences)
          const shown = (scene.mask & (1 << lane)) !== 0
          for (let sorted = 0; sorted < scene.list.length; sorted++) {
            const at = it.out[lane] + 2 * sorted
            const [x, y] = expected[vertices[sorted]]
            expect(Math.abs(it.f32[at] - (shown ? x : UNTOUCHED))).toBeLessThan(0.02)
            expect(Math.abs(it.f32[at + 1] - (shown ? y : UNTOUCHED))).toBeLessThan(0.02)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  test.each(HOW)('a lane alone gets the same bits as among others, however many (%s)', (how) => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const [together, some, alone] = [setUp(scene), setUp(scene), setUp(scene)]
        run(together, how, ALL_LANES)
        run(some, how, scene.mask)
        run(some, how, ALL_LANES & ~scene.mask)
        for (let lane = 0; lane < LANES; lane++) run(alone, how, 1 << lane)
        expect(some.i32).toEqual(together.i32)
        expect(alone.i32).toEqual(together.i32)
      }),
      { numRuns: 120 },
    )
  })

  test('of unweighted points, those that no key moves come last and stay where they are', () => {
    const point = fc.record({ x: number, y: number, moved: fc.boolean() })
    const list = fc.array(point, { minLength: 1, maxLength: 12 })
    const offsets = rows(24)
    const scene = fc.record({
      list,
      world: rows(WORLD_RECORD),
      from: offsets,
      to: offsets,
      mask: fc.nat(ALL_LANES),
    })
    fc.assert(
      fc.property(scene, ({ list, world, from, to, mask }) => {
        const data = {
          count: list.length,
          bones: null,
          vertices: new Float32Array(list.flatMap(({ x, y }) => [x, y])),
        }
        const order = orderVertices(
          data,
          list.map(({ moved }) => Number(moved)),
        )
        const sorted = [...order.vertices].map((vertex) => list[vertex])
        expect(sorted).toEqual([...list.filter(({ moved }) => moved), ...list.filter(({ moved }) => !moved)])
        const writer = createImageWriter()
        const skinData = writeSkin(writer, order, 0)
        const words = finishImage(writer)
        const keys = [from, to].map((key) =>
          sorted.flatMap(({ moved }, i) => (moved ? [key[2 * i], key[2 * i + 1]] : [0, 0])),
        )
        const arena = new Int32Array(words.length + 1000)
        const f32 = new Float32Array(arena.buffer)
        const [worldAt, keysAt, keyedAt, gainsAt, outAt] = [0, 100, 200, 250, 300].map(
          (at) => words.length + at,
        )
        arena.set(words)
        f32.set(world, worldAt)
        f32.set(keyWords(keys), keysAt)
        for (let lane = 0; lane < LANES; lane++) {
          arena[keyedAt + KEYED_FROM * LANES + lane] = keysAt
          f32[keyedAt + KEYED_PROGRESS * LANES + lane] = lane / 4
          f32[gainsAt + lane] = 1 - lane / 8
        }
        const skinLanes = (lanes: number) =>
          skin(
            f32,
            Float64Array.from(f32.subarray(worldAt, worldAt + WORLD_RECORD)),
            arena,
            skinData,
            worldAt,
            gainsAt,
            keyedAt,
            keys[0].length,
            lanes,
            outAt,
            outAt + 24,
            outAt + 48,
            outAt + 72,
          )
        skinLanes(ALL_LANES)
        const together = arena.slice(outAt)
        arena.fill(0, outAt)
        skinLanes(mask)
        skinLanes(ALL_LANES & ~mask)
        expect(arena.slice(outAt)).toEqual(together)
        for (let lane = 0; lane < LANES; lane++)
          sorted.forEach(({ x, y }, i) => {
            const [dx, dy] = [2 * i, 2 * i + 1].map(
              (at) => (keys[0][at] + (keys[1][at] - keys[0][at]) * (lane / 4)) * (1 - lane / 8),
            )
            const [a, c, b, d, wx, wy] = [0, 1, 2, 3, 4, 5].map((row) => world[row * LANES + lane])
            const at = outAt + 24 * lane + 2 * i
            expect(Math.abs(f32[at] - (a * (x + dx) + b * (y + dy) + wx))).toBeLessThan(0.02)
            expect(Math.abs(f32[at + 1] - (c * (x + dx) + d * (y + dy) + wy))).toBeLessThan(0.02)
          })
      }),
      { numRuns: 100 },
    )
  })

  test('offsets of zero change nothing', () => {
    fc.assert(
      fc.property(scenes, (random) => {
        const scene = { ...random, deform: random.deform.map(() => 0), gain: [0, 0, 0, 0] }
        const [plain, offsets, faded] = [setUp(scene), setUp(scene), setUp(scene)]
        run(plain, 'plain', ALL_LANES)
        run(offsets, 'offsets', ALL_LANES)
        run(faded, 'faded', ALL_LANES)
        const [from] = plain.out
        expect(offsets.f32.subarray(from)).toEqual(plain.f32.subarray(from))
        expect(faded.f32.subarray(from)).toEqual(plain.f32.subarray(from))
      }),
      { numRuns: 90 },
    )
  })

  test('a lane can be written anywhere else, deformed or not', () => {
    const scene: Scene = {
      list: [[{ bone: 0, x: 2, y: 3, weight: 1 }]],
      world: Array.from({ length: BONES * WORLD_RECORD }, () => 0),
      deform: [0, 5, 0, 0, 0, 0, 0, 0],
      keys: [
        [1, 0],
        [3, 0],
      ],
      progress: [0, 0.5, 0, 0],
      gain: [0, 0.25, 0, 0],
      mask: 0,
    }
    scene.world[1] = 10 // a of lane 1
    scene.world[4 * LANES + 1] = 7 // X of lane 1
    const { f32, i32, data, world, deform, keys, gains, ahead } = setUp(scene)
    const out = new Float32Array(4)
    skinLane(f32, i32, data, world + 1, -1, -1, 0, out, 2)
    expect([...out]).toEqual([0, 0, 27, 0])
    skinLane(f32, i32, data, world + 1, deform + 1, -1, 0, out, 2)
    expect([...out]).toEqual([0, 0, 77, 0])
    skinLane(f32, i32, data, world + 1, gains + 1, keys + 1, ahead, out, 0)
    expect([...out]).toEqual([32, 0, 77, 0])
    skinLane(f32, i32, data, world + 1, -1, keys + 1, ahead, out, 0)
    expect([...out]).toEqual([47, 0, 77, 0])
  })

  test('a region’s corners hang on one bone, whole', () => {
    const writer = createImageWriter()
    const data = reserve(writer, REGION_SKIN_WORDS)
    writeRegionSkin(writer, data, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8), 1)
    const words = finishImage(writer)
    const i32 = new Int32Array(words.length + 2 * WORLD_RECORD)
    const f32 = new Float32Array(i32.buffer)
    i32.set(words)
    f32[words.length + WORLD_RECORD + LANES] = 10 // c of bone 1
    f32[words.length + WORLD_RECORD + 4 * LANES] = 100 // X of bone 1
    const out = new Float32Array(8)
    skinLane(f32, i32, data, words.length, -1, -1, 0, out, 0)
    expect([...out]).toEqual([100, 10, 100, 30, 100, 50, 100, 70])
  })
})
