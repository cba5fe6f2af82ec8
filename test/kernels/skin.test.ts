/** Skinning of single attachments in the kernels. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KEYED_FIELDS, KEYED_FROM, KEYED_PROGRESS, LANES, WORLD_RECORD } from '../../src/base/memory/lanes'
import type { VertexData } from '../../src/base/model/attachment'
import {
  orderVertices,
  REGION_SKIN_WORDS,
  writeRegionSkin,
  writeSkin,
} from '../../src/rig/attachments/vertices'
import { createImageWriter, finishImage, reserve } from '../../src/rig/image-writer'
import { FIRST_WORD, runBoth } from './builds'

const BONES = 4
const UNTOUCHED = -12345
/** Words behind the vertices in which a kernel notes the attachment that it skins. */
const SKIN_RECORD = 8

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
/** Two bones whose weights come to 1, as most points have them, up to rounding to float32. */
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
  })
})

/** An arena with skin data, world rows, deform rows, keys, a record that points at them, gains, and room for vertices. */
function setUp({ list, world, deform, keys, progress, gain }: Scene) {
  const writer = createImageWriter()
  const data = vertexData(list)
  const order = orderVertices(data)
  const skinData = writeSkin(writer, order, 0)
  const words = finishImage(writer)
  const image = FIRST_WORD
  const worldAt = image + words.length
  const deformAt = worldAt + world.length
  const keysAt = deformAt + deform.length
  const keyedAt = keysAt + 2 * keys[0].length
  const gainsAt = keyedAt + KEYED_FIELDS * LANES
  const outAt = gainsAt + LANES
  // Of the four attachments that there is room for, the first is the lane's.
  const i32 = new Int32Array(outAt + LANES * 2 * list.length + SKIN_RECORD)
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
  const at = { world: worldAt, deform: deformAt, ...keyed, out: outAt, step: 2 * list.length }
  return { f32, i32, data: image + skinData, order, ...at }
}

/** A key's offsets, and their differences to the next key's. */
function keyWords([from, to]: readonly number[][]): number[] {
  return [...from, ...to.map((value, i) => value - from[i])]
}

const HOW = ['plain', 'offsets', 'keyed', 'faded'] as const
type How = (typeof HOW)[number]

function run(it: ReturnType<typeof setUp>, how: How, lane: number) {
  const { i32, data, world, deform, gains, keys, ahead, out, step } = it
  const first = { plain: -1, offsets: deform + lane, keyed: -1, faded: gains + lane }[how]
  const record = how === 'keyed' || how === 'faded' ? keys + lane : -1
  runBoth(i32, ({ skinLane }) => skinLane(data, world + lane, first, record, ahead, out, step), [
    out + step,
    i32.length,
  ])
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

describe('skinLane', () => {
  test.each(HOW)('agrees with naive skinning in float64 and writes only its room (%s)', (how) => {
    fc.assert(
      fc.property(scenes, fc.nat(LANES - 1), (scene, lane) => {
        const it = setUp(scene)
        const before = it.i32.slice(0, it.out)
        run(it, how, lane)
        expect(it.i32.subarray(FIRST_WORD, it.out)).toEqual(before.subarray(FIRST_WORD))
        const { influences, vertices } = it.order
        const expected = naive(scene, lane, how, influences)
        for (let sorted = 0; sorted < scene.list.length; sorted++) {
          const at = it.out + 2 * sorted
          const [x, y] = expected[vertices[sorted]]
          expect(Math.abs(it.f32[at] - x)).toBeLessThan(0.02)
          expect(Math.abs(it.f32[at + 1] - y)).toBeLessThan(0.02)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('of unweighted points, points that no key moves come last and stay in place', () => {
    const point = fc.record({ x: number, y: number, moved: fc.boolean() })
    const list = fc.array(point, { minLength: 1, maxLength: 12 })
    const offsets = rows(24)
    const scene = fc.record({
      list,
      world: rows(WORLD_RECORD),
      from: offsets,
      to: offsets,
    })
    fc.assert(
      fc.property(scene, ({ list, world, from, to }) => {
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
        const image = FIRST_WORD
        const arena = new Int32Array(image + words.length + 1000)
        const f32 = new Float32Array(arena.buffer)
        const [worldAt, keysAt, keyedAt, gainsAt, outAt] = [0, 100, 200, 250, 300].map(
          (at) => image + words.length + at,
        )
        arena.set(words, image)
        f32.set(world, worldAt)
        f32.set(keyWords(keys), keysAt)
        for (let lane = 0; lane < LANES; lane++) {
          arena[keyedAt + KEYED_FROM * LANES + lane] = keysAt
          f32[keyedAt + KEYED_PROGRESS * LANES + lane] = lane / 4
          f32[gainsAt + lane] = 1 - lane / 8
        }
        for (let lane = 0; lane < LANES; lane++) {
          const [rows, record] = [gainsAt + lane, keyedAt + lane]
          const { length: ahead } = keys[0]
          runBoth(
            arena,
            ({ skinLane }) => skinLane(image + skinData, worldAt + lane, rows, record, ahead, outAt, 24),
            [outAt + 24, arena.length],
          )
          sorted.forEach(({ x, y }, i) => {
            const [dx, dy] = [2 * i, 2 * i + 1].map(
              (at) => (keys[0][at] + (keys[1][at] - keys[0][at]) * (lane / 4)) * (1 - lane / 8),
            )
            const [a, c, b, d, wx, wy] = [0, 1, 2, 3, 4, 5].map((row) => world[row * LANES + lane])
            const at = outAt + 2 * i
            expect(Math.abs(f32[at] - (a * (x + dx) + b * (y + dy) + wx))).toBeLessThan(0.02)
            expect(Math.abs(f32[at + 1] - (c * (x + dx) + d * (y + dy) + wy))).toBeLessThan(0.02)
          })
        }
      }),
      { numRuns: 100 },
    )
  })

  test('offsets of zero change nothing', () => {
    fc.assert(
      fc.property(scenes, (random) => {
        const scene = { ...random, deform: random.deform.map(() => 0), gain: [0, 0, 0, 0] }
        const [plain, offsets, faded] = (['plain', 'offsets', 'faded'] as const).map((how) => {
          const it = setUp(scene)
          run(it, how, 2)
          return it.f32.subarray(it.out, it.out + it.step)
        })
        expect(offsets).toEqual(plain)
        expect(faded).toEqual(plain)
      }),
      { numRuns: 90 },
    )
  })

  test('offsets, keys and gains belong to the lane', () => {
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
    }
    scene.world[1] = 10 // a of lane 1
    scene.world[4 * LANES + 1] = 7 // X of lane 1
    const it = setUp(scene)
    const placed = HOW.map((how) => {
      run(it, how, 1)
      return [...it.f32.subarray(it.out, it.out + 2)]
    })
    expect(placed).toEqual([
      [27, 0],
      [77, 0],
      [47, 0],
      [32, 0],
    ])
  })

  test('a region’s corners hang on one bone, whole', () => {
    const writer = createImageWriter()
    const data = reserve(writer, REGION_SKIN_WORDS)
    writeRegionSkin(writer, data, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8), 1)
    const words = finishImage(writer)
    const world = FIRST_WORD + words.length
    const out = world + 2 * WORLD_RECORD
    const i32 = new Int32Array(out + 8 * LANES)
    const f32 = new Float32Array(i32.buffer)
    i32.set(words, FIRST_WORD)
    f32[world + WORLD_RECORD + LANES] = 10 // c of bone 1
    f32[world + WORLD_RECORD + 4 * LANES] = 100 // X of bone 1
    runBoth(i32, ({ skinLane }) => skinLane(FIRST_WORD + data, world, -1, -1, 0, out, 8), [
      out + 8,
      i32.length,
    ])
    expect([...f32.subarray(out, out + 8)]).toEqual([100, 10, 100, 30, 100, 50, 100, 70])
  })
})
