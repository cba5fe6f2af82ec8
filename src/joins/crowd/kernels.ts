/** The kernels of crowds, in both builds. */
import { decodeBytes } from '../../kernels/byte-text'
import type { KernelModule } from '../../world/kernels'
import makePlain from './plain-code.js'
import { WASM_BYTES } from './wasm-bytes'

/** The functions take the word index of a record (CROWD). */
export interface CrowdKernels {
  /** Lists the visible figures back to front: `place`, `key`, `drawn` of LISTS_SCHEMA, `drawn` of TABLES_SCHEMA. */
  readonly orderFigures: (record: number) => void
  /** Fills the instances of all visible figures, and lists those that are rotated or fade in `special`. */
  readonly fillInstances: (record: number) => void
  /** Moves `time` of all figures to which nothing happens, and lists the others in `special`. */
  readonly moveClocks: (record: number) => void
  /** Finds `second`, `look` and `fading` of COPIES_SCHEMA, and whether they differ from before. */
  readonly findLooks: (record: number) => void
  /**
   * Returns the number of bytes, at least, that two columns have in common at their beginning; all of `bytes` if they are
   * equal. Byte offsets.
   */
  readonly differ: (first: number, second: number, bytes: number) => number
}

export const CROWD_KERNELS: KernelModule<CrowdKernels> = {
  bytes: () => decodeBytes(WASM_BYTES),
  plain: makePlain,
}
