/** The memory that a program runs in, as typed arrays over one buffer; an arena is one. */
export interface Views {
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly i32: Int32Array
}
