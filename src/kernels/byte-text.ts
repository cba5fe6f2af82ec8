/**
 * Bytes as printable text: the characters from "(" on, but the two that a string literal escapes. The last three are no
 * digits but say that the digit behind them means a higher byte. Hexadecimal digits are a tenth longer once they are packed.
 */

const DIGITS = 82
/** Counted from here, most bytes of a WebAssembly module are below DIGITS. */
const FIRST = 251

/** What `decodeBytes` makes bytes of. */
export function encodeBytes(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    const value = (byte - FIRST) & 255
    const high = Math.floor(value / DIGITS)
    if (high > 0) text += characterOf(DIGITS + high - 1)
    text += characterOf(value % DIGITS)
  }
  return text
}

function characterOf(digit: number): string {
  const code = digit + 40
  return String.fromCharCode(code < 92 ? code : code < 95 ? code + 1 : code + 2)
}

/** @param text as `encodeBytes` writes it. */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let high = FIRST
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const digit = code - (code < 92 ? 40 : code < 96 ? 41 : 42)
    if (digit < DIGITS) {
      bytes.push(high + digit)
      high = FIRST
    } else high += (digit - (DIGITS - 1)) * DIGITS
  }
  return Uint8Array.from(bytes)
}
