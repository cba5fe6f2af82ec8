/** Compares memory. Kernels of extensions export it. */
import { any, either, readInts, STEP, unlike } from './lanes'

/** Bytes of a vector, and of the vectors that are compared at once. */
const VECTOR: usize = <usize>STEP << 2
const MANY: usize = 4 * VECTOR

/** Finds where two columns begin to differ, bit by bit. */
export function differ(first: usize, second: usize, bytes: usize): i32 {
  const end = first + bytes
  const back = second - first
  let at = first
  while (at + MANY <= end && !manyDiffer(at, back)) at += MANY
  if (at + MANY > end) while (at < end && load<u8>(at) == load<u8>(at + back)) at++
  return <i32>(at - first)
}

/** Finds where two columns cease to differ, if they do. */
export function differUntil(first: usize, second: usize, bytes: usize): i32 {
  const back = second - first
  let at = first + bytes
  while (at - MANY >= first && !manyDiffer(at - MANY, back)) at -= MANY
  return <i32>(at - first)
}

// @ts-ignore: decorator
@inline
function manyDiffer(at: usize, back: usize): bool {
  const a = unlike(readInts(at), readInts(at + back))
  const b = unlike(readInts(at + VECTOR), readInts(at + VECTOR + back))
  const c = unlike(readInts(at + 2 * VECTOR), readInts(at + 2 * VECTOR + back))
  const d = unlike(readInts(at + 3 * VECTOR), readInts(at + 3 * VECTOR + back))
  return any(either(either(a, b), either(c, d)))
}
