/**
 * Finds update programs without bones that nobody sees. While world rows are scratch, only vertices are made of them. So a
 * bone can stay out if nothing shown hangs on it, and a constraint if it moves no bone that stays in.
 */
import type { Chunk, Trim } from '../world/blocks'
import { filledWords } from '../world/filled'
import { appendWords } from '../world/registry'
import type { AnimationState } from '../world/state'

/** Programs kept of one active set; a chunk that shows yet another set of slots takes one that has more. */
const MOST_TRIMS = 16

/** Finds the programs of chunks that run in this tick and have none for what is shown now. The arena may grow. */
export function findVisiblePrograms(state: AnimationState): void {
  const { blocks, tick } = state
  for (const chunk of blocks.chunks)
    if (chunk?.lastActive === tick.number && chunk.world === 0 && chunk.trim === 0) trim(state, chunk)
}

function trim(state: AnimationState, chunk: Chunk): void {
  chunk.trim = (findTrim(state.arena.i32, chunk) ?? makeTrim(state, chunk))?.words ?? chunk.program.words
}

/** The one for these very slots, or where no more are made the first that has them all. */
function findTrim(i32: Int32Array, { filled, program: { trims } }: Chunk): Trim | undefined {
  const full = trims.length === MOST_TRIMS
  for (const trim of trims) {
    let missing = 0
    let spare = 0
    for (let word = 0; word < trim.slots.length; word++) {
      missing |= i32[filled + word] & ~trim.slots[word]
      spare |= trim.slots[word] & ~i32[filled + word]
    }
    if (missing === 0 && (full || spare === 0)) return trim
  }
  return undefined
}

/** @returns undefined where there are enough. */
function makeTrim(state: AnimationState, { filled, program }: Chunk): Trim | undefined {
  if (program.trims.length === MOST_TRIMS) return undefined
  const { rig } = program.rig
  const slots = state.arena.i32.slice(filled, filled + filledWords(program.rig))
  const made = { slots, words: appendWords(state, rig.trim(rig, program.program, slots)) }
  program.trims.push(made)
  return made
}
