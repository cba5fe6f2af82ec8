/**
 * Finds update programs without the bones that carry nothing visible. While world rows are scratch, they are only used
 * to make vertices. So a bone can be left out if nothing visible depends on it, and a constraint if it moves no bone
 * that is kept.
 */
import type { Chunk, VisibleProgram } from '../../world/chunks/blocks'
import { filledWords } from '../../world/chunks/filled'
import { appendWords } from '../../world/chunks/registry'
import type { AnimationState } from '../../world/state'

/**
 * The number of programs kept for one active set; a chunk that shows a further set of slots uses one that covers more.
 */
const MOST_PROGRAMS = 16

/** Finds the programs of chunks that run in this tick and have none for their filled slots. The arena may grow. */
export function findVisiblePrograms(state: AnimationState): void {
  const { blocks, tick } = state
  for (const chunk of blocks.chunks)
    if (chunk?.lastMarked === tick.number && chunk.world === 0 && chunk.runs === 0)
      chooseProgram(state, chunk)
}

/** Returns whether `findVisiblePrograms` has to find one for a chunk that runs in this tick. */
export function lacksProgram({ runs, world }: Chunk): boolean {
  return world === 0 && runs === 0
}

function chooseProgram(state: AnimationState, chunk: Chunk): void {
  // A program with stops can only be continued in itself.
  const whole = chunk.program.program.stops.length > 0
  const found = whole ? undefined : (findProgram(state.arena.i32, chunk) ?? makeProgram(state, chunk))
  chunk.runs = found?.words ?? chunk.program.words
}

/** Returns the program for exactly these slots or, if no more are made, the first that covers them all. */
function findProgram(
  i32: Int32Array,
  { filled, program: { visiblePrograms } }: Chunk,
): VisibleProgram | undefined {
  const full = visiblePrograms.length === MOST_PROGRAMS
  for (const candidate of visiblePrograms) {
    let missing = 0
    let spare = 0
    for (let word = 0; word < candidate.slots.length; word++) {
      missing |= i32[filled + word] & ~candidate.slots[word]
      spare |= candidate.slots[word] & ~i32[filled + word]
    }
    if (missing === 0 && (full || spare === 0)) return candidate
  }
  return undefined
}

/** Makes a program. @returns undefined if there are already enough. */
function makeProgram(state: AnimationState, { filled, program }: Chunk): VisibleProgram | undefined {
  if (program.visiblePrograms.length === MOST_PROGRAMS) return undefined
  const { source: rig } = program.rig
  const slots = state.arena.i32.slice(filled, filled + filledWords(program.rig))
  const made = { slots, words: appendWords(state, rig.compileVisible(rig, program.program, slots)) }
  program.visiblePrograms.push(made)
  return made
}
