/** Two views of one word, for reading the bits of a float32. */
export interface FloatBits {
  readonly f32: Float32Array
  readonly i32: Int32Array
}

export function createFloatBits(): FloatBits {
  const f32 = new Float32Array(1)
  return { f32, i32: new Int32Array(f32.buffer) }
}
