import fc from 'fast-check'
import { expect, test } from 'vitest'
import { skin } from '../../src/kernels/skin/skin'
import {
  ALL_LANES,
  DEFORM_STATE,
  KEYED_FIELDS,
  KEYED_FROM,
  KEYED_PROGRESS,
  LANES,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
  SLOT_FIELDS,
  SLOT_SEQUENCE,
  SLOT_VERTEX,
  WORLD_RECORD,
} from '../../src/memory/lanes'
import type { VertexData } from '../../src/model/attachment'
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
import { instantiated } from './instantiated'

const BONES = 5
const SLOTS = 4
/** At most, of what a slot shows. */
const VERTICES = 12
const UNTOUCHED = -12345
const SIZE = 1000
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
/** Two bones whose weights come to 1, but for what float32 makes of them. */
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
  /** How many frames; all of one kind, their points shifted. What has several is not deformed: only regions are like that. */
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
  /** Per slot, whether all lanes show what lane 0 shows. */
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

const memory = new WebAssembly.Memory({ initial: 2 })
const compiled = instantiated(memory)

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
  let top = 16
  const take = (words: number) => {
    top += words
    return top - words
  }
  const at = {
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
      i32[row + SLOT_ATTACHMENT * LANES] = shows
      i32[row + SLOT_SEQUENCE * LANES] = it.sequence
      i32[row + SLOT_DEFORMED * LANES] = it.state
      i32[row + SLOT_VERTEX * LANES] = shows < 0 ? -1 : slot * VERTICES
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
  return { i32, f32, at, table, rows, top, room: given.room }
}

/** @returns all words, afterwards. */
function skinLanes(given: ReturnType<typeof setUp>, ...masks: number[]): Int32Array {
  const words = new Int32Array(memory.buffer)
  words.fill(0)
  words.set(given.i32)
  return skinAgain(given, ...masks)
}

/** The same over what is there. */
function skinAgain({ at, room }: ReturnType<typeof setUp>, ...masks: number[]): Int32Array {
  const words = new Int32Array(memory.buffer)
  for (const mask of masks) {
    words[at.mask] = mask
    const { table, image, owners, filled, vertexStart, positions, world, slots, deform, plan } = at
    const { skinBlocks } = compiled
    skinBlocks(
      table,
      image,
      1,
      at.mask,
      owners,
      filled,
      vertexStart,
      positions,
      world,
      0,
      slots,
      deform,
      0,
      plan,
      room,
      at.spare,
    )
  }
  words[at.mask] = 0
  return words.slice()
}

/** Lanes one by one read no others. */
const NO_DOUBLES = new Float64Array(0)

/** The twins, lane by lane and slot by slot. */
function skinTwins({ f32, i32, at, table, rows }: ReturnType<typeof setUp>, mask: number) {
  for (let slot = 0; slot < SLOTS; slot++)
    for (let l = 0; l < LANES; l++) {
      const row = at.slots + slot * SLOT_FIELDS * LANES + l
      const vertex = i32[row + SLOT_VERTEX * LANES]
      if ((mask & (1 << l)) === 0 || vertex < 0) continue
      const number = i32[row + SLOT_ATTACHMENT * LANES]
      const sequence = i32[row + SLOT_SEQUENCE * LANES]
      const frame = sequence < 0 ? table.setupFrame[number] : Math.min(sequence, table.frames[number] - 1)
      const data = at.image + table.skin[number] + frame * table.skinStride[number]
      const out = at.positions + 2 * (l * SLOTS * VERTICES + vertex)
      const state = i32[row + SLOT_DEFORMED * LANES]
      const deform = at.deform + rows.deformOf[slot] * LANES
      const size = table.deform[number]
      const moves = state !== DEFORM_STATE.empty && size !== 0 && size <= rows.deformSize[slot]
      const own = moves && state !== DEFORM_STATE.keyed ? deform : -1
      const keys = moves && state !== DEFORM_STATE.offsets ? at.deform + rows.keyedOf[slot] * LANES : -1
      const ahead = keyStride(size)
      const lane = 1 << l
      skin(f32, NO_DOUBLES, i32, data, at.world, own, keys, ahead, lane, out, out, out, out)
    }
}

test('agrees with the twins, whatever the lanes show, and writes nothing else', () => {
  fc.assert(
    fc.property(scene, (given) => {
      const twins = setUp(given)
      const words = skinLanes(twins, given.mask)
      const floats = new Float32Array(words.buffer)
      skinTwins(twins, given.mask)
      const { plan, positions, spare } = twins.at
      let worst = 0
      for (let word = positions; word < twins.top; word++)
        worst = Math.max(worst, Math.abs(floats[word] - twins.f32[word]))
      expect(worst).toBeLessThan(SIZE * 1e-5)
      words.fill(0, spare, positions)
      words.fill(0, positions, twins.top)
      words.fill(0, plan, plan + twins.room)
      twins.i32.fill(0, spare, positions)
      twins.i32.fill(0, positions, twins.top)
      twins.i32.fill(0, plan, plan + twins.room)
      expect(Buffer.compare(Buffer.from(words.buffer, 0, 4 * WORDS), Buffer.from(twins.i32.buffer))).toBe(0)
      expect(words.subarray(WORDS).some((word) => word !== 0)).toBe(false)
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

test('a plan that was made before says the same as the slots, whatever deforms them by now', () => {
  let kept = 0
  fc.assert(
    fc.property(scene, fc.array(lane, { minLength: LANES, maxLength: LANES }), (given, states) => {
      const it = setUp({ ...given, still: false })
      const { plan, positions, slots, world } = it.at
      const words = new Int32Array(memory.buffer)
      skinLanes(it, given.mask)
      if (words[plan + PLAN_LANES] !== 0) kept++
      for (const buffer of [words, it.i32]) {
        for (let slot = 0; slot < SLOTS; slot++)
          for (let l = 0; l < LANES; l++)
            buffer[slots + (slot * SLOT_FIELDS + SLOT_DEFORMED) * LANES + l] =
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

test('only what keyed slots show is planned anew where the rest holds', () => {
  let kept = 0
  fc.assert(
    fc.property(
      scene,
      fc.array(lane, { minLength: SLOTS * LANES, maxLength: SLOTS * LANES }),
      (given, others) => {
        const it = setUp({ ...given, still: false })
        const { filled, plan, positions, slots } = it.at
        const words = new Int32Array(memory.buffer)
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

test('where mixing changes no deform state it says what deforms the slots, not by how much', () => {
  let keyed = 0
  fc.assert(
    fc.property(scene, fc.array(lane, { minLength: LANES, maxLength: LANES }), (given, others) => {
      const lanes = given.lanes.map((each, i) => ({
        ...each,
        state: given.alike[Math.floor(i / LANES)] ? DEFORM_STATE.keyed : each.state,
      }))
      const it = setUp({ ...given, lanes, still: true, mask: ALL_LANES })
      const { deform, plan, positions, world } = it.at
      const words = new Int32Array(memory.buffer)
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
