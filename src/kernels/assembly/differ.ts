/** Compares memory. Kernels of extensions export it. */
import { any, either, readInts, STEP, unlike } from './lanes'

/** Bytes of a vector, and of the vectors that are compared at once. */
const VECTOR: usize = <usize>STEP << 2
const MANY: usize = 4 * VECTOR

/** Compares two columns bit by bit. */
export function differ(first: usize, second: usize, bytes: usize): i32 {
  const end = first + bytes
  const back = second - first
  let at = first
  for (; at + MANY <= end; at += MANY) {
    const a = unlike(readInts(at), readInts(at + back))
    const b = unlike(readInts(at + VECTOR), readInts(at + VECTOR + back))
    const c = unlike(readInts(at + 2 * VECTOR), readInts(at + 2 * VECTOR + back))
    const d = unlike(readInts(at + 3 * VECTOR), readInts(at + 3 * VECTOR + back))
    if (any(either(either(a, b), either(c, d)))) return 1
  }
  for (; at < end; at++) if (load<u8>(at) != load<u8>(at + back)) return 1
  return 0
}
