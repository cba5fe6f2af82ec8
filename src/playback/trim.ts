/**
 * Update programs without what nobody sees. While world rows are scratch, only vertices are made of them: bones that
 * carry nothing of what is shown, and constraints that move none of those that do, can stay out. Of a character that
 * walks that is half of the bones, where it has a hoverboard, a portal and muzzle flashes in the same skeleton.
 */
import { LANES, SLOT_ATTACHMENT, SLOT_FIELDS } from '../memory/lanes'
import type { Chunk, RegisteredProgram, Trim } from '../world/blocks'
import { appendWords } from '../world/registry'
import type { AnimationState } from '../world/state'

/** Programs kept of one active set; a chunk that shows yet another set of slots takes one that has more. */
const MOST_TRIMS = 16

/** Ticks after which a chunk looks whether it shows less than it did: slots of eyes are filled and emptied all the time. */
const PATIENCE = 32

/** Finds the programs of chunks that run in this tick and have none, or have had theirs for long. The arena may grow. */
export function trimPrograms(state: AnimationState): void {
  const { blocks, tick } = state
  for (const chunk of blocks.chunks)
    if (chunk?.stirred === tick.number && chunk.world === 0)
      if (chunk.trim === 0 || (tick.number + chunk.id) % PATIENCE === 0) trim(state, chunk)
}

function trim(state: AnimationState, chunk: Chunk): void {
  const { program } = chunk
  const slots = filledSlots(state.arena.i32, chunk)
  chunk.trim = (findTrim(program, slots) ?? makeTrim(state, program, slots))?.words ?? program.words
}

/** The slots in which any skeleton of the chunk has an attachment, a bit each; valid until the next call. */
function filledSlots(i32: Int32Array, { program, words, layout, blocks, live }: Chunk): Int32Array {
  const { filled, rig } = program
  const slots = rig.rig.slots.count
  filled.fill(0)
  for (let block = 0; block < blocks; block++) {
    const lanes = i32[live + block]
    // Free lanes hold whatever was there: -1 over all of it.
    const free0 = (lanes & 1) - 1
    const free1 = ((lanes >> 1) & 1) - 1
    const free2 = ((lanes >> 2) & 1) - 1
    const free3 = ((lanes >> 3) & 1) - 1
    let row = words + block * layout.stride + layout.slots + SLOT_ATTACHMENT * LANES
    for (let slot = 0; slot < slots; slot++, row += SLOT_FIELDS * LANES) {
      const empty =
        (i32[row] | free0) & (i32[row + 1] | free1) & (i32[row + 2] | free2) & (i32[row + 3] | free3)
      if (empty >= 0) filled[slot >> 5] |= 1 << (slot & 31)
    }
  }
  return filled
}

/** The one for these very slots, or where no more are made the first that has them all. */
function findTrim({ trims }: RegisteredProgram, slots: Int32Array): Trim | undefined {
  const full = trims.length === MOST_TRIMS
  for (const trim of trims) {
    let missing = 0
    let spare = 0
    for (let word = 0; word < slots.length; word++) {
      missing |= slots[word] & ~trim.slots[word]
      spare |= trim.slots[word] & ~slots[word]
    }
    if (missing === 0 && (full || spare === 0)) return trim
  }
  return undefined
}

/** @returns undefined where there are enough. */
function makeTrim(state: AnimationState, program: RegisteredProgram, slots: Int32Array): Trim | undefined {
  if (program.trims.length === MOST_TRIMS) return undefined
  const { rig } = program.rig
  const words = rig.trim(rig, program.program, slots)
  const made = { slots: slots.slice(), words: appendWords(state, words) }
  program.trims.push(made)
  return made
}
