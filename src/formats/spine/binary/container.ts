/** Recognises binary skeletons, and finds their version. Never throws. */
import { decodeText } from './text'

/** Greatest length of a version; a longer string isn't a version. */
const LONGEST_VERSION = 100

const LATE_VERSION = /^([4-9]|[1-9]\d+)\.\d+[\w .+-]*$/
const EARLY_VERSION = /^[0-3]\.\d+[\w .+-]*$/

/** Returns the version of a binary skeleton; `null` for other files. */
export function versionIn(bytes: Uint8Array): string | null {
  // Since 4.0 eight bytes of hash come before it. A hash in text has no dot at that place.
  const late = versionAt(bytes, 8)
  if (late !== null && LATE_VERSION.test(late)) return late
  const hash = stringAt(bytes, 0)
  const early = hash && versionAt(bytes, hash.end)
  return early !== null && EARLY_VERSION.test(early) ? early : null
}

function versionAt(bytes: Uint8Array, at: number): string | null {
  const string = stringAt(bytes, at)
  if (!string || string.end - string.start > LONGEST_VERSION) return null
  return decodeText(bytes, string.start, string.end)
}

/** Returns the position of a string's characters; `null` if the file ends before they do. */
function stringAt(bytes: Uint8Array, at: number): { start: number; end: number } | null {
  let length = 0
  for (let i = 0; i < 5; i++) {
    if (at + i >= bytes.length) return null
    const byte = bytes[at + i]
    length |= (byte & 0x7f) << (i * 7)
    if (byte >= 0x80 && i < 4) continue
    const start = at + i + 1
    const end = start + Math.max(0, length - 1)
    return length >= 0 && end <= bytes.length ? { start, end } : null
  }
  return null
}
