/**
 * Converts bytes to printable text of the characters from "(" on, without the two that a string literal escapes. A
 * common byte is one character, a digit. The last three characters aren't digits: they turn the digit after them into
 * another byte. Once compressed, the text is shorter than hexadecimal digits.
 */

/** Intervals [from, to) of bytes that are common in WebAssembly modules. */
const COMMON = [0, 43, 63, 71, 106, 129, 228, 231, 253, 254]
const DIGITS = 78

/** The inverse of `decodeBytes`. */
export function encodeBytes(bytes: Uint8Array): string {
  const order = commonFirst()
  let text = ''
  for (const byte of bytes) {
    const value = order.indexOf(byte)
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

/** Decodes the text of `encodeBytes`. @param text as `encodeBytes` writes it. */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const order = commonFirst()
  const bytes: number[] = []
  let high = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const digit = code - (code < 92 ? 40 : code < 96 ? 41 : 42)
    if (digit < DIGITS) {
      bytes.push(order[high + digit])
      high = 0
    } else high += (digit - (DIGITS - 1)) * DIGITS
  }
  return Uint8Array.from(bytes)
}

/** All bytes, common ones first. */
function commonFirst(): number[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  return bytes.sort((one, other) => isCommon(other) - isCommon(one))
}

/** 1 or 0. */
function isCommon(byte: number): number {
  return COMMON.filter((edge) => edge <= byte).length % 2
}
