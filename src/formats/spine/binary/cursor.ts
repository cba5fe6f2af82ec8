/**
 * The position of the reader in a binary file: the offset, and the path that the current value has in a JSON export.
 * Paths become text only for an error or a warning.
 */
import { type ErrorCode, OsteonError, type WarningCode } from '../../../base/errors'
import { afford, beyondMemory } from '../../../base/model/limits'
import { BYTES_OF_AN_ITEM } from '../../shared/limits'
import { pathText, type SourceFile, warnOf } from '../../shared/source-file'

export interface Cursor {
  readonly file: SourceFile
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Offset of the next byte. */
  at: number
  path: (string | number)[]
  /** Strings that the file refers to by number; null in versions without a table of strings. */
  strings: string[] | null
}

/** The name of a value below the path; undefined for the value at the path itself. */
export type Key = string | number | undefined

export function openCursor(file: SourceFile, bytes: Uint8Array): Cursor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { file, bytes, view, at: 0, path: [], strings: null }
}

/** Throws, with the offset `at` in the message. */
export function fail(cursor: Cursor, key: Key, code: ErrorCode, message: string, at = cursor.at): never {
  throw new OsteonError(code, cursor.file.source, pathOf(cursor, key), `${message} (byte ${at})`)
}

export function warnAt(cursor: Cursor, key: Key, code: WarningCode, message: string): void {
  warnOf(cursor.file, () => pathOf(cursor, key), code, message)
}

function pathOf({ path }: Cursor, key: Key): string {
  return pathText(key === undefined ? path : [...path, key])
}

/** Pays for memory before it is used. Throws `too-large`. */
export function spend(cursor: Cursor, bytes: number): void {
  const { account } = cursor.file
  if (!afford(account, bytes)) fail(cursor, undefined, 'too-large', beyondMemory(account, 'what is read'))
}

/** Checks that that many more bytes follow. Throws `truncated`. */
export function need(cursor: Cursor, key: Key, bytes: number): void {
  const left = cursor.bytes.length - cursor.at
  if (bytes <= left) return
  fail(cursor, key, 'truncated', `the file ends too early: ${bytes} bytes are needed here, ${left} are left`)
}

/** Sets the last element of the path. */
export function renameHere(cursor: Cursor, key: string | number): void {
  cursor.path[cursor.path.length - 1] = key
}

/**
 * Opens item `index` of a list, whose path ends with the place of an item: pays for it, and puts its number there.
 * Throws `too-large`.
 */
export function openItem(cursor: Cursor, index: number): void {
  spend(cursor, BYTES_OF_AN_ITEM)
  renameHere(cursor, index)
}

/** Takes a list and the place of an item off the path. */
export function closeList(cursor: Cursor): void {
  cursor.path.length -= 2
}
