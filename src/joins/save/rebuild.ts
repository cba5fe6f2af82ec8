/**
 * Rebuilds a world from the content of a save: removes all rows of skeletons and sprites, then makes the saved ones.
 */

import { allocate, reserve, sizeClass } from '../../base/memory/arena'
import { type ColumnPool, type ColumnSchema, growColumns } from '../../base/memory/columns'
import { LANES, LOCAL_FIELDS } from '../../base/memory/lanes'
import { overrideBones } from '../../rig/program/override'
import { showAnew } from '../../streams/changes'
import { growStreams } from '../../streams/memory'
import { forgetSkeletons } from '../../tick/settle'
import { prepareTracks } from '../../tracks/entries/prepare'
import { freeRows } from '../../tracks/entries/rows'
import { addLink, forgetLinks, type LinkState } from '../../world/attached/links'
import { addAwake } from '../../world/awake'
import { seatBase, worldBase } from '../../world/chunks/addresses'
import type { RegisteredProgram, RegisteredRig } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { markLane } from '../../world/chunks/marks'
import { animationWords, channelWords, maskWords, programFor } from '../../world/chunks/registry'
import { takeSeat } from '../../world/chunks/seats'
import { allocateWorld, noteKnown } from '../../world/chunks/world-rows'
import { COMMAND_WORDS } from '../../world/commands'
import { noteEverything } from '../../world/flags/changes'
import { hasLeftRows } from '../../world/flags/states'
import { quadRow } from '../../world/quads'
import { ACTIVITY } from '../../world/skeletons'
import { type AnimationState, PLACE } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { addOffset, OFFSET_POSE, OFFSET_WHAT, OFFSET_WORDS, offsetAt } from '../bone-controls/offsets'
import { type ControlledState, controlsIn } from '../bone-controls/state'
import { CHILD_KIND, forgetNesting, nestingIn } from '../nesting/state'
import { forgetSprites, giveRow } from '../sprites/rows'
import { hasSprites, spritesIn } from '../sprites/state'
import type { ColumnsLike, Content } from './content'
import { entryBytes, prepareEntries, putEntries } from './entries'
import { type LaneRows, laneRows, putDeforms, putLane } from './lanes'
import { skinCount, skinHere, type ToldRig } from './rigs'
import { putTable } from './tables'

const { listed, moved, owesSkin } = ACTIVITY

/** Saved entity id → the entity in this world; 0 stays 0. */
type Rename = (id: number) => number

function rigOf({ registered }: ToldRig): RegisteredRig {
  if (!registered) throw new RangeError('osteon: a skeleton without a rig')
  return registered
}

/** The skins and programs of saved skeletons in this world, by the skeleton's index in the save. */
interface Ready {
  readonly skins: readonly number[]
  readonly programs: readonly RegisteredProgram[]
}

/**
 * Brings the animations and programs of saved skeletons into the arena, and reserves all further memory, so that
 * `rebuild` cannot fail. The world looks the same afterwards.
 *
 * @throws OsteonError `out-of-memory`.
 */
export function makeReady(state: AnimationState, content: Content): Ready {
  const { entries, skeletons } = content
  const { ids, told, offsets, deforms } = skeletons
  const places = new Map(Array.from(ids, (eid, nth) => [eid, nth]))
  const depths = depthsOf(content)
  // Combined skins keep their order if their numbers are free. So unused ones are made, too.
  for (const rig of content.rigs)
    for (const i of rig.made.keys()) skinHere(rig, skinCount(rig) - rig.made.length + i)
  const skins = told.map((rig, nth) => skinHere(rig, skeletons.skins[nth]))
  let offset = 0
  const programs = told.map((rig, nth) => {
    const bones: number[] = []
    for (const end = offset + offsets.counts[nth]; offset < end; offset++)
      if ((offsets.what[offset] & 1) !== 0) bones.push(offsets.what[offset] >> 1)
    const override = bones.length > 0 ? overrideBones(bones) : undefined
    return programFor(state, rigOf(rig), skins[nth], depths.get(ids[nth]) ?? 0, override)
  })
  let key = 0
  let slot = 0
  for (const [nth, rig] of told.entries())
    for (const end = slot + deforms.counts[nth]; slot < end; slot++)
      if (deforms.states[slot] > 1) animationWords(state, rigOf(rig), deforms.animations[key++])
  entries.used.forEach((row, nth) => {
    const place = places.get(entries.table.entity[row - 1])
    const animation = entries.table.animation[row - 1]
    if (place === undefined || animation < 0) return
    const rig = rigOf(told[place])
    animationWords(state, rig, animation)
    channelWords(state, programs[place], animation)
    const mask = entries.masks[nth]
    if (mask > 0) maskWords(state, rig, told[place].masks[mask - 1], animation)
  })
  reserve(state.arena, state.arena.top + bytesFor(state, content, programs))
  return { skins, programs }
}

/** Maps a saved entity id to its depth of nesting. */
function depthsOf({ children: { table } }: Content): ReadonlyMap<number, number> {
  return new Map(Array.from(table.entity, (eid, i) => [eid, table.depth[i]]))
}

/** Returns an upper limit of the bytes that `rebuild` takes from the arena. */
function bytesFor(state: AnimationState, content: Content, programs: readonly RegisteredProgram[]): number {
  const { children, entities, entries, skeletons, sprites } = content
  const { playback, pool, streams } = state
  const seats = new Map<RegisteredProgram, number>()
  for (const program of programs) seats.set(program, (seats.get(program) ?? 0) + 1)
  let bytes = entryBytes(entries)
  for (const [{ rig }, count] of seats) {
    const { layout } = rig
    const words = layout.stride + layout.worldStride + layout.plan + 32 + (rig.source.slots.count >> 5)
    // Chunks grow from one block to two to four: at most twice the blocks needed, plus one.
    bytes += (2 * Math.ceil(count / LANES) + 8) * sizeClass(4 * words)
  }
  for (const count of skeletons.colors.counts) bytes += 4 * count + 64
  for (const count of skeletons.table.trackCount) bytes += 4 * count + 64
  const highest = entities.ids.at(-1) ?? 0
  const counts = entities.ids.length
  bytes += poolBytes(pool, 2 * (highest + counts))
  for (const columns of [playback.pool, playback.trackPool, playback.layerPool])
    bytes += poolBytes(columns, 2 * entries.rows)
  bytes += 8 * COMMAND_WORDS * entries.rows
  const nesting = nestingIn(state)
  if (nesting) bytes += poolBytes(nesting.pool, 4 * children.count)
  bytes += poolBytes(state.followers.pool, 4 * counts)
  const own = spritesIn(state)
  if (own) {
    bytes += poolBytes(own.places, 2 * (highest + counts))
    bytes += poolBytes(own.pool, 4 * sprites.count) + poolBytes(own.copies, 8 * sprites.count)
  }
  const controls = controlsIn(state)
  if (controls) {
    bytes += poolBytes(controls.targets.pool, 4 * counts)
    bytes += 16 * OFFSET_WORDS * (skeletons.offsets.what.length + controls.offsets.top)
  }
  // A sprite has four vertices of eight bytes.
  bytes += 16 * (streams.pools.vertices.capacity + 4 * sprites.count)
  return bytes + (bytes >> 6) + 65_536
}

function poolBytes({ capacity, schema }: ColumnPool<ColumnSchema>, wanted: number): number {
  return wanted > capacity ? 8 * Object.keys(schema).length * Math.max(wanted, 2 * capacity) : 0
}

/**
 * Replaces all rows of skeletons and sprites by the saved ones. Entities and components must already match.
 *
 * @param places saved id → id in this world, if they differ.
 * @param columns the public ones of this world.
 */
export function rebuild(
  world: AnimationWorld,
  content: Content,
  ready: Ready,
  places: ReadonlyMap<number, number>,
  columns: ColumnsLike,
): void {
  const { animation: state } = world
  const rename: Rename = (id) => places.get(id) ?? id
  clear(state)
  const { number, place, done, samplings, seconds } = content.tick
  Object.assign(state.tick, { number, place, done, samplings, activeStale: true })
  state.tick.seconds.set(seconds)
  putMixes(state, content)
  putColumns(content, ready, columns, rename)
  const ids = Array.from(content.skeletons.ids, rename)
  putSkeletons(state, content, ready, ids)
  putWorlds(state, content, ids)
  prepareEntries(state, content.entries)
  putEntries(state, content.entries, ids, rename, (rig) => masksOf(content, rig))
  for (const eid of ids) prepareTracks(state, eid)
  putSprites(state, content, rename)
  putLinks(state.followers, content.followers, rename)
  const controls = controlsIn(state)
  if (controls) putLinks(controls.targets, content.targets, rename)
  putChildren(state, content, rename)
  putEvents(state, content, rename)
  putMarks(state, content, ids)
  state.nextSerial = content.nextSerial
  state.solved = content.solved
  state.structure++
  state.hits = null
  state.poses.clear()
  showAnew(state)
}

/** Frees all rows, and clears all queues. Rigs, atlases and pending entities stay. */
function clear(state: AnimationState): void {
  const { awake, events, playback, streams, tick } = state
  const { pools } = streams
  const waiting = [...tick.pending]
  forgetSkeletons(state)
  for (const eid of waiting) tick.pending.add(eid)
  if (hasSprites(state)) forgetSprites(state)
  forgetLinks(state.followers)
  const controls = controlsIn(state)
  if (controls) forgetLinks(controls.targets)
  const nesting = nestingIn(state)
  if (nesting) forgetNesting(nesting)
  freeRows(state)
  awake.count = 0
  playback.markedCount = 0
  events.queue.count = events.shown.count = 0
  pools.tail.vertexCount = pools.tail.indexCount = pools.tailRunCount = pools.staleCount = 0
  pools.tailStale = true
}

function masksOf({ rigs }: Content, rig: RegisteredRig): ToldRig['masks'] {
  return rigs.find(({ registered }) => registered === rig)?.masks ?? []
}

/** Sets mix durations as saved. A rig that the saved world did not have keeps its own. */
function putMixes({ rigsById }: AnimationState, { others, rigs }: Content): void {
  for (const id of others) {
    const mixes = rigsById.get(id)?.mixes
    if (mixes) mixes.fallback = 0
    mixes?.pairs.clear()
  }
  for (const { registered, mixes } of rigs) {
    if (!registered) continue
    registered.mixes.fallback = mixes.fallback
    registered.mixes.pairs.clear()
    mixes.pairs.forEach((pair, i) => {
      registered.mixes.pairs.set(pair, mixes.seconds[i])
    })
  }
}

/** Writes public columns. */
function putColumns(content: Content, ready: Ready, columns: ColumnsLike, rename: Rename): void {
  const { components, entities, rigs, skeletons } = content
  const to = Array.from(entities.ids, rename)
  for (const [component, table] of Object.entries(components)) putTable(table, columns[component], to)
  const hosts = [columns.BoneFollower, columns.BoneTarget].flatMap((table) => table?.host ?? [])
  for (const eid of to) {
    for (const host of hosts) host[eid] = rename(host[eid])
    columns.Skeleton.rig[eid] = rigs[columns.Skeleton.rig[eid] - 1]?.registered?.number ?? 0
  }
  skeletons.ids.forEach((id, nth) => {
    columns.Skeleton.skin[rename(id)] = ready.skins[nth]
  })
}

function putSkeletons(state: AnimationState, content: Content, ready: Ready, ids: readonly number[]): void {
  const { alive, pool, skeletons } = state
  const controls = controlsIn(state)
  const { colors, deforms, lanes, offsets: toldOffsets, table } = content.skeletons
  const highest = ids.reduce((most, eid) => Math.max(most, eid), 0)
  if (highest >= pool.capacity) growColumns(pool, Math.max(highest + 1, Math.ceil(pool.capacity * 1.5)))
  for (const column of Object.values(pool.columns)) for (const eid of ids) column[eid] = 0
  if (alive.ids.length < ids.length) alive.ids = new Int32Array(2 * ids.length)
  const rows = new Map<RegisteredRig, LaneRows>()
  let difference = 0
  let color = 0
  let offset = 0
  for (const [nth, eid] of ids.entries()) {
    const program = ready.programs[nth]
    const lane = rows.get(program.rig) ?? laneRows(program.rig)
    rows.set(program.rig, lane)
    // `putOffset` puts an offset first in its list, so they are inserted from last to first.
    if (controls)
      for (let i = offset + toldOffsets.counts[nth] - 1; i >= offset; i--)
        putOffset(controls, eid, toldOffsets, i)
    offset += toldOffsets.counts[nth]
    skeletons.rig[eid] = program.rig.number
    skeletons.skin[eid] = ready.skins[nth]
    takeSeat(state, program, eid)
    difference = putLane(state, eid, lanes, difference, lanes.counts[nth], lane)
    const count = colors.counts[nth]
    if (count > 0) putColors(state, eid, colors.values.subarray(color, color + count))
    color += count
    alive.ids[nth] = eid
  }
  alive.count = ids.length
  putTable(table, skeletons, ids)
  ids.forEach((eid, nth) => {
    noteEverything(state, eid)
    // Vertices are made again. If the save has the bones, their program waits for its turn, because it may keep state.
    skeletons.activity[eid] |= content.skeletons.worlds.counts[nth] > 0 ? owesSkin : moved
  })
  const place = { slot: 0, key: 0, offset: 0 }
  for (const [nth, eid] of ids.entries()) putDeforms(state, eid, deforms, deforms.counts[nth], place)
}

function putOffset(
  state: ControlledState,
  eid: number,
  { what, poses }: Content['skeletons']['offsets'],
  at: number,
): void {
  const row = offsetAt(state.offsets, addOffset(state, eid, what[at] >> 1))
  const { f32, i32 } = state.arena
  i32[row + OFFSET_WHAT] = what[at]
  for (let field = 0; field < LOCAL_FIELDS; field++)
    f32[row + OFFSET_POSE + field] = poses[LOCAL_FIELDS * at + field]
}

function putColors({ arena, skeletons }: AnimationState, eid: number, values: Float32Array): void {
  const words = allocate(arena, values.byteLength) >> 2
  arena.f32.set(values, words)
  skeletons.colors[eid] = words
}

/** Writes world rows that cannot be computed again. Programs with such skeletons keep the rows of all. */
function putWorlds(state: AnimationState, { skeletons: { worlds } }: Content, ids: readonly number[]): void {
  const { blocks, skeletons } = state
  for (const eid of ids) {
    if (!hasLeftRows(state, eid)) continue
    const { program } = chunkAt(blocks, skeletons.chunk[eid])
    program.left++
    for (const chunk of program.chunks) if (chunk.world === 0) allocateWorld(state, chunk)
  }
  let at = 0
  for (const [nth, eid] of ids.entries()) {
    const chunk = chunkAt(blocks, skeletons.chunk[eid])
    if (worlds.counts[nth] > 0 && chunk.world === 0) allocateWorld(state, chunk)
    const { i32 } = state.arena
    const base = worldBase(chunk, seatBase(chunk, skeletons.seat[eid]))
    for (let row = 0; row < worlds.counts[nth]; row++) i32[base + row * LANES] = worlds.words[at++]
    if (worlds.counts[nth] === 0) continue
    noteKnown(i32, chunk, skeletons.seat[eid], true)
    chunk.wanted = state.tick.number
  }
}

function putSprites(state: AnimationState, { sprites: { table } }: Content, rename: Rename): void {
  if (!hasSprites(state)) return
  const rows = Array.from(table.entity, (id, i) => giveRow(state, rename(id), table.serial[i]))
  growStreams(state.arena, state.streams)
  putTable(table, state.sprites.rows, rows)
  rows.forEach((row, i) => {
    state.sprites.rows.entity[row] = rename(table.entity[i])
  })
}

function putLinks(links: LinkState, { count, table }: Content['followers'], rename: Rename): void {
  for (const id of table.entity) addLink(links, rename(id))
  const rows = Array.from({ length: count }, (_, i) => i)
  putTable(table, links.rows, rows)
  for (const row of rows) {
    links.rows.entity[row] = rename(table.entity[row])
    links.pool.columns.host[row] = rename(table.host[row])
  }
  links.left?.clear()
}

function putChildren(state: AnimationState, { children }: Content, rename: Rename): void {
  const { blocks, joins, skeletons } = state
  const { count, last, next, table } = children
  const nesting = nestingIn(state)
  if (count === 0 || nesting === null) return
  if (count >= nesting.pool.capacity) growColumns(nesting.pool, 2 * count)
  const { rows } = nesting
  const own = Array.from({ length: count }, (_, i) => i + 1)
  putTable(table, rows, own)
  for (const [i, row] of own.entries()) {
    rows.entity[row] = rename(table.entity[i])
    rows.holder[row] = rename(table.holder[i])
    rows.next[row] = next[i]
    rows.last[row] = last[i]
    nesting.places.set(rows.entity[row], row)
    if (last[i] === 0) skeletons.carries[rows.holder[row]] = row
    if (rows.kind[row] === CHILD_KIND.skeleton) skeletons.carried[rows.entity[row]] = row
    else joins.quads.rows.carried[quadRow(joins.quads, rows.entity[row])] = row
  }
  nesting.top = count + 1
  blocks.deepest = own.reduce((most, row) => Math.max(most, rows.depth[row]), 0)
  nesting.orderStale = nesting.cutsStale = true
}

function putEvents({ events }: AnimationState, { events: told, rigs }: Content, rename: Rename): void {
  const { queue } = events
  const { count, next, sampling, table } = told
  for (const [name, column] of Object.entries(table)) {
    const present = (queue as unknown as Record<string, typeof column>)[name]
    if (present.length < count)
      Object.assign(queue, {
        [name]: new (present.constructor as new (length: number) => typeof column)(2 * count),
      })
  }
  putTable(
    table,
    queue as unknown as Record<string, (typeof table)[string]>,
    Array.from({ length: count }, (_, i) => i),
  )
  for (let i = 0; i < count; i++) {
    queue.entity[i] = rename(queue.entity[i])
    queue.rig[i] = rigs[table.rig[i] - 1]?.registered?.number ?? 0
  }
  queue.count = count
  events.next = next
  events.sampling = sampling
}

/** Writes the bits of lanes (mix, run, skin) in the open tick, and lists its awake skeletons. */
function putMarks(state: AnimationState, { skeletons: { marks } }: Content, ids: readonly number[]): void {
  const { blocks, skeletons, tick } = state
  const isSolved = (tick.done & (1 << PLACE.worldTransform)) !== 0
  for (const [nth, eid] of ids.entries()) {
    if ((skeletons.activity[eid] & listed) !== 0) {
      skeletons.activity[eid] &= ~listed
      addAwake(state, eid)
    }
    if (marks[nth] === 0) continue
    const chunk = chunkAt(blocks, skeletons.chunk[eid])
    markLane(state, chunk, skeletons.seat[eid], marks[nth])
    if (isSolved) chunk.solved = tick.number
  }
}
