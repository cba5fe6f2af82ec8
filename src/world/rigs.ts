import type { SaveSchema } from '../memory/fields'
import type { Mask } from '../rig/animation/mask'
import type { Program } from '../rig/program/compile'
import type { Rig } from '../rig/rig'
import type { BlockLayout, RegisteredProgram } from './blocks'

/** A skin in a world: one of the rig's, or a combination made at run time. */
export interface WorldSkin {
  /** The names it was made of; one name for a skin of the rig. */
  readonly names: readonly string[]
  readonly bones: readonly number[]
  readonly constraints: readonly number[]
  /** `slot * rig.keys.length + key` → attachment number, in insertion order. */
  readonly entries: ReadonlyMap<number, number>
}

/** Mix durations, seconds (spine-animation-state §2.1). */
export interface MixTable {
  /** Where nothing was said of the two. */
  fallback: number
  /** By ordered pair (`mixSeconds`); 0 counts as said. */
  readonly pairs: Map<number, number>
}

export const MIX_SCHEMA = { fallback: 'saved', pairs: 'saved' } as const satisfies SaveSchema<MixTable>

/** A mask in a world. */
export interface RegisteredMask {
  readonly mask: Mask
  /** Per animation: word index of its bits (`EntryColumns.mask`); 0 = not played with it yet. */
  readonly words: Int32Array
}

export const MASK_SCHEMA = { mask: 'stays', words: 'saved' } as const satisfies SaveSchema<RegisteredMask>

/** A rig in a world: its image in the arena and everything compiled for it here. */
export interface RegisteredRig {
  /** Number in this world; `Skeleton.rig` holds it. Never 0. */
  readonly number: number
  /** Stable name for serialisation. */
  readonly id: string
  readonly rig: Rig
  readonly layout: BlockLayout
  /**
   * Solving the same pose again may give another: 3.8's local transform constraints add shear to the pose that
   * persists (spine-constraints §6.2), and others move bones that nobody composes. Such skeletons never sleep.
   */
  readonly restless: boolean
  /** Word index of the rig's image in the arena. */
  image: number
  /**
   * Word index of what is forgotten from chunk to chunk: world rows of a chunk's blocks, and behind them the applied rows
   * of one block.
   */
  scratch: number
  /** Word index of the local rows that it lends (src/shortcuts/loans); 0 = none yet. */
  lent: number
  /**
   * Whether all its world rows are kept from tick to tick, since it makes a difference what was in them before. Then they
   * are never solved but in their turn, and reading them changes nothing.
   */
  readonly keepsWorld: boolean
  /** Per animation: word index of its image; 0 = not played yet. */
  readonly animations: Int32Array
  /** Per animation that was played: 1 = it keys slot colours. */
  readonly keysColors: Uint8Array
  /** Masks that were played with, by `Mask.key`. */
  readonly masks: Map<string, RegisteredMask>
  /** How long animations are mixed into one another. */
  readonly mixes: MixTable
  readonly programs: Map<Program, RegisteredProgram>
  /** The same by skin, as far as it was asked for: what a skin activates need not be worked out again. */
  readonly skinPrograms: Map<WorldSkin | null, RegisteredProgram>
  /** The rig's skins first (same numbers), then combinations. */
  readonly skins: WorldSkin[]
  /** Combined skins by their joined names. */
  readonly combined: Map<string, number>
  /** Page of the rig → page number of the world. */
  readonly pages: Uint16Array
}

export const RIG_SCHEMA = {
  number: 'saved',
  id: 'stays',
  rig: 'stays',
  layout: 'stays',
  restless: 'saved',
  image: 'saved',
  scratch: 'saved',
  lent: 'saved',
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
} as const satisfies SaveSchema<RegisteredRig>
