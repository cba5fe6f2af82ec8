/**
 * The records that kernels use to mix and to skin a chunk. They are words in the arena, so that a call takes only an
 * address. All words are word indices in the arena, counts, or strides in words.
 */
import type { Chunk, PosedChunk } from './blocks'

export const CHUNK = {
  /** Number of blocks in the chunk; word index of one mask of lanes per block; word index of one entity per lane. */
  BLOCKS: 0,
  MASKS: 1,
  OWNERS: 2,
  /**
   * Sections of block 0: local rows (for mixing), slots, deform rows. The stride from block to block is `CHUNK.STRIDE`
   * words.
   */
  LOCAL: 3,
  SLOTS: 4,
  DEFORM: 5,
  STRIDE: 6,
  /** The rig's skin table (`makeSkinTable`). */
  TABLE: 7,
  /** The plan of block 0 (src/world/chunks/plans), and the stride from one plan to the next. */
  PLANS: 8,
  PLAN_STRIDE: 9,
  /** For mixing: the column of the entities' first commands, and the first command. */
  HEADS: 10,
  COMMANDS: 11,
} as const

export const SKIN = {
  /**
   * For skinning: the rig's image, the bits of the slots that may be filled, the column of the entities' first
   * vertices.
   */
  IMAGE: 10,
  FILLED: 11,
  STARTS: 12,
  /** The position stream; world rows of block 0 and their stride; room for the vertices of one attachment. */
  POSITIONS: 13,
  WORLD: 14,
  WORLD_STRIDE: 15,
  SPARE: 16,
} as const

/** Words of the longer record. */
export const CHUNK_WORDS = 17

/**
 * Writes the words that every call reads into the record at `record`.
 *
 * @param slots, deform offsets of the sections in a block.
 */
export function writeSections(
  i32: Int32Array,
  record: number,
  { layout, rig, words }: PosedChunk,
  slots: number,
  deform: number,
): void {
  i32[record + CHUNK.LOCAL] = words + layout.local
  i32[record + CHUNK.SLOTS] = words + slots
  i32[record + CHUNK.DEFORM] = words + deform
  i32[record + CHUNK.STRIDE] = layout.stride
  i32[record + CHUNK.TABLE] = rig.image + rig.source.image().skinTable
}

/** Writes the blocks and lanes of a call. @param masks word index of one mask of lanes per block. */
export function writeLanes(i32: Int32Array, record: number, chunk: Chunk, masks: number): void {
  i32[record + CHUNK.BLOCKS] = chunk.blocks
  i32[record + CHUNK.MASKS] = masks
  i32[record + CHUNK.OWNERS] = chunk.owners
  i32[record + CHUNK.PLANS] = chunk.plans
  i32[record + CHUNK.PLAN_STRIDE] = chunk.layout.plan
}
