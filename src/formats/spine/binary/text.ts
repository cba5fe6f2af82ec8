/**
 * Decodes text of binary files: UTF-8, in which a character may also be stored as the two halves of a surrogate pair.
 */

/** A number of arguments that every engine accepts in a call. */
const CHUNK = 4096

/** Decodes the bytes from `start` to `end`; `null` if they are malformed. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string | null {
  let plain = start
  while (plain < end && bytes[plain] < 0x80) plain++
  // A call with spread arguments takes several times as long.
  if (plain === end && end - start <= CHUNK)
    return Reflect.apply(String.fromCharCode, null, bytes.subarray(start, end))
  return decodeUnits(bytes, start, end)
}

function decodeUnits(bytes: Uint8Array, start: number, end: number): string | null {
  let text = ''
  let units: number[] = []
  for (let at = start; at < end; ) {
    const lead = bytes[at++]
    if (lead < 0x80) units.push(lead)
    else {
      const more = lead < 0xc0 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 0
      if (more === 0 || at + more > end) return null
      let point = lead & (0x3f >> more)
      for (let i = 0; i < more; i++) {
        const next = bytes[at++]
        if (next >> 6 !== 2) return null
        point = (point << 6) | (next & 0x3f)
      }
      if (point > 0x10ffff) return null
      if (point < 0x10000) units.push(point)
      else units.push(0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff))
    }
    if (units.length >= CHUNK) {
      text += String.fromCharCode(...units)
      units = []
    }
  }
  return text + String.fromCharCode(...units)
}
