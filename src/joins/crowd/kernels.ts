/** The kernels of crowds, in both builds. */
import { decodeBytes } from '../../kernels/byte-text'
import type { KernelModule } from '../../world/kernels'
import makePlain from './plain-code.js'
import { WASM_BYTES } from './wasm-bytes'

/** Both functions take the word index of a record (CROWD). */
export interface CrowdKernels {
  /** Lists the visible figures back to front: `rank`, `place`, `key` of LISTS_SCHEMA, `drawn` of TABLES_SCHEMA. */
  readonly orderFigures: (record: number) => void
  /** Fills the instances of all visible figures, and lists those that are rotated or fade in `special`. */
  readonly fillInstances: (record: number) => void
}

export const CROWD_KERNELS: KernelModule<CrowdKernels> = {
  bytes: () => decodeBytes(WASM_BYTES),
  plain: makePlain,
}
