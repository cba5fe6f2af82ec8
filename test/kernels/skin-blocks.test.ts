/** Skinning of blocks by plans, against a naive model. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL_LANES,
  DEFORM_STATE,
  KEYED_FIELDS,
  KEYED_FROM,
  KEYED_PROGRESS,
  LANES,
  SLOT,
  SLOT_FIELDS,
  WORLD_RECORD,
} from '../../src/base/memory/lanes'
import type { VertexData } from '../../src/base/model/attachment'
import { keyStride } from '../../src/rig/animation/image'
import { FOUR_WORDS, findFours, writeFours } from '../../src/rig/attachments/deform-places'
import {
  PLAN_ALONE,
  PLAN_END,
  PLAN_FIRST,
  PLAN_KEYED,
  PLAN_LANES,
  PLAN_MOST_WORDS,
  PLAN_PARTLY,
  PLAN_SCRATCH,
  PLAN_STEADY,
  PLAN_STILL,
  PLAN_WHERE,
  PLAN_WORDS,
} from '../../src/rig/attachments/skin-layout'
import { makeSkinTable } from '../../src/rig/attachments/skin-table'
import type { AttachmentTable } from '../../src/rig/attachments/table'
import { orderVertices, writeSkin } from '../../src/rig/attachments/vertices'
import { createImageWriter, finishImage } from '../../src/rig/image-writer'
import type { PoseRows, SlotTable } from '../../src/rig/tables'
import { CHUNK, CHUNK_WORDS, SKIN } from '../../src/world/chunks/chunk-context'
import { FIRST_WORD, runBoth } from './builds'

const BONES = 5
const SLOTS = 4
/** The most vertices of a shown attachment. */
const VERTICES = 12
const UNTOUCHED = -12345
/** Roundings of a float32 in a row, relative to the sum of its terms. */
const ROUNDINGS = 32 * 2 ** -24
/** As many of a number next to nothing, where a float32 has no digits left. */
const LEAST = 32 * 2 ** -149
const WORDS = 8192
const PLAN_ROOM = PLAN_FIRST + SLOTS * PLAN_MOST_WORDS

const tiny = fc.constantFrom(1e-40, -3e-42, 1e-45)
const number = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -50_000, max: 50_000 }).map((value) => value / 100) },
  { weight: 1, arbitrary: tiny },
)
const factor = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -2000, max: 2000 }).map((value) => value / 1000) },
  { weight: 1, arbitrary: tiny },
)
const weight = fc.oneof(
  fc.constant(1),
  fc.integer({ min: 0, max: 100 }).map((value) => value / 100),
)
const influence = fc.record({ bone: fc.nat(BONES - 1), x: number, y: number, weight })
/** Two bones whose weights come to 1, up to rounding to float32. */
const blend = fc.tuple(influence, influence, fc.integer({ min: 0, max: 1000 })).map(([one, other, share]) => [
  { ...one, weight: share / 1000 },
  { ...other, weight: (1000 - share) / 1000 },
])
/** On one of two bones at full weight: there are runs of them. */
const whole = influence.map((one) => [{ ...one, bone: one.bone % 2, weight: 1 }])
const attachment = fc.record({
  points: fc.oneof(
    fc.array(fc.oneof(fc.array(influence, { maxLength: 5 }), blend), { minLength: 1, maxLength: VERTICES }),
    fc.array(fc.oneof({ weight: 4, arbitrary: whole }, blend), { minLength: 4, maxLength: VERTICES }),
  ),
  weighted: fc.boolean(),
  /** Number of frames; all of one kind, their points shifted. Attachments with several are not deformed: only regions have them. */
  frames: fc.constantFrom(1, 1, 1, 1, 2, 3),
})
const lane = fc.record({
  attachment: fc.nat(),
  shown: fc.boolean(),
  state: fc.constantFrom(...Object.values(DEFORM_STATE)),
  sequence: fc.integer({ min: -1, max: 4 }),
  progress: factor.map(Math.abs),
  gain: factor.map(Math.abs),
})
const scene = fc.record({
  attachments: fc.array(attachment, { minLength: 1, maxLength: 3 }),
  matrices: fc.array(factor, { minLength: 4 * BONES * LANES, maxLength: 4 * BONES * LANES }),
  places: fc.array(number, { minLength: 2 * BONES * LANES, maxLength: 2 * BONES * LANES }),
  /** Per slot, whether all lanes show the attachment of lane 0. */
  alike: fc.array(fc.boolean(), { minLength: SLOTS, maxLength: SLOTS }),
  lanes: fc.array(lane, { minLength: SLOTS * LANES, maxLength: SLOTS * LANES }),
  offsets: fc.array(number, { minLength: 40, maxLength: 40 }),
  mask: fc.integer({ min: 0, max: ALL_LANES }),
  /** Whether mixing changed nothing of how slots are deformed. */
  still: fc.boolean(),
  /** Slots whose attachment animations key, a bit each. */
  keyed: fc.nat({ max: 2 ** SLOTS - 1 }),
  /** Words of the plan: room for one slot at least, for all that four lanes may show in any of them at most. */
  room: fc.integer({ min: PLAN_FIRST + PLAN_MOST_WORDS, max: PLAN_ROOM }),
})
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never
type Given = Scene['attachments'][number]

function vertexData({ points, weighted }: Given, shift: number): VertexData {
  if (!weighted)
    return {
      count: points.length,
      bones: null,
      vertices: Float32Array.from(
        points.flatMap((point, i) => [(point[0]?.x ?? i) + shift, point[0]?.y ?? i]),
      ),
    }
  return {
    count: points.length,
    bones: Uint16Array.from(points.flatMap((point) => [point.length, ...point.map(({ bone }) => bone)])),
    vertices: Float32Array.from(points.flat().flatMap((it) => [it.x + shift, it.y, it.weight])),
  }
}

/** The memory of the kernels. */
const words = new Int32Array(WORDS)

/** @param keyed slots whose attachment animations key, a bit each: their turn comes last. */
function slotTurns(keyed: number): Partial<SlotTable> {
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot)
  const steady = slots.filter((slot) => (keyed & (1 << slot)) === 0)
  const turns = [...steady, ...slots.filter((slot) => !steady.includes(slot))]
  return { count: SLOTS, vertexOrder: Int32Array.from(turns), unkeyedCount: steady.length }
}

/** One block with all there is to skinning it; the same words for the same scene. */
function setUp(given: Scene) {
  const writer = createImageWriter()
  const shown = given.attachments.map((it) => {
    const frames = Array.from({ length: it.frames }, (_, frame) => vertexData(it, 10 * frame))
    const orders = frames.map((data) => orderVertices(data))
    const starts = orders.map((order) => writeSkin(writer, order, 0))
    const influences = it.weighted ? it.points.flat().length : it.points.length
    return {
      starts,
      size: frames.length > 1 ? 0 : 2 * influences,
      vertices: it.points.length,
      order: orders[0],
    }
  })
  const size = Math.max(4, ...shown.map((it) => it.size))
  const column = (pick: (it: (typeof shown)[number]) => number) => Int32Array.from(shown, pick)
  const table = {
    count: shown.length,
    skin: column(({ starts }) => starts[0]),
    skinStride: column(({ starts }) => (starts.length > 1 ? starts[1] - starts[0] : 0)),
    deform: column((it) => it.size),
    frames: column(({ starts }) => starts.length),
    setupFrame: column(({ starts }) => starts.length - 1),
    vertices: column((it) => it.vertices),
  }
  const rows = {
    deformOf: Int32Array.from({ length: SLOTS }, (_, slot) => KEYED_FIELDS * SLOTS + slot * size),
    keyedOf: Int32Array.from({ length: SLOTS }, (_, slot) => KEYED_FIELDS * slot),
    // The last slot's rows are too few for most attachments.
    deformSize: Int32Array.from({ length: SLOTS }, (_, slot) => (slot === SLOTS - 1 ? 6 : size)),
  }
  const image = finishImage(writer)
  const skinTable = makeSkinTable(
    table as unknown as AttachmentTable,
    rows as unknown as PoseRows,
    slotTurns(given.keyed) as SlotTable,
  )
  const i32 = new Int32Array(WORDS)
  const f32 = new Float32Array(i32.buffer)
  let top = FIRST_WORD
  const take = (words: number) => {
    top += words
    return top - words
  }
  const at = {
    context: take(CHUNK_WORDS),
    image: take(image.length),
    table: take(skinTable.length),
    world: take(BONES * WORLD_RECORD),
    slots: take(SLOTS * SLOT_FIELDS * LANES),
    deform: take(SLOTS * (KEYED_FIELDS + size) * LANES),
    keys: shown.map((it) => take(2 * keyStride(it.size) + FOUR_WORDS * findFours(it.order).length)),
    mask: take(1),
    owners: take(LANES),
    filled: take(1),
    plan: take(PLAN_ROOM),
    vertexStart: take(LANES + 1),
    spare: take(2 * VERTICES),
    positions: 0,
  }
  at.positions = take(LANES * SLOTS * 2 * VERTICES)
  i32[at.plan + PLAN_STILL] = given.still ? 1 : 0
  i32.set(image, at.image)
  i32.set(skinTable, at.table)
  f32.set(given.matrices, at.world)
  for (let bone = 0; bone < BONES; bone++) {
    const record = at.world + bone * WORLD_RECORD
    f32.set(given.matrices.slice(bone * 16, bone * 16 + 16), record)
    f32.set(given.places.slice(bone * 8, bone * 8 + 8), record + 16)
  }
  shown.forEach((it, nth) => {
    const ahead = keyStride(it.size)
    for (let i = 0; i < 2 * ahead; i++) f32[at.keys[nth] + i] = given.offsets[i % 40]
    if (it.size > 0) writeFours(f32, at.keys[nth], ahead, findFours(it.order), it.order)
  })
  for (let slot = 0; slot < SLOTS; slot++)
    for (let l = 0; l < LANES; l++) {
      const it = given.lanes[slot * LANES + (given.alike[slot] ? 0 : l)]
      const shows = it.shown ? it.attachment % shown.length : -1
      const row = at.slots + slot * SLOT_FIELDS * LANES + l
      i32[row + SLOT.ATTACHMENT * LANES] = shows
      i32[row + SLOT.SEQUENCE * LANES] = it.sequence
      i32[row + SLOT.DEFORMED * LANES] = it.state
      i32[row + SLOT.VERTEX * LANES] = shows < 0 ? -1 : slot * VERTICES
      if (shows >= 0 || it.sequence < 0) i32[at.filled] |= 1 << slot
      const deform = at.deform + rows.deformOf[slot] * LANES + l
      for (let i = 0; i < size; i++) f32[deform + i * LANES] = given.offsets[(i + l + slot) % 40]
      const keys = at.deform + rows.keyedOf[slot] * LANES + l
      i32[keys + KEYED_FROM * LANES] = at.keys[Math.max(shows, 0)]
      f32[keys + KEYED_PROGRESS * LANES] = it.progress
      if (it.state === DEFORM_STATE.faded) f32[deform] = it.gain
    }
  for (let l = 0; l < LANES; l++) {
    i32[at.owners + l] = LANES - l
    i32[at.vertexStart + LANES - l] = l * SLOTS * VERTICES
  }
  f32.fill(UNTOUCHED, at.positions, top)
  const { context } = at
  i32[context + CHUNK.BLOCKS] = 1
  i32[context + CHUNK.MASKS] = at.mask
  i32[context + CHUNK.OWNERS] = at.owners
  i32[context + CHUNK.SLOTS] = at.slots
  i32[context + CHUNK.DEFORM] = at.deform
  i32[context + CHUNK.TABLE] = at.table
  i32[context + CHUNK.PLANS] = at.plan
  i32[context + CHUNK.PLAN_STRIDE] = given.room
  i32[context + SKIN.IMAGE] = at.image
  i32[context + SKIN.FILLED] = at.filled
  i32[context + SKIN.STARTS] = at.vertexStart
  i32[context + SKIN.POSITIONS] = at.positions
  i32[context + SKIN.WORLD] = at.world
  i32[context + SKIN.SPARE] = at.spare
  return { i32, f32, at, rows, size, top, room: given.room, orders: shown.map((it) => it.order) }
}

/** @returns all words, afterwards. */
function skinLanes(given: ReturnType<typeof setUp>, ...masks: number[]): Int32Array {
  words.set(given.i32)
  return skinAgain(given, ...masks)
}

/** The same over the present words. */
function skinAgain({ at }: ReturnType<typeof setUp>, ...masks: number[]): Int32Array {
  for (const mask of masks) {
    words[at.mask] = mask
    const header = [at.plan + PLAN_SCRATCH, at.plan + PLAN_FIRST] as const
    runBoth(words, (kernels) => kernels.skinBlocks(at.context), [at.spare, at.positions], header)
  }
  words[at.mask] = 0
  return words.slice()
}

interface Point {
  x: number
  y: number
  /** Size of the sum of its terms. */
  size: number
}

/** Vertices of a slot's attachment in a lane, in float64, in the order of the stream. */
function naive(given: Scene, it: ReturnType<typeof setUp>, slot: number, lane: number): Point[] {
  const { i32, f32, at, rows, size: widest } = it
  const row = at.slots + slot * SLOT_FIELDS * LANES + lane
  const number = i32[row + SLOT.ATTACHMENT * LANES]
  const sequence = i32[row + SLOT.SEQUENCE * LANES]
  const state = i32[row + SLOT.DEFORMED * LANES]
  const shown = given.attachments[number]
  const { points, weighted, frames } = shown
  const shift = 10 * (sequence < 0 ? frames - 1 : Math.min(sequence, frames - 1))
  const { influences, vertices } = it.orders[number]
  const size = frames > 1 ? 0 : 2 * influences.length
  const deform = at.deform + rows.deformOf[slot] * LANES + lane
  const record = at.deform + rows.keyedOf[slot] * LANES + lane
  const moves = state !== DEFORM_STATE.empty && size > 0 && size <= rows.deformSize[slot] && size <= widest
  const offset = (i: number): number => {
    if (!moves) return 0
    if (state === DEFORM_STATE.offsets) return f32[deform + i * LANES]
    const from = i32[record + KEYED_FROM * LANES] + i
    const moved = f32[from] + f32[from + keyStride(size)] * f32[record + KEYED_PROGRESS * LANES]
    return state === DEFORM_STATE.faded ? moved * f32[deform] : moved
  }
  const sortedOf = new Map([...influences].map((file, sorted) => [file, sorted]))
  let file = 0
  const placed = points.map((point, i): Point => {
    const given = weighted ? point : [{ bone: 0, weight: 1, x: point[0]?.x ?? i, y: point[0]?.y ?? i }]
    const sum = { x: 0, y: 0, size: 0 }
    for (const { bone, weight, x, y } of given) {
      const sorted = sortedOf.get(file++) ?? 0
      const [px, py] = [x + shift + offset(2 * sorted), y + offset(2 * sorted + 1)]
      const far =
        Math.abs(x) + shift + Math.abs(offset(2 * sorted)) + Math.abs(y) + Math.abs(offset(2 * sorted + 1))
      const matrix = at.world + bone * WORLD_RECORD + lane
      const [a, c, b, d, wx, wy] = [0, 1, 2, 3, 4, 5].map((field) => f32[matrix + field * LANES])
      sum.x += weight * (a * px + b * py + wx)
      sum.y += weight * (c * px + d * py + wy)
      sum.size += weight * (far * Math.max(...[a, b, c, d].map(Math.abs)) + Math.abs(wx) + Math.abs(wy))
    }
    return sum
  })
  return [...vertices].map((vertex) => placed[vertex])
}

test('is naive skinning in float64, for any attachments in the lanes, and writes nothing else', () => {
  fc.assert(
    fc.property(scene, (given) => {
      const it = setUp(given)
      const { i32, at, top } = it
      const after = skinLanes(it, given.mask)
      const floats = new Float32Array(after.buffer)
      const kept = i32.slice()
      for (let slot = 0; slot < SLOTS; slot++)
        for (let lane = 0; lane < LANES; lane++) {
          const vertex = i32[at.slots + (slot * SLOT_FIELDS + SLOT.VERTEX) * LANES + lane]
          if ((given.mask & (1 << lane)) === 0 || vertex < 0) continue
          naive(given, it, slot, lane).forEach(({ x, y, size }, i) => {
            const out = at.positions + 2 * (lane * SLOTS * VERTICES + vertex + i)
            expect(Math.abs(floats[out] - x)).toBeLessThanOrEqual(size * ROUNDINGS + LEAST)
            expect(Math.abs(floats[out + 1] - y)).toBeLessThanOrEqual(size * ROUNDINGS + LEAST)
            kept[out] = after[out]
            kept[out + 1] = after[out + 1]
          })
        }
      for (const each of [after, kept]) {
        each.fill(0, 0, FIRST_WORD)
        each.fill(0, at.spare, at.positions)
        each.fill(0, at.plan, at.plan + it.room)
      }
      expect(Buffer.compare(Buffer.from(after.buffer), Buffer.from(kept.buffer))).toBe(0)
      expect(top).toBeLessThan(WORDS)
    }),
    { numRuns: 300 },
  )
})

test('a lane gets the same bits alone and beside others', () => {
  fc.assert(
    fc.property(scene, (given) => {
      const it = setUp(given)
      const from = it.at.positions
      const together = skinLanes(it, ALL_LANES).subarray(from, it.top)
      expect(skinLanes(it, given.mask, ALL_LANES & ~given.mask).subarray(from, it.top)).toEqual(together)
      expect(skinLanes(it, 1, 2, 4, 8).subarray(from, it.top)).toEqual(together)
    }),
    { numRuns: 150 },
  )
})

test('a plan that was made before agrees with the slots, under any later deforms', () => {
  let kept = 0
  fc.assert(
    fc.property(scene, fc.array(lane, { minLength: LANES, maxLength: LANES }), (given, states) => {
      const it = setUp({ ...given, still: false })
      const { plan, positions, slots, world } = it.at
      skinLanes(it, given.mask)
      if (words[plan + PLAN_LANES] !== 0) kept++
      for (const buffer of [words, it.i32]) {
        for (let slot = 0; slot < SLOTS; slot++)
          for (let l = 0; l < LANES; l++)
            buffer[slots + (slot * SLOT_FIELDS + SLOT.DEFORMED) * LANES + l] =
              states[given.alike[slot] ? 0 : l].state
        buffer.copyWithin(world, world + LANES, world + WORLD_RECORD)
      }
      const again = skinAgain(it, given.mask)
      expect(again.subarray(positions, it.top)).toEqual(skinLanes(it, given.mask).subarray(positions, it.top))
    }),
    { numRuns: 150 },
  )
  expect(kept).toBeGreaterThan(50)
})

test('only keyed slots are planned anew where the rest holds', () => {
  let kept = 0
  fc.assert(
    fc.property(
      scene,
      fc.array(lane, { minLength: SLOTS * LANES, maxLength: SLOTS * LANES }),
      (given, others) => {
        const it = setUp({ ...given, still: false })
        const { filled, plan, positions, slots } = it.at
        skinLanes(it, given.mask)
        const isKeyed = (slot: number) => (given.keyed & (1 << slot)) !== 0
        const lanes = given.lanes.map((each, i) => (isKeyed(Math.floor(i / LANES)) ? others[i] : each))
        const next = setUp({ ...given, lanes, still: false })
        const before = words.slice(plan, plan + given.room)
        const holds = before[PLAN_LANES] !== 0
        if (holds) kept++
        before[PLAN_LANES] |= PLAN_PARTLY
        next.i32[filled] |= it.i32[filled]
        const anew = skinLanes(next, given.mask).subarray(positions, next.top)
        words.set(next.i32)
        words.set(before, plan)
        // Which attachments the others show is not looked at.
        for (let slot = 0; holds && slot < SLOTS; slot++)
          if (!isKeyed(slot))
            words.fill(-1, slots + slot * SLOT_FIELDS * LANES, slots + (slot * SLOT_FIELDS + 1) * LANES)
        const after = skinAgain(next, given.mask)
        expect(after.subarray(positions, next.top)).toEqual(anew)
        // A plan for which there is no room by now is followed part by part.
        if (!holds || given.keyed === 0 || after[plan + PLAN_LANES] === 0) return
        const steady = (before[PLAN_STEADY] >> 2) - plan
        expect(after.subarray(plan + PLAN_FIRST, plan + steady)).toEqual(before.subarray(PLAN_FIRST, steady))
      },
    ),
    { numRuns: 150 },
  )
  expect(kept).toBeGreaterThan(50)
})

test('where mixing changes no deform state a plan has the kind of each slot’s deform, not its size', () => {
  let keyed = 0
  fc.assert(
    fc.property(scene, fc.array(lane, { minLength: LANES, maxLength: LANES }), (given, others) => {
      const lanes = given.lanes.map((each, i) => ({
        ...each,
        state: given.alike[Math.floor(i / LANES)] ? DEFORM_STATE.keyed : each.state,
      }))
      const it = setUp({ ...given, lanes, still: true, mask: ALL_LANES })
      const { deform, plan, positions, world } = it.at
      skinLanes(it, ALL_LANES)
      keyed += itemsOf(words, plan).filter((where) => where >= 0 && (where & PLAN_KEYED) !== 0).length
      for (const buffer of [words, it.i32]) {
        const floats = new Float32Array(buffer.buffer)
        for (let slot = 0; slot < SLOTS; slot++)
          for (let l = 0; l < LANES; l++)
            floats[deform + (it.rows.keyedOf[slot] + KEYED_PROGRESS) * LANES + l] = others[l].progress
        buffer.copyWithin(world, world + LANES, world + WORLD_RECORD)
      }
      const again = skinAgain(it, ALL_LANES)
      expect(again.subarray(positions, it.top)).toEqual(skinLanes(it, ALL_LANES).subarray(positions, it.top))
    }),
    { numRuns: 300 },
  )
  expect(keyed).toBeGreaterThan(20)
})

/** The PLAN_WHERE of each item. */
function itemsOf(words: Int32Array, plan: number): number[] {
  const found: number[] = []
  if (words[plan + PLAN_LANES] === 0) return found
  for (let item = plan + PLAN_FIRST; item < words[plan + PLAN_END] >> 2; ) {
    const where = words[item + PLAN_WHERE]
    found.push(where)
    item += where < 0 || (where & PLAN_KEYED) !== 0 ? PLAN_ALONE : PLAN_WORDS
  }
  return found
}
