/** The arrays of a binary file (dragonbones §7). */

/** Bulk data that the header points into, by element numbers. */
export interface Blocks {
  readonly ints: Int16Array
  readonly floats: Float32Array
  readonly frameInts: Int16Array
  readonly frameFloats: Float32Array
  readonly frames: Int16Array
  readonly timelines: Uint16Array
  readonly colors: Int16Array
}
