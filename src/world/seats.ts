import { allocate, release } from '../memory/arena'
import { LANES } from '../memory/lanes'
import type { Blocks, Chunk, RegisteredProgram } from './blocks'
import type { AnimationState } from './state'

/** A kernel call works on at most this many blocks: what stays in a core's cache between systems. */
const MOST_BLOCKS = 8

/** The masks `live`, `run` and `skin` and the owners, behind the records. */
function bookkeepingWords(blocks: number): number {
  return (3 + LANES) * blocks
}

/**
 * Gives the entity a lane in a block of `program`. Its rows hold whatever was there before.
 * A structure call: the arena may grow.
 */
export function takeSeat(state: AnimationState, program: RegisteredProgram, entity: number): void {
  let chunk = program.chunks.at(-1)
  if (!chunk || chunk.used === chunk.blocks * LANES) chunk = addChunk(state, program)
  occupy(state, chunk, chunk.used++, entity, 0)
}

/**
 * Takes the entity's lane back and closes the gap with the program's last skeleton, so that blocks stay
 * full: a block costs the same whatever its occupancy (PERF-NOTES §11).
 */
export function leaveSeat(state: AnimationState, entity: number): void {
  const { blocks, skeletons } = state
  freeSeat(state, chunkAt(blocks, skeletons.chunk[entity]), skeletons.seat[entity])
  skeletons.chunk[entity] = -1
}

/** Moves the entity with all its rows into a block of another program of the same rig. */
export function moveSeat(state: AnimationState, entity: number, program: RegisteredProgram): void {
  const { arena, blocks, skeletons } = state
  const from = chunkAt(blocks, skeletons.chunk[entity])
  if (from.program === program) return
  const seat = skeletons.seat[entity]
  const masks = masksAt(arena.i32, from, seat)
  takeSeat(state, program, entity)
  const to = chunkAt(blocks, skeletons.chunk[entity])
  copyLane(arena.i32, from, seat, to, skeletons.seat[entity])
  occupy(state, to, skeletons.seat[entity], entity, masks)
  freeSeat(state, from, seat)
}

function freeSeat(state: AnimationState, chunk: Chunk, seat: number): void {
  const { arena } = state
  const { chunks } = chunk.program
  const last = chunks[chunks.length - 1]
  const lastSeat = --last.used
  const mover = arena.i32[last.owners + lastSeat]
  const masks = masksAt(arena.i32, last, lastSeat)
  vacate(state, last, lastSeat)
  if (last !== chunk || lastSeat !== seat) {
    copyLane(arena.i32, last, lastSeat, chunk, seat)
    vacate(state, chunk, seat)
    occupy(state, chunk, seat, mover, masks)
  }
  if (last.used === 0) dropChunk(state, last)
}

export function chunkAt(blocks: Blocks, id: number): Chunk {
  const chunk = blocks.chunks[id]
  if (!chunk) throw new RangeError(`no chunk ${id}`)
  return chunk
}

/** Word index of row 0 of the chunk's first section, in the block and lane of `seat`. */
export function seatBase(chunk: Chunk, seat: number): number {
  return chunk.words + Math.floor(seat / LANES) * chunk.layout.stride + (seat % LANES)
}

/** Copies every row of a lane: all sections are lane-interleaved. */
function copyLane(i32: Int32Array, from: Chunk, seat: number, to: Chunk, toSeat: number): void {
  const { stride } = from.layout
  const source = seatBase(from, seat)
  const target = seatBase(to, toSeat)
  for (let row = 0; row < stride; row += LANES) i32[target + row] = i32[source + row]
}

/** Zeroes every row of a lane. */
export function clearSeat(i32: Int32Array, chunk: Chunk, seat: number): void {
  const base = seatBase(chunk, seat)
  for (let row = 0; row < chunk.layout.stride; row += LANES) i32[base + row] = 0
}

const RUNS = 1
const SKINNED = 2

/** What the lane does in the tick that is open; a skeleton that moves in mid-tick goes on doing it. */
function masksAt(i32: Int32Array, chunk: Chunk, seat: number): number {
  const block = Math.floor(seat / LANES)
  const bit = 1 << (seat % LANES)
  return (
    ((i32[chunk.run + block] & bit) !== 0 ? RUNS : 0) | ((i32[chunk.skin + block] & bit) !== 0 ? SKINNED : 0)
  )
}

function occupy(state: AnimationState, chunk: Chunk, seat: number, entity: number, masks: number): void {
  const { i32 } = state.arena
  const { skeletons } = state
  const block = Math.floor(seat / LANES)
  const bit = 1 << (seat % LANES)
  i32[chunk.owners + seat] = entity
  i32[chunk.live + block] |= bit
  if ((masks & RUNS) !== 0) i32[chunk.run + block] |= bit
  if ((masks & SKINNED) !== 0) i32[chunk.skin + block] |= bit
  skeletons.chunk[entity] = chunk.id
  skeletons.seat[entity] = seat
}

function vacate(state: AnimationState, chunk: Chunk, seat: number): void {
  const { i32 } = state.arena
  const block = Math.floor(seat / LANES)
  i32[chunk.owners + seat] = 0
  i32[chunk.live + block] &= ~(1 << (seat % LANES))
  i32[chunk.run + block] &= ~(1 << (seat % LANES))
  i32[chunk.skin + block] &= ~(1 << (seat % LANES))
}

function addChunk(state: AnimationState, program: RegisteredProgram): Chunk {
  const { arena, blocks } = state
  const layout = program.rig.layout
  const count = Math.min(MOST_BLOCKS, 2 ** program.chunks.length)
  const words = allocate(arena, chunkBytes(layout.stride, count)) >> 2
  const live = words + layout.stride * count
  const id = blocks.freeIds.pop() ?? blocks.chunks.length
  const chunk: Chunk = {
    id,
    rig: program.rig,
    program,
    layout,
    blocks: count,
    words,
    live,
    run: live + count,
    skin: live + 2 * count,
    owners: live + 3 * count,
    used: 0,
    solved: -1,
  }
  blocks.chunks[id] = chunk
  program.chunks.push(chunk)
  return chunk
}

function dropChunk(state: AnimationState, chunk: Chunk): void {
  const { arena, blocks } = state
  release(arena, chunk.words << 2, chunkBytes(chunk.layout.stride, chunk.blocks))
  blocks.chunks[chunk.id] = null
  blocks.freeIds.push(chunk.id)
  chunk.program.chunks.pop()
}

function chunkBytes(stride: number, blocks: number): number {
  return (stride * blocks + bookkeepingWords(blocks)) * 4
}
