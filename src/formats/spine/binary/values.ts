/** Reads single values and plain lists of a binary file. `key` names the value in messages. */
import type { Rgba } from '../../../base/model/values'
import { BYTES_OF_AN_ARRAY } from '../../shared/limits'
import { shown } from '../../shared/source-file'
import { type Cursor, fail, type Key, need, spend } from './cursor'
import { decodeText } from './text'

export function byteOf(cursor: Cursor, key: Key): number {
  if (cursor.at >= cursor.bytes.length) need(cursor, key, 1)
  return cursor.bytes[cursor.at++]
}

export function flagOf(cursor: Cursor, key: Key): boolean {
  return byteOf(cursor, key) !== 0
}

/** Reads a signed integer of 32 bits: seven bits in each byte, lowest first. */
export function integerOf(cursor: Cursor, key: Key): number {
  const first = cursor.bytes[cursor.at]
  if (first < 0x80) {
    cursor.at++
    return first
  }
  let number = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = byteOf(cursor, key)
    number |= (byte & 0x7f) << shift
    if (byte < 0x80) break
  }
  return number
}

/** Reads an integer whose positive values are stored as even numbers, and negative ones as odd numbers. */
export function zigzagOf(cursor: Cursor, key: Key): number {
  const number = integerOf(cursor, key)
  return (number >>> 1) ^ -(number & 1)
}

export function int32Of(cursor: Cursor, key: Key): number {
  need(cursor, key, 4)
  const number = cursor.view.getInt32(cursor.at)
  cursor.at += 4
  return number
}

/** Throws `not-finite`, `out-of-range`, `truncated`. */
export function numberOf(cursor: Cursor, key: Key): number {
  if (cursor.at + 4 > cursor.bytes.length) need(cursor, key, 4)
  const number = cursor.view.getFloat32(cursor.at)
  const { limit } = cursor.file
  if (!(Math.abs(number) <= limit)) {
    if (!Number.isFinite(number)) fail(cursor, key, 'not-finite', `expected a finite number, got ${number}`)
    fail(cursor, key, 'out-of-range', `expected a magnitude of at most ${limit}, got ${number}`)
  }
  cursor.at += 4
  return number
}

/** Reads the numbers that `keys` name. */
export function numbersOf(cursor: Cursor, keys: readonly string[]): number[] {
  const numbers: number[] = []
  for (let i = 0; i < keys.length; i++) numbers.push(numberOf(cursor, keys[i]))
  return numbers
}

/** Reads the numbers whose bits are set, the first key's bit lowest; the others are 0. */
export function flaggedNumbersOf(cursor: Cursor, flags: number, keys: readonly string[]): number[] {
  const numbers: number[] = []
  for (let i = 0; i < keys.length; i++) numbers.push(flags & (1 << i) ? numberOf(cursor, keys[i]) : 0)
  return numbers
}

/** Returns `number` if it is between `least`, the format's bound, and `most`, this library's. */
export function bounded(
  cursor: Cursor,
  key: Key,
  number: number,
  least: number,
  most = Number.POSITIVE_INFINITY,
): number {
  if (number < least) fail(cursor, key, 'out-of-range', `expected ${least} or more, got ${number}`)
  if (number > most) fail(cursor, key, 'too-large', `expected at most ${most}, got ${number}`)
  return number
}

/**
 * Reads the number of items that follow, each of at least `least` bytes. Throws `truncated` if they exceed the file.
 */
export function countOf(cursor: Cursor, key: Key, least = 1): number {
  const start = cursor.at
  const count = integerOf(cursor, key)
  const left = cursor.bytes.length - cursor.at
  if (count >= 0 && count * least <= left) return count
  const many = count >>> 0
  return fail(cursor, key, 'truncated', `${many} items cannot be in the ${left} bytes that are left`, start)
}

/**
 * Opens a list: adds its key and the place of an item to the path, for `openItem` and `closeList`.
 *
 * @returns the number of its items. Throws `too-large`, `truncated`.
 */
export function openList(cursor: Cursor, key: string, most = Number.POSITIVE_INFINITY): number {
  cursor.path.push(key)
  const count = bounded(cursor, undefined, countOf(cursor, undefined), 0, most)
  cursor.path.push(0)
  return count
}

/** Reads numbers and multiplies them by `scale`. Throws `too-large`. */
export function floatsOf(cursor: Cursor, key: string, count: number, scale: number): Float32Array {
  const bytes = count * Float32Array.BYTES_PER_ELEMENT
  need(cursor, key, bytes)
  spend(cursor, BYTES_OF_AN_ARRAY + bytes)
  const floats = new Float32Array(count)
  const { at, view } = cursor
  const { limit } = cursor.file
  for (let i = 0; i < count; i++) {
    const number = view.getFloat32(at + 4 * i)
    if (!(Math.abs(number) <= limit)) {
      cursor.path.push(key)
      cursor.at = at + 4 * i
      numberOf(cursor, i)
    }
    floats[i] = number * scale
  }
  cursor.at = at + bytes
  return floats
}

const BYTES_OF_A_STRING = 32

/** Reads a string at this position, or null. Throws `wrong-type` for bytes that aren't text. */
export function textOf(cursor: Cursor, key: Key): string | null {
  const start = cursor.at
  const length = countOf(cursor, key, 0) - 1
  if (length < 0) return null
  need(cursor, key, length)
  spend(cursor, BYTES_OF_A_STRING + length * 2)
  const text = decodeText(cursor.bytes, cursor.at, cursor.at + length)
  if (text === null) return fail(cursor, key, 'wrong-type', 'expected UTF-8 text', start)
  cursor.at += length
  return text
}

/**
 * Reads a string of the table, or null; in versions without a table, a string at this position. Throws `out-of-range`.
 */
export function sharedTextOf(cursor: Cursor, key: Key): string | null {
  const { strings, at } = cursor
  if (!strings) return textOf(cursor, key)
  const number = integerOf(cursor, key)
  if (number === 0) return null
  if (number > 0 && number <= strings.length) return strings[number - 1]
  const message = `there is no string ${number >>> 0}; the table has ${strings.length}`
  return fail(cursor, key, 'out-of-range', message, at)
}

/** Returns a string that must not be null. Throws `missing`. */
export function required(cursor: Cursor, key: Key, text: string | null): string {
  return text ?? fail(cursor, key, 'missing', 'expected a string, got nothing')
}

/** Registers the name just read, with the next index. Throws `missing`, `duplicate-name`. */
export function newName(
  cursor: Cursor,
  text: string | null,
  names: Map<string, number>,
  key: Key = 'name',
): string {
  const name = required(cursor, key, text)
  if (names.has(name)) fail(cursor, key, 'duplicate-name', `the name ${shown(name)} is used before`)
  names.set(name, names.size)
  return name
}

/** Reads a straight colour of four bytes. */
export function colorOf(cursor: Cursor, key: Key): Rgba {
  need(cursor, key, 4)
  const { bytes, at } = cursor
  cursor.at += 4
  return [bytes[at] / 255, bytes[at + 1] / 255, bytes[at + 2] / 255, bytes[at + 3] / 255]
}

/** Throws `bad-enum`. */
export function enumOf<Name extends string>(cursor: Cursor, key: Key, names: readonly Name[]): Name {
  const { at } = cursor
  return nameOf(cursor, key, names, byteOf(cursor, key), at)
}

/** Returns the name of a number. Throws `bad-enum`. */
export function nameOf<Name extends string>(
  cursor: Cursor,
  key: Key,
  names: readonly Name[],
  number: number,
  at = cursor.at,
): Name {
  const name: Name | undefined = names[number]
  return name ?? fail(cursor, key, 'bad-enum', `expected 0…${names.length - 1}, got ${number}`, at)
}

/** Kinds of items that a file refers to by number, as in error codes. */
type Kind = 'bone' | 'slot' | 'skin' | 'constraint' | 'event' | 'animation' | 'parent'

/** Reads the number of one of `count` items. Throws `unknown-bone` and similar codes. */
export function indexOf(cursor: Cursor, key: Key, kind: Kind, count: number): number {
  const { at } = cursor
  return checkedIndex(cursor, key, kind, count, integerOf(cursor, key), at)
}

export function checkedIndex(
  cursor: Cursor,
  key: Key,
  kind: Kind,
  count: number,
  index: number,
  at = cursor.at,
): number {
  if (index >= 0 && index < count) return index
  const known = count === 0 ? 'there is none' : `expected 0…${count - 1}`
  return fail(cursor, key, `unknown-${kind}`, `no ${kind} has the number ${index}: ${known}`, at)
}

/** Reads a list of such numbers. */
export function indicesOf(cursor: Cursor, key: string, kind: Kind, count: number): number[] {
  const many = countOf(cursor, key)
  spend(cursor, many * Float64Array.BYTES_PER_ELEMENT)
  const indices: number[] = []
  cursor.path.push(key)
  for (let i = 0; i < many; i++) indices.push(indexOf(cursor, i, kind, count))
  cursor.path.pop()
  return indices
}
