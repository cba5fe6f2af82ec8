/** Rigs in a world, their programs, and the chunks of blocks that run these. */
import type { SaveSchema } from '../../base/memory/fields'
import type { AttachmentModel } from '../../base/model/attachment'
import type { Mask } from '../../rig/animation/mask'
import type { AttachmentTable } from '../../rig/attachments/table'
import type { Program } from '../../rig/program/compile'
import type { Rig, RigPage } from '../../rig/rig'
import type { AtlasPages } from '../atlas-pages'

/** A skin in a world: one of the rig's, or a combination made at run time. */
export interface WorldSkin {
  /** The names it was made from; one name for a skin of the rig. */
  readonly names: readonly string[]
  readonly bones: readonly number[]
  readonly constraints: readonly number[]
  /** Maps `slot * rig.keys.length + key` to an attachment number, in insertion order. */
  readonly entries: ReadonlyMap<number, number>
}

/** Mix durations, seconds. */
export interface MixTable {
  /** For pairs without a duration of their own. */
  fallback: number
  /** By ordered pair (`mixSeconds`); 0 is a duration, too. */
  readonly pairs: Map<number, number>
}

export const MIX_SCHEMA = { fallback: 'saved', pairs: 'saved' } as const satisfies SaveSchema<MixTable>

/** A mask in a world. */
export interface RegisteredMask {
  readonly mask: Mask
  /** For each animation, word index of its bits (`EntryColumns.mask`); 0 = not played with it yet. */
  readonly words: Int32Array
}

export const MASK_SCHEMA = { mask: 'stays', words: 'saved' } as const satisfies SaveSchema<RegisteredMask>

/** Attachments that were compiled separately, together in one piece. */
export interface AddedAttachments {
  readonly table: AttachmentTable
  readonly image: Int32Array
  readonly pages: readonly RigPage[]
  /** Word index of the image in the arena. */
  words: number
}

/** The attachments and skins that a world added to a rig: see `wardrobe.ts`. */
export interface Wardrobe {
  /** The rig as it was loaded. */
  readonly rig: Rig
  readonly added: AddedAttachments[]
  /** Numbers of attachments with another image, by attachment, atlas and region. */
  readonly numbers: Map<AttachmentModel, Map<AtlasPages, Map<string, number>>>
  /** Skins of the rig, and skins that a call has made. */
  readonly skinIndex: Map<string, number>
  /** Word index of the table that kernels read, and its length; 0 = the rig's own. */
  skinTable: number
  skinWords: number
  /** Renews it after a state was restored. @param places `placesOf` its wardrobe; [] = nothing had been added. */
  readonly renew: (places: readonly number[]) => void
}

/** A rig in a world: its image in the arena and everything compiled for it here. */
export interface RegisteredRig {
  /** Number in this world; `Skeleton.rig` holds it. Never 0. */
  readonly number: number
  /**
   * Stable name for serialisation. It belongs to the rig's place in this world, so `replaceRig` passes it on
   * (`takeId`).
   */
  id: string
  /** The rig; if attachments or skins were added in this world, a copy that has them. */
  source: Rig
  readonly layout: BlockLayout
  /** Word index of the rig's image in the arena. */
  image: number
  /**
   * Word index and length of memory that each chunk overwrites (`scratch.ts`): world rows of a chunk's blocks, then the
   * applied rows of one block and room for kernels. The next thread's scratch follows.
   */
  scratch: number
  scratchWords: number
  /**
   * Whether all world rows are kept from tick to tick, because a program reads earlier ones. They are then solved only
   * in their turn, and reading them changes nothing.
   */
  readonly keepsWorld: boolean
  /** For each animation, word index of its image; 0 = not played yet. */
  readonly animations: Int32Array
  /** For each animation that was played: 1 = it keys slot colours. */
  readonly keysColors: Uint8Array
  /** Masks that were used, by `Mask.key`. */
  readonly masks: Map<string, RegisteredMask>
  /** Mix durations between animations. */
  readonly mixes: MixTable
  readonly programs: Map<Program, RegisteredProgram>
  /** Programs by skin, filled on demand, so that a skin's active bones and constraints are found once. */
  readonly skinPrograms: Map<WorldSkin | null, RegisteredProgram>
  /** The rig's skins first (same numbers), then combinations. */
  readonly skins: WorldSkin[]
  /** Combined skins by their joined names. */
  readonly combined: Map<string, number>
  /** Maps a page of the rig to a page number of the world. */
  pages: Uint16Array
  /** Null until something is added. */
  wardrobe: Wardrobe | null
}

export const RIG_SCHEMA = {
  number: 'saved',
  id: 'stays',
  source: 'stays',
  layout: 'stays',
  image: 'saved',
  scratch: 'saved',
  scratchWords: 'saved',
  keepsWorld: 'saved',
  animations: 'saved',
  keysColors: 'saved',
  masks: 'saved',
  mixes: MIX_SCHEMA,
  programs: 'saved',
  skinPrograms: 'saved',
  skins: 'stays',
  combined: 'stays',
  pages: 'stays',
  wardrobe: 'stays',
} as const satisfies SaveSchema<RegisteredRig>

/** Places of the sections in a block's record, in words from its start, and the record's length. */
export interface BlockLayout {
  /** SKELETON_FIELDS rows. */
  readonly skeleton: number
  /** `rig.rows.local` rows. */
  readonly local: number
  /** SLOT_FIELDS rows per slot, int32. */
  readonly slots: number
  /** `rig.rows.order` rows, int32: draw position → slot. Read them through `orderBase`. */
  readonly order: number
  /**
   * For each of `rig.rows.keyedColors`, int32: the light colour that was last noted, packed, and the dark one if there
   * is one; with offsets, light, dark and info.
   */
  readonly notedColors: number
  /** `rig.rows.state` rows: clocks, and the state of constraints. */
  readonly state: number
  /**
   * A row for each attachment, int32: the order in which deform timelines first acted on them, from 1; 0 = never. Only
   * in rigs that bring their own player, if meshes have keys.
   */
  readonly deformRanks: number
  /** `rig.rows.deform` rows: the records of keyed slots (KEYED_FIELDS), then rows for offsets. */
  readonly deform: number
  /**
   * Words from the sections above to the shown sections, which hold the applied pose: 0 except for rigs with sliders,
   * which keep the shown pose separate from the one that animations and users write.
   */
  readonly shown: number
  /** The shown sections: `local`, `slots`, `order` and `deform` plus `shown`. */
  readonly shownLocal: number
  readonly shownSlots: number
  readonly shownOrder: number
  readonly shownDeform: number
  /** `rig.rows.applied` rows, if each block has its own (`shown` is not 0); otherwise they are in the rig's scratch. */
  readonly applied: number
  /**
   * The shown slots of the last run: attachment, frame and first vertex for each slot, then the draw order. Only with
   * `shown`.
   */
  readonly before: number
  /** Words of a block record, a multiple of 16. */
  readonly stride: number
  /** Words of a block's world rows, WORLD_FIELDS per bone. They are stored separately. */
  readonly worldStride: number
  /** Words of a block's plan, which is stored separately, too. */
  readonly plan: number
}

/** A program in a world: its words in the arena and the blocks that run it. */
export interface RegisteredProgram {
  readonly program: Program
  /** Word index of its words in the arena. */
  readonly words: number
  readonly rig: RegisteredRig
  /** Depth of its skeletons. Chunks run by depth, so that children find their holders solved. */
  readonly depth: number
  /** In the program at depth 0: the programs with the same words by depth, from 1 on. */
  readonly deeper: RegisteredProgram[]
  /**
   * All chunks but the last are full: a freed seat is filled with the last skeleton. Seats are numbered through all
   * chunks; chunk c has the seats from `chunks[c].first` on.
   */
  readonly chunks: Chunk[]
  /** Seats from this one on belong to long sleepers: a block of sleepers costs nothing. */
  firstResting: number
  /**
   * For each animation, word index of the list of channels whose owners are active (count first); -1 = all of them; 0 =
   * not looked up yet.
   */
  readonly channels: Int32Array
  /** Shorter programs for the visible slots of its chunks, made on demand. */
  readonly visiblePrograms: VisibleProgram[]
  /**
   * For each attachment: 1 = it depends on inactive bones, and shows their leftover world rows. Empty if no attachment
   * does.
   */
  readonly stale: Uint8Array
  /** For each bone: 1 = it is inactive, and such attachments depend on it. Empty if there are none. */
  readonly hung: Uint8Array
  /** Number of its skeletons with leftover world rows of such bones: they have the flag `left`. */
  left: number
  /** For each skin number, the rows of a fresh lane, one after another; made with the first such lane. */
  readonly setups: Map<number, Int32Array>
}

export const PROGRAM_SCHEMA = {
  program: 'stays',
  words: 'saved',
  rig: 'stays',
  depth: 'saved',
  deeper: 'saved',
  chunks: 'saved',
  firstResting: 'saved',
  channels: 'saved',
  visiblePrograms: 'saved',
  stale: 'saved',
  hung: 'saved',
  left: 'saved',
  setups: 'scratch',
} as const satisfies SaveSchema<RegisteredProgram>

/** An update program without the bones and constraints that move nothing visible. */
export interface VisibleProgram {
  /** The slots that may show something, one bit per slot. */
  readonly slots: Int32Array
  /** Word index of the program that computes their vertices. */
  readonly words: number
}

/**
 * Up to eight blocks of one (rig, program) in one piece of the arena. One kernel call works on a chunk. Section `s` of
 * block `b` starts at word `words + layout.s + b * layout.stride`.
 */
export interface Chunk {
  /** Index in `Blocks.chunks`. */
  readonly id: number
  readonly rig: RegisteredRig
  readonly program: RegisteredProgram
  readonly layout: BlockLayout
  readonly blocks: number
  /** Number of its first seat among all seats of the program. */
  readonly first: number
  /** Word index of block 0's record. */
  readonly words: number
  /** The chunk with the applied pose in place of the local one. */
  readonly applied: PosedChunk
  /**
   * Word index of block 0's world rows, which are kept from tick to tick; 0 = they are not wanted, and are in the rig's
   * `scratch` while the chunk's vertices are made.
   */
  world: number
  /** Number of the last tick in which its world rows were wanted (see src/tick/solve/keep-world). */
  wanted: number
  /** Word index of one int32 per block: lanes in use that have world rows. All are 0 while these are not kept. */
  readonly known: number
  /**
   * Word index of the program that runs while world rows are scratch, when only visible slots read them. 0 = it must be
   * found again, because `filled` has changed.
   */
  runs: number
  /** Word index of one int32 per block: which lanes hold a skeleton. */
  readonly live: number
  /** Word index of one int32 per block: which lanes' commands are mixed in this tick. */
  readonly mix: number
  /** Word index of one int32 per block: which lanes are solved in this tick. */
  readonly run: number
  /** Word index of one int32 per block: which lanes are skinned in this tick. */
  readonly skin: number
  /** Word index of one int32 per lane (`block * LANES + lane`): entity id, 0 = free. */
  readonly owners: number
  /** Word index of one bit per slot, 32 per word: whether it may be filled (see src/world/chunks/filled). */
  readonly filled: number
  /** Word index of block 0's plan; `layout.plan` words from block to block (see src/world/chunks/plans). */
  readonly plans: number
  /** Number of the last tick in which any of its lanes is mixed, solved or skinned. */
  lastMarked: number
  /** Lanes in use. */
  used: number
  /** Number of the tick in which its program last ran. */
  solved: number
}

/** A chunk whose program may run at any time. Only these are solved on demand (`AnimationState.solver`). */
export type PureChunk = Chunk & { readonly program: { readonly program: { readonly kind: 'pure' } } }

/** The rows to which animations are applied: a chunk's local pose, or its applied one. */
export type PosedChunk = Pick<Chunk, 'rig' | 'program' | 'layout' | 'words'>

export const CHUNK_SCHEMA = {
  id: 'saved',
  rig: 'stays',
  program: 'stays',
  layout: 'stays',
  blocks: 'saved',
  first: 'saved',
  words: 'saved',
  applied: 'stays',
  world: 'saved',
  wanted: 'saved',
  known: 'saved',
  runs: 'saved',
  live: 'saved',
  mix: 'saved',
  run: 'saved',
  skin: 'saved',
  owners: 'saved',
  filled: 'saved',
  plans: 'saved',
  lastMarked: 'saved',
  used: 'saved',
  solved: 'saved',
} as const satisfies SaveSchema<Chunk>

export interface Blocks {
  /** By id; freed ids are null and reused. */
  readonly chunks: (Chunk | null)[]
  readonly freeIds: number[]
  /** The place in the list `alive` at which the search for long sleepers goes on. */
  cursor: number
  /** The greatest depth of chunks: those of depth 0 run first. Whatever moves skeletons to greater depths sets it. */
  deepest: number
}

export const BLOCKS_SCHEMA = {
  chunks: 'saved',
  freeIds: 'saved',
  cursor: 'saved',
  deepest: 'saved',
} as const satisfies SaveSchema<Blocks>

/** Returns the chunk of an id, which is in use. */
export function chunkAt(blocks: Blocks, id: number): Chunk {
  const chunk = blocks.chunks[id]
  if (!chunk) throw new RangeError(`no chunk ${id}`)
  return chunk
}
