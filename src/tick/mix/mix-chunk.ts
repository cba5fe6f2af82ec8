/** Mixes chunks: samples animations by the commands of their skeletons and blends them into local rows. */
import { LANES } from '../../base/memory/lanes'
import type { Chunk, PosedChunk } from '../../world/chunks/blocks'
import { CHUNK, writeLanes, writeSections } from '../../world/chunks/chunk-context'
import { chunkWords } from '../../world/chunks/program-context'
import { COMMAND, commandAt } from '../../world/commands'
import type { AnimationState } from '../../world/state'
import { tintChunk, tintSeat } from './tint'

/** Mixes the lanes of a chunk that are marked for it. */
export function mixChunk(state: AnimationState, chunk: Chunk): void {
  const record = chunkWords(state.context)
  const { rows } = state.joins
  for (const { restore } of rows) restore?.(chunk, -1)
  writeMix(state, chunk, record)
  state.kernels.run.mixBlocks(record)
  if (chunk.rig.source.rows.looks) tintChunk(state, chunk)
  for (const { mixed } of rows) mixed(chunk, -1)
}

/** Writes the record of the kernel that mixes a chunk. @param record word index. */
export function writeMix({ arena, playback, skeletons }: AnimationState, chunk: Chunk, record: number): void {
  const { i32 } = arena
  writeSections(i32, record, chunk, chunk.layout.slots, chunk.layout.deform)
  writeLanes(i32, record, chunk, chunk.mix)
  i32[record + CHUNK.HEADS] = skeletons.command.byteOffset >>> 2
  i32[record + CHUNK.COMMANDS] = playback.commands.start
}

/** Mixes all commands of the skeleton on a seat. */
export function mixSeat(state: AnimationState, chunk: Chunk, seat: number): void {
  const { rows } = state.joins
  for (const { restore } of rows) restore?.(chunk, seat)
  mixCommands(state, chunk, seat)
  tintSeat(state, chunk, seat)
  for (const { mixed } of rows) mixed(chunk, seat)
}

/** Visits the skeletons of a chunk that are mixed, for `RowHooks`. @param only one seat; -1 = all that are marked. */
export function forMixed(
  { arena }: AnimationState,
  chunk: Chunk,
  only: number,
  act: (eid: number, chunk: Chunk) => void,
): void {
  const { i32 } = arena
  for (let seat = 0; seat < chunk.used; seat++) {
    const isMarked = (i32[chunk.mix + (seat >> 2)] & (1 << (seat & (LANES - 1)))) !== 0
    if (only < 0 ? isMarked : seat === only) act(i32[chunk.owners + seat], chunk)
  }
}

/** Returns whether a chunk has one of some skeletons, for `RowHooks.isIn`. @param some by entity id. */
export function hasAny({ arena }: AnimationState, chunk: Chunk, some: ReadonlyMap<number, unknown>): boolean {
  if (some.size === 0) return false
  for (let seat = 0; seat < chunk.used; seat++) if (some.has(arena.i32[chunk.owners + seat])) return true
  return false
}

/** Mixes the commands of the skeleton on a seat, and does nothing else. */
export function mixCommands(state: AnimationState, chunk: Chunk, seat: number): void {
  const { arena, playback, skeletons } = state
  let row = skeletons.command[arena.i32[chunk.owners + seat]]
  while (row >= 0) {
    mixEntry(state, chunk, seat, row)
    row = arena.i32[commandAt(playback.commands, row) + COMMAND.NEXT]
  }
}

/**
 * Mixes the command of one entry; the animation's image and its list of live channels are in the arena
 * (`prepareAnimation`).
 */
export function mixEntry(state: AnimationState, chunk: PosedChunk, seat: number, row: number): void {
  const { arena, context, kernels, playback } = state
  const record = chunkWords(context)
  writeSections(arena.i32, record, chunk, chunk.layout.slots, chunk.layout.deform)
  kernels.run.mixEntry(record, seat, commandAt(playback.commands, row))
}
