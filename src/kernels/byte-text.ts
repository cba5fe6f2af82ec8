/**
 * Bytes as printable text: the characters from "(" on, but the two that a string literal escapes. A byte that is common is one
 * character, a digit; the last three characters are no digits but say that the digit behind them means another byte.
 * The text is shorter than hexadecimal digits once it is packed.
 */

/** From, to, from, to and so on: bytes that a WebAssembly module has many of. */
const COMMON = [0, 43, 63, 71, 106, 129, 228, 231, 253, 254]
const DIGITS = 78

/** What `decodeBytes` makes bytes of. */
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

/** @param text as `encodeBytes` writes it. */
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

/** All bytes, those of COMMON before the others. */
function commonFirst(): number[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  return bytes.sort((one, other) => isCommon(other) - isCommon(one))
}

/** 1 or 0. */
function isCommon(byte: number): number {
  return COMMON.filter((edge) => edge <= byte).length % 2
}
