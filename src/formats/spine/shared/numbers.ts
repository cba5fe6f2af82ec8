/** Allocates the numbers of timelines from longer arrays: many tiny arrays would take longer than reading the numbers. */
export interface Numbers {
  piece: Float64Array
  /** Allocated numbers of the piece. */
  used: number
}

/** Length of a piece. */
const PIECE = 2048

export function openNumbers(): Numbers {
  return { piece: new Float64Array(0), used: 0 }
}

/** Allocates `count` zeros. */
export function takeNumbers(numbers: Numbers, count: number): Float64Array {
  if (numbers.used + count > numbers.piece.length) {
    numbers.piece = new Float64Array(Math.max(PIECE, count))
    numbers.used = 0
  }
  const { piece, used } = numbers
  numbers.used += count
  return new Float64Array(piece.buffer, used * Float64Array.BYTES_PER_ELEMENT, count)
}
