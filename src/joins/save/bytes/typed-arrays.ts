/** Writes and reads typed arrays, each in the shortest of four packings. All numbers are little-endian. */
import { OsteonError } from '../../../base/errors'

export type Typed =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Uint8Array

/** Types of arrays. A save names them by their index, so only append. */
export const ARRAYS = [
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Uint8Array,
] as const

/** How an array is packed. Saves hold these numbers. */
const PACKING = {
  /** One element after another. */
  plain: 0,
  /** Integers: the difference of each from its predecessor. */
  steps: 1,
  /** Float64s whose values fit float32s. */
  singles: 2,
  /** Run lengths: a count, then the element that repeats. */
  runs: 3,
} as const

/** An array of bytes that grows as it is written to. */
export interface Writer {
  bytes: Uint8Array
  view: DataView
  top: number
}

/** Creates a writer. @param head bytes to leave free at the start. */
export function createWriter(head: number, room: number): Writer {
  const bytes = new Uint8Array(head + room)
  return { bytes, view: new DataView(bytes.buffer), top: head }
}

/** Makes room for `bytes` more. @returns the offset of the first. */
export function extend(writer: Writer, bytes: number): number {
  const start = writer.top
  writer.top += bytes
  if (writer.top > writer.bytes.length) {
    const longer = new Uint8Array(Math.ceil(writer.top * 1.5))
    longer.set(writer.bytes)
    writer.bytes = longer
    writer.view = new DataView(longer.buffer)
  }
  return start
}

export function writeByte(writer: Writer, byte: number): void {
  const at = extend(writer, 1)
  writer.bytes[at] = byte
}

/** Writes an integer from 0 to 2^53, in seven bits a byte. */
export function writeCount(writer: Writer, count: number): void {
  let left = count
  while (left >= 128) {
    writeByte(writer, (left % 128) + 128)
    left = Math.floor(left / 128)
  }
  writeByte(writer, left)
}

/** Writes an integer of either sign. */
export function writeInteger(writer: Writer, value: number): void {
  writeCount(writer, value < 0 ? -2 * value - 1 : 2 * value)
}

/** Returns the bytes that `writeCount` takes for a count. */
function countBytes(count: number): number {
  let bytes = 1
  for (let left = count; left >= 128; left = Math.floor(left / 128)) bytes++
  return bytes
}

function integerBytes(value: number): number {
  return countBytes(value < 0 ? -2 * value - 1 : 2 * value)
}

function isFloat(array: Typed): boolean {
  return array instanceof Float32Array || array instanceof Float64Array
}

/** Writes the number of elements, their packing, and the elements. */
export function writeArray(writer: Writer, array: Typed): void {
  writeCount(writer, array.length)
  if (array.length === 0) return
  // Loops over arrays of one type are several times as fast.
  const numbers = array instanceof Float64Array ? array : new Float64Array(array)
  const packing = shortest(array, numbers)
  writeByte(writer, packing)
  if (packing === PACKING.runs) {
    for (let at = 0; at < numbers.length; ) {
      const end = runEnd(numbers, at)
      writeCount(writer, end - at)
      writeElement(writer, array, numbers[at])
      at = end
    }
  } else if (packing === PACKING.steps) {
    let before = 0
    for (let i = 0; i < numbers.length; i++) {
      writeInteger(writer, numbers[i] - before)
      before = numbers[i]
    }
  } else if (packing === PACKING.singles) writeBytes(writer, new Float32Array(numbers))
  else writeBytes(writer, array)
}

/** Writes elements as they are in memory. */
function writeBytes(writer: Writer, { buffer, byteLength, byteOffset }: Typed): void {
  const at = extend(writer, byteLength)
  writer.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
}

/** @param numbers the elements of the array. */
function shortest(array: Typed, numbers: Float64Array): number {
  const size = array.BYTES_PER_ELEMENT
  let best: number = PACKING.plain
  let least = size * array.length
  const propose = (packing: number, bytes: number) => {
    if (bytes >= least) return
    best = packing
    least = bytes
  }
  let runs = 0
  for (let at = 0; at < numbers.length && runs < least; ) {
    const end = runEnd(numbers, at)
    runs += countBytes(end - at) + size
    at = end
  }
  propose(PACKING.runs, runs)
  if (!isFloat(array)) {
    let steps = 0
    for (let i = 0; i < numbers.length && steps < least; i++)
      steps += integerBytes(numbers[i] - (i === 0 ? 0 : numbers[i - 1]))
    propose(PACKING.steps, steps)
  } else if (array === numbers && areSingles(numbers)) propose(PACKING.singles, 4 * array.length)
  return best
}

/** Returns whether float32s hold all of these. */
function areSingles(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (!Object.is(Math.fround(numbers[i]), numbers[i])) return false
  return true
}

/** Returns the index after the run of equal elements from `from`. 0 and -0 differ. */
function runEnd(numbers: Float64Array, from: number): number {
  const first = numbers[from]
  let at = from + 1
  while (at < numbers.length && Object.is(numbers[at], first)) at++
  return at
}

/** Writes a number as an element of `array`. */
export function writeElement(writer: Writer, array: Typed, value: number): void {
  const at = extend(writer, array.BYTES_PER_ELEMENT)
  const { view } = writer
  if (array instanceof Float64Array) view.setFloat64(at, value, true)
  else if (array instanceof Float32Array) view.setFloat32(at, value, true)
  else if (array.BYTES_PER_ELEMENT === 4) view.setInt32(at, value, true)
  else if (array.BYTES_PER_ELEMENT === 2) view.setInt16(at, value, true)
  else view.setUint8(at, value)
}

/** Bytes, read one value after another. */
export interface ByteReader {
  readonly bytes: Uint8Array
  readonly view: DataView
  at: number
  /** The call, for errors. */
  readonly source: string
  /** Elements that arrays may still have, because hostile bytes can claim many elements in a few bytes. */
  elements: number
}

/** Creates a reader. @param from offset of the first value. */
export function readerOf(bytes: Uint8Array, from: number, source = 'decodeState'): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A column may be a single run of a few bytes. Each entity has about a hundred columns and takes at least a few
  // bytes.
  return { bytes, view, at: from, source, elements: 2 ** 20 + 128 * bytes.length }
}

export function damaged({ at, source }: ByteReader, message: string): OsteonError {
  return new OsteonError('damaged', source, `byte ${at}`, message)
}

/** Skips `bytes` bytes. @returns the offset of the first. @throws OsteonError `damaged` if there are fewer. */
export function take(reader: ByteReader, bytes: number): number {
  const start = reader.at
  if (start + bytes > reader.bytes.length) throw damaged(reader, 'it ends too early')
  reader.at += bytes
  return start
}

/** Reads a number of `writeCount`. */
export function readCount(reader: ByteReader): number {
  let count = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = reader.bytes[take(reader, 1)]
    count += (byte & 127) * scale
    if (count > Number.MAX_SAFE_INTEGER) throw damaged(reader, 'an integer past 2^53')
    if (byte < 128) return count
  }
}

/** Reads a number of `writeInteger`. */
export function readInteger(reader: ByteReader): number {
  const count = readCount(reader)
  return count % 2 === 0 ? count / 2 : -(count + 1) / 2
}

/** Reads an array of `writeArray`. @param kind index in ARRAYS. @throws OsteonError `damaged`. */
export function readArray(reader: ByteReader, kind: number): Typed {
  const length = readCount(reader)
  reader.elements -= length
  if (reader.elements < 0) throw damaged(reader, `${length} elements do not fit`)
  if (length === 0) return new ARRAYS[kind](0)
  const packing = reader.bytes[take(reader, 1)]
  // Only runs may be shorter than their array: all other packings must have their bytes before memory is allocated.
  const least =
    packing === PACKING.steps ? 1 : packing === PACKING.singles ? 4 : ARRAYS[kind].BYTES_PER_ELEMENT
  if (packing > PACKING.runs) throw damaged(reader, `no array is written by way ${packing}`)
  if (packing !== PACKING.runs && length * least > reader.bytes.length - reader.at)
    throw damaged(reader, `${length} elements do not fit`)
  const array = new ARRAYS[kind](length)
  if (packing === PACKING.runs) readRuns(reader, array)
  else readElements(reader, array, packing)
  return array
}

function readRuns(reader: ByteReader, array: Typed): void {
  for (let at = 0; at < array.length; ) {
    const end = at + readCount(reader)
    if (end === at || end > array.length) throw damaged(reader, 'a run that is too long')
    array.fill(readElement(reader, array), at, end)
    at = end
  }
}

function readElements(reader: ByteReader, array: Typed, packing: number): void {
  let value = 0
  for (let i = 0; i < array.length; i++) {
    if (packing === PACKING.plain) value = readElement(reader, array)
    else if (packing === PACKING.singles) value = reader.view.getFloat32(take(reader, 4), true)
    else value += readInteger(reader)
    array[i] = value
  }
}

/** Reads a number of `writeElement`. An unsigned integer may come as a negative one of the same bits. */
export function readElement(reader: ByteReader, array: Typed): number {
  const at = take(reader, array.BYTES_PER_ELEMENT)
  const { view } = reader
  if (array instanceof Float64Array) return view.getFloat64(at, true)
  if (array instanceof Float32Array) return view.getFloat32(at, true)
  if (array.BYTES_PER_ELEMENT === 4) return view.getInt32(at, true)
  if (array.BYTES_PER_ELEMENT === 2) return view.getInt16(at, true)
  return view.getUint8(at)
}
