/** Builds relocatable memory: tables appended word by word, each at a multiple of 16 bytes. */
export interface ImageWriter {
  i32: Int32Array
  f32: Float32Array
  /** Words written. */
  length: number
}

/** Number of copies of an image: while it grows, when it is cut, and in a world. */
export const IMAGE_COPIES = 3

export function createImageWriter(words = 1024): ImageWriter {
  const i32 = new Int32Array(words)
  return { i32, f32: new Float32Array(i32.buffer), length: 0 }
}

/** Reserves `words` zeroed words. @returns their word address. */
export function reserve(writer: ImageWriter, words: number): number {
  const start = (writer.length + 3) & ~3
  const end = start + words
  if (end > writer.i32.length) {
    const grown = new Int32Array(Math.max(roundUp(end), writer.i32.length * 2))
    grown.set(writer.i32)
    writer.i32 = grown
    writer.f32 = new Float32Array(grown.buffer)
  }
  writer.length = end
  return start
}

export function writeFloats(writer: ImageWriter, values: ArrayLike<number>): number {
  const start = reserve(writer, values.length)
  writer.f32.set(values, start)
  return start
}

export function writeInts(writer: ImageWriter, values: ArrayLike<number>): number {
  const start = reserve(writer, values.length)
  writer.i32.set(values, start)
  return start
}

/** The image, cut to a multiple of 16 words so that images follow one another on cache lines. */
export function finishImage(writer: ImageWriter): Int32Array {
  return writer.i32.slice(0, roundUp(writer.length))
}

function roundUp(words: number): number {
  return (words + 15) & ~15
}
