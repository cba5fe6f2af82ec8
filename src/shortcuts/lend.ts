/** Lends local rows to blocks of skeletons that glide, and gives blocks their own back. */
import { LANES } from '../memory/lanes'
import { mixCommand } from '../mix/mix-command'
import type { Chunk } from '../world/blocks'
import {
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_STILL,
  MIX_COMMAND_TRACKS,
  MIX_COMMAND_TRACKS_END,
} from '../world/mix-commands'
import { dropPlan } from '../world/plans'
import { commandAt, seatBase } from '../world/seats'
import { STIR } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { dressedWord, LENT_COLORED, lentRows, lentStride, usersWord } from './loans'

/** Before a chunk is mixed: blocks of which some skeletons do anything else than glide get their rows back. */
export function settleLoans(state: AnimationState, chunk: Chunk): void {
  if (state.takeBack === null) return
  const { i32 } = state.arena
  const { compiled } = state.kernels
  for (let block = 0; block < chunk.blocks; block++) {
    const strays = i32[chunk.run + block] & ~(i32[chunk.kept + block] & i32[chunk.lent + block])
    if (strays !== 0 || compiled === null) takeBack(state, chunk, block * LANES)
  }
}

/**
 * When a chunk has been mixed: slot colours go to the blocks' own rows, where they are found by whoever packs them, be it in
 * the chunk's turn or long after. And if it is time to, rows are lent to blocks for which it makes no difference: what their
 * commands make of the setup pose is what they have. Their slots stay deformed by what deforms them, or not at all, which
 * their next plans say.
 */
export function renewLoans(state: AnimationState, chunk: Chunk): void {
  const { arena, kernels, tick } = state
  const { i32 } = arena
  const { compiled, patience } = kernels
  if (lentRows(chunk) === 0 || compiled === null) return
  if (chunk.rig.rig.rows.keyedColors.length > 0) returnColors(state, chunk)
  // Who keeps world rows may be solved outside the chunk's turn.
  if ((chunk.id + tick.number) % patience !== 0 || chunk.world !== 0) return
  for (let block = 0; block < chunk.blocks; block++) {
    const live = i32[chunk.live + block]
    if (live === 0 || i32[chunk.lent + block] !== 0 || i32[chunk.kept + block] !== live) continue
    if (mayLend(i32, chunk, block, live)) lendBlock(state, chunk, block, live)
  }
}

function returnColors({ arena }: AnimationState, chunk: Chunk): void {
  const { f32, i32 } = arena
  const { rig } = chunk.rig
  const { firstColor, local } = rig.rows
  const rows = lentRows(chunk)
  const step = lentStride(rig)
  for (let block = 0; block < chunk.blocks; block++) {
    const colored = i32[chunk.lent + block] >> LENT_COLORED
    if (colored === 0) continue
    const own = chunk.words + block * chunk.layout.stride + chunk.layout.local
    const lent = rows + block * step
    for (let word = firstColor * LANES; word < local * LANES; word++)
      if ((colored & (1 << (word & (LANES - 1)))) !== 0) f32[own + word] = f32[lent + word]
  }
}

/** All blocks have their own rows again. To be called before time goes on in a tick whose chunks do not have their turns. */
export function endLoans(state: AnimationState): void {
  if (state.takeBack === null) return
  for (const chunk of state.blocks.chunks) if (chunk) endLoansOf(state, chunk)
}

/** The same for one chunk, before its local rows are read outside its turn. */
export function endLoansOf(state: AnimationState, chunk: Chunk): void {
  for (let seat = 0; seat < chunk.used; seat += LANES) takeBack(state, chunk, seat)
}

/**
 * Whether the lanes for a block are free, or dressed as its commands want. All of these only store, at full weight: else they
 * would not be kept (`fillItem`).
 */
function mayLend(i32: Int32Array, chunk: Chunk, block: number, lanes: number): boolean {
  for (let lane = 0; lane < LANES; lane++) {
    if ((lanes & (1 << lane)) === 0) continue
    const seat = block * LANES + lane
    const isFree = i32[usersWord(chunk, seat)] === 0
    if (!isFree && i32[dressedWord(chunk, seat)] !== dressOf(i32, commandAt(chunk, seat))) return false
  }
  return true
}

/** What says which rows a command writes: its list of live channels, or without one its image. */
function dressOf(i32: Int32Array, command: number): number {
  const channels = i32[command + MIX_COMMAND_CHANNELS]
  return channels < 0 ? i32[command + MIX_COMMAND_IMAGE] : channels
}

function lendBlock(state: AnimationState, chunk: Chunk, block: number, lanes: number): void {
  const { arena, skeletons } = state
  const { i32 } = arena
  const { rig } = chunk.rig
  const { firstColor, local } = rig.rows
  let colored = 0
  const own = chunk.words + block * chunk.layout.stride + chunk.layout.local
  const lent = lentRows(chunk) + block * lentStride(rig)
  for (let lane = 0; lane < LANES; lane++) {
    if ((lanes & (1 << lane)) === 0) continue
    const seat = block * LANES + lane
    const command = commandAt(chunk, seat)
    dress(state, chunk, seat, lent + lane, dressOf(i32, command))
    aimCommand(i32, command, lent + lane)
    mixRows(state, chunk, command)
    if ((skeletons.stir[i32[chunk.owners + seat]] & STIR.colored) !== 0) colored |= 1 << lane
  }
  // Slot colours, the last rows, stay the block's own where commands do not write them.
  const posed = firstColor * LANES
  const same =
    areEqual(i32, own, lent, posed, lanes) &&
    areEqual(i32, own + posed, lent + posed, local * LANES - posed, colored)
  for (let lane = 0; lane < LANES; lane++) {
    if ((lanes & (1 << lane)) === 0) continue
    const seat = block * LANES + lane
    if (same) i32[usersWord(chunk, seat)]++
    else aimCommand(i32, commandAt(chunk, seat), own + lane)
  }
  if (!same) return
  i32[chunk.lent + block] = lanes | (colored << LENT_COLORED)
  dropPlan(i32, chunk, block * LANES)
  state.takeBack = takeBack
}

/** The setup pose for what no command writes that this is for. */
function dress(
  { arena: { f32, i32 } }: AnimationState,
  chunk: Chunk,
  seat: number,
  local: number,
  what: number,
): void {
  const dressed = dressedWord(chunk, seat)
  if (i32[dressed] === what) return
  i32[dressed] = what
  const { local: rows, setup } = chunk.rig.rig.rows
  for (let row = 0; row < rows; row++) f32[local + row * LANES] = setup[row]
}

/** From now on the command writes other rows, which hold nothing of it yet. */
function aimCommand(i32: Int32Array, command: number, local: number): void {
  i32[command + MIX_COMMAND_LOCAL] = local
  i32[command + MIX_COMMAND_BLEND] &= ~MIX_COMMAND_STILL
}

/** Whether two blocks have the same bits in some lanes. */
function areEqual(i32: Int32Array, one: number, other: number, words: number, lanes: number): boolean {
  for (let word = 0; word < words; word++)
    if (i32[one + word] !== i32[other + word] && (lanes & (1 << (word & (LANES - 1)))) !== 0) return false
  return true
}

/**
 * A block has its own local rows again: as they were when it was mixed last, or for those who glide in the tick that is open
 * as they will be when they are mixed, since nobody asks for them in between.
 */
function takeBack(state: AnimationState, chunk: Chunk, anySeat: number): void {
  const { i32 } = state.arena
  const block = anySeat >> 2
  const lanes = i32[chunk.lent + block]
  if (lanes === 0) return
  i32[chunk.lent + block] = 0
  dropPlan(i32, chunk, anySeat)
  for (let lane = 0; lane < LANES; lane++) {
    if ((lanes & (1 << lane)) === 0) continue
    const seat = block * LANES + lane
    i32[usersWord(chunk, seat)]--
    const command = commandAt(chunk, seat)
    aimCommand(i32, command, seatBase(chunk, seat) + chunk.layout.local)
    mixRows(state, chunk, command)
  }
}

/** Local rows alone: what deforms slots is where it was. */
function mixRows(state: AnimationState, chunk: Chunk, command: number): void {
  const { i32 } = state.arena
  const { compiled } = state.kernels
  const { rig } = chunk
  const end = i32[command + MIX_COMMAND_TRACKS_END]
  i32[command + MIX_COMMAND_TRACKS_END] = i32[command + MIX_COMMAND_TRACKS]
  if (compiled !== null) compiled.mixItems(command, 1, rig.image + rig.rig.skinTable)
  else mixCommand(state, chunk, command)
  i32[command + MIX_COMMAND_TRACKS_END] = end
}
