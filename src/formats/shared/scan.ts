/**
 * Scans JSON text without parsing it: the memory of its values, the name of a list in it, the place of a syntax error.
 * Text may be hostile, so there is one pass, no recursion, and no allocation that grows with the text.
 */

import { MOST_BYTES_A_CHARACTER } from '../../base/model/limits'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Returns the offset of the quote that ends the string whose first character is at `at`; the text's length if there is
 * none.
 */
function endOfString(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i
    if (code === BACKSLASH) i++
  }
  return text.length
}

/** Returns the offset of the first character from `at` on that isn't white space. */
function skipSpace(text: string, at: number): number {
  let i = at
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return i
}

// Bytes that an engine takes for parsed values, as measured.
const CONTAINER = MOST_BYTES_A_CHARACTER
const ITEM = 24
const FIELD = 16
const STRING = 32
/** A new key makes a new shape of object. */
const NEW_KEY = 320

/** Estimates the bytes of the values in `text`; stops counting after `most`. */
export function bytesOfValues(text: string, most: number): number {
  // Known keys, by a hash of their characters. A few keys with equal hashes make the count slightly too low.
  const seen = new Uint8Array(2 ** 20)
  let bytes = 0
  for (let i = 0; i < text.length && bytes <= most; i++) {
    const code = text.charCodeAt(i)
    if (code === COMMA) bytes += ITEM
    else if (code === COLON) bytes += FIELD
    else if (code === OPEN_OBJECT || code === OPEN_LIST) bytes += CONTAINER
    else if (code === QUOTE) {
      const end = endOfString(text, i + 1)
      bytes += STRING + end - i
      if (text.charCodeAt(skipSpace(text, end + 1)) === COLON) {
        const hash = hashOf(text, i + 1, end)
        if (seen[hash] === 0) bytes += NEW_KEY
        seen[hash] = 1
      }
      i = end
    }
  }
  return bytes
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return (hash ^ (hash >>> 20)) & 0xfffff
}

const OBJECT = /^\ufeff?\s*\{/
/** How many bytes from its start a file's lists usually begin. */
const HEAD = 1 << 10

/**
 * Runs `listIn` on a JSON text or its bytes, of which it decodes no more than it needs. `null` also if it isn't an
 * object.
 */
export function listOfFile(data: string | Uint8Array, names: readonly string[]): string | null {
  if (typeof data === 'string') return OBJECT.test(data) ? listIn(data, names) : null
  const decoder = new TextDecoder()
  for (let many = HEAD; ; many *= 8) {
    const text = decoder.decode(data.subarray(0, many))
    // Binary files are recognised by their first bytes.
    if (!OBJECT.test(text)) return null
    const list = listIn(text, names)
    if (list !== null || many >= data.length) return list
  }
}

/** Returns the first of `names` that is the key of a list in the outermost object; `null` if there is none. */
function listIn(text: string, names: readonly string[]): string | null {
  let depth = 0
  let key = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = endOfString(text, i + 1)
      const isKey = depth === 1 && text.charCodeAt(skipSpace(text, end + 1)) === COLON
      if (isKey) key = text.slice(i + 1, end)
      i = end
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (depth === 1 && code === OPEN_LIST && names.includes(key)) return key
      depth++
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      depth--
      if (depth === 0) break
    } else if (code === COMMA && depth === 1) key = ''
  }
  return null
}

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

/** Returns the offset of the first character that JSON does not allow; engines' own messages differ too much. */
export function syntaxErrorOffset(text: string): number {
  /** Closing marks of the open lists and objects. */
  const open: number[] = []
  let expected: 'value' | 'key' | ':' | ',' = 'value'
  let empty = false
  for (let at = 0; ; ) {
    const start = skipSpace(text, at)
    const code = text.charCodeAt(start)
    const opens = code === OPEN_OBJECT || code === OPEN_LIST
    at = start + 1
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (!(empty || expected === ',') || open.pop() !== code) return start
      expected = ','
    } else if (code === COLON || code === COMMA) {
      if (expected !== (code === COLON ? ':' : ',') || open.length === 0) return start
      expected = code === COMMA && open[open.length - 1] === CLOSE_OBJECT ? 'key' : 'value'
    } else if (code === QUOTE && (expected === 'key' || expected === 'value')) {
      at = endOfValidString(text, start + 1)
      if (at < 0) return start
      expected = expected === 'key' ? ':' : ','
    } else if (expected !== 'value') return start
    else if (opens) {
      open.push(code === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST)
      expected = code === OPEN_OBJECT ? 'key' : 'value'
    } else {
      SCALAR.lastIndex = start
      if (!SCALAR.test(text)) return start
      at = SCALAR.lastIndex
      expected = ','
    }
    empty = opens
  }
}

/** Returns the offset after the closing quote; -1 if it is missing, or if JSON forbids a character before it. */
function endOfValidString(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i + 1
    if (code < 0x20) return -1
    if (code !== BACKSLASH) continue
    const escaped = text[++i] ?? ''
    if (escaped === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(i + 1, i + 5))) return -1
      i += 4
    } else if (escaped === '' || !'"\\/bfnrt'.includes(escaped)) return -1
  }
  return -1
}
