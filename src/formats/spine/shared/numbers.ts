/**
 * Allocates the numbers of timelines from longer arrays, because many tiny arrays would take longer than reading the
 * numbers.
 */
export interface Numbers {
  piece: Float64Array
  /** Allocated numbers of the piece. */
  used: number
}

/** Lengths of the first piece and of the longest; each is twice as long as the one before. */
const FIRST = 128
const LONGEST = 2048

export function openNumbers(): Numbers {
  return { piece: new Float64Array(0), used: 0 }
}

/** Allocates `count` zeros. */
export function takeNumbers(numbers: Numbers, count: number): Float64Array {
  const first = reserve(numbers, count)
  return new Float64Array(numbers.piece.buffer, first * Float64Array.BYTES_PER_ELEMENT, count)
}

/** Allocates `count` zero bytes. */
export function takeBytes(numbers: Numbers, count: number): Uint8Array {
  const first = reserve(numbers, Math.ceil(count / Float64Array.BYTES_PER_ELEMENT))
  return new Uint8Array(numbers.piece.buffer, first * Float64Array.BYTES_PER_ELEMENT, count)
}

/** Reserves `count` numbers of the piece. @returns the first. */
function reserve(numbers: Numbers, count: number): number {
  if (numbers.used + count > numbers.piece.length) {
    const next = Math.min(2 * numbers.piece.length || FIRST, LONGEST)
    numbers.piece = new Float64Array(Math.max(next, count))
    numbers.used = 0
  }
  numbers.used += count
  return numbers.used - count
}
