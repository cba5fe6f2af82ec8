import { expect } from 'vitest'

/** What is smaller than this is an integer, or 0, unless one knows better; float32s from here on are no denormals. */
const LEAST_FLOAT = 2 ** 23

/**
 * Two memories hold the same words, or float32s that differ by rounding.
 *
 * @param within greatest difference of two numbers up to 1, and of larger ones in proportion.
 * @param isNumber whether there is a float32 at a word; of words that hold something else in one of the memories, too.
 */
export function expectAlike(
  words: Int32Array,
  others: Int32Array,
  within: number,
  isNumber = (word: number) => isFloat(words[word]) && isFloat(others[word]),
): void {
  const bytes = ({ buffer, byteOffset, byteLength }: Int32Array) =>
    Buffer.from(buffer, byteOffset, byteLength)
  if (Buffer.compare(bytes(words), bytes(others)) === 0) return
  const f32 = new Float32Array(words.buffer, words.byteOffset, words.length)
  const otherF32 = new Float32Array(others.buffer, others.byteOffset, others.length)
  expect(words.length).toBe(others.length)
  for (let word = 0; word < words.length; word++) {
    if (words[word] === others[word]) continue
    if (isNumber(word) && Math.abs(f32[word] - otherF32[word]) <= within * Math.max(1, Math.abs(f32[word])))
      continue
    expect({ word, holds: f32[word] }).toEqual({ word, holds: otherF32[word] })
  }
}

function isFloat(bits: number): boolean {
  return (bits & 0x7fffffff) === 0 || (bits & 0x7fffffff) >= LEAST_FLOAT
}
