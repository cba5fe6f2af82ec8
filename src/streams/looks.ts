/** Writes the looks of vertices into a renderer's arrays. */

import { LANES, SLOT } from '../base/memory/lanes'
import { seatBase } from '../world/chunks/addresses'
import { chunkAt } from '../world/chunks/blocks'
import { QUAD_VERTICES, quadRow } from '../world/quads'
import type { AnimationState } from '../world/state'
import { stateOf } from '../world/state-of'
import { ALL_QUADS, LOOK, type LookArrays, type VertexLooks } from '../world/streams'
import type { AnimationWorld } from '../world/world-type'
import { noteRange } from './changes'
import { colorInfo, darkColor, lightColor } from './colors'
import { pageOf, shownFrame, slotRows } from './shown'

/** The looks of all retained vertices; made by `createLooks`. */
export interface RetainedLooks extends LookArrays {
  /** Vertices that the arrays hold: `StreamState.capacity`. */
  capacity: number
  /** Number of the first unread note of `StreamState.looks`; -1: all looks are to be written. */
  read: number
}

/**
 * Arrays for the looks of vertices, for a renderer of your own; empty until `updateLooks`.
 */
export function createLooks(): RetainedLooks {
  return { ...lookArrays(0), capacity: 0, read: -1 }
}

/**
 * For each bit of LOOK, the lowest first, 1 for every CHANGE_PAGE vertices among which some were written: `StreamChanges`
 * of looks.
 */
export type LookPages = readonly Uint8Array[]

/** Brings the looks of all retained vertices up to date. The tail has its own. Arrays are replaced as they grow. */
export function updateLooks(world: AnimationWorld, looks: RetainedLooks): void {
  renewLooks(stateOf(world), looks, null)
}

/**
 * Brings looks up to date, and notes what was written. Where arrays were replaced, all has been written.
 *
 * @param pages reach as far as the stream's vertices.
 */
export function renewLooks(state: AnimationState, looks: RetainedLooks, pages: LookPages | null): void {
  const { capacity, looks: log } = state.streams
  if (looks.capacity !== capacity) Object.assign(looks, lookArrays(capacity), { capacity, read: -1 })
  if (looks.read < log.first) {
    const { alive } = state
    for (let i = 0; i < alive.count; i++) update(state, looks, pages, alive.ids[i], LOOK.all, -1)
    updateQuads(state, looks, pages, LOOK.all)
  } else {
    const mask = log.drawables.length - 1
    for (let i = looks.read; i < log.next; i++) {
      const at = i & mask
      const drawable = log.drawables[at]
      if (drawable >= 0) update(state, looks, pages, drawable, log.parts[at], log.slots[at])
      else if (drawable === ALL_QUADS) updateQuads(state, looks, pages, log.parts[at])
      else {
        const row = quadRow(state.joins.quads, ~drawable)
        if (row !== 0) updateQuad(state, looks, pages, row, log.parts[at])
      }
    }
  }
  looks.read = log.next
}

function update(
  state: AnimationState,
  looks: LookArrays,
  pages: LookPages | null,
  eid: number,
  parts: number,
  slot: number,
): void {
  const count = lookCount(state, eid, slot)
  if (count === 0) return
  const first = lookStart(state, eid, slot)
  writeLooks(state, eid, parts, slot, looks, first)
  if (pages !== null) noteParts(pages, parts, first, count)
}

function updateQuads(state: AnimationState, looks: LookArrays, pages: LookPages | null, parts: number): void {
  const { quads } = state.joins
  quads.writeAllLooks(parts, looks)
  if (pages === null) return
  const { alive, rows } = quads
  for (let bit = 0; bit < pages.length; bit++)
    if (((parts >> bit) & 1) !== 0)
      for (let i = 0; i < alive.count; i++) noteRange(pages[bit], rows.vertex[alive.ids[i]], 1)
}

function updateQuad(
  { joins: { quads } }: AnimationState,
  looks: LookArrays,
  pages: LookPages | null,
  row: number,
  parts: number,
): void {
  const first = quads.rows.vertex[row]
  quads.writeLooks(row, parts, looks, first)
  if (pages !== null) noteParts(pages, parts, first, QUAD_VERTICES)
}

function noteParts(pages: LookPages, parts: number, first: number, count: number): void {
  for (let bit = 0; bit < pages.length; bit++)
    if (((parts >> bit) & 1) !== 0) noteRange(pages[bit], first, count)
}

/** Arrays for the looks of so many vertices. */
export function lookArrays(vertices: number): LookArrays {
  const bytes = () => new Uint8Array(4 * vertices)
  return withWords({ uvs: new Float32Array(2 * vertices), light: bytes(), dark: bytes(), info: bytes() })
}

/** Adds the bytes of looks as words. They begin at a word of their buffers. */
export function withWords(looks: VertexLooks): LookArrays {
  const words = ({ buffer, byteOffset, length }: Uint8Array) =>
    new Uint32Array(buffer, byteOffset, length / 4)
  const { dark, info, light } = looks
  return { ...looks, lightWords: words(light), darkWords: words(dark), infoWords: words(info) }
}

/** First vertex that a note covers. @param slot -1 = the whole skeleton. */
function lookStart(state: AnimationState, eid: number, slot: number): number {
  const first = state.skeletons.vertexStart[eid]
  if (slot < 0) return first
  const { arena, blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const rows = slotRows(chunk, seatBase(chunk, skeletons.seat[eid]), slot)
  return first + Math.max(0, arena.i32[rows + SLOT.VERTEX * LANES])
}

/** Number of vertices that a note covers: 0 if the skeleton is gone; for a whole one its room, so that neighbours adjoin. */
function lookCount(state: AnimationState, eid: number, slot: number): number {
  const room = state.skeletons.serial[eid] === 0 ? 0 : state.skeletons.vertexRoom[eid]
  if (slot < 0 || room === 0) return room
  const { arena, blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  // The entity may have another skeleton by now.
  if (slot >= chunk.rig.source.slots.count) return 0
  const rows = slotRows(chunk, seatBase(chunk, skeletons.seat[eid]), slot)
  if (arena.i32[rows + SLOT.VERTEX * LANES] < 0) return 0
  return chunk.rig.source.attachments.vertices[arena.i32[rows + SLOT.ATTACHMENT * LANES]]
}

/**
 * Writes the looks of a skeleton, or of one of its slots, into arrays. The first vertex goes to `at`.
 *
 * @param parts bits of LOOK to write; others may be written, too.
 */
function writeLooks(
  state: AnimationState,
  eid: number,
  parts: number,
  only: number,
  looks: LookArrays,
  at: number,
): void {
  const { arena, blocks, skeletons } = state
  const { i32 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const base = seatBase(chunk, skeletons.seat[eid])
  const { slots, attachments } = chunk.rig.source
  const end = only < 0 ? slots.count : only + 1
  for (let slot = Math.max(0, only); slot < end; slot++) {
    const rows = slotRows(chunk, base, slot)
    const vertex = i32[rows + SLOT.VERTEX * LANES]
    if (vertex < 0) continue
    const attachment = i32[rows + SLOT.ATTACHMENT * LANES]
    const from = only < 0 ? at + vertex : at
    const to = from + attachments.vertices[attachment]
    if ((parts & LOOK.textures) !== 0) {
      const frame = shownFrame(attachments, attachment, i32[rows + SLOT.SEQUENCE * LANES])
      const uvs = attachments.uvs[attachment] + frame * attachments.vertices[attachment] * 2
      copyFloats(arena.f32, chunk.rig.image + uvs, looks.uvs, 2 * from, 2 * to)
      const info = colorInfo(state, eid, chunk, base, slot, attachment)
      fillWords(looks.infoWords, from, to, pageOf(chunk, attachment, frame) | info)
    }
    if ((parts & LOOK.light) !== 0)
      fillWords(looks.lightWords, from, to, lightColor(state, eid, chunk, base, slot, attachment))
    if ((parts & LOOK.dark) !== 0)
      fillWords(looks.darkWords, from, to, darkColor(state, eid, chunk, base, slot, attachment))
  }
}

function copyFloats(source: Float32Array, at: number, target: Float32Array, from: number, to: number): void {
  const shift = at - from
  for (let i = from; i < to; i++) target[i] = source[shift + i]
}

/** Fills the words of vertices from `from` to `to`. For few a loop is faster than a call. */
export function fillWords(target: Uint32Array, from: number, to: number, word: number): void {
  for (let i = from; i < to; i++) target[i] = word
}

/** Fills four bytes of each vertex from `from` to `to`, lowest byte first. */
export function fillBytes(target: Uint8Array, from: number, to: number, packed: number): void {
  for (let i = 4 * from; i < 4 * to; i += 4) {
    target[i] = packed
    target[i + 1] = packed >>> 8
    target[i + 2] = packed >>> 16
    target[i + 3] = packed >>> 24
  }
}
