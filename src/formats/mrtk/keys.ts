/** Makes and lists the columns of keys. */
import type { KeyBends, RecordingModel } from './model/recording'

/** Makes columns for slopes and weights. */
export function newBends(count: number): KeyBends {
  return {
    inTangents: new Float32Array(count),
    outTangents: new Float32Array(count),
    inWeights: new Float32Array(count),
    outWeights: new Float32Array(count),
    modes: new Int32Array(count),
  }
}

/**
 * Returns the columns of keys as bits, in the order of the words of a key. If they were copied as numbers, a NaN might
 * change its bits.
 */
export function wordsOf({ times, values, bends }: RecordingModel): Uint32Array[] {
  const columns = [times, values]
  if (bends) columns.push(bends.inTangents, bends.outTangents, bends.inWeights, bends.outWeights)
  const words = columns.map(bitsOf)
  return bends ? [...words, bitsOf(bends.modes)] : words
}

function bitsOf({ buffer, byteOffset, length }: Float32Array | Int32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length)
}
