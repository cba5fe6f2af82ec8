/** The kernel of sprites, in both builds. */
import { decodeBytes } from '../../kernels/byte-text'
import type { KernelModule } from '../../world/kernels'
import makePlain from './plain-code.js'
import { WASM_BYTES } from './wasm-bytes'

export interface SpriteKernels {
  /**
   * Compares rows with copies of the public columns, takes over what changed, and writes the corners of sprites that
   * moved.
   *
   * @param record word index of a record (PLACE), to which the numbers of notes are written.
   */
  readonly placeSprites: (record: number) => void
  /**
   * Puts the kept corners of all rows where `Transform.x` and `y` are, if nothing else has changed since they were kept.
   * Does it all unless a row is drawn within a skeleton (PLACE.CARRIED).
   */
  readonly moveSprites: (record: number) => void
  /**
   * Returns the number of bytes, at least, that two columns have in common at their beginning; all of `bytes` if they are
   * equal. Byte offsets.
   */
  readonly differ: (first: number, second: number, bytes: number) => number
  /** Returns the byte from which on two columns are equal; it may be too high by less than 64. */
  readonly differUntil: (first: number, second: number, bytes: number) => number
}

export const SPRITE_KERNELS: KernelModule<SpriteKernels> = {
  bytes: () => decodeBytes(WASM_BYTES),
  plain: makePlain,
}
