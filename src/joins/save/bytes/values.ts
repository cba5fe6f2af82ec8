/**
 * Writes and reads values as bytes: numbers, flags, texts, lists, records and typed arrays, each after a byte with its
 * kind.
 */
import {
  ARRAYS,
  type ByteReader,
  damaged,
  extend,
  readArray,
  readCount,
  readInteger,
  type Typed,
  take,
  type Writer,
  writeArray,
  writeByte,
  writeCount,
  writeInteger,
} from './typed-arrays'

/** Saves hold these numbers. 4 to 14 belong to version 1 (`readOldValue`). */
const KIND = {
  null: 0,
  false: 1,
  true: 2,
  number: 3,
  integer: 16,
  text: 17,
  list: 18,
  record: 19,
  array: 20,
} as const
const DEEPEST = 16

/** Says what is written instead of a value. Whatever it leaves as it is must be of a kind that can be written. */
export type Replacer = (value: unknown) => unknown

/** Appends a value of one of these kinds. Fields that are undefined are left out. @throws RangeError for others. */
export function writeValue(writer: Writer, given: unknown, replace?: Replacer): void {
  const value = replace ? replace(given) : given
  if (value === null) writeByte(writer, KIND.null)
  else if (typeof value === 'boolean') writeByte(writer, value ? KIND.true : KIND.false)
  else if (typeof value === 'number') writeNumber(writer, value)
  else if (typeof value === 'string') {
    writeByte(writer, KIND.text)
    writeText(writer, value)
  } else if (ArrayBuffer.isView(value)) {
    const kind = ARRAYS.findIndex((array) => value instanceof array)
    if (kind < 0) throw new RangeError('a typed array of another kind')
    writeByte(writer, KIND.array + kind)
    writeArray(writer, value as Typed)
  } else if (Array.isArray(value)) {
    writeByte(writer, KIND.list)
    writeCount(writer, value.length)
    for (const item of value) writeValue(writer, item, replace)
  } else if (typeof value === 'object') {
    const record = value as Fields
    for (const name of openRecord(writer, record)) {
      writeText(writer, name)
      writeValue(writer, record[name], replace)
    }
  } else throw new RangeError(`no ${typeof value} can be written`)
}

type Fields = Readonly<Record<string, unknown>>

/** Begins a record. @returns the names of its fields. */
function openRecord(writer: Writer, record: Fields): string[] {
  const names = Object.keys(record).filter((name) => record[name] !== undefined)
  writeByte(writer, KIND.record)
  writeCount(writer, names.length)
  return names
}

/** Appends a record as `writeValue` does, in steps: each field, and each one of the records in it, is one. */
export function* writeRecord(writer: Writer, record: Fields, inner = true): Generator<undefined, void> {
  for (const name of openRecord(writer, record)) {
    const value = record[name]
    writeText(writer, name)
    if (inner && isRecord(value)) yield* writeRecord(writer, value, false)
    else writeValue(writer, value)
    yield
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}

function writeNumber(writer: Writer, value: number): void {
  // `writeInteger` doubles it, because the lowest bit is the sign. The double must be exact, too.
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 52 && !Object.is(value, -0)) {
    writeByte(writer, KIND.integer)
    writeInteger(writer, value)
    return
  }
  writeByte(writer, KIND.number)
  const at = extend(writer, 8)
  writer.view.setFloat64(at, value, true)
}

function writeText(writer: Writer, text: string): void {
  const { top } = writer
  writeCount(writer, text.length)
  const at = extend(writer, text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) {
      writer.top = top
      writeEncoded(writer, text)
      return
    }
    writer.bytes[at + i] = code
  }
}

/** Writes a text with other characters than those of ASCII. */
function writeEncoded(writer: Writer, text: string): void {
  const bytes = new TextEncoder().encode(text)
  writeCount(writer, bytes.length)
  const at = extend(writer, bytes.length)
  writer.bytes.set(bytes, at)
}

/** Reads a value. Records become maps. @throws OsteonError `damaged`. */
export function readValue(reader: ByteReader, depth = 0): unknown {
  if (depth > DEEPEST) throw damaged(reader, 'nested too deeply')
  const kind = reader.bytes[take(reader, 1)]
  switch (kind) {
    case KIND.null:
      return null
    case KIND.false:
      return false
    case KIND.true:
      return true
    case KIND.number:
      return reader.view.getFloat64(take(reader, 8), true)
    case KIND.integer:
      return readInteger(reader)
    case KIND.text:
      return readText(reader)
    case KIND.list:
      return Array.from({ length: itemCount(reader) }, () => readValue(reader, depth + 1))
    case KIND.record: {
      const fields = new Map<string, unknown>()
      for (let left = itemCount(reader); left > 0; left--)
        fields.set(readText(reader), readValue(reader, depth + 1))
      return fields
    }
  }
  if (kind >= KIND.array && kind < KIND.array + ARRAYS.length) return readArray(reader, kind - KIND.array)
  throw damaged(reader, `no value begins with ${kind}`)
}

function readText(reader: ByteReader): string {
  const count = itemCount(reader)
  const start = take(reader, count)
  return new TextDecoder().decode(reader.bytes.subarray(start, start + count))
}

/**
 * Reads a number of items. Each takes at least one byte, so a count above the remaining bytes is refused before memory
 * is allocated.
 */
function itemCount(reader: ByteReader): number {
  const count = readCount(reader)
  if (count > reader.bytes.length - reader.at) throw damaged(reader, `${count} items do not fit`)
  return count
}
