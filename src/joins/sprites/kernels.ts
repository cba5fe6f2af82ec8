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
}

export const SPRITE_KERNELS: KernelModule<SpriteKernels> = {
  bytes: () => decodeBytes(WASM_BYTES),
  plain: makePlain,
}
