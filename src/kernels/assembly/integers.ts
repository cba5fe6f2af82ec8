/**
 * Converts floats to integers: towards 0, to the nearest existing integer, and NaN to 0. WebAssembly does this by
 * itself, but the plain JavaScript built from it wraps. So all scalar conversions are here, and a test makes sure of
 * it.
 */

export function toInt(value: f64): i32 {
  return <i32>max<f64>(-2147483648, min<f64>(2147483647, value))
}

export function toUnsigned(value: f64): u32 {
  return <u32>max<f64>(0, min<f64>(4294967295, value))
}
