import type { SaveSchema } from '../memory/fields'
import type { Program } from '../rig/program/compile'
import type { RegisteredRig } from './rigs'

/** Where the sections lie in a block's record, in words from its start, and the record's length. */
export interface BlockLayout {
  /** SKELETON_FIELDS rows. */
  readonly skeleton: number
  /** `rig.rows.local` rows. */
  readonly local: number
  /** SLOT_FIELDS rows a slot, int32. */
  readonly slots: number
  /** `rig.rows.order` rows, int32: draw position → slot. To be read through `orderBase`. */
  readonly order: number
  /** For each of `rig.rows.keyedColors`, int32: its light colour as last noted, packed, and the dark one, if it has one. */
  readonly shades: number
  /** `rig.rows.deform` rows: the records of keyed slots (KEYED_FIELDS), then rows for offsets. */
  readonly deform: number
  /** Words of a block record, a multiple of 16. */
  readonly stride: number
  /** Words of a block's world rows, WORLD_FIELDS a bone: they lie apart. */
  readonly worldStride: number
  /** Words of a block's plan: they lie apart, too. */
  readonly plan: number
}

/** A program in a world: its words in the arena and the blocks that run it. */
export interface RegisteredProgram {
  readonly program: Program
  /** Word index of its words in the arena. */
  readonly words: number
  readonly rig: RegisteredRig
  /**
   * All but the last are full: a freed seat is filled with the last skeleton. Seats are numbered through all of
   * them, those of chunk c from `chunks[c].first` on.
   */
  readonly chunks: Chunk[]
  /** Seats from this one on are those of skeletons that rest: a block of sleepers costs nothing. */
  active: number
  /**
   * Per animation: word index of the list of channels whose owners are active (count first), -1 = all
   * of them; 0 = not looked up yet.
   */
  readonly channels: Int32Array
  /** Shorter programs for what chunks of it show, made on demand. */
  readonly trims: Trim[]
  /**
   * Per attachment: 1 = it hangs on bones which are inactive, and shows what their world rows were left at. Empty if
   * none does.
   */
  readonly stale: Uint8Array
  /** Per bone: 1 = it is inactive, and such attachments hang on it. Empty if there are none. */
  readonly hung: Uint8Array
  /** How many of its skeletons have world rows that are left of such bones: `SKELETON_FLAG.left`. */
  left: number
  /** Per skin number: the rows of a lane that was just taken, one after another; made with the first of them. */
  readonly setups: Map<number, Int32Array>
}

export const PROGRAM_SCHEMA = {
  program: 'stays',
  words: 'saved',
  rig: 'stays',
  chunks: 'saved',
  active: 'saved',
  channels: 'saved',
  trims: 'saved',
  stale: 'saved',
  hung: 'saved',
  left: 'saved',
  setups: 'scratch',
} as const satisfies SaveSchema<RegisteredProgram>

/** An update program without what nobody sees. */
export interface Trim {
  /** The slots that may show something, a bit a slot. */
  readonly slots: Int32Array
  /** Word index of the program that gives their vertices. */
  readonly words: number
}

/**
 * Up to eight blocks of one (rig, program) in one piece of the arena: what one kernel call works on.
 * Section `s` of block `b` starts at word `words + layout.s + b * layout.stride`.
 */
export interface Chunk {
  /** Index in `Blocks.chunks`. */
  readonly id: number
  readonly rig: RegisteredRig
  readonly program: RegisteredProgram
  readonly layout: BlockLayout
  readonly blocks: number
  /** Number of its first seat among all of the program's. */
  readonly first: number
  /** Word index of block 0's record. */
  readonly words: number
  /**
   * Word index of block 0's world rows, which are kept from tick to tick; 0 = nobody wants them, and they lie in the rig's
   * `scratch` while the chunk's vertices are made.
   */
  world: number
  /** Number of the last tick in which somebody wanted to have its world rows (see src/solve/keep-world). */
  wanted: number
  /** Word index of one int32 a block: of which lanes in use there are world rows. All 0 where they are not kept. */
  readonly known: number
  /**
   * Word index of the program that runs while world rows are scratch: all that is read of them is what is shown. 0 = to be
   * found anew, since `filled` has changed.
   */
  trim: number
  /** Word index of one int32 a block: which lanes hold a skeleton. */
  readonly live: number
  /** Word index of one int32 a block: which lanes are mixed and solved in this tick. */
  readonly run: number
  /** Word index of one int32 a block: which lanes are skinned in this tick. */
  readonly skin: number
  /** Word index of one int32 a block: which lanes are mixed in this tick by the command that they have. */
  readonly kept: number
  /** Word index of one int32 a block: which lanes have their local rows on loan (src/shortcuts/loans), and LENT_COLORED. */
  readonly lent: number
  /** Word index of MIX_COMMAND_WORDS a lane, for skeletons that are `kept` (STIR). */
  readonly commands: number
  /** Word index of one int32 a lane (`block * LANES + lane`): entity id, 0 = free. */
  readonly owners: number
  /** Word index of one bit a slot, 32 a word: whether it may be filled (see src/world/filled). */
  readonly filled: number
  /** Word index of block 0's plan, from block to block `layout.plan` (see src/world/plans). */
  readonly plans: number
  /** Number of the last tick in which any of its lanes is mixed, solved or skinned. */
  stirred: number
  /** Lanes in use. */
  used: number
  /** Number of the tick in which its program ran last. */
  solved: number
}

export const CHUNK_SCHEMA = {
  id: 'saved',
  rig: 'stays',
  program: 'stays',
  layout: 'stays',
  blocks: 'saved',
  first: 'saved',
  words: 'saved',
  world: 'saved',
  wanted: 'saved',
  known: 'saved',
  trim: 'saved',
  live: 'saved',
  run: 'saved',
  skin: 'saved',
  kept: 'saved',
  lent: 'saved',
  commands: 'saved',
  owners: 'saved',
  filled: 'saved',
  plans: 'saved',
  stirred: 'saved',
  used: 'saved',
  solved: 'saved',
} as const satisfies SaveSchema<Chunk>

export interface Blocks {
  /** By id; freed ids are null and reused. */
  readonly chunks: (Chunk | null)[]
  readonly freeIds: number[]
  /** Where in the list of the living the search for long sleepers goes on. */
  cursor: number
}

export const BLOCKS_SCHEMA = {
  chunks: 'saved',
  freeIds: 'saved',
  cursor: 'saved',
} as const satisfies SaveSchema<Blocks>
