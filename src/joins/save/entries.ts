/** Saves and restores entries, with their modes, blend trees and the commands that are not mixed yet. */
import { allocate } from '../../base/memory/arena'
import { growColumns } from '../../base/memory/columns'
import { growRecords } from '../../base/memory/records'
import type { createMask } from '../../rig/animation/mask'
import { modeBytes, nodeBytes } from '../../tracks/entries/rows'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { MIXED } from '../../world/chunks/marks'
import { animationWords, channelWords, maskWords } from '../../world/chunks/registry'
import { COMMAND, COMMAND_NOTES, commandAt } from '../../world/commands'
import { BY_HAND, ENTRY_COLUMNS, HANDLE_ROWS, LAYER_COLUMNS, TRACK_COLUMNS } from '../../world/entries'
import { DEFORM_BEGINS, MODE_WORDS } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { columnAt, type Decoded, damagedAt, integerAt } from './bytes/shape'
import { checkHanging, moveLinks } from './entry-links'
import { checkRange, putTable, readColumn, readTable, type Table, tableOf, total } from './tables'

const INTEGERS = new Int32Array(0)
const FLOATS = new Float64Array(0)

/** Returns the numbers of all rows that were ever used, from 1. Row 0 (`BY_HAND`) belongs to `applyAnimation`. */
function rowsOf(rows: number): Int32Array {
  return Int32Array.from({ length: rows - BY_HAND - 1 }, (_, i) => i + BY_HAND + 1)
}

/** Joins a list of words for each row. */
function joined(rows: Int32Array, wordsOf: (row: number) => Int32Array): Int32Array {
  const lists = Array.from(rows, wordsOf)
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

/** Describes entries. @param ids of skeletons. @param marks their lanes' bits (`marksOf`), in the same order. */
export function describeEntries(
  view: AnimationState,
  ids: Int32Array,
  marks: Uint8Array,
  masks: readonly (readonly { words: Int32Array }[])[],
  rigPlaces: Int32Array,
) {
  const { arena, playback, rigs, skeletons } = view
  const { i32 } = arena
  const { entries, free, freed } = playback
  const rows = rowsOf(playback.rows)
  const isFree = new Uint8Array(playback.rows)
  for (const row of free) isFree[row] = 1
  const used = rows.filter((row) => isFree[row] === 0)
  /** null: the skeleton plays tracks. undefined: the entry has ended. */
  const playerOf = (row: number) =>
    isFree[row] === 1 || entries.entity[row] === 0
      ? undefined
      : rigs[skeletons.rig[entries.entity[row]]]?.source.player
  const list = (start: Int32Array, count: (row: number) => number, step: number) =>
    joined(used, (row) => i32.subarray(start[row], start[row] + step * count(row)))
  const modes = list(entries.modes, (row) => entries.modeCount[row], MODE_WORDS)
  return {
    rows: playback.rows,
    free: Int32Array.from(free),
    freed: Int32Array.from(freed),
    table: tableOf(entries, ENTRY_COLUMNS, rows, (row) => isFree[row] === 1),
    tracks: tableOf(playback.trackEntries, TRACK_COLUMNS, rows, (row) => playerOf(row) !== null),
    layers: tableOf(playback.layerEntries, LAYER_COLUMNS, rows, (row) => !playerOf(row)),
    masks: used.map((row) => {
      const place = rigPlaces[skeletons.rig[entries.entity[row]]]
      if (entries.mask[row] === 0 || entries.entity[row] === 0 || place < 0) return 0
      const { animation, mask } = entries
      return masks[place].findIndex(({ words }) => words[animation[row]] === mask[row]) + 1
    }),
    modes: modes.filter((_, i) => i % MODE_WORDS === 0),
    memories: modes.filter((_, i) => i % MODE_WORDS !== 0),
    nodes: list(entries.nodes, (row) => entries.nodeCount[row], 1),
    current: joined(ids, (eid) =>
      i32.subarray(skeletons.tracks[eid], skeletons.tracks[eid] + skeletons.trackCount[eid]),
    ),
    ...describeCommands(view, ids, marks),
  }
}

/** Describes the commands of skeletons that the open tick has not mixed yet, one skeleton after another. */
function describeCommands(view: AnimationState, ids: Int32Array, marks: Uint8Array) {
  const { arena, playback, skeletons } = view
  const { f64, i32 } = arena
  const { commands, entries } = playback
  const counts = new Uint32Array(ids.length)
  const rows: number[] = []
  const numbers: number[] = []
  const blends: number[] = []
  const moded: number[] = []
  const deforms: number[][] = []
  ids.forEach((eid, nth) => {
    if ((marks[nth] & MIXED) === 0) return
    for (let row = skeletons.command[eid]; row >= 0; ) {
      const at = commandAt(commands, row)
      counts[nth]++
      rows.push(row)
      numbers.push(
        f64[(at + COMMAND.TIME) >> 1],
        f64[(at + COMMAND.ALPHA) >> 1],
        f64[(at + COMMAND.HOLD) >> 1],
      )
      blends.push(i32[at + COMMAND.BLEND] & ~COMMAND_NOTES)
      moded.push(i32[at + COMMAND.MODES] === entries.modes[row] && entries.modeCount[row] > 0 ? 1 : 0)
      deforms.push([...i32.subarray(i32[at + COMMAND.DEFORMS], i32[at + COMMAND.DEFORMS_END])])
      row = i32[at + COMMAND.NEXT]
    }
  })
  if (rows.length === 0) return {}
  return {
    commands: {
      counts,
      rows: Int32Array.from(rows),
      numbers: Float64Array.from(numbers),
      blends: Int32Array.from(blends),
      moded: Uint8Array.from(moded),
      deformCounts: Uint32Array.from(deforms, ({ length }) => length),
      deforms: Int32Array.from(deforms.flat()),
    },
  }
}

/** The checked entries of a save. */
export type Entries = ReturnType<typeof readEntries>

/**
 * Reads and checks entries.
 *
 * @param rigs of the skeletons.
 * @param owners saved entity id → index of its skeleton in `rigs`.
 * @throws OsteonError `damaged`: a row, animation, timeline or mask that does not exist.
 */
export function readEntries(
  given: Decoded,
  rigs: readonly RegisteredRig[],
  trackCounts: ArrayLike<number>,
  owners: ReadonlyMap<number, number>,
  maskCounts: (rig: RegisteredRig) => number,
) {
  const path = 'entries'
  const most = integerAt(given.get('rows'), `${path}.rows`, 1, HANDLE_ROWS)
  const rows = rowsOf(most)
  const table = readTable(asRecord(given, 'table'), ENTRY_COLUMNS, rows.length, path)
  const tracks = readTable(asRecord(given, 'tracks'), TRACK_COLUMNS, rows.length, path)
  const layers = readTable(asRecord(given, 'layers'), LAYER_COLUMNS, rows.length, path)
  const list = (name: string) => columnAt(given.get(name) ?? INTEGERS, `${path}.${name}`, INTEGERS)
  const free = list('free')
  const freed = list('freed')
  checkRange(free, 1, most - 1, `${path}.free`)
  checkRange(freed, 1, most - 1, `${path}.freed`)
  const isFree = new Uint8Array(most)
  for (const [list, mark] of [
    [free, FREE],
    [freed, FREED],
  ] as const)
    for (const row of list) {
      if (isFree[row] !== 0) throw damagedAt(path, `row ${row} is free twice`)
      isFree[row] = mark
    }
  const used = rows.filter((row) => isFree[row] !== FREE)
  const masks = readColumn(given, 'masks', INTEGERS, used.length, path)
  for (const name of LINKS) checkRange(table[name], -1, most - 1, `${path}.${name}`)
  for (const name of ['actsNext', 'actsBefore']) checkRange(layers[name], 0, most - 1, `${path}.${name}`)
  checkRange(layers.above, -1, most - 1, `${path}.above`)
  checkRange(layers.root, 0, most - 1, `${path}.root`)
  let modes = 0
  let nodes = 0
  used.forEach((row, nth) => {
    const at = row - 1
    const owner = owners.get(table.entity[at])
    const bad = (name: string) => damagedAt(`${path}.${name}`, `row ${row} has what its rig has not`)
    if ((owner === undefined) !== (isFree[row] === FREED)) throw bad('entity')
    const rig = owner === undefined ? undefined : rigs[owner]
    const animation = table.animation[at]
    if (rig && !(animation >= -1 && animation < rig.source.animations.length)) throw bad('animation')
    const image = rig && animation >= 0 ? rig.source.animations[animation].image() : null
    const timelines = image?.timelineKinds.length ?? 0
    if (rig && table.modeCount[at] !== 0 && table.modeCount[at] !== timelines) throw bad('modeCount')
    if (rig && table.deformRoom[at] !== (image?.deforms.length ?? 0)) throw bad('deformRoom')
    if (!rig && (table.modeCount[at] | table.deformRoom[at]) >>> 0 > MOST_TIMELINES) throw bad('modeCount')
    if (!(table.nodeCount[at] >= 0 && table.nodeCount[at] <= most)) throw bad('nodeCount')
    if (!(masks[nth] >= 0 && masks[nth] <= (rig && animation >= 0 ? maskCounts(rig) : 0))) throw bad('mask')
    modes += table.modeCount[at]
    nodes += table.nodeCount[at]
  })
  const isLinked = asRecord(given, 'layers').has('actsNext') || list('nodes').length < 2 * nodes
  const links = readColumn(given, 'nodes', INTEGERS, isLinked ? nodes : 2 * nodes, path)
  checkRange(links, -1 - most, most - 1, `${path}.nodes`)
  const made = {
    rows: most,
    free,
    freed,
    table,
    tracks,
    layers,
    used,
    masks,
    modes: readColumn(given, 'modes', INTEGERS, modes, path),
    memories: readColumn(given, 'memories', INTEGERS, (MODE_WORDS - 1) * modes, path),
    nodes: isLinked ? links : moveLinks(links, used, table, layers),
    current: readColumn(given, 'current', INTEGERS, total(trackCounts), path),
    commands: given.has('commands') ? readCommands(asRecord(given, 'commands'), rigs, table, most) : null,
  }
  checkRange(made.nodes, -1, most - 1, `${path}.nodes`)
  checkRange(made.current, -1, most - 1, `${path}.current`)
  checkHanging(made, owners, trackCounts, most)
  return made
}

/** Columns with the number of another row; -1 = none. */
const LINKS = ['next', 'previous', 'older', 'newer'] as const
const MOST_TIMELINES = 2 ** 20
/** A row that is free, and a row that becomes free with the next tick. */
const FREE = 1
const FREED = 2

function asRecord(given: Decoded, name: string): Decoded {
  const value = given.get(name)
  if (value instanceof Map) return value
  throw damagedAt(`entries.${name}`, 'expected a record')
}

function readCommands(given: Decoded, rigs: readonly RegisteredRig[], table: Table, most: number) {
  const path = 'entries.commands'
  const counts = readColumn(given, 'counts', new Uint32Array(0), rigs.length, path)
  const sum = total(counts)
  const rows = readColumn(given, 'rows', INTEGERS, sum, path)
  const deformCounts = readColumn(given, 'deformCounts', new Uint32Array(0), sum, path)
  const made = {
    counts,
    rows,
    numbers: readColumn(given, 'numbers', FLOATS, 3 * sum, path),
    blends: readColumn(given, 'blends', INTEGERS, sum, path),
    moded: readColumn(given, 'moded', new Uint8Array(0), sum, path),
    deformCounts,
    deforms: readColumn(given, 'deforms', INTEGERS, total(deformCounts), path),
  }
  checkRange(rows, 1, most - 1, path)
  const seen = new Set<number>()
  let at = 0
  for (const [nth, { source: rig }] of rigs.entries())
    for (const end = at + counts[nth]; at < end; at++) {
      const row = rows[at]
      const animation = table.animation[row - 1]
      const isPlayed = animation >= 0 && animation < rig.animations.length
      const fits = deformCounts[at] <= table.deformRoom[row - 1] && made.moded[at] <= table.modeCount[row - 1]
      if (!isPlayed || !fits || seen.has(row)) throw damagedAt(path, `row ${row} has no such command`)
      seen.add(row)
    }
  for (const marked of made.deforms)
    if (!(marked >= 0 && marked < 2 * DEFORM_BEGINS)) throw damagedAt(`${path}.deforms`, 'no such timeline')
  return made
}

/** Makes room for the entries, and frees all rows. The arena may grow. */
export function prepareEntries(state: AnimationState, { layers, rows }: Entries): void {
  const { playback } = state
  const { pool, commands, layerPool, trackPool } = playback
  if (rows > pool.capacity) {
    growColumns(pool, Math.max(rows, 2 * pool.capacity))
    growRecords(state.arena, commands, pool.capacity)
  }
  growColumns(trackPool, pool.capacity)
  if (layers.root.some((row) => row !== 0)) growColumns(layerPool, pool.capacity)
  for (const { columns } of [pool, trackPool, layerPool])
    for (const column of Object.values(columns)) column.fill(0, BY_HAND + 1)
  for (let row = BY_HAND + 1; row < pool.capacity; row++)
    state.arena.i32[commandAt(commands, row) + COMMAND.IMAGE] = 0
  playback.rows = rows
  playback.free.length = playback.freed.length = 0
}

/** Returns the bytes that the entries take in addition to their columns. */
export function entryBytes({ table, used }: Entries): number {
  let bytes = 0
  for (const row of used) {
    const at = row - 1
    bytes += modeBytes(table.modeCount[at]) + nodeBytes(table.nodeCount[at]) + 4 * table.deformRoom[at] + 64
  }
  return bytes
}

/**
 * Writes the entries, after their skeletons have seats.
 *
 * @param ids entities of the skeletons in this world.
 * @param rename saved entity id → the entity in this world.
 */
export function putEntries(
  state: AnimationState,
  given: Entries,
  ids: readonly number[],
  rename: (id: number) => number,
  masks: (rig: RegisteredRig) => readonly ReturnType<typeof createMask>[],
): void {
  const { arena, playback, skeletons } = state
  const { table, used } = given
  const rows = rowsOf(given.rows)
  putTable(table, playback.entries, rows)
  putTable(given.tracks, playback.trackEntries, rows)
  putTable(given.layers, playback.layerEntries, rows)
  playback.free.push(...given.free)
  playback.freed.push(...given.freed)
  let mode = 0
  let node = 0
  used.forEach((row, nth) => {
    const at = row - 1
    const room = (bytes: number) => (bytes > 0 ? allocate(arena, bytes) >> 2 : 0)
    const modes = room(modeBytes(table.modeCount[at]))
    const deforms = room(4 * table.deformRoom[at])
    const nodes = room(nodeBytes(table.nodeCount[at]))
    const entity = rename(table.entity[at])
    const rig = entity === 0 ? null : state.rigs[skeletons.rig[entity]]
    const mask =
      rig && given.masks[nth] > 0
        ? maskWords(state, rig, masks(rig)[given.masks[nth] - 1], table.animation[at])
        : 0
    const { entries } = playback
    entries.entity[row] = entity
    entries.modes[row] = modes
    entries.deforms[row] = deforms
    entries.nodes[row] = nodes
    entries.mask[row] = mask
    const { i32 } = arena
    for (let i = 0; i < table.modeCount[at]; i++, mode++) {
      i32[modes + i * MODE_WORDS] = given.modes[mode]
      for (let word = 1; word < MODE_WORDS; word++)
        i32[modes + i * MODE_WORDS + word] = given.memories[mode * (MODE_WORDS - 1) + word - 1]
    }
    for (let i = 0; i < table.nodeCount[at]; i++) i32[nodes + i] = given.nodes[node++]
  })
  putTracks(state, given, ids)
  putCommands(state, given, ids)
}

function putTracks(state: AnimationState, { current }: Entries, ids: readonly number[]): void {
  const { arena, skeletons } = state
  let at = 0
  for (const eid of ids) {
    const count = skeletons.trackCount[eid]
    const words = count > 0 ? allocate(arena, 4 * count) >> 2 : -1
    state.skeletons.tracks[eid] = words
    for (let track = 0; track < count; track++) arena.i32[words + track] = current[at++]
  }
}

function putCommands(
  state: AnimationState,
  { commands: given, table }: Entries,
  ids: readonly number[],
): void {
  for (const eid of ids) state.skeletons.command[eid] = -1
  if (!given) return
  let at = 0
  let deform = 0
  for (const [nth, eid] of ids.entries()) {
    let before = -1
    for (const end = at + given.counts[nth]; at < end; at++) {
      const row = given.rows[at]
      const { program, rig } = chunkAt(state.blocks, state.skeletons.chunk[eid])
      const image = animationWords(state, rig, table.animation[row - 1])
      const channels = channelWords(state, program, table.animation[row - 1])
      const { arena, playback } = state
      const { f64, i32 } = arena
      const { commands, entries } = playback
      const command = commandAt(commands, row)
      ;[COMMAND.TIME, COMMAND.ALPHA, COMMAND.HOLD].forEach((word, i) => {
        f64[(command + word) >> 1] = given.numbers[3 * at + i]
      })
      i32[command + COMMAND.IMAGE] = image
      i32[command + COMMAND.CHANNELS] = channels
      i32[command + COMMAND.BLEND] = given.blends[at]
      i32[command + COMMAND.MODES] = given.moded[at] === 1 ? entries.modes[row] : -1
      i32[command + COMMAND.DEFORMS] = entries.deforms[row]
      i32[command + COMMAND.DEFORMS_END] = entries.deforms[row] + given.deformCounts[at]
      for (let i = 0; i < given.deformCounts[at]; i++) i32[entries.deforms[row] + i] = given.deforms[deform++]
      i32[command + COMMAND.NEXT] = -1
      i32[command + COMMAND.PREVIOUS] = before < 0 ? 0 : commandAt(commands, before) - command
      if (before < 0) state.skeletons.command[eid] = row
      else i32[commandAt(commands, before) + COMMAND.NEXT] = row
      before = row
    }
  }
}
