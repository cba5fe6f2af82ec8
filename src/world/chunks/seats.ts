/** Gives and takes seats of skeletons in chunks, and finds the rows of a seat. */
import { allocate, release } from '../../base/memory/arena'
import { LANES } from '../../base/memory/lanes'
import { hasLeftRows } from '../flags/states'
import type { AnimationState } from '../state'
import { seatBase, worldBase } from './addresses'
import { type Chunk, chunkAt, type RegisteredProgram, type RegisteredRig } from './blocks'
import { filledWords, joinFilled } from './filled'
import { MOST_BLOCKS } from './layout'
import { markLane, masksAt } from './marks'
import { dropPlan } from './plans'
import { allocateWorld, isKnown, keepsWorldAlways, noteKnown, releaseWorld } from './world-rows'

/** Index of a program's first chunk with MOST_BLOCKS blocks. */
const FIRST_FULL = 31 - Math.clz32(MOST_BLOCKS)

/**
 * Returns the words after the records: the masks `live`, `mix`, `run` and `skin`, the owners, the bits of filled slots,
 * the plans and the mask `known`.
 */
function bookkeepingWords(rig: RegisteredRig, blocks: number): number {
  return (5 + LANES + rig.layout.plan) * blocks + filledWords(rig)
}

/**
 * Gives the entity a lane in a block of `program`, among the skeletons that are awake. Its rows hold arbitrary words of
 * earlier use. A structure call: the arena may grow.
 */
export function takeSeat(state: AnimationState, program: RegisteredProgram, eid: number): void {
  let chunk = program.chunks.at(-1)
  if (!chunk || chunk.used === chunk.blocks * LANES) chunk = addChunk(state, program)
  const end = chunk.first + chunk.used++
  moveLane(state, program, program.firstResting, end)
  chunk = chunkOfSeat(program, program.firstResting)
  const seat = program.firstResting++ - chunk.first
  occupy(state, chunk, seat, eid, 0)
  noteKnown(state.arena.i32, chunk, seat, false)
}

/**
 * Frees the entity's lane and closes the gap with the last skeleton, so that blocks stay full: a block with one
 * skeleton costs as much as a full one.
 */
export function leaveSeat(state: AnimationState, eid: number): void {
  const { blocks, skeletons } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  if (hasLeftRows(state, eid)) chunk.program.left--
  freeSeat(state, chunk, skeletons.seat[eid])
  skeletons.chunk[eid] = -1
}

/** Moves the entity, which was woken, with all its rows into a block of another program of the same rig. */
export function moveSeat(state: AnimationState, eid: number, program: RegisteredProgram): void {
  const { arena, blocks, skeletons } = state
  const from = chunkAt(blocks, skeletons.chunk[eid])
  if (from.program === program) return
  const seat = skeletons.seat[eid]
  const masks = masksAt(arena.i32, from, seat)
  takeSeat(state, program, eid)
  const to = chunkAt(blocks, skeletons.chunk[eid])
  copyLane(arena.i32, from, seat, to, skeletons.seat[eid])
  occupy(state, to, skeletons.seat[eid], eid, masks)
  freeSeat(state, from, seat)
}

/** Returns whether the seat belongs to a long sleeper. */
export function sitsAmongSleepers(chunk: Chunk, seat: number): boolean {
  return chunk.first + seat >= chunk.program.firstResting
}

/** Moves a skeleton to the long sleepers of its program. Their blocks are not visited. */
export function moveToSleepers(state: AnimationState, eid: number): void {
  const chunk = chunkAt(state.blocks, state.skeletons.chunk[eid])
  const number = chunk.first + state.skeletons.seat[eid]
  swapSeats(state, chunk.program, number, --chunk.program.firstResting)
}

/** Moves a long sleeper back to the skeletons that are awake. */
export function moveToAwake(state: AnimationState, eid: number): void {
  const chunk = chunkAt(state.blocks, state.skeletons.chunk[eid])
  const number = chunk.first + state.skeletons.seat[eid]
  swapSeats(state, chunk.program, number, chunk.program.firstResting++)
}

/** Closes a gap among the awake with the last of them, and the gap that this leaves with the last long sleeper. */
function freeSeat(state: AnimationState, chunk: Chunk, seat: number): void {
  const { program } = chunk
  const last = program.chunks[program.chunks.length - 1]
  let gap = chunk.first + seat
  vacate(state, chunk, seat)
  if (gap < program.firstResting) {
    program.firstResting--
    moveLane(state, program, program.firstResting, gap)
    gap = program.firstResting
  }
  last.used--
  moveLane(state, program, last.first + last.used, gap)
  if (last.used === 0) dropChunk(state, last)
}

/** Moves the skeleton on a seat to another seat, which is free. */
function moveLane(state: AnimationState, program: RegisteredProgram, number: number, target: number): void {
  if (number === target) return
  const { i32 } = state.arena
  const from = chunkOfSeat(program, number)
  const to = chunkOfSeat(program, target)
  const seat = number - from.first
  const masks = masksAt(i32, from, seat)
  const eid = i32[from.owners + seat]
  vacate(state, from, seat)
  copyLane(i32, from, seat, to, target - to.first)
  occupy(state, to, target - to.first, eid, masks)
}

/** Exchanges two skeletons with all their rows. */
function swapSeats(state: AnimationState, program: RegisteredProgram, one: number, other: number): void {
  if (one === other) return
  const { i32 } = state.arena
  const left = chunkOfSeat(program, one)
  const right = chunkOfSeat(program, other)
  const leftSeat = one - left.first
  const rightSeat = other - right.first
  const leftMasks = masksAt(i32, left, leftSeat)
  const rightMasks = masksAt(i32, right, rightSeat)
  const leftOwner = i32[left.owners + leftSeat]
  const rightOwner = i32[right.owners + rightSeat]
  vacate(state, left, leftSeat)
  vacate(state, right, rightSeat)
  swapLanes(i32, left, leftSeat, right, rightSeat)
  occupy(state, left, leftSeat, rightOwner, rightMasks)
  occupy(state, right, rightSeat, leftOwner, leftMasks)
}

/** Returns the chunk of a seat. Chunks double in length up to MOST_BLOCKS blocks. */
function chunkOfSeat({ chunks }: RegisteredProgram, number: number): Chunk {
  const block = number >> 2
  const early = 31 - Math.clz32(block + 1)
  const index = block < MOST_BLOCKS ? early : FIRST_FULL + Math.floor((block + 1 - MOST_BLOCKS) / MOST_BLOCKS)
  return chunks[index]
}

/** Copies every row of a lane: all sections are lane-interleaved. */
function copyLane(i32: Int32Array, from: Chunk, seat: number, to: Chunk, toSeat: number): void {
  const { stride, worldStride } = from.layout
  const source = seatBase(from, seat)
  const target = seatBase(to, toSeat)
  copyRows(i32, source, target, stride)
  joinFilled(i32, from, to)
  if (from.world !== 0 && to.world !== 0) {
    copyRows(i32, worldBase(from, source), worldBase(to, target), worldStride)
    noteKnown(i32, to, toSeat, isKnown(i32, from, seat))
  } else forgetLane(i32, to, toSeat)
}

/** Notes that a lane that a skeleton moves to has no world rows yet. */
function forgetLane(i32: Int32Array, chunk: Chunk, seat: number): void {
  clearWorld(i32, chunk, seatBase(chunk, seat))
  noteKnown(i32, chunk, seat, false)
}

function copyRows(i32: Int32Array, source: number, target: number, words: number): void {
  for (let row = 0; row < words; row += LANES) i32[target + row] = i32[source + row]
}

function swapLanes(i32: Int32Array, left: Chunk, leftSeat: number, right: Chunk, rightSeat: number): void {
  const { stride, worldStride } = left.layout
  const one = seatBase(left, leftSeat)
  const other = seatBase(right, rightSeat)
  swapRows(i32, one, other, stride)
  joinFilled(i32, left, right)
  joinFilled(i32, right, left)
  if (left.world !== 0 && right.world !== 0) {
    swapRows(i32, worldBase(left, one), worldBase(right, other), worldStride)
    const isLeftKnown = isKnown(i32, left, leftSeat)
    noteKnown(i32, left, leftSeat, isKnown(i32, right, rightSeat))
    noteKnown(i32, right, rightSeat, isLeftKnown)
  } else {
    forgetLane(i32, left, leftSeat)
    forgetLane(i32, right, rightSeat)
  }
}

function swapRows(i32: Int32Array, one: number, other: number, words: number): void {
  for (let row = 0; row < words; row += LANES) swapWords(i32, one + row, other + row)
}

function swapWords(i32: Int32Array, one: number, other: number): void {
  const word = i32[one]
  i32[one] = i32[other]
  i32[other] = word
}

/** Zeroes every row of a lane. */
export function clearSeat(i32: Int32Array, chunk: Chunk, seat: number): void {
  const base = seatBase(chunk, seat)
  for (let row = 0; row < chunk.layout.stride; row += LANES) i32[base + row] = 0
  clearWorld(i32, chunk, base)
}

/** Zeroes the world rows, if they are kept, of the lane whose rows begin at `base`. */
export function clearWorld(i32: Int32Array, chunk: Chunk, base: number): void {
  if (chunk.world === 0) return
  const world = worldBase(chunk, base)
  for (let row = 0; row < chunk.layout.worldStride; row += LANES) i32[world + row] = 0
}

function occupy(state: AnimationState, chunk: Chunk, seat: number, eid: number, masks: number): void {
  const { i32 } = state.arena
  const { skeletons } = state
  const block = seat >> 2
  const bit = 1 << (seat & (LANES - 1))
  i32[chunk.owners + seat] = eid
  i32[chunk.live + block] |= bit
  dropPlan(i32, chunk, seat)
  if (masks !== 0) markLane(state, chunk, seat, masks)
  skeletons.chunk[eid] = chunk.id
  skeletons.seat[eid] = seat
}

/** Frees a seat. Its rows stay as they are. */
function vacate(state: AnimationState, chunk: Chunk, seat: number): void {
  const { i32 } = state.arena
  const block = seat >> 2
  i32[chunk.owners + seat] = 0
  i32[chunk.live + block] &= ~(1 << (seat & (LANES - 1)))
  i32[chunk.mix + block] &= ~(1 << (seat & (LANES - 1)))
  i32[chunk.run + block] &= ~(1 << (seat & (LANES - 1)))
  i32[chunk.skin + block] &= ~(1 << (seat & (LANES - 1)))
}

function addChunk(state: AnimationState, program: RegisteredProgram): Chunk {
  const { arena, blocks } = state
  const layout = program.rig.layout
  const count = 1 << Math.min(FIRST_FULL, program.chunks.length)
  // Not zeroed: lanes are written when they are taken.
  const words = allocate(arena, chunkBytes(program.rig, count), false) >> 2
  const live = words + layout.stride * count
  arena.i32.fill(0, live, live + bookkeepingWords(program.rig, count))
  const id = blocks.freeIds.pop() ?? blocks.chunks.length
  const chunk: Chunk = {
    id,
    rig: program.rig,
    program,
    layout,
    blocks: count,
    first: seatsBefore(program),
    words,
    applied: { rig: program.rig, program, layout, words: words + layout.shown },
    world: 0,
    wanted: 0,
    known: live + bookkeepingWords(program.rig, count) - count,
    runs: 0,
    live,
    mix: live + count,
    run: live + 2 * count,
    skin: live + 3 * count,
    owners: live + 4 * count,
    filled: live + (4 + LANES) * count,
    plans: live + (4 + LANES) * count + filledWords(program.rig),
    lastMarked: -1,
    used: 0,
    solved: -1,
  }
  blocks.chunks[id] = chunk
  program.chunks.push(chunk)
  if (keepsWorldAlways(chunk)) allocateWorld(state, chunk)
  return chunk
}

function seatsBefore({ chunks }: RegisteredProgram): number {
  const last = chunks.at(-1)
  return last ? last.first + last.blocks * LANES : 0
}

function dropChunk(state: AnimationState, chunk: Chunk): void {
  const { arena, blocks } = state
  if (chunk.world !== 0) releaseWorld(state, chunk)
  release(arena, chunk.words << 2, chunkBytes(chunk.rig, chunk.blocks))
  blocks.chunks[chunk.id] = null
  blocks.freeIds.push(chunk.id)
  chunk.program.chunks.pop()
}

function chunkBytes(rig: RegisteredRig, blocks: number): number {
  return (rig.layout.stride * blocks + bookkeepingWords(rig, blocks)) * 4
}
