/** Reads values as version 1 of saves wrote them: numbers, flags, texts, lists, maps, records and typed arrays, with counts of four bytes. */
import { ARRAYS, type ByteReader, damaged, take } from './typed-arrays'
import { DEEPEST, KIND } from './values'

const TEXT = 4
const LIST = 5
const MAP = 6
const RECORD = 7
const TYPED = 8

/** Maps and records become maps. @throws OsteonError `damaged`. */
export function readOldValue(reader: ByteReader, depth = 0): unknown {
  if (depth > DEEPEST) throw damaged(reader, 'nested too deeply')
  const kind = reader.bytes[take(reader, 1)]
  if (kind === KIND.null) return null
  if (kind === KIND.false || kind === KIND.true) return kind === KIND.true
  if (kind === KIND.number) return reader.view.getFloat64(take(reader, 8), true)
  if (kind === TEXT) return new TextDecoder().decode(readBytes(reader))
  if (kind === LIST) return Array.from({ length: countOf(reader) }, () => readOldValue(reader, depth + 1))
  if (kind === MAP || kind === RECORD) {
    const map = new Map<unknown, unknown>()
    for (let left = countOf(reader); left > 0; left--)
      map.set(readOldValue(reader, depth + 1), readOldValue(reader, depth + 1))
    return map
  }
  const array = ARRAYS[kind - TYPED]
  if (array === undefined) throw damaged(reader, `no value begins with ${kind}`)
  const bytes = readBytes(reader)
  if (bytes.length % array.BYTES_PER_ELEMENT !== 0) throw damaged(reader, 'half a number')
  return new array(bytes.slice().buffer)
}

/** Each item takes at least one byte. So a count above the bytes that are left is refused before memory is allocated. */
function countOf(reader: ByteReader): number {
  const count = reader.view.getUint32(take(reader, 4), true)
  if (count > reader.bytes.length - reader.at) throw damaged(reader, `${count} items do not fit`)
  return count
}

function readBytes(reader: ByteReader): Uint8Array {
  const count = countOf(reader)
  const start = take(reader, count)
  return reader.bytes.subarray(start, start + count)
}
