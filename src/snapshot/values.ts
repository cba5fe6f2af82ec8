/** Values as bytes: numbers, flags, texts, lists, maps, records and typed arrays, each behind a byte that says which. */
import { OsteonError } from '../errors'

export type Typed =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Uint8Array

const KIND = { null: 0, false: 1, true: 2, number: 3, text: 4, list: 5, map: 6, record: 7, typed: 8 } as const
const ARRAYS = [Float64Array, Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Uint8Array]
const DEEPEST = 16

/** Grows as it is written to. */
export interface Writer {
  bytes: Uint8Array
  view: DataView
  top: number
}

/** @param head bytes that are left out at the start. */
export function createWriter(head: number, room: number): Writer {
  const bytes = new Uint8Array(head + room)
  return { bytes, view: new DataView(bytes.buffer), top: head }
}

/** Room for so many bytes more. @returns where they begin. */
function extend(writer: Writer, bytes: number): number {
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

/** Appends a value. Of objects only those of this file's kinds may be in it. */
export function writeValue(writer: Writer, value: unknown): void {
  if (value === null) writeKind(writer, KIND.null)
  else if (typeof value === 'boolean') writeKind(writer, value ? KIND.true : KIND.false)
  else if (typeof value === 'number') {
    writeKind(writer, KIND.number)
    const at = extend(writer, 8)
    writer.view.setFloat64(at, value, true)
  } else if (typeof value === 'string') {
    writeKind(writer, KIND.text)
    writeBytes(writer, new TextEncoder().encode(value))
  } else if (ArrayBuffer.isView(value)) {
    const kind = ARRAYS.findIndex((array) => value instanceof array)
    if (kind < 0) throw new RangeError('a typed array of another kind')
    writeKind(writer, KIND.typed + kind)
    writeBytes(writer, new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  } else writeObject(writer, value)
}

function writeObject(writer: Writer, value: unknown): void {
  if (Array.isArray(value)) {
    writeKind(writer, KIND.list)
    writeCount(writer, value.length)
    for (const item of value) writeValue(writer, item)
  } else if (value instanceof Map) {
    writeKind(writer, KIND.map)
    writeCount(writer, value.size)
    for (const [key, item] of value) {
      writeValue(writer, key)
      writeValue(writer, item)
    }
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    writeKind(writer, KIND.record)
    writeCount(writer, entries.length)
    for (const [name, item] of entries) {
      writeValue(writer, name)
      writeValue(writer, item)
    }
  } else throw new RangeError(`no ${typeof value} can be written`)
}

function writeKind(writer: Writer, kind: number): void {
  const at = extend(writer, 1)
  writer.bytes[at] = kind
}

function writeCount(writer: Writer, count: number): void {
  const at = extend(writer, 4)
  writer.view.setUint32(at, count, true)
}

function writeBytes(writer: Writer, bytes: Uint8Array): void {
  writeCount(writer, bytes.length)
  const at = extend(writer, bytes.length)
  writer.bytes.set(bytes, at)
}

/** Bytes that are read one value after another. */
export interface ByteReader {
  readonly bytes: Uint8Array
  readonly view: DataView
  at: number
}

/** @throws OsteonError `damaged`. */
export function readValue(reader: ByteReader, depth = 0): unknown {
  if (depth > DEEPEST) throw damaged(reader, 'nested too deeply')
  const kind = reader.bytes[take(reader, 1)]
  if (kind === KIND.null) return null
  if (kind === KIND.false) return false
  if (kind === KIND.true) return true
  if (kind === KIND.number) return reader.view.getFloat64(take(reader, 8), true)
  if (kind === KIND.text) return new TextDecoder().decode(readBytes(reader))
  if (kind === KIND.list) return Array.from({ length: readCount(reader) }, () => readValue(reader, depth + 1))
  if (kind === KIND.map) {
    const map = new Map<unknown, unknown>()
    for (let left = readCount(reader); left > 0; left--)
      map.set(readValue(reader, depth + 1), readValue(reader, depth + 1))
    return map
  }
  if (kind === KIND.record) return readRecord(reader, depth)
  const array = ARRAYS[kind - KIND.typed]
  if (array === undefined) throw damaged(reader, `no value begins with ${kind}`)
  const bytes = readBytes(reader)
  if (bytes.length % array.BYTES_PER_ELEMENT !== 0) throw damaged(reader, 'half a number')
  return new array(bytes.slice().buffer)
}

function readRecord(reader: ByteReader, depth: number): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  for (let left = readCount(reader); left > 0; left--) {
    const name = readValue(reader, depth + 1)
    if (typeof name !== 'string') throw damaged(reader, 'expected a name')
    fields.set(name, readValue(reader, depth + 1))
  }
  return fields
}

/** Every item takes a byte at least: what cannot be there is not made room for. */
function readCount(reader: ByteReader): number {
  const count = reader.view.getUint32(take(reader, 4), true)
  if (count > reader.bytes.length - reader.at) throw damaged(reader, `${count} items do not fit`)
  return count
}

function readBytes(reader: ByteReader): Uint8Array {
  const count = readCount(reader)
  const start = take(reader, count)
  return reader.bytes.subarray(start, start + count)
}

function take(reader: ByteReader, bytes: number): number {
  const start = reader.at
  if (start + bytes > reader.bytes.length) throw damaged(reader, 'it ends too early')
  reader.at += bytes
  return start
}

function damaged({ at }: ByteReader, message: string): OsteonError {
  return new OsteonError('damaged', 'decodeState', `byte ${at}`, message)
}
