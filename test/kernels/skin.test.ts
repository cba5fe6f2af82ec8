import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { skin, skinDeformed, skinLane } from '../../src/kernels/skin'
import { ALL_LANES, LANES, WORLD_RECORD } from '../../src/memory/lanes'
import type { VertexData } from '../../src/model/attachment'
import { orderVertices, writeSkin } from '../../src/rig/attachments-vertices'
import { createImageWriter, finishImage } from '../../src/rig/image-writer'

const BONES = 3
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
  weight: fc.integer({ min: 0, max: 100 }).map((value) => value / 100),
})
const points = fc.array(fc.array(influence, { maxLength: 4 }), { minLength: 1, maxLength: 12 })
const rows = (length: number) => fc.array(number, { minLength: length, maxLength: length })

function vertexData(list: Influence[][]): VertexData {
  return {
    count: list.length,
    bones: Uint16Array.from(list.flatMap((point) => [point.length, ...point.map((it) => it.bone)])),
    vertices: Float32Array.from(list.flat().flatMap(({ x, y, weight }) => [x, y, weight])),
  }
}

/** An arena with the skin data at `image`, world rows, deform rows and a range for each lane. */
function setUp(list: Influence[][], world: number[], deform: number[]) {
  const writer = createImageWriter()
  const data = vertexData(list)
  const order = orderVertices(data)
  const skinData = writeSkin(writer, data, order, 0)
  const words = finishImage(writer)
  const image = 64
  const worldAt = image + words.length
  const deformAt = worldAt + world.length
  const outAt = deformAt + deform.length
  const i32 = new Int32Array(outAt + LANES * 2 * list.length)
  const f32 = new Float32Array(i32.buffer)
  i32.set(words, image)
  f32.set(world, worldAt)
  f32.set(deform, deformAt)
  f32.fill(UNTOUCHED, outAt)
  const out = [0, 1, 2, 3].map((lane) => outAt + lane * 2 * list.length)
  return { f32, i32, image, data: image + skinData, order, world: worldAt, deform: deformAt, out }
}

/** The formula of spine-pose §9.2 in float64, in file order. */
function naive(
  list: Influence[][],
  world: number[],
  lane: number,
  deform: number[] | null,
  order: Uint32Array,
) {
  const placeOf = new Map([...order].map((file, sorted) => [file, sorted]))
  let file = 0
  return list.map((point) => {
    let x = 0
    let y = 0
    for (const { bone, x: px, y: py, weight } of point) {
      const sorted = placeOf.get(file++) ?? 0
      const dx = deform ? deform[2 * sorted * LANES + lane] : 0
      const dy = deform ? deform[(2 * sorted + 1) * LANES + lane] : 0
      const [a, c, b, d, wx, wy] = [0, 1, 2, 3, 4, 5].map(
        (row) => world[bone * WORLD_RECORD + row * LANES + lane],
      )
      x += weight * (a * (px + dx) + b * (py + dy) + wx)
      y += weight * (c * (px + dx) + d * (py + dy) + wy)
    }
    return [x, y]
  })
}

const scenes = points.chain((list) =>
  fc.record({
    list: fc.constant(list),
    world: rows(BONES * WORLD_RECORD),
    deform: rows(LANES * 2 * list.flat().length),
    mask: fc.integer({ min: 0, max: ALL_LANES }),
  }),
)

describe('skin', () => {
  test.each([false, true])(
    'agrees with naive skinning in float64 and writes only its lanes (deformed: %s)',
    (deformed) => {
      fc.assert(
        fc.property(scenes, ({ list, world, deform, mask }) => {
          const it = setUp(list, world, deform)
          const [out0, out1, out2, out3] = it.out
          if (deformed)
            skinDeformed(it.f32, it.i32, it.image, it.data, it.world, it.deform, mask, out0, out1, out2, out3)
          else skin(it.f32, it.i32, it.image, it.data, it.world, mask, out0, out1, out2, out3)
          const order =
            it.order.influences ?? Uint32Array.from({ length: it.order.influenceCount }, (_, i) => i)
          for (let lane = 0; lane < LANES; lane++) {
            const expected = naive(list, world, lane, deformed ? deform : null, order)
            for (let sorted = 0; sorted < list.length; sorted++) {
              const at = it.out[lane] + 2 * sorted
              const [x, y] = expected[it.order.vertices ? it.order.vertices[sorted] : sorted]
              const shown = (mask & (1 << lane)) !== 0
              expect(Math.abs(it.f32[at] - (shown ? x : UNTOUCHED))).toBeLessThan(0.02)
              expect(Math.abs(it.f32[at + 1] - (shown ? y : UNTOUCHED))).toBeLessThan(0.02)
            }
          }
        }),
        { numRuns: 60 },
      )
    },
  )

  test('a lane alone gets the same bits as among others', () => {
    fc.assert(
      fc.property(scenes, ({ list, world, deform }) => {
        const [together, alone] = [setUp(list, world, deform), setUp(list, world, deform)]
        const [out0, out1, out2, out3] = together.out
        const { image, data, world: at, deform: offsets } = together
        skin(together.f32, together.i32, image, data, at, ALL_LANES, out0, out1, out2, out3)
        for (let lane = 0; lane < LANES; lane++)
          skin(alone.f32, alone.i32, image, data, at, 1 << lane, out0, out1, out2, out3)
        expect(alone.i32).toEqual(together.i32)
        skinDeformed(together.f32, together.i32, image, data, at, offsets, ALL_LANES, out0, out1, out2, out3)
        for (let lane = 0; lane < LANES; lane++)
          skinDeformed(alone.f32, alone.i32, image, data, at, offsets, 1 << lane, out0, out1, out2, out3)
        expect(alone.i32).toEqual(together.i32)
      }),
      { numRuns: 30 },
    )
  })

  test('offsets of zero change nothing', () => {
    fc.assert(
      fc.property(scenes, ({ list, world, deform }) => {
        const still = deform.map(() => 0)
        const [plain, deformed] = [setUp(list, world, still), setUp(list, world, still)]
        const [out0, out1, out2, out3] = plain.out
        const { image, data, world: at, deform: offsets } = plain
        skin(plain.f32, plain.i32, image, data, at, ALL_LANES, out0, out1, out2, out3)
        skinDeformed(deformed.f32, deformed.i32, image, data, at, offsets, ALL_LANES, out0, out1, out2, out3)
        expect(deformed.f32).toEqual(plain.f32)
      }),
      { numRuns: 30 },
    )
  })

  test('a lane can be written anywhere else', () => {
    const list = [[{ bone: 0, x: 2, y: 3, weight: 1 }]]
    const world = Array.from({ length: BONES * WORLD_RECORD }, () => 0)
    world[1] = 10 // a of lane 1
    world[4 * LANES + 1] = 7 // X of lane 1
    const { f32, i32, image, data, world: at } = setUp(list, world, [0, 0, 0, 0, 0, 0, 0, 0])
    const out = new Float32Array(4)
    skinLane(f32, i32, image, data, at + 1, out, 2)
    expect([...out]).toEqual([0, 0, 27, 0])
  })
})
