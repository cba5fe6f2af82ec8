/**
 * The record that kernels use to run update programs. It is in the arena, so that a call takes only an address. All
 * words are word indices in the arena, counts, or strides in words.
 */
import { LANES } from '../../base/memory/lanes'
import { CHUNK_WORDS } from './chunk-context'
import { MOST_BLOCKS } from './layout'

export const CONTEXT = {
  /** Word index of the program's first op. */
  PROGRAM: 0,
  /** Blocks `first` … `first + count - 1` run. */
  FIRST: 1,
  COUNT: 2,
  /** Word index of one mask of lanes per block, from block 0 on. */
  MASKS: 3,
  /** Word index of the rig's image. */
  IMAGE: 4,
  /** Word index of scratch room for path constraints; it is even. */
  ROOM: 5,
  /** For each section: its start in block 0, and the distance from one block to the next (`CONTEXT_STRIDE`). */
  SKELETON: 6,
  LOCAL: 8,
  APPLIED: 10,
  WORLD: 12,
  SLOTS: 14,
  /** Draw positions; see `orderBase`. */
  ORDER: 16,
  DEFORM: 18,
  /** Clocks (CLOCK_ROWS of `base/memory/lanes`) if a constraint depends on time, and the state of constraints. */
  STATE: 20,
  /**
   * For each block, one float64 per lane with the skeleton's clock in seconds, then one per lane with that clock before
   * the open tick. They are set for programs that depend on time.
   */
  SECONDS: 22,
  /** Scratch of the kernels: the current block, and the path that its bones follow. */
  BLOCK: 24,
} as const

/** Words from a section's word to its stride. */
export const CONTEXT_STRIDE = 1

export const CONTEXT_BLOCK_WORDS = 28
/** Words of a record; it is followed by the seconds of as many blocks as a chunk may have. */
const CONTEXT_WORDS = CONTEXT.BLOCK + CONTEXT_BLOCK_WORDS
/** Words of scratch float64s for constraints, after the seconds. */
const ROOM_WORDS = 16
export const CONTEXT_BYTES = 4 * (CONTEXT_WORDS + ROOM_WORDS + CHUNK_WORDS) + 16 * LANES * MOST_BLOCKS

/** Returns the start of a section in a block. @param section CONTEXT.SKELETON, CONTEXT.LOCAL, … */
export function sectionAt(i32: Int32Array, context: number, section: number, block: number): number {
  return i32[context + section] + block * i32[context + section + CONTEXT_STRIDE]
}

/** Returns the word index of the scratch float64s for constraints, after the record at `context`. */
export function roomWords(context: number): number {
  return secondsWords(context) + 4 * LANES * MOST_BLOCKS
}

/** Returns the word index of the record of `chunk-context.ts`, after the room. */
export function chunkWords(context: number): number {
  return roomWords(context) + ROOM_WORDS
}

/** Returns the word index of the clocks after the record at `context`. */
export function secondsWords(context: number): number {
  return context + CONTEXT_WORDS
}
