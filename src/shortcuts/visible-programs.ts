/**
 * Finds update programs without the bones that carry nothing visible. While world rows are scratch, only vertices are made of them. So a
 * bone can stay out if nothing shown hangs on it, and a constraint if it moves no bone that stays in.
 */
import type { Chunk, VisibleProgram } from '../world/chunks/blocks'
import { filledWords } from '../world/chunks/filled'
import { appendWords } from '../world/chunks/registry'
import type { AnimationState } from '../world/state'

/** Programs kept of one active set; a chunk that shows yet another set of slots takes one that has more. */
const MOST_PROGRAMS = 16

/** Finds the programs of chunks that run in this tick and have none for their filled slots. The arena may grow. */
export function findVisiblePrograms(state: AnimationState): void {
  const { blocks, tick } = state
  for (const chunk of blocks.chunks)
    if (chunk?.lastMarked === tick.number && chunk.world === 0 && chunk.runs === 0)
      chooseProgram(state, chunk)
}

function chooseProgram(state: AnimationState, chunk: Chunk): void {
  // A program with stops goes on in itself.
  const whole = chunk.program.program.stops.length > 0
  const found = whole ? undefined : (findProgram(state.arena.i32, chunk) ?? makeProgram(state, chunk))
  chunk.runs = found?.words ?? chunk.program.words
}

/** The one for these very slots, or where no more are made the first that has them all. */
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

/** @returns undefined where there are enough. */
function makeProgram(state: AnimationState, { filled, program }: Chunk): VisibleProgram | undefined {
  if (program.visiblePrograms.length === MOST_PROGRAMS) return undefined
  const { rig } = program.rig
  const slots = state.arena.i32.slice(filled, filled + filledWords(program.rig))
  const made = { slots, words: appendWords(state, rig.compileVisible(rig, program.program, slots)) }
  program.visiblePrograms.push(made)
  return made
}
