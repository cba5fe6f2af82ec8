/** The rows of skeletons in a save: where they differ from the setup pose. */

import {
  DEFORM_STATE,
  KEYED_FROM,
  KEYED_PROGRESS,
  LANES,
  SKELETON_FIELDS,
  SLOT,
  SLOT_FIELDS,
  slotRow,
} from '../../base/memory/lanes'
import { seatBase } from '../../world/chunks/addresses'
import type { BlockLayout, Chunk, RegisteredRig } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { deformRankRows } from '../../world/chunks/layout'
import { clearSeat } from '../../world/chunks/seats'
import { startInSetupPose } from '../../world/rows/setup-pose'
import type { AnimationState } from '../../world/state'
import { type Decoded, damagedAt } from './bytes/shape'
import { readColumn, total } from './tables'

/** The rows of a lane as a save numbers them: one section after another, independent of the layout of blocks. */
export interface LaneRows {
  /** Number of rows for each section. */
  readonly sizes: Readonly<Record<string, number>>
  /** Offset in words from a lane's first word to the row; -1 = the row is computed again. */
  readonly words: Int32Array
  /** The first row of the slots, then of the shown slots; -1 = the rig has none. */
  readonly slots: readonly number[]
  readonly orders: readonly number[]
  /** The first row of `deformRanks`; -1 = the rig has none. */
  readonly deformRanks: number
}

/**
 * Selects the rows that a save holds. Vertices of slots are numbered again. Deforms have a table of their own
 * (`describeDeforms`).
 */
export function laneRows(
  { layout, source: { rows, slots } }: RegisteredRig,
  own: BlockLayout = layout,
): LaneRows {
  const slotRows = slots.count * SLOT_FIELDS
  const shown = own.shown > 0
  const sections: [name: string, start: number, rows: number][] = [
    ['skeleton', own.skeleton, SKELETON_FIELDS],
    ['local', own.local, rows.local],
    ['slots', own.slots, slotRows],
    ['order', own.order, rows.order],
    ['state', own.state, rows.state],
    ['shownLocal', own.shownLocal, shown ? rows.local : 0],
    ['shownSlots', own.shownSlots, shown ? slotRows : 0],
    ['shownOrder', own.shownOrder, shown ? rows.order : 0],
    ['applied', own.applied, shown ? rows.applied : 0],
    // Sections of later releases come last, because saves number rows.
    ['deformRanks', own.deformRanks, deformRankRows(own)],
  ]
  const words: number[] = []
  const first: Record<string, number> = {}
  for (const [name, start, count] of sections) {
    first[name] = count > 0 ? words.length : -1
    const isVertex = (row: number) => name.endsWith('lots') && row % SLOT_FIELDS === SLOT.VERTEX
    for (let row = 0; row < count; row++) words.push(isVertex(row) ? -1 : start + row * LANES)
  }
  const sizes = Object.fromEntries(sections.map(([name, , count]) => [name, count]))
  return {
    sizes,
    words: Int32Array.from(words),
    slots: [first.slots, first.shownSlots],
    orders: [first.order, first.shownOrder],
    deformRanks: first.deformRanks,
  }
}

/** The rows of many lanes that differ from the setup pose: their number per lane, their indices, their words. */
export interface Differences {
  readonly counts: Uint32Array
  readonly rows: Uint32Array
  readonly words: Int32Array
}

/** Skeletons that are described in one step. */
const STEP = 32

/** Describes the differences of skeletons, one after another, in steps. */
export function* describeLanes(view: AnimationState, ids: Int32Array): Generator<undefined, Differences> {
  const known = new Map<RegisteredRig, LaneRows>()
  const setups = new Map<string, Int32Array>()
  const counts = new Uint32Array(ids.length)
  const rows: number[] = []
  const words: number[] = []
  const { i32 } = view.arena
  const { chunk: chunks, rig, seat, skin } = view.skeletons
  for (const [nth, eid] of ids.entries()) {
    if (nth % STEP === STEP - 1) yield
    const chunk = chunkAt(view.blocks, chunks[eid])
    const lane = known.get(chunk.rig) ?? laneRows(chunk.rig, chunk.layout)
    known.set(chunk.rig, lane)
    const key = `${rig[eid]} ${skin[eid]}`
    const setup = setups.get(key) ?? setupOf(view, eid, lane)
    setups.set(key, setup)
    const base = seatBase(chunk, seat[eid])
    for (let row = 0; row < setup.length; row++) {
      const word = lane.words[row]
      if (word < 0 || i32[base + word] === setup[row]) continue
      counts[nth]++
      rows.push(row)
      words.push(i32[base + word])
    }
  }
  return { counts, rows: new Uint32Array(rows), words: new Int32Array(words) }
}

/** Returns the rows of a fresh skeleton with this rig and skin. */
function setupOf(view: AnimationState, eid: number, { words }: LaneRows): Int32Array {
  const { arena, blocks, skeletons } = view
  const { i32 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const rows = Int32Array.from({ length: chunk.layout.stride / LANES }, (_, row) => i32[base + row * LANES])
  const { colors } = skeletons
  const { flags } = view.pool.columns
  const kept = [colors[eid], flags[eid]]
  colors[eid] = 0
  // Without an address, `startInSetupPose` does not touch world rows.
  blocks.chunks[chunk.id] = { ...chunk, world: 0 }
  startInSetupPose(view, eid)
  const setup = words.map((word) => (word < 0 ? 0 : i32[base + word]))
  blocks.chunks[chunk.id] = chunk
  rows.forEach((word, row) => {
    i32[base + row * LANES] = word
  })
  chunk.program.setups.clear()
  ;[colors[eid], flags[eid]] = kept
  return setup
}

/** Reads lanes. @throws OsteonError `damaged`: a row, attachment or slot that does not exist. */
export function readLanes(given: Decoded, rigs: readonly RegisteredRig[], path: string): Differences {
  const counts = readColumn(given, 'counts', new Uint32Array(0), rigs.length, path)
  const sum = total(counts)
  const rows = readColumn(given, 'rows', new Uint32Array(0), sum, path)
  const words = readColumn(given, 'words', new Int32Array(0), sum, path)
  const lanes = new Map<RegisteredRig, LaneRows>()
  let at = 0
  for (const [nth, registered] of rigs.entries()) {
    const lane = lanes.get(registered) ?? laneRows(registered)
    lanes.set(registered, lane)
    for (const end = at + counts[nth]; at < end; at++)
      if (!fits(lane, registered, rows[at], words[at]))
        throw damagedAt(path, `row ${rows[at]} holds ${words[at]}`)
  }
  return { counts, rows, words }
}

/** Returns whether a row may hold a word: the rig must have the attachment or slot that it numbers. */
function fits(
  { deformRanks, orders, sizes, slots, words }: LaneRows,
  { source: rig }: RegisteredRig,
  row: number,
  word: number,
): boolean {
  if (!(words[row] >= 0)) return false
  if (deformRanks >= 0 && row >= deformRanks) return word >= 0 && word <= sizes.deformRanks
  for (const first of orders)
    if (first >= 0 && row >= first && row < first + rig.rows.order) return word >= 0 && word < rig.slots.count
  for (const first of slots) {
    if (first < 0 || row < first || row >= first + rig.slots.count * SLOT_FIELDS) continue
    const field = (row - first) % SLOT_FIELDS
    if (field === SLOT.ATTACHMENT) return word >= -1 && word < rig.attachments.count
    if (field === SLOT.DEFORMED) return word >= 0 && word <= DEFORM_STATE.faded
    if (field === SLOT.SEQUENCE) return word >= -1
  }
  return true
}

/**
 * Writes the rows of a newly seated skeleton. @param at index of its first difference. @returns index of the next
 * skeleton's.
 */
export function putLane(
  state: AnimationState,
  eid: number,
  { rows, words }: Differences,
  at: number,
  count: number,
  lane: LaneRows,
): number {
  const { arena, blocks, skeletons } = state
  const { i32 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  clearSeat(i32, chunk, skeletons.seat[eid])
  startInSetupPose(state, eid)
  const base = seatBase(chunk, skeletons.seat[eid])
  for (let i = at; i < at + count; i++) i32[base + lane.words[rows[i]]] = words[i]
  for (const slots of slotSections(chunk))
    for (let slot = 0; slot < chunk.rig.source.slots.count; slot++)
      i32[slotRow(base + slots, slot) + SLOT.VERTEX * LANES] = -1
  return at + count
}

/** Returns the offsets of a chunk's slot sections: its own slots, then the shown ones. */
function slotSections({ layout }: Chunk): number[] {
  return layout.shown > 0 ? [layout.slots, layout.shownSlots] : [layout.slots]
}

/** The deforms of skeletons. A keyed deform is a key of a deform timeline and the progress to the next key. */
export interface Deforms {
  /** For each skeleton, the number of its deformed slots. */
  readonly counts: Uint32Array
  /** For each deformed slot: its number (shown slots follow all others), and one of DEFORM_STATE. */
  readonly slots: Uint32Array
  readonly states: Uint8Array
  /** For each key. */
  readonly animations: Uint32Array
  readonly timelines: Uint32Array
  readonly keys: Uint32Array
  readonly progress: Float32Array
  readonly gains: Float32Array
  /** All offsets of each slot that holds offsets. */
  readonly offsets: Float32Array
}

export function describeDeforms(view: AnimationState, ids: Int32Array): Deforms {
  const { f32, i32 } = view.arena
  const { chunk: chunks, seat } = view.skeletons
  const counts = new Uint32Array(ids.length)
  const slots: number[] = []
  const states: number[] = []
  const keys: [animation: number, timeline: number, key: number][] = []
  const progress: number[] = []
  const gains: number[] = []
  const offsets: number[] = []
  ids.forEach((eid, nth) => {
    const chunk = chunkAt(view.blocks, chunks[eid])
    const { rows, slots: table } = chunk.rig.source
    const base = seatBase(chunk, seat[eid])
    slotSections(chunk).forEach((section, shown) => {
      for (let slot = 0; slot < table.count; slot++) {
        const state = i32[slotRow(base + section, slot) + SLOT.DEFORMED * LANES]
        if (state === DEFORM_STATE.empty) continue
        const deform = base + chunk.layout.deform + shown * chunk.layout.shown
        const first = deform + rows.deformOf[slot] * LANES
        counts[nth]++
        slots.push(slot + shown * table.count)
        states.push(state)
        if (state === DEFORM_STATE.offsets) {
          for (let i = 0; i < rows.deformSize[slot]; i++) offsets.push(f32[first + i * LANES])
          continue
        }
        const record = deform + rows.keyedOf[slot] * LANES
        keys.push(keyAt(chunk.rig, slot, i32[record + KEYED_FROM * LANES]))
        progress.push(f32[record + KEYED_PROGRESS * LANES])
        gains.push(state === DEFORM_STATE.faded ? f32[first] : 1)
      }
    })
  })
  return {
    counts,
    slots: Uint32Array.from(slots),
    states: Uint8Array.from(states),
    animations: Uint32Array.from(keys, ([animation]) => animation),
    timelines: Uint32Array.from(keys, ([, timeline]) => timeline),
    keys: Uint32Array.from(keys, ([, , key]) => key),
    progress: Float32Array.from(progress),
    gains: Float32Array.from(gains),
    offsets: Float32Array.from(offsets),
  }
}

/** Finds the deform timeline and key whose offsets begin at `word` of the arena. */
function keyAt(
  { animations, source: rig }: RegisteredRig,
  slot: number,
  word: number,
): [number, number, number] {
  for (const [animation, start] of animations.entries()) {
    if (start === 0 || word < start) continue
    const image = rig.animations[animation].image()
    if (word >= start + image.words.length) continue
    for (const [timeline, { address, keys, slot: of, stride }] of image.deforms.entries()) {
      const key = (word - start - address) / stride
      if (of === slot && Number.isInteger(key) && key >= 0 && key < keys) return [animation, timeline, key]
    }
  }
  throw new RangeError(`osteon: no key deforms slot ${slot} from word ${word}`)
}

/** Reads deforms. @throws OsteonError `damaged`: a slot, animation, timeline or key that does not exist. */
export function readDeforms(given: Decoded, rigs: readonly RegisteredRig[], path: string): Deforms {
  const counts = readColumn(given, 'counts', new Uint32Array(0), rigs.length, path)
  const slots = readColumn(given, 'slots', new Uint32Array(0), total(counts), path)
  const states = readColumn(given, 'states', new Uint8Array(0), slots.length, path)
  let at = 0
  let offsets = 0
  for (const [nth, { layout, source: rig }] of rigs.entries())
    for (const end = at + counts[nth]; at < end; at++) {
      if (!(slots[at] < rig.slots.count * (layout.shown > 0 ? 2 : 1))) throw damagedAt(path, 'no such slot')
      if (states[at] === DEFORM_STATE.offsets) offsets += rig.rows.deformSize[slots[at] % rig.slots.count]
    }
  const keyed = states.filter((state) => state === DEFORM_STATE.keyed || state === DEFORM_STATE.faded).length
  const numbers = (name: string) => readColumn(given, name, new Uint32Array(0), keyed, path)
  const floats = (name: string, count: number) => readColumn(given, name, new Float32Array(0), count, path)
  const made: Deforms = {
    counts,
    slots,
    states,
    animations: numbers('animations'),
    timelines: numbers('timelines'),
    keys: numbers('keys'),
    progress: floats('progress', keyed),
    gains: floats('gains', keyed),
    offsets: floats('offsets', offsets),
  }
  at = 0
  let key = 0
  for (const [nth, { source: rig }] of rigs.entries())
    for (const end = at + counts[nth]; at < end; at++) {
      if (states[at] === DEFORM_STATE.offsets) continue
      const slot = slots[at] % rig.slots.count
      if (states[at] === DEFORM_STATE.empty || !hasKey(made, key++, rig, slot))
        throw damagedAt(path, `no key deforms slot ${slot}`)
    }
  return made
}

function hasKey(
  { animations, keys, timelines }: Deforms,
  at: number,
  rig: RegisteredRig['source'],
  slot: number,
) {
  if (!(animations[at] < rig.animations.length)) return false
  const timeline = rig.animations[animations[at]].image().deforms[timelines[at]]
  return timeline !== undefined && timeline.slot === slot && keys[at] < timeline.keys
}

/** The read position of `putDeforms`. */
export interface DeformPlace {
  slot: number
  key: number
  offset: number
}

/** Writes the deforms of a skeleton. Its animations must be in the arena. */
export function putDeforms(
  { arena, blocks, skeletons }: AnimationState,
  eid: number,
  given: Deforms,
  count: number,
  place: DeformPlace,
): void {
  const { f32, i32 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { animations, source: rig } = chunk.rig
  const base = seatBase(chunk, skeletons.seat[eid])
  for (const end = place.slot + count; place.slot < end; place.slot++) {
    const shown = given.slots[place.slot] < rig.slots.count ? 0 : 1
    const slot = given.slots[place.slot] - shown * rig.slots.count
    const deform = base + chunk.layout.deform + shown * chunk.layout.shown
    const first = deform + rig.rows.deformOf[slot] * LANES
    if (given.states[place.slot] === DEFORM_STATE.offsets) {
      for (let i = 0; i < rig.rows.deformSize[slot]; i++)
        f32[first + i * LANES] = given.offsets[place.offset++]
      continue
    }
    const key = place.key++
    const animation = given.animations[key]
    const { address, stride } = rig.animations[animation].image().deforms[given.timelines[key]]
    const record = deform + rig.rows.keyedOf[slot] * LANES
    i32[record + KEYED_FROM * LANES] = animations[animation] + address + given.keys[key] * stride
    f32[record + KEYED_PROGRESS * LANES] = given.progress[key]
    if (given.states[place.slot] === DEFORM_STATE.faded) f32[first] = given.gains[key]
  }
}
