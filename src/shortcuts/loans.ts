/**
 * Local rows on loan. A skeleton that glides is posed anew in every tick by its command, over the setup pose: where all of a
 * block do, its rows can be forgotten after its turn. They lie in one piece of memory then that a rig has for the blocks of
 * all its chunks, as world rows do (PERF-NOTES §6), and the block's own are taken back before anybody looks at them
 * (`takeBack`). Of 10 000 that walk this takes 0.84 to 0.92 of the time, of 1 000 0.95, since those rows stay in cache.
 *
 * A lane of that piece holds the setup pose but for what is written by the commands that use it, so these all write the same
 * rows: it is dressed for one animation as long as it has users.
 */
import { allocate } from '../memory/arena'
import { LANES } from '../memory/lanes'
import type { Rig } from '../rig/rig'
import type { Chunk } from '../world/blocks'
import { MOST_BLOCKS } from '../world/blocks-layout'
import type { AnimationState } from '../world/state'

const SEATS = MOST_BLOCKS * LANES

/** In a block's word of `Chunk.lent`, above the lanes that have rows on loan: those whose commands write slot colours. */
export const LENT_COLORED = LANES

/** Words from one block's rows to the next one's, a multiple of 16. */
export function lentStride({ rows }: Rig): number {
  return (rows.local * LANES + 15) & ~15
}

/** Word index of block 0's rows; 0 = the rig has none to lend yet. */
export function lentRows({ rig }: Chunk): number {
  return rig.lent
}

/** Word index of what the lane for a seat is dressed for: the list of channels or the image. */
export function dressedWord({ rig }: Chunk, seat: number): number {
  return rig.lent + MOST_BLOCKS * lentStride(rig.rig) + seat
}

/** Word index of how many blocks have the lane for a seat on loan. */
export function usersWord(chunk: Chunk, seat: number): number {
  return dressedWord(chunk, seat) + SEATS
}

/** Gives rigs something to lend, before chunks have their turns. The arena may grow. */
export function prepareLoans(state: AnimationState): void {
  const { blocks, kernels, tick } = state
  if (kernels.compiled === null || tick.number % kernels.patience !== 0) return
  for (const chunk of blocks.chunks)
    if (chunk?.stirred === tick.number && chunk.rig.lent === 0 && chunk.world === 0) {
      const { rig } = chunk
      rig.lent = allocate(state.arena, 4 * (MOST_BLOCKS * lentStride(rig.rig) + 2 * SEATS)) >> 2
    }
}
