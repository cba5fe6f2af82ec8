/**
 * The records that kernels take to mix and to skin a chunk. They are words in the arena, so that a call takes only an
 * address. All words are word indices in the arena, counts, or strides in words.
 */
import type { Chunk, PosedChunk } from './blocks'

/** Blocks of the chunk, the word index of one mask of lanes a block, and of one entity a lane. */
export const CHUNK_BLOCKS = 0
export const CHUNK_MASKS = 1
export const CHUNK_OWNERS = 2
/** Sections of block 0: local rows (for mixing), slots, deform rows. From block to block it is `CHUNK_STRIDE` words. */
export const CHUNK_LOCAL = 3
export const CHUNK_SLOTS = 4
export const CHUNK_DEFORM = 5
export const CHUNK_STRIDE = 6
/** The rig's skin table (`makeSkinTable`). */
export const CHUNK_TABLE = 7
/** The plan of block 0 (src/world/chunks/plans), and how far it is from one to the next. */
export const CHUNK_PLANS = 8
export const CHUNK_PLAN_STRIDE = 9

/** For mixing: the column of the entities' first commands, and the first command. */
export const CHUNK_HEADS = 10
export const CHUNK_COMMANDS = 11

/** For skinning: the rig's image, the bits of the slots that may be filled, the column of the entities' first vertices. */
export const SKIN_IMAGE = 10
export const SKIN_FILLED = 11
export const SKIN_STARTS = 12
/** The position stream; world rows of block 0 and their stride; room for the vertices of one attachment. */
export const SKIN_POSITIONS = 13
export const SKIN_WORLD = 14
export const SKIN_WORLD_STRIDE = 15
export const SKIN_SPARE = 16

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
  i32[record + CHUNK_LOCAL] = words + layout.local
  i32[record + CHUNK_SLOTS] = words + slots
  i32[record + CHUNK_DEFORM] = words + deform
  i32[record + CHUNK_STRIDE] = layout.stride
  i32[record + CHUNK_TABLE] = rig.image + rig.rig.skinTable
}

/** Writes the blocks and lanes of a call. @param masks word index of one mask of lanes a block. */
export function writeLanes(i32: Int32Array, record: number, chunk: Chunk, masks: number): void {
  i32[record + CHUNK_BLOCKS] = chunk.blocks
  i32[record + CHUNK_MASKS] = masks
  i32[record + CHUNK_OWNERS] = chunk.owners
  i32[record + CHUNK_PLANS] = chunk.plans
  i32[record + CHUNK_PLAN_STRIDE] = chunk.layout.plan
}
