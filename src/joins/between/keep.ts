/**
 * Keeps the vertices of the tick before the last.
 *
 * When a tick opens, `before` takes over the pages that the last tick changed. When it ends, skeletons whose vertices
 * have other numbers get those of the tick before by the new numbers, slot by slot. What has none there, because it is
 * new or shows something else, gets those of this tick.
 */

import { noteRange } from '../../streams/changes'
import { renewLooks } from '../../streams/looks'
import { NUMBERS, numbersOf, SLOT_NUMBERS, writeNumbers } from '../../streams/numbers'
import { isDrawn, showsClips } from '../../world/flags/states'
import { QUAD_VERTICES } from '../../world/quads'
import type { AnimationState } from '../../world/state'
import { CHANGE_PAGE, LOOK, type VertexArrays, type VertexLooks } from '../../world/streams'
import { keepClipped } from './list-clipped'
import { keepPlaces, movePlaces } from './places'
import { type BetweenState, growPresence, growScratch, growVertices, type Presence, SIGHT } from './state'

/** A tick is about to open. */
export function keepTick(state: AnimationState, between: BetweenState): void {
  // Another state was restored.
  if (between.now.read < state.streams.looks.first) forget(between)
  keepClipped(between.clips)
  keepPlaces(state, between)
  // Followers may have been placed after the last tick.
  absorb(state, between)
  const { before, moved, now, tinted, touched } = between
  const { positions } = state.streams
  for (let page = 0; page < moved.length; page++) {
    if (moved[page] !== 0) {
      copyPage(positions, before.positions, page, 2)
      touched[page] = 1
      moved[page] = 0
    }
    if ((tinted[0][page] | tinted[1][page] | tinted[2][page]) === 0) continue
    copyPage(now.light, before.light, page, 4)
    copyPage(now.dark, before.dark, page, 4)
    copyPage(now.info, before.info, page, 4)
    tinted[0][page] = tinted[1][page] = tinted[2][page] = 0
  }
  between.stale = true
}

/** Takes over what was written since: pages that may differ, and looks. The arrays grow with the stream. */
export function absorb(state: AnimationState, between: BetweenState): void {
  const { capacity, changes, vertexCount } = state.streams
  if (between.capacity !== capacity) growVertices(between, capacity)
  const { moved } = between
  for (let page = 0; page * CHANGE_PAGE < vertexCount; page++) moved[page] |= changes.positions[page]
  renewLooks(state, between.now, between.tinted)
}

/** Lets everything jump in the next tick. */
function forget({ moved, quads, shown, skeletons, tinted }: BetweenState): void {
  skeletons.serial.fill(0)
  quads.serial.fill(0)
  moved.fill(1)
  for (const pages of tinted) pages.fill(1)
  shown.changes.replaced = true
}

/** `skinning` has finished. */
export function endTick(state: AnimationState, between: BetweenState): void {
  state.joins.quads.catchUp?.()
  if (between.capacity !== state.streams.capacity) growVertices(between, state.streams.capacity)
  lookOut(state, between)
  listRenumbered(state, between)
  gather(state, between)
  absorb(state, between)
  scatter(state, between)
  movePlaces(state, between)
  between.stale = true
}

/** Finds who is drawn, and who jumps. */
function lookOut(state: AnimationState, { quads, skeletons: seen }: BetweenState): void {
  const { alive, joins, pool, skeletons } = state
  const { carry, quads: sprites } = joins
  growPresence(seen, pool.capacity)
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const shows = skeletons.vertexCount[eid] > 0 || showsClips(state, eid)
    const drawn = isDrawn(state, eid) && skeletons.chunk[eid] >= 0 && shows
    note(state, seen, eid, drawn, skeletons.serial[eid], skeletons.carried[eid])
  }
  const { carried, entity, serial, shown } = sprites.rows
  growPresence(quads, entity.length)
  for (let i = 0; i < sprites.alive.count; i++) {
    const row = sprites.alive.ids[i]
    note(state, quads, row, shown[row] !== 0, serial[row], carried[row])
  }
  if (carry === null) return
  // What is carried jumps with its carriers.
  for (let i = 0; i < alive.count; i++)
    if (skeletons.carried[alive.ids[i]] !== 0) follow(state, seen, seen, alive.ids[i], alive.ids[i])
  for (let i = 0; i < sprites.alive.count; i++) {
    const row = sprites.alive.ids[i]
    if (carried[row] !== 0) follow(state, seen, quads, row, entity[row])
  }
}

function note(
  { joins: { carry } }: AnimationState,
  presence: Presence,
  at: number,
  isShown: boolean,
  serial: number,
  carried: number,
): void {
  if (!isShown || (carried !== 0 && !carry?.isInSight(carried))) {
    presence.serial[at] = 0
    presence.sight[at] = SIGHT.none
    return
  }
  const stays = presence.serial[at] === serial && presence.carried[at] === carried
  presence.sight[at] = stays ? SIGHT.stays : SIGHT.jumps
  presence.serial[at] = serial
  presence.carried[at] = carried
}

/** Lets row `at` jump if one of the carriers of an entity does. */
function follow(
  { joins: { carry }, skeletons }: AnimationState,
  carriers: Presence,
  presence: Presence,
  at: number,
  eid: number,
): void {
  let carrier = carry?.carrierOf(eid) ?? 0
  while (carrier !== 0 && presence.sight[at] === SIGHT.stays) {
    if (carriers.sight[carrier] === SIGHT.jumps) presence.sight[at] = SIGHT.jumps
    carrier = skeletons.carried[carrier] === 0 ? 0 : (carry?.carrierOf(carrier) ?? 0)
  }
}

/** Lists the skeletons that jump, or whose vertices may have other numbers. */
function listRenumbered(state: AnimationState, between: BetweenState): void {
  const { alive, pool, streams } = state
  const { drawables, first, next, parts, slots } = streams.looks
  const { now, scratch, skeletons } = between
  if (scratch.noted.length < pool.capacity) scratch.noted = new Uint8Array(pool.capacity)
  if (between.renumbered.length < alive.count) between.renumbered = new Int32Array(2 * alive.count)
  const { noted } = scratch
  const mask = drawables.length - 1
  for (let i = Math.max(first, now.read); i < next; i++) {
    const drawable = drawables[i & mask]
    if (drawable >= 0 && parts[i & mask] === LOOK.all && slots[i & mask] < 0) noted[drawable] = 1
  }
  between.count = 0
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const sight = skeletons.sight[eid]
    if (sight === SIGHT.jumps || (sight === SIGHT.stays && noted[eid] === 1))
      between.renumbered[between.count++] = eid
    noted[eid] = 0
  }
}

/** Copies vertices that stay, of skeletons with new numbers, from `before` to scratch memory. */
function gather(state: AnimationState, between: BetweenState): void {
  const { before, count, renumbered, scratch, skeletons } = between
  let vertices = 0
  for (let i = 0; i < count; i++) {
    const eid = renumbered[i]
    if (skeletons.sight[eid] === SIGHT.jumps) continue
    const old = between.numbers[eid]
    const words = readNumbers(state, between, eid)
    if (!old || old[NUMBERS.RIG] !== scratch.numbers[NUMBERS.RIG]) continue
    for (let at: number = NUMBERS.SLOTS; at < words; at += SLOT_NUMBERS.WORDS) {
      const kept = keptVertices(old, scratch.numbers, at)
      if (kept === 0) continue
      growScratch(between, vertices + kept)
      const from = old[NUMBERS.START] + old[at + SLOT_NUMBERS.VERTEX]
      copyVertices(before.positions, before, from, scratch, vertices, kept)
      vertices += kept
    }
  }
}

/** Writes `before` of all that jumps or has new numbers. */
function scatter(state: AnimationState, between: BetweenState): void {
  const { before, count, moved, now, quads, renumbered, scratch, skeletons, tinted } = between
  const { joins, streams } = state
  const { vertexCount, vertexStart } = state.skeletons
  let vertices = 0
  for (let i = 0; i < count; i++) {
    const eid = renumbered[i]
    const words = readNumbers(state, between, eid)
    const { numbers } = scratch
    const old = between.numbers[eid]
    const start = vertexStart[eid]
    copyVertices(streams.positions, now, start, before, start, vertexCount[eid])
    noteRange(moved, start, vertexCount[eid])
    noteRange(tinted[1], start, vertexCount[eid])
    const stays = skeletons.sight[eid] === SIGHT.stays && old && old[NUMBERS.RIG] === numbers[NUMBERS.RIG]
    for (let at: number = NUMBERS.SLOTS; stays && at < words; at += SLOT_NUMBERS.WORDS) {
      const kept = keptVertices(old, numbers, at)
      if (kept === 0) continue
      const to = start + numbers[at + SLOT_NUMBERS.VERTEX]
      copyVertices(scratch.positions, scratch, vertices, before, to, kept)
      vertices += kept
    }
    if (old?.length === words) for (let at = 0; at < words; at++) old[at] = numbers[at]
    else between.numbers[eid] = numbers.slice(0, words)
  }
  const { alive, rows } = joins.quads
  for (let i = 0; i < alive.count; i++) {
    const row = alive.ids[i]
    const vertex = rows.vertex[row]
    if (quads.sight[row] !== SIGHT.jumps) continue
    copyVertices(streams.positions, now, vertex, before, vertex, QUAD_VERTICES)
    noteRange(moved, vertex, QUAD_VERTICES)
    noteRange(tinted[1], vertex, QUAD_VERTICES)
  }
}

/** Writes a skeleton's numbers to scratch memory. @returns how many there are. */
function readNumbers(state: AnimationState, { scratch }: BetweenState, eid: number): number {
  const words = numbersOf(state, eid)
  if (scratch.numbers.length < words) scratch.numbers = new Int32Array(2 * words)
  writeNumbers(state, eid, scratch.numbers)
  return words
}

/** Returns how many vertices a slot has in both ticks, if it shows the same attachment; else 0. */
function keptVertices(old: Int32Array, numbers: Int32Array, at: number): number {
  const attachment = at + SLOT_NUMBERS.ATTACHMENT
  return old[attachment] === numbers[attachment] ? numbers[at + SLOT_NUMBERS.COUNT] : 0
}

function copyVertices(
  positions: Float32Array,
  { light, dark, info }: VertexLooks,
  from: number,
  to: VertexArrays,
  at: number,
  count: number,
): void {
  for (let i = 0; i < 2 * count; i++) to.positions[2 * at + i] = positions[2 * from + i]
  for (let i = 0; i < 4 * count; i++) {
    to.light[4 * at + i] = light[4 * from + i]
    to.dark[4 * at + i] = dark[4 * from + i]
    to.info[4 * at + i] = info[4 * from + i]
  }
}

export function copyPage(
  from: Float32Array | Uint8Array,
  to: Float32Array | Uint8Array,
  page: number,
  width: number,
): void {
  const end = Math.min(to.length, (page + 1) * CHANGE_PAGE * width)
  for (let i = page * CHANGE_PAGE * width; i < end; i++) to[i] = from[i]
}
