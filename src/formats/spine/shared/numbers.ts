/** Numbers of timelines, cut from longer arrays: to make an array for a few numbers takes longer than to read them. */
export interface Numbers {
  piece: Float64Array
  /** How many of the piece are taken. */
  used: number
}

/** Numbers of a piece. */
const PIECE = 2048

export function openNumbers(): Numbers {
  return { piece: new Float64Array(0), used: 0 }
}

/** As many zeros, which nobody else has. */
export function takeNumbers(numbers: Numbers, count: number): Float64Array {
  if (numbers.used + count > numbers.piece.length) {
    numbers.piece = new Float64Array(Math.max(PIECE, count))
    numbers.used = 0
  }
  const { piece, used } = numbers
  numbers.used += count
  return new Float64Array(piece.buffer, used * Float64Array.BYTES_PER_ELEMENT, count)
}
